//! The random driver of a local port (docs/router.md, section 11): every option of the router that the local input knows of; every
//! kind of network in soaks.

use torusmith_sim::simulation::EngineKind::{Fast, Reference};

use crate::support::{Bench, Run};

/// Network and options, from the fewest VCs to several message classes, one to three clocks a hop, buffers of 2 flits to 5.
const ROUTERS: &[(&str, &str)] = &[
    ("torus:4,4", "vcs=3 depth=2"),
    ("torus:4,4", "vcs=2 pipeline=1 reuse=empty slices=1,wrap=2"),
    ("torus:3,3", "vcs=3 pipeline=3 depth=3 width=9"),
    #[cfg(feature = "soak")]
    ("torus:4,2,4", "vcs=4 classes=2 pipeline=3 slices=2"),
    #[cfg(feature = "soak")]
    ("mesh:3,4", "vcs=1 depth=2"),
    ("mesh:4,4", "vcs=3 classes=3 pipeline=1 depth=3"),
    ("hypercube:3", "vcs=5 pipeline=1 depth=5"),
    ("rdt:4", "vcs=3 depth=2"),
    ("mesh:2,2:3", "vcs=2 pipeline=3 depth=3"),
    ("fattree:2,3", "vcs=3 pipeline=1"),
    #[cfg(feature = "soak")]
    ("rdt:4", "vcs=2 pipeline=3 depth=3 reuse=empty"),
    ("ttn:2,2,0", "vcs=3 pipeline=1"),
    #[cfg(feature = "soak")]
    ("sttn:2,2,0", "vcs=2 depth=3"),
    #[cfg(feature = "soak")]
    ("mtn:2,2,0", "vcs=2 pipeline=3 depth=2"),
    #[cfg(feature = "soak")]
    ("tesh:2,2,0", "vcs=3 reuse=empty"),
    #[cfg(feature = "soak")]
    ("htn:4,4,2,0", "vcs=3 routing=ls pipeline=3 depth=2"),
];

/// Clocks in which packets start.
const CYCLES: u64 = 500;

fn agrees(bench: &Bench, run: &Run) {
    let told = run.first_divergence.as_ref().map_or(String::new(), |d| d.to_string());
    assert!(run.good(), "{}: {run:?}\n{told}", bench.name);
    assert_eq!(run.cycles, CYCLES);
}

fn agree(rows: &[(&str, &str)]) {
    for (network, options) in rows {
        let bench = Bench::expecting(CYCLES, network, options);
        let run = bench.driven(0.05, 3, CYCLES, Fast);
        agrees(&bench, &run);
        let driven = run.counts.driven.unwrap();
        assert_eq!(driven.flits_dropped.iter().sum::<u64>(), driven.flits_wrong, "{}", bench.name);
        let kinds = driven.faults;
        let always = [kinds.overflow, kinds.head_in_packet, kinds.body_outside, kinds.own_node];
        assert!(always.iter().all(|&n| n > 0), "{}: {kinds:?}", bench.name);
        assert_eq!(driven.flits_dropped[0], kinds.overflow, "{}", bench.name);
        assert_eq!(driven.flits_dropped[1], kinds.no_vc + kinds.head_in_packet + kinds.body_outside, "{}", bench.name);
        assert!(driven.packets_lost > 0 && run.counts.packets_delivered > 100, "{}: {run:?}", bench.name);
    }
}

#[test]
fn a_network_agrees() {
    agree(&ROUTERS[..1]);
}

#[test]
#[ignore = "long: a design a row"]
fn networks_agree() {
    agree(&ROUTERS[1..]);
}

/// The other engine, without faults or resets, and nothing but faults; a kind of fault that a network cannot have is never sent.
#[test]
fn faults_and_resets_are_what_is_asked_for() {
    let bench = Bench::new("torus:4,4", "vcs=3 depth=2");
    let run = bench.driven(0.05, 3, CYCLES, Reference);
    agrees(&bench, &run);
    assert_eq!(run, bench.driven(0.05, 3, CYCLES, Fast), "both engines");
    let counts = run.counts.driven.unwrap();
    assert_eq!((counts.faults.no_node, counts.faults.led_home), (0, 0), "all addresses are nodes");
    assert!(counts.faults.no_vc > 10);

    let run = bench.driven(0.0, 0, CYCLES, Fast);
    agrees(&bench, &run);
    let counts = run.counts.driven.unwrap();
    assert_eq!((counts.flits_wrong, counts.packets_lost, counts.resets), (0, 0, 0));
    assert_eq!(run.counts.packets_injected, run.counts.packets_delivered);

    let run = bench.driven(1.0, 0, CYCLES, Fast);
    agrees(&bench, &run);
    let sent = run.counts.driven.unwrap();
    assert!(sent.flits_wrong > 2 * sent.flits_sent, "{sent:?}");
}

/// Where a destination may be led home, and where an address may be no node.
#[test]
#[ignore = "long: two designs"]
fn faults_of_some_networks_alone() {
    let home = Bench::new("rdt:4", "vcs=3 depth=2").driven(0.05, 1, CYCLES, Fast);
    assert!(home.good() && home.counts.driven.unwrap().faults.led_home > 10, "{home:?}");
    let none = Bench::new("torus:3,3", "vcs=3 pipeline=3 depth=3 width=9").driven(0.05, 1, CYCLES, Fast);
    assert!(none.good() && none.counts.driven.unwrap().faults.no_node > 10, "{none:?}");
}

/// Rule Z4: routers leave resets one after another, in as many clocks as a hop takes; with registers on links, too.
#[test]
#[ignore = "long: three designs"]
fn routers_leave_reset_one_after_another() {
    for (network, options, skew) in [
        ("torus:4,4", "vcs=2 pipeline=1 reuse=empty slices=1,wrap=2", 1),
        ("torus:4,4", "vcs=3 depth=2", 2),
        ("torus:3,3", "vcs=3 pipeline=3 depth=3 width=9", 3),
    ] {
        let bench = Bench::expecting(CYCLES, network, options);
        for engine in [Fast, Reference] {
            agrees(&bench, &bench.skewed(0.05, 8, skew, CYCLES, engine));
        }
        assert_ne!(bench.skewed(0.05, 8, skew, CYCLES, Fast), bench.driven(0.05, 8, CYCLES, Fast), "{options}");
    }
}

/// The whole network as the generator wires it: local ports alone are compared, and the error bits of all nodes.
#[test]
#[ignore = "long: a whole network"]
fn whole_networks_agree() {
    let bench = Bench::new("torus:2,4", "vcs=1 scope=network pipeline=1 depth=3");
    agrees(&bench, &bench.driven(0.05, 3, CYCLES, Fast));
}
