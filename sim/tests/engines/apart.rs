//! Both engines on networks whose terminals are apart from routers: up to four at a router, none at others, numbered in any order.

use std::sync::Arc;

use torusmith_design::Order;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::engine::{Engine, Packet, PortWord};
use torusmith_sim::fast;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::Routing;
use torusmith_topology::{Graph, Link, LinkSlices, LocalPort, Network, TerminalId, Terminals};

use super::driven;
use super::lockstep::{Load, PATTERNS, Random, compare};
use crate::apart::Apart;

const PIPELINES: [Pipeline; 3] = [Pipeline::One, Pipeline::Two, Pipeline::Three];

/// A network of 2 to 25 routers on a ring with further links, up to four terminals at each, or none; its terminals are numbered in any order. Routes may
/// deadlock, unless the network is a `tree`, each of whose routers is linked both ways to a router of a lower number.
fn drawn(seed: u64, tree: bool) -> Apart {
    let mut random = Random::new(seed);
    let mut below = |n: u32| random.below(n.into()) as u32;
    let routers = 2 + below(if seed.is_multiple_of(3) { 24 } else { 6 });
    let locals = 1 + below(4) as u8;
    let mut terminals: Vec<(u32, u8)> = Vec::new();
    for router in 0..routers {
        let here = below(u32::from(locals) + 1) as u8;
        // Any of its local ports.
        let mut ports: Vec<u8> = (0..locals).collect();
        while ports.len() > usize::from(here) {
            ports.swap_remove(below(ports.len() as u32) as usize);
        }
        terminals.extend(ports.into_iter().map(|port| (router, port)));
    }
    let last = (routers - 1, locals - 1);
    if !terminals.contains(&last) {
        terminals.push(last);
    }
    if terminals.len() == 1 {
        terminals.push((0, 0));
    }
    (1..terminals.len()).rev().for_each(|at| terminals.swap(at, below(at as u32 + 1) as usize));
    let mut free = [0, 1].map(|_| vec![locals; routers as usize]);
    let mut links = Vec::new();
    let mut join = |from: u32, to: u32| {
        let ports = [(0, from), (1, to)].map(|(side, node)| {
            let port = free[side][node as usize];
            free[side][node as usize] += 1;
            (node, port)
        });
        links.push(ports);
    };
    for router in 1..routers {
        if tree {
            let up = below(router);
            join(router, up);
            join(up, router);
        } else {
            join(router - 1, router);
        }
    }
    if !tree {
        join(routers - 1, 0);
        for _ in 0..below(routers) {
            let (from, to) = (below(routers), below(routers));
            if from != to {
                join(from, to);
            }
        }
    }
    let ports = usize::from(*free.iter().flatten().max().unwrap());
    let classes = 1 + below(2) as u8;
    Apart::new((routers as usize, ports), &terminals, &links, classes, |_, _, ways| {
        (below(ways as u32) as usize, below(classes.into()) as u8)
    })
}

/// A router of a network of these ports that the fast engine has bits for.
fn config(apart: &Apart, seed: u64) -> RouterConfig {
    let (most, classes) = ((64 / apart.graph.ports()).min(8), usize::from(apart.classes));
    let message_classes = if seed.is_multiple_of(4) { (most / classes).min(2) } else { 1 };
    let vcs = (classes + seed as usize % 4).min(most / message_classes) * message_classes;
    RouterConfig {
        vcs,
        depth: [4, 1, 2, 9][seed as usize / 3 % 4],
        pipeline: PIPELINES[seed as usize % 3],
        reuse_empty: if seed.is_multiple_of(7) { ((1u16 << vcs) - 1) as u8 } else { 0 },
        message_classes,
        order: if seed.is_multiple_of(5) { Order::Pair } else { Order::None },
    }
}

