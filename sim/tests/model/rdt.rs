//! RDT(2, R, 1)/alpha: vectors and hops worked out manually, distances over all pairs, and the deadlock figures of docs/results/networks.md and
//! networks/rdt.md.

use torusmith_sim::deadlock::{Report, Walk, check};
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, VcRule, for_network, path, path_into};
use torusmith_topology::{Network, TerminalId};

use super::support::network;
use RoutingAlgorithm::{Dor, Fixed, Floating};

fn rdt(side: u32) -> Network {
    network(&format!("rdt:{side}"))
}

fn routing(network: &Network, algorithm: RoutingAlgorithm) -> NetworkRouting {
    for_network(network, RoutingOptions::new(algorithm, None), 3).unwrap()
}

fn report(side: u32, algorithm: RoutingAlgorithm, rule: VcRule) -> Report {
    check(&rdt(side), RoutingOptions::new(algorithm, Some(rule)), None, Walk::Automatic, &|_, _| ()).unwrap()
}

/// The vectors in a header: x in 4 bits, y in 4, then 3 and 3 for each rank, two's complement; then `crossed`.
fn unpack(network: &Network, bits: u64) -> (Vec<(i64, i64)>, u64) {
    let (mut rest, mut all) = (bits, Vec::new());
    let ranks = (network.route_bits() - 9) / 6;
    let mut take = |width: u32| {
        let value = (rest & ((1 << width) - 1)) as i64;
        rest >>= width;
        if value >> (width - 1) == 1 { value - (1 << width) } else { value }
    };
    all.push((take(4), take(4)));
    all.extend((0..ranks).map(|_| (take(3), take(3))));
    (all, rest)
}

/// RDT paper, Fig. 5: from (1,2) to (5,9) by (0,-1), (1,-1), (1,0) of ranks 0, 1, 2.
#[test]
fn the_papers_vectors() {
    let network = rdt(64);
    let (from, to) = (network.parse_terminal("1,2").unwrap(), network.parse_terminal("5,9").unwrap());
    let bits = routing(&network, Dor).source_bits(from, to, 0);
    assert_eq!(unpack(&network, bits), (vec![(0, -1), (1, -1), (1, 0), (0, 0)], 0));
}

/// networks/rdt.md, B2: the vectors lead to the destination, by the rank's own steps (2 + 2i)^r, with at most two steps in a rank; and no header
/// needs more bits.
#[test]
fn vectors_lead_to_the_destination() {
    for side in [4, 8, 16, 32, 64, 128] {
        let network = rdt(side);
        let (routing, n) = (routing(&network, Dor), i64::from(side));
        for destination in 0..side * side {
            let (all, crossed) = unpack(&network, routing.source_bits(TerminalId(0), TerminalId(destination), 0));
            let (mut at, mut step) = ((0, 0), (1, 0));
            for (rank, &(x, y)) in all.iter().enumerate() {
                assert!(x.abs() + y.abs() <= 2, "{side}: {destination}, rank {rank}: {all:?}");
                at = (at.0 + x * step.0 - y * step.1, at.1 + x * step.1 + y * step.0);
                step = (2 * step.0 - 2 * step.1, 2 * step.0 + 2 * step.1);
            }
            let at = (at.0.rem_euclid(n), at.1.rem_euclid(n));
            assert_eq!((at.0 + at.1 * n, crossed), (i64::from(destination), 0), "{side}: {all:?}");
            assert_eq!(
                routing.source_bits(TerminalId(side + 1), TerminalId((destination + side + 1) % (side * side)), 0) >> network.route_bits(),
                0
            );
        }
    }
}

/// docs/results/networks.md, "RDT": (side, diameter, mean over pairs of different nodes).
#[test]
fn routed_distances() {
    for (side, longest, mean) in [
        (4, 2, 1.6667),
        (8, 3, 2.3175),
        (16, 7, 4.0431),
        (32, 11, 5.7859),
        #[cfg(feature = "soak")]
        (64, 13, 7.4505),
    ] {
        assert_eq!(distances(side, Dor), (longest, mean), "{side}");
    }
    // Own rank first saves moves.
    assert_eq!(distances(16, Floating), (7, 3.8078));
    assert_eq!(distances(16, Fixed), (7, 3.8078));
}

