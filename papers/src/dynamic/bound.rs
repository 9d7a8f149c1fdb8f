//! Upper bound on throughput for any routing: each packet must cross a minimum number of the links between modules.

use std::collections::VecDeque;

use torusmith_sim::traffic::{Destinations, Pattern};
use torusmith_topology::{Graph, Network, TerminalId};

use crate::Error;
use crate::verdict::SATURATED;

/// The highest load, in flits a node and clock, at which a hierarchical network can accept 95 % of the offered load, with any routing, VCs
/// and buffers. `None` for a network whose links have no levels.
///
/// The links below a level are contracted into modules, which the links of that level and above join. A packet crosses at least as many of
/// these links as the distance of its modules, and each link carries a flit a clock. Refused packets may be the ones with the longest
/// paths. The bound is the least over all levels.
///
/// # Errors
/// A pattern that the network does not have.
pub fn saturation(network: &Network, pattern: Pattern) -> Result<Option<f64>, Error> {
    let graph = network.graph();
    let level = |node: u32, port: u8| network.port_name(node, port).chars().next().and_then(|first| first.to_digit(10)).unwrap_or(1);
    let mut levels: Vec<u32> = graph.iter_links().map(|(from, _)| level(from.node, from.port)).filter(|&level| level > 1).collect();
    levels.sort_unstable();
    levels.dedup();
    if levels.is_empty() {
        return Ok(None);
    }
    let destinations = Destinations::new(network, pattern)?;
    let bounds = levels.into_iter().map(|least| Modules::new(&graph, |node, port| level(node, port) >= least).bound(&destinations));
    Ok(bounds.reduce(f64::min))
}

/// Modules: sets of nodes joined by links within.
struct Modules {
    /// Module of each node.
    of: Vec<usize>,
    /// Neighbours of each module, each once.
    next: Vec<Vec<usize>>,
    /// Number of links between modules.
    links: usize,
}

impl Modules {
    fn new(graph: &Graph, between: impl Fn(u32, u8) -> bool) -> Self {
        let nodes = graph.routers();
        let mut near = vec![Vec::new(); nodes];
        for (from, to) in graph.iter_links().filter(|(from, _)| !between(from.node, from.port)) {
            near[from.node as usize].push(to.node as usize);
            near[to.node as usize].push(from.node as usize);
        }
        let (mut of, mut count) = (vec![usize::MAX; nodes], 0);
        for first in 0..nodes {
            if of[first] == usize::MAX {
                flood(&near, first, |node, _| of[node] = count);
                count += 1;
            }
        }
        let mut next = vec![Vec::new(); count];
        let ends = graph.iter_links().map(|(from, to)| (of[from.node as usize], of[to.node as usize])).filter(|(from, to)| from != to);
        let links = ends.map(|(from, to)| next[from].push(to)).count();
        for to in &mut next {
            to.sort_unstable();
            to.dedup();
        }
        Self { of, next, links }
    }

    fn bound(&self, destinations: &Destinations) -> f64 {
        let (modules, nodes) = (self.next.len(), self.of.len());
        let mut flows = vec![vec![0.0; modules]; modules];
        for source in TerminalId::all(nodes) {
            for (destination, share) in destinations.shares(source) {
                flows[self.of[source.index()]][self.of[destination.index()]] += share;
            }
        }
        // By distance: flits a clock if every source offers one.
        let mut far = vec![0.0; modules];
        for (from, flows) in flows.iter().enumerate() {
            flood(&self.next, from, |to, distance| far[distance] += flows[to]);
        }
        let all: f64 = far.iter().sum();
        let mut refused = (1.0 - SATURATED) * all;
        let mut crossings = 0.0;
        for (distance, flow) in far.iter().enumerate().rev() {
            let accepted = (flow - refused).max(0.0);
            refused = (refused - flow).max(0.0);
            crossings += accepted * distance as f64;
        }
        let rate = (self.links as f64 / crossings).min(1.0);
        SATURATED * rate * all / nodes as f64
    }
}

/// Calls `reached` for every reachable vertex, with its distance.
fn flood(next: &[Vec<usize>], from: usize, mut reached: impl FnMut(usize, usize)) {
    let mut known = vec![false; next.len()];
    known[from] = true;
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((at, distance)) = queue.pop_front() {
        reached(at, distance);
        for &to in &next[at] {
            if !std::mem::replace(&mut known[to], true) {
                queue.push_back((to, distance + 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(network: &str, pattern: Pattern) -> Option<f64> {
        saturation(&network.parse().unwrap(), pattern).unwrap()
    }

    fn near(found: Option<f64>, expected: f64) {
        assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} for {expected}");
    }

    /// 16 modules of 16 nodes in a torus of 4 x 4. Of the 255 other nodes 15, 64, 96, 64 and 16 are 0 to 4 modules away; 5 % of them, 12.75
    /// of the last 16, may be refused. 64 links between the modules.
    #[test]
    fn two_levels_by_hand() {
        let crossings = (64.0 + 2.0 * 96.0 + 3.0 * 64.0 + 4.0 * 3.25) / 255.0;
        near(of("ttn:2,2,1", Pattern::Uniform), 0.95 * 64.0 / (256.0 * crossings));
        // One-way rings, 32 links: 15, 32, 48, 64, 48, 32, 16 are 0 to 6 modules away.
        let crossings = (32.0 + 2.0 * 48.0 + 3.0 * 64.0 + 4.0 * 48.0 + 5.0 * 32.0 + 6.0 * 3.25) / 255.0;
        near(of("ttn:2,2,0", Pattern::Uniform), 0.95 * 32.0 / (256.0 * crossings));
        // Rows 0 to 3 go to rows 3 to 0, a step round the ring of four; columns likewise.
        near(of("ttn:2,2,1", Pattern::Complement), 0.95 * 64.0 / (256.0 * 2.0 * 0.95));
    }

    /// 256 modules in a torus of 4 x 4 x 4 x 4, 2048 links: 8 over d of them are d away, each of 16 nodes. 204.75 of the 4095 other nodes
    /// may be refused: those 8 and 7 away, and 60.75 of those 6 away. The last level alone allows more: 16 modules of 256 nodes, 1024
    /// links.
    #[test]
    fn three_levels_by_hand() {
        let crossings = 16.0 * (8.0 + 2.0 * 28.0 + 3.0 * 56.0 + 4.0 * 70.0 + 5.0 * 56.0) + 6.0 * (16.0 * 28.0 - 60.75);
        near(of("ttn:2,3,1", Pattern::Uniform), 0.95 * 2048.0 / (4096.0 * crossings / 4095.0));
        let last = 1024.0 + 2.0 * 1536.0 + 3.0 * 1024.0 + 4.0 * (256.0 - 204.75);
        assert!(of("ttn:2,3,1", Pattern::Uniform).unwrap() < 0.95 * 1024.0 / (4096.0 * last / 4095.0));
    }

    #[test]
    fn networks_without_levels_have_none() {
        assert_eq!(of("mesh:16,16", Pattern::HotSpot(5)), None);
        assert_eq!(of("torus:4,4", Pattern::Uniform), None);
    }
}
