//! Pictures that commands draw: the right figures, whole or not at all.

use std::fs;

use tempfile::tempdir;

use crate::support::{command, root, run, torusmith};

/// Runs a line with a flag and a file; the file's text.
fn drawn(line: &str, flag: &str, code: i32) -> String {
    let dir = tempdir().unwrap();
    let file = dir.path().join("picture.svg");
    let found = run(command(line.split_whitespace()).arg(flag).arg(&file));
    assert_eq!(found.code, Some(code), "{found:?}");
    let text = fs::read_to_string(&file).unwrap();
    let again = run(command(line.split_whitespace()).arg(flag).arg(&file));
    assert_eq!(fs::read_to_string(&file).unwrap(), text, "{again:?}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    text
}

/// What stands in the `text` elements of a picture.
fn words(text: &str) -> Vec<String> {
    let svg = roxmltree::Document::parse(text).unwrap();
    svg.descendants().filter(|n| n.has_tag_name("text")).filter_map(|n| n.text()).map(|t| t.trim().to_owned()).collect()
}

/// A number with four digits, and words behind it.
fn is_told(text: &str, number: f64, end: &str) -> bool {
    let told = text.strip_suffix(end).and_then(|told| told.parse::<f64>().ok());
    told.is_some_and(|told| (told - number).abs() <= 5e-4 * number)
}

/// The load of every link, as `--link-use` lists it.
#[test]
fn a_heat_map_has_the_loads_of_the_links() {
    for network in ["torus:4,4", "ttn:2,2,1", &root().join("examples/networks/ring_8.toml").display().to_string()] {
        let line = format!("simulate {network} --rate 0.2 --cycles 500");
        let text = drawn(&line, "--heatmap", 0);
        let point = &torusmith(&format!("{line} --link-use --json")).good().json()["points"][0];
        let listed = point["links"].as_array().unwrap();
        let svg = roxmltree::Document::parse(&text).unwrap();
        let loads: Vec<&str> = svg
            .descendants()
            .filter(|n| n.attribute("class") == Some("load"))
            .map(|n| n.first_element_child().unwrap().text().unwrap())
            .collect();
        assert_eq!(loads.len(), listed.len(), "{network}");
        for link in listed {
            let (address, port) = (link["address"].as_str().unwrap(), link["port"].as_str().unwrap());
            let (start, load) = (format!("{address} {port} to "), link["flits"].as_f64().unwrap());
            let told = loads.iter().find(|told| told.starts_with(&start)).unwrap();
            assert!(is_told(told.rsplit_once(": ").unwrap().1, load, " flits a clock"), "{network}: {told}");
        }
        let end = format!(" flits a clock ({})", point["busiest_link"].as_str().unwrap());
        assert!(words(&text).iter().any(|word| is_told(word, point["link_use_max"].as_f64().unwrap(), &end)), "{network}: {end}");
    }
}

/// The knee is where 95 % of the offered load are accepted; without rates they are looked for.
#[test]
fn a_plot_marks_the_knee() {
    let knee = |line: &str| {
        let all = words(&drawn(line, "--plot", 0));
        let told = all.iter().find_map(|word| word.strip_prefix("knee of uniform: ").map(|load| load.parse::<f64>().unwrap()));
        (all, told)
    };
    let (all, found) = knee("simulate torus:4,4 --cycles 2000");
    let found = found.unwrap();
    assert!(all.contains(&"uniform".to_owned()) && all.contains(&"torus(4,4)".to_owned()), "{all:?}");
    let points = torusmith(&format!("simulate torus:4,4 --cycles 2000 --rate {:.4},{:.4} --json", found * 0.85, found * 1.3)).good().json();
    let share = |i: usize| points["points"][i]["accepted"].as_f64().unwrap() / points["points"][i]["offered"].as_f64().unwrap();
    assert!(share(0) > 0.95 && share(1) < 0.95, "{found}: {} {}", share(0), share(1));
    assert_eq!(knee("simulate torus:4,4 --cycles 1000 --rate 0.05,0.1").1, None);
}

/// The channels of the report, in its order.
#[test]
fn a_cycle_is_drawn_as_it_is_reported() {
    for line in ["deadlock ttn:2,2,0 --vc-rule literal", "deadlock rdt:16 --vc-rule two"] {
        let text = drawn(line, "--plot", 1);
        let report = torusmith(&format!("{line} --json")).json();
        let all = words(&text);
        let cycle = report["cycle"].as_array().unwrap();
        for (number, channel) in (1..).zip(cycle) {
            let told = |field: &str| channel[field].as_str().unwrap();
            let word = format!("{number}: {} {} to {}, VC {}", told("address"), told("port"), told("to"), channel["vc"]);
            assert!(all.contains(&word), "{line}: {word}");
        }
        let svg = roxmltree::Document::parse(&text).unwrap();
        let held = svg.descendants().filter(|n| n.attribute("class") == Some("held")).count();
        assert!((1..=cycle.len()).contains(&held), "{line}: {held}");
    }
}

#[test]
fn no_cycle_is_no_file() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("none.svg");
    for line in ["deadlock mesh:3,3", "deadlock torus:4,4 --vc-rule auto"] {
        let found = run(command(line.split(' ')).arg("--plot").arg(&file)).good();
        assert!(found.err.starts_with("note: plot = ") && found.err.ends_with("is not written: there is no cycle\n"), "{found:?}");
        let quiet = run(command(line.split(' ')).arg("--plot").arg(&file).arg("--quiet")).good();
        assert_eq!((quiet.err.as_str(), quiet.out), ("", found.out));
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

#[test]
fn pictures_that_cannot_be_are_refused() {
    let dir = tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).display().to_string();
    for (line, words) in [
        ("simulate torus:4,4 --plot a.png", &["plot = a.png", "ends in .svg"][..]),
        ("simulate torus:4,4 --heatmap NOWHERE/a.svg", &["heatmap = NOWHERE/a.svg", "a folder that is there"]),
        ("simulate torus:4,4 --traffic all --heatmap OUT", &["heatmap = ", "7 simulations", "one pattern at one rate"]),
        ("simulate torus:4,4 --plot OUT.svg --heatmap OUT", &["heatmap = ", "a plot without --rate", "one pattern at one rate"]),
        ("simulate torus:128,128 --heatmap OUT", &["heatmap", "networks of up to 4096 nodes"]),
        ("deadlock torus:128,128 --plot OUT", &["plot", "networks of up to 4096 nodes"]),
        ("deadlock torus:4,4 --plot /", &["plot = /", "it is a folder"]),
        ("deadlock rdt:16 --router multicast --plot OUT", &["plot = ", "router = plain"]),
    ] {
        torusmith(&line.replace("OUT", &at("out.svg"))).refused(2, words);
    }
    let trace = at("trace.csv");
    fs::write(&trace, "clock,from,to,flits\n0,0,1,2\n").unwrap();
    torusmith(&format!("simulate torus:4,4 --traffic trace:{trace} --plot {}", at("out.svg"))).refused(2, &["plot = ", "has no rate"]);
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}
