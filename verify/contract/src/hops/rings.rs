//! Torus, mesh and hypercube: dimension-order routing, x first.

use torusmith_design::{Ties, VcRule};

use super::{HopBits, bits_below};
use crate::{Gates, vector};

/// A torus; `sides` from x on, none of them 1.
#[derive(Debug, Clone)]
pub(super) struct Torus {
    pub(super) sides: Vec<usize>,
    pub(super) rule: VcRule,
    pub(super) ties: Ties,
}

/// A mesh; `sides` from x on, none of them 1.
#[derive(Debug, Clone)]
pub(super) struct Mesh {
    pub(super) sides: Vec<usize>,
}

/// The hop that a head takes in one dimension, if that dimension is the first in which node and destination differ.
struct Step<Bit> {
    differs: Bit,
    /// The ports of the dimension, exactly one of them 1.
    ports: Vec<Bit>,
    classes: Vec<Bit>,
}

impl Torus {
    pub(super) fn classes(&self) -> usize {
        if self.rule == VcRule::Balanced && self.sides.iter().all(|&side| side <= 4) { 1 } else { 2 }
    }

    pub(super) fn hop<G: Gates>(&self, gates: &mut G, node: &[G::Bit], destination: &[G::Bit]) -> HopBits<G::Bit> {
        let coordinates = coordinates(gates, &self.sides, node, destination);
        let steps: Vec<_> = self.sides.iter().zip(&coordinates).map(|(&side, [c, t])| self.step(gates, side, c, t)).collect();
        first_step(gates, &steps)
    }

    /// Hop from coordinate `c` towards `t` in a ring of `side` nodes: the shorter direction.
    fn step<G: Gates>(&self, gates: &mut G, side: usize, c: &[G::Bit], t: &[G::Bit]) -> Step<G::Bit> {
        let (up, up_wraps) = distance(gates, side, c, t);
        let (down, down_wraps) = distance(gates, side, t, c);
        let shorter = vector::below(gates, &up, side.div_ceil(2));
        let half = if side.is_multiple_of(2) { vector::is(gates, &up, side / 2) } else { gates.constant(false) };
        // A ring of 2 nodes has no tie, although its hop is half a ring.
        let tie = if self.ties == Ties::Balanced && side > 2 { gates.and_not(half, c[0]) } else { half };
        let plus = gates.or(shorter, tie);
        let minus = gates.not(plus);
        let wraps = gates.mux(plus, up_wraps, down_wraps);
        let classes = if self.classes() == 1 {
            vec![gates.constant(true)]
        } else if self.rule == VcRule::Dateline {
            vec![gates.not(wraps), wraps]
        } else if side <= 4 {
            vec![gates.constant(true); 2]
        } else {
            // In direction '-' all coordinates are mirrored.
            let last = vector::number(gates, side - 1, t.len());
            let (mirrored, _) = vector::subtract(gates, &last, t);
            let (t, hops) = (vector::mux(gates, plus, t, &mirrored), vector::mux(gates, plus, &up, &down));
            let one = balanced_class(gates, side, &t, wraps, &hops);
            vec![gates.not(one), one]
        };
        let same = vector::equal(gates, c, t);
        Step { differs: gates.not(same), ports: vec![plus, minus], classes }
    }
}

impl Mesh {
    pub(super) fn hop<G: Gates>(&self, gates: &mut G, node: &[G::Bit], destination: &[G::Bit]) -> HopBits<G::Bit> {
        let mut steps = Vec::with_capacity(self.sides.len());
        for [c, t] in coordinates(gates, &self.sides, node, destination) {
            let ((_, plus), (_, minus)) = (vector::subtract(gates, &c, &t), vector::subtract(gates, &t, &c));
            steps.push(Step { differs: gates.or(plus, minus), ports: vec![plus, minus], classes: vec![gates.constant(true)] });
        }
        first_step(gates, &steps)
    }
}

/// Hop in a hypercube, whose dimensions are the bits of the node number.
pub(super) fn hypercube<G: Gates>(gates: &mut G, node: &[G::Bit], destination: &[G::Bit]) -> HopBits<G::Bit> {
    let mut steps = Vec::with_capacity(node.len());
    for (&c, &t) in node.iter().zip(destination) {
        steps.push(Step { differs: gates.xor(c, t), ports: vec![gates.constant(true)], classes: vec![gates.constant(true)] });
    }
    first_step(gates, &steps)
}

/// Class of rule `balanced` in a ring of more than four nodes, for a hop in direction '+' to coordinate `t` over `hops` hops. `wraps`: the
/// wrap link is ahead.
fn balanced_class<G: Gates>(gates: &mut G, side: usize, t: &[G::Bit], wraps: G::Bit, hops: &[G::Bit]) -> G::Bit {
    let (h, u) = (side.div_ceil(8), if side.is_multiple_of(2) { side / 2 - 2 } else { (side - 1) / 2 });
    let (up_to_u, zero) = (vector::below(gates, t, u + 1), vector::is(gates, t, 0));
    let low = gates.and_not(up_to_u, zero);
    let near = vector::below(gates, hops, h + 1);
    let far = gates.not(near);
    gates.mux(low, wraps, far)
}

/// Hops from coordinate `from` to `to` in direction '+' round a ring, and whether they include the wrap link.
fn distance<G: Gates>(gates: &mut G, side: usize, from: &[G::Bit], to: &[G::Bit]) -> (Vec<G::Bit>, G::Bit) {
    let (difference, wraps) = vector::subtract(gates, to, from);
    let side = vector::number(gates, side, to.len());
    let round = vector::when(gates, wraps, &side);
    (vector::add(gates, &difference, &round), wraps)
}

/// The coordinates of node and destination in each dimension, from x on: digits of mixed-radix numbers.
fn coordinates<G: Gates>(gates: &mut G, sides: &[usize], node: &[G::Bit], destination: &[G::Bit]) -> Vec<[Vec<G::Bit>; 2]> {
    let [c, t] = [node, destination].map(|number| digits(gates, sides, number));
    c.into_iter().zip(t).map(|(c, t)| [c, t]).collect()
}

fn digits<G: Gates>(gates: &mut G, sides: &[usize], number: &[G::Bit]) -> Vec<Vec<G::Bit>> {
    let (mut rest, mut digits) = (number.to_vec(), Vec::with_capacity(sides.len()));
    for (n, &side) in sides.iter().enumerate() {
        let (quotient, digit) = vector::divide(gates, &rest, side, bits_below(sides[n + 1..].iter().product()));
        rest = quotient;
        digits.push(digit);
    }
    digits
}

/// The hop in the first dimension that differs; port 0 if none does.
fn first_step<G: Gates>(gates: &mut G, steps: &[Step<G::Bit>]) -> HopBits<G::Bit> {
    let differs: Vec<_> = steps.iter().map(|step| step.differs).collect();
    let first = vector::lowest(gates, &differs);
    let any = vector::any(gates, differs);
    let mut port = vec![gates.not(any)];
    for (&first, step) in first.iter().zip(steps) {
        port.extend(vector::when(gates, first, &step.ports));
    }
    HopBits { port, classes: vector::select(gates, &first, steps.iter().map(|step| &step.classes[..])), onward: Vec::new() }
}
