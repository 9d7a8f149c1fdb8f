//! Next steps of packets in an HTN by their headers, and the headers that sources may choose, before any VC is chosen (docs/networks.md, "HTN").

use torusmith_design::Ties;
use torusmith_topology::htn::{BM_X, BM_Y, EX, EY, X, X_MINUS, X_PLUS, Y, Y_MINUS, Y_PLUS, Z, Z_MINUS, Z_PLUS};

use super::function::Headers;
use super::options::tie_goes_up;

/// The routing bits of a header, bit by bit.
const NORTH: u64 = 1;
const EAST: u64 = 2;
pub(super) const WRAP_Y: u64 = 4;
const WRAP_X: u64 = 8;

/// Digit `i` of an address.
#[inline(always)]
pub(super) fn digit(node: u32, i: u32) -> u32 {
    node >> (2 * i) & 3
}

/// Next step of a packet at a node by its header, before any VC is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// Ejection at the destination.
    Eject,
    /// Along ring `dim` of the BM, from digit `from` to `to`.
    Within { dim: u32, from: u32, to: u32, transit: Option<RingProgress> },
    /// To another BM by `port`, `ey` or `ex`.
    Between { port: u8, ring: RingProgress },
}

/// Progress of a packet on a ring of BMs (phase P).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RingProgress {
    /// The next link of the ring is its wrap link.
    pub at_wrap: bool,
    /// The packet has passed the wrap link.
    pub wrapped: bool,
    /// The packet's path includes the wrap link.
    pub wraps: bool,
}

/// The gate plane that a packet at z leaves by.
#[inline(always)]
fn gate(q: u32, z: u32) -> u32 {
    match q {
        0 => 0,
        1 => [0, 1, 1, 0][z as usize],
        _ => z,
    }
}

/// `route` of docs/networks.md.
#[inline(always)]
pub(super) fn step(q: u32, node: u32, destination: u32, bits: u64) -> Step {
    if node == destination {
        return Step::Eject;
    }
    let differs = |i: u32| digit(node, i) != digit(destination, i);
    let within = |dim: u32, to: u32, transit| Step::Within { dim, from: digit(node, dim), to, transit };
    let (outer, inner, port, up, wraps) = if differs(BM_Y) {
        (BM_Y, Y, EY, bits & NORTH != 0, bits & WRAP_Y != 0)
    } else if differs(BM_X) {
        (BM_X, X, EX, bits & EAST != 0, bits & WRAP_X != 0)
    } else {
        let dim = if differs(Z) {
            Z
        } else if differs(Y) {
            Y
        } else {
            X
        };
        return within(dim, digit(destination, dim), None);
    };
    let (at, to) = (digit(node, outer), digit(destination, outer));
    let ahead = if up { at > to } else { at < to };
    let last = if up { 3 } else { 0 };
    let ring = RingProgress { at_wrap: at == last, wrapped: wraps && !ahead, wraps };
    let plane = gate(q, digit(node, Z));
    if digit(node, Z) != plane {
        within(Z, plane, Some(ring))
    } else if digit(node, inner) != last {
        within(inner, last, Some(ring))
    } else {
        Step::Between { port, ring }
    }
}

/// The ports of a ring of the BM, + and -.
#[inline(always)]
pub(super) fn ports(dim: u32) -> [u8; 2] {
    [[X_PLUS, X_MINUS], [Y_PLUS, Y_MINUS], [Z_PLUS, Z_MINUS]][dim as usize]
}

/// The direction in a ring of the BM from digit `from` to `to` != `from` is +, on a tie the escape direction.
#[inline(always)]
pub(super) fn goes_up(from: u32, to: u32) -> bool {
    match to.wrapping_sub(from) & 3 {
        2 => from & 1 == 0,
        distance => distance == 1,
    }
}

/// The headers that a source may choose from. Without `ties`, both directions of a tie between BMs are among them; + is north and east.
pub(super) fn headers(source: u32, destination: u32, ties: Option<Ties>) -> Headers {
    let choices = |outer: u32, up: u64, wrap: u64| {
        let (from, to) = (digit(source, outer), digit(destination, outer));
        let plus = if from > to { up | wrap } else { up };
        let minus = if from < to { wrap } else { 0 };
        match (to.wrapping_sub(from) & 3, ties) {
            (0, _) => Headers::one(0),
            (1, _) => Headers::one(plus),
            (3, _) => Headers::one(minus),
            (_, Some(ties)) => Headers::one(if tie_goes_up(ties, from) { plus } else { minus }),
            (_, None) => [plus, minus].into_iter().collect(),
        }
    };
    let (north_south, east_west) = (choices(BM_Y, NORTH, WRAP_Y), choices(BM_X, EAST, WRAP_X));
    east_west.iter().flat_map(|x| north_south.iter().map(move |y| x | y)).collect()
}
