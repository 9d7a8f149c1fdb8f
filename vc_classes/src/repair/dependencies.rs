//! Dependencies of hops, each as often as routes have it.

use std::collections::HashMap;

use super::ClassHop;
use crate::classes::Class;
use crate::order::Order;

/// Dependencies between classes of channels, without a cycle.
#[derive(Debug, Clone)]
pub struct HopDependencies {
    order: Order,
    classes: usize,
    /// How often routes have an arc.
    counts: HashMap<(u32, u32), u32>,
}

impl HopDependencies {
    pub fn new(channels: usize, classes: usize) -> Self {
        Self { order: Order::new(channels * classes), classes, counts: HashMap::new() }
    }

    /// The vertices of a hop.
    fn vertices(&self, hop: ClassHop) -> impl Iterator<Item = u32> + use<> {
        let (first, all) = (hop.channel * self.classes as u32, self.classes as u32);
        match hop.class {
            Class::Any => first..first + all,
            Class::One(class) => first + u32::from(class)..first + u32::from(class) + 1,
        }
    }

    fn arcs(&self, hop: ClassHop, next: ClassHop) -> Vec<(u32, u32)> {
        self.vertices(hop).flat_map(|from| self.vertices(next).map(move |to| (from, to))).collect()
    }

    /// Adds the dependency of a hop on the next one, unless it closes a cycle; then nothing changes, and the result is `false`.
    pub fn add(&mut self, hop: ClassHop, next: ClassHop) -> bool {
        let arcs = self.arcs(hop, next);
        for (done, &arc) in arcs.iter().enumerate() {
            let count = self.counts.get(&arc).copied().unwrap_or(0);
            if count == 0 && !self.order.add(arc.0 as usize, arc.1 as usize) {
                arcs[..done].iter().for_each(|&arc| self.remove_arc(arc));
                return false;
            }
            self.counts.insert(arc, count + 1);
        }
        true
    }

    /// Removes the dependency once.
    pub fn remove(&mut self, hop: ClassHop, next: ClassHop) {
        self.arcs(hop, next).into_iter().for_each(|arc| self.remove_arc(arc));
    }

    /// Whether routes have the dependency already.
    pub fn has(&self, hop: ClassHop, next: ClassHop) -> bool {
        self.arcs(hop, next).iter().all(|arc| self.counts.contains_key(arc))
    }

    fn remove_arc(&mut self, arc: (u32, u32)) {
        let Some(count) = self.counts.get_mut(&arc) else { return };
        *count -= 1;
        if *count == 0 {
            self.counts.remove(&arc);
            self.order.remove(arc.0 as usize, arc.1 as usize);
        }
    }
}
