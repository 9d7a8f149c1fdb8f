//! HTN(m, n, L, q), the Hierarchical Torus Network: m x m x m torus basic modules (BM) under an n x n torus of them; here those of m = n = 4,
//! L = 2, which have rules of their own. [`crate::htn_general`] has the others.
//!
//! Source: HTN paper, section II; reading B of `networks/htn.md`. An address has five digits Y X z y x of 2 bits, most significant first:
//! (Y, X) names the BM, (z, y, x) the node in it. The inter-BM links leave from the contour of the *gate planes*, z < 2^q.

use crate::address::read_digits;
use crate::htn_general::HtnGeneral;
use crate::htn_size::ID;
pub use crate::htn_size::{BM_X, BM_Y, EX, EY, X, X_MINUS, X_PLUS, Y, Y_MINUS, Y_PLUS, Z, Z_MINUS, Z_PLUS};
use crate::{
    BasicModules, Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family,
};

/// `htn:4,4,2,1`.
pub static FAMILY: Family = Family {
    id: ID,
    syntax: "htn:m,n,L,q",
    form: "htn:m,n,L,q or HTN(m,n,L,q), such as htn:4,4,2,1",
    read: |rest| {
        family::numbers(rest).map(|[m, n, levels, q]| match (m, n, levels) {
            (SIDE, SIDE, 2) => Htn::new(m, n, levels, q).map(Network::new),
            _ => HtnGeneral::new(m, n, levels, q).map(Network::new),
        })
    },
};

/// Nodes on every ring, in a BM and between BMs: m = n.
pub const SIDE: u32 = 4;

/// The parameters of an HTN; m = n = 4 and L = 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Htn {
    /// Inter-level connectivity: 2^q gate planes in a BM.
    pub q: u32,
}

impl Htn {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] but for m = n = 4, L = 2, q = 0..=2: no VC rule has been shown to be free of deadlock elsewhere.
    pub fn new(m: u32, n: u32, levels: u32, q: u32) -> Result<Self, Error> {
        let bad = |field, value: u32, allowed: &str| Err(Error::parameter("HTN", field, value, allowed));
        if m != SIDE {
            return bad("m", m, "4 (basic modules of 4x4x4; no VC rule was shown to be free of deadlock for other ones)");
        }
        if n != SIDE {
            return bad("n", n, "4 (4x4 basic modules; no VC rule was shown to be free of deadlock for other numbers)");
        }
        if levels != 2 {
            return bad("L", levels, "2 (no VC rule was shown to be free of deadlock for other levels)");
        }
        if q > 2 {
            return bad("q", q, "0, 1 or 2 (a basic module has four planes to take inter-BM links from)");
        }
        Ok(Self { q })
    }

    /// Gate planes of a BM: those with z below this.
    pub fn gate_planes(&self) -> u32 {
        1 << self.q
    }

    /// Digit `i` of an address, `0..5`: x, y, z, X, Y.
    pub fn digit(&self, node: u32, i: u32) -> u32 {
        node >> (2 * i) & 3
    }

    /// The node reached from `node` by `step` in address digit `i`, modulo 4.
    pub fn step(&self, node: u32, i: u32, step: i32) -> u32 {
        let digit = (self.digit(node, i) as i32 + step) as u32 & 3;
        node & !(3 << (2 * i)) | digit << (2 * i)
    }
}

impl NetworkSpec for Htn {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("HTN(4,4,2,{})", self.q)
    }

    fn slug(&self) -> String {
        format!("htn_4_4_2_{}", self.q)
    }

    fn routers(&self) -> usize {
        1024
    }

    fn ports(&self) -> usize {
        9
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let ring = |digit, step, port| Some(Link { node: self.step(node, digit, step), port });
        // From the last node of the inner digit to the first node of the next BM, or the reverse.
        let between = |inner, outer| {
            let step = match self.digit(node, inner) {
                3 => 1,
                0 => -1,
                _ => return None,
            };
            (self.digit(node, Z) < self.gate_planes()).then(|| Link { node: self.step(self.step(node, inner, step), outer, step), port })
        };
        match port {
            X_PLUS => ring(X, 1, X_MINUS),
            X_MINUS => ring(X, -1, X_PLUS),
            Y_PLUS => ring(Y, 1, Y_MINUS),
            Y_MINUS => ring(Y, -1, Y_PLUS),
            Z_PLUS => ring(Z, 1, Z_MINUS),
            Z_MINUS => ring(Z, -1, Z_PLUS),
            EY => between(Y, BM_Y),
            EX => between(X, BM_X),
            _ => None,
        }
    }

    fn closes_ring(&self, node: u32, port: u8) -> bool {
        let from = |digit, last: bool| self.digit(node, digit) == if last { 3 } else { 0 };
        match port {
            X_PLUS | X_MINUS => from(X, port == X_PLUS),
            Y_PLUS | Y_MINUS => from(Y, port == Y_PLUS),
            Z_PLUS | Z_MINUS => from(Z, port == Z_PLUS),
            EY => self.downstream(node, port).is_some() && from(BM_Y, from(Y, true)),
            EX => self.downstream(node, port).is_some() && from(BM_X, from(X, true)),
            _ => false,
        }
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`, `z+`, `z-`, `ey`, `ex`.
    fn port_label(&self, port: u8) -> &str {
        ["local", "x+", "x-", "y+", "y-", "z+", "z-", "ey", "ex"][port as usize]
    }

    /// The digits Y X z y x.
    fn format_address(&self, node: u32) -> String {
        (0..5).rev().map(|i| self.digit(node, i).to_string()).collect()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        read_digits(text, 5, 2, &self.format_address(1))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        [("Y", BM_Y), ("X", BM_X), ("z", Z)].map(|(name, i)| Coordinate::new(name, SIDE, move |node| self.digit(node, i))).into()
    }

    /// Direction round each ring at a tie: Y, X, and two within the basic module.
    fn route_bits(&self) -> u32 {
        4
    }

    /// The node with z = 0 nearest to the centre of the network, in the source's quarter of the BMs (HTN paper, section IV: "the centered 4
    /// nodes").
    fn hot_spot(&self, TerminalId(source): TerminalId) -> Result<TerminalId, Undefined> {
        let (outer_y, y) = if self.digit(source, BM_Y) < 2 { (1, 3) } else { (2, 0) };
        let (outer_x, x) = if self.digit(source, BM_X) < 2 { (1, 3) } else { (2, 0) };
        Ok(TerminalId(outer_y << (2 * BM_Y) | outer_x << (2 * BM_X) | y << (2 * Y) | x << (2 * X)))
    }

    /// Exchanges the two halves of the address bits.
    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        Ok(TerminalId(node >> 5 | (node & 31) << 5))
    }

    fn basic_modules(&self) -> Option<BasicModules> {
        Some(BasicModules { first_port: EY, grid: None })
    }

    /// Translations of whole basic modules.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), 0..64)
    }
}
