//! HTN(4,4,2,q) under the rule `balanced`, by `dor`, `dor-turn`, `dor-early` and `dor-both` (docs/networks.md): figures of the walks, paths worked
//! out manually, lengths, headers.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, VcRule, classes, for_network, least_vcs};
use torusmith_topology::{Network, TerminalId};

use super::support::network;
use RoutingAlgorithm::{Dor, DorBoth, DorEarly, DorTurn, LsCsTurn};

const ALGORITHMS: [RoutingAlgorithm; 4] = [Dor, DorTurn, DorEarly, DorBoth];

fn options(algorithm: RoutingAlgorithm) -> RoutingOptions {
    RoutingOptions::new(algorithm, Some(VcRule::Balanced))
}

fn routed(q: u32, algorithm: RoutingAlgorithm, vcs: usize) -> (Network, NetworkRouting) {
    let network = network(&format!("htn:4,4,2,{q}"));
    let routing = for_network(&network, options(algorithm), vcs).unwrap();
    (network, routing)
}

#[test]
fn figures_of_the_walks() {
    for (algorithm, figures) in [
        (Dor, [(11264, 54272), (12288, 61440), (14336, 71680)]),
        (DorEarly, [(10496, 46720), (11776, 54016), (14336, 63488)]),
        (DorTurn, [(10496, 46976), (11776, 54528), (14336, 64512)]),
        (DorBoth, [(10496, 46976), (11776, 54528), (14336, 64512)]),
    ] {
        for (q, expected) in figures.into_iter().enumerate() {
            let network = network(&format!("htn:4,4,2,{q}"));
            let report = check(&network, options(algorithm), None, Walk::Automatic, &|_, _| ()).unwrap();
            assert_eq!((report.channels, report.dependencies), expected, "q = {q}, {algorithm}");
            assert!(report.acyclic() && report.exhaustive && report.stranded == 0, "q = {q}, {algorithm}: {:?}", report.cycle);
        }
    }
}

/// docs/results/networks.md, "HTN(4,4,2,q)".
#[test]
fn figures_of_the_walk_with_link_and_channel_selection() {
    let report = check(&network("htn:4,4,2,1"), options(LsCsTurn), None, Walk::Automatic, &|_, _| ()).unwrap();
    assert!(report.acyclic() && report.exhaustive && report.stranded == 0, "{:?}", report.cycle);
    let figures = [report.channels, report.dependencies, report.escape_channels, report.extended_dependencies];
    assert_eq!(figures, [15872, 109952, 9216, 1768000]);
}

/// Every hop of every pair: the paths of `dor-turn`, in a basic module the escape VC of the phase and the adaptive one, at a tie the other direction
/// by the adaptive one alone. Ties in the destination's module: in each of the 1024 nodes to 16 destinations two planes away, to 4 two rows away in
/// its plane, to 1 two columns away in its row.
#[test]
fn link_and_channel_selection_on_the_ways_of_dor_turn() {
    let (_, turns) = routed(1, DorTurn, 3);
    let (_, selects) = routed(1, LsCsTurn, 3);
    let mut ties = 0;
    for node in 0..1024 {
        for to in (0..1024).filter(|&to| to != node) {
            for &bits in turns.source_choices(TerminalId(node), TerminalId(to)).iter() {
                let (way, found) = (turns.route(node, TerminalId(to), bits), selects.route(node, TerminalId(to), bits));
                let port = way[0].port;
                let vcs = if port > 6 { 0b111 } else { 0b100 | if node >> 6 == to >> 6 { 0b010 } else { 0b001 } };
                assert_eq!((found[0].port, found[0].vcs), (port, vcs), "{node} to {to}");
                if found.len() == 1 {
                    continue;
                }
                ties += usize::from(node >> 6 == to >> 6);
                assert!(port <= 6 && found.len() == 2, "{node} to {to}");
                assert_eq!((found[1].port, found[1].vcs), (((port - 1) ^ 1) + 1, 0b100), "{node} to {to}");
            }
        }
    }
    assert_eq!(ties, 1024 * 21);
    assert_eq!(selects.escape_vcs() & 0b111, 0b011);
}

#[test]
fn more_vcs_leave_no_cycle() {
    for algorithm in ALGORITHMS {
        for vcs in [3, 4] {
            let report = check(&network("htn:4,4,2,1"), options(algorithm), Some(vcs), Walk::Automatic, &|_, _| ()).unwrap();
            assert!(report.acyclic(), "{algorithm} {vcs}: {:?}", report.cycle);
        }
    }
}

