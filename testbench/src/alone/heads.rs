//! The heads that a router may meet: those of packets on their way from some source, by the model's routing function.

use std::collections::HashSet;

use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::{Candidates, Routing};
use torusmith_topology::{Graph, TerminalId};

use super::own::Seen;
use crate::Error;
use crate::flits::mix;

/// Pairs of terminals whose packets are followed, at most: of larger networks so many are drawn.
const PAIRS: u64 = 1 << 16;

/// A head in an input VC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Head {
    pub destination: TerminalId,
    /// Its routing bits.
    pub bits: u64,
    /// The output VCs that it may ask for, as (port, VC); at a local port it may have any.
    pub asks: Vec<(usize, usize)>,
    /// Its routing bits at the router before, from which it comes.
    before: u64,
    /// The routers' own bits, in words of data; empty where they mean nothing.
    pub own: Vec<u32>,
}

/// By node, input port and VC.
pub(super) struct Heads(Vec<Vec<Vec<Vec<Head>>>>);

impl Heads {
    /// Follows the packets of all pairs of terminals, sent on any VC and with any routing bits that their source may write.
    pub fn new(graph: &Graph, ports: usize, config: RouterConfig, routing: &impl Routing) -> Self {
        let nodes = graph.terminals() as u64;
        let locals = graph.local_ports();
        let mut found = Self(vec![vec![vec![Vec::new(); config.vcs]; ports]; graph.routers()]);
        let mut seen = HashSet::new();
        let pair = |k: u64| if nodes * nodes <= PAIRS { (k / nodes, k % nodes) } else { (mix(2 * k) % nodes, mix(2 * k + 1) % nodes) };
        for (source, to) in (0..(nodes * nodes).min(PAIRS)).map(pair).filter(|(source, to)| source != to) {
            let (source, to) = (TerminalId(source as u32), TerminalId(to as u32));
            let mut open: Vec<(u32, usize, usize, [u64; 2])> = Vec::new();
            let at = graph.at(source);
            for bits in routing.source_choices(source, to).iter() {
                open.extend((0..config.vcs).map(|v| (at.router, usize::from(at.port), v, [*bits; 2])));
            }
            while let Some((node, port, v, [before, bits])) = open.pop() {
                // Where bits say the way, heads to several nodes are the same.
                if !seen.insert((node, port, v, to, bits)) {
                    continue;
                }
                let (candidates, onward) = routing.route_onward(node, to, bits);
                let asks = asked(config.candidates(v, candidates));
                for (o, w) in asks.iter().filter(|(o, _)| *o >= locals) {
                    if let Some(link) = graph.downstream(node as usize, *o) {
                        open.push((link.node, link.port.into(), *w, [bits, onward]));
                    }
                }
                found.0[node as usize][port][v].push(Head { destination: to, bits, asks, before, own: Vec::new() });
            }
        }
        found
    }

    /// Gives heads the own bits that the router before them writes, by `seen` of a node and its heads: of two ways those of the one that was taken.
    /// Returns the node and the destination of one that did not leave.
    pub fn own_bits(
        &mut self,
        graph: &Graph,
        mask: &[u32],
        mut seen: impl FnMut(usize, &[(TerminalId, u64)]) -> Result<Seen, Error>,
    ) -> Result<Option<(u32, TerminalId)>, Error> {
        for before in 0..graph.routers() {
            let mut heads: Vec<(TerminalId, u64)> =
                self.0[before].iter().flatten().flatten().map(|head| (head.destination, head.bits)).collect();
            heads.sort_unstable();
            heads.dedup();
            heads.retain(|(destination, _)| graph.at(*destination).router as usize != before);
            let seen = seen(before, &heads)?;
            if let Some((destination, _)) = heads.iter().find(|head| !seen.contains_key(head)) {
                return Ok(Some((before as u32, *destination)));
            }
            for (port, link) in (graph.local_ports()..self.0[before].len()).filter_map(|port| Some((port, graph.downstream(before, port)?)))
            {
                for heads in &mut self.0[link.node as usize][usize::from(link.port)] {
                    heads.retain_mut(|head| match seen.get(&(head.destination, head.before)) {
                        Some((left, data)) if *left == port => {
                            head.own = data.iter().zip(mask).map(|(word, own)| word & own).collect();
                            true
                        }
                        _ => false,
                    });
                }
            }
        }
        Ok(None)
    }

