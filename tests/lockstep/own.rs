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
    agree("clos_11.toml", "vcs=2 pipeline=3", 400);
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
        ("clos_11.toml", "classes=2 vcs=4"),
        ("clos_11.toml", "pipeline=1 vcs=3 depth=2"),
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
        ("clos_11.toml", "scope=network vcs=2 slices=1"),
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
            "every local port takes the terminal of the first for its own (E1)",
            "clos_11.toml",
            "",
            "router",
            ".here",
            "terminals[3:0]",
            first(81, 1, "p4", "error"),
        ),
        (
            "a packet to another terminal of the router is dropped (E1)",
            "mesh:2,2:4",
            "vcs=2",
            "local_guard",
            "not_away",
            "in_destination[3:2] == here[3:2]",
            first(21, 1, "y-", "error"),
        ),
        (
            "local output 1 grants by class as a link does (VA3)",
            "torus:4,4:2",
            "vcs=4 ties=plus pipeline=3",
            "router",
            "o < 2) begin : g_local",
            "o < 1) begin : g_local",
            first(79, 15, "local1", "out_vc"),
        ),
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
