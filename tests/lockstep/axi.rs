//! AXI4-Stream interfaces at the local ports: sizes, pipelines, widths and pauses, below saturation and far past it.

use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{Axi, AxiCounts, RunOptions, RunReport, Silent, UserOptions};

use crate::support::Bench;

/// Pauses of masters and slaves.
pub const PAUSES: [(f64, f64); 4] = [(0.0, 0.0), (0.5, 0.0), (0.0, 0.8), (0.3, 0.3)];

/// Streams, and how they are run.
#[derive(Debug, Clone)]
pub struct Setting {
    pub axi: Axi,
    run: RunOptions,
}

pub fn options(pattern: Pattern, rate: f64, lengths: &[usize], pauses: (f64, f64), cycles: u64) -> Setting {
    let axi = Axi {
        traffic: TrafficOptions { pattern, rate, lengths: Lengths::any_of(lengths).unwrap(), seed: 5, sources: Sources::default() },
        users: UserOptions { tvalid_pause: pauses.0, tready_pause: pauses.1, wrong_destination: 0.1, ..UserOptions::default() },
    };
    Setting { axi, run: RunOptions { cycles, ..RunOptions::default() } }
}

pub fn run(bench: &Bench, Setting { axi, run }: &Setting) -> RunReport<AxiCounts> {
    bench.bench.cosim(axi, run, &mut Silent).unwrap_or_else(|e| panic!("{}: {e}", bench.name))
}

/// Runs streams that must agree and arrive.
fn agrees(bench: &Bench, options: &Setting) -> RunReport<AxiCounts> {
    let report = run(bench, options);
    let told = report.first_divergence.as_ref().map_or(String::new(), ToString::to_string);
    assert!(report.good(), "{} {options:?}: {report:?}\n{told}", bench.name);
    assert!(report.counts.packets_injected > 0 && report.counts.packets_dropped > 0, "{} {options:?}: {report:?}", bench.name);
    report
}

fn agree(matrix: &[(&str, &str)]) {
    for (network, text) in matrix {
        let bench = Bench::new(network, &format!("interface=axis {text}"));
        let (cycles, pauses) = match bench.bench.design().network.routers() {
            500.. => (80, &PAUSES[3..]),
            100.. => (150, &PAUSES[2..]),
            _ => (600, &PAUSES[..]),
        };
        agrees(&bench, &options(Pattern::Uniform, 0.1, &[2, 5, 17], (0.25, 0.25), 2 * cycles));
        for &pauses in pauses {
            let rough = agrees(&bench, &options(Pattern::Uniform, 0.9, &[2, 2, 3, 16], pauses, cycles));
            assert!(rough.counts.packets_queued > 0, "not past saturation: {rough:?}");
        }
    }
}

#[test]
fn a_torus() {
    agree(&[("torus:4,4", "vcs=2")]);
}

#[test]
#[ignore = "long: a design a row"]
fn tori() {
    agree(&[
        ("torus:4,4", "vcs=2 ties=plus pipeline=3 depth=2 width=16"),
        #[cfg(feature = "soak")]
        ("torus:3,5", "vcs=4 depth=3 width=65 reuse=empty"),
        ("torus:2,3", "vcs=8 depth=64 width=512"),
    ]);
}

/// With q = 2 the source gives the group.
#[test]
#[ignore = "long: networks of 64 to 256 nodes"]
fn tori_connected_networks() {
    agree(&[
        #[cfg(feature = "soak")]
        ("ttn:2,2,0", "ties=plus"),
        ("ttn:2,2,2", "width=17 pipeline=3 depth=5"),
        ("sttn:2,2,1", "depth=3"),
        #[cfg(feature = "soak")]
        ("mtn:2,2,2", "ties=plus depth=2"),
        #[cfg(feature = "soak")]
        ("tesh:2,2,1", "pipeline=3 vcs=2"),
    ]);
}

/// Where sources choose routing bits, packet by packet (T7).
#[test]
#[ignore = "long: a network of 1024 nodes"]
fn htn_with_choices_at_the_source() {
    agree(&[
        ("htn:4,4,2,0", "vcs=3 routing=ls+cs width=128"),
        #[cfg(feature = "soak")]
        ("htn:4,4,2,2", "vcs=2 routing=dor-both"),
    ]);
}

/// Where routing bits are rewritten on the way.
#[test]
#[ignore = "long: a design of its own"]
fn rdt() {
    agree(&[
        ("rdt:4", "pipeline=3 depth=2"),
        #[cfg(feature = "soak")]
        ("rdt:8", ""),
    ]);
}

#[test]
fn message_classes() {
    agree(&[("mesh:3,3", "vcs=2 classes=2 pipeline=1 depth=2 width=16")]);
}

/// M = 3 has a class that is none; M = 4 has the most.
#[test]
#[ignore = "long: a design a row, one of them a whole network"]
fn more_message_classes() {
    agree(&[
        ("mesh:2,3", "vcs=6 classes=3 scope=network"),
        #[cfg(feature = "soak")]
        ("torus:3,5", "vcs=6 classes=3 pipeline=3 depth=3 reuse=empty"),
        ("hypercube:3", "vcs=4 classes=4"),
    ]);
    if cfg!(feature = "soak") {
        agree(&[
            ("torus:4,4", "vcs=4 classes=2 width=65"),
            ("torus:3,3", "vcs=2 classes=2 pipeline=3 scope=network"),
            ("torus:4,4", "vcs=3 classes=3 pipeline=1"),
        ]);
    }
}

/// The whole network as one module; its links are inside.
#[test]
#[ignore = "long: whole networks"]
fn whole_networks() {
    agree(&[
        #[cfg(feature = "soak")]
        ("torus:3,3", "vcs=2 scope=network"),
        ("mesh:2,3", "vcs=1 scope=network depth=2"),
        ("mesh:2,2:2", "vcs=2 scope=network pipeline=3"),
        ("clos_11.toml", "vcs=2 scope=network"),
        ("hypercube:3", "vcs=2 scope=network width=48"),
    ]);
}

#[test]
fn patterns() {
    let bench = Bench::new("torus:4,4", "interface=axis vcs=2");
    for pattern in Pattern::ALL {
        agrees(&bench, &options(pattern, 0.4, &[2, 5, 64], (0.2, 0.4), 600));
    }
}

/// Nobody is told of an error where no packet is dropped.
#[test]
fn without_wrong_destinations_nothing_is_dropped() {
    let bench = Bench::new("torus:4,4", "interface=axis vcs=2");
    let mut options = options(Pattern::Uniform, 0.5, &[2, 5], (0.25, 0.25), 500);
    options.axi.users.wrong_destination = 0.0;
    let report = run(&bench, &options);
    assert!(report.good() && report.counts.packets_dropped == 0, "{report:?}");
    assert_eq!(report.counts.beats[0], report.counts.beats[1], "every beat comes out again");
}

#[test]
fn idle_nodes_and_threads_make_no_difference() {
    let bench = Bench::new("torus:4,4", "interface=axis vcs=2");
    let report = |skip_idle, threads| {
        let mut options = options(Pattern::Uniform, 0.05, &[2, 5], (0.0, 0.0), 1000);
        options.run = RunOptions { threads, skip_idle, ..options.run };
        run(&bench, &options)
    };
    let first = report(true, 2);
    assert!(first.good(), "{first:?}");
    assert_eq!(report(false, 1), first);
}
