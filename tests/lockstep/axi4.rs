//! AXI4 interfaces at the nodes: maps, widths, slots, orders and pauses, below saturation and far past it.

use std::sync::OnceLock;

use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{Axi4, Axi4Counts, Axi4Options, RunOptions, RunReport, Script, Silent};

use crate::support::Bench;

/// A hypercube of eight nodes, which most tests share.
pub fn bench() -> &'static Bench {
    static BENCH: OnceLock<Bench> = OnceLock::new();
    BENCH.get_or_init(|| Bench::new("hypercube:3", "interface=axi4 map=few vcs=2 burst=256"))
}

/// Requests of a pattern.
pub fn protocol(pattern: Pattern, rate: f64, users: Axi4Options) -> Axi4 {
    let lengths = Lengths::any_of(&[2, 2, 3, 5, 16, 64]).unwrap();
    Axi4 { traffic: TrafficOptions { pattern, rate, lengths, seed: 5, sources: Sources::default() }, users, script: Script::default() }
}

/// All pauses alike.
pub fn pausing(pause: f64) -> Axi4Options {
    Axi4Options {
        valid_pause: pause,
        ready_pause: pause,
        answer_pause: pause,
        take_pause: pause,
        clear_error: 0.01,
        ..Axi4Options::default()
    }
}

pub fn run(bench: &Bench, axi4: &Axi4, cycles: u64) -> RunReport<Axi4Counts> {
    let options = RunOptions { cycles, ..RunOptions::default() };
    bench.bench.cosim(axi4, &options, &mut Silent).unwrap_or_else(|e| panic!("{}: {e}", bench.name))
}

#[track_caller]
pub fn agrees(bench: &Bench, axi4: &Axi4, cycles: u64) -> RunReport<Axi4Counts> {
    let report = run(bench, axi4, cycles);
    let told = report.first_divergence.as_ref().map_or(String::new(), ToString::to_string);
    assert!(report.good(), "{} {axi4:?}: {report:?}\n{told}", bench.name);
    assert!(report.counts.requests[0] > 0, "{}: no request", bench.name);
    report
}

/// Each bench without pauses past saturation, and with many below it.
fn agree(matrix: &[(&str, &str)]) {
    for (network, text) in matrix {
        let bench = Bench::new(network, &format!("interface=axi4 {text}"));
        let cycles = if bench.bench.design().network.routers() > 20 { 150 } else { 400 };
        agrees(&bench, &protocol(Pattern::Uniform, 0.9, pausing(0.0)), cycles);
        agrees(&bench, &protocol(Pattern::Uniform, 0.3, pausing(0.6)), 2 * cycles);
    }
}

#[test]
#[ignore = "long: two whole AXI4 networks"]
fn sizes_and_widths() {
    agree(&[
        ("torus:2,3", "map=halves vcs=4 data=32 id=1 slots=1 burst=16 beats=16 held=1"),
        ("hypercube:2", "map=few vcs=2 data=128 id=8 user=5 slots=16 burst=256 beats=1024 held=16 pipeline=1"),
    ]);
    if cfg!(feature = "soak") {
        agree(&[
            ("torus:3,3", "map=all vcs=4"),
            ("hypercube:3", "map=few vcs=2 data=128 id=8 user=5 slots=16 burst=256 beats=1024 held=16 pipeline=1"),
        ]);
    }
}

/// Where nobody keeps the order of pairs, where exclusive accesses go on; in soaks also where the source chooses routing bits, and where they are
/// rewritten on the way. Reads and writes in classes of their own, and writes that start early.
#[test]
#[ignore = "long: whole AXI4 networks"]
fn orders_and_other_networks() {
    agree(&[
        ("hypercube:2", "map=halves vcs=2 order=none id-order=one"),
        ("mesh:2,2", "map=halves vcs=2 classes=2 write-start=1 pipeline=3 exclusive=1 user=3"),
        // Several terminals at a router, and none
        ("mesh:1,2:3", "map=all vcs=2"),
        ("fattree:2,2", "map=halves vcs=2 pipeline=1"),
    ]);
    if cfg!(feature = "soak") {
        agree(&[
            ("mesh:3,3", "map=halves vcs=4 classes=2 write-start=2 order=none id-order=one pipeline=1"),
            ("torus:3,3", "map=all vcs=4 classes=2 depth=2"),
            ("hypercube:2", "map=all vcs=2 order=none id-order=one"),
            ("hypercube:3", "map=halves vcs=2 pipeline=3 exclusive=1 user=3"),
            ("mesh:2,3", "map=halves vcs=1"),
            ("ttn:2,2,1", "map=few vcs=5"),
            ("rdt:4", "map=halves pipeline=3 depth=2"),
            ("htn:4,4,2,0", "map=few vcs=3 routing=ls+cs"),
            ("torus:4,4", "map=all vcs=2 data=512 user=64 id=16"),
            ("torus:4,4", "map=halves vcs=4 depth=2 data=256 slots=8"),
            ("tesh:2,2,1", "map=few vcs=2 pipeline=3"),
        ]);
    }
}

#[test]
#[ignore = "long: a whole AXI4 network of its own"]
fn patterns() {
    let mut networks = vec![("hypercube:2", "map=all")];
    if cfg!(feature = "soak") {
        networks.extend([("torus:4,4", "map=quarters"), ("torus:4,4", "map=halves")]);
    }
    for (network, map) in networks {
        let bench = Bench::new(network, &format!("interface=axi4 {map} vcs=2"));
        // A hypercube has no hot spots by itself.
        for pattern in Pattern::ALL.into_iter().filter(|pattern| network != "hypercube:2" || !matches!(pattern, Pattern::HotSpot(_))) {
            agrees(&bench, &protocol(pattern, 0.4, Axi4Options::default()), 250);
        }
    }
}

/// With a seed the same is done each time, with whatever number of threads.
#[test]
fn threads_make_no_difference() {
    let report = |threads| {
        let options = RunOptions { threads, cycles: 300, ..RunOptions::default() };
        bench().bench.cosim(&protocol(Pattern::Uniform, 0.3, pausing(0.25)), &options, &mut Silent).unwrap()
    };
    assert_eq!(report(2), report(1));
}

/// Without pauses past saturation, and with many below it.
#[test]
fn requests_of_all_kinds() {
    agrees(bench(), &protocol(Pattern::Uniform, 0.9, pausing(0.0)), 400);
    agrees(bench(), &protocol(Pattern::Uniform, 0.3, pausing(0.6)), 800);
}
