//! Positions of the nodes in a picture: on the network's own plane, else by coordinates or levels, else on a circle.

use std::collections::{BTreeMap, HashMap};
use std::f64::consts::TAU;

use super::Source;
use crate::{Coordinate, Network};

/// Pixels from one node to the next.
pub const PITCH: i64 = 48;
/// Margin around all nodes, in pixels.
const MARGIN: i64 = 72;
/// Extra space between two groups of nodes, in pixels.
const GAP: i64 = 30;
/// Pixels from a basic module's outer nodes to its frame.
const FRAME: i64 = 22;

/// The layout of a picture.
pub struct Plane {
    /// (x, y) of each node's centre.
    pub centres: Vec<(i64, i64)>,
    /// Frames of the basic modules: left, top, width, height.
    pub frames: Vec<[i64; 4]>,
    /// Width and height of the picture.
    pub size: (i64, i64),
    /// Nodes stand in rows and columns.
    pub rows: bool,
}

impl Plane {
    /// Width and height of the area from the first nodes to the last.
    pub fn nodes(&self) -> (i64, i64) {
        (self.size.0 - 2 * MARGIN, self.size.1 - 2 * MARGIN)
    }
}

/// Row and column of each node, and by level the group of each node.
struct GridCells {
    places: Vec<(u32, u32)>,
    groups: Vec<Vec<u32>>,
}

/// Lays a network out.
pub fn lay_out(source: &Source<'_>) -> Plane {
    let network = source.network;
    let modules = network.basic_modules().map(|_| modules(source));
    let cells = given_places(network).or_else(|| if source.own().is_some() { by_levels(source) } else { by_coordinates(network) });
    let rows = cells.is_some();
    let centres = match cells {
        Some(mut cells) => {
            cells.groups.extend(modules.clone());
            let along = |of: fn(&(u32, u32)) -> u32| positions(&cells.places.iter().map(of).collect::<Vec<_>>(), &cells.groups);
            along(|place| place.1).into_iter().zip(along(|place| place.0)).collect()
        }
        None => circle(network.routers()),
    };
    let frames = modules.map_or_else(Vec::new, |modules| frames(&centres, &modules));
    let far = |of: fn(&(i64, i64)) -> i64| centres.iter().map(of).max().unwrap_or(0) + MARGIN;
    let size = (far(|centre| centre.0), far(|centre| centre.1));
    Plane { centres, frames, size, rows }
}

/// Positions that the network itself gives.
fn given_places(network: &Network) -> Option<GridCells> {
    let places = (0..network.routers() as u32).map(|node| network.place(node)).collect::<Option<_>>()?;
    Some(GridCells { places, groups: Vec::new() })
}

/// Routers without terminals above those with terminals, in rows by their distance from these, if every link leads to the next row.
fn by_levels(source: &Source<'_>) -> Option<GridCells> {
    let graph = source.graph;
    let has_terminal = |router| (0..graph.local_ports() as u8).any(|port| graph.terminal(router, port).is_some());
    let mut levels: Vec<Option<u32>> = (0..graph.routers() as u32).map(|router| has_terminal(router).then_some(0)).collect();
    let mut top = 0;
    while levels.contains(&None) {
        let above = |from: u32, to: u32| levels[from as usize] == Some(top) && levels[to as usize].is_none();
        let next: Vec<u32> = graph.iter_links().map(|(a, b)| (a.node, b.node)).filter(|&(a, b)| above(a, b)).map(|link| link.1).collect();
        (!next.is_empty()).then_some(())?;
        top += 1;
        next.into_iter().for_each(|router| levels[router as usize] = Some(top));
    }
    let levels: Vec<u32> = levels.into_iter().flatten().collect();
    let joins = |(a, b): (crate::Link, crate::Link)| levels[a.node as usize].abs_diff(levels[b.node as usize]) == 1;
    (top > 0 && graph.iter_links().all(joins)).then_some(())?;
    let mut counts = vec![0u32; top as usize + 1];
    let rank = |&level: &u32| {
        counts[level as usize] += 1;
        counts[level as usize] - 1
    };
    let ranks: Vec<u32> = levels.iter().map(rank).collect();
    let widest = counts.iter().copied().max()?;
    // Rows are two cells apart, and a shorter one stands in the middle of the widest.
    let place = |(&level, rank): (&u32, u32)| (2 * (top - level), 2 * rank + (widest - counts[level as usize]));
    Some(GridCells { places: levels.iter().zip(ranks).map(place).collect(), groups: Vec::new() })
}

