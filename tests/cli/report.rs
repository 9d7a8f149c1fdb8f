//! The page of `report`: what stands on it, and how it looks in a browser.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::tempdir;
use torusmith_topology::significant;

use crate::skip::skip;
use crate::support::{command, root, run, tool, torusmith};

/// The page that flags make.
fn page(flags: &str, code: i32) -> String {
    let dir = tempdir().unwrap();
    let file = dir.path().join("report.html");
    let found = run(command(["report"].into_iter().chain(flags.split_whitespace())).arg("--out").arg(&file));
    assert_eq!(found.code, Some(code), "{found:?}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    fs::read_to_string(&file).unwrap()
}

/// The text of a page without tags.
fn plain(page: &str) -> String {
    let parts = page.split('<').skip(1).filter_map(|part| part.split_once('>')).map(|(_, text)| text);
    parts.collect::<String>().replace("&#60;", "<").replace("&#38;", "&").replace("&#39;", "'").replace("&#34;", "\"")
}

/// What the commands say, alone and small, and equal each time.
#[test]
fn a_page_says_what_the_commands_say() {
    let flags = "ttn:2,2,1 --cycles 1000 --seed 3 --traffic uniform,shuffle";
    let page = page(flags, 0);
    assert_eq!(self::page(flags, 0), page);
    assert!(page.len() < 2_000_000 && !page.contains("<script") && !page.contains("src="), "{} bytes", page.len());
    let links = page.matches("http").count();
    assert_eq!(links, page.matches("http://www.w3.org/2000/svg").count(), "something from elsewhere");
    assert!(!page.contains("/tmp") && !page.contains(&root().display().to_string()));
    let told = plain(&page);
    let graph = torusmith("topology ttn:2,2,1 --json").good().json();
    let deadlock = torusmith("deadlock ttn:2,2,1 --json").good().json();
    for text in [
        format!("at most {}, mean {:.4}", graph["routed_diameter"], graph["routed_average"].as_f64().unwrap()),
        deadlock["dependencies"].to_string(),
        "free of deadlock".to_owned(),
        "knee of shuffle".to_owned(),
        "Load of links, uniform at 0.0".to_owned(),
    ] {
        assert!(told.contains(&text), "{text}");
    }
    // What is not there says which command gives it; what is there, which gave it.
    for command in [
        "torusmith area ttn:2,2,1",
        "torusmith fpga ttn:2,2,1",
        "torusmith prove ttn:2,2,1",
        "torusmith mutate ttn:2,2,1 --count 50 --seed 3",
        "torusmith cosim ttn:2,2,1 --interface axi4 --map map.toml --traffic uniform,shuffle --rate 0.1,0.3,1 --valid-pause 0",
        "torusmith deadlock ttn:2,2,1 --certificate ranks.txt",
        "torusmith route ttn:2,2,1 0000 2221",
        "torusmith simulate ttn:2,2,1 --traffic uniform,shuffle --cycles 1000 --seed 3 --plot latency.svg",
    ] {
        assert!(told.contains(command), "{command}");
    }
}

/// The command that is told for the plot gives the figures of the page.
#[test]
fn the_commands_of_a_page_make_its_figures() {
    let told = plain(&page("torus:4,4 --vcs 4 --pipeline 3 --cycles 3000", 0));
    let commands: Vec<&str> = told.lines().filter(|line| line.starts_with("torusmith simulate")).collect();
    assert!(commands[0].contains("--vcs 4") && commands[0].contains("--pipeline 3"), "{commands:?}");
    let dir = tempdir().unwrap();
    let words = commands[0].split(' ').skip(1).chain(["--json"]);
    let report = run(command(words).current_dir(&dir)).good().json();
    let points = report["points"].as_array().unwrap();
    assert!(points.len() >= 8);
    for point in points {
        // Four significant digits: between 0.1 and 1 four decimals, between 0.01 and 0.1 five.
        let accepted = point["accepted"].as_f64().unwrap();
        let cell = if accepted < 0.09999 { format!("{accepted:.5}") } else { format!("{accepted:.4}") };
        assert!(told.contains(&cell), "{point}");
    }
}

#[test]
fn gates_proof_and_faults_are_those_of_their_commands() {
    if tool("yosys").is_none() {
        return skip("yosys is missing: run scripts/setup");
    }
    let told = plain(&page("torus:2,2 --cycles 1000 --area --prove --mutate 3", 0));
    let area = torusmith("area torus:2,2 --json").good().json();
    for text in [
        format!("{:.0} of a router", area["total"].as_f64().unwrap()),
        format!("yosys {}", area["yosys"].as_str().unwrap()),
        "proved: the router does what its contract says".to_owned(),
        "torusmith mutate torus:2,2 --count 3".to_owned(),
        "score".to_owned(),
    ] {
        assert!(told.contains(&text), "{text}");
    }
    assert!(told.contains("The figures alone come from") || told.contains("the figures alone come from"), "FPGA was not asked for");
}

#[test]
fn a_cycle_is_on_the_page_and_in_the_exit_code() {
    let page = page("ttn:2,2,0 --vc-rule literal --cycles 1000", 1);
    assert!(page.contains("class=\"held\""));
    let told = plain(&page);
    assert!(told.contains("A CYCLE: it can deadlock") && told.contains("--vc-rule literal") && !told.contains("check-ranks"));
}

/// The interconnect of a map: a neighbour's memory, one clock a hop, whose reads take 2(h+1) + 6 + 1 clocks by docs/axi4_interface.md.
#[test]
fn an_axi4_interconnect_is_measured() {
    let dir = tempdir().unwrap();
    let map = dir.path().join("pair.toml");
    fs::write(&map, "managers = [0]\n[[range]]\nname = \"ram\"\nbase = 0\nsize = 0x1_0000\nnode = 1\n").unwrap();
    let told = plain(&page(&format!("mesh:2 --pipeline 1 --cycles 1000 --map {}", map.display()), 0));
    let still = "--valid-pause 0 --ready-pause 0 --answer-pause 0 --take-pause 0 --holes 0 --too-long 0";
    let traffic = format!("--traffic uniform --rate 0.1,0.3,1 {still} --cycles 1000");
    let command = format!("torusmith cosim mesh:2 --interface axi4 --map pair.toml {traffic} --pipeline 1");
    assert!(told.contains(&command) && told.contains("deadlock mesh:2 --map pair.toml"), "{told}");
    let report = torusmith(&format!("cosim mesh:2 --interface axi4 --map {} {traffic} --pipeline 1 --json", map.display())).good().json();
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs[0]["round_trips"]["read"]["least"], 11);
    for run in runs {
        // A second count, of what was there before.
        let clocks = run["cycles"].as_f64().unwrap() + run["drain_cycles"].as_f64().unwrap();
        let mean = |way: &str| run["round_trips"][way]["mean"].as_f64().unwrap();
        let beats = |way: &str, part: &str| run["beats_a_clock"][way][part].as_f64().unwrap();
        assert_eq!(mean("read"), run["read_clocks"][0].as_f64().unwrap() / run["read_clocks"][1].as_f64().unwrap());
        for (way, index) in [("write", 0), ("read", 1)] {
            assert!(
                beats(way, "mean") == run["beats"][index].as_f64().unwrap() / clocks && beats(way, "mean") == beats(way, "most"),
                "{run}"
            );
            assert!(told.contains(&significant(beats(way, "mean"))) && told.contains(&significant(mean(way))), "{run}\n{told}");
        }
    }
    let none = dir.path().join("none.toml");
    let out = dir.path().join("r.html").display().to_string();
    torusmith(&format!("report mesh:2 --out {out} --map {}", none.display())).refused(2, &["none.toml"]);
    torusmith(&format!("report mesh:2 --out {out} --message-classes 3 --vcs 3 --map {}", map.display())).refused(2, &["message-classes"]);
    assert!(!dir.path().join("r.html").exists());
}

