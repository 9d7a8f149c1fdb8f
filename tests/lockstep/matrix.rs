//! Every family of networks, router by router and as a whole network, and every option at its ends; most rows in soaks alone. Larger
//! networks: tests/soak.

use std::collections::BTreeSet;

use torusmith_generator::{Options, generate};
use torusmith_sim::traffic::Pattern;
use torusmith_topology::Network;

use crate::agree::{Row, agree};
use crate::support::options;

/// A router a node, wired up by the test bench. What a row does not ask for is what goes together first: `every_combination` sees to it that all
/// are there.
const ROUTERS: &[Row] = &[
    ("ttn:2,2,0", "", 120),
    ("ttn:2,2,1", "rule=paper4 pipeline=3 vcs=5 width=65 depth=5 reuse=empty", 120),
    ("ttn:2,2,2", "vcs=2 routing=dor pipeline=3 width=17", 120),
    ("sttn:2,2,1", "vcs=3 routing=dor reuse=empty", 120),
    ("sttn:2,2,1", "vcs=3 rule=level pipeline=3", 120),
    ("mtn:2,2,2", "vcs=3 depth=3", 120),
    ("mtn:2,2,2", "vcs=3 rule=least ties=plus pipeline=3 depth=3", 120),
    ("tesh:2,2,1", "vcs=3 pipeline=3", 120),
    ("tesh:2,2,2", "vcs=2 rule=least", 120),
    ("htn:4,4,2,2", "vcs=2 routing=dor-both pipeline=3 depth=2", 48),
    ("htn:4,4,2,1", "vcs=3 routing=ls+cs-turn", 48),
    ("htn:4,4,2,1", "vcs=2 rule=phase ties=plus", 48),
    ("rdt:4", "vcs=2 pipeline=3 depth=2", 400),
    ("rdt:8", "vcs=4 reuse=empty", 300),
    ("torus:8,8", "vcs=2", 400),
    ("torus:4,4", "vcs=1 pipeline=3", 600),
    ("torus:4,4", "vcs=3 ties=plus pipeline=3 depth=2 width=8", 600),
    // A ring of classes.
    ("torus:4,8", "vcs=8 reuse=empty width=512", 300),
    ("torus:2,2,2", "vcs=5 pipeline=3 depth=3 reuse=empty", 600),
    ("torus:2,4,2,4", "vcs=3 rule=dateline width=16", 300),
    // One class: one VC will do.
    ("mesh:4,4", "vcs=1", 600),
    ("mesh:2,8", "vcs=3 pipeline=3 depth=2 width=8 reuse=empty", 600),
    ("hypercube:2", "vcs=1 depth=2", 1000),
    ("hypercube:6", "vcs=1 pipeline=3 depth=5", 300),
    // Several terminals at a router, or none.
    ("star:8", "vcs=2", 400),
    ("star:4", "vcs=3 pipeline=3 depth=2 reuse=empty", 400),
    ("fattree:2,3", "vcs=2 pipeline=3", 400),
    ("fattree:4,2", "vcs=1 pipeline=1", 300),
    ("flatfly:4,2,2", "vcs=2", 300),
    ("flatfly:2,3,4", "vcs=4 pipeline=3", 200),
    ("dragonfly:2,1,2", "vcs=2", 300),
    ("dragonfly:3,1,1", "vcs=3 pipeline=3", 300),
    ("mesh:4,2:4", "vcs=2 pipeline=3", 300),
    ("torus:4,4:2", "vcs=4 pipeline=1", 300),
    ("hypercube:3:4", "vcs=2", 300),
    ("ttn:2,2,1:2", "vcs=2 pipeline=1", 48),
];

