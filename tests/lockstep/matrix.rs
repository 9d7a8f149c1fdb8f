//! Every network and every option at its ends, idle and far past saturation, with packets of one flit right behind tails.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};
use torusmith_sim::traffic::Pattern;

use crate::support::Bench;

fn agree(matrix: &[(&str, &str)]) {
    agree_under(Pattern::HotSpot(20), matrix);
}

fn agree_under(other: Pattern, matrix: &[(&str, &str)]) {
    for (network, options) in matrix {
        let bench = Bench::new(network, options);
        let large = bench.bench.design().network.nodes() > 1000;
        let cycles = if large { 120 } else { 600 };
        bench.agrees(&[Pattern::Uniform, Pattern::Complement], 0.03, &[16], cycles, Fast);
        bench.agrees(&[Pattern::Uniform, other], 0.9, &[1, 1, 2, 3, 16], cycles, Fast);
        bench.agrees(&[Pattern::Uniform], 0.4, &[1], cycles / 4, Reference);
    }
}

#[test]
fn ttn_one_way() {
    agree(&[
        ("ttn:2,2,0", ""),
        ("ttn:2,2,0", "pipeline=3 vcs=8 width=16 depth=2"),
        ("ttn:2,2,0", "vcs=2 rule=min2 reuse=empty depth=3"),
        ("ttn:2,3,0", "pipeline=3 reuse=empty depth=8 width=40"),
    ]);
}

#[test]
fn ttn_both_ways() {
    agree(&[
        ("ttn:2,2,1", ""),
        ("ttn:2,2,1", "pipeline=3 vcs=5 width=65 depth=5"),
        ("ttn:2,2,1", "vcs=2 rule=min2 pipeline=3 depth=64"),
        ("ttn:2,3,1", "vcs=6 depth=2"),
    ]);
}

#[test]
fn ttn_with_two_groups_and_of_8x8_modules() {
    agree(&[
        ("ttn:2,2,2", "width=17"),
        ("ttn:2,2,2", "vcs=3 rule=min2 pipeline=3 reuse=empty"),
        ("ttn:3,2,0", "pipeline=3 vcs=7"),
        ("ttn:3,2,1", "depth=5"),
    ]);
}

/// All ends of the adaptive routers: the fewest VCs, classes of several VCs, both pipelines, whole and shared buffers.
#[test]
fn htn_deterministic_and_adaptive() {
    agree(&[
        ("htn:4,4,2,1", "vcs=2"),
        ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3 depth=2"),
        ("htn:4,4,2,2", "vcs=5 routing=cs depth=3"),
        ("htn:4,4,2,1", "vcs=3 routing=ls+cs width=24"),
        ("htn:4,4,2,1", "vcs=4 routing=ls+cs pipeline=3 reuse=empty"),
    ]);
}

#[test]
fn tori() {
    agree(&[("torus:8,8", "vcs=2"), ("torus:4,4", "vcs=3 pipeline=3 depth=2 width=8"), ("torus:4,8", "vcs=8 reuse=empty width=512")]);
}

/// The generated network itself, wired by the generator.
#[test]
fn whole_networks() {
    // Hot spots are defined on sides of multiples of 4.
    agree_under(Pattern::BitFlip, &[("torus:2,2", "vcs=2 scope=network"), ("torus:2,2", "vcs=2 pipeline=3 scope=network width=9 depth=3")]);
}
