//! Channels and dependencies from a routing function, by asking it at every node for every destination.
//! The outputs of a packet at a node depend on the node, its destination and routing bits only (rule RC1). Hence no path has to be followed: the
//! channels that it asks for at the next node depend on those that it asks for here. If a routing function depends on the channel held too
//! ([`Routing::by_channel`]), that channel is a part of the state.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use torusmith_topology::metrics::Progress;
use torusmith_topology::{Graph, LocalPort, TerminalId};

use super::cdg::{Cdg, Channel};
use crate::routing::{Candidates, Routing};

/// A head flit at a node.
#[derive(Debug, Clone, Copy)]
struct State {
    /// Node and input VC; the input VC is (0, 0) unless the routing function depends on it.
    at: Channel,
    destination: TerminalId,
    bits: u64,
}

/// A walk of a network and its routing function.
pub(super) struct Walker<'a, R: ?Sized> {
    pub graph: &'a Graph,
    pub routing: &'a R,
    pub route_bits: u32,
    pub vcs: usize,
    pub exhaustive: bool,
    pub progress: Progress<'a>,
}

/// States that occur.
enum Reach {
    /// Every router has a source for every destination, and a pair has one header.
    All,
    /// `[destination << routing bits | bits]`, a bit a node and input VC.
    Sets(Vec<Vec<u64>>),
}