#[test]
fn engines_agree() {
    let (mut several, mut together) = (0, 0);
    for seed in 0..150 {
        let apart = drawn(seed, false);
        let graph = apart.graph.clone().with_slices(|node, port| if seed % 4 == 1 { (node as u8 + port) % 3 } else { 0 });
        let config = config(&apart, seed);
        let load = Load {
            pattern: PATTERNS[seed as usize % 5],
            flits: (1, [1, 4, 9][seed as usize % 3]),
            rate: [150, 600][seed as usize / 2 % 2],
            clocks: 150,
            seed,
        };
        let seen = compare(&graph, &apart.routing(config.vcs_a_class()), config, load)
            .unwrap_or_else(|e| panic!("seed {seed}, {config:?} {load:?}\n{e}"));
        several += usize::from(graph.local_ports() > 1);
        together += usize::from(seen.together > 0);
    }
    assert!(several > 90 && together > 30, "{several} {together}");
}

/// As many ports as routers have bits for, one VC and two.
#[test]
fn engines_agree_on_32_ports() {
    for (i, vcs) in [1, 2, 1].into_iter().enumerate() {
        let apart = Apart::one_router(32);
        let config = RouterConfig { vcs, pipeline: PIPELINES[i], ..RouterConfig::default() };
        let load = Load { pattern: PATTERNS[0], flits: (1, 6), rate: 700, clocks: 100, seed: 3 };
        let seen = compare(&apart.graph, &apart.routing(vcs), config, load).unwrap_or_else(|e| panic!("{config:?}\n{e}"));
        assert!(seen.delivered > 200, "{seen:?}");
    }
}

/// Random drivers, faults, resets and skew.
#[test]
fn engines_agree_under_random_drivers() {
    let mut dropped = [0; 3];
    for seed in 0..24 {
        let apart = drawn(seed, true);
        let config = config(&apart, seed + 1);
        let skew = u64::from(config.pipeline.clocks()) * (seed % 2);
        let options = DriverOptions { seed, faults: 0.05, resets: 3, skew, cycles: 300 };
        let seen = driven::run(&apart.network(), &LinkSlices::default(), config, options);
        assert!(seen.delivered > 5, "seed {seed}: {}", seen.delivered);
        dropped.iter_mut().zip(seen.dropped).for_each(|(all, dropped)| *all += dropped);
    }
    assert!(dropped.iter().all(|&count| count > 100), "{dropped:?}");
}

/// Words of all ports in each clock; and deliveries: number, clocks of injection and delivery.
type Played = (Vec<Vec<PortWord>>, Vec<(u32, u64, u64)>);

/// Runs an engine under drawn packets; all words of its outputs, each clock after the other, and its deliveries.
fn played(mut engine: Box<dyn Engine>, graph: &Graph, name: impl Fn(u32) -> u32, terminals: u32) -> Played {
    let (mut random, mut number) = (Random::new(8), 0);
    let (mut words, mut delivered) = (Vec::new(), Vec::new());
    for clock in 0..200 {
        for source in (0..terminals).filter(|_| clock < 150) {
            let (destination, flits) = (random.below(terminals.into()) as u32, 1 + random.below(5) as u8);
            if random.below(10) < 2 && destination != source {
                let (source, destination) = (TerminalId(name(source)), TerminalId(name(destination)));
                engine.offer(Packet { number, source, destination, bits: 0, flits, created: clock });
                number += 1;
            }
        }
        let mut now = vec![PortWord::default(); graph.routers() * graph.ports()];
        engine.outputs(&mut now);
        words.push(now);
        engine.step();
        let mut came = Vec::new();
        engine.take_deliveries(&mut came);
        delivered.extend(came.iter().map(|delivery| (delivery.packet.number, delivery.injected, delivery.delivered)));
    }
    assert!(delivered.len() > 20);
    (words, delivered)
}

fn both<R: Routing + Clone + 'static>(graph: &Graph, routing: &R, config: RouterConfig) -> [Box<dyn Engine>; 2] {
    let fast = fast::new(graph, Arc::new(routing.clone()), config, true).unwrap();
    [Box::new(Reference::new(graph.clone(), routing.clone(), config).unwrap()), fast]
}

