//! Every family of networks, router by router and as a whole network, and every option at its ends. Larger networks: tests/soak.

use torusmith_sim::traffic::Pattern;

use crate::agree::{Row, agree};

/// A router a node, wired up by the test bench.
const ROUTERS: &[Row] = &[
    ("ttn:2,2,0", "", 120),
    ("ttn:2,2,0", "pipeline=3 vcs=8 width=16 depth=2", 120),
    ("ttn:2,2,0", "vcs=2 rule=min2 reuse=empty depth=3", 120),
    ("ttn:2,2,1", "", 120),
    ("ttn:2,2,1", "pipeline=3 vcs=5 width=65 depth=5 reuse=empty", 120),
    ("ttn:2,2,1", "vcs=2 rule=min2 pipeline=3 depth=64", 200),
    ("ttn:2,2,2", "width=17", 120),
    ("ttn:2,2,2", "vcs=3 rule=min2 pipeline=3 reuse=empty", 120),
    ("sttn:2,2,0", "vcs=2", 120),
    ("sttn:2,2,1", "vcs=5 rule=paper4 pipeline=3 depth=2 width=20", 120),
    ("mtn:2,2,1", "vcs=2 rule=min2 width=20", 120),
    ("mtn:2,2,2", "vcs=3 rule=least pipeline=3 depth=3", 120),
    ("tesh:2,2,0", "vcs=2 width=20", 120),
    ("tesh:2,2,2", "vcs=3 rule=least pipeline=3 reuse=empty", 120),
    // All ends of the adaptive routers: the fewest VCs, classes of several VCs, both pipelines, whole and shared buffers.
    ("htn:4,4,2,1", "vcs=2", 48),
    ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3 depth=2", 48),
    ("htn:4,4,2,2", "vcs=5 routing=cs depth=3", 48),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs width=24", 48),
    ("htn:4,4,2,1", "vcs=4 routing=ls+cs pipeline=3 reuse=empty", 48),
    ("rdt:4", "vcs=2 pipeline=3 depth=2", 400),
    ("rdt:8", "vcs=4 reuse=empty", 300),
    ("rdt:16", "vcs=3 width=40", 150),
    ("torus:8,8", "vcs=2", 400),
    ("torus:4,4", "vcs=3 pipeline=3 depth=2 width=8", 600),
    ("torus:4,8", "vcs=8 reuse=empty width=512", 300),
    ("torus:4,2,4", "vcs=2 width=16", 400),
    ("torus:2,2,2", "vcs=5 pipeline=3 depth=3 reuse=empty", 600),
    ("torus:2,4,2,4", "vcs=3 width=16", 300),
    ("torus:2,2,2,2", "vcs=2 pipeline=3 depth=2", 400),
    // One class: one VC will do.
    ("mesh:4,4", "vcs=1", 600),
    ("mesh:2,8", "vcs=3 pipeline=3 depth=2 width=8 reuse=empty", 600),
    ("hypercube:2", "vcs=1 depth=2", 1000),
    ("hypercube:4", "vcs=3", 400),
    ("hypercube:6", "vcs=1 pipeline=3 depth=5", 300),
];

/// The generated network itself, wired by the generator.
const NETWORKS: &[Row] = &[
    ("rdt:4", "vcs=2", 300),
    ("torus:2,2", "vcs=2", 600),
    ("torus:2,4", "vcs=2 pipeline=3 width=9 depth=3", 600),
    ("torus:2,2,2", "vcs=2 width=16", 400),
    ("torus:2,2,2,2", "vcs=2 pipeline=3 width=16", 300),
    ("mesh:2,4", "vcs=2 pipeline=3 width=16 depth=2", 400),
    ("hypercube:3", "vcs=2 pipeline=3 width=16", 400),
];

/// The rows of a family. Past saturation the buffers before one node are filled, where sides are multiples of 4, which hot spots want.
fn of(rows: &[Row], prefix: &str, more: &str) {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.0.split(':').next() == Some(prefix)).collect();
    assert!(!rows.is_empty(), "no {prefix} in the matrix");
    for &(network, options, cycles) in rows {
        let saturating = if ["ttn", "sttn", "mtn", "tesh", "htn"].contains(&prefix) { Pattern::HotSpot(20) } else { Pattern::BitFlip };
        agree(network, &format!("{options} {more}"), cycles, saturating);
    }
}

macro_rules! families {
    (routers: $($router:ident)*, networks: $($network:ident)*) => {
        mod routers {
            $(#[test] fn $router() { super::of(super::ROUTERS, stringify!($router), ""); })*
        }

        mod networks {
            $(#[test] fn $network() { super::of(super::NETWORKS, stringify!($network), "scope=network"); })*
        }

        const FAMILIES: &[&str] = &[$(stringify!($router)),*];
    };
}

// The smallest whole network of the first five has 256 nodes or more and takes minutes to build: tests/soak has those, and the generator's
// tests compare every link of theirs with the graph.
families! { routers: ttn sttn mtn tesh htn rdt torus mesh hypercube, networks: rdt torus mesh hypercube }

#[test]
fn every_family_with_verilog_is_in_the_matrix() {
    let known: Vec<&str> = torusmith_generator::families().iter().map(|family| family.prefix).collect();
    assert_eq!(known, FAMILIES);
}
