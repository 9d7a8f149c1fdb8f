//! Networks from files: routers and whole networks, by tables.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

use crate::first::{Faults, first};
use crate::support::Bench;

/// Idle and far past saturation.
fn agree(network: &str, options: &str, cycles: u64) {
    let bench = Bench::new(network, options);
    bench.agrees(&[Pattern::Uniform], 0.03, &[16], cycles, Fast);
    bench.agrees(&[Pattern::Uniform], 0.9, &[1, 1, 2, 3, 16], cycles, Fast);
    bench.agrees(&[Pattern::Uniform], 0.4, &[1], cycles / 4, Reference);
}

#[test]
fn routers() {
    agree("mesh_4x4_broken.toml", "pipeline=3 classes=2 vcs=6", 400);
    agree("wheel_5.toml", "", 400);
}

#[test]
#[ignore = "long: a design a row"]
fn more_routers() {
    for (network, options) in [
        #[cfg(feature = "soak")]
        ("ring_8.toml", ""),
        ("ring_8.toml", "pipeline=1 depth=2"),
        #[cfg(feature = "soak")]
        ("kautz_24.toml", ""),
        ("kautz_24.toml", "pipeline=3 vcs=5 reuse=empty"),
        #[cfg(feature = "soak")]
        ("mesh_4x4_broken.toml", ""),
        ("dragonfly_36.toml", "pipeline=3"),
        #[cfg(feature = "soak")]
        ("random_64.toml", ""),
        ("random_64.toml", "pipeline=1 vcs=3 depth=6"),
        ("double_ring_16.toml", "width=16"),
    ] {
        agree(network, options, 400);
    }
}

#[test]
#[ignore = "long: two whole networks"]
fn networks() {
    for (network, options) in [
        ("ring_8.toml", "scope=network pipeline=1"),
        #[cfg(feature = "soak")]
        ("kautz_24.toml", "scope=network"),
        #[cfg(feature = "soak")]
        ("mesh_4x4_broken.toml", "scope=network pipeline=3"),
        ("wheel_5.toml", "scope=network classes=4 vcs=4 slices=2"),
    ] {
        agree(network, options, 300);
    }
}

#[test]
#[ignore = "long: a design a fault"]
fn what_is_broken_is_named() {
    let mut faults = Faults::default();
    for (fault, network, options, file, from, to, shows) in [
        (
            "a node goes by the routes of another",
            "ring_8.toml",
            "",
            "route",
            "case (here)",
            "case (here ^ 3'd4)",
            first(2, 2, "right", "out_valid"),
        ),
        ("a hop is of the other class", "ring_8.toml", "vcs=2", "route", "out_class", "~..", first(2, 2, "right", "out_vc")),
        (
            "a hop of class any has class 0 alone",
            "mesh_4x4_broken.toml",
            "vcs=2",
            "route",
            "out_class",
            "2'd1 << hop[6:4]",
            first(410, 12, "local", "in_credit_valid"),
        ),
        (
            "one route of node 2 of five goes by another link",
            "wheel_5.toml",
            "",
            "route",
            "ROW_2 = ",
            "ROW_2 = 20'h1 ^ ",
            first(54, 2, "local", "in_credit_valid"),
        ),
    ] {
        let bench = Bench::edited(network, options, file, from, to);
        let runs = bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 1000, Fast);
        faults.found(fault, runs[0].first_divergence.as_ref(), shows);
    }
    faults.none();
}