/// The same terminals under other numbers: terminal t is `number(t)`.
fn renumbered(apart: &Apart, number: impl Fn(u32) -> u32) -> Apart {
    let count = apart.graph.terminals();
    let old = |new: usize| (0..count as u32).find(|&t| number(t) as usize == new).unwrap();
    let terminals = Terminals::new(apart.graph.routers(), (0..count).map(|new| apart.graph.at(TerminalId(old(new)))).collect());
    let hops = (0..apart.hops.len()).map(|at| apart.hops[at / count * count + old(at % count) as usize]).collect();
    Apart { graph: apart.graph.clone().with_terminals(terminals), hops, ..apart.clone() }
}

/// Numbers of terminals mean nothing to routers: under other numbers all wires and deliveries are the same.
#[test]
fn renumbered_terminals_do_the_same() {
    for seed in 0..9 {
        let apart = drawn(seed, true);
        let count = apart.graph.terminals() as u32;
        let number = |terminal: u32| (terminal * 5 + 3) % count;
        if count.is_multiple_of(5) {
            continue;
        }
        let other = renumbered(&apart, number);
        let config = RouterConfig { vcs: 2, pipeline: PIPELINES[seed as usize % 3], ..RouterConfig::default() };
        let run = |apart: &Apart, name: &dyn Fn(u32) -> u32| {
            both(&apart.graph, &apart.routing(2), config).map(|engine| played(engine, &apart.graph, name, count))
        };
        let [expected, found] = [run(&apart, &|terminal| terminal), run(&other, &number)];
        assert!(expected == found && expected[0] == expected[1], "seed {seed}");
    }
}

/// Routing of a network whose links have moved up by so many ports.
#[derive(Clone)]
struct Moved<R>(R, u8);

impl<R: Routing> Routing for Moved<R> {
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> torusmith_sim::routing::Candidates {
        let candidates = self.0.route(node, destination, bits);
        let mut moved = torusmith_sim::routing::Candidates::default();
        for &candidate in candidates.iter() {
            moved.push(torusmith_sim::routing::Candidate {
                port: candidate.port + if candidate.port > 0 { self.1 } else { 0 },
                ..candidate
            });
        }
        moved
    }

    fn classes(&self) -> usize {
        self.0.classes()
    }
}

/// A torus with two more local ports at each router, at which terminals never send: the other ports do in each clock what the torus does.
#[test]
fn unused_local_ports_change_nothing() {
    let torus: Network = "torus:4,4".parse().unwrap();
    let graph = torus.graph();
    let wider = Graph::new(16, 7, |node, port| {
        let far = graph.downstream(node as usize, usize::from(port).checked_sub(2).filter(|&port| port > 0)?)?;
        Some(Link { port: far.port + 2, ..far })
    });
    let ends = (0..48).map(|at| LocalPort { router: at % 16, port: (at / 16) as u8 }).collect();
    let wider = wider.with_terminals(Terminals::new(16, ends));
    for pipeline in PIPELINES {
        let config = RouterConfig { vcs: 2, pipeline, ..RouterConfig::default() };
        let routing = torusmith_sim::routing::for_network(&torus, Default::default(), 2).unwrap();
        let same = |terminal| terminal;
        let expected = both(&graph, &routing, config).map(|engine| played(engine, &graph, same, 16));
        let found = both(&wider, &Moved(routing, 2), config).map(|engine| played(engine, &wider, same, 16));
        for ((expected, found), engine) in expected.into_iter().zip(found).zip(["reference", "fast"]) {
            assert_eq!(expected.1, found.1, "{engine} {pipeline}");
            for (expected, found) in expected.0.iter().zip(&found.0) {
                for (expected, found) in expected.chunks_exact(5).zip(found.chunks_exact(7)) {
                    assert!(expected[0] == found[0] && expected[1..] == found[3..] && found[1..3] == [PortWord::default(); 2]);
                }
            }
        }
    }
}
