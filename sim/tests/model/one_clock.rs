//! One clock a hop, registers on links and message classes in small situations: the values are worked out manually from docs/router.md, and both
//! engines must show them.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::Engine;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{RoutingOptions, for_router};
use torusmith_sim::simulation::EngineKind;
use torusmith_topology::LinkSlices;

use super::star::{only, play};
use super::support::{config, network, packet, papers, routing};

const PIPELINES: [(Pipeline, u64); 3] = [(Pipeline::One, 1), (Pipeline::Two, 2), (Pipeline::Three, 3)];

/// ST1: a flit sent by a network interface in clock t is in node 1's buffer in t+1, on its link in t+1 too, in node 0's buffer and on its link in t+2.
/// The tail of packet 0 wins in 3, so the head of packet 1, void in 3, wins in 4. Credits are in their registers a clock after the flit won (ST2).
#[test]
fn a_flit_is_on_the_link_in_the_clock_in_which_it_wins() {
    let config = RouterConfig { vcs: 1, ..config(Pipeline::One) };
    play(config, only([1; 4]), &[(1, 3, 2, 0), (2, 3, 2, 0)], 20, |seen| {
        assert_eq!(seen.flits(1, 1), [(1, 0, 0, 0), (2, 0, 1, 0)]);
        assert_eq!(seen.flits(0, 3), [(2, 0, 0, 0), (3, 0, 1, 0), (4, 1, 0, 0), (5, 1, 1, 0)]);
        assert_eq!(seen.flits(3, 0), [(3, 0, 0, 0), (4, 0, 1, 0), (5, 1, 0, 0), (6, 1, 1, 0)]);
        assert_eq!(seen.credits(0, 1), [(3, 0), (4, 0)]);
        assert_eq!(seen.credits(0, 2), [(5, 0), (6, 0)]);
        assert_eq!(seen.traces[2], "     2 | 1.0 #0:0; 2.0 #1:0 | SA 1.0>3 granted; SA 2.0>3 lost | out 3.0 #0:0");
        assert_eq!(seen.traces[3], "     3 | 1.0 #0:1 >3.0; 2.0 #1:0-1 | SA 1.0>3 granted; SA 2.0 void | out 3.0 #0:1 tail; credit 1.0");
    });
}

/// D = 1: a flit wins in t, is in the next buffer in t+1 and wins there, its credit is on the link in t+2 and counts in t+3. So it is at the network
/// interface: it sends in 0, its flit wins in 1, the credit is on the link in 2 and counts in 3.
#[test]
fn a_credit_comes_back_in_three_clocks() {
    let config = RouterConfig { vcs: 1, depth: 1, ..config(Pipeline::One) };
    play(config, only([1; 4]), &[(1, 0, 3, 0)], 30, |seen| {
        assert_eq!(seen.credits(1, 0), [(2, 0), (5, 0), (8, 0)]);
        assert_eq!(seen.flits(0, 0), [(2, 0, 0, 0), (5, 0, 1, 0), (8, 0, 2, 0)]);
    });
}

/// N8 with h links and s registers on the path, counted manually from the papers' routing.
#[test]
fn a_lone_packet_takes_the_clocks_of_rule_n8() {
    for (name, from, to, links, slices, on_the_way) in [
        ("torus:4,4", "0,0", "2,3", 3, "1", 3),
        // x- from column 0 closes its ring, y+ from rows 0 and 1 does not.
        ("torus:4,4", "0,0", "2,3", 3, "x=2", 2),
        ("torus:4,4", "0,0", "2,3", 3, "1,wrap=3", 5),
        // x- to 0003 and x+ from 0103 to 0100 close rings, 2H+ between them does not.
        ("ttn:2,2,0", "0000", "0100", 3, "up=3,wrap=1", 5),
        ("ttn:2,2,0", "0000", "0100", 3, "8", 24),
    ] {
        let network = network(name);
        let graph = LinkSlices::read(&network, slices).unwrap().graph(&network);
        for (pipeline, a_hop) in PIPELINES {
            for (flits, engine) in [(1, EngineKind::Fast), (16, EngineKind::Reference), (64, EngineKind::Fast)] {
                let config = RouterConfig { depth: 20, ..config(pipeline) };
                let routing = for_router(&network, papers(), config).unwrap();
                let mut engine = engine.build(&graph, routing.clone(), config, false).unwrap();
                let (from, to) = (network.parse_address(from).unwrap(), network.parse_address(to).unwrap());
                engine.offer(packet(&routing, 0, from, to, flits, 0));
                let mut delivered = Vec::new();
                while delivered.is_empty() {
                    assert!(engine.clock() < 1000);
                    engine.step();
                    engine.take_deliveries(&mut delivered);
                }
                let expected = a_hop * (links + 1) + on_the_way + u64::from(flits) - 1;
                assert_eq!(delivered[0].delivered - delivered[0].injected, expected, "{name} {slices} {pipeline} {flits}");
            }
        }
    }
}

