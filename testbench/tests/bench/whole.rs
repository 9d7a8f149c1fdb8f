//! The generated network itself, in one piece.

use torusmith_testbench::{RunOptions, Scope};

use crate::support::{Folder, options, run};

#[test]
fn a_network_in_one_piece() {
    let folder = Folder::whole();
    let Some(bench) = folder.open() else { return };
    assert_eq!((bench.design().scope, bench.design().ports_compared()), (Scope::Network, 1));
    for rate in [0.05, 0.9] {
        let mut all = options(rate, 800);
        let report = run(&bench, &all);
        assert!(report.good() && report.counts.packets_injected > 20, "{report:?}");
        assert_eq!(report.comparisons, 4 * (report.cycles + report.drain_cycles));
        all.run = RunOptions { threads: 3, skip_idle: false, ..all.run };
        assert_eq!(run(&bench, &all), report);
    }
}

#[test]
fn a_difference_in_it_is_named_and_shown() {
    let folder = Folder::whole().edit("_network.v", ".local_out_head(local_out_head[n])", ".local_out_head(heads[n])").edit(
        "_network.v",
        "// Ports, less one",
        "wire [3:0] heads; assign local_out_head = heads & 4'b1011;\n  // Ports, less one",
    );
    let Some(bench) = folder.open() else { return };
    let mut all = options(0.3, 400);
    let dir = tempfile::tempdir().unwrap();
    all.run.wave = Some(dir.path().join("whole.vcd"));
    let first = run(&bench, &all).first_divergence.unwrap();
    assert_eq!((first.node, &first.signal[..], &first.port_name[..]), (2, "local_out_head", "local"), "{first}");
    assert!(std::fs::read_to_string(first.wave.unwrap()).unwrap().contains("local_out_head"));
}
