//! Local search: an order in which some hops find no class is changed, channel by channel, until all do.
//!
//! The positions of the classes in the order fix, for each dependency and each class of its parent, the class that the child takes: the
//! highest whose position is lower. Only what hangs on a change is worked out again.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::distinct::Distinct;
use crate::lists::Lists;
use crate::routes::NONE;

/// No class is low enough.
const FAILS: u8 = u8::MAX;

/// Changes without a new best after which failures weigh more.
const PATIENCE: u32 = 500;

/// An order that is searched from.
pub struct Local<'a> {
    kinds: &'a Distinct,
    classes: usize,
    /// Of each class of each channel, `channel * classes + class`, ascending for a channel.
    position: Vec<f64>,
    /// By `dependency * classes + the parent's class`.
    picked: Vec<u8>,
    /// How many hold to each kind with each class: roots, and parents with a class. Without any, it is not looked at.
    held: Vec<u32>,
    /// The kind that an edge belongs to.
    parent: Vec<u32>,
    edges: Lists,
    waiting: Lists,
    awaited: Lists,
    /// Edges with their parent's class, `edge * classes + class`, for which there is no class, in no order.
    failing: Vec<u32>,
    /// Where each is among them.
    at: Vec<u32>,
    weight: Vec<u32>,
    total: u64,
    steps: u64,
    fewest: usize,
    open: Vec<u32>,
}

impl<'a> Local<'a> {
    /// Begins with an order.
    pub fn new(kinds: &'a Distinct, classes: usize, places: &[u32]) -> Self {
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
                all.go_on(Self::take);
            }
        }
        all
    }

    /// Searches for about as many steps; `true` if no hop fails any more. Then, and only then, the order is an answer.
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

    /// Steps taken so far: hops and dependencies looked at.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The fewest that have failed at a time.
    pub fn fewest(&self) -> usize {
        self.fewest
    }

    /// The positions, `channel * classes + class`; of two alike neither is lower.
    pub fn positions(&self) -> &[f64] {
        &self.position
    }

    /// Moves one class of one channel so that some hop that fails does not; back again if that is much worse elsewhere.
    fn step(&mut self, random: &mut ChaCha8Rng) {
        let failing = self.failing[random.random_range(0..self.failing.len())] as usize;
        let (edge, class) = (failing / self.classes, failing % self.classes);
        let (child, parent) = self.kinds.dependencies[self.kinds.dependency[edge] as usize];
        // Most often the lowest class, which moves least of the others.
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
        self.work_out(channel);
        if self.total > before && random.random::<f64>() >= chance(self.total - before) {
            self.position[own].copy_from_slice(&old);
            self.work_out(channel);
        }
    }

    /// What a change of a channel's positions brings.
    fn work_out(&mut self, channel: usize) {
        self.steps += 1;
        for i in self.waiting.range(channel) {
            self.renew(self.waiting.item(i));
        }
        for i in self.awaited.range(channel) {
            self.renew(self.awaited.item(i));
        }
    }

    /// All that takes a class by a dependency. On no way does a channel come twice, so what is changed behind it has another dependency.
    fn renew(&mut self, dependency: usize) {
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
                    self.go_on(Self::leave);
                    self.take(edge, class, new);
                    self.go_on(Self::take);
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

    /// An edge whose parent has a class takes one for its child.
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

    /// What an edge leads to. Where no class is low enough it goes on with the lowest, so that what hangs on it counts, too.
    fn item(&self, edge: usize, picked: u8) -> usize {
        self.kinds.child[edge] as usize * self.classes + if picked == FAILS { 0 } else { picked as usize }
    }

    /// Goes on where something has come to be held for the first time, or for the last time.
    fn go_on(&mut self, change: impl Fn(&mut Self, usize, usize, u8)) {
        while let Some(item) = self.open.pop() {
            let (kind, class) = (item as usize / self.classes, item as usize % self.classes);
            for edge in self.kinds.edges(kind) {
                let picked = self.picked[self.kinds.dependency[edge] as usize * self.classes + class];
                change(self, edge, class, picked);
            }
        }
    }

    /// Positions become places again, so that there is room between them.
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

/// exp(-worse / 0.35), by multiplication alone, so that it is the same on every machine.
fn chance(worse: u64) -> f64 {
    (0..worse.min(20)).fold(1.0, |chance, _| chance * 0.0574)
}
