//! Bisection width: the fewest links between two halves of a network's terminals.

use super::modules;
use super::wiring::is_first;
use crate::{Coordinate, Graph, Network};

/// Reliability of a bisection width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BisectionKind {
    /// No two halves have fewer links between them: by theorem, or because all halves of a small network were tried.
    Exact,
    /// The width of one cut; other cuts might have fewer links.
    UpperBound,
}

/// A cut of the routers into two halves, which differ by one terminal if there is an odd number, or by as few as the terminals of routers allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bisection {
    /// Exact, or an upper bound.
    pub kind: BisectionKind,
    /// Description of the cut: `x < 32`.
    pub cut: String,
    /// Width in the papers' count: both directions of a pair of links count once, but each direction of a link between basic modules.
    pub width: usize,
    /// Links across the cut, both directions of a pair as one.
    pub links: usize,
    /// Links across the cut, each direction for itself.
    pub channels: usize,
}

/// Most routers for which all halves are tried.
const MOST_NODES: usize = 24;

/// The cut of least width among the straight cuts across the network, or among all cuts of a network of up to 24 nodes.
///
/// Exact where [`straight_cut_is_least`](crate::NetworkSpec::straight_cut_is_least): no link is on more than a bounded number of the paths
/// between all ordered pairs, and N^2 / 2 of these lead from one half to the other. Also exact for a grid of 4 x 4 basic modules with one
/// group of links, by all halves of the modules.
pub fn bisection(network: &Network, graph: &Graph) -> Bisection {
    let known = network.straight_cut_is_least();
    let kind = if known { BisectionKind::Exact } else { BisectionKind::UpperBound };
    let straight = network.coordinates().into_iter().map(|coordinate| cut_straight(&coordinate, network, graph, kind));
    let best = straight.min_by_key(|cut| cut.width).expect("a network has a coordinate");
    let grid = network.basic_modules().and_then(|modules| modules.grid);
    if grid.is_some_and(|grid| modules::least_cut(&grid, graph, graph.routers() / 2) == best.width) {
        return Bisection { kind: BisectionKind::Exact, ..best };
    }
    if known || graph.routers() > MOST_NODES {
        return best;
    }
    let own = terminals_of(graph);
    let bound = if graph.attached().apart() || !graph.attached().all_live() { usize::MAX } else { best.width };
    let halves = search_halves(&weights(network, graph), &own, bound);
    match halves {
        Some(half) => count_cut(network, graph, BisectionKind::Exact, "by trying all halves".into(), &half),
        None => Bisection { kind: BisectionKind::Exact, ..best },
    }
}

/// Number of terminals by router.
fn terminals_of(graph: &Graph) -> Vec<usize> {
    let mut own = vec![0; graph.routers()];
    graph.live().for_each(|terminal| own[graph.at(terminal).router as usize] += 1);
    own
}

/// The routers with the least coordinates that have at most half of the terminals; if the middle coordinate must be split, by number.
fn cut_straight(coordinate: &Coordinate<'_>, network: &Network, graph: &Graph, kind: BisectionKind) -> Bisection {
    let mut order: Vec<u32> = (0..graph.routers() as u32).collect();
    order.sort_by_key(|&node| ((coordinate.of)(node), node));
    let mut half = vec![false; graph.routers()];
    let (own, mut rest, mut last) = (terminals_of(graph), graph.live().count() / 2, None);
    let of = |node: u32| (coordinate.of)(node);
    for &node in order.iter().filter(|&&node| own[node as usize] > 0) {
        let Some(left) = rest.checked_sub(own[node as usize]) else { break };
        (half[node as usize], rest, last) = (true, left, Some(of(node)));
    }
    // Routers without terminals go with those of their coordinate.
    let split = order.iter().any(|&node| own[node as usize] > 0 && !half[node as usize] && last == Some(of(node)));
    for &node in order.iter().filter(|&&node| own[node as usize] == 0) {
        half[node as usize] = last.is_some_and(|last| of(node) < last || of(node) == last && !split);
    }
    let stepped = if coordinate.side.is_multiple_of(2) { "" } else { " and half of the middle" };
    count_cut(network, graph, kind, format!("{} < {}{stepped}", coordinate.name, coordinate.side / 2), &half)
}

