//! A channel dependency graph, and its shortest cycle.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

/// A virtual channel of the link that leaves `node` by output port `port`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel {
    /// The node.
    pub node: u32,
    /// Output port of the node.
    pub port: u8,
    /// The VC.
    pub vc: u8,
}

/// Channels and the dependencies between them.
#[derive(Debug, Clone)]
pub struct Cdg {
    /// All channels, in ascending order.
    channels: Vec<Channel>,
    /// `to[first[a]..first[a + 1]]` are the channels that a packet holding channel a may ask for.
    first: Vec<usize>,
    to: Vec<u32>,
}

impl Cdg {
    /// `channels` in ascending order; `next(a, list)` appends the channels that a packet holding channel number a may ask for, each once. Channels
    /// that are not in `channels` are left out.
    pub fn new(channels: Vec<Channel>, mut next: impl FnMut(usize, &mut Vec<Channel>)) -> Self {
        let (mut first, mut to, mut list) = (vec![0], Vec::new(), Vec::new());
        for a in 0..channels.len() {
            list.clear();
            next(a, &mut list);
            to.extend(list.iter().filter_map(|b| channels.binary_search(b).ok()).map(|b| b as u32));
            first.push(to.len());
        }
        Self { channels, first, to }
    }

    /// The channels, in ascending order.
    pub fn channels(&self) -> &[Channel] {
        &self.channels
    }

    /// The number of dependencies.
    pub fn dependencies(&self) -> usize {
        self.to.len()
    }

    /// The channels of a node.
    pub(super) fn leaving(&self, node: u32) -> &[Channel] {
        let first = self.channels.partition_point(|channel| channel.node < node);
        let count = self.channels[first..].partition_point(|channel| channel.node == node);
        &self.channels[first..first + count]
    }

    /// The channels that a packet holding one of them may ask for.
    pub(super) fn following(&self, channel: Channel) -> impl Iterator<Item = &Channel> {
        let next = self.channels.binary_search(&channel).map_or(&[][..], |a| self.next(a));
        next.iter().map(|&b| &self.channels[b as usize])
    }

    fn next(&self, a: usize) -> &[u32] {
        &self.to[self.first[a]..self.first[a + 1]]
    }

    /// Removes channels without a predecessor repeatedly (Kahn). Returns which channels remain, none in an acyclic graph; and the rank of the others:
    /// one more than the highest rank of its predecessors, or 0 without any.
    fn ranked(&self) -> (Vec<bool>, Vec<u32>) {
        let mut before = vec![0u32; self.channels.len()];
        self.to.iter().for_each(|&b| before[b as usize] += 1);
        let mut open: Vec<usize> = (0..before.len()).filter(|&a| before[a] == 0).collect();
        let (mut remaining, mut ranks) = (vec![true; before.len()], vec![0; before.len()]);
        while let Some(a) = open.pop() {
            remaining[a] = false;
            for &b in self.next(a) {
                let b = b as usize;
                ranks[b] = ranks[b].max(ranks[a] + 1);
                before[b] -= 1;
                if before[b] == 0 {
                    open.push(b);
                }
            }
        }
        (remaining, ranks)
    }

    fn remaining(&self) -> Vec<bool> {
        self.ranked().0
    }

    /// A rank for each channel, in the order of [`Cdg::channels`]: a channel that a packet holding another one may ask for has the higher rank.
    /// `None` if the graph has a cycle.
    pub fn ranks(&self) -> Option<Vec<u32>> {
        let (remaining, ranks) = self.ranked();
        if remaining.contains(&true) { None } else { Some(ranks) }
    }

    /// Number of channels that remain when those without a predecessor are removed repeatedly: channels on cycles, and those reachable from a cycle.
    pub fn core(&self) -> usize {
        self.remaining().into_iter().filter(|&remains| remains).count()
    }

    /// A shortest dependency cycle, each channel depending on the one before it, from its lowest channel on; of several the one whose lowest channel
    /// comes first. Empty if the graph is acyclic.
    pub fn shortest_cycle(&self) -> Vec<Channel> {
        let remaining = self.remaining();
        let best = AtomicUsize::new(usize::MAX);
        let starts: Vec<usize> = (0..remaining.len()).filter(|&a| remaining[a]).collect();
        let search = |scratch: &mut Search, &start: &usize| {
            let cycle = scratch.through(self, &remaining, start, best.load(Relaxed))?;
            best.fetch_min(cycle.len(), Relaxed);
            Some(cycle)
        };
        let cycles = starts.par_iter().map_init(|| Search::new(remaining.len()), search).flatten();
        let shorter = |a: &Vec<usize>, b: &Vec<usize>| match a.len().cmp(&b.len()) {
            Ordering::Equal => a[0].cmp(&b[0]),
            unequal => unequal,
        };
        cycles.min_by(shorter).unwrap_or_default().into_iter().map(|a| self.channels[a]).collect()
    }
}

/// Breadth-first search, its arrays kept from one start to the next.
struct Search {
    /// The start of the last search that saw a channel, plus one.
    seen: Vec<u32>,
    from: Vec<u32>,
    queue: Vec<(u32, u32)>,
}

impl Search {
    fn new(channels: usize) -> Self {
        Self { seen: vec![0; channels], from: vec![0; channels], queue: Vec::new() }
    }

    /// A shortest cycle through `start` over channels that are not lower, if it has at most `most` channels.
    fn through(&mut self, cdg: &Cdg, remaining: &[bool], start: usize, most: usize) -> Option<Vec<usize>> {
        let mark = start as u32 + 1;
        self.queue.clear();
        self.queue.push((start as u32, 1));
        let mut at = 0;
        while let Some(&(a, length)) = self.queue.get(at) {
            at += 1;
            for &b in cdg.next(a as usize) {
                if b as usize == start {
                    let mut cycle = vec![a as usize];
                    while cycle[cycle.len() - 1] != start {
                        cycle.push(self.from[cycle[cycle.len() - 1]] as usize);
                    }
                    cycle.reverse();
                    return Some(cycle);
                }
                let fresh = b as usize > start && remaining[b as usize] && self.seen[b as usize] != mark;
                if fresh && (length as usize) < most {
                    self.seen[b as usize] = mark;
                    self.from[b as usize] = a;
                    self.queue.push((b, length + 1));
                }
            }
        }
        None
    }
}
