//! Networks whose terminals are apart from routers (docs/router.md, "Names"): the values are worked out manually from the rules.

use std::sync::Arc;

use torusmith_design::Order;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::deadlock::{Channel, LOCAL_INPUT, Walk, check, check_exchange, turns};
use torusmith_sim::engine::{Engine, Packet, PortWord};
use torusmith_sim::fast;
use torusmith_sim::loads::Loads;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{RoutingOptions, for_network, lengths, path};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::single::{LinkState, NumberedFlit, SingleRouter};
use torusmith_sim::traffic::{Destinations, Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, TerminalId};

use super::support::drain;
use crate::apart::Apart;

const CONFIG: RouterConfig =
    RouterConfig { vcs: 1, depth: 4, pipeline: Pipeline::Two, reuse_empty: 0, message_classes: 1, order: Order::None };

/// A flit or credit of a port of router 0 in a clock: (clock, port, packet or, of a credit, `None`).
type Event = (u64, usize, Option<u32>);

/// Sends packets (source, destination, flits) of clock 0 on both engines; the events at router 0, port by port of each clock, and the order in which
/// packets arrive.
fn played(apart: &Apart, config: RouterConfig, packets: &[(u32, u32, u8)]) -> (Vec<Event>, Vec<u32>) {
    let routing = apart.routing(config.vcs);
    let reference: Box<dyn Engine> = Box::new(Reference::new(apart.graph.clone(), routing.clone(), config).unwrap());
    let engines = [reference, fast::new(&apart.graph, Arc::new(routing), config, true).unwrap()];
    let [expected, found] = engines.map(|mut engine| {
        let (mut events, mut came) = (Vec::new(), Vec::new());
        for (number, &(source, destination, flits)) in packets.iter().enumerate() {
            let (source, destination) = (TerminalId(source), TerminalId(destination));
            engine.offer(Packet { number: number as u32, source, destination, bits: 0, flits, created: 0 });
        }
        for clock in 0..20 {
            let mut words = vec![PortWord::default(); apart.graph.routers() * apart.graph.ports()];
            engine.outputs(&mut words);
            for (port, word) in words[..apart.graph.ports()].iter().enumerate() {
                events.extend(word.valid().then(|| (clock, port, Some(word.packet()))));
                events.extend(word.credit().map(|_| (clock, port, None)));
            }
            engine.step();
            engine.take_deliveries(&mut came);
        }
        assert_eq!((engine.queued(), engine.in_flight()), (0, 0));
        (events, came.iter().map(|delivery| delivery.packet.number).collect())
    });
    assert_eq!(expected, found, "the engines");
    expected
}

/// A head on the link of input 0 in clock 0 is in the buffer in 1, wins there, and is on output 1 in 2 (ST1), its credit at port 0 too (ST2).
#[test]
fn a_packet_between_terminals_of_a_router() {
    let (events, came) = played(&Apart::one_router(3), CONFIG, &[(0, 1, 2)]);
    assert_eq!(events, [(2, 0, None), (2, 1, Some(0)), (3, 0, None), (3, 1, Some(0))]);
    assert_eq!(came, [0]);
}

/// Inputs 0 and 2 ask for output 1 in clock 1: its pointer is 0 (SA4), so that input 0 wins, and input 2 a clock later.
#[test]
fn two_terminals_send_to_a_third() {
    let (events, came) = played(&Apart::one_router(3), CONFIG, &[(0, 1, 1), (2, 1, 1)]);
    assert_eq!(events, [(2, 0, None), (2, 1, Some(0)), (3, 1, Some(1)), (3, 2, None)]);
    assert_eq!(came, [0, 1]);
}

/// Two tails leave the router in one clock: arrivals are in the order of ports, whatever the terminals' numbers and whoever was first.
#[test]
fn arrivals_of_a_clock_are_in_the_order_of_ports() {
    for (packets, expected) in [([(0, 1, 1), (1, 0, 1)], [1, 0]), ([(1, 0, 1), (0, 1, 1)], [0, 1])] {
        let (events, came) = played(&Apart::one_router(3), CONFIG, &packets);
        assert_eq!(events.iter().map(|event| event.0).collect::<Vec<_>>(), [2; 4]);
        assert_eq!(came, expected);
    }
    let turned = Apart::new((1, 3), &[(0, 2), (0, 1), (0, 0)], &[], 1, |_, _, _| (0, 0));
    assert_eq!(played(&turned, CONFIG, &[(0, 1, 1), (1, 0, 1)]).1, [0, 1], "terminal 1 is at port 1, terminal 0 at port 2");
}

