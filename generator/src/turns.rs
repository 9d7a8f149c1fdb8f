//! The turns of a network's packets, derived from its routes.

use std::collections::BTreeMap;

use torusmith_routes::{Lanes, Routes};
use torusmith_topology::{Network, TerminalId};

use crate::turn_table::Turns;

/// Lanes of several ports: their classes, by port.
type LaneSet = Vec<u8>;

/// All turns of a network, by the legs of its paths: within a leg by the paths of that leg alone, and from one leg to another by all arrivals of the
/// one and all first hops of the other.
pub(crate) fn turns(network: &Network, routes: &dyn Routes) -> Turns {
    if network.attached().apart() {
        return turns_of_terminals(network, routes);
    }
    let turns = Turns::none(network.ports(), routes.classes());
    let (source, none) = (turns.all(0), vec![0; network.ports()]);
    let legs = routes.legs();
    let places = legs.iter().map(|leg| leg.unit).min().unwrap_or(network.routers() as u32);
    let ends: BTreeMap<u32, u32> = (0..places).rev().map(|place| (routes.share(place), place)).collect();
    let heads = (network.routers() * network.routers()) << network.route_bits();
    let seen = vec![0; if network.route_bits() == 0 { 0 } else { heads.div_ceil(64) }];
    let mut walk = Walk { network, routes, turns, first: none.clone(), seen, open: Vec::new() };
    // By a place and a destination's share the lanes by which packets come there from other legs
    let mut arrivals: BTreeMap<(u32, u32), LaneSet> = BTreeMap::new();
    for place in 0..places {
        arrivals.extend(ends.keys().map(|&share| ((place, share), none.clone())));
    }
    for leg in &legs {
        let mut behind = arrivals.clone();
        for (&(place, share), came) in &arrivals {
            for (from, to) in leg.pairs.iter().map(|(from, to)| (place + from * leg.unit, ends[&share] + to * leg.unit)) {
                let ended = |node: u32| node / places == to / places;
                walk.paths(from, to, ended, |node, lanes| {
                    behind.entry((node % places, share)).and_modify(|came| came[usize::from(lanes.port)] |= lanes.classes);
                });
            }
            walk.follow(source, came);
        }
        arrivals = behind;
    }
    for (&(place, share), came) in &arrivals {
        for to in (0..places).filter(|&to| to != place && routes.share(to) == share) {
            walk.paths(place, to, |_| false, |_, _| ());
        }
        walk.follow(source, came);
        if routes.share(place) == share {
            lanes(came).for_each(|lanes| walk.turns.add(lanes, source));
        }
    }
    walk.turns
}

/// All turns of a network whose terminals are apart from its routers, by the paths to one terminal after the other.
fn turns_of_terminals(network: &Network, routes: &dyn Routes) -> Turns {
    let graph = &network.graph();
    let mut turns = Turns::none(network.ports(), routes.classes());
    let terminals = |router: u32| (0..graph.local_ports() as u8).filter(move |port| graph.terminal(router, *port).is_some());
    for to in TerminalId::all(graph.terminals()) {
        let home = graph.at(to);
        for port in terminals(home.router).filter(|port| *port != home.port) {
            turns.add(turns.all(port), turns.all(home.port));
        }
        let mut seen = vec![false; graph.routers()];
        for source in (0..graph.routers() as u32).filter(|router| *router != home.router) {
            let sources: Vec<Lanes> = terminals(source).map(|port| turns.all(port)).collect();
            let mut at = (!sources.is_empty()).then_some(source);
            let mut came = sources;
            while let Some(router) = at {
                let hop = routes.route(router, to, 0).first;
                came.iter().for_each(|came| turns.add(*came, hop));
                if router == home.router || std::mem::replace(&mut seen[router as usize], true) && router != source {
                    break;
                }
                let link = graph.downstream(router as usize, hop.port.into()).expect("routes go by links");
                came = vec![Lanes { port: link.port, ..hop }];
                at = Some(link.node);
            }
        }
    }
    turns
}

/// The lanes of a set.
fn lanes(set: &LaneSet) -> impl Iterator<Item = Lanes> {
    set.iter().zip(0..).map(|(&classes, port)| Lanes { port, classes })
}

struct Walk<'a> {
    network: &'a Network,
    routes: &'a dyn Routes,
    turns: Turns,
    /// First hops since the last [`Walk::follow`].
    first: LaneSet,
    /// Heads whose paths were followed, as bits by routing bits, destination and node, in a network with routing bits.
    seen: Vec<u64>,
    open: Vec<(u32, u64, Option<Lanes>)>,
}

impl Walk<'_> {
    /// The paths of the packets from a node to another up to the end of a leg, where they are handed to `arrive`. Without routing bits the rest of a
    /// path is that of a packet from its second node.
    fn paths(&mut self, source: u32, to: u32, ended: impl Fn(u32) -> bool, mut arrive: impl FnMut(u32, Lanes)) {
        let has_bits = self.network.route_bits() > 0;
        for number in 0..self.routes.source_period() {
            self.open.push((source, self.routes.source_bits(TerminalId(source), TerminalId(to), number), None));
        }
        while let Some((node, bits, came)) = self.open.pop() {
            let hop = self.routes.route(node, TerminalId(to), bits);
            for lanes in hop.candidates() {
                match came {
                    Some(came) => self.turns.add(came, lanes),
                    None => self.first[usize::from(lanes.port)] |= lanes.classes,
                }
            }
            if if has_bits { !self.see(node, to, bits) } else { came.is_some() } {
                continue;
            }
            for lanes in hop.candidates().filter(|lanes| lanes.port != 0) {
                let link = self.network.downstream(node, lanes.port).expect("routes go by links");
                let came = Lanes { port: link.port, ..lanes };
                if ended(link.node) { arrive(link.node, came) } else { self.open.push((link.node, hop.bits, Some(came))) }
            }
        }
    }

    /// Whether a head is seen for the first time.
    fn see(&mut self, node: u32, to: u32, bits: u64) -> bool {
        let at = (bits as usize * self.network.routers() + to as usize) * self.network.routers() + node as usize;
        let (word, bit) = (&mut self.seen[at / 64], 1 << (at % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// The first hops are those of packets from their sources and of those that came by the lanes of `came`.
    fn follow(&mut self, source: Lanes, came: &LaneSet) {
        for first in lanes(&self.first) {
            self.turns.add(source, first);
            lanes(came).for_each(|came| self.turns.add(came, first));
        }
        self.first.fill(0);
    }
}
