//! The hops that can be on a cycle, as trees.
//!
//! A channel that is a component by itself is on no cycle, with any classes; neither is a dependency between two components. Without these,
//! the routes are trees: a hop's parent is the hop after it.

use crate::dependencies::Dependencies;
use crate::routes::{NONE, Routes};

/// Hops with at least one dependency within a component. Each tree is contiguous, parents before their children.
#[derive(Debug)]
pub struct Forest {
    /// Number of the hop in the routes.
    pub hop: Vec<u32>,
    /// Index of the parent; [`NONE`] for a root.
    pub parent: Vec<u32>,
    /// Index of the channel in `channels`.
    pub channel: Vec<u32>,
    /// Channels used here, by their numbers in the routes, ascending.
    pub channels: Vec<u32>,
}

impl Forest {
    /// Cuts the routes into trees.
    pub fn of(routes: &Routes, dependencies: &Dependencies) -> Self {
        let component = |hop: usize| routes.channel(hop).and_then(|channel| dependencies.component(channel));
        // The parent, if the dependency on it lies within a component.
        let parent = |hop: usize| {
            let inside = component(hop)?;
            routes.next(hop).filter(|&next| component(next) == Some(inside))
        };
        let (mut first, mut linked) = (vec![0u32; routes.hops() + 1], vec![false; routes.hops()]);
        for hop in 0..routes.hops() {
            if let Some(parent) = parent(hop) {
                first[parent + 1] += 1;
                (linked[hop], linked[parent]) = (true, true);
            }
        }
        (0..routes.hops()).for_each(|hop| first[hop + 1] += first[hop]);
        let mut children = vec![0u32; first[routes.hops()] as usize];
        // `first[parent]` advances to the start of the next parent's children.
        for hop in 0..routes.hops() {
            if let Some(parent) = parent(hop) {
                children[first[parent] as usize] = hop as u32;
                first[parent] += 1;
            }
        }
        let of = |hop: usize| &children[if hop == 0 { 0 } else { first[hop - 1] as usize }..first[hop] as usize];
        let mut forest = Self { hop: Vec::new(), parent: Vec::new(), channel: Vec::new(), channels: Vec::new() };
        let mut open = Vec::new();
        for root in (0..routes.hops()).filter(|&hop| linked[hop] && parent(hop).is_none()) {
            open.push((root as u32, NONE));
            while let Some((hop, parent)) = open.pop() {
                let this = forest.hop.len() as u32;
                forest.hop.push(hop);
                forest.parent.push(parent);
                open.extend(of(hop as usize).iter().rev().map(|&child| (child, this)));
            }
        }
        forest.number_channels(routes);
        forest
    }

    fn number_channels(&mut self, routes: &Routes) {
        let channel = |hop: u32| routes.channel(hop as usize).map_or(NONE, |channel| channel as u32);
        let mut number = vec![NONE; routes.channels().len()];
        self.hop.iter().for_each(|&hop| number[channel(hop) as usize] = 0);
        self.channels = (0..number.len() as u32).filter(|&channel| number[channel as usize] == 0).collect();
        self.channels.iter().enumerate().for_each(|(new, &old)| number[old as usize] = new as u32);
        self.channel = self.hop.iter().map(|&hop| number[channel(hop) as usize]).collect();
    }

    /// Number of hops.
    pub fn len(&self) -> usize {
        self.hop.len()
    }
}
