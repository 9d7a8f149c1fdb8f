//! Networks from files: routers and whole networks, by tables.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

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
    for (network, options) in [
        ("ring_8.toml", ""),
        ("ring_8.toml", "pipeline=1 depth=2"),
        ("kautz_24.toml", ""),
        ("kautz_24.toml", "pipeline=3 vcs=5 reuse=empty"),
        ("mesh_4x4_broken.toml", ""),
        ("mesh_4x4_broken.toml", "pipeline=3 classes=2 vcs=6"),
        ("dragonfly_36.toml", "pipeline=3"),
        ("random_64.toml", ""),
        ("random_64.toml", "pipeline=1 vcs=3 depth=6"),
        ("double_ring_16.toml", "width=16"),
        ("wheel_5.toml", ""),
    ] {
        agree(network, options, 400);
    }
}

#[test]
fn networks() {
    for (network, options) in [
        ("ring_8.toml", "scope=network pipeline=1"),
        ("kautz_24.toml", "scope=network"),
        ("mesh_4x4_broken.toml", "scope=network pipeline=3"),
        ("wheel_5.toml", "scope=network classes=4 vcs=4 slices=2"),
    ] {
        agree(network, options, 300);
    }
}