/// N8: with no link a packet of 3 flits needs as many clocks as `PIPELINE`, and 2 more.
#[test]
fn latency_without_a_link() {
    for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
        let apart = Apart::one_router(2);
        let mut engine = Reference::new(apart.graph.clone(), apart.routing(1), RouterConfig { pipeline, ..CONFIG }).unwrap();
        engine.offer(Packet { number: 0, source: TerminalId(0), destination: TerminalId(1), bits: 0, flits: 3, created: 0 });
        let [delivery] = drain(&mut engine, 20)[..] else { panic!("one packet") };
        assert_eq!(delivery.delivered - delivery.injected, u64::from(pipeline.clocks()) + 2);
    }
}

/// E1, E5: a head to the terminal of its own port 0 sets bit 2 of that port, another terminal of the router is a destination like any. In clock 0 both
/// inputs send a head that is accepted; in clock 1, in which these win the switch, both send again: input 0 to its own terminal. Hence input 0 takes
/// no part in 2, and the head at input 1 wins there. In 2 a head to its own terminal follows at input 1, and bars that; so does one at input 2 to
/// terminal 9, which does not exist.
#[test]
fn each_local_port_has_a_guard() {
    let network = Apart::one_router(3).network();
    let routing = for_network(&network, RoutingOptions::default(), 1).unwrap();
    let mut single = SingleRouter::new(&network, 0, routing, CONFIG).unwrap();
    let head = |number, to| NumberedFlit { number, head: true, tail: true, destination: TerminalId(to), bits: 0 };
    // By clock, (port, number, destination).
    let sent: [&[(usize, u32, u32)]; 3] = [&[(0, 1, 1), (1, 2, 2)], &[(0, 3, 0), (1, 4, 2)], &[(0, 5, 1), (1, 6, 1), (2, 7, 9)]];
    let (mut left, mut back, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for clock in 0..8 {
        let shown = single.shown();
        left.extend(shown.iter().enumerate().filter_map(|(port, link)| Some((clock, port, link.flit?.1.number))));
        back.extend(shown.iter().enumerate().filter_map(|(port, link)| link.credit.map(|_| (clock, port))));
        errors.push(single.errors());
        let mut links = vec![LinkState::default(); 3];
        for &(port, number, destination) in sent.get(clock).copied().unwrap_or_default() {
            links[port].flit = Some((0, head(number, destination)));
        }
        single.step(&links, clock == 6);
    }
    // 4 wins in 2; 5 is in the buffer in 3 and wins there, as the flit that bars input 1 in 3 came to input 1.
    assert_eq!(left, [(2, 1, 1), (2, 2, 2), (3, 2, 4), (4, 1, 5)]);
    // Those of 3, 6 and 7, dropped in 1 and 2, are there in 3 and 4.
    assert_eq!(back, [(2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1), (4, 2)]);
    let none = vec![0; 3];
    assert_eq!(errors[..4], [none.clone(), none.clone(), vec![0b100, 0, 0], vec![0b100; 3]]);
    assert_eq!(errors[7], none, "E6 clears all ports");
}

/// E5: inputs 0 and 3 ask for output 2 in clock 1, and input 0 wins. A flit that is dropped at input 3 in 1 keeps the other head from the switch in 2;
/// one that is dropped at input 0 or 1 does not.
#[test]
fn a_dropped_flit_bars_its_own_port_alone() {
    for (port, second) in [(0, 3), (1, 3), (3, 4)] {
        let network = Apart::one_router(4).network();
        let routing = for_network(&network, RoutingOptions::default(), 1).unwrap();
        let mut single = SingleRouter::new(&network, 0, routing, CONFIG).unwrap();
        let mut left = Vec::new();
        for clock in 0..6 {
            left.extend(single.shown()[2].flit.map(|(_, flit)| (clock, flit.number)));
            let mut links = vec![LinkState::default(); 4];
            let mut head = |at: usize, to| {
                links[at].flit =
                    Some((0, NumberedFlit { number: at as u32, head: true, tail: true, destination: TerminalId(to), bits: 0 }));
            };
            match clock {
                0 => [0, 3].into_iter().for_each(|at| head(at, 2)),
                1 => head(port, port as u32),
                _ => {}
            }
            single.step(&links, false);
        }
        assert_eq!(left, [(2, 0), (second, 3)], "dropped at {port}");
    }
}

/// VA3: each local port has one arbiter a message class, whatever the classes of the VC rule. Packets of classes 0 and 1 come to router 0 on VCs 0 and
/// 1 in the same clock, which they keep (RC9), for the terminal at its local port 1: in clock 4 input 2 is given VC 0, and input 3 waits.
#[test]
fn a_local_port_has_one_arbiter_for_all_classes() {
    let links = [[(1, 2), (0, 2)], [(2, 2), (0, 3)], [(0, 2), (1, 2)], [(0, 3), (2, 2)]];
    let apart = Apart::new((3, 4), &[(0, 0), (0, 1), (1, 0), (2, 0)], &links, 2, |at, _, _| (0, if at == 2 { 1 } else { 0 }));
    let config = RouterConfig { vcs: 2, pipeline: Pipeline::Three, order: Order::Pair, ..CONFIG };
    let routing = apart.routing(2);
    let reference: Box<dyn Engine> = Box::new(Reference::new(apart.graph.clone(), routing.clone(), config).unwrap());
    for mut engine in [reference, fast::new(&apart.graph, Arc::new(routing), config, true).unwrap()] {
        for (number, source) in [2, 3].into_iter().enumerate() {
            engine.offer(Packet {
                number: number as u32,
                source: TerminalId(source),
                destination: TerminalId(1),
                bits: 0,
                flits: 1,
                created: 0,
            });
        }
        (0..4).for_each(|_| engine.step());
        assert_eq!(engine.trace(0), "     4 | 2.0 #0:0; 3.1 #1:0 | VA 2.0>1 granted; VA 3.1>1 lost | -");
        drain(&mut *engine, 20);
    }
}

/// Terminals 0 and 1 at router 0, terminal 2 at router 1, links through port 2.
fn pair() -> Apart {
    Apart::new((2, 3), &[(0, 0), (0, 1), (1, 0)], &[[(0, 2), (1, 2)], [(1, 2), (0, 2)]], 1, |_, _, _| (0, 0))
}

/// Of six ordered pairs of terminals two are at one router: 4 / 6 of a link on average. Each terminal sends half of its flits to each other one, so that
/// each link and each local output carries a flit for every flit that a terminal offers. N8: `PIPELINE` (2 / 3 + 1) + 16 - 1 clocks.
#[test]
fn paths_and_loads_are_those_of_terminals() {
    let (apart, network) = (pair(), pair().network());
    let routing = for_network(&network, RoutingOptions::default(), 1).unwrap();
    let hops = |from, to| {
        path(&apart.graph, &routing, TerminalId(from), TerminalId(to)).unwrap().iter().map(|hop| (hop.node, hop.port)).collect::<Vec<_>>()
    };
    assert_eq!((hops(0, 1), hops(1, 0), hops(0, 2), hops(2, 1)), (vec![(0, 1)], vec![(0, 0)], vec![(0, 2), (1, 0)], vec![(1, 2), (0, 1)]));
    let told = path(&apart.graph, &routing, TerminalId(3), TerminalId(0)).unwrap_err().to_string();
    assert_eq!(told, "from = 3 is not allowed; allowed: nodes 0 to 2");
    let distances = lengths(&network, &apart.graph, &routing, &network.orbits(), &|_, _| ()).unwrap();
    assert_eq!(distances.diameter, 1);
    assert!((distances.average() - 2.0 / 3.0).abs() < 1e-12);
    let loads = Loads::new(&network, &apart.graph, &routing, Pattern::Uniform, &|_, _| ()).unwrap();
    let links: Vec<_> = loads.links.iter().map(|link| (link.node, link.port, link.load)).collect();
    assert_eq!(links, [(0, 2, 1.0), (1, 2, 1.0)]);
    assert_eq!((loads.ejection, loads.senders, loads.offered, loads.bound()), (1.0, 1.0, 1.0, Some(1.0)));
    let simulation = Simulation {
        routing: RoutingOptions::default(),
        router: CONFIG,
        slices: LinkSlices::new(&network),
        engine: EngineKind::Fast,
        traffic: TrafficOptions { pattern: Pattern::Uniform, rate: 0.2, lengths: Lengths::default(), seed: 1, sources: Sources::default() },
        run: RunOptions { cycles: 20_000, warm_up: 0, ..RunOptions::default() },
        network,
    };
    let latency = simulation.zero_load_latency().unwrap().unwrap();
    assert!((latency - (2.0 * 5.0 / 3.0 + 15.0)).abs() < 1e-9, "{latency}");
    let outcome = simulation.run(|_| ()).unwrap();
    assert!(outcome.dead.is_none());
    assert!((outcome.summary.all.accepted.unwrap() - 0.2).abs() < 0.02, "a terminal, not a router");
    assert!((outcome.summary.hops_mean.unwrap() - 2.0 / 3.0).abs() < 0.05);
}

/// Terminals of the routers to which a link leads; those of one router are no neighbours.
#[test]
fn neighbours_are_at_other_routers() {
    let near = |apart: Apart, source| {
        let shares = Destinations::new(&apart.network(), Pattern::Neighbours).unwrap().shares(TerminalId(source));
        shares.into_iter().map(|(to, share)| (to.0, share)).collect::<Vec<_>>()
    };
    assert_eq!([near(pair(), 0), near(pair(), 2)], [vec![(2, 1.0)], vec![(0, 0.5), (1, 0.5)]]);
    assert_eq!(near(Apart::one_router(3), 0), []);
}

/// Bit `port` of a row for each output that the packets of an input may ask for: all but those of the terminal itself.
#[test]
fn a_terminal_turns_to_the_others_of_its_router() {
    assert_eq!(turns(&Apart::one_router(3).network(), RoutingOptions::default()).unwrap(), [0b110, 0b101, 0b011]);
    assert_eq!(turns(&pair().network(), RoutingOptions::default()).unwrap(), [0b110, 0b101, 0b011]);
}

/// A one-way ring of three routers, of which the last has no terminal: no packet goes on from its link into router 0, so that the dependencies are open.
/// A terminal at the last router closes them.
#[test]
fn nothing_starts_at_a_router_without_terminals() {
    let links = [[(0, 1), (1, 1)], [(1, 1), (2, 1)], [(2, 1), (0, 1)]];
    let ring = |terminals: &[(u32, u8)]| {
        let network = Apart::new((3, 2), terminals, &links, 1, |_, _, _| (0, 0)).network();
        let report = check(&network, RoutingOptions::default(), None, Walk::Automatic, &|_, _| ()).unwrap();
        (report.channels, report.dependencies, report.cycle.len())
    };
    assert_eq!(ring(&[(0, 0), (1, 0)]), (3, 1, 0));
    assert_eq!(ring(&[(0, 0), (1, 0), (2, 0)]), (3, 3, 3));
}

/// Two terminals of a router that answer in the class of the requests wait for one another without a link: each local output for the local input of its
/// terminal, that for the other local output. With a class for answers nothing does.
#[test]
fn two_terminals_of_a_router_that_answer_in_one_class_deadlock() {
    let network = Apart::one_router(2).network();
    let found = |classes| check_exchange(&network, RoutingOptions::default(), classes, 1, Walk::Automatic, &|_, _| ()).unwrap();
    let one = found(1);
    assert_eq!((one.channels, one.dependencies), (4, 4));
    assert_eq!(one.cycle, [0, LOCAL_INPUT, 1, LOCAL_INPUT + 1].map(|port| Channel { node: 0, port, vc: 0 }));
    let two = found(2);
    assert_eq!((two.channels, two.dependencies, two.cycle.len()), (8, 6, 0));
    let alone = check_exchange(&Apart::one_router(1).network(), RoutingOptions::default(), 1, 1, Walk::Automatic, &|_, _| ()).unwrap();
    assert_eq!(alone.cycle, [], "a terminal sends nothing to itself");
}

/// 64 bits of ports and VCs, up to 32 ports.
#[test]
fn limits_of_the_fast_engine() {
    let refused = |ports, vcs| {
        let apart = Apart::one_router(ports);
        let made = fast::new(&apart.graph, Arc::new(apart.routing(vcs)), RouterConfig { vcs, ..CONFIG }, false);
        made.err().map(|error| error.to_string())
    };
    assert_eq!((refused(32, 2), refused(9, 7)), (None, None));
    assert_eq!(refused(33, 1).unwrap(), "ports = 33 is not allowed; allowed: 1 to 32");
    assert_eq!(refused(32, 3).unwrap(), "vcs = 3 is not allowed; allowed: 1 to 2 for routers of 32 ports; --engine reference takes 1 to 8");
}