/// Counts the links between the nodes in `half` and the others.
fn count_cut(network: &Network, graph: &Graph, kind: BisectionKind, cut: String, half: &[bool]) -> Bisection {
    let mut found = Bisection { kind, cut, width: 0, links: 0, channels: 0 };
    for (from, to) in graph.iter_links().filter(|(from, to)| half[from.node as usize] != half[to.node as usize]) {
        let link = usize::from(is_first(graph, from, to));
        found.links += link;
        found.channels += 1;
        found.width += if network.joins_modules(from.port) { 1 } else { link };
    }
    found
}

/// Weight in the width of the links between each two nodes.
fn weights(network: &Network, graph: &Graph) -> Vec<Vec<usize>> {
    let mut weights = vec![vec![0; graph.routers()]; graph.routers()];
    for (from, to) in graph.iter_links() {
        if network.joins_modules(from.port) || is_first(graph, from, to) {
            weights[from.node as usize][to.node as usize] += 1;
            weights[to.node as usize][from.node as usize] += 1;
        }
    }
    weights
}

/// The half of least width, if below `bound`; `own` are the terminals by router.
fn search_halves(weights: &[Vec<usize>], own: &[usize], bound: usize) -> Option<Vec<bool>> {
    // The sums of terminals that some set of routers has.
    let all: usize = own.iter().sum();
    let mut sums = vec![true];
    sums.resize(all + 1, false);
    for &count in own {
        (count..=all).rev().for_each(|sum| sums[sum] |= sums[sum - count]);
    }
    let largest = (all.div_ceil(2)..=all).find(|&sum| sums[sum]).unwrap_or(all);
    let mut search = HalvesSearch { weights, own, largest, bound, half: Vec::new(), best: None };
    search.extend(0, [0, 0]);
    search.best
}

struct HalvesSearch<'a> {
    weights: &'a [Vec<usize>],
    own: &'a [usize],
    /// Most terminals of a half.
    largest: usize,
    bound: usize,
    /// Half of each node decided so far.
    half: Vec<bool>,
    best: Option<Vec<bool>>,
}

impl HalvesSearch<'_> {
    /// Adds the next node to either half; `width` is the width between the nodes decided so far, whose terminals are `sizes` in each half.
    fn extend(&mut self, width: usize, sizes: [usize; 2]) {
        let (node, nodes) = (self.half.len(), self.weights.len());
        if width >= self.bound {
            return;
        }
        if node == nodes {
            (self.bound, self.best) = (width, Some(self.half.clone()));
            return;
        }
        for side in [false, true] {
            // Both halves are interchangeable, so node 0 goes to the first.
            if sizes[side as usize] + self.own[node] > self.largest || node == 0 && side {
                continue;
            }
            let across: usize = (0..node).filter(|&other| self.half[other] != side).map(|other| self.weights[node][other]).sum();
            let mut sizes = sizes;
            sizes[side as usize] += self.own[node];
            self.half.push(side);
            self.extend(width + across, sizes);
            self.half.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Even nodes are joined to one another, odd nodes as well, and one link joins both sets. No cut in the order of nodes is as small.
    #[test]
    fn the_search_finds_halves_that_are_no_straight_cut() {
        for nodes in [6, 7, 8] {
            let joined = |a: usize, b: usize| usize::from(a != b && (a % 2 == b % 2 || a + b == 1));
            let weights: Vec<Vec<usize>> = (0..nodes).map(|a| (0..nodes).map(|b| joined(a, b)).collect()).collect();
            let odd: Vec<bool> = (0..nodes).map(|node| node % 2 == 1).collect();
            assert_eq!(search_halves(&weights, &vec![1; nodes], 2), Some(odd), "{nodes}");
            assert_eq!(search_halves(&weights, &vec![1; nodes], 1), None, "{nodes}");
        }
    }
}
