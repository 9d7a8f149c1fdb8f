//! HTNs of any size: ports, address digits, parameters, and the arithmetic of addresses.

use std::ops::RangeInclusive;

use crate::{Error, FamilyName};

/// The family's name.
pub(crate) const ID: FamilyName = FamilyName { prefix: "htn", title: "HTN" };

/// Port 1, to the next x in the BM.
pub const X_PLUS: u8 = 1;
/// Port 2, to the previous x.
pub const X_MINUS: u8 = 2;
/// Port 3, to the next y in the BM.
pub const Y_PLUS: u8 = 3;
/// Port 4, to the previous y.
pub const Y_MINUS: u8 = 4;
/// Port 5, to the next z in the BM.
pub const Z_PLUS: u8 = 5;
/// Port 6, to the previous z.
pub const Z_MINUS: u8 = 6;
/// Port 7, the inter-BM link along Y: north from y = 3, south from y = 0 of a gate plane.
pub const EY: u8 = 7;
/// Port 8, the inter-BM link along X: east from x = 3, west from x = 0 of a gate plane.
pub const EX: u8 = 8;

/// Address digit x, in the BM.
pub const X: u32 = 0;
/// Address digit y.
pub const Y: u32 = 1;
/// Address digit z.
pub const Z: u32 = 2;
/// Address digit X: the column of the BM.
pub const BM_X: u32 = 3;
/// Address digit Y: the row of the BM.
pub const BM_Y: u32 = 4;

/// Sides of the tori.
const SIDES: RangeInclusive<u32> = 2..=8;
/// Most nodes of a graph.
const MOST: usize = 1 << 20;

/// The parameters of an HTN.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HtnSize {
    /// Side of a basic module.
    pub m: u32,
    /// Side of the tori of modules.
    pub n: u32,
    /// L, the number of levels; the basic module is level 1.
    pub levels: u32,
    /// Inter-level connectivity: 2^q gate planes a level in a BM.
    pub q: u32,
}

impl HtnSize {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] but for m and n of 2..=8, 2^q <= m, L up to 2^(p-q) + 1 with p = log2 m rounded down, and at most 2^20 nodes.
    pub fn new(m: u32, n: u32, levels: u32, q: u32) -> Result<Self, Error> {
        let bad = |field, value: u32, allowed: &str| Err(Error::parameter("HTN", field, value, allowed));
        for (field, side) in [("m", m), ("n", n)] {
            if !SIDES.contains(&side) {
                return bad(field, side, "2 to 8");
            }
        }
        let p = m.ilog2();
        if q > p {
            return bad("q", q, &format!("0 to {p} for m = {m} (2^q planes of a basic module have links of a level)"));
        }
        let most = (1 << (p - q)) + 1;
        if !(2..=most).contains(&levels) {
            return bad("L", levels, &format!("2 to {most} for m = {m}, q = {q} (L <= 2^(p-q)+1, p = log2 m)"));
        }
        let network = Self { m, n, levels, q };
        if network.nodes() > MOST {
            return bad("L", levels, &format!("networks of up to {MOST} nodes, and this has {}", network.nodes()));
        }
        Ok(network)
    }

    /// m^3 n^(2 (L - 1)).
    pub fn nodes(&self) -> usize {
        self.module() as usize * (self.n as usize).pow(2 * (self.levels - 1))
    }

    /// Nodes of a basic module.
    pub fn module(&self) -> u32 {
        self.m.pow(3)
    }

    /// Address digit of a row (`EY`) or column (`EX`) of a level: 3, 4 for X and Y of level 2, 5, 6 for X and Y of level 3.
    pub fn outer(level: u32, port: u8) -> u32 {
        2 * level - u32::from(port == EX)
    }

    /// Number of values of digit `i`.
    pub fn side(&self, i: u32) -> u32 {
        if i <= Z { self.m } else { self.n }
    }

    /// Difference of two node numbers whose digit `i` differs by one.
    pub fn weight(&self, i: u32) -> u32 {
        if i <= Z { self.m.pow(i) } else { self.module() * self.n.pow(i - Z - 1) }
    }

    /// Number of address digits.
    pub fn digits(&self) -> u32 {
        2 * self.levels + 1
    }

    /// Digit `i` of an address: x, y, z, X_2, Y_2, X_3, ..
    pub fn digit(&self, node: u32, i: u32) -> u32 {
        node / self.weight(i) % self.side(i)
    }

    /// The node reached from `node` by `step` in digit `i`, round its ring.
    pub fn step(&self, node: u32, i: u32, step: i32) -> u32 {
        let (at, side, weight) = (self.digit(node, i), self.side(i), self.weight(i));
        let to = (at + if step > 0 { 1 } else { side - 1 }) % side;
        node - at * weight + to * weight
    }

    /// The gate planes of a level: the first and the last z.
    pub fn gate_planes(&self, level: u32) -> (u32, u32) {
        ((level - 2) << self.q, ((level - 1) << self.q) - 1)
    }

    /// The level of the gate plane that a node is on.
    fn gate_level(&self, node: u32) -> Option<u32> {
        Some((self.digit(node, Z) >> self.q) + 2).filter(|&level| level <= self.levels)
    }

    /// Address digit of the ring of modules that `port`, `EY` or `EX`, of a node is on, and whether the link leads up.
    pub fn gate(&self, node: u32, port: u8) -> Option<(u32, bool)> {
        let at = self.digit(node, if port == EY { Y } else { X });
        let level = self.gate_level(node)?;
        (at == 0 || at == self.m - 1).then(|| (Self::outer(level, port), at == self.m - 1))
    }
}
