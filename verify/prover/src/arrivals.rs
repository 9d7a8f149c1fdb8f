//! The heads that routers send one another: a bit for each head that an input VC may meet at some node.

use serde::Serialize;
use torusmith_sim::routing::Routing;
use torusmith_topology::{Graph, LocalPort, TerminalId};

use crate::shape::Shape;

/// How much is taken for granted of what comes in; a later kind lets fewer heads through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Heads whose candidates here are among the turns that the manifest lists for their port and class.
    Turns,
    /// Of these, heads that the router behind the port would send there, wherever it has them from.
    Neighbour,
    /// Of these, heads of packets on their way from some source.
    Routes,
    /// As above, and at the local port heads with the routing bits that a source may put there: of others the contract says nothing (E4).
    Sources,
}

/// Heads by input port and VC. Of these a head has the number that [`Arrivals::number`] gives it.
pub struct Arrivals {
    vcs: usize,
    router_bits: usize,
    address_bits: usize,
    routing_bits: usize,
    /// The destination says nothing (RC7): it is 0 in all heads.
    rewrites: bool,
    /// By port and VC, 64 heads a word; none where no head comes.
    words: Vec<Vec<u64>>,
}

/// A head in an input VC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    pub node: u32,
    pub port: u8,
    pub vc: u8,
    /// Its destination.
    pub to: TerminalId,
    /// Its routing bits.
    pub bits: u64,
}

impl Arrivals {
    /// Those that there are, by the model's routing function.
    pub fn new(kind: Kind, shape: &Shape, graph: &Graph, routing: &impl Routing) -> Self {
        let p = &shape.parameters;
        let mut found = Self::none(shape);
        let mut open: Vec<(u32, Option<u8>, TerminalId, u64)> = Vec::new();
        // What a head asks for is a matter of its message class (RC8), or of its VC (RC9).
        let alike = if p.order { 1 } else { shape.share() };
        let most = if p.rewrites && kind == Kind::Neighbour { 1 } else { p.nodes as usize };
        // Of packets on their way, from their source's router; else from each router.
        let from_sources = kind >= Kind::Routes;
        let (begin, own) = if from_sources || p.apart.is_none() { (p.nodes, true) } else { (p.routers(), false) };
        let ends = |from: u32| TerminalId::all(p.nodes as usize).filter(move |to| !own || to.0 != from).map(move |to| (from, to));
        for (from, to) in (0..begin).flat_map(|from| ends(from).take(most)) {
            let node = if from_sources { graph.at(TerminalId(from)).router } else { from };
            match kind {
                Kind::Routes | Kind::Sources => {
                    open.extend(routing.source_choices(TerminalId(from), to).iter().map(|bits| (node, None, to, *bits)))
                }
                _ => open.extend((0..1u64 << p.routing_bits).map(|bits| (node, None, to, bits))),
            }
            while let Some((node, from, to, bits)) = open.pop() {
                let (candidates, onward) = routing.route_onward(node, to, bits);
                for candidate in candidates.iter().filter(|candidate| !p.is_local(candidate.port.into())) {
                    let Some(link) = graph.downstream(node as usize, candidate.port.into()) else { continue };
                    let from = from.map_or(0..p.vcs, |v| v.into()..usize::from(v) + 1).step_by(alike);
                    for vc in from.flat_map(|v| shape.kept(candidate.vcs, v)) {
                        let known = if p.rewrites { TerminalId(0) } else { to };
                        let arrival = Arrival { node: link.node, port: link.port, vc, to: known, bits: onward };
                        if found.add(&arrival) && kind >= Kind::Routes {
                            open.push((link.node, Some(vc), to, onward));
                        }
                    }
                }
            }
        }
        found
    }

    /// Those that sources give to their local ports.
    pub fn local(shape: &Shape, graph: &Graph, routing: &impl Routing) -> Self {
        let p = &shape.parameters;
        let mut found = Self::none(shape);
        let all = TerminalId::all(p.nodes as usize);
        for (from, to) in all.clone().flat_map(|from| all.clone().filter(move |to| *to != from).map(move |to| (from, to))) {
            let LocalPort { router: node, port } = graph.at(from);
            for &bits in routing.source_choices(from, to).iter() {
                for vc in 0..p.vcs as u8 {
                    found.add(&Arrival { node, port, vc, to: if p.rewrites { TerminalId(0) } else { to }, bits });
                }
            }
        }
        found
    }

