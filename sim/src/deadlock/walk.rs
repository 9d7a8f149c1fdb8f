//! Channels and dependencies from a routing function, by asking it at every node for every destination.
//!
//! What a packet may do at a node depends on the node, its destination and routing bits only (rule RC1). Hence no path has to be
//! followed: the channels asked for at the next node depend on those asked for here.

use rayon::prelude::*;
use torusmith_topology::Graph;

use super::{Cdg, Channel, Progress};
use crate::routing::{Candidates, Routing};

/// Which (node, destination, routing bits) occur.
enum Reach {
    /// Every node is a source for every destination, and there is one header a pair.
    All,
    /// `[destination << bits | routing bits]`, a bit a node.
    Sets(Vec<Vec<u64>>),
}

impl Reach {
    fn new(graph: &Graph, routing: &impl Routing, route_bits: u32) -> Self {
        if route_bits == 0 {
            return Self::All;
        }
        let nodes = graph.nodes() as u32;
        let sets = (0..nodes).into_par_iter().flat_map_iter(|destination| {
            let mut sets = vec![vec![0u64; nodes.div_ceil(64) as usize]; 1 << route_bits];
            let mut open = Vec::new();
            for source in (0..nodes).filter(|&s| s != destination) {
                let bits = routing.source_bits(source, destination);
                let set = &mut sets[bits as usize];
                open.push(source);
                while let Some(node) = open.pop() {
                    let (word, bit) = (node as usize / 64, node % 64);
                    if set[word] >> bit & 1 == 1 {
                        continue;
                    }
                    set[word] |= 1 << bit;
                    let next = |port: u8| graph.downstream(node as usize, port as usize).map(|link| link.node);
                    open.extend(routing.route(node, destination, bits).iter().filter_map(|c| next(c.port)));
                }
            }
            sets
        });
        Self::Sets(sets.collect())
    }

    fn has(&self, route_bits: u32, node: u32, destination: u32, bits: u8) -> bool {
        match self {
            Self::All => true,
            Self::Sets(sets) => sets[(destination as usize) << route_bits | bits as usize][node as usize / 64] >> (node % 64) & 1 == 1,
        }
    }
}

/// The VCs of all candidates but the ejection, bit `port * vcs + w`.
#[inline]
fn mask(candidates: &Candidates, vcs: usize) -> u128 {
    candidates.iter().filter(|c| c.port != 0).fold(0, |mask, c| mask | u128::from(c.vcs) << (c.port as usize * vcs))
}

/// The dependencies of a packet that may take any VC of any candidate at every hop.
pub(super) fn direct(graph: &Graph, routing: &impl Routing, route_bits: u32, vcs: usize, exhaustive: bool, progress: Progress) -> Cdg {
    let reach = Reach::new(graph, routing, route_bits);
    let nodes = graph.nodes();
    let done = std::sync::atomic::AtomicUsize::new(0);
    let of_node = |node: u32| {
        let mut used = 0u128;
        let mut next = vec![0u128; graph.ports() * vcs];
        let mut visit = |destination: u32| {
            for bits in 0..1u8 << route_bits {
                if destination == node || !reach.has(route_bits, node, destination, bits) {
                    continue;
                }
                for candidate in routing.route(node, destination, bits).iter() {
                    let Some(link) = graph.downstream(node as usize, candidate.port as usize) else { continue };
                    let from = u128::from(candidate.vcs) << (candidate.port as usize * vcs);
                    used |= from;
                    let to = mask(&routing.route(link.node, destination, bits), vcs);
                    for w in (0..vcs).filter(|w| candidate.vcs >> w & 1 == 1) {
                        next[candidate.port as usize * vcs + w] |= to;
                    }
                }
            }
        };
        match if exhaustive { None } else { routing.representatives(node) } {
            Some(destinations) => destinations.into_iter().for_each(&mut visit),
            None => (0..nodes as u32).for_each(&mut visit),
        }
        let count = 1 + done.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if count.is_multiple_of(64) || count == nodes {
            progress(count, nodes);
        }
        let channel = |c: usize| Channel { node, port: (c / vcs) as u8, vc: (c % vcs) as u8 };
        (0..next.len()).filter(|c| used >> c & 1 == 1).map(|c| (channel(c), next[c])).collect::<Vec<_>>()
    };
    let found: Vec<(Channel, u128)> = (0..nodes as u32).into_par_iter().with_min_len(16).flat_map_iter(of_node).collect();
    Cdg::new(found.iter().map(|&(channel, _)| channel).collect(), |channel, to| {
        let (from, next) = found[channel];
        let Some(link) = graph.downstream(from.node as usize, from.port as usize) else { return };
        to.extend((0..128).filter(|c| next >> c & 1 == 1).map(|c| Channel { node: link.node, port: (c / vcs) as u8, vc: (c % vcs) as u8 }));
    })
}
