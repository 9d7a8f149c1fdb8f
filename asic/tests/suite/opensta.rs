use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use torusmith_asic::{Conditions, OpenSta, Timing};
use torusmith_synthesis::Error;

use crate::small::{library, netlist};

/// The answer to a netlist of an OpenSTA that is this shell script.
fn ask(script: &str) -> Result<f64, Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sta");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let library = library();
    let cells: [(&str, &str, &[&str]); 2] = [("a", "DFF", &["clk", "x", "q"]), ("b", "DFF", &["clk", "q", "y"])];
    let netlist = netlist(&library, &cells, &["clk", "x"], &["out_y"]);
    let conditions = Conditions { clock_transition: 0.25, ..Conditions::default() };
    let timing = Timing::new(&netlist, &library, &conditions).unwrap();
    OpenSta::at(&path, Duration::from_secs(1)).register_period(&netlist, &library, &conditions, &timing)
}

#[test]
fn an_answer_is_a_period_and_everything_else_an_error() {
    // The script has what the timing assumes.
    let asked = "grep -q 'set_clock_transition 0.25 ' run.tcl && grep -q 'get_ports clk' run.tcl && grep -q 'DFF a' netlist.v && echo";
    assert!((ask(&format!("{asked} 'worst slack 97.5'")).unwrap() - 2.5).abs() < 1e-9);
    for (script, words) in [
        ("echo 'Error: run.tcl line 3, link failed'", "OpenSTA fails: Error: run.tcl line 3, link failed"),
        ("echo 'worst slack 1.0'; echo 'Error: cells.lib' >&2", "Error: cells.lib"),
        ("true", "it said nothing"),
        ("echo 'worst slack INF'", "worst slack INF"),
        ("echo broken; exit 1", "OpenSTA fails: broken"),
        ("exec sleep 60", "no answer within 1 s"),
    ] {
        let error = ask(script).unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains('\n'), "{script}: {error}");
    }
}