fn distances(side: u32, algorithm: RoutingAlgorithm) -> (usize, f64) {
    let network = rdt(side);
    let (graph, routing) = (network.graph(), routing(&network, algorithm));
    let nodes = side * side;
    let (mut hops, mut longest, mut sum) = (Vec::new(), 0, 0);
    for source in 0..nodes {
        for destination in (0..nodes).filter(|&d| d != source) {
            path_into(&graph, &routing, TerminalId(source), TerminalId(destination), &mut hops).unwrap();
            longest = longest.max(hops.len() - 1);
            sum += hops.len() - 1;
        }
    }
    let mean = sum as f64 / f64::from(nodes) / f64::from(nodes - 1);
    (longest, (mean * 1e4).round() / 1e4)
}

/// networks/rdt.md, B3, y before x: (side, channels, dependencies). N = 128 takes `torusmith deadlock` too long for a test.
#[test]
fn descending_is_free_of_deadlock() {
    for (side, channels, dependencies) in [
        (4, 120, 160),
        (8, 592, 2048),
        (16, 2688, 10000),
        (32, 11312, 45464),
        #[cfg(feature = "soak")]
        (64, 45184, 201_696),
    ] {
        let report = report(side, Dor, VcRule::Descending);
        assert_eq!((report.channels, report.dependencies), (channels, dependencies), "{side}");
        assert_eq!((report.escape_channels, report.extended_dependencies), (channels, dependencies), "{side}");
        assert!(report.acyclic() && report.exhaustive && report.core == 0 && report.stranded == 0, "{side}: {:?}", report.cycle);
    }
}

/// networks/rdt.md, B3: channels that remain when those that no cycle leads to are removed.
#[test]
fn moves_without_a_class_of_their_own_and_own_rank_first_deadlock() {
    for (side, algorithm, rule, core) in [
        (16, Dor, VcRule::Two, 2176),
        (32, Dor, VcRule::Two, 8752),
        (16, Floating, VcRule::Descending, 2688),
        (16, Fixed, VcRule::Descending, 2688),
    ] {
        let report = report(side, algorithm, rule);
        assert_eq!((report.core, report.acyclic()), (core, false), "{side} {algorithm} {rule}");
        // Each channel of the cycle leads to the node that the next one leaves, and no cycle is shorter than one round of moves and steps.
        let graph = rdt(side).graph();
        let next = report.cycle.iter().cycle().skip(1);
        for (from, to) in report.cycle.iter().zip(next) {
            assert_eq!(graph.downstream(from.node as usize, from.port.into()).unwrap().node, to.node, "{:?}", report.cycle);
        }
        assert!(report.cycle.iter().any(|c| c.port > 4) && report.cycle.iter().any(|c| c.port < 5), "{:?}", report.cycle);
    }
    for (side, rule, free) in [(8, VcRule::Two, true), (16, VcRule::Two, false), (16, VcRule::Descending, true)] {
        assert_eq!(report(side, Dor, rule).acyclic(), free, "{side} {rule}");
    }
}

/// A second method: the dependencies by writing down every path, in a set.
#[test]
fn all_paths_have_those_channels_and_dependencies() {
    for (side, algorithm, rule, vcs) in [
        (8, Dor, VcRule::Descending, 2),
        (16, Dor, VcRule::Descending, 3),
        (16, Dor, VcRule::Two, 2),
        (16, Floating, VcRule::Descending, 3),
    ] {
        let network = rdt(side);
        let (graph, routing) = (network.graph(), for_network(&network, RoutingOptions::new(algorithm, Some(rule)), vcs).unwrap());
        let (mut channels, mut dependencies) = (std::collections::HashSet::new(), std::collections::HashSet::new());
        let mut hops = Vec::new();
        for (source, destination) in (0..side * side).flat_map(|s| (0..side * side).map(move |d| (s, d))).filter(|(s, d)| s != d) {
            path_into(&graph, &routing, TerminalId(source), TerminalId(destination), &mut hops).unwrap();
            let links = &hops[..hops.len() - 1];
            channels.extend(links.iter().map(|hop| (hop.node, hop.port, hop.vc())));
            dependencies.extend(links.windows(2).map(|two| (two[0].node, two[0].port, two[0].vc(), two[1].port, two[1].vc())));
        }
        let report = report(side, algorithm, rule);
        assert_eq!((report.channels, report.dependencies), (channels.len(), dependencies.len()), "{side} {algorithm} {rule}");
    }
}

