//! The rule `balanced` of TTN, STTN and MTN, with `dor` and `dor-turn` (docs/networks.md): figures of the walks, paths worked out manually, lengths.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{
    NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, VcRule, classes, for_network, least_vcs, lengths, path,
};
use torusmith_topology::{Network, every_terminal};

use super::support::{network, walks};
use RoutingAlgorithm::{Dor, DorTurn};

fn options(algorithm: RoutingAlgorithm) -> RoutingOptions {
    RoutingOptions::new(algorithm, Some(VcRule::Balanced))
}

fn routed(name: &str, algorithm: RoutingAlgorithm, vcs: usize) -> (Network, NetworkRouting) {
    let network = network(name);
    let routing = for_network(&network, options(algorithm), vcs).unwrap();
    (network, routing)
}

/// (network, bidirectional, algorithm, channels, dependencies) with K VCs: docs/results/networks.md.
const FIGURES: &[(&str, bool, RoutingAlgorithm, usize, usize)] = &[
    ("ttn:2,2,0", false, Dor, 2064, 6632),
    ("ttn:2,2,1", false, Dor, 2064, 6632),
    ("ttn:2,2,0", true, Dor, 2128, 7904),
    ("ttn:2,2,1", true, Dor, 2128, 7904),
    ("ttn:2,2,2", true, Dor, 2240, 8800),
    ("ttn:2,3,0", false, Dor, 33792, 107264),
    ("ttn:2,3,1", true, Dor, 35840, 143360),
    ("ttn:2,2,0", false, DorTurn, 2112, 7336),
    ("ttn:2,2,1", true, DorTurn, 2176, 8608),
    ("ttn:2,2,2", true, DorTurn, 2240, 9056),
    ("sttn:2,2,0", false, Dor, 2064, 6392),
    ("sttn:2,2,1", true, Dor, 2128, 7584),
    ("sttn:2,3,0", false, Dor, 48128, 205056),
    ("sttn:2,3,1", true, Dor, 52224, 293888),
    ("sttn:2,2,0", false, DorTurn, 2112, 7336),
    ("sttn:2,2,1", true, DorTurn, 2176, 8608),
    ("mtn:2,2,0", false, Dor, 2064, 6632),
    ("mtn:2,2,1", true, Dor, 2128, 7632),
    ("mtn:2,2,2", true, Dor, 2240, 8320),
    ("mtn:2,3,0", false, Dor, 33792, 107264),
    ("mtn:2,3,1", true, Dor, 35840, 135168),
    ("mtn:2,2,0", false, DorTurn, 2112, 7336),
    ("mtn:2,2,1", true, DorTurn, 2176, 8336),
    ("mtn:2,2,2", true, DorTurn, 2240, 8576),
];

/// Walks of all pairs and of representatives build the same graph.
#[test]
fn figures_of_the_walks() {
    for &(name, bidirectional, algorithm, channels, dependencies) in FIGURES {
        let network = network(name).with_bidirectional(bidirectional).unwrap();
        for &walk in walks(&network) {
            let report = check(&network, options(algorithm), None, walk, &|_, _| ()).unwrap();
            let told = format!("{name} {bidirectional} {algorithm} {walk:?}");
            assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{told}");
            assert!(report.acyclic(), "{told}: {:?}", report.cycle);
        }
    }
}

/// Any number of VCs leaves the graph acyclic, whichever of them the classes own.
#[test]
fn more_vcs_leave_no_cycle() {
    for name in ["ttn:2,2,0", "ttn:2,2,1", "ttn:2,2,2", "sttn:2,2,0", "sttn:2,2,1", "mtn:2,2,0", "mtn:2,2,1", "mtn:2,2,2"] {
        for (algorithm, vcs) in [(Dor, 3), (DorTurn, 3), (Dor, 5), (DorTurn, 4)] {
            let report = check(&network(name), options(algorithm), Some(vcs), Walk::Exhaustive, &|_, _| ()).unwrap();
            assert!(report.acyclic(), "{name} {algorithm} {vcs}: {:?}", report.cycle);
        }
    }
}

