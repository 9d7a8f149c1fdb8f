//! Local search: changes an order in which some hops find no class, channel by channel, until all hops find one.
//!
//! The positions of the classes fix, for each dependency and each class of the parent, the class that the child takes: the highest one at a
//! lower position. A change recomputes only the affected subtrees.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::distinct::DistinctTrees;
use crate::routes::NONE;

/// Marks a hop for which no class is low enough.
const FAILS: u8 = u8::MAX;

/// Changes without a new best after which failing hops gain weight.
const PATIENCE: u32 = 500;

/// State of a local search.
pub struct LocalSearch<'a> {
    kinds: &'a DistinctTrees,
    classes: usize,
    /// Position of each class of each channel, `channel * classes + class`, ascending within a channel.
    position: Vec<f64>,
    /// Class that a child takes, by `dependency * classes + the parent's class`.
    picked: Vec<u8>,
    /// References to each kind with each class: from roots, and from parents with a class. Kinds without references are ignored.
    held: Vec<u32>,
    /// The kind that an edge belongs to.
    parent: Vec<u32>,
    edges: Lists,
    waiting: Lists,
    awaited: Lists,
    /// Edges with their parent's class, `edge * classes + class`, whose child finds no class; unordered.
    failing: Vec<u32>,
    /// Index of each in `failing`.
    at: Vec<u32>,
    weight: Vec<u32>,
    total: u64,
    steps: u64,
    fewest: usize,
    open: Vec<u32>,
}

impl<'a> LocalSearch<'a> {
    /// Starts from an order.
    pub fn new(kinds: &'a DistinctTrees, classes: usize, places: &[u32]) -> Self {
        let mut parent = vec![0; kinds.child.len()];
        (0..kinds.len()).for_each(|kind| parent[kinds.edges(kind)].fill(kind as u32));
        let dependencies = &kinds.dependencies;
        let mut all = Self {
            kinds,
            classes,
            position: places.iter().map(|&place| f64::from(place)).collect(),
            picked: vec![FAILS; dependencies.len() * classes],
            held: vec![0; kinds.len() * classes],
            parent,
            edges: Lists::by(dependencies.len(), kinds.dependency.iter().copied()),
            waiting: Lists::by(kinds.channels, dependencies.iter().map(|&(child, _)| child)),
            awaited: Lists::by(kinds.channels, dependencies.iter().map(|&(_, parent)| parent)),
            failing: Vec::new(),
            at: vec![NONE; kinds.child.len() * classes],
            weight: vec![1; kinds.child.len() * classes],
            total: 0,
            steps: 0,
            fewest: usize::MAX,
            open: Vec::new(),
        };
        for dependency in 0..dependencies.len() {
            for class in 0..classes {
                all.picked[dependency * classes + class] = all.pick(dependency, class);
            }
        }
        for root in kinds.roots.iter().map(|&root| root as usize * classes + classes - 1) {
            all.held[root] += 1;
            if all.held[root] == 1 {
                all.open.push(root as u32);
                all.propagate(Self::take);
            }
        }
        all
    }

    /// Searches for about `steps` steps; `true` if no hop fails any more. Only then is the order an answer.
    pub fn search(&mut self, steps: u64, random: &mut ChaCha8Rng) -> bool {
        let end = self.steps.saturating_add(steps);
        let (mut since, mut moves) = (0, 0usize);
        self.fewest = self.failing.len();
        while !self.failing.is_empty() && self.steps < end {
            self.step(random);
            moves += 1;
            since += 1;
            if self.failing.len() < self.fewest {
                (self.fewest, since) = (self.failing.len(), 0);
            }
            if since >= PATIENCE {
                since = 0;
                self.failing.iter().for_each(|&failing| self.weight[failing as usize] += 1);
                self.total += self.failing.len() as u64;
            }
            if moves.is_multiple_of(self.position.len() + 1000) {
                self.renumber();
            }
        }
        self.failing.is_empty()
    }

    /// Steps so far: hops and dependencies examined.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Least number of edges that failed at one time.
    pub fn fewest(&self) -> usize {
        self.fewest
    }

    /// The positions, `channel * classes + class`; of two equal ones neither is lower.
    pub fn positions(&self) -> &[f64] {
        &self.position
    }

    /// Moves one class of one channel so that a failing hop succeeds; undoes the move if the total gets much worse.
    fn step(&mut self, random: &mut ChaCha8Rng) {
        let failing = self.failing[random.random_range(0..self.failing.len())] as usize;
        let (edge, class) = (failing / self.classes, failing % self.classes);
        let (child, parent) = self.kinds.dependencies[self.kinds.dependency[edge] as usize];
        // Mostly the lowest class, which displaces the fewest others.
        let of_child = if random.random::<f64>() < 0.6 { 0 } else { random.random_range(0..self.classes) };
        let child = child as usize * self.classes + of_child;
        let parent = parent as usize * self.classes + class;
        let far = if random.random::<bool>() { 20.0 * random.random::<f64>() } else { 0.0 };
        let by = 0.0001 + 0.0999 * random.random::<f64>() + far;
        let (moved, to) = if random.random::<bool>() { (child, self.position[parent] - by) } else { (parent, self.position[child] + by) };
        let channel = moved / self.classes;
        let own = channel * self.classes..(channel + 1) * self.classes;
        let old = self.position[own.clone()].to_vec();
        let before = self.total;
        self.position[moved] = to;
        self.position[own.clone()].sort_unstable_by(f64::total_cmp);
        self.update_channel(channel);
        if self.total > before && random.random::<f64>() >= chance(self.total - before) {
            self.position[own].copy_from_slice(&old);
            self.update_channel(channel);
        }
    }