/// The others, for scripts/soak.
const MORE_ROUTERS: &[Row] = &[
    ("torus:8", "vcs=2 pipeline=3", 600),
    ("torus:8,1", "vcs=3 ties=plus", 600),
    ("mesh:8", "vcs=1", 600),
    ("mesh:1,2", "vcs=2 pipeline=3 depth=2", 600),
    ("ttn:2,2,0", "ties=plus pipeline=3 vcs=8 width=16 depth=2", 120),
    ("ttn:2,2,0", "vcs=2 rule=min2 ties=plus reuse=empty depth=3", 120),
    ("ttn:2,2,1", "ties=plus", 120),
    ("ttn:2,2,1", "vcs=2 rule=min2 pipeline=3 depth=64", 200),
    ("ttn:2,2,2", "vcs=3 rule=least ties=plus pipeline=3 reuse=empty", 120),
    ("ttn:2,2,2", "vcs=2 rule=least", 120),
    ("sttn:2,2,0", "vcs=2 pipeline=3", 120),
    ("sttn:2,2,0", "vcs=2 ties=plus", 120),
    ("sttn:2,2,1", "vcs=5 rule=paper4 ties=plus pipeline=3 depth=2 width=20", 120),
    ("sttn:2,2,0", "rule=paper4", 120),
    ("sttn:2,2,1", "vcs=2 rule=min2 ties=plus depth=3", 120),
    ("sttn:2,2,0", "vcs=3 rule=min2 pipeline=3", 120),
    ("mtn:2,2,1", "vcs=2 routing=dor pipeline=3", 120),
    ("mtn:2,2,1", "ties=plus pipeline=3", 120),
    ("mtn:2,2,2", "vcs=5 rule=paper4", 120),
    ("mtn:2,2,1", "vcs=2 rule=min2 ties=plus width=20", 120),
    ("mtn:2,2,2", "vcs=2 rule=min2 pipeline=3", 120),
    ("mtn:2,2,0", "vcs=2 rule=least reuse=empty", 120),
    ("tesh:2,2,0", "vcs=2 ties=plus width=20", 120),
    ("tesh:2,2,2", "vcs=3 rule=least ties=plus pipeline=3 reuse=empty", 120),
    // All ends of the adaptive routers: the fewest VCs, classes of several VCs, both pipelines, whole and shared buffers.
    ("htn:4,4,2,1", "vcs=2", 48),
    ("htn:4,4,2,2", "vcs=3 routing=dor depth=2", 48),
    ("htn:4,4,2,0", "vcs=2 routing=dor-early pipeline=3", 48),
    ("htn:4,4,2,0", "vcs=3 rule=phase pipeline=3", 48),
    ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3 depth=2", 48),
    ("htn:4,4,2,2", "vcs=5 routing=cs ties=plus depth=3", 48),
    ("htn:4,4,2,1", "vcs=3 routing=cs pipeline=3", 48),
    ("htn:4,4,2,1", "vcs=4 routing=ls+cs pipeline=3 reuse=empty", 48),
    ("rdt:16", "vcs=3 width=40", 150),
    ("torus:8,8", "vcs=2 ties=plus", 400),
    ("torus:8,4", "vcs=2 pipeline=3", 300),
    ("torus:4,2,4", "vcs=2 ties=plus width=16", 400),
    ("torus:2,2,2,2", "vcs=2 pipeline=3 depth=2", 400),
    ("hypercube:4", "vcs=3", 400),
    ("flatfly:4,1,1", "vcs=1", 400),
    ("torus:4,4:4", "vcs=2 pipeline=3", 300),
    ("sttn:2,2,0:2", "vcs=2", 120),
    ("mtn:2,2,0:2", "vcs=2 pipeline=3", 120),
    ("tesh:2,2,0:4", "vcs=2", 120),
];

/// The generated network itself, wired by the generator.
const NETWORKS: &[Row] = &[
    ("rdt:4", "vcs=2", 300),
    ("torus:2,2", "vcs=2 ties=plus", 600),
    ("torus:2,4", "vcs=1 pipeline=3 width=9 depth=3", 600),
    ("mesh:2,4", "vcs=2 pipeline=3 width=16 depth=2", 400),
    ("hypercube:3", "vcs=2 pipeline=3 width=16", 400),
    ("star:4", "vcs=2 pipeline=3", 400),
    ("fattree:2,2", "vcs=2", 400),
    ("flatfly:2,2,2", "vcs=1 pipeline=1", 400),
    ("mesh:2,2:2", "vcs=2 pipeline=3", 400),
    ("dragonfly:2,1,2", "vcs=2 pipeline=1", 300),
];

/// The same at more sizes, for scripts/soak.
const MORE_NETWORKS: &[Row] = &[
    ("torus:2,2,2,2", "vcs=2 ties=plus pipeline=3 width=16", 300),
    ("torus:2,8", "vcs=2 pipeline=3 width=16", 400),
    ("torus:2,2,2", "vcs=2 width=16", 400),
];

