//! Balanced use of a channel's classes, with the order unchanged.
//!
//! A hop may have any class whose position lies between the highest position of its children and the position of its parent.

use std::collections::HashMap;
use std::ops::Range;

use crate::classes::{Class, Classes};
use crate::forest::Forest;
use crate::order::Order;
use crate::positions::Positions;
use crate::routes::{NONE, Routes};

/// Sweeps over all trees, from the leaves to the roots and back.
const SWEEPS: usize = 4;

/// Balances classes that match the order.
pub fn balance_classes(routes: &Routes, forest: &Forest, positions: &Positions, latest: Vec<u8>) -> Vec<u8> {
    let flow: Vec<u64> = forest.hop.iter().map(|&hop| u64::from(routes.flow(hop as usize))).collect();
    let positions = widen_order(forest, positions, &latest, &flow);
    let load = vec![0; positions.of.len()];
    let mut all = Balancer { forest, flow, highest: vec![f64::NEG_INFINITY; forest.len()], class: latest, load, positions };
    let trees = find_trees(forest);
    trees.iter().for_each(|tree| all.choose(tree.clone()));
    for _ in 0..SWEEPS {
        for tree in &trees {
            all.sweep_up(tree.clone());
            all.sweep_down(tree.clone());
        }
    }
    all.class
}

/// Ranges of the trees.
fn find_trees(forest: &Forest) -> Vec<Range<usize>> {
    let mut roots: Vec<usize> = (0..forest.len()).filter(|&hop| forest.parent[hop] == NONE).collect();
    roots.push(forest.len());
    roots.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

/// Another order for the same classes, which leaves hops more choice: each class of a channel below the same class of the next, where
/// possible, beginning with the dependencies of most packets.
fn widen_order(forest: &Forest, positions: &Positions, class: &[u8], flow: &[u64]) -> Positions {
    let classes = positions.classes;
    let mut sorted: Vec<u32> = (0..positions.of.len() as u32).collect();
    sorted.sort_by(|&a, &b| positions.of[a as usize].total_cmp(&positions.of[b as usize]));
    let mut place = vec![0; sorted.len()];
    sorted.iter().zip(0..).for_each(|(&vertex, at)| place[vertex as usize] = at);
    let mut order = Order::starting_with(place);
    for vertex in (0..positions.of.len()).filter(|vertex| vertex % classes > 0) {
        order.add(vertex - 1, vertex);
    }
    // Packets of each dependency, and whether it occurs, by the classes of both hops.
    let mut met: HashMap<(u32, u32), (u64, Vec<bool>)> = HashMap::new();
    for hop in (0..forest.len()).filter(|&hop| forest.parent[hop] != NONE) {
        let parent = forest.parent[hop] as usize;
        let (packets, seen) =
            met.entry((forest.channel[hop], forest.channel[parent])).or_insert_with(|| (0, vec![false; classes * classes]));
        *packets += flow[hop];
        seen[usize::from(class[hop]) * classes + usize::from(class[parent])] = true;
    }
    let mut met: Vec<_> =
        met.into_iter().map(|((from, to), (packets, seen))| (packets, from as usize * classes, to as usize * classes, seen)).collect();
    met.sort_unstable_by_key(|&(packets, from, to, _)| (u64::MAX - packets, from, to));
    for (_, from, to, seen) in &met {
        for pair in (0..classes * classes).filter(|&pair| seen[pair]) {
            order.add(from + pair / classes, to + pair % classes);
        }
    }
    for (_, from, to, _) in &met {
        for class in 0..classes {
            order.add(from + class, to + class);
        }
    }
    Positions { classes, of: (0..positions.of.len()).map(|vertex| f64::from(order.place(vertex))).collect() }
}

struct Balancer<'a> {
    forest: &'a Forest,
    positions: Positions,
    /// Packets over each hop.
    flow: Vec<u64>,
    class: Vec<u8>,
    /// Highest position of a hop's children.
    highest: Vec<f64>,
    /// Packets by `channel * classes + class`.
    load: Vec<u64>,
}

