//! Greedy rounds: every hop takes the highest class that closes no cycle with earlier hops; each round learns from the previous one.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::distinct::DistinctTrees;
use crate::order::Order;
use crate::routes::NONE;

/// State of a dependency between two classes.
#[derive(Clone, Copy, PartialEq)]
enum ArcState {
    Untried,
    Added,
    Refused,
}

/// Result of a round.
pub struct RoundResult {
    /// Number of hops without a class; with 0 the order is an answer.
    pub failures: usize,
    /// Position of each class of each channel, `channel * classes + class`.
    pub places: Vec<u32>,
    /// Steps of the round.
    pub steps: u64,
}

/// Rounds for one number of classes.
pub struct GreedyRounds<'a> {
    kinds: &'a DistinctTrees,
    classes: usize,
    /// Priority added to each kind.
    bump: Vec<f64>,
    /// By `kind * classes + class`: the parent item through which it was reached in this round. Every item has had or will have a turn
    /// unless its parent is [`UNSEEN`].
    parent: Vec<u32>,
    /// Items with a child that found no class.
    failed: Vec<u32>,
}

const UNSEEN: u32 = NONE - 1;

/// Steps for each hop or arc examined: it takes about as long as this many steps of the local search.
const STEPS: u64 = 3;

/// A kind with a class that waits for its turn.
struct Turn {
    priority: f64,
    depth: u32,
    /// `kind * classes + class`
    item: u32,
}

impl Ord for Turn {
    fn cmp(&self, other: &Self) -> Ordering {
        self.priority.total_cmp(&other.priority).then(other.item.cmp(&self.item))
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Turn {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Turn {}

impl<'a> GreedyRounds<'a> {
    /// Greedy rounds that have learnt nothing yet.
    pub fn new(kinds: &'a DistinctTrees, classes: usize) -> Self {
        Self { kinds, classes, bump: vec![0.0; kinds.len()], parent: Vec::new(), failed: Vec::new() }
    }

    /// Runs a round from the roots on; the nearest kinds and those with the largest trees come first.
    pub fn round(&mut self) -> RoundResult {
        let (kinds, classes) = (self.kinds, self.classes);
        let largest = f64::from(kinds.size.iter().copied().max().unwrap_or(1));
        let bump = std::mem::take(&mut self.bump);
        let priority = |kind: usize, depth: u32| -f64::from(depth) + 0.999 * f64::from(kinds.size[kind]) / largest + bump[kind];
        let mut order = self.chains();
        let mut arcs = vec![ArcState::Untried; kinds.dependencies.len() * classes * classes];
        self.parent = vec![UNSEEN; kinds.len() * classes];
        self.failed.clear();
        let (mut failures, mut steps) = (0, 0);
        let mut turns = BinaryHeap::new();
        for &kind in &kinds.roots {
            let item = kind * classes as u32 + classes as u32 - 1;
            self.parent[item as usize] = NONE;
            turns.push(Turn { priority: priority(kind as usize, 0), depth: 0, item });
        }
        while let Some(Turn { depth, item, .. }) = turns.pop() {
            let (kind, class) = (item as usize / classes, item as usize % classes);
            let before = failures;
            for edge in kinds.edges(kind) {
                steps += STEPS;
                let child = kinds.child[edge] as usize;
                let mut fits = |lower: usize| {
                    let arc = &mut arcs[(kinds.dependency[edge] as usize * classes + class) * classes + lower];
                    if *arc == ArcState::Untried {
                        let from = kinds.channel[child] as usize * classes + lower;
                        let added = order.add(from, kinds.channel[kind] as usize * classes + class);
                        *arc = if added { ArcState::Added } else { ArcState::Refused };
                    }
                    *arc == ArcState::Added
                };
                let Some(lower) = (0..classes).rev().find(|&lower| fits(lower)) else {
                    failures += 1;
                    continue;
                };
                let below = child * classes + lower;
                if self.parent[below] == UNSEEN {
                    self.parent[below] = item;
                    turns.push(Turn { priority: priority(child, depth + 1), depth: depth + 1, item: below as u32 });
                }
            }
            if failures > before {
                self.failed.push(item);
            }
        }
        self.bump = bump;
        let places = (0..kinds.channels * classes).map(|vertex| order.place(vertex)).collect();
        RoundResult { failures, places, steps: steps + STEPS * order.steps() }
    }

    /// Raises the priority of the kinds that failed in the last round, and of their ancestors, each once, by about `strength`.
    pub fn learn(&mut self, strength: f64, random: &mut ChaCha8Rng) {
        for mut item in std::mem::take(&mut self.failed) {
            while item < UNSEEN {
                self.bump[item as usize / self.classes] += strength * (0.5 + random.random::<f64>());
                item = std::mem::replace(&mut self.parent[item as usize], UNSEEN);
            }
        }
    }

    /// The initial order: each channel's classes ascend; otherwise, lower classes of all channels come first.
    fn chains(&self) -> Order {
        let (channels, classes) = (self.kinds.channels, self.classes);
        let vertices = 0..channels * classes;
        let mut order = Order::starting_with(vertices.map(|vertex| (vertex % classes * channels + vertex / classes) as u32).collect());
        for channel in 0..channels {
            for class in 1..classes {
                order.add(channel * classes + class - 1, channel * classes + class);
            }
        }
        order
    }
}
