//! The generated network itself, in one piece.

use torusmith_design::Scope;
use torusmith_sim::simulation::EngineKind;
use torusmith_testbench::{RunOptions, Silent};

use crate::support::{Folder, Given, engine, options, run};

#[test]
fn a_network_in_one_piece() {
    let folder = Folder::whole();
    let Some(bench) = folder.open() else { return };
    assert_eq!((bench.design().manifest.scope, bench.design().ports_compared()), (Scope::Network, 1));
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
#[ignore = "long: a whole network with waveforms"]
fn a_difference_in_it_is_named_and_shown() {
    let folder = Folder::whole().edit("_network.v", "(local_out_head[2])", "(head_2)").edit(
        "_network.v",
        "  // Node 0,",
        "  wire head_2; assign local_out_head[2] = head_2 & 1'b0;\n\n  // Node 0,",
    );
    let Some(bench) = folder.open() else { return };
    let mut all = options(0.3, 400);
    let dir = tempfile::tempdir().unwrap();
    all.run.wave = Some(dir.path().join("whole.vcd"));
    let first = run(&bench, &all).first_divergence.unwrap();
    assert_eq!((first.node, &first.signal[..], &first.port_name[..]), (2, "local_out_head", "local"), "{first}");
    assert!(std::fs::read_to_string(first.wave.unwrap()).unwrap().contains("local_out_head"));
}

/// The links x+ of nodes 0 and 5 lead to one another's far ends: a packet from node 0 to its neighbour comes to node 6 instead, and is not at node 1
/// when it should be, 2 (1 + 1) clocks after it was sent (N8).
#[test]
#[ignore = "long: a whole network of 16 nodes"]
fn exchanged_links_are_named() {
    let folder = Folder::new("torus:4,4", |o| (o.vcs, o.flit_width, o.scope) = (Some(2), Some(16), torusmith_design::Scope::Network));
    let folder = folder.edit("_network.v", "n0_x_plus_flit, n2_x_minus_flit}", "n5_x_plus_flit, n2_x_minus_flit}");
    let folder = folder.edit("_network.v", "n5_x_plus_flit, n7_x_minus_flit}", "n0_x_plus_flit, n7_x_minus_flit}");
    let Some(bench) = folder.open() else { return };
    let run = RunOptions { cycles: 50, ..RunOptions::default() };
    let packet = Box::new(Given::new(&bench, &[(5, 0, 1, 1)]));
    let report = bench.run(packet, engine(&bench, EngineKind::Fast), &run, &mut Silent).unwrap();
    let first = report.first_divergence.unwrap();
    assert_eq!((first.clock, first.node, &*first.port_name, &*first.signal), (9, 1, "local", "local_out_valid"), "{first}");
    assert_eq!((&*first.expected, &*first.found, first.others.len()), ("1", "0", 0), "{first}");
}
