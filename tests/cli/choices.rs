//! docs/results/choices.md against the rows that its script measures.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::process::Command;

use crate::support::{root, torusmith};

/// The options of each row, as `benches/choices --list` has them.
fn listed() -> Vec<String> {
    let output = Command::new("python3").arg(root().join("benches/choices")).arg("--list").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// The cells of all rows between the markers, heads first.
fn rows(page: &str) -> (Vec<Vec<&str>>, Vec<Vec<&str>>) {
    let section = page.split("<!-- choices -->\n").nth(1).unwrap().split("<!-- end of choices -->\n").next().unwrap();
    let cells = section.lines().filter(|line| line.starts_with("| ")).map(|line| {
        let line = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')).expect(line);
        line.split('|').map(str::trim).collect::<Vec<_>>()
    });
    cells.partition(|cells| !cells[0].starts_with('`'))
}

#[test]
fn every_row_of_the_script_is_on_the_page() {
    let page = fs::read_to_string(root().join("docs/results/choices.md")).unwrap();
    let (_, rows) = rows(&page);
    let names = ["", "--routing", "--vc-rule", "--vcs", "--pipeline", "--buffer-depth", "--flit-width"];
    let options = |cells: &[&str]| {
        let words = names.iter().zip(cells).map(|(name, cell)| format!("{name} {}", cell.trim_matches('`')));
        // The page measures the papers' ties.
        let words = words.map(|words| if words.starts_with("--vc-rule") { words + " --ties plus" } else { words });
        words.collect::<Vec<_>>().join(" ").trim().to_owned()
    };
    let on_page: HashSet<String> = rows.iter().map(|cells| options(cells)).collect();
    assert_eq!(on_page, listed().into_iter().collect());
}

/// Its options are those that a router can have.
#[test]
fn every_row_can_be_generated() {
    let folder = tempfile::tempdir().unwrap();
    let listed = listed();
    assert!(listed.len() > 50, "{}", listed.len());
    for line in listed {
        torusmith(&format!("generate {line} --out {}", folder.path().display())).good();
    }
}

/// What is measured, alike wherever a row stands; what follows from it; and a word on each column.
#[test]
fn the_figures_are_of_one_piece() {
    let page = fs::read_to_string(root().join("docs/results/choices.md")).unwrap();
    let (heads, rows) = rows(&page);
    assert!(heads.len() > 3 && heads.iter().all(|head| *head == heads[0]), "{heads:?}");
    for name in &heads[0] {
        assert!(page.contains(&format!("**{name}**")), "{name} is not explained");
    }
    let (mut seen, mut placed) = (HashMap::new(), 0);
    for cells in &rows {
        assert_eq!(cells.len(), heads[0].len(), "{cells:?}");
        assert_eq!(seen.entry(cells[..7].join(" ")).or_insert(cells), &cells, "the same router, other figures");
        let value = |name: &str| cells[heads[0].iter().position(|head| *head == name).unwrap()].parse::<f64>();
        let near = |a: f64, b: f64, part: f64, digit: f64| (a - b).abs() <= part * b + digit;
        let (saturation, latency) = (value("saturation").unwrap(), value("latency").unwrap());
        assert!(saturation > 0.0 && saturation < 1.0 && latency > 16.0, "{cells:?}");
        assert!(value("kGE, logic").unwrap() < value("kGE").unwrap(), "{cells:?}");
        let Ok(mhz) = value("MHz") else { continue };
        placed += 1;
        // Both sides are rounded: the clock to 0.1 MHz, what follows from it to a digit of its own.
        let (clocks, width) = (value("clocks").unwrap(), value("W").unwrap());
        assert!(near(value("ns a hop").unwrap(), clocks * 1000.0 / mhz, 0.002, 0.051), "{cells:?}");
        assert!(near(value("Gbit/s").unwrap(), saturation * width * mhz / 1000.0, 0.002, 0.0051), "{cells:?}");
        assert!(near(value("ns").unwrap(), latency * 1000.0 / mhz, 0.002, 0.51), "{cells:?}");
        assert!(value("COMB").unwrap() >= value("LUT4").unwrap() && value("FF").unwrap() > 0.0, "{cells:?}");
    }
    assert!(placed > 10, "{placed} rows have a clock");
}