impl<R: Routing + ?Sized> Walker<'_, R> {
    #[inline]
    fn route(&self, state: State) -> Candidates {
        let Channel { node, port, vc } = state.at;
        self.routing.route_from(node, state.destination, state.bits, (port, vc))
    }

    /// Calls `each` for the states at the far end of an output port, and with each the VCs of `vcs` that lead to it.
    #[inline]
    fn following(&self, state: State, port: u8, vcs: u8, mut each: impl FnMut(u8, State)) {
        let Some(far) = self.graph.downstream(state.at.node as usize, port.into()) else { return };
        if vcs != 0 && !self.routing.by_channel() {
            each(vcs, State { at: Channel { node: far.node, port: 0, vc: 0 }, ..state });
        } else {
            for vc in (0..8u8).filter(|vc| vcs >> vc & 1 == 1) {
                each(1 << vc, State { at: Channel { node: far.node, port: far.port, vc }, ..state });
            }
        }
    }

    /// Number of input VCs by which states differ.
    fn inputs(&self) -> usize {
        if self.routing.by_channel() { self.graph.ports() * self.vcs } else { 1 }
    }

    fn bit(&self, at: Channel) -> (usize, usize) {
        let bit = at.node as usize * self.inputs() + at.port as usize * self.vcs + at.vc as usize;
        (bit / 64, bit % 64)
    }

    fn reach(&self) -> Reach {
        let routers = self.graph.routers() as u32;
        let has_source = |router| {
            (0..self.graph.local_ports()).any(|port| self.graph.terminal(router, port as u8).is_some())
                || !self.graph.attached().is_live_router(router)
        };
        if self.route_bits == 0 && !self.routing.by_channel() && (0..routers).all(has_source) {
            return Reach::All;
        }
        let terminals = self.graph.terminals();
        let words = (routers as usize * self.inputs()).div_ceil(64);
        let sets = (0..terminals as u32).into_par_iter().map(TerminalId).flat_map_iter(|destination| {
            let mut sets = vec![vec![0u64; words]; 1 << self.route_bits];
            let mut open = Vec::new();
            for source in TerminalId::all(terminals).filter(|&s| s != destination) {
                let LocalPort { router, port } = self.graph.at(source);
                // Its local port makes a difference only where its VC does.
                let at = Channel { node: router, port: if self.routing.by_channel() { port } else { 0 }, vc: 0 };
                for &bits in self.routing.source_choices(source, destination).iter() {
                    let set = &mut sets[bits as usize];
                    open.push(State { at, destination, bits });
                    while let Some(state) = open.pop() {
                        let (word, bit) = self.bit(state.at);
                        if set[word] >> bit & 1 == 1 {
                            continue;
                        }
                        set[word] |= 1 << bit;
                        for candidate in self.route(state).iter() {
                            self.following(state, candidate.port, candidate.vcs, |_, following| open.push(following));
                        }
                    }
                }
            }
            sets
        });
        Reach::Sets(sets.collect())
    }

    /// Calls `visit` for every state at `node` that occurs, but at the destination.
    fn states(&self, reach: &Reach, node: u32, mut visit: impl FnMut(State)) {
        let first = node as usize * self.inputs();
        let mut to = |destination: TerminalId| {
            for bits in (0..1u64 << self.route_bits).filter(|_| self.graph.at(destination).router != node) {
                let mut at =
                    |port: usize, vc: usize| visit(State { at: Channel { node, port: port as u8, vc: vc as u8 }, destination, bits });
                match reach {
                    Reach::All => at(0, 0),
                    Reach::Sets(sets) => {
                        let set = &sets[destination.index() << self.route_bits | bits as usize];
                        let mut bit = first;
                        while bit < first + self.inputs() {
                            // Most words are empty.
                            let rest = set[bit / 64] >> (bit % 64);
                            bit += if rest == 0 { 64 - bit % 64 } else { rest.trailing_zeros() as usize };
                            if rest != 0 && bit < first + self.inputs() {
                                at((bit - first) / self.vcs, (bit - first) % self.vcs);
                                bit += 1;
                            }
                        }
                    }
                }
            }
        };
        match if self.exhaustive { None } else { self.routing.representatives(node) } {
            Some(destinations) => destinations.into_iter().for_each(&mut to),
            None => TerminalId::all(self.graph.terminals()).for_each(&mut to),
        }
    }

    #[inline]
    fn is_link(&self, port: u8) -> bool {
        usize::from(port) >= self.graph.local_ports()
    }

    /// The VCs of all candidates but the ejection, bit `port * vcs + w`.
    #[inline]
    fn mask(&self, candidates: &Candidates) -> u128 {
        candidates.iter().filter(|c| self.is_link(c.port)).fold(0, |mask, c| mask | u128::from(c.vcs) << (c.port as usize * self.vcs))
    }

    /// The channels of a mask.
    fn channels(&self, node: u32, mask: u128) -> impl Iterator<Item = Channel> + use<R> {
        let vcs = self.vcs;
        (0..128).filter(move |c| mask >> c & 1 == 1).map(move |c| Channel { node, port: (c / vcs) as u8, vc: (c % vcs) as u8 })
    }

    /// Collects the additions of every node to a graph, in the order of nodes.
    fn gather<T: Send>(&self, of_node: impl Fn(u32) -> Vec<T> + Sync) -> Vec<T> {
        let nodes = self.graph.routers();
        let done = AtomicUsize::new(0);
        let counted = |node: u32| {
            let found = of_node(node);
            let count = 1 + done.fetch_add(1, Relaxed);
            if count.is_multiple_of(64) || count == nodes {
                (self.progress)(count, nodes);
            }
            found
        };
        (0..nodes as u32).into_par_iter().with_min_len(16).flat_map_iter(counted).collect()
    }

    /// The dependencies of a packet that may take any VC of any candidate at every hop; and how many states offer no VC of `escape`.
    pub fn direct(&self, escape: u8) -> (Cdg, usize) {
        let reach = self.reach();
        let stranded = AtomicUsize::new(0);
        let of_node = |node: u32| {
            let mut used = 0u128;
            let mut next = vec![0u128; self.graph.ports() * self.vcs];
            self.states(&reach, node, |state| {
                let candidates = self.route(state);
                if candidates.iter().all(|c| c.vcs & escape == 0) {
                    stranded.fetch_add(1, Relaxed);
                }
                for candidate in candidates.iter() {
                    let first = candidate.port as usize * self.vcs;
                    self.following(state, candidate.port, candidate.vcs, |vcs, following| {
                        used |= u128::from(vcs) << first;
                        let to = self.mask(&self.route(following));
                        for w in (0..self.vcs).filter(|w| vcs >> w & 1 == 1) {
                            next[first + w] |= to;
                        }
                    });
                }
            });
            self.channels(node, used).map(|from| (from, next[from.port as usize * self.vcs + from.vc as usize])).collect()
        };
        let found: Vec<(Channel, u128)> = self.gather(of_node);
        let cdg = Cdg::new(found.iter().map(|&(channel, _)| channel).collect(), |channel, to| {
            let (from, next) = found[channel];
            let Some(link) = self.graph.downstream(from.node as usize, from.port as usize) else { return };
            to.extend(self.channels(link.node, next));
        });
        (cdg, stranded.into_inner())
    }

    /// The dependencies between the channels of the VCs `escape`: of a packet that holds one, goes on over none or more of the other channels,
    /// and asks for another one.
    pub fn extended(&self, escape: u8) -> Cdg {
        let reach = self.reach();
        let places = self.graph.routers() * self.inputs();
        let of_node = |node: u32| {
            let mut used = 0u128;
            // By output port and VC: the channels that the packet asks for, by node.
            let mut next = vec![vec![0u128; self.graph.routers()]; self.graph.ports() * self.vcs];
            let (mut seen, mut mark, mut open) = (vec![0u32; places], 0, Vec::new());
            self.states(&reach, node, |state| {
                for candidate in self.route(state).iter() {
                    let first = candidate.port as usize * self.vcs;
                    self.following(state, candidate.port, candidate.vcs & escape, |vcs, following| {
                        used |= u128::from(vcs) << first;
                        mark += 1;
                        open.push(following);
                        while let Some(state) = open.pop() {
                            let (word, bit) = self.bit(state.at);
                            if std::mem::replace(&mut seen[word * 64 + bit], mark) == mark {
                                continue;
                            }
                            for onward in self.route(state).iter().filter(|c| self.is_link(c.port)) {
                                let asked = u128::from(onward.vcs & escape) << (onward.port as usize * self.vcs);
                                for w in (0..self.vcs).filter(|w| vcs >> w & 1 == 1) {
                                    next[first + w][state.at.node as usize] |= asked;
                                }
                                self.following(state, onward.port, onward.vcs & !escape, |_, following| open.push(following));
                            }
                        }
                    });
                }
            });
            let next = |from: Channel| {
                let next = next[from.port as usize * self.vcs + from.vc as usize].iter().enumerate();
                next.filter(|&(_, &mask)| mask != 0).map(|(node, &mask)| (node as u32, mask)).collect()
            };
            self.channels(node, used).map(|from| (from, next(from))).collect()
        };
        let found: Vec<(Channel, Vec<(u32, u128)>)> = self.gather(of_node);
        Cdg::new(found.iter().map(|&(channel, _)| channel).collect(), |channel, to| {
            to.extend(found[channel].1.iter().flat_map(|&(node, mask)| self.channels(node, mask)));
        })
    }
}
