//! Packets of a pair in order (docs/router.md, RC9, N3; docs/axi_interface.md, T5), worked out manually.

use torusmith_design::Order;
use torusmith_sim::axi::Link;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::Packet;
use torusmith_sim::routing::{RoutingOptions, Ties};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::stats::Overtaking;
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, TerminalId};

use super::axi::{Bench, body, credit, head};
use super::axi_classes::{check, of_class};
use super::star::{only, play};
use super::support::network;

fn pair(vcs: usize, depth: usize) -> RouterConfig {
    RouterConfig { vcs, depth, order: Order::Pair, ..RouterConfig::default() }
}

/// RC9: a packet to node 3 enters on VC 3 of four. Of VCs 1 and 2 number 3 mod 2 is VC 2; from there number 2 mod 2, VC 1; of all four at the local
/// output number 1.
#[test]
fn a_hop_keeps_one_vc() {
    for (pipeline, clocks) in [(Pipeline::One, [1, 2, 3]), (Pipeline::Two, [2, 4, 6]), (Pipeline::Three, [3, 6, 9])] {
        let config = RouterConfig { pipeline, ..pair(4, 4) };
        play(config, only([1, 1, 1, 0b0110]), &[(1, 3, 1, 0)], 20, |seen| {
            let left = [(1, 1), (0, 3), (3, 0)].map(|(node, port)| seen.flits(node, port));
            assert_eq!(left, [vec![(clocks[0], 0, 0, 2)], vec![(clocks[1], 0, 0, 1)], vec![(clocks[2], 0, 0, 1)]]);
        });
    }
}

/// N3: both packets go by VC 3 mod 2, the second directly after the first, as that VC has credits left; with D = 1 when the credit is back.
#[test]
fn a_packet_starts_on_its_vc_as_soon_as_that_has_a_credit() {
    let jobs = [(1, 3, 1, 0), (1, 3, 1, 0)];
    play(pair(2, 4), only([0b11; 4]), &jobs, 30, |seen| assert_eq!(seen.credits(1, 0), [(2, 1), (3, 1)]));
    play(pair(2, 1), only([0b11; 4]), &jobs, 30, |seen| assert_eq!(seen.credits(1, 0), [(2, 1), (6, 1)]));
    // Three VCs: 2^b = 2, so packets to node 2 have VC 0 and those to node 3 VC 1.
    let jobs = [(1, 2, 1, 0), (1, 3, 1, 0)];
    play(pair(3, 4), only([0b111; 4]), &jobs, 30, |seen| assert_eq!(seen.credits(1, 0), [(2, 0), (3, 1)]));
}

/// N3, RC9 with M = 2: packet 1 is of class 1 and goes by VC 2 + (3 mod 2), and by VC 2 where the rule has one VC a class.
#[test]
fn a_message_class_has_vcs_of_its_own() {
    let config = RouterConfig { message_classes: 2, ..pair(4, 4) };
    play(config, only([1; 4]), &[(1, 3, 1, 0), (2, 3, 1, 0)], 30, |seen| {
        assert_eq!((seen.credits(1, 0), seen.credits(2, 0)), (vec![(2, 1)], vec![(2, 3)]));
        assert_eq!(seen.flits(0, 3), [(4, 0, 0, 0), (5, 1, 0, 2)]);
    });
}

/// VA3: at the local output one grants all, also heads that ask for VCs of two classes.
#[test]
fn the_local_output_has_one_arbiter() {
    let config = RouterConfig { pipeline: Pipeline::Three, ..pair(2, 4) };
    let star = super::star::Star { classes: 2, ..only([0b11; 4]) };
    play(config, star, &[(1, 0, 1, 0), (2, 0, 1, 0)], 30, |seen| {
        // Packets of class 1 and 0 on their path (node mod 2), so on VCs 1 and 0 of the links and of the local output.
        assert!(seen.traces[4].contains("VA 1.1>0 granted; VA 2.0>0 lost"), "{}", seen.traces[4]);
        assert_eq!(seen.flits(0, 0).iter().map(|flit| flit.3).collect::<Vec<_>>(), [1, 0]);
    });
}

