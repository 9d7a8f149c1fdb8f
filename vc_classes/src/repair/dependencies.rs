//! Dependencies of hops, each as often as routes have it.

use super::ClassHop;
use crate::classes::Class;
use crate::order::Order;

/// Dependencies between classes of channels, without a cycle.
#[derive(Debug, Clone)]
pub struct HopDependencies {
    order: Order,
    classes: usize,
    /// By first vertex: the other vertex of each arc, and how often routes have the arc.
    counts: Vec<Vec<(u32, u32)>>,
}

impl HopDependencies {
    pub fn new(channels: usize, classes: usize) -> Self {
        Self { order: Order::new(channels * classes), classes, counts: vec![Vec::new(); channels * classes] }
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
            let from = arc.0 as usize;
            if let Some((_, count)) = self.counts[from].iter_mut().find(|(to, _)| *to == arc.1) {
                *count += 1;
            } else if self.order.add(from, arc.1 as usize) {
                self.counts[from].push((arc.1, 1));
            } else {
                arcs[..done].iter().for_each(|&arc| self.remove_arc(arc));
                return false;
            }
        }
        true
    }

    /// Removes the dependency once.
    pub fn remove(&mut self, hop: ClassHop, next: ClassHop) {
        self.arcs(hop, next).into_iter().for_each(|arc| self.remove_arc(arc));
    }

    /// Whether routes have the dependency already.
    pub fn has(&self, hop: ClassHop, next: ClassHop) -> bool {
        self.arcs(hop, next).iter().all(|(from, to)| self.counts[*from as usize].iter().any(|(known, _)| known == to))
    }

    fn remove_arc(&mut self, arc: (u32, u32)) {
        let counts = &mut self.counts[arc.0 as usize];
        let Some(at) = counts.iter().position(|(to, _)| *to == arc.1) else { return };
        counts[at].1 -= 1;
        if counts[at].1 == 0 {
            counts.swap_remove(at);
            self.order.remove(arc.0 as usize, arc.1 as usize);
        }
    }
}
