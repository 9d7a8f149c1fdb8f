//! Packets of a pair in order (`ORDER` = 1, rule RC9), in all kinds of families; and broken on purpose.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

use crate::axi;
use crate::first::{Faults, first};
use crate::support::Bench;

/// All patterns, past saturation.
fn agree(rows: &[(&str, &str, u64)]) {
    for &(network, options, cycles) in rows {
        let bench = Bench::new(network, options);
        bench.agrees(&Pattern::ALL, 0.6, &[1, 2, 5, 16], cycles, Fast);
        bench.agrees(&[Pattern::Uniform], 0.1, &[1, 2, 5, 16], cycles, Reference);
    }
}

#[test]
fn packets_of_a_pair_in_order() {
    agree(&[("torus:4,4", "order=pair vcs=4 pipeline=1 classes=2", 400)]);
}

#[test]
#[ignore = "long: a design a row"]
fn packets_of_a_pair_in_order_in_other_families() {
    agree(&[
        #[cfg(feature = "soak")]
        ("torus:4,4", "order=pair vcs=4", 400),
        ("mesh:4,4", "order=pair vcs=3 pipeline=3 reuse=empty", 400),
        ("ttn:2,2,1", "order=pair vcs=4", 60),
        #[cfg(feature = "soak")]
        ("htn:4,4,2,1", "order=pair vcs=4 routing=dor", 20),
        ("rdt:8", "order=pair vcs=4 depth=3", 120),
    ]);
}

/// Fewer address bits than a VC's number has (N3).
#[test]
fn packets_of_a_pair_in_order_in_small_networks() {
    let bench = Bench::new("star:2", "order=pair vcs=4");
    bench.agrees(&[Pattern::Uniform], 0.9, &[1, 2, 5, 16], 1000, Fast);
}

/// Networks of one's own have no hot spots by themselves.
#[test]
fn in_networks_of_ones_own() {
    let bench = Bench::new("wheel_5.toml", "order=pair vcs=4");
    bench.agrees(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 2000, Fast);
}

#[test]
#[ignore = "long: a design a fault"]
fn what_is_broken_is_named() {
    let mut faults = Faults::default();
    for (fault, network, options, file, from, to, shows) in [
        (
            "a head keeps the VC of another number (RC9)",
            "torus:3,6",
            "order=pair vcs=4",
            "input_vc",
            "kept",
            "KEPT_0[(NUMBER ^ 1)*4 +: 4]",
            first(4, 1, "x+", "in_credit_valid"),
        ),
        (
            "a head keeps the lowest VC, if there is one class (RC9)",
            "torus:4,4",
            "order=pair vcs=4",
            "input_vc",
            "next_vcs",
            "4'd1",
            first(2, 2, "local", "in_credit_valid"),
        ),
        (
            "a stream takes the VC of the bits above (T5)",
            "torus:4,4",
            "interface=axis vcs=4 width=16",
            "axi_packetizer",
            "free",
            "has_credit & (4'd1 << destination[3:2])",
            first(3, 2, "x+", "out_vc"),
        ),
    ] {
        let bench = Bench::edited(network, options, file, from, to);
        let shown = if options.starts_with("interface") {
            axi::run(&bench, &axi::options(Pattern::Uniform, 0.6, &[2, 2, 3, 8], (0.3, 0.5), 2000)).first_divergence
        } else {
            bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 400, Fast)[0].first_divergence.clone()
        };
        faults.found(fault, shown.as_ref(), shows);
    }
    faults.none();
}
