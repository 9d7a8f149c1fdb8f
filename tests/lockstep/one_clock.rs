//! One clock a hop under all seven patterns, registers on links, message classes; each broken on purpose.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

use crate::first::{Faults, first};
use crate::support::Bench;

/// All patterns, past saturation.
fn seven(network: &str, options: &str, cycles: u64) {
    Bench::new(network, options).agrees(&Pattern::ALL, 0.6, &[1, 2, 5, 16], cycles, Fast);
}

#[test]
fn one_clock_a_hop() {
    seven("torus:4,4", "pipeline=1 vcs=2", 400);
}

#[test]
#[ignore = "long: a design a row"]
fn one_clock_a_hop_in_other_families() {
    seven("ttn:2,2,1", "pipeline=1 vcs=2", 80);
    if cfg!(feature = "soak") {
        seven("htn:4,4,2,1", "pipeline=1 vcs=2", 20);
    }
    seven("rdt:8", "pipeline=1 vcs=3 depth=3", 120);
    seven("mesh:4,4", "pipeline=1 vcs=1 depth=2 width=20 reuse=empty", 400);
}

/// On links that the test bench has, and on those of a generated network.
#[test]
#[ignore = "long: three designs, one of them a whole network"]
fn registers_on_links() {
    for (network, options) in [
        ("torus:4,4", "vcs=2 slices=1,wrap=8"),
        ("torus:4,4", "vcs=2 pipeline=1 slices=wrap=2"),
        ("torus:2,4", "vcs=2 classes=2 slices=x=2,wrap=3 scope=network width=16"),
    ] {
        through(network, options, 400);
    }
}

#[test]
fn message_classes() {
    through("torus:4,4", "vcs=2 classes=2", 400);
}

#[test]
#[ignore = "long: a design a row"]
fn message_classes_in_other_pipelines() {
    through("torus:4,4", "vcs=4 classes=2 pipeline=3 reuse=empty", 400);
    through("mesh:4,4", "vcs=3 classes=3 pipeline=1", 400);
}

fn through(network: &str, options: &str, cycles: u64) {
    let bench = Bench::new(network, options);
    bench.agrees(&[Pattern::Uniform, Pattern::BitFlip], 0.6, &[1, 2, 5, 16], cycles, Fast);
    bench.agrees(&[Pattern::Uniform], 0.1, &[16], cycles, Reference);
}

#[test]
#[ignore = "long: a design a fault"]
fn what_is_broken_is_named() {
    let mut faults = Faults::default();
    for (fault, network, options, file, from, to, shows) in [
        (
            "flits are on the links of odd ports alone (ST1)",
            "torus:4,4",
            "vcs=2 pipeline=1",
            "crossbar",
            "out_valid",
            "|from & o[0]",
            first(1, 15, "y-", "out_valid"),
        ),
        (
            "credits do not go through the registers of a link (L5)",
            "torus:2,4",
            "vcs=2 slices=1 scope=network width=16",
            "link_slice",
            "credit_out",
            "credits[0 +: CREDIT_BITS]",
            first(10, 4, "local", "local_in_credit_valid"),
        ),
        (
            "all packets go on by the VCs of message class 0 (RC8)",
            "torus:4,4",
            "vcs=2 classes=2",
            "input_unit",
            "flit_vcs",
            "{1'b0, |picked}",
            first(2, 5, "x+", "out_vc"),
        ),
    ] {
        let bench = Bench::edited(network, options, file, from, to);
        let runs = bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 1000, Fast);
        faults.found(fault, runs[0].first_divergence.as_ref(), shows);
    }
    faults.none();
}