/// A network file, with classes that are found.
#[test]
fn an_own_network_has_a_page() {
    let file = root().join("examples/networks/ring_8.toml");
    let page = page(&format!("{} --cycles 1000", file.display()), 0);
    assert!(plain(&page).contains("torusmith simulate ring_8.toml") && !page.contains(&root().display().to_string()));
}

/// A config file sets what flags set.
#[test]
fn a_config_file_goes_on_to_the_commands() {
    let dir = tempdir().unwrap();
    let config = dir.path().join("my.toml");
    fs::write(&config, "cycles = 1000\n[report]\nvcs = 4\ntraffic = \"shuffle\"\n").unwrap();
    let told = plain(&page(&format!("torus:4,4 --config {}", config.display()), 0));
    assert!(told.contains("torusmith deadlock torus:4,4 --plot cycle.svg --vcs 4"), "{told}");
    assert!(told.contains("simulate torus:4,4 --traffic shuffle --cycles 1000"), "{told}");
}

#[test]
fn pages_that_cannot_be_are_refused() {
    let dir = tempdir().unwrap();
    let out = dir.path().join("r.html").display().to_string();
    for (line, words) in [
        ("report torus:4,4 --out a.htm", &["out = a.htm", "ends in .html"][..]),
        ("report torus:4,4 --out NOWHERE/a.html", &["out = NOWHERE/a.html", "a folder that is there"]),
        ("report torus:4,4 --out OUT --traffic unifrm", &["unifrm", "uniform"]),
        ("report torus:8,8 --out OUT --vcs 1", &["vcs = 1", "at least 2"]),
        ("report torus:4,4 --out OUT --mutate 0", &["mutate = 0", "1 to 4096"]),
        ("report tours:4,4 --out OUT", &["tours", "torus"]),
    ] {
        torusmith(&line.replace("OUT", &out)).refused(2, words);
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
}

/// A browser, and what it says of a page, `width` pixels wide: attributes that a script sets behind the page.
struct Browser(PathBuf);

impl Browser {
    fn find() -> Option<Self> {
        let named = std::env::var_os("TORUSMITH_CHROMIUM").map(PathBuf::from);
        named.or_else(|| tool("chromium")).map(Self)
    }

    /// The page in a frame, with a script behind it; what the script gives to `told(value)`, and what was said in the console.
    fn look(&self, page: &str, width: u32, dark: bool, script: &str) -> (Value, String) {
        let dir = tempdir().unwrap();
        let inner = format!("{page}<script>const told = value => parent.told(value);{script}</script>");
        let inner = serde_json::to_string(&inner).unwrap().replace("</", "<\\/");
        let outer = format!(
            "<!doctype html><html><body><iframe id=\"f\" width=\"{width}\" height=\"900\"></iframe><script>\
             window.told = value => document.body.dataset.told = encodeURIComponent(JSON.stringify(value));\
             document.getElementById(\"f\").srcdoc = {inner};</script></body></html>"
        );
        let file = dir.path().join("outer.html");
        fs::write(&file, outer).unwrap();
        let mut chromium = Command::new(&self.0);
        chromium.args(["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1280,1000", "--virtual-time-budget=30000"]);
        chromium.args(["--enable-logging=stderr", "--dump-dom"]).arg(format!("--user-data-dir={}", dir.path().join("user").display()));
        if dark {
            chromium.arg("--blink-settings=preferredColorScheme=0");
        }
        let output = chromium.arg(format!("file://{}", file.display())).stdin(Stdio::null()).output().unwrap();
        let (dom, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let console: Vec<&str> = said.lines().filter(|line| line.contains("CONSOLE")).collect();
        let told = dom.split("data-told=\"").nth(1).unwrap_or_else(|| panic!("{said}")).split('"').next().unwrap();
        (serde_json::from_str(&decoded(told)).unwrap(), console.join("\n"))
    }
}

/// What `encodeURIComponent` made.
fn decoded(text: &str) -> String {
    let (mut bytes, mut rest) = (Vec::new(), text.bytes());
    while let Some(byte) = rest.next() {
        let mut digit = || rest.next().and_then(|b| (b as char).to_digit(16)).unwrap() as u8;
        bytes.push(if byte == b'%' { 16 * digit() + digit() } else { byte });
    }
    String::from_utf8(bytes).unwrap()
}

const LOOK: &str = "const r = document.documentElement;\
    told({ width: r.scrollWidth, window: innerWidth, back: getComputedStyle(document.body).backgroundColor,\
    pictures: [...document.querySelectorAll('figure svg')].map(svg => svg.getBoundingClientRect().width) })";

/// As wide as the window, on a phone too; dark where that is wanted; silent.
#[test]
#[ignore = "needs Chromium, which .ci/run installs"]
fn a_page_fits_a_phone_and_the_dark() {
    let Some(browser) = Browser::find() else { return skip("chromium is missing: apt-get install chromium") };
    let page = page("ttn:2,2,1 --cycles 600", 0);
    for (width, dark, back) in [(400, false, "rgb(255, 255, 255)"), (400, true, "rgb(20, 24, 29)"), (1200, false, "rgb(255, 255, 255)")] {
        let (found, console) = browser.look(&page, width, dark, LOOK);
        assert_eq!(console, "");
        assert_eq!(found["back"], back, "{width}");
        assert!(found["window"] == width && found["width"].as_u64().unwrap() <= width.into(), "{found}");
        let pictures: Vec<f64> = found["pictures"].as_array().unwrap().iter().map(|width| width.as_f64().unwrap()).collect();
        assert!(pictures.len() == 3 && pictures.iter().all(|&picture| picture > 200.0 && picture < width.into()), "{pictures:?}");
    }
    // What is wider is seen, and so is what is said.
    let (found, console) = browser.look(&page, 400, false, &format!("document.body.style.width = '900px'; console.error('heard'); {LOOK}"));
    assert!(found["width"].as_u64().unwrap() > 400 && console.contains("heard"), "{found} {console}");
}

/// axe finds nothing to mend, light or dark.
#[test]
#[ignore = "needs Chromium, which .ci/run installs"]
fn a_page_is_for_everyone() {
    let Some(browser) = Browser::find() else { return skip("chromium is missing: apt-get install chromium") };
    let Ok(axe) = fs::read_to_string(root().join(".tools/axe/node_modules/axe-core/axe.min.js")) else {
        return skip("axe is missing: run scripts/setup where there is npm");
    };
    let page = page("torus:4,4 --cycles 430", 0);
    let look = "document.querySelectorAll('details').forEach(one => one.open = true);\
        axe.run().then(f => told({ passed: f.passes.length, wrong: f.violations.map(v => [v.id, v.nodes[0].html]) }))";
    for dark in [false, true] {
        let (found, _) = browser.look(&page, 400, dark, &format!("{axe};{look}"));
        assert!(found["passed"].as_u64().unwrap() > 20 && found["wrong"] == Value::Array(Vec::new()), "{found}");
    }
    let (found, _) = browser.look(&page.replace(" lang=\"en\"", ""), 400, false, &format!("{axe};{look}"));
    assert!(found["wrong"].to_string().contains("html-has-lang"), "{found}");
}
