//! Turns of packets in a router: from which input VC to which output VCs, over all nodes and all pairs.

use rayon::prelude::*;
use torusmith_topology::{Graph, LocalPort, Network, TerminalId};

use crate::Error;
use crate::routing::{Routing, RoutingOptions, for_walk};

/// For each input VC, bit `port * K + w` for each output VC (port, w) that some packet there may ask for, with as many VCs as the VC rule has
/// classes, so that a VC is a class; input VC (i, v) at `i * K + v`. A packet may enter on any VC of its source's local port.
///
/// # Errors
/// An algorithm or rule that does not fit, more than 128 VCs in a router.
pub fn turns(network: &Network, options: RoutingOptions) -> Result<Vec<u128>, Error> {
    let (routing, vcs) = for_walk(network, options, None)?;
    let graph = network.graph();
    if graph.ports() * vcs > 128 {
        return Err(Error::value("vcs", vcs, format!("1 to {} with {} ports", 128 / graph.ports(), graph.ports())));
    }
    let walk = TurnWalk { graph: &graph, routing: routing.as_ref(), vcs };
    let terminals = (0..graph.terminals() as u32).into_par_iter().map(TerminalId);
    let none = || vec![0; graph.ports() * vcs];
    let add = |mut sum: Vec<u128>, more: Vec<u128>| {
        sum.iter_mut().zip(more).for_each(|(sum, more)| *sum |= more);
        sum
    };
    Ok(terminals.map(|to| if routing.rewrites() { walk.paths(to) } else { walk.states(to) }).reduce(none, add))
}

struct TurnWalk<'a> {
    graph: &'a Graph,
    routing: &'a dyn Routing,
    vcs: usize,
}

impl TurnWalk<'_> {
    fn none(&self) -> Vec<u128> {
        vec![0; self.graph.ports() * self.vcs]
    }

    /// VCs of a port, as a mask of all VCs of a router.
    fn lanes(&self, port: u8, vcs: u8) -> u128 {
        u128::from(vcs) << (usize::from(port) * self.vcs)
    }

    fn add(turns: &mut [u128], from: u128, to: u128) {
        turns.iter_mut().enumerate().filter(|(lane, _)| from >> lane & 1 == 1).for_each(|(_, row)| *row |= to);
    }

    /// The router of a source, and the VCs on which its packets may enter there.
    fn source(&self, terminal: TerminalId) -> (u32, u128) {
        let LocalPort { router, port } = self.graph.at(terminal);
        (router, self.lanes(port, ((1u16 << self.vcs) - 1) as u8))
    }

    /// Turns of all packets to a terminal. A packet's outputs depend on its node and routing bits alone, not on its path up to there.
    fn states(&self, to: TerminalId) -> Vec<u128> {
        let nodes = self.graph.routers();
        let mut by_bits: Vec<(u64, Vec<TerminalId>)> = Vec::new();
        for source in TerminalId::all(self.graph.terminals()).filter(|&source| source != to) {
            for &bits in self.routing.source_choices(source, to).iter() {
                match by_bits.iter_mut().find(|(known, _)| *known == bits) {
                    Some((_, sources)) => sources.push(source),
                    None => by_bits.push((bits, vec![source])),
                }
            }
        }
        let mut turns = self.none();
        for (bits, sources) in by_bits {
            let mut came = vec![0u128; nodes];
            let mut seen = vec![false; nodes];
            let mut open = Vec::new();
            for (router, vcs) in sources.into_iter().map(|source| self.source(source)) {
                came[router as usize] |= vcs;
                open.push(router);
            }
            while let Some(node) = open.pop() {
                if std::mem::replace(&mut seen[node as usize], true) {
                    continue;
                }
                for candidate in self.routing.route(node, to, bits).iter() {
                    let Some(far) = self.graph.downstream(node as usize, candidate.port.into()) else { continue };
                    came[far.node as usize] |= self.lanes(far.port, candidate.vcs);
                    open.push(far.node);
                }
            }
            for node in (0..nodes).filter(|&node| came[node] != 0) {
                let asked = self.routing.route(node as u32, to, bits).iter().fold(0, |mask, c| mask | self.lanes(c.port, c.vcs));
                Self::add(&mut turns, came[node], asked);
            }
        }
        turns
    }

    /// Turns of all packets to a terminal where routers rewrite the routing bits: every path is followed.
    fn paths(&self, to: TerminalId) -> Vec<u128> {
        let mut turns = self.none();
        for source in TerminalId::all(self.graph.terminals()).filter(|&source| source != to) {
            let mut bits = self.routing.source_choices(source, to)[0];
            let (mut node, mut came) = self.source(source);
            loop {
                let (candidates, onward) = self.routing.route_onward(node, to, bits);
                let hop = candidates[0];
                Self::add(&mut turns, came, self.lanes(hop.port, hop.vcs));
                let Some(far) = self.graph.downstream(node as usize, hop.port.into()) else { break };
                (node, came, bits) = (far.node, self.lanes(far.port, hop.vcs), onward);
            }
        }
        turns
    }
}