/// The hops with K VCs, as port and class, `*` for any, the ejection left out.
fn hops(name: &str, algorithm: RoutingAlgorithm, from: &str, to: &str) -> String {
    let k = least_vcs(&network(name), options(algorithm)).unwrap();
    let (network, routing) = routed(name, algorithm, k);
    let (from, to) = (network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap());
    let hops = path(&network.graph(), &routing, from, to).unwrap();
    let bits = routing.source_bits(from, to, 0);
    let told = hops[..hops.len() - 1].iter().map(|hop| {
        let vcs = routing.route(hop.node, to, bits)[0].vcs;
        let class = classes(k, k).iter().position(|&own| own == vcs).map_or("*".into(), |class| class.to_string());
        format!("{}{class}", network.port_name(hop.node, hop.port))
    });
    told.collect::<Vec<_>>().join(" ")
}

/// Level-2 links of a TTN: V (0,0), H (0,3). `x+` from column 3 to 0 alone is marked; `dor` goes y first, `dor-turn` x first except in the
/// destination's basic module.
#[test]
fn ways_in_a_ttn() {
    let one_way = "ttn:2,2,0";
    for (from, to, dor, turn) in [
        // To V by the marked link, in class 0.
        ("0023", "1000", "y+* y+* x+0 2V+0", "x+0 y+* y+* 2V+0"),
        // Hops in the destination's module are of class 1; from column 0 to 3 and over the wrap links of y of class any.
        ("0003", "0031", "y-* x-* x-*", "y-* x-* x-*"),
        ("0033", "0000", "y+* x+1", "y+* x+1"),
        ("0002", "0000", "x+* x+1", "x+* x+1"),
        // V from row 2 to 1: class 1 up to the wrap link, 0 after it; H from column 0 to 3: the last hop alone is of class 0.
        ("2000", "1303", "2V+1 2V+1 2V+0 x-* 2H+1 2H+1 2H+0", "2V+1 2V+1 2V+0 x-* 2H+1 2H+1 2H+0"),
        // From column 1 to 0: (1, 0), (2, 0) class 1, (3, 0) class 0.
        ("0103", "0003", "2H+1 2H+1 2H+0", "2H+1 2H+1 2H+0"),
        ("0003", "0203", "2H+0 2H+0", "2H+0 2H+0"),
    ] {
        assert_eq!(hops(one_way, Dor, from, to), dor, "{from} {to}");
        assert_eq!(hops(one_way, DorTurn, from, to), turn, "{from} {to}");
    }
    // Bidirectional links between basic modules: class any.
    assert_eq!(hops("ttn:2,2,1", Dor, "1313", "3131"), "y-* x+0 2V-* 2V-* x-* 2H-* 2H-* y-* x-* x-*");
    assert_eq!(hops("ttn:2,2,1", DorTurn, "1313", "3131"), "x+0 y-* 2V-* 2V-* x-* 2H-* 2H-* y-* x-* x-*");
    // q = 2: all four kinds of wrap link are marked. Group 1 has V at (3,3), group 0 at (0,0), which is taken if paths are equal.
    assert_eq!(hops("ttn:2,2,2", Dor, "0001", "0033"), "y-1 x-* x-1");
    assert_eq!(hops("ttn:2,2,2", DorTurn, "0032", "1033"), "x+* 2V+*");
    assert_eq!(hops("ttn:2,2,2", Dor, "0003", "1000"), "x+0 2V+*");
    // L = 3: a class for the last basic module, and one for all before it.
    assert_eq!(hops("ttn:2,3,0", Dor, "000003", "100003"), "y-0 x+0 3V+0 y+1 x-1");
    assert_eq!(hops("ttn:2,3,0", Dor, "000033", "001000"), "y+0 x+0 2V+0");
}

/// An STTN has level 2 V at (0,0), H at (3,3); level 3 V (3,0), H (0,3).
#[test]
fn ways_in_an_sttn() {
    // `dor` with two levels: `x+` and `y+` are marked; `dor-turn`: `x+` alone.
    assert_eq!(hops("sttn:2,2,1", Dor, "0033", "1033"), "y+0 x+0 2V+* y-* x-*");
    assert_eq!(hops("sttn:2,2,1", DorTurn, "0033", "1000"), "x+0 y+* 2V+*");
    assert_eq!(hops("sttn:2,2,1", Dor, "0033", "0000"), "y+1 x+1");
    assert_eq!(hops("sttn:2,2,1", DorTurn, "0033", "0000"), "y+* x+1");
    // Three levels: class L - lev on all four kinds. Level 3 V, level 2 V, then the last basic module.
    assert_eq!(hops("sttn:2,3,1", Dor, "000003", "101033"), "y-0 x+0 3V+* y+1 2V+* y-2 x-2");
    // With one-way links a class between basic modules is 0 or 1 of the three.
    assert_eq!(hops("sttn:2,3,0", Dor, "300030", "000031"), "3V+0 x+*");
    assert_eq!(hops("sttn:2,3,0", Dor, "200030", "000030"), "3V+1 3V+0");
}

