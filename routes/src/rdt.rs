//! RDT.

use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::rdt::{Rdt, UPPER, X_PLUS, Y_MINUS};

use crate::{Choices, Hop, Lanes, Routes};

/// The routes of an RDT.
pub(crate) struct RdtRoutes(Rdt);

/// The class of moves.
const MOVE: u32 = 2;

/// The place of a component in the routing bits, and its size: axis 0 is x, 1 is y.
fn field(rank: u32, axis: u32) -> (u32, u32) {
    if rank == 0 { (4 * axis, 4) } else { (2 + 6 * rank + 3 * axis, 3) }
}

/// A component of v_rank, in two's complement.
fn component(bits: u64, rank: u32, axis: u32) -> i32 {
    let (at, size) = field(rank, axis);
    ((bits << (64 - at - size)) as i64 >> (64 - size)) as i32
}

/// The routing bits with another component.
fn with_component(bits: u64, rank: u32, axis: u32, value: i32) -> u64 {
    let (at, size) = field(rank, axis);
    let mask = (1 << size) - 1;
    bits & !(mask << at) | (value as u64 & mask) << at
}

/// The routes of an RDT.
pub fn of_rdt(rdt: Rdt) -> Box<dyn Routes> {
    Box::new(RdtRoutes(rdt))
}

impl RdtRoutes {
    pub fn new(&rdt: &Rdt, choices: &Choices) -> Option<Self> {
        (choices.routing == RoutingAlgorithm::Dor && choices.vc_rule == VcRule::Descending).then_some(Self(rdt))
    }

    /// The place of `crossed` in the routing bits.
    fn crossed(&self) -> u32 {
        8 + 6 * self.0.max_rank()
    }

    /// A hop of a rank along an axis.
    fn in_rank(&self, node: u32, rank: u32, axis: u32, bits: u64) -> Hop {
        let component = component(bits, rank, axis);
        let port = if rank == 0 { 0 } else { UPPER } + X_PLUS + 2 * axis as u8 + u8::from(component < 0);
        let left = component - component.signum();
        let (x, y) = self.0.position(node);
        let (dx, dy) = self.0.step(rank, axis);
        let (dx, dy) = (dx * component.signum(), dy * component.signum());
        let next = if dx != 0 { x as i32 + dx } else { y as i32 + dy };
        let class = !(0..self.0.side as i32).contains(&next) || bits >> self.crossed() & 1 == 1;
        let bits = with_component(bits, rank, axis, left) & !(1 << self.crossed()) | u64::from(class && left != 0) << self.crossed();
        Hop::new(Lanes::one(port, class.into()), bits)
    }

    /// A move to a neighbour of a rank.
    fn to_rank(&self, node: u32, rank: u32, bits: u64) -> Hop {
        let left = |port: u8| {
            let (dx, dy) = self.0.offset(node, port);
            (component(bits, 0, 0) - dx, component(bits, 0, 1) - dy)
        };
        let of_rank = |port: &u8| {
            let ((x, y), (dx, dy)) = (self.0.position(node), self.0.offset(node, *port));
            self.0.rank(self.0.node(x.wrapping_add_signed(dx) % self.0.side, y.wrapping_add_signed(dy) % self.0.side)) == rank
        };
        let port = (X_PLUS..=Y_MINUS).filter(of_rank).min_by_key(|&port| left(port).0.abs() + left(port).1.abs());
        let port = port.expect("every rank is a neighbour of every node");
        let bits = with_component(with_component(bits, 0, 0, left(port).0), 0, 1, left(port).1);
        Hop::new(Lanes::one(port, MOVE), bits)
    }
}

impl Routes for RdtRoutes {
    fn classes(&self) -> u32 {
        if self.0.max_rank() > 1 { 3 } else { 2 }
    }

    /// By the routing bits alone.
    fn route(&self, node: u32, _destination: TerminalId, bits: u64) -> Hop {
        let vectors = bits & ((1 << self.crossed()) - 1);
        let Some(top) = vectors.checked_ilog2() else { return Hop::new(Lanes::all(0, self.classes()), bits) };
        let rank = if top < 8 { 0 } else { (top - 2) / 6 };
        if rank > 0 && self.0.rank(node) != rank {
            return self.to_rank(node, rank, bits);
        }
        self.in_rank(node, rank, (component(bits, rank, 1) != 0).into(), bits)
    }

    /// v_0 .. v_R, and `crossed`, which is 0.
    fn source_bits(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId, _number: u32) -> u64 {
        let side = self.0.side as i32;
        let wrapped = |from: u32, to: u32| match (to as i32 - from as i32).rem_euclid(side) {
            far if far > side / 2 => far - side,
            near => near,
        };
        // A quarter, to the nearest, a tie towards 0
        let quarter = |t: i32| t.signum() * ((t.abs() + 1) >> 2);
        let ((x, y), (to_x, to_y)) = (self.0.position(source), self.0.position(destination));
        let (mut a, mut b, mut bits) = (wrapped(x, to_x), wrapped(y, to_y), 0);
        for rank in 0..self.0.max_rank() {
            let (g, f) = (quarter(a + b), quarter(b - a));
            bits = with_component(with_component(bits, rank, 0, a - 2 * g + 2 * f), rank, 1, b - 2 * g - 2 * f);
            (a, b) = (g, f);
        }
        with_component(with_component(bits, self.0.max_rank(), 0, a), self.0.max_rank(), 1, b)
    }
}
