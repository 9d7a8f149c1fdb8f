//! Merging of equal trees.
//!
//! Hops with equal channels and equal sets of subtrees get equal classes below them whenever they themselves get equal classes. So each
//! such kind of hop is kept once. Children come before their parents.

use std::collections::HashMap;

use crate::forest::Forest;
use crate::routes::NONE;

/// Kinds of hops; children have lower numbers than their parents.
#[derive(Debug)]
pub struct DistinctTrees {
    /// The channel of each kind, numbered as in the forest.
    pub channel: Vec<u32>,
    /// Number of channels.
    pub channels: usize,
    /// Hops in the tree of each kind, equal trees on the same parent counted once.
    pub size: Vec<u32>,
    /// The kinds that are the root of a tree, ascending.
    pub roots: Vec<u32>,
    /// `first[kind]..first[kind + 1]` are the edges to the children of a kind.
    pub first: Vec<u32>,
    /// Child of each edge.
    pub child: Vec<u32>,
    /// The number of the dependency of an edge.
    pub dependency: Vec<u32>,
    /// Channels of each dependency: the child's, which waits, and its parent's.
    pub dependencies: Vec<(u32, u32)>,
}

impl DistinctTrees {
    /// Merges equal trees, from the sources on.
    pub fn of(forest: &Forest) -> Self {
        let mut all = Self {
            channel: Vec::new(),
            channels: forest.channels.len(),
            size: Vec::new(),
            roots: Vec::new(),
            first: vec![0],
            child: Vec::new(),
            dependency: Vec::new(),
            dependencies: Vec::new(),
        };
        let mut hanging = vec![0u32; forest.len()];
        forest.parent.iter().filter(|&&parent| parent != NONE).for_each(|&parent| hanging[parent as usize] += 1);
        let mut kinds: HashMap<Vec<u32>, u32> = HashMap::new();
        // In reverse order, all children of a hop come directly before it.
        let (mut done, mut key): (Vec<u32>, Vec<u32>) = (Vec::new(), Vec::new());
        for hop in (0..forest.len()).rev() {
            let behind = done.split_off(done.len() - hanging[hop] as usize);
            key.clear();
            key.extend(behind);
            key.sort_unstable();
            key.dedup();
            key.push(forest.channel[hop]);
            let kind = kinds.get(&key).copied().unwrap_or_else(|| {
                let kind = all.channel.len() as u32;
                kinds.insert(key.clone(), kind);
                all.add(&key[..key.len() - 1], forest.channel[hop]);
                kind
            });
            if forest.parent[hop] == NONE { all.roots.push(kind) } else { done.push(kind) }
        }
        all.roots.sort_unstable();
        all.roots.dedup();
        all.number_dependencies();
        all
    }

    fn add(&mut self, children: &[u32], channel: u32) {
        let behind = children.iter().fold(1u32, |sum, &child| sum.saturating_add(self.size[child as usize]));
        self.size.push(behind);
        self.channel.push(channel);
        self.child.extend(children);
        self.first.push(self.child.len() as u32);
    }

    fn number_dependencies(&mut self) {
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        for kind in 0..self.len() {
            for edge in self.edges(kind) {
                let pair = (self.channel[self.child[edge] as usize], self.channel[kind]);
                let next = self.dependencies.len() as u32;
                let number = *numbers.entry(pair).or_insert(next);
                if number == next {
                    self.dependencies.push(pair);
                }
                self.dependency.push(number);
            }
        }
    }

    /// Number of kinds.
    pub fn len(&self) -> usize {
        self.channel.len()
    }

    /// The edges to the children of a kind.
    pub fn edges(&self, kind: usize) -> std::ops::Range<usize> {
        self.first[kind] as usize..self.first[kind + 1] as usize
    }
}