    /// Those of an input VC.
    pub fn of(&self, node: u32, port: usize, vc: usize) -> &[Head] {
        &self.0[node as usize][port][vc]
    }

    /// The output VCs that some head of a node asks for, in order.
    pub fn asked(&self, node: u32) -> Vec<(usize, usize)> {
        let heads = self.0[node as usize].iter().flatten().flatten();
        let mut all: Vec<(usize, usize)> = heads.flat_map(|head| head.asks.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// The output VCs of a head's candidates (rule RC2).
fn asked(candidates: Candidates) -> Vec<(usize, usize)> {
    let vcs = |set: u8| (0..8).filter(move |w| set >> w & 1 == 1);
    candidates.iter().flat_map(|candidate| vcs(candidate.vcs).map(|w| (candidate.port.into(), w))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use torusmith_sim::routing::{NetworkRouting, RoutingOptions, for_network, path};
    use torusmith_topology::{LocalPort, Network, Terminals};

    use super::*;

    /// By walking each pair's way, which has no choices here.
    #[test]
    fn heads_are_those_of_packets_on_their_ways() {
        for (network, vcs) in [("mesh:3,2", 2), ("torus:3,3", 2)] {
            let network: Network = network.parse().unwrap();
            let graph = network.graph();
            let routing: NetworkRouting = for_network(&network, RoutingOptions::default(), vcs).unwrap();
            let config = RouterConfig { vcs, ..RouterConfig::default() };
            let heads = Heads::new(&graph, network.ports(), config, &routing);
            let mut walked = BTreeSet::new();
            for (source, to) in
                TerminalId::all(graph.terminals()).flat_map(|source| TerminalId::all(graph.terminals()).map(move |to| (source, to)))
            {
                if source == to {
                    continue;
                }
                walked.extend((0..vcs).map(|v| (graph.at(source).router, 0, v, to)));
                for hop in path(&graph, &routing, source, to).unwrap() {
                    let Some(link) = graph.downstream(hop.node as usize, hop.port.into()).filter(|_| hop.port != 0) else { continue };
                    walked.extend((0..vcs).filter(|w| hop.vcs >> w & 1 == 1).map(|w| (link.node, usize::from(link.port), w, to)));
                }
            }
            let places = (0..graph.routers() as u32).flat_map(|node| (0..network.ports()).map(move |port| (node, port)));
            let found: BTreeSet<_> = places
                .flat_map(|(node, port)| (0..vcs).map(move |v| (node, port, v)))
                .flat_map(|(node, port, v)| heads.of(node, port, v).iter().map(move |head| (node, port, v, head.destination)))
                .collect();
            assert_eq!(found, walked, "{network}");
        }
    }

    /// To the terminals of one router, by their local ports.
    struct OneRouter;

    impl Routing for OneRouter {
        fn route(&self, _router: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
            Candidates::one(destination as u8, 1)
        }
    }

    /// Each local input of a router with three terminals may get heads to the two others, and no other port any.
    #[test]
    fn heads_come_in_at_the_local_port_of_their_source() {
        let ends = (0..3).map(|port| LocalPort { router: 1, port }).collect();
        let graph = Graph::new(2, 4, |_, _| None).with_terminals(Terminals::new(2, ends));
        let heads = Heads::new(&graph, 4, RouterConfig { vcs: 1, ..RouterConfig::default() }, &OneRouter);
        let found = |node, port| heads.of(node, port, 0).iter().map(|head| (head.destination, head.asks.clone())).collect::<Vec<_>>();
        let to = |destination: u32| (TerminalId(destination), vec![(destination as usize, 0)]);
        assert_eq!([found(1, 0), found(1, 1), found(1, 2)], [vec![to(1), to(2)], vec![to(0), to(2)], vec![to(0), to(1)]]);
        assert!((0..4).all(|port| found(0, port).is_empty()) && found(1, 3).is_empty());
    }
}
