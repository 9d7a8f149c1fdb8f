//! Lock steps of thousands of routers.

use torusmith_sim::traffic::Pattern;

use crate::agree::{agree, agree_under};

#[test]
fn ttn_of_three_levels() {
    agree_under(
        Pattern::HotSpot(20),
        &[("ttn:2,3,0", "pipeline=3 reuse=empty depth=8 width=40", 120), ("ttn:2,3,1", "vcs=6 depth=2", 120)],
    );
}

#[test]
fn ttn_of_8x8_modules() {
    agree_under(Pattern::HotSpot(20), &[("ttn:3,2,0", "pipeline=3 vcs=7", 120), ("ttn:3,2,1", "depth=5", 120)]);
}

#[test]
fn sttn_mtn_and_tesh() {
    agree_under(
        Pattern::HotSpot(20),
        &[
            ("sttn:2,3,1", "vcs=3 pipeline=3", 120),
            ("sttn:3,2,0", "", 120),
            ("mtn:2,3,1", "vcs=3 rule=least", 120),
            ("mtn:3,2,1", "pipeline=3", 120),
            ("tesh:2,3,1", "vcs=3 pipeline=3", 120),
            ("tesh:3,2,0", "vcs=2", 120),
        ],
    );
}

#[test]
fn rdt_of_every_rank() {
    agree(&[("rdt:32", "vcs=3 pipeline=3", 200), ("rdt:64", "vcs=5", 120)]);
}

#[test]
fn cubes() {
    agree(&[
        ("torus:64,64", "vcs=2", 120),
        ("torus:8,8,8", "vcs=4 pipeline=3", 200),
        ("torus:4,8,4,8", "vcs=2", 200),
        ("hypercube:10", "vcs=2 pipeline=3", 200),
        ("mesh:32,32", "vcs=2", 200),
    ]);
}