/// The hops of packet `number` with two VCs, as port and class, `*` for any, the ejection left out; their nodes if `nodes`.
fn hops(q: u32, algorithm: RoutingAlgorithm, number: u32, from: &str, to: &str) -> String {
    let (network, routing) = routed(q, algorithm, 2);
    let (mut node, to) = (network.parse_address(from).unwrap(), network.parse_address(to).unwrap());
    let bits = routing.source_bits(TerminalId(node), TerminalId(to), number);
    let mut told = Vec::new();
    while node != to {
        let hop = routing.route(node, TerminalId(to), bits)[0];
        let class = classes(2, 2).iter().position(|&own| own == hop.vcs).map_or("*".into(), |class| class.to_string());
        told.push(format!("{}{class}", network.port_label(hop.port)));
        node = network.downstream(node, hop.port).unwrap().node;
        assert!(told.len() < 20, "{told:?}");
    }
    told.join(" ")
}

/// Gate planes z = 0 and 1. South from Y = 1 to 3 by the wrap link, arriving in row 3; then east from X = 0 to 2.
#[test]
fn ways_by_hand() {
    let to_the_bm = "z-* y+0 y+0 ey* y+0 ey*";
    let east = "x+0 ex* x-0 ex*";
    for (to, dor, turn, early, [both, stay]) in [
        // yd = 0: no turn.
        ("32003", "z-* y+1 x-1", "", "", ["", ""]),
        // yd = 1 by y- from row 3: s = 3, all of y before x; s = 1, 2: to row 2; s = 0: none. `dor` may take any VC of these links.
        ("32013", "z-* y-* y-* x-1", "y-0 y-0 | z-* x-1", "y-0 y-0 | z-* x-1", ["y-0 y-0 | z-* x-1", "z-* y-1 y-1 x-1"]),
        ("32011", "z-* y-* y-* x+*", "y-0 | z-* y-1 x+*", "y-0 y-0 | z-* x+*", ["y-0 y-0 | z-* x+*", "z-* y-1 y-1 x+*"]),
        ("32111", "y-* y-* x+*", "y-0 | y-1 x+*", "y-0 y-0 | x+*", ["y-0 y-0 | x+*", "y-1 y-1 x+*"]),
        ("32010", "z-* y-* y-*", "z-* y-1 y-1", "y-0 y-0 | z-*", ["y-0 y-0 | z-*", "z-* y-1 y-1"]),
        ("32122", "y-* x+* x+*", "y-0 | x+* x+*", "y-0 | x+* x+*", ["y-0 | x+* x+*", "y-1 x+* x+*"]),
        (
            "32313",
            "z-* z-* y-* y-* x-1",
            "y-0 | z-* z-* y-1 x-1",
            "y-0 y-0 | z-* z-* x-1",
            ["y-0 y-0 | z-* z-* x-1", "z-* z-* y-1 y-1 x-1"],
        ),
    ] {
        let way = |rest: &str| {
            let (turn, last) = rest.split_once(" | ").unwrap_or(("", rest));
            [to_the_bm, turn, east, last].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        };
        for (algorithm, number, expected) in
            [(Dor, 0, dor), (DorTurn, 0, turn), (DorTurn, 1, turn), (DorEarly, 1, early), (DorBoth, 6, both), (DorBoth, 7, stay)]
        {
            let expected = if expected.is_empty() { dor } else { expected };
            assert_eq!(hops(1, algorithm, number, "10222", to), way(expected), "{algorithm} {to} {number}");
        }
    }
}

/// `dor-turn` with s = 1, 2 leaves rows 1 and 2 unchanged, also in each further basic module; without a link of X to come no packet turns.
#[test]
fn rows_that_are_kept() {
    // s = 2, row 2 to 1.
    assert_eq!(hops(2, DorTurn, 0, "00023", "02011"), "ex* x-0 ex* y-1 x+*");
    assert_eq!(hops(2, DorTurn, 0, "00023", "02013"), "y-0 ex* x-0 ex* x-1");
    assert_eq!(hops(2, DorTurn, 0, "00033", "02012"), "y-0 ex* x-0 ex* y-1 x+* x+*");
    // From row 0 to 2, '+' on both hops, s = 2.
    assert_eq!(hops(2, DorTurn, 0, "00003", "01022"), "y+0 ex* y+1 x+* x+*");
    assert_eq!(hops(2, DorEarly, 0, "00003", "01022"), "y+0 y+0 ex* x+* x+*");
    for algorithm in [DorTurn, DorEarly, DorBoth] {
        assert_eq!(hops(2, algorithm, 0, "00003", "00023"), "y+1 y+1", "{algorithm}");
        assert_eq!(hops(2, algorithm, 0, "00033", "10023"), "ey* y+1 y+1", "{algorithm}");
    }
}

