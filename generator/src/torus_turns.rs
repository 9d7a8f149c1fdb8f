//! The turns by class of a torus (docs/networks.md, torus).

use std::collections::BTreeSet;

use crate::turn_table::{Lanes, Turns};
use crate::turns::Tie;

/// The rings of a torus: x first.
pub(crate) struct Rings<'a> {
    pub sides: &'a [u32],
    pub tie: Tie,
    /// The VC rule is `balanced`, else it is `dateline`.
    pub balanced: bool,
    /// K.
    pub classes: u32,
    /// The longest ring whose hops are of any class under `balanced`.
    pub short: u32,
}

impl Rings<'_> {
    /// A way goes through one ring after the other, and where it begins and ends in one says nothing of the others.
    pub fn turns(&self) -> Turns {
        let mut turns = Turns::none(2 * self.sides.len() + 1, self.classes);
        let (source, end) = (turns.all(0), turns.all(0));
        let mut arrived = vec![source];
        for (d, &side) in self.sides.iter().enumerate() {
            let mut first = BTreeSet::new();
            let mut last = BTreeSet::new();
            for (at, to) in (0..side).flat_map(|at| (0..side).map(move |to| (at, to))).filter(|(at, to)| at != to) {
                let plus = self.tie.plus(side, at, to);
                let next = (if plus { at + 1 } else { at + side - 1 }) % side;
                let hop = self.hop(d, at, to, plus);
                // '+' links lead from output 2d + 1 to input 2d + 2.
                let came = Lanes { port: if plus { hop.port + 1 } else { hop.port - 1 }, ..hop };
                first.insert(hop);
                if next == to {
                    last.insert(came);
                } else {
                    turns.add(came, self.hop(d, next, to, plus));
                }
            }
            arrived.iter().for_each(|&from| first.iter().for_each(|&to| turns.add(from, to)));
            arrived.extend(last);
        }
        arrived.iter().filter(|lanes| lanes.port != 0).for_each(|&from| turns.add(from, end));
        turns
    }

    /// The hop of a way from `at` to `to` in the ring of dimension `d`.
    fn hop(&self, d: usize, at: u32, to: u32, plus: bool) -> Lanes {
        let side = self.sides[d];
        let port = 2 * d as u8 + if plus { 1 } else { 2 };
        let (c, t) = if plus { (at, to) } else { (side - 1 - at, side - 1 - to) };
        let upper = if !self.balanced {
            c > t
        } else if side <= self.short {
            return Lanes { port, classes: (1 << self.classes) - 1 };
        } else {
            let most = if side.is_multiple_of(2) { side / 2 - 2 } else { side / 2 };
            if (1..=most).contains(&t) { c > t } else { (t + side - c) % side > side.div_ceil(8) }
        };
        Lanes { port, classes: 1 << u32::from(upper) }
    }
}