/// L5: a VC alone sends a flit in every clock with D = 4 + 2N, or 3 + 2N with one clock a hop, and with no less.
#[test]
fn the_depth_that_covers_the_registers() {
    let network = network("torus:2,8");
    for (pipeline, a_hop) in PIPELINES {
        for count in [0, 1, 2, 5] {
            let graph = LinkSlices::read(&network, &count.to_string()).unwrap().graph(&network);
            let enough = 2 * count as usize + if pipeline == Pipeline::One { 3 } else { 4 };
            for depth in [enough - 1, enough] {
                let config = RouterConfig { vcs: 2, depth, ..config(pipeline) };
                let routing = routing(&network, 2);
                let mut engine = Reference::new(graph.clone(), routing.clone(), config).unwrap();
                // Three links along x.
                engine.offer(packet(&routing, 0, 0, 3, 64, 0));
                let mut delivered = Vec::new();
                while delivered.is_empty() {
                    engine.step();
                    engine.take_deliveries(&mut delivered);
                    assert_eq!(engine.violation(), None);
                }
                let whole = a_hop * 4 + 3 * count + 63;
                assert_eq!(delivered[0].delivered == whole, depth == enough, "{pipeline} {count} {depth}: {}", delivered[0].delivered);
            }
        }
    }
}

/// RC8, N1: packets 0 and 2 are of class 0 and have VC 0, packets 1 and 3 VC 1, where one VC would do for all. At node 0 the heads of 0 and 1 are there
/// in 3; the switch then takes from ports 1 and 2 by turns (SA4).
#[test]
fn each_message_class_has_its_own_vcs() {
    let config = RouterConfig { vcs: 2, message_classes: 2, ..config(Pipeline::Two) };
    play(config, only([1; 4]), &[(1, 3, 2, 0), (2, 3, 2, 0)], 30, |seen| {
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 0), (5, 1, 0, 1), (6, 0, 1, 0), (7, 1, 1, 1)]);
        assert_eq!(seen.flits(3, 0), [(6, 0, 0, 0), (7, 1, 0, 1), (8, 0, 1, 0), (9, 1, 1, 1)]);
    });
}

/// N3: classes take turns, class 0 first. A flit sent in t has its credit on the link in t+2 and counted in t+3.
#[test]
fn the_interface_takes_message_classes_by_turns() {
    let config = RouterConfig { vcs: 2, message_classes: 2, ..config(Pipeline::Two) };
    play(config, only([1; 4]), &[(1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 0)], 30, |seen| {
        assert_eq!(seen.credits(1, 0), [(2, 0), (3, 1), (4, 0), (5, 1)]);
    });
    // Packet 0 is sent in 0 to 3, packet 1 in 4. In 5 class 0 has 3 credits, no room for packet 2, so that class 1 goes on.
    play(config, only([1; 4]), &[(1, 0, 4, 0), (1, 0, 1, 0), (1, 0, 4, 0), (1, 0, 1, 0)], 30, |seen| {
        assert_eq!(seen.credits(1, 0).iter().map(|credit| credit.1).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 1, 0, 0, 0, 0]);
    });
    // Node 1 has packets 0 and 2 alone: class 0 goes on, on the second of its VCs, which has more credits.
    let config = RouterConfig { vcs: 4, ..config };
    play(config, only([0b11; 4]), &[(1, 0, 1, 0), (2, 0, 1, 0), (1, 0, 1, 0)], 30, |seen| {
        assert_eq!(seen.credits(1, 0), [(2, 0), (3, 1)]);
        assert_eq!(seen.credits(2, 0), [(2, 2)]);
    });
}

/// VA3: with three clocks a hop heads of two message classes are given VCs of one output in the same clock, at the local output too.
#[test]
fn message_classes_have_arbiters_of_their_own() {
    let config = RouterConfig { vcs: 2, message_classes: 2, ..config(Pipeline::Three) };
    for to in [0, 3] {
        play(config, only([1; 4]), &[(1, to, 1, 0), (2, to, 1, 0)], 30, |seen| {
            // In node 0's buffer in 4: one link of three clocks after the interface's.
            let granted = if to == 0 { "VA 1.0>0 granted; VA 2.1>0 granted" } else { "VA 1.0>3 granted; VA 2.1>3 granted" };
            assert!(seen.traces[4].contains(granted), "{}", seen.traces[4]);
        });
    }
    let config = RouterConfig { message_classes: 1, ..config };
    play(config, only([1; 4]), &[(1, 3, 1, 0), (2, 3, 1, 0)], 30, |seen| {
        assert!(seen.traces[4].contains("VA 1.0>3 granted; VA 2.0>3 lost"), "{}", seen.traces[4]);
    });
}

#[test]
fn message_classes_that_cannot_be_are_refused() {
    let refusal = |name: &str, vcs, message_classes| {
        let config = RouterConfig { vcs, message_classes, ..RouterConfig::default() };
        for_router(&network(name), RoutingOptions::default(), config).unwrap_err().to_string()
    };
    assert_eq!(refusal("torus:8,8", 8, 5), "message-classes = 5 is not allowed; allowed: 1 to 4");
    assert_eq!(refusal("torus:8,8", 5, 2), "vcs = 5 is not allowed; allowed: 2, 4, 6, 8 with message-classes = 2");
    let needs = "the VC rule `balanced` of torus(8,8) needs 2 for each message class";
    assert_eq!(refusal("torus:8,8", 3, 3), format!("vcs = 3 is not allowed; allowed: 6; {needs}"));
    let needs = "the VC rule `descending` of RDT(2,2,1)/alpha 16x16 needs 3 for each message class";
    assert_eq!(refusal("rdt:16", 3, 3), format!("message-classes = 3 is not allowed; allowed: 1 to 2; {needs}"));
}
