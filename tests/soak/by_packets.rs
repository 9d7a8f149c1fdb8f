//! Many routers as they are, watched without a model: none breaks a rule of the links.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{ByPackets, Plain, RunOptions, Silent};

use crate::support::Bench;

#[test]
fn nothing_is_wrong_with_routers_as_they_are() {
    for (network, options) in [
        ("ttn:2,2,1", "vcs=3"),
        ("ttn:2,2,2", "vcs=4 classes=2 pipeline=1 slices=up=3,wrap=1"),
        ("sttn:2,2,1", "vcs=3 reuse=empty"),
        ("mtn:2,2,1", "vcs=2 pipeline=3"),
        ("tesh:2,2,2", "vcs=3"),
        ("htn:4,4,2,1", "vcs=3 routing=ls+cs"),
        ("htn:4,4,2,1", "vcs=6 classes=2 routing=cs pipeline=1"),
        ("rdt:16", "vcs=4 pipeline=3"),
        ("rdt:8", "vcs=6 classes=2 reuse=empty slices=1,ux=5"),
        ("torus:8,8,4", "vcs=4 depth=2"),
        ("mesh:8,8", "vcs=2 slices=8"),
        ("hypercube:6", "vcs=2 pipeline=1"),
        ("dragonfly_36.toml", ""),
        ("kautz_24.toml", "pipeline=3"),
    ] {
        let bench = Bench::new(network, options);
        for (pattern, rate) in [(Pattern::Uniform, 0.1), (Pattern::Uniform, 0.9)] {
            let traffic =
                TrafficOptions { pattern, rate, lengths: Lengths::any_of(&[1, 2, 3, 16]).unwrap(), seed: 5, sources: Sources::default() };
            let options = RunOptions { cycles: 1500, ..RunOptions::default() };
            let run = bench.bench.cosim(&ByPackets(Plain { traffic, engine: Fast, driver: None }), &options, &mut Silent).unwrap();
            assert!(run.good() && run.counts.packets_injected > 0, "{network} {options:?} at {rate}: {run:?}");
        }
    }
}