    fn none(shape: &Shape) -> Self {
        let p = &shape.parameters;
        Self {
            vcs: p.vcs,
            router_bits: p.router_bits(),
            address_bits: p.address_bits,
            routing_bits: p.routing_bits,
            rewrites: p.rewrites,
            words: vec![Vec::new(); p.ports * p.vcs],
        }
    }

    /// The heads of input VC (i, v) as bits, by their numbers; empty if there are none.
    pub fn of(&self, i: usize, v: usize) -> &[u64] {
        &self.words[i * self.vcs + v]
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = Arrival> + '_ {
        self.words.iter().enumerate().flat_map(move |(at, words)| {
            let (port, vc) = ((at / self.vcs) as u8, (at % self.vcs) as u8);
            let numbers = words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(n, word)| {
                let word = *word;
                (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| (n * 64 + bit) as u64)
            });
            numbers.map(move |number| self.arrival(number, port, vc))
        })
    }

    /// One more; whether it is new.
    fn add(&mut self, arrival: &Arrival) -> bool {
        let number = self.number(arrival);
        let destination = if self.rewrites { 0 } else { self.address_bits };
        let heads = 1usize << (self.router_bits + destination + self.routing_bits);
        let words = &mut self.words[usize::from(arrival.port) * self.vcs + usize::from(arrival.vc)];
        if words.is_empty() {
            words.resize(heads.div_ceil(64), 0);
        }
        let (word, bit) = (&mut words[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// From the highest bit down: the bits of router and destination in turn, then the routing bits; with RC7 the routing bits, then the router.
    fn number(&self, arrival: &Arrival) -> usize {
        let number = match self.rewrites {
            true => arrival.bits << self.router_bits | u64::from(arrival.node),
            false => self.addresses(arrival.node, arrival.to.0) << self.routing_bits | arrival.bits,
        };
        number as usize
    }

    /// The head of a number.
    fn arrival(&self, number: u64, port: u8, vc: u8) -> Arrival {
        let low = |bits: usize| number & ((1 << bits) - 1);
        if self.rewrites {
            return Arrival { node: low(self.router_bits) as u32, port, vc, to: TerminalId(0), bits: number >> self.router_bits };
        }
        let (node, to) = self.split(number >> self.routing_bits);
        Arrival { node, port, vc, to: TerminalId(to), bits: low(self.routing_bits) }
    }

    /// Bits of a router's and of a terminal's address in turn, from the highest of both down.
    fn addresses(&self, node: u32, to: u32) -> u64 {
        let (more, rest) = self.unpaired();
        let (node_high, to_high) = if more { (node >> rest, to) } else { (node, to >> rest) };
        let low = u64::from(if more { node } else { to }) & ((1 << rest) - 1);
        (apart(node_high) << 1 | apart(to_high)) << rest | low
    }

    /// The two addresses of [`Self::addresses`].
    fn split(&self, addresses: u64) -> (u32, u32) {
        let (more, rest) = self.unpaired();
        let low = (addresses & ((1 << rest) - 1)) as u32;
        let (node, to) = (every_second(addresses >> rest >> 1), every_second(addresses >> rest));
        if more { (node << rest | low, to) } else { (node, to << rest | low) }
    }

    /// Which address is the longer one, the router's or not, and by how many bits.
    fn unpaired(&self) -> (bool, usize) {
        (self.router_bits > self.address_bits, self.router_bits.abs_diff(self.address_bits))
    }
}

/// The bits of a number with a 0 between each two.
fn apart(number: u32) -> u64 {
    let steps = [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ];
    steps.into_iter().fold(number.into(), |number: u64, (by, mask)| (number | number << by) & mask)
}

/// Every second bit of a number, from the lowest on.
fn every_second(number: u64) -> u32 {
    (0..32).filter(|bit| number >> (2 * bit) & 1 == 1).fold(0, |found, bit| found | 1 << bit)
}
