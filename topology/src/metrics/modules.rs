//! The least cut of a network of 4 x 4 basic modules at two levels, over all halves.
//!
//! A half affects other basic modules only by the sides that a module's V node and H node are on. For each of these four cases and each
//! number of nodes, all 2^16 subsets are tried for the fewest links inside. Rows of modules are then combined one by one; the state of a
//! row is the sides of its V nodes and its number of nodes in the half.

use super::wiring::is_first;
use crate::{Graph, ModuleGrid};

/// Basic modules in a row, and rows.
const SIDE: usize = 4;
/// Nodes of a basic module.
const MODULE: usize = 16;
/// Larger than any cut.
const NONE: u32 = 1 << 20;

/// The fewest channels around any `size` nodes, counted as [`super::Bisection::width`] is.
pub fn least_cut(grid: &ModuleGrid, graph: &Graph, size: usize) -> usize {
    let channels = grid.channels;
    let modules = inside(grid, graph);
    let rows: Vec<Vec<u32>> = (0..1 << SIDE).map(|v| row(&modules, v, channels)).collect();
    let twist = grid.twist as usize;
    // Column c of the last row leads to column c + twist of the first.
    let met = |first: usize| (first >> twist | first << (SIDE - twist)) & ((1 << SIDE) - 1);
    let around = |first: usize| {
        let mut least = vec![vec![NONE]; 1 << SIDE];
        least[first] = rows[first].clone();
        for _ in 1..SIDE {
            least = (0..1 << SIDE)
                .map(|next: usize| {
                    let mut all = vec![NONE];
                    for (last, known) in least.iter().enumerate() {
                        let across = channels * (last ^ next).count_ones();
                        join(&mut all, known, &rows[next], across);
                    }
                    all
                })
                .collect();
        }
        let closed =
            least.iter().enumerate().filter_map(|(last, known)| Some(known.get(size)? + channels * (last ^ met(first)).count_ones()));
        closed.min().unwrap_or(NONE)
    };
    (0..1 << SIDE).map(around).min().unwrap_or(NONE) as usize
}

/// The fewest links inside a basic module, `[V node in the half | H node in the half << 1][nodes in the half]`.
fn inside(grid: &ModuleGrid, graph: &Graph) -> [Vec<u32>; 4] {
    let ends = grid.gates.map(|gate| 1u32 << gate);
    // Each pair once.
    let within = |node: u32| node < MODULE as u32;
    let links: Vec<u32> = graph
        .iter_links()
        .filter(|(from, to)| within(from.node) && within(to.node) && is_first(graph, *from, *to))
        .map(|(from, to)| 1 << from.node | 1 << to.node)
        .collect();
    let mut least = [(); 4].map(|()| vec![NONE; MODULE + 1]);
    for half in 0..1u32 << MODULE {
        let cut = links.iter().filter(|&&link| (half & link).count_ones() == 1).count() as u32;
        let sides = usize::from(half & ends[0] != 0) | usize::from(half & ends[1] != 0) << 1;
        let known = &mut least[sides][half.count_ones() as usize];
        *known = cut.min(*known);
    }
    least
}

/// The fewest links and channels in a row of modules whose V nodes are in the half as the bits of `v` say, by the nodes in the half.
fn row(modules: &[Vec<u32>; 4], v: usize, channels: u32) -> Vec<u32> {
    let mut all = vec![NONE];
    for h in 0..1usize << SIDE {
        let next = h >> 1 | h << (SIDE - 1) & ((1 << SIDE) - 1);
        let sides = |module: usize| v >> module & 1 | (h >> module & 1) << 1;
        let known = (0..SIDE).fold(vec![0], |known, module| {
            let mut more = vec![NONE];
            join(&mut more, &known, &modules[sides(module)], 0);
            more
        });
        join(&mut all, &known, &[0], channels * (h ^ next).count_ones());
    }
    all
}

/// Merges into `all` the sums of two parts with `across` links between them; each is indexed by the number of nodes in the half.
fn join(all: &mut Vec<u32>, one: &[u32], other: &[u32], across: u32) {
    all.resize(all.len().max(one.len() + other.len() - 1), NONE);
    for (i, &a) in one.iter().enumerate().filter(|(_, a)| **a < NONE) {
        for (sum, &b) in all[i..].iter_mut().zip(other) {
            *sum = (a + b + across).min(*sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Network;

    fn cut(name: &str, size: usize) -> Option<usize> {
        let network: Network = name.parse().unwrap();
        Some(least_cut(&network.basic_modules()?.grid?, &network.graph(), size))
    }

    /// Cuts around one node, two neighbours, a basic module and a row of four, counted manually: in a torus 4 and 6 links; in a mesh a
    /// corner has 2 and with its neighbour 3; in and out by V and H are 4 channels, and a row has its V rings alone, 8.
    #[test]
    fn small_parts_by_hand() {
        for (name, sizes) in [
            ("ttn:2,2,0", [(1, 4), (2, 6), (16, 4), (64, 8)]),
            ("sttn:2,2,0", [(1, 4), (2, 6), (16, 4), (64, 8)]),
            ("mtn:2,2,0", [(1, 4), (2, 6), (16, 4), (64, 8)]),
            ("tesh:2,2,0", [(1, 2), (2, 3), (16, 4), (64, 8)]),
        ] {
            for (size, width) in sizes {
                assert_eq!(cut(name, size), Some(width), "{name}: {size} nodes");
                assert_eq!(cut(name, 256 - size), Some(width), "{name}: all but {size} nodes");
            }
        }
        assert_eq!((cut("ttn:2,3,0", 1), cut("ttn:2,2,2", 1), cut("ttn:3,2,0", 1)), (None, None, None));
    }
}