/// networks/htn.md, A2: the longest path and the mean over pairs of different nodes. All paths between two nodes have one length.
#[test]
fn turns_do_not_lengthen_ways() {
    for (q, longest, mean) in [(0, 18, 7.9453), (1, 17, 7.4761), (2, 16, 7.0068)] {
        let all = [Dor, DorTurn, DorEarly, DorBoth].map(|algorithm| routed(q, algorithm, 2));
        let network = &all[0].0;
        let length = |routing: &NetworkRouting, source: u32, destination: u32, bits: u64| {
            let (mut node, mut links) = (source, 0u64);
            while node != destination {
                let candidates = routing.route(node, TerminalId(destination), bits);
                node = network.downstream(node, candidates[0].port).unwrap().node;
                links += 1;
                assert!(candidates.len() == 1 && links < 30, "{source} to {destination}");
            }
            links
        };
        let (mut most, mut sum) = (0, 0);
        for (source, destination) in (0..1024).flat_map(|source| (0..1024).filter(move |d| *d != source).map(move |d| (source, d))) {
            let links = length(&all[0].1, source, destination, all[0].1.source_bits(TerminalId(source), TerminalId(destination), 0));
            (most, sum) = (links.max(most), sum + links);
            for (_, routing) in &all[1..] {
                for &bits in &*routing.source_choices(TerminalId(source), TerminalId(destination)) {
                    assert_eq!(length(routing, source, destination, bits), links, "q = {q}, {:?} {source} to {destination}", routing);
                }
            }
        }
        let found = sum as f64 / (1024.0 * 1023.0);
        assert!(most == longest && (found - mean).abs() < 0.00005, "q = {q}: {most}, {found}");
    }
}

/// Bits: north 1, east 2, wrap_y 4, or `stay` under `dor-both`, wrap_x 8.
#[test]
fn headers() {
    for (from, to, one, both) in [
        ("00000", "20000", 1, [1, 5]),
        ("20000", "00000", 5, [1, 5]),
        ("10000", "30000", 4, [0, 4]),
        ("01000", "03000", 8, [8, 12]),
        ("12000", "30000", 4 + 10, [10, 14]),
        ("00000", "00123", 0, [0, 4]),
    ] {
        for algorithm in ALGORITHMS {
            let (network, routing) = routed(1, algorithm, 2);
            let (from, to) = (network.parse_terminal(from).unwrap(), network.parse_terminal(to).unwrap());
            let choices = routing.source_choices(from, to).to_vec();
            if algorithm == DorBoth {
                assert_eq!(choices, both, "{from} {to}");
                assert_eq!([7, 8, 9].map(|number| routing.source_bits(from, to, number)), [both[1], both[0], both[1]]);
            } else {
                assert_eq!(choices, [one], "{algorithm} {from} {to}");
            }
        }
    }
}

/// Four VCs: class F owns the upper two, class any all; one arbiter at a port (VA3).
#[test]
fn vcs_of_a_hop() {
    for algorithm in ALGORITHMS {
        let (network, routing) = routed(1, algorithm, 4);
        assert_eq!((least_vcs(&network, options(algorithm)).unwrap(), routing.classes()), (2, 1), "{algorithm}");
        let vcs = |from: &str, to: &str, bits| {
            let candidates = routing.route(network.parse_address(from).unwrap(), network.parse_terminal(to).unwrap(), bits);
            (candidates.len(), candidates[0].vcs)
        };
        assert_eq!([vcs("00200", "10000", 1), vcs("00030", "10000", 1), vcs("00030", "00030", 0)], [(1, 0b1111); 3], "{algorithm}");
        assert_eq!([vcs("00002", "00003", 0), vcs("00010", "00000", 0), vcs("00002", "01000", 2)], [(1, 0b1100), (1, 0b1100), (1, 0b0011)]);
        let far_from_the_wrap_link = if algorithm == Dor { 0b1111 } else { 0b1100 };
        assert_eq!([vcs("00001", "00002", 0), vcs("00010", "00020", 0)], [(1, 0b1111), (1, far_from_the_wrap_link)], "{algorithm}");
    }
}
