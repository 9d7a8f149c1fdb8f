//! RDT(2, R, 1)/alpha: vector routing by descending ranks.

use super::HopBits;
use crate::{Gates, vector};

/// An RDT.
#[derive(Debug, Clone)]
pub(super) struct Rdt {
    /// N, a power of two.
    pub(super) side: usize,
    /// Rank of a node, by y mod 4 and x mod 4.
    ranks: [[usize; 4]; 4],
}

/// Step (dx, dy) to + in x of each rank. The step to + in y is (-dy, dx).
const STEPS: [(i32, i32); 5] = [(1, 0), (2, 2), (0, 8), (-16, 16), (-64, 0)];

/// Bits of a component of a vector: of rank 0, and of any upper rank.
const WIDTHS: [usize; 2] = [4, 3];

/// The vector that is left in one rank.
struct Left<Bit> {
    x: Vec<Bit>,
    y: Vec<Bit>,
}

/// A hop inside one rank.
struct RankHop<Bit> {
    /// One bit for each direction x+, x-, y+, y-, exactly one of them 1.
    direction: Vec<Bit>,
    class_one: Bit,
    left: Left<Bit>,
    crossed: Bit,
}

/// A move to a neighbour of another rank.
struct Move<Bit> {
    /// The head moves, because the rank of its node is not the rank of its next hop.
    moves: Bit,
    /// One bit for each direction x+, x-, y+, y-.
    direction: Vec<Bit>,
    /// The vector of rank 0 after the move.
    left: Left<Bit>,
}

impl Rdt {
    pub(super) fn new(side: usize) -> Self {
        let ranks = match side {
            4 | 8 => [[1; 4]; 4],
            16 => [[2, 1, 2, 1]; 4],
            32 | 64 => [[2, 1, 1, 3], [1, 3, 2, 1], [1, 3, 2, 1], [2, 1, 1, 3]],
            _ => [[2, 1, 4, 3], [4, 3, 2, 1], [4, 3, 2, 1], [2, 1, 4, 3]],
        };
        Self { side, ranks }
    }

    /// R, the highest rank.
    fn highest(&self) -> usize {
        self.ranks.iter().flatten().copied().max().unwrap_or(1)
    }

    pub(super) fn routing_bits(&self) -> usize {
        9 + 6 * self.highest()
    }

    pub(super) fn classes(&self) -> usize {
        // With one upper rank, each node has it, and no head moves.
        if self.highest() == 1 { 2 } else { 3 }
    }

    pub(super) fn hop<G: Gates>(&self, gates: &mut G, node: &[G::Bit], routing: &[G::Bit]) -> HopBits<G::Bit> {
        let (x, y) = node.split_at(self.side.ilog2() as usize);
        let (left, crossed) = self.fields(routing);
        let remains: Vec<_> = left.iter().map(|left| vector::any(gates, left.x.iter().chain(&left.y).copied())).collect();
        // The highest rank 1..R with a vector that is not zero, else 0.
        let upward: Vec<_> = remains[1..].iter().rev().copied().collect();
        let upper = vector::lowest(gates, &upward);
        let no_upper = vector::any(gates, upward);
        let rank: Vec<_> = std::iter::once(gates.not(no_upper)).chain(upper.into_iter().rev()).collect();
        let local = gates.and_not(rank[0], remains[0]);

        let step = self.move_to_rank(gates, [x, y], &rank, &left[0]);
        let hops: Vec<_> = left.iter().enumerate().map(|(r, left)| self.rank_hop(gates, r, [x, y], left, crossed)).collect();
        let stays = gates.or(step.moves, local);
        let takes: Vec<_> = rank.iter().map(|&rank| gates.and_not(rank, stays)).collect();

        let moved = vector::when(gates, step.moves, &step.direction);
        let along_base = vector::when(gates, takes[0], &hops[0].direction);
        let base: Vec<_> = moved.iter().zip(along_base).map(|(&moved, along)| gates.or(moved, along)).collect();
        let upper = vector::select(gates, &takes[1..], hops[1..].iter().map(|hop| &hop.direction[..]));
        let port = std::iter::once(local).chain(base).chain(upper).collect();

        let class_of_hops: Vec<_> = hops.iter().map(|hop| hop.class_one).collect();
        let one = vector::select_bit(gates, &takes, &class_of_hops);
        let above_zero = gates.or(one, step.moves);
        let mut classes = vec![gates.not(above_zero), one];
        classes.extend((self.classes() == 3).then_some(step.moves));

        let mut onward = Vec::with_capacity(routing.len());
        for (r, (before, hop)) in left.iter().zip(&hops).enumerate() {
            for (before, after, moved) in [(&before.x, &hop.left.x, &step.left.x), (&before.y, &hop.left.y, &step.left.y)] {
                let unless_hop = if r == 0 { vector::mux(gates, step.moves, moved, before) } else { before.clone() };
                onward.extend(vector::mux(gates, takes[r], after, &unless_hop));
            }
        }
        let crossed_after: Vec<_> = hops.iter().map(|hop| hop.crossed).collect();
        let crossed_after = vector::select_bit(gates, &takes, &crossed_after);
        onward.push(gates.mux(stays, crossed, crossed_after));
        HopBits { port, classes, onward }
    }

