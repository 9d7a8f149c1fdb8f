//! Routing in an HTN of any size, by node and destination alone (docs/networks.md, "HTN of other sizes").

use std::cmp::Ordering;

use crate::htn_ports::{EX, EY, X, X_MINUS, X_PLUS, Y, Y_MINUS, Y_PLUS, Z, Z_MINUS, Z_PLUS};
use crate::htn_size::HtnSize;

/// Output port of a packet to `to` at `at`, a different node.
pub fn hop(htn: &HtnSize, at: u32, to: u32) -> u8 {
    let differs = |i: u32| htn.digit(at, i) != htn.digit(to, i);
    let rings = (2..=htn.levels).rev().flat_map(|level| [(level, EY, Y), (level, EX, X)]);
    let Some((level, port, inner)) = rings.into_iter().find(|&(level, port, _)| differs(HtnSize::outer(level, port))) else {
        let inner = [Z, Y, X].into_iter().find(|&i| differs(i)).unwrap_or(X);
        return within(htn, at, to, inner, htn.digit(to, inner));
    };
    let z = htn.digit(at, Z);
    let (first, last) = htn.gate_planes(level);
    if !(first..=last).contains(&z) {
        let (up, down) = ((first + htn.m - z) % htn.m, (z + htn.m - last) % htn.m);
        return if goes_up(htn, at, to, Z, up, down) { Z_PLUS } else { Z_MINUS };
    }
    let outer = HtnSize::outer(level, port);
    let gate = if towards(htn, at, to, outer, htn.digit(to, outer)) { htn.m - 1 } else { 0 };
    if htn.digit(at, inner) == gate { port } else { within(htn, at, to, inner, gate) }
}

/// Output port of a hop on ring `i` of the basic module, towards digit `goal`.
fn within(htn: &HtnSize, at: u32, to: u32, i: u32, goal: u32) -> u8 {
    let [plus, minus] = [[X_PLUS, X_MINUS], [Y_PLUS, Y_MINUS], [Z_PLUS, Z_MINUS]][i as usize];
    if towards(htn, at, to, i, goal) { plus } else { minus }
}

/// Whether the direction from digit `i` of `at` to `goal` is +.
fn towards(htn: &HtnSize, at: u32, to: u32, i: u32, goal: u32) -> bool {
    let side = htn.side(i);
    let up = (goal + side - htn.digit(at, i)) % side;
    goes_up(htn, at, to, i, up, side - up)
}

/// Whether a packet takes direction + of ring `i`, with `up` hops in direction + and `down` in direction -. At a tie: + from an even node;
/// in a ring of 2, + to an even destination, by the sum of all its digits, so that packets share the two links.
fn goes_up(htn: &HtnSize, at: u32, to: u32, i: u32, up: u32, down: u32) -> bool {
    match up.cmp(&down) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal if htn.side(i) == 2 => (0..htn.digits()).map(|i| htn.digit(to, i)).sum::<u32>().is_multiple_of(2),
        Ordering::Equal => htn.digit(at, i).is_multiple_of(2),
    }
}