/// Coordinates in pairs as rows and columns, the innermost next to each other; nodes that no coordinate tells apart form a square, by
/// number.
fn by_coordinates(network: &Network) -> Option<GridCells> {
    let nodes = network.routers() as u32;
    let mut all = network.coordinates();
    if all.len() < 2 {
        all.clear();
    }
    let stride = |along: &Coordinate<'_>| (0..nodes).find(|&node| (along.of)(node) == 1);
    all.sort_by_key(|along| std::cmp::Reverse(stride(along)));
    let known: u32 = all.iter().map(|along| along.side).product();
    let rest = nodes / known;
    if rest * known != nodes || known == 1 && !nodes.is_power_of_two() {
        return None;
    }
    let lone = if rest == 1 { all.len() % 2 } else { 0 };
    let chunks: Vec<&[Coordinate<'_>]> = all[..lone].chunks(1).chain(all[lone..].chunks(2)).collect();
    let (mut places, mut groups) = (Vec::new(), vec![Vec::new(); chunks.len()]);
    let mut seen = HashMap::new();
    for node in 0..nodes {
        let mut at = (0, 0);
        for (chunk, group) in chunks.iter().zip(&mut groups) {
            at = match chunk {
                [rows, columns] => (at.0 * rows.side + (rows.of)(node), at.1 * columns.side + (columns.of)(node)),
                [one] => within(at, snake((one.of)(node), one.side), one.side),
                _ => at,
            };
            group.push(at.0 << 16 | at.1);
        }
        let rank = seen.entry(at).or_insert(0);
        places.push(within(at, *rank, rest));
        *rank += 1;
    }
    if rest == 1 {
        groups.pop();
    }
    Some(GridCells { places, groups })
}

/// The cell of part `rank` in a square of `count` parts that stands at a cell.
fn within((row, column): (u32, u32), rank: u32, count: u32) -> (u32, u32) {
    let columns = square(count);
    (row * count.div_ceil(columns) + rank / columns, column * columns + rank % columns)
}

/// Position of part `rank` of `count` where every other row runs backwards, so that consecutive parts are neighbours.
fn snake(rank: u32, count: u32) -> u32 {
    let columns = square(count);
    if rank / columns % 2 == 1 && count.is_multiple_of(columns) { rank + columns - 1 - 2 * (rank % columns) } else { rank }
}

/// Columns of a square of `count` parts; a full rectangle where the count is a power of two.
fn square(count: u32) -> u32 {
    (1..=count).find(|side| side * side >= count && (count.is_multiple_of(*side) || !count.is_power_of_two())).unwrap_or(1)
}

/// Pixels along one side; wider where no group of a level reaches across.
fn positions(cells: &[u32], groups: &[Vec<u32>]) -> Vec<i64> {
    let last = cells.iter().copied().max().unwrap_or(0);
    let mut gaps = vec![0; last as usize + 1];
    for level in groups {
        let mut across = vec![false; last as usize + 1];
        for (low, high) in extents(level, |node| cells[node]).into_values() {
            across[low as usize + 1..=high as usize].fill(true);
        }
        gaps.iter_mut().zip(&across).skip(1).filter(|(_, across)| !**across).for_each(|(gap, _)| *gap += GAP);
    }
    let mut sum = 0;
    let pixels: Vec<i64> = (0..).zip(&gaps).map(|(cell, gap)| (sum += gap, MARGIN + sum + cell * PITCH).1).collect();
    cells.iter().map(|&cell| pixels[cell as usize]).collect()
}

/// The least and the largest value of each group.
fn extents<T: Copy + Ord>(groups: &[u32], of: impl Fn(usize) -> T) -> BTreeMap<u32, (T, T)> {
    let mut found = BTreeMap::new();
    for (node, &group) in groups.iter().enumerate() {
        let at = of(node);
        let (low, high) = found.entry(group).or_insert((at, at));
        (*low, *high) = (at.min(*low), at.max(*high));
    }
    found
}

/// Nodes in a circle, the first one at the top, clockwise.
fn circle(nodes: usize) -> Vec<(i64, i64)> {
    let radius = (PITCH as f64 * nodes as f64 / TAU).max(PITCH as f64 * 1.5);
    let at = |part: f64| (MARGIN as f64 + radius * (1.0 + part)).round() as i64;
    (0..nodes).map(|node| TAU * node as f64 / nodes as f64).map(|angle| (at(angle.sin()), at(-angle.cos()))).collect()
}

/// The basic module of each node, by its lowest node: the nodes that links inside modules connect.
fn modules(source: &Source<'_>) -> Vec<u32> {
    let inside = |port| !source.network.joins_modules(port);
    let links: Vec<_> = source.graph.iter_links().filter(|(from, _)| inside(from.port)).map(|(from, to)| (from.node, to.node)).collect();
    let mut least: Vec<u32> = (0..source.network.routers() as u32).collect();
    loop {
        let before = least.clone();
        for &(a, b) in &links {
            let both = least[a as usize].min(least[b as usize]);
            (least[a as usize], least[b as usize]) = (both, both);
        }
        if before == least {
            return least;
        }
    }
}

fn frames(centres: &[(i64, i64)], modules: &[u32]) -> Vec<[i64; 4]> {
    let (x, y) = (extents(modules, |node| centres[node].0), extents(modules, |node| centres[node].1));
    let side = |(low, high): (i64, i64)| (low - FRAME, high - low + 2 * FRAME);
    x.into_values().map(side).zip(y.into_values().map(side)).map(|((left, width), (top, height))| [left, top, width, height]).collect()
}