    /// The fields of the routing bits: a vector for each rank, from rank 0 on, and `crossed`.
    fn fields<Bit: Copy>(&self, routing: &[Bit]) -> (Vec<Left<Bit>>, Bit) {
        let mut rest = routing.iter().copied();
        let mut field = |rank: usize| rest.by_ref().take(WIDTHS[rank.min(1)]).collect::<Vec<_>>();
        let left = (0..=self.highest()).map(|rank| Left { x: field(rank), y: field(rank) }).collect();
        (left, routing[routing.len() - 1])
    }

    /// A hop of rank `r`: y first, one step of the component towards 0.
    fn rank_hop<G: Gates>(&self, gates: &mut G, r: usize, at: [&[G::Bit]; 2], left: &Left<G::Bit>, crossed: G::Bit) -> RankHop<G::Bit> {
        let in_y = vector::any(gates, left.y.iter().copied());
        let component = vector::mux(gates, in_y, &left.y, &left.x);
        let minus = component[component.len() - 1];
        let (plus, in_x) = (gates.not(minus), gates.not(in_y));
        let direction: Vec<_> =
            [(in_x, plus), (in_x, minus), (in_y, plus), (in_y, minus)].map(|(axis, sign)| gates.and(axis, sign)).to_vec();
        let wraps = steps(r).map(|step| self.wraps(gates, at, step));
        let wraps = vector::select_bit(gates, &direction, &wraps);
        let class_one = gates.or(wraps, crossed);

        let (higher, lower) = (vector::increment(gates, &component), vector::decrement(gates, &component));
        let after = vector::mux(gates, minus, &higher, &lower);
        let remains = vector::any(gates, after.iter().copied());
        let left = Left { x: vector::mux(gates, in_y, &left.x, &after), y: vector::mux(gates, in_y, &after, &left.y) };
        RankHop { direction, class_one, left, crossed: gates.and(class_one, remains) }
    }

    /// Whether a step leaves the square of the base torus; a step that changes x does so in x alone.
    fn wraps<G: Gates>(&self, gates: &mut G, [x, y]: [&[G::Bit]; 2], (dx, dy): (i32, i32)) -> G::Bit {
        let (coordinate, change) = if dx == 0 { (y, dy) } else { (x, dx) };
        let length = change.unsigned_abs() as usize;
        if change < 0 {
            return vector::below(gates, coordinate, length);
        }
        let inside = vector::below(gates, coordinate, self.side - length);
        gates.not(inside)
    }

    /// The move of a head whose next hop is of another upper rank than its node. The move leads to the neighbour of that rank that leaves the
    /// least |v_0x| + |v_0y|. A move changes one component by one: it is good if it goes in the component's direction,
    /// and all good moves are equal.
    fn move_to_rank<G: Gates>(&self, gates: &mut G, [x, y]: [&[G::Bit]; 2], rank: &[G::Bit], left: &Left<G::Bit>) -> Move<G::Bit> {
        let position = [&x[..2], &y[..2]].concat();
        let mut reaches_rank = |(dx, dy): (i32, i32)| {
            let at = |p: usize| self.ranks[(p as i32 / 4 + dy).rem_euclid(4) as usize][(p as i32 % 4 + dx).rem_euclid(4) as usize];
            let is: Vec<_> = (1..=self.highest()).map(|r| vector::table(gates, &position, &|p| Some(at(p) == r))).collect();
            vector::select_bit(gates, &rank[1..], &is)
        };
        let (stays_in_rank, allowed) = (reaches_rank((0, 0)), steps(0).map(reaches_rank));
        let elsewhere = gates.or(rank[0], stays_in_rank);

        let mut good = Vec::with_capacity(4);
        for component in [&left.x, &left.y] {
            let (minus, nonzero) = (component[component.len() - 1], vector::any(gates, component.iter().copied()));
            good.extend([gates.and_not(nonzero, minus), minus]);
        }
        let good = vector::and(gates, &allowed, &good);
        let any_good = vector::any(gates, good.iter().copied());
        let best = vector::mux(gates, any_good, &good, &allowed);
        let direction = vector::lowest(gates, &best);
        let mut moved = |component: &[G::Bit], [plus, minus]: [G::Bit; 2]| {
            let (higher, lower) = (vector::increment(gates, component), vector::decrement(gates, component));
            let down = vector::mux(gates, plus, &lower, component);
            vector::mux(gates, minus, &higher, &down)
        };
        let left = Left { x: moved(&left.x, [direction[0], direction[1]]), y: moved(&left.y, [direction[2], direction[3]]) };
        Move { moves: gates.not(elsewhere), direction, left }
    }
}

/// The steps of a rank in the order of its ports: x+, x-, y+, y-.
fn steps(rank: usize) -> [(i32, i32); 4] {
    let (dx, dy) = STEPS[rank];
    [(dx, dy), (-dx, -dy), (-dy, dx), (dy, -dx)]
}
