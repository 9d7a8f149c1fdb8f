//! Every family of networks and every option at its ends, router by router and whole networks. Larger ones: tests/soak.

use torusmith_sim::traffic::Pattern;

use crate::agree::{Row, agree, agree_under};

/// The pattern that fills the buffers before one node; it wants sides of multiples of 4.
fn agree_at_hot_spots(matrix: &[Row]) {
    agree_under(Pattern::HotSpot(20), matrix);
}

#[test]
fn ttn_one_way() {
    agree_at_hot_spots(&[
        ("ttn:2,2,0", "", 200),
        ("ttn:2,2,0", "pipeline=3 vcs=8 width=16 depth=2", 200),
        ("ttn:2,2,0", "vcs=2 rule=min2 reuse=empty depth=3", 200),
    ]);
}

#[test]
fn ttn_both_ways() {
    agree_at_hot_spots(&[
        ("ttn:2,2,1", "", 200),
        ("ttn:2,2,1", "pipeline=3 vcs=5 width=65 depth=5 reuse=empty", 200),
        ("ttn:2,2,1", "vcs=2 rule=min2 pipeline=3 depth=64", 300),
    ]);
}

#[test]
fn ttn_with_two_groups() {
    agree_at_hot_spots(&[("ttn:2,2,2", "width=17", 200), ("ttn:2,2,2", "vcs=3 rule=min2 pipeline=3 reuse=empty", 200)]);
}

#[test]
fn sttn() {
    agree_at_hot_spots(&[("sttn:2,2,0", "vcs=2", 200), ("sttn:2,2,1", "vcs=5 rule=paper4 pipeline=3 depth=2 width=20", 200)]);
}

#[test]
fn mtn() {
    agree_at_hot_spots(&[("mtn:2,2,1", "vcs=2 rule=min2 width=20", 200), ("mtn:2,2,2", "vcs=3 rule=least pipeline=3 depth=3", 200)]);
}

#[test]
fn tesh() {
    agree_at_hot_spots(&[("tesh:2,2,0", "vcs=2 width=20", 200), ("tesh:2,2,2", "vcs=3 rule=least pipeline=3 reuse=empty", 200)]);
}

/// All ends of the adaptive routers: the fewest VCs, classes of several VCs, both pipelines, whole and shared buffers.
#[test]
fn htn_deterministic_and_adaptive() {
    agree_at_hot_spots(&[
        ("htn:4,4,2,1", "vcs=2", 80),
        ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3 depth=2", 80),
        ("htn:4,4,2,2", "vcs=5 routing=cs depth=3", 80),
        ("htn:4,4,2,1", "vcs=3 routing=ls+cs width=24", 80),
        ("htn:4,4,2,1", "vcs=4 routing=ls+cs pipeline=3 reuse=empty", 80),
    ]);
}

#[test]
fn rdt() {
    agree(&[("rdt:4", "vcs=2 pipeline=3 depth=2", 400), ("rdt:8", "vcs=4 reuse=empty", 300), ("rdt:16", "vcs=3 width=40", 150)]);
}

#[test]
fn tori() {
    agree_at_hot_spots(&[
        ("torus:8,8", "vcs=2", 400),
        ("torus:4,4", "vcs=3 pipeline=3 depth=2 width=8", 600),
        ("torus:4,8", "vcs=8 reuse=empty width=512", 300),
    ]);
}

#[test]
fn tori_of_three_and_four_dimensions() {
    agree(&[
        ("torus:4,2,4", "vcs=2 width=16", 400),
        ("torus:2,2,2", "vcs=5 pipeline=3 depth=3 reuse=empty", 400),
        ("torus:2,4,2,4", "vcs=3 width=16", 300),
        ("torus:2,2,2,2", "vcs=2 pipeline=3 depth=2", 400),
    ]);
}

/// One class: one VC will do.
#[test]
fn meshes() {
    agree(&[("mesh:4,4", "vcs=1", 600), ("mesh:2,8", "vcs=3 pipeline=3 depth=2 width=8 reuse=empty", 600)]);
}

#[test]
fn hypercubes() {
    agree(&[("hypercube:1", "vcs=1 depth=2", 400), ("hypercube:4", "vcs=3", 400), ("hypercube:6", "vcs=1 pipeline=3 depth=5", 300)]);
}

/// The generated network itself, wired by the generator: of nodes, each with all ports.
#[test]
fn whole_tori_and_hypercubes() {
    agree(&[
        ("torus:2,2", "vcs=2 scope=network", 600),
        ("torus:2,4", "vcs=2 pipeline=3 scope=network width=9 depth=3", 600),
        ("torus:2,2,2", "vcs=2 scope=network width=16", 400),
        ("torus:2,2,2,2", "vcs=2 pipeline=3 scope=network width=16", 300),
        ("hypercube:3", "vcs=2 pipeline=3 scope=network width=16", 400),
    ]);
}

/// Nodes that lack ports.
#[test]
fn whole_meshes() {
    agree(&[("mesh:2,2", "vcs=1 scope=network width=16", 600), ("mesh:2,4", "vcs=2 pipeline=3 scope=network width=16 depth=2", 400)]);
}

#[test]
fn whole_rdt() {
    agree(&[("rdt:4", "vcs=2 scope=network", 300)]);
}

/// Of basic modules.
#[test]
fn whole_ttn() {
    agree(&[("ttn:2,2,0", "vcs=2 rule=min2 scope=network width=20 depth=2", 100)]);
}
