//! What parts of a network send one another, once a clock: heads with their packets, flits and credits as bits of mail.
//!
//! Each pair of neighbours has a box either way, and one for odd and one for even rounds: what is put in in one round is taken out in the next, while
//! that round's goes into the other box. So nobody waits for a box.

use std::sync::{Mutex, MutexGuard, PoisonError};

use torusmith_topology::Graph;

use super::address::Address;
use super::packets::Announced;

/// What one part sends another in a round.
#[derive(Default)]
pub(super) struct Parcel {
    pub heads: Vec<Announced>,
    pub mail: Vec<Address>,
}

/// A part's parcels for all parts, as it makes them.
pub(super) type Outgoing = Vec<Parcel>;

/// The boxes between all parts.
pub(super) struct Exchange {
    /// The first node of each part.
    firsts: Vec<usize>,
    /// By part, those that links join it with.
    neighbours: Vec<Vec<usize>>,
    /// By parity of the round in which they are emptied: `receiver * parts + sender`.
    boxes: [Vec<Mutex<Parcel>>; 2],
}

impl Exchange {
    /// For parts that begin with these nodes.
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

    /// Fills those of its neighbours for the next round.
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

/// The part of a node, of those that begin with these.
fn owner(firsts: &[usize], node: usize) -> usize {
    firsts.partition_point(|&first| first <= node) - 1
}
