//! The unicast routing of the RDT as this router uses it: descending ranks, y before x (docs/networks.md, "RDT").

use torusmith_topology::rdt::{UPPER, X_PLUS, Y_PLUS};

use super::geometry::Geometry;

/// Components of v_0 have 4 bits, those of the others 3.
fn field(rank: u8) -> (u32, u32) {
    if rank == 0 { (0, 4) } else { (8 + 6 * (u32::from(rank) - 1), 3) }
}

fn get(bits: u64, at: u32, width: u32) -> i32 {
    ((bits << (64 - at - width)) as i64 >> (64 - width)) as i32
}

fn put(bits: u64, at: u32, width: u32, value: i32) -> u64 {
    let mask = ((1u64 << width) - 1) << at;
    bits & !mask | (value as u64) << at & mask
}

/// The routing bits that `source` sends with.
pub fn header(geometry: &Geometry, source: u32, destination: u32) -> u64 {
    let rdt = &geometry.rdt;
    let side = rdt.side as i32;
    let wrapped = |d: i32| (d + side / 2 - 1).rem_euclid(side) - side / 2 + 1;
    let quarter = |t: i32| t.signum() * ((t.abs() + 1) >> 2);
    let ((x, y), (to_x, to_y)) = (rdt.position(source), rdt.position(destination));
    let (mut a, mut b) = (wrapped(to_x as i32 - x as i32), wrapped(to_y as i32 - y as i32));
    let mut bits = 0;
    for rank in 0..=geometry.max_rank {
        let (f, g) = if rank == geometry.max_rank { (0, 0) } else { (quarter(b - a), quarter(a + b)) };
        let (at, width) = field(rank);
        bits = put(put(bits, at, width, a - 2 * g + 2 * f), at + width, width, b - 2 * g - 2 * f);
        (a, b) = (g, f);
    }
    bits
}

/// The hop of a unicast at `node`: (port, 0 for a local one; class; routing bits that it carries on).
pub fn hop(geometry: &Geometry, node: u32, bits: u64) -> (u8, u8, u64) {
    hop_by(geometry, node, bits, [1, 0])
}

/// [`hop`] with the dimensions (0: x, 1: y) of a rank in another order.
pub(super) fn hop_by(geometry: &Geometry, node: u32, bits: u64, order: [u32; 2]) -> (u8, u8, u64) {
    let rank = (1..=geometry.max_rank).rev().find(|&rank| bits >> field(rank).0 & 0x3f != 0).unwrap_or(0);
    let (at, width) = field(rank);
    if rank > 0 && geometry.rank(node) != rank {
        let (x, y) = (get(bits, 0, 4), get(bits, 4, 4));
        let leads = |&(_, port): &((i32, i32), u8)| geometry.rank(geometry.far(node, port).0) == rank;
        let near = [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().zip(1u8..).filter(leads);
        let Some(((dx, dy), port)) = near.min_by_key(|((dx, dy), _)| (x - dx).abs() + (y - dy).abs()) else { return (0, 0, bits) };
        return (port, 2, put(put(bits, 0, 4, x - dx), 4, 4, y - dy));
    }
    for dimension in order {
        let at = at + dimension * width;
        let along = get(bits, at, width);
        if along != 0 {
            let crossed_at = field(geometry.max_rank + 1).0;
            let port = if dimension == 0 { X_PLUS } else { Y_PLUS } + u8::from(along < 0) + if rank > 0 { UPPER } else { 0 };
            let class = geometry.wraps(node, port) || bits >> crossed_at & 1 == 1;
            let rest = put(bits, at, width, along - along.signum());
            let crossed = class && get(rest, at, width) != 0;
            return (port, class.into(), rest & !(1 << crossed_at) | u64::from(crossed) << crossed_at);
        }
    }
    (0, 0, bits)
}
