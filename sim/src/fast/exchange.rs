//! Exchange of heads with their packets, flits and credits between the parts of a network, once a clock.

use std::sync::{Mutex, MutexGuard, PoisonError};

use torusmith_topology::Graph;

use super::address::Address;
use super::packets::DepartingHead;

/// Contents that a part sends another part in a round.
#[derive(Default)]
pub(super) struct Parcel {
    pub heads: Vec<DepartingHead>,
    pub mail: Vec<Address>,
}

/// A part's parcels for all parts, as it makes them.
pub(super) type Outgoing = Vec<Parcel>;

/// The boxes between all parts.
pub(super) struct Exchange {
    /// The first node of each part.
    firsts: Vec<usize>,
    /// Parts to which each part has links.
    neighbours: Vec<Vec<usize>>,
    /// Boxes `receiver * parts + sender`, by parity of the round in which they are emptied.
    boxes: [Vec<Mutex<Parcel>>; 2],
}

impl Exchange {
    /// An exchange of parts that begin with these nodes.
    pub fn new(graph: &Graph, firsts: Vec<usize>) -> Self {
        let parts = firsts.len();
        let mut neighbours = vec![Vec::new(); parts];
        for (from, to) in graph.iter_links() {
            let ends = [owner(&firsts, from.node as usize), owner(&firsts, to.node as usize)];
            for [a, b] in [ends, [ends[1], ends[0]]] {
                if a != b && !neighbours[a].contains(&b) {
                    neighbours[a].push(b);
                }
            }
        }
        neighbours.iter_mut().for_each(|all| all.sort_unstable());
        let boxes = || (0..parts * parts).map(|_| Mutex::default()).collect();
        Self { firsts, neighbours, boxes: [boxes(), boxes()] }
    }

    /// The part of a node, and its first node.
    pub fn part(&self, node: usize) -> (usize, usize) {
        let part = owner(&self.firsts, node);
        (part, self.firsts[part])
    }

    pub fn outgoing(&self) -> Outgoing {
        self.firsts.iter().map(|_| Parcel::default()).collect()
    }

    /// Empties the boxes of part `to` in a round.
    pub fn collect(&self, to: usize, round: u64, mut each: impl FnMut(&Parcel)) {
        for from in &self.neighbours[to] {
            let mut parcel = self.open(to, *from, round);
            each(&parcel);
            parcel.heads.clear();
            parcel.mail.clear();
        }
    }

    /// Fills the boxes of the part's neighbours for the next round.
    pub fn post(&self, from: usize, round: u64, outgoing: &mut Outgoing) {
        for &to in &self.neighbours[from] {
            std::mem::swap(&mut *self.open(to, from, round + 1), &mut outgoing[to]);
        }
    }

    fn open(&self, to: usize, from: usize, round: u64) -> MutexGuard<'_, Parcel> {
        // A thread that has panicked is noticed by its team.
        self.boxes[round as usize % 2][to * self.firsts.len() + from].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The part of a node, where parts begin with the nodes `firsts`.
fn owner(firsts: &[usize], node: usize) -> usize {
    firsts.partition_point(|&first| first <= node) - 1
}
