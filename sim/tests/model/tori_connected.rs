//! STTN, MTN and TESH (and TTN): paths worked out manually.

use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, VcRule, for_network, least_vcs, path};

use super::support::network;

/// (node, port, VC) of each hop with ties '+', as many VCs as the rule has classes.
fn hops(name: &str, bidirectional: bool, rule: VcRule, from: &str, to: &str) -> Vec<(String, String, u32)> {
    let network = network(name).with_bidirectional(bidirectional).unwrap();
    let address = |text: &str| network.parse_terminal(text).unwrap();
    let options = RoutingOptions::new(RoutingAlgorithm::Dor, Some(rule)).with_ties(Ties::Plus);
    let routing = for_network(&network, options, least_vcs(&network, options).unwrap()).unwrap();
    let hops = path(&network.graph(), &routing, address(from), address(to)).unwrap();
    hops.iter().map(|h| (network.format_address(h.node), network.port_name(h.node, h.port), h.vc())).collect()
}

fn check(name: &str, bidirectional: bool, rule: VcRule, to: &str, expected: &[(&str, &str, u32)]) {
    let mut all: Vec<_> = expected.iter().map(|&(node, port, vc)| (node.to_string(), port.to_string(), vc)).collect();
    all.push((to.to_string(), "local".to_string(), 0));
    assert_eq!(hops(name, bidirectional, rule, expected[0].0, to), all, "{name} {rule}");
}

/// The TTN paper's example in an STTN: two hops longer; `level` has a class for each level.
#[test]
fn a_path_in_an_sttn() {
    let expected = [
        ("000000", "y-", 0),
        ("000030", "3V+", 0),
        ("100030", "3V+", 0),
        ("200030", "y+", 0),
        ("200000", "x-", 0),
        ("200003", "3H+", 0),
        ("210003", "3H+", 0),
        ("220003", "3H+", 0),
        ("230003", "x+", 1),
        ("230000", "2V+", 0),
        ("231000", "y-", 1),
        ("231030", "x-", 1),
        ("231033", "2H+", 0),
        // A tie, kept off the wrap link.
        ("231133", "y-", 2),
        ("231123", "y-", 2),
        ("231113", "x-", 2),
    ];
    check("sttn:2,3,0", false, VcRule::Level, "231112", &expected);
}

/// The link from the inlet of a ring of level 4 or 5 to its outlet has the ring's dateline: a class more after the ring's wrap link.
#[test]
fn datelines_in_the_basic_modules_of_an_sttn() {
    // 4V: in at (0,2), out at (0,1). From row 2 to row 1, by the wrap link after row 3.
    let expected = [
        ("20000001", "4V+", 1),
        ("30000002", "x-", 0),
        ("30000001", "4V+", 1),
        ("00000002", "x-", 1),
        ("00000001", "4V+", 0),
        ("10000002", "x-", 3),
        ("10000001", "x-", 3),
    ];
    check("sttn:2,4,0", false, VcRule::Level, "10000000", &expected);
    // 5H: in at (1,0), out at (2,0); level 5 of 5 has class 0, and the destination's basic module class 4.
    let expected = [("0300000020", "5H+", 1), ("0000000010", "y+", 1), ("0000000020", "5H+", 0), ("0100000010", "y-", 4)];
    check("sttn:2,5,0", false, VcRule::Level, "0100000000", &expected);
}

#[test]
fn paths_in_an_mtn() {
    // Against three hops up and two columns: one hop by the wrap link, which corrects the column.
    check("mtn:2,2,1", true, VcRule::Paper4, "3201", &[("0000", "2V-", 1), ("3200", "x+", 2)]);
    // One-way links: the wrap link changes the column to a wrong one.
    let expected = [("3000", "2V+", 1), ("0200", "x-", 1), ("0203", "2H+", 1), ("0303", "2H+", 1), ("0003", "x+", 3), ("0000", "x+", 2)];
    check("mtn:2,2,0", false, VcRule::Paper4, "0001", &expected);
    // Two hops and a column in either direction: `min2` avoids the wrap link.
    let up = [("2000", "2V+", 1), ("3000", "2V+", 1), ("0200", "x-", 1), ("0203", "2H-", 0)];
    check("mtn:2,2,1", true, VcRule::Paper4, "0103", &up);
    let down = [("2000", "2V-", 0), ("1000", "2V-", 0), ("0000", "x-", 0), ("0003", "2H+", 0)];
    check("mtn:2,2,1", true, VcRule::Min2, "0103", &down);
}

/// Straight lines: row 0 to row 3 has no short cut.
#[test]
fn a_path_in_a_tesh() {
    let expected = [
        ("0033", "y-", 0),
        ("0023", "y-", 0),
        ("0013", "y-", 0),
        ("0003", "x-", 0),
        ("0002", "x-", 0),
        ("0001", "x-", 0),
        ("0000", "2V+", 0),
        ("1000", "x+", 0),
        ("1001", "x+", 0),
        ("1002", "x+", 0),
        ("1003", "2H+", 0),
        ("1103", "x-", 1),
        ("1102", "x-", 1),
        ("1101", "x-", 1),
    ];
    check("tesh:2,2,0", false, VcRule::Min2, "1100", &expected);
    // Bidirectional links: a tie goes up under `min2`, with a dateline; `least` avoids the wrap link and needs none.
    check("tesh:2,2,1", true, VcRule::Min2, "0000", &[("2000", "2V+", 1), ("3000", "2V+", 1)]);
    check("tesh:2,2,1", true, VcRule::Least, "0000", &[("2000", "2V-", 0), ("1000", "2V-", 0)]);
}