/// T5 with M = 2, V = 6, D = 3: packets of class 1 to node 5 have VC 3 + (5 mod 2), though 3 and 5 are whole; a head is given as soon as there is a credit.
#[test]
fn a_stream_has_the_vc_of_its_destination() {
    let none = Link::default();
    let wait = (false, None);
    let sent = |vc, flit| Some((vc, flit));
    check(
        Bench::of(RouterConfig { message_classes: 2, ..pair(6, 3) }),
        &[
            (wait, (of_class(1, 10, true), none)), // ready
            ((true, sent(4, head(1, 5))), (of_class(1, 10, true), none)),
            ((false, sent(4, body(10, true))), (of_class(1, 20, true), none)), // ready; a credit is left
            ((false, sent(4, head(1, 5))), (of_class(1, 20, true), credit(4))),
            ((true, None), (of_class(1, 20, true), none)),
            ((false, sent(4, body(20, true))), (of_class(1, 30, true), none)), // ready, without a credit
            (wait, (of_class(1, 30, true), credit(4))),
            (wait, (of_class(1, 30, true), none)),
            ((false, sent(4, head(1, 5))), (of_class(1, 30, true), none)),
        ],
    );
}

/// Pairs differ by source and destination.
#[test]
fn overtaken_packets_are_those_behind_a_later_one() {
    let mut overtaking = Overtaking::default();
    let arrivals = [(0, 1, 5), (0, 1, 3), (0, 2, 4), (2, 1, 1), (0, 1, 4), (0, 1, 6), (1, 0, 2), (0, 2, 2)];
    let overtaken = arrivals.map(|(source, destination, number)| {
        let (source, destination) = (TerminalId(source), TerminalId(destination));
        overtaking.overtaken(&Packet { number, source, destination, bits: 0, flits: 1, created: 0 })
    });
    assert_eq!(overtaken, [false, true, false, false, true, false, false, true]);
}

fn simulation(name: &str, vcs: usize, order: Order) -> Simulation {
    Simulation {
        network: network(name),
        routing: RoutingOptions::default(),
        router: RouterConfig { order, ..pair(vcs, 4) },
        slices: LinkSlices::default(),
        engine: EngineKind::Fast,
        traffic: TrafficOptions {
            pattern: Pattern::Transpose,
            rate: 0.5,
            lengths: Lengths::any_of(&[1, 4, 16]).unwrap(),
            seed: 1,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: 3000, warm_up: 500, ..RunOptions::default() },
    }
}

#[test]
fn a_run_counts_the_overtaken() {
    for (name, vcs) in [("torus:8,8", 4), ("ttn:2,2,0", 4)] {
        let [none, pair] = [Order::None, Order::Pair].map(|order| {
            let outcomes = [EngineKind::Fast, EngineKind::Reference]
                .map(|engine| Simulation { engine, ..simulation(name, vcs, order) }.run(|_| ()).unwrap());
            assert!(outcomes[0] == outcomes[1], "{name} {order}");
            outcomes[0].summary.all.clone()
        });
        assert!(pair.overtaken == 0 && pair.packets > 100, "{name}: {}", pair.overtaken);
        assert!(none.overtaken > 5 && none.overtaken < none.packets, "{name}: {} of {}", none.overtaken, none.packets);
    }
}

#[test]
fn ties_of_the_papers_are_kept_in_order_too() {
    let routing = RoutingOptions::default().with_ties(Ties::Plus);
    let outcome = Simulation { routing, ..simulation("htn:4,4,2,1", 3, Order::Pair) }.run(|_| ());
    assert_eq!(outcome.unwrap().summary.all.overtaken, 0);
}