/// The vertical rings of an MTN have classes in both directions; their wrap links change the column by 2.
#[test]
fn ways_in_an_mtn() {
    assert_eq!(hops("mtn:2,2,1", Dor, "0000", "3200"), "2V-0");
    assert_eq!(hops("mtn:2,2,1", Dor, "1000", "0000"), "2V-0");
    // '-' from row 1 to 3 is '+' from 2 to 0 in the mirror: classes 1, 0. '+' from 2 to 0 by the wrap link the same.
    assert_eq!(hops("mtn:2,2,1", Dor, "1000", "3200"), "2V-1 2V-0");
    assert_eq!(hops("mtn:2,2,1", Dor, "2000", "0200"), "2V+1 2V+0");
    // '+' from 0 to 2: 0, 0. '-' from 3 to 1, in the mirror from 0 to 2.
    assert_eq!(hops("mtn:2,2,1", Dor, "0000", "2000"), "2V+0 2V+0");
    assert_eq!(hops("mtn:2,2,1", Dor, "3000", "1000"), "2V-0 2V-0");
    // '+' from 3 to 1 if the column is to change: 1, 0.
    assert_eq!(hops("mtn:2,2,1", Dor, "3000", "1200"), "2V+1 2V+0");
    assert_eq!(hops("mtn:2,2,1", DorTurn, "0032", "3203"), "x+* x+0 y+* 2V-0 x-*");
    assert_eq!(hops("mtn:2,2,1", Dor, "0103", "0303"), "2H-* 2H-*");
    // One-way links: '+' from 1 to 0 and the column 2 further on, which H corrects.
    assert_eq!(hops("mtn:2,2,0", Dor, "1000", "0003"), "2V+1 2V+1 2V+0 x-* 2H+1 2H+0");
}

/// Four VCs: classes 0 and 1 own two each, class any all; one arbiter at a port (VA3).
#[test]
fn vcs_of_a_hop() {
    for name in ["ttn:2,2,1", "ttn:2,3,0", "sttn:2,2,1", "mtn:2,2,2"] {
        assert_eq!(least_vcs(&network(name), options(Dor)).unwrap(), 2, "{name}");
        assert_eq!(routed(name, Dor, 2).1.classes(), 1, "{name}");
    }
    assert_eq!((least_vcs(&network("sttn:2,3,1"), options(Dor)).unwrap(), routed("sttn:2,3,1", Dor, 3).1.classes()), (3, 1));
    let (network, routing) = routed("ttn:2,2,1", Dor, 4);
    let vcs = |from: &str, to: &str| routing.route(network.parse_address(from).unwrap(), network.parse_terminal(to).unwrap(), 0)[0].vcs;
    assert_eq!([vcs("0003", "1000"), vcs("0003", "0000"), vcs("0002", "0003"), vcs("0000", "1000")], [0b0011, 0b1100, 0b1111, 0b1111]);
}

/// x or y first: paths have the same lengths, also those of the other rules with balanced ties.
#[test]
fn turns_do_not_lengthen_ways() {
    for (name, longest, mean) in [("ttn:2,2,0", 15, 7.4375), ("ttn:2,2,1", 13, 6.4375), ("sttn:2,2,0", 16, 8.0), ("sttn:2,2,1", 14, 7.0)] {
        for algorithm in [Dor, DorTurn] {
            let (network, routing) = routed(name, algorithm, 2);
            let by = |orbits: &[_]| lengths(&network, &network.graph(), &routing, orbits, &|_, _| ()).unwrap();
            let (all, few) = (by(&every_terminal(network.routers())), by(&network.orbits()));
            let with_self = all.sum as f64 / 65536.0;
            assert!(all == few && all.diameter == longest && (with_self - mean).abs() < 0.00005, "{name} {algorithm}: {all:?}");
        }
    }
    for name in ["ttn:2,2,2", "mtn:2,2,0", "mtn:2,2,1", "mtn:2,2,2"] {
        let [one, other] = [Dor, DorTurn].map(|algorithm| {
            let (network, routing) = routed(name, algorithm, 2);
            lengths(&network, &network.graph(), &routing, &every_terminal(network.routers()), &|_, _| ()).unwrap()
        });
        assert_eq!(one, other, "{name}");
    }
}