impl Balancer<'_> {
    /// Gives a tree the latest classes or the earliest, whichever adds less to loaded channels.
    fn choose(&mut self, tree: Range<usize>) {
        let latest = self.highest_first(tree.clone());
        let earliest = self.lowest_first(tree.clone());
        let cost = |classes: &[u8]| {
            let each = tree
                .clone()
                .zip(classes)
                .map(|(hop, &class)| u128::from(self.flow[hop]) * u128::from(2 * self.load[self.place(hop, class)] + self.flow[hop]));
            each.sum::<u128>()
        };
        let chosen = if cost(&earliest) < cost(&latest) { earliest } else { latest };
        for (hop, class) in tree.zip(chosen) {
            self.class[hop] = class;
            let place = self.place(hop, class);
            self.load[place] += self.flow[hop];
        }
    }

    fn highest_first(&self, tree: Range<usize>) -> Vec<u8> {
        let mut classes: Vec<u8> = Vec::with_capacity(tree.len());
        for hop in tree.clone() {
            let below = match self.forest.parent[hop] {
                NONE => f64::INFINITY,
                parent => self.positions.at(self.forest.channel[parent as usize], classes[parent as usize - tree.start]),
            };
            classes.push(self.positions.between(self.forest.channel[hop], f64::NEG_INFINITY, below).end - 1);
        }
        classes
    }

    fn lowest_first(&mut self, tree: Range<usize>) -> Vec<u8> {
        self.highest[tree.clone()].fill(f64::NEG_INFINITY);
        let mut classes = vec![0; tree.len()];
        for hop in tree.clone().rev() {
            let class = self.positions.between(self.forest.channel[hop], self.highest[hop], f64::INFINITY).start;
            classes[hop - tree.start] = class;
            self.raise(hop, class);
        }
        classes
    }

    fn sweep_up(&mut self, tree: Range<usize>) {
        self.highest[tree.clone()].fill(f64::NEG_INFINITY);
        for hop in tree.rev() {
            self.move_to_least_loaded(hop);
            self.raise(hop, self.class[hop]);
        }
    }

    fn sweep_down(&mut self, tree: Range<usize>) {
        tree.for_each(|hop| self.move_to_least_loaded(hop));
    }

    /// Records a hop's position at its parent, which must stay above.
    fn raise(&mut self, hop: usize, class: u8) {
        if self.forest.parent[hop] != NONE {
            let parent = self.forest.parent[hop] as usize;
            self.highest[parent] = self.highest[parent].max(self.positions.at(self.forest.channel[hop], class));
        }
    }

    /// Moves a hop to the least loaded class of its window.
    fn move_to_least_loaded(&mut self, hop: usize) {
        let below = match self.forest.parent[hop] {
            NONE => f64::INFINITY,
            parent => self.positions.at(self.forest.channel[parent as usize], self.class[parent as usize]),
        };
        let window = self.positions.between(self.forest.channel[hop], self.highest[hop], below);
        let old = self.place(hop, self.class[hop]);
        let Some(class) = window.min_by_key(|&class| self.load[self.place(hop, class)]) else { return };
        let new = self.place(hop, class);
        if self.load[new] + self.flow[hop] < self.load[old] {
            self.load[old] -= self.flow[hop];
            self.load[new] += self.flow[hop];
            self.class[hop] = class;
        }
    }

    fn place(&self, hop: usize, class: u8) -> usize {
        self.forest.channel[hop] as usize * self.positions.classes + usize::from(class)
    }
}

/// Mean over all channels with a hop of one class: the packets in the channel's most used class over the mean of its classes. 1.0 is
/// perfect, the number of classes is the worst. A hop of any class counts equally for all classes. 1.0 without such channels.
pub fn imbalance(routes: &Routes, classes: &Classes) -> f64 {
    let count = classes.count();
    let mut load = vec![0.0; routes.channels().len() * count];
    let mut classed = vec![false; routes.channels().len()];
    for hop in 0..routes.hops() {
        let (Some(channel), flow) = (routes.channel(hop), f64::from(routes.flow(hop))) else { continue };
        match classes.of(hop) {
            Class::One(class) => {
                load[channel * count + usize::from(class)] += flow;
                classed[channel] = true;
            }
            Class::Any => load[channel * count..(channel + 1) * count].iter_mut().for_each(|load| *load += flow / count as f64),
        }
    }
    let of = load.chunks_exact(count.max(1)).zip(classed).filter(|(load, classed)| *classed && load.iter().sum::<f64>() > 0.0);
    let (sum, channels) = of.fold((0.0, 0), |(sum, channels), (load, _)| {
        let most = load.iter().copied().fold(0.0, f64::max);
        (sum + most * count as f64 / load.iter().sum::<f64>(), channels + 1)
    });
    if channels == 0 { 1.0 } else { sum / f64::from(channels) }
}