/// The rows of a family, and in soaks those of `others`.
fn of(rows: &[Row], others: &[Row], prefix: &str) -> Vec<Row> {
    let others = if cfg!(feature = "soak") { others } else { &[] };
    rows.iter().chain(others).copied().filter(|row| row.0.split(':').next() == Some(prefix)).collect()
}

/// Past saturation the buffers before one node are filled, where sides are multiples of 4, which hot spots want.
fn agrees(rows: &[Row], prefix: &str, more: &str) {
    for &(network, options, cycles) in rows {
        let saturating = match prefix {
            "ttn" | "sttn" | "mtn" | "tesh" | "htn" => Pattern::HotSpot(20),
            // Never a power of two nodes
            "dragonfly" => Pattern::Uniform,
            _ => Pattern::BitFlip,
        };
        agree(network, &format!("{options} {more}"), cycles, saturating);
    }
}

macro_rules! families {
    (routers: $($router:ident)*, networks: $($network:ident)*) => {
        /// The first row of each family.
        mod routers {
            use super::{ROUTERS, agrees, of};
            $(#[test] fn $router() { agrees(&of(ROUTERS, &[], stringify!($router))[..1], stringify!($router), ""); })*
        }

        mod more_routers {
            use super::{MORE_ROUTERS, ROUTERS, agrees, of};
            $(
                #[test]
                #[ignore = "long: a design a row"]
                fn $router() { agrees(&of(ROUTERS, MORE_ROUTERS, stringify!($router))[1..], stringify!($router), ""); }
            )*
        }

        mod networks {
            use super::{MORE_NETWORKS, NETWORKS, agrees, of};
            $(
                #[test]
                #[ignore = "long: whole networks"]
                fn $network() { agrees(&of(NETWORKS, MORE_NETWORKS, stringify!($network)), stringify!($network), "scope=network"); }
            )*
        }

        const FAMILIES: &[&str] = &[$(stringify!($router)),*];
    };
}

// The smallest whole network of the first five has 256 nodes or more and takes minutes to build: tests/soak has those, and the generator's
// tests compare every link of theirs with the graph.
families! { routers: ttn sttn mtn tesh htn rdt torus mesh hypercube star fattree flatfly dragonfly, networks: rdt torus mesh hypercube star fattree flatfly dragonfly }

/// The smallest whole network; the others are long.
#[test]
fn a_whole_network() {
    agrees(&of(NETWORKS, &[], "torus")[..1], "torus", "scope=network");
}

#[test]
fn every_family_with_verilog_is_in_the_matrix() {
    let known: Vec<&str> = torusmith_generator::families().iter().map(|family| family.prefix).collect();
    // Networks from files have a test of their own.
    assert_eq!(known, [FAMILIES, &["own"]].concat());
}

/// Algorithm, VC rule and ties of a design; a manifest without ties means `plus`.
type Combination = [String; 3];

fn combination(network: &Network, options: &Options) -> Option<Combination> {
    let design = generate(network, options).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top))?).ok()?;
    Some(["routing", "vc_rule", "ties"].map(|field| manifest[field].as_str().unwrap_or("plus").to_owned()))
}

/// What any network of a family in the matrix can have, a row has, if only one for soaks.
#[test]
fn every_combination_is_in_the_matrix() {
    for family in torusmith_generator::families() {
        let rows = || ROUTERS.iter().chain(MORE_ROUTERS).filter(|row| row.0.split(':').next() == Some(family.prefix));
        let network = |row: &Row| row.0.parse::<Network>().unwrap();
        let here: BTreeSet<Combination> = rows().filter_map(|row| combination(&network(row), &options(&network(row), row.1))).collect();
        let mut all = BTreeSet::new();
        for (routing, rule) in family.routing.made.iter().flat_map(|routing| family.vc_rules.made.iter().map(move |rule| (routing, rule))) {
            for ties in family.ties.made {
                let asked = Options { routing: Some(*routing), vc_rule: Some(*rule), ties: Some(*ties), ..Options::default() };
                all.extend(rows().filter_map(|row| combination(&network(row), &asked)));
            }
        }
        assert_eq!(here, all, "{}", family.prefix);
    }
}
