//! Channel dependencies of all routes: their strongly connected components and their shortest cycle.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

use crate::routes::{NONE, Routes};

/// The channel dependency graph for a single class.
#[derive(Debug, Clone)]
pub struct Dependencies {
    /// Channels that a packet requests while it holds this one, ascending.
    after: Vec<Vec<u32>>,
    used: usize,
    /// Components of at least two channels, each ascending, ordered by their lowest channel.
    components: Vec<Vec<u32>>,
    /// Component of each channel; [`NONE`] for a channel that is a component by itself.
    component: Vec<u32>,
}

impl Dependencies {
    /// Collects the dependencies of all hops.
    pub fn of(routes: &Routes) -> Self {
        let mut after = vec![Vec::new(); routes.channels().len()];
        let mut used = vec![false; after.len()];
        for hop in 0..routes.hops() {
            let Some(channel) = routes.channel(hop) else { continue };
            used[channel] = true;
            if let Some(next) = routes.next(hop).and_then(|next| routes.channel(next)) {
                let after: &mut Vec<u32> = &mut after[channel];
                if !after.contains(&(next as u32)) {
                    after.push(next as u32);
                }
            }
        }
        after.iter_mut().for_each(|after| after.sort_unstable());
        let edges = after.iter().enumerate().flat_map(|(a, after)| after.iter().map(move |&b| (a as u32, b)));
        let mut graph = DiGraph::<(), ()>::from_edges(edges);
        while graph.node_count() < after.len() {
            graph.add_node(());
        }
        let parts = kosaraju_scc(&graph).into_iter().filter(|part| part.len() > 1);
        let mut components: Vec<Vec<u32>> = parts.map(|part| part.into_iter().map(|channel| channel.index() as u32).collect()).collect();
        components.iter_mut().for_each(|part| part.sort_unstable());
        components.sort_unstable();
        let mut component = vec![NONE; after.len()];
        for (number, part) in components.iter().enumerate() {
            part.iter().for_each(|&channel| component[channel as usize] = number as u32);
        }
        Self { after, used: used.into_iter().filter(|&used| used).count(), components, component }
    }

    /// Number of channels that packets use.
    pub fn channels(&self) -> usize {
        self.used
    }

    /// Number of dependencies.
    pub fn count(&self) -> usize {
        self.after.iter().map(Vec::len).sum()
    }

    /// Channels that a packet requests while it holds this one, ascending.
    pub fn after(&self, channel: usize) -> &[u32] {
        &self.after[channel]
    }

    /// The strongly connected components of at least two channels: each ascending, in the order of their lowest channels. All cycles lie
    /// within them.
    pub fn components(&self) -> &[Vec<u32>] {
        &self.components
    }

    /// Whether the dependencies have a cycle, so that one class is not enough.
    pub fn cyclic(&self) -> bool {
        !self.components.is_empty()
    }

    /// The component of a channel, if it has other channels, too.
    pub fn component(&self, channel: usize) -> Option<usize> {
        let component = self.component[channel];
        (component != NONE).then_some(component as usize)
    }

    /// A cycle with the fewest channels, each depending on the one before it, from its lowest channel on; of several, the one whose lowest
    /// channel comes first. Empty if there is no cycle.
    pub fn shortest_cycle(&self) -> Vec<u32> {
        let mut best: Vec<u32> = Vec::new();
        let mut from = vec![NONE; self.after.len()];
        for start in (0..from.len() as u32).filter(|&channel| self.component[channel as usize] != NONE) {
            let most = if best.is_empty() { usize::MAX } else { best.len() - 1 };
            best = self.through(start, most, &mut from).unwrap_or(best);
        }
        best
    }

    /// A shortest cycle through `start` over channels that are not lower, if it has at most `most` channels. `from` is all [`NONE`] before
    /// and after.
    fn through(&self, start: u32, most: usize, from: &mut [u32]) -> Option<Vec<u32>> {
        let mut queue = vec![(start, 1)];
        let (mut at, mut last) = (0, None);
        'search: while let Some(&(a, length)) = queue.get(at) {
            at += 1;
            for &b in &self.after[a as usize] {
                if b == start {
                    last = Some(a);
                    break 'search;
                }
                if b > start && length < most && from[b as usize] == NONE && self.component[b as usize] == self.component[start as usize] {
                    from[b as usize] = a;
                    queue.push((b, length + 1));
                }
            }
        }
        let mut cycle: Vec<u32> = last.into_iter().collect();
        while cycle.last().is_some_and(|&channel| channel != start) {
            cycle.push(from[cycle[cycle.len() - 1] as usize]);
        }
        cycle.reverse();
        queue.iter().for_each(|&(channel, _)| from[channel as usize] = NONE);
        (!cycle.is_empty()).then_some(cycle)
    }
}