    /// Updates the dependencies of a channel after a change of its positions.
    fn update_channel(&mut self, channel: usize) {
        self.steps += 1;
        for i in self.waiting.range(channel) {
            self.update_dependency(self.waiting.item(i));
        }
        for i in self.awaited.range(channel) {
            self.update_dependency(self.awaited.item(i));
        }
    }

    /// Updates all edges of a dependency. No path visits a channel twice, so edges further along have another dependency.
    fn update_dependency(&mut self, dependency: usize) {
        self.steps += 1;
        for class in 0..self.classes {
            let (picked, new) = (dependency * self.classes + class, self.pick(dependency, class));
            let old = std::mem::replace(&mut self.picked[picked], new);
            if old == new {
                continue;
            }
            for i in self.edges.range(dependency) {
                let edge = self.edges.item(i);
                if self.held[self.parent[edge] as usize * self.classes + class] > 0 {
                    self.leave(edge, class, old);
                    self.propagate(Self::leave);
                    self.take(edge, class, new);
                    self.propagate(Self::take);
                }
            }
            self.steps += self.edges.range(dependency).len() as u64 / 4;
        }
    }

    fn pick(&self, dependency: usize, class: usize) -> u8 {
        let (child, parent) = self.kinds.dependencies[dependency];
        let below = self.position[parent as usize * self.classes + class];
        let first = child as usize * self.classes;
        let lower = self.position[first..first + self.classes].iter().take_while(|&&position| position < below).count();
        if lower == 0 { FAILS } else { lower as u8 - 1 }
    }

    /// Adds the reference of an edge whose parent has a class.
    fn take(&mut self, edge: usize, class: usize, picked: u8) {
        self.steps += 1;
        if picked == FAILS {
            let failing = edge * self.classes + class;
            self.at[failing] = self.failing.len() as u32;
            self.failing.push(failing as u32);
            self.total += u64::from(self.weight[failing]);
        }
        let item = self.item(edge, picked);
        self.held[item] += 1;
        if self.held[item] == 1 {
            self.open.push(item as u32);
        }
    }

    fn leave(&mut self, edge: usize, class: usize, picked: u8) {
        self.steps += 1;
        if picked == FAILS {
            let failing = edge * self.classes + class;
            let at = std::mem::replace(&mut self.at[failing], NONE) as usize;
            self.failing.swap_remove(at);
            if let Some(&moved) = self.failing.get(at) {
                self.at[moved as usize] = at as u32;
            }
            self.total -= u64::from(self.weight[failing]);
        }
        let item = self.item(edge, picked);
        self.held[item] -= 1;
        if self.held[item] == 0 {
            self.open.push(item as u32);
        }
    }

    /// The item that an edge leads to. If no class is low enough it continues with the lowest, so that its subtree counts, too.
    fn item(&self, edge: usize, picked: u8) -> usize {
        self.kinds.child[edge] as usize * self.classes + if picked == FAILS { 0 } else { picked as usize }
    }

    /// Applies `change` to the edges of items that got their first reference, or lost their last.
    fn propagate(&mut self, change: impl Fn(&mut Self, usize, usize, u8)) {
        while let Some(item) = self.open.pop() {
            let (kind, class) = (item as usize / self.classes, item as usize % self.classes);
            for edge in self.kinds.edges(kind) {
                let picked = self.picked[self.kinds.dependency[edge] as usize * self.classes + class];
                change(self, edge, class, picked);
            }
        }
    }

    /// Replaces positions by their ranks, so that there is room between them.
    fn renumber(&mut self) {
        let mut sorted: Vec<u32> = (0..self.position.len() as u32).collect();
        sorted.sort_unstable_by(|&a, &b| self.position[a as usize].total_cmp(&self.position[b as usize]));
        let old = self.position.clone();
        let mut place = 0.0;
        for (i, &vertex) in sorted.iter().enumerate() {
            if i > 0 && old[vertex as usize] > old[sorted[i - 1] as usize] {
                place += 1.0;
            }
            self.position[vertex as usize] = place;
        }
        self.steps += self.position.len() as u64;
    }
}

/// exp(-worse / 0.35), by multiplication alone, so that the result is equal on every machine.
fn chance(worse: u64) -> f64 {
    (0..worse.min(20)).fold(1.0, |chance, _| chance * 0.0574)
}

/// For each key, the numbers that have it, ascending, in contiguous memory.
struct Lists {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups the numbers from 0 on by `keys`, which are below `count`.
    fn by(count: usize, keys: impl Iterator<Item = u32> + Clone) -> Self {
        let mut first = vec![0u32; count + 2];
        keys.clone().for_each(|key| first[key as usize + 2] += 1);
        (0..=count).for_each(|key| first[key + 1] += first[key]);
        let mut items = vec![0; first[count + 1] as usize];
        for (item, key) in keys.enumerate() {
            let at = &mut first[key as usize + 1];
            items[*at as usize] = item as u32;
            *at += 1;
        }
        Self { first, items }
    }

    /// Range of the list of a key.
    fn range(&self, key: usize) -> std::ops::Range<usize> {
        self.first[key] as usize..self.first[key + 1] as usize
    }

    /// The number at an index.
    fn item(&self, at: usize) -> usize {
        self.items[at] as usize
    }
}
