//! Routes up towards a root, then down, and never up again: the last resort, which closes no dependency cycle in a class of its own.

use std::collections::VecDeque;

use super::{BrokenRoutes, ClassHop};
use crate::classes::Class;

/// Position of each node in service by distance from the root, a node of least eccentricity; `None` if a link has no reverse link.
pub fn ranks(routes: &BrokenRoutes) -> Option<Vec<u32>> {
    let into = routes.channels_into();
    let back = |from: u32, to: u32| into[from as usize].iter().any(|&channel| routes.channels[channel as usize].from == to);
    if !routes.channels.iter().all(|channel| back(channel.from, channel.to)) {
        return None;
    }
    let levels = |root: usize| {
        let mut level = vec![u32::MAX; routes.nodes];
        level[root] = 0;
        let mut open = VecDeque::from([root]);
        let mut last = root;
        while let Some(node) = open.pop_front() {
            last = node;
            for &channel in &into[node] {
                let from = routes.channels[channel as usize].from as usize;
                if level[from] == u32::MAX {
                    level[from] = level[node] + 1;
                    open.push_back(from);
                }
            }
        }
        (level[last], level)
    };
    let live = (0..routes.nodes).filter(|&node| !into[node].is_empty());
    let (_, best) = live.map(levels).min_by_key(|(depth, _)| *depth)?;
    let mut order: Vec<usize> = (0..routes.nodes).collect();
    order.sort_by_key(|&node| (best[node], node));
    let mut ranks = vec![0; routes.nodes];
    order.into_iter().enumerate().for_each(|(place, node)| ranks[node] = place as u32);
    Some(ranks)
}

/// The hops of all nodes to a terminal, in one class; `None` if a node with terminals does not reach it.
pub fn tree(routes: &BrokenRoutes, ranks: &[u32], to: usize, class: u8) -> Option<Vec<Option<ClassHop>>> {
    let end = routes.ends[to]? as usize;
    let into = routes.channels_into();
    let mut hops: Vec<Option<ClassHop>> = vec![None; routes.nodes];
    let mut found = vec![false; routes.nodes];
    found[end] = true;
    // Nodes that come down to the terminal's node, nearest first; then those that go up to one that has its route.
    for up in [false, true] {
        let mut open: VecDeque<usize> = (0..routes.nodes).filter(|&node| found[node]).collect();
        while let Some(node) = open.pop_front() {
            for &channel in &into[node] {
                let from = routes.channels[channel as usize].from as usize;
                if !found[from] && (ranks[node] < ranks[from]) == up {
                    found[from] = true;
                    hops[from] = Some(ClassHop { channel, class: Class::One(class) });
                    open.push_back(from);
                }
            }
        }
    }
    let sources = routes.sources();
    (0..routes.nodes).all(|node| sources[node] == 0 || found[node]).then_some(hops)
}
