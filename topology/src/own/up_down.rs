//! `routes = "up-down"`: up towards a root, then down, and never up again; one class is enough.
//!
//! Nodes are ordered by distance from the root, then by number. A link is *up* if it leads to an earlier node. A node that reaches the
//! destination by down links alone takes one; any other node takes an up link. So a packet that has gone down never goes up. Neither up
//! links alone nor down links alone form a cycle, so channels have no dependency cycle. The root is the first node of least eccentricity.

use std::cmp::Reverse;

use super::balance::{RouteChoices, balance_routes};
use crate::Graph;

/// Output ports by router and destination.
///
/// # Errors
/// A link, (node, port), whose end has no reverse link.
pub fn routes(graph: &Graph) -> Result<Vec<u8>, (u32, u8)> {
    let next = |node: u32| (1..graph.ports()).filter_map(move |port| graph.downstream(node as usize, port));
    if let Some((from, _)) = graph.iter_links().find(|(from, to)| next(to.node).all(|back| back.node != from.node)) {
        return Err((from.node, from.port));
    }
    let rank = ranks(graph);
    let up = |from: u32, to: u32| rank[to as usize] < rank[from as usize];
    Ok(balance_routes(graph, |to| {
        let to = graph.at(to).router;
        // `down` counts links of paths by down links alone. Nodes that must go up are handled in rank order, as their routes lead to
        // earlier nodes.
        let mut down = vec![u32::MAX; graph.routers()];
        let mut all = down.clone();
        let mut by_rank: Vec<u32> = (0..graph.routers() as u32).collect();
        by_rank.sort_by_key(|&node| rank[node as usize]);
        for &node in by_rank.iter().rev() {
            let least = next(node).filter(|link| !up(node, link.node)).map(|link| down[link.node as usize]).min();
            let least = least.filter(|&least| least < u32::MAX).map(|least| least + 1);
            down[node as usize] = if node == to { 0 } else { least.unwrap_or(u32::MAX) };
        }
        for &node in &by_rank {
            let least = next(node).filter(|link| up(node, link.node)).map(|link| all[link.node as usize]).min();
            let at = node as usize;
            all[at] = if down[at] < u32::MAX { down[at] } else { least.map_or(u32::MAX, |least| least.saturating_add(1)) };
        }
        let goes_down = |node: usize| down[node] < u32::MAX;
        let good = |node: usize, link: crate::Link| {
            let far = link.node as usize;
            if goes_down(node) {
                !up(node as u32, link.node) && goes_down(far) && down[far] + 1 == down[node]
            } else {
                up(node as u32, link.node) && all[far] + 1 == all[node]
            }
        };
        let ports = |node| {
            let ports = (1..graph.ports()).filter(|&port| graph.downstream(node, port).is_some_and(|link| good(node, link)));
            ports.fold(0, |ports, port| ports | 1 << port)
        };
        let mut order: Vec<u32> = by_rank.iter().copied().filter(|&node| node != to).collect();
        let at = |node: u32| node as usize;
        order.sort_by_key(|&node| {
            (goes_down(at(node)), if goes_down(at(node)) { Reverse(down[at(node)]) } else { Reverse(rank[at(node)]) })
        });
        RouteChoices { order, ports: (0..graph.routers()).map(ports).collect() }
    }))
}

/// Position of each node in the up-down order.
fn ranks(graph: &Graph) -> Vec<u32> {
    let levels = |root: usize| {
        let mut level = vec![u32::MAX; graph.routers()];
        level[root] = 0;
        let mut open = std::collections::VecDeque::from([root]);
        while let Some(node) = open.pop_front() {
            for to in (1..graph.ports()).filter_map(|port| graph.downstream(node, port)) {
                let to = to.node as usize;
                if level[to] == u32::MAX {
                    level[to] = level[node] + 1;
                    open.push_back(to);
                }
            }
        }
        level
    };
    let depth = |level: &[u32]| level.iter().copied().max().unwrap_or(0);
    let best = (0..graph.routers()).map(levels).min_by_key(|level| depth(level)).unwrap_or_default();
    let mut order: Vec<usize> = (0..best.len()).collect();
    order.sort_by_key(|&node| (best[node], node));
    let mut rank = vec![0; best.len()];
    order.into_iter().enumerate().for_each(|(place, node)| rank[node] = place as u32);
    rank
}