/// Paths in rdt:16, whose ranks are 2, 1, 2, 1 by columns; steps are (1, 0), (2, 2), (0, 8) in x and (0, 1), (-2, 2), (-8, 0) in y.
#[test]
fn a_way_by_hand() {
    let network = rdt(16);
    let at = |address: &str| network.parse_terminal(address).unwrap();
    let way = |from: &str, to: &str| {
        let hops = path(&network.graph(), &routing(&network, Dor), at(from), at(to)).unwrap();
        hops.iter().map(|h| (network.format_address(h.node), network.port_name(h.node, h.port), h.vc())).collect::<Vec<_>>()
    };
    let expect = |hops: &[(&str, &str, u32)]| hops.iter().map(|&(n, p, v)| (n.to_owned(), p.to_owned(), v)).collect::<Vec<_>>();
    // (3, 2): g = dv(5) = 1, f = dv(-1) = 0, v_0 = (1, 0), v_1 = (1, 0). A move to 15,15, which v_0 leads to; then over the edge.
    assert_eq!(way("14,15", "1,1"), expect(&[("14,15", "x+", 2), ("15,15", "ux+", 1), ("1,1", "local", 0)]));
    // (8, 0): g = 2, f = -2, v_0 = (0, 0); g = 0, f = -1, v_1 = (0, 0), v_2 = (0, -1). From the right half over the edge.
    assert_eq!(way("4,0", "12,0"), expect(&[("4,0", "uy-", 0), ("12,0", "local", 0)]));
    assert_eq!(way("12,0", "4,0"), expect(&[("12,0", "uy-", 1), ("4,0", "local", 0)]));
    assert_eq!(way("7,7", "7,7"), expect(&[("7,7", "local", 0)]));
    // (-1, -2): g = dv(-3) = -1, f = dv(-1) = 0, v_0 = (1, 0), v_1 = (-1, 0). Out by one edge and back by it.
    assert_eq!(way("1,1", "0,15"), expect(&[("1,1", "ux-", 1), ("15,15", "x+", 1), ("0,15", "local", 0)]));
}

/// Class 1 from the edge on to the end of the dimension, in the header's `crossed` bit; a new dimension begins with class 0 again.
#[test]
fn crossed_is_carried_along_a_ring_and_no_further() {
    let network = rdt(64);
    let routing = routing(&network, Dor);
    let at = |address: &str| network.parse_address(address).unwrap();
    // v_0 = (2, 2) worked out manually, as moves leave them: y over the edge from row 63, on from row 0, then x from column 5.
    let crossed = 1 << (network.route_bits() - 1);
    let hops = [("5,63", 0x22, "y+", 1, 0x12 | crossed), ("5,0", 0x12 | crossed, "y+", 1, 0x02), ("5,1", 0x02, "x+", 0, 0x01)];
    for (node, bits, port, vc, onward) in hops {
        let (candidates, carried) = routing.route_onward(at(node), TerminalId(at("7,1")), bits);
        assert_eq!((network.port_label(candidates[0].port), candidates[0].vcs, carried), (port, 1 << vc, onward), "{node}");
    }
    // Fields wrap around: v_0x = -8, one to the left is -7.
    let (candidates, carried) = routing.route_onward(at("9,9"), TerminalId(0), 0x08);
    assert_eq!((network.port_label(candidates[0].port), carried), ("x-", 0x09));
    // So do moves: from 0,0, of rank 2, the nodes 1,0 and 0,1 of rank 1 are both 9 from where v_0 = (-8, 0) leads; by the lower port, -9 is 7.
    let v_1 = 1 << 8;
    let (candidates, carried) = routing.route_onward(at("0,0"), TerminalId(0), v_1 | 0x08);
    assert_eq!((network.port_label(candidates[0].port), candidates[0].vcs, carried), ("x+", 0b100, v_1 | 0x07));
}

#[test]
fn what_rdt_refuses_says_why_in_a_line() {
    let refusal = |algorithm, rule, vcs| for_network(&rdt(16), RoutingOptions::new(algorithm, rule), vcs).unwrap_err().to_string();
    assert_eq!(
        refusal(Dor, None, 2),
        "vcs = 2 is not allowed; the VC rule `descending` of RDT(2,2,1)/alpha 16x16 with routing `dor` needs at least 3"
    );
    assert_eq!(
        refusal(RoutingAlgorithm::LsCs, None, 4),
        "routing = ls+cs is not allowed; allowed: dor, floating, fixed for RDT(2,2,1)/alpha 16x16"
    );
    assert_eq!(
        refusal(Dor, Some(VcRule::Dateline), 4),
        "vc-rule = dateline is not allowed; allowed: descending, two for RDT(2,2,1)/alpha 16x16"
    );
    assert!(for_network(&rdt(8), RoutingOptions::new(Dor, None), 2).is_ok());
}
