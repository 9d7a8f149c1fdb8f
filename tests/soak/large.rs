//! Lock steps of thousands of routers, and of whole networks of a thousand.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;

use crate::agree::{Row, agree};
use crate::support::Bench;

fn all(saturating: Pattern, rows: &[Row]) {
    rows.iter().for_each(|(network, options, cycles)| agree(network, options, *cycles, saturating));
}

#[test]
fn ttn_of_three_levels() {
    all(
        Pattern::HotSpot(20),
        &[
            ("ttn:2,3,0", "pipeline=3 reuse=empty depth=8 width=40", 120),
            ("ttn:2,3,1", "vcs=2 depth=3", 120),
            ("ttn:2,3,1", "vcs=6 ties=plus depth=2", 120),
        ],
    );
}

#[test]
fn ttn_of_8x8_modules() {
    all(Pattern::HotSpot(20), &[("ttn:3,2,0", "pipeline=3 vcs=7", 120), ("ttn:3,2,1", "ties=plus depth=5", 120)]);
}

#[test]
fn sttn_mtn_and_tesh() {
    all(
        Pattern::HotSpot(20),
        &[
            ("sttn:2,3,1", "vcs=3 pipeline=3", 120),
            ("sttn:2,3,0", "vcs=3 ties=plus", 120),
            ("sttn:3,2,0", "", 120),
            ("mtn:2,3,1", "vcs=2 pipeline=3", 120),
            ("mtn:2,3,1", "vcs=3 rule=least ties=plus", 120),
            ("mtn:3,2,1", "ties=plus pipeline=3", 120),
            ("tesh:2,3,1", "vcs=3 pipeline=3", 120),
            ("tesh:3,2,0", "vcs=2", 120),
        ],
    );
}

/// Of four levels, 65536 routers: near idle, and a few clocks far past saturation, so that packets of all levels meet.
#[test]
fn mtn_and_tesh_of_four_levels() {
    for (network, options) in [("mtn:2,4,0", "pipeline=3"), ("tesh:2,4,0", "")] {
        let bench = Bench::new(network, options);
        bench.agrees(&[Pattern::Uniform], 0.02, &[16], 60, Fast);
        bench.agrees(&[Pattern::Uniform], 0.9, &[1, 1, 2, 3], 3, Fast);
    }
}

/// Where packets turn, in networks with other gate planes than those of tests/lockstep.
#[test]
fn htn_with_turns() {
    all(
        Pattern::HotSpot(20),
        &[
            ("htn:4,4,2,0", "vcs=2 pipeline=3", 120),
            ("htn:4,4,2,2", "vcs=2", 120),
            ("htn:4,4,2,1", "vcs=2 routing=dor-early", 120),
            ("htn:4,4,2,2", "vcs=3 routing=dor-early pipeline=3", 120),
            ("htn:4,4,2,0", "vcs=2 routing=dor-both", 120),
            ("htn:4,4,2,1", "vcs=3 routing=dor-both pipeline=3 depth=3", 120),
            ("htn:4,4,2,0", "vcs=4 routing=ls+cs-turn", 120),
            ("htn:4,4,2,2", "vcs=3 routing=ls+cs-turn pipeline=3 depth=3", 120),
        ],
    );
}

#[test]
fn rdt_of_higher_ranks() {
    all(Pattern::BitFlip, &[("rdt:32", "vcs=3 pipeline=3", 200), ("rdt:64", "vcs=5", 120)]);
}

#[test]
fn cubes() {
    all(
        Pattern::BitFlip,
        &[
            ("torus:64,64", "vcs=2", 120),
            ("torus:8,8,8", "vcs=4 ties=plus pipeline=3", 200),
            ("torus:4,8,4,8", "vcs=2", 200),
            ("hypercube:10", "vcs=2 pipeline=3", 200),
            ("mesh:32,32", "vcs=2", 200),
        ],
    );
}

#[test]
fn whole_networks() {
    all(
        Pattern::HotSpot(20),
        &[
            ("ttn:2,2,1", "vcs=2 scope=network", 300),
            ("ttn:2,2,2", "ties=plus scope=network", 300),
            ("sttn:2,2,0", "vcs=2 scope=network", 300),
            ("mtn:2,2,2", "scope=network pipeline=3", 300),
            ("tesh:2,2,2", "vcs=3 scope=network", 300),
            ("htn:4,4,2,1", "vcs=3 routing=ls+cs scope=network", 120),
            ("htn:4,4,2,1", "vcs=2 scope=network", 120),
        ],
    );
}

/// One clock a hop, registers on links, message classes.
#[test]
fn one_clock_slices_and_message_classes() {
    all(
        Pattern::HotSpot(20),
        &[
            ("ttn:2,3,1", "pipeline=1 vcs=2", 120),
            ("htn:4,4,2,2", "pipeline=1 vcs=3 routing=ls+cs", 120),
            ("htn:4,4,2,1", "pipeline=1 vcs=6 classes=2 routing=cs", 120),
            ("ttn:2,2,1", "vcs=8 classes=4 slices=up=3,wrap=1", 200),
            ("ttn:2,2,2", "vcs=4 classes=2 pipeline=1 slices=wrap=2 scope=network", 200),
            ("torus:8,8", "vcs=4 classes=2 pipeline=3 slices=8", 300),
        ],
    );
    all(Pattern::BitFlip, &[("rdt:32", "pipeline=1 vcs=3", 120), ("rdt:8", "vcs=6 classes=2 pipeline=3 reuse=empty slices=1,ux=5", 300)]);
}
