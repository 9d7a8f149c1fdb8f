//! RDT: the vector of each rank, v_0 .. v_R.

use torusmith_topology::rdt::Rdt;

use super::family::{FamilyHeaders, SourceBits};

pub(super) static HEADERS: FamilyHeaders = FamilyHeaders { prefix: "rdt", bits: |network, _| Some(Box::new(*network.of::<Rdt>()?)) };

impl SourceBits for Rdt {
    fn of(&mut self, source: u32, destination: u32, _number: u32) -> u64 {
        vectors(self.side, self.max_rank(), source, destination)
    }
}

/// t / 4 to the nearest, a tie towards 0.
fn dv(t: i32) -> i32 {
    t.signum() * ((t.abs() + 1) >> 2)
}

/// From bit 0 up v_0x and v_0y in 4 bits, v_1x, v_1y, .., v_Rx, v_Ry in 3, all two's complement, and `crossed`, which is 0. Node = y N + x.
pub(crate) fn vectors(side: u32, ranks: u32, source: u32, destination: u32) -> u64 {
    let side = side as i32;
    let way = |from: u32, to: u32| match (to as i32 - from as i32).rem_euclid(side) {
        far if far > side / 2 => far - side,
        near => near,
    };
    let (n, mut bits, mut at) = (side as u32, 0, 0);
    let mut put = |component: i32, width: u32| {
        bits |= (component as u64 & ((1 << width) - 1)) << at;
        at += width;
    };
    let (mut a, mut b) = (way(source % n, destination % n), way(source / n, destination / n));
    let mut width = 4;
    for _ in 0..ranks {
        let (g, f) = (dv(a + b), dv(b - a));
        put(a - 2 * g + 2 * f, width);
        put(b - 2 * g - 2 * f, width);
        (a, b) = (g, f);
        width = 3;
    }
    put(a, width);
    put(b, width);
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's example, 16 x 16, 3,5 to 12,1: (1, 0), (-1, -1), (0, 1).
    #[test]
    fn the_example() {
        assert_eq!(vectors(16, 2, 5 * 16 + 3, 16 + 12), 1 | 0b111 << 8 | 0b111 << 11 | 1 << 17);
    }

    /// With the steps of docs/networks.md the vectors lead to the destination: of + in x by rank; of + in y (-dy, dx).
    #[test]
    fn vectors_lead_to_the_destination() {
        const STEPS: [(i32, i32); 5] = [(1, 0), (2, 2), (0, 8), (-16, 16), (-64, 0)];
        for (side, ranks) in [(4, 1), (8, 1), (16, 2), (32, 3), (64, 3), (128, 4)] {
            for to in (0..side * side).step_by(if side > 32 { 7 } else { 1 }) {
                let bits = vectors(side, ranks, 0, to);
                let mut at = 0;
                let mut next = |width: u32| {
                    let component = (bits << (64 - width - at)) as i64 >> (64 - width);
                    at += width;
                    component as i32
                };
                let (mut x, mut y) = (0, 0);
                for rank in 0..=ranks {
                    let width = if rank == 0 { 4 } else { 3 };
                    let (along, across) = (next(width), next(width));
                    let (dx, dy) = STEPS[rank as usize];
                    x += along * dx - across * dy;
                    y += along * dy + across * dx;
                }
                let place = |value: i32| value.rem_euclid(side as i32) as u32;
                assert_eq!(place(y) * side + place(x), to, "rdt:{side}");
            }
        }
    }
}
