//! MH3DT(m, n, L, q), the Modified Hierarchical 3D-Torus: m x m x m torus basic modules (BM) under an n x n x n torus of them.
//!
//! Source: ttn-2009, Table 1, which compares with it; the placement of the links between basic modules is a CHOICE (docs/networks/mh3dt-ccc.md). An
//! address has six digits Z Y X z y x of 2 bits, most significant first: (Z, Y, X) names the BM, (z, y, x) the node in it.

use crate::address::read_digits;
use crate::{
    BasicModules, Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family,
};

/// `mh3dt:4,4,2,2`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "mh3dt", title: "MH3DT" },
    syntax: "mh3dt:m,n,L,q",
    form: "mh3dt:m,n,L,q or MH3DT(m,n,L,q), such as mh3dt:4,4,2,2",
    read: |rest| family::numbers(rest).map(|[m, n, levels, q]| Mh3dt::new(m, n, levels, q).map(Network::new)),
};

/// Port 1, to the next x in the BM; port 2 d + 1 leads to the next, 2 d + 2 to the previous node in dimension d: x, y, z.
pub const X_PLUS: u8 = 1;
/// Port 7, to the next BM in the dimension of the node's gate line.
pub const UP_PLUS: u8 = 7;
/// Port 8, to the previous BM.
pub const UP_MINUS: u8 = 8;

/// Nodes on every ring, in a BM and between BMs: m = n.
pub const SIDE: u32 = 4;

/// The parameters of an MH3DT; m = n = 4 and L = 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mh3dt {
    /// Inter-level connectivity: 2^q links between neighbouring BMs.
    pub q: u32,
}

impl Mh3dt {
    /// Checks the parameters.
    ///
    /// # Errors
    /// [`Error::Parameter`] but for m = n = 4, L = 2, q = 0..=2: no VC rule has been shown to be free of deadlock elsewhere.
    pub fn new(m: u32, n: u32, levels: u32, q: u32) -> Result<Self, Error> {
        let bad = |field, value: u32, allowed: &str| Err(Error::parameter("MH3DT", field, value, allowed));
        if m != SIDE {
            return bad("m", m, "4 (basic modules of 4x4x4; no VC rule was shown to be free of deadlock for other ones)");
        }
        if n != SIDE {
            return bad("n", n, "4 (4x4x4 basic modules; no VC rule was shown to be free of deadlock for other numbers)");
        }
        if levels != 2 {
            return bad("L", levels, "2 (no VC rule was shown to be free of deadlock for other levels)");
        }
        if q > 2 {
            return bad("q", q, "0, 1 or 2 (a gate line has four nodes)");
        }
        Ok(Self { q })
    }

    /// Digit `i` of an address, `0..6`: x, y, z, X, Y, Z.
    pub fn digit(&self, node: u32, i: u32) -> u32 {
        node >> (2 * i) & 3
    }

    /// The node reached from `node` by `step` in address digit `i`, modulo 4.
    pub fn step(&self, node: u32, i: u32, step: i32) -> u32 {
        let digit = (self.digit(node, i) as i32 + step) as u32 & 3;
        node & !(3 << (2 * i)) | digit << (2 * i)
    }

    /// (y, x) of the gate line of the BM dimension that address digit `i` names: 3, 4, 5 for X, Y, Z.
    pub fn gate_line(&self, i: u32) -> (u32, u32) {
        match i {
            5 => (0, 0),
            4 => (0, 3),
            _ => (3, 3),
        }
    }

    /// z of the gate that a packet at `z` takes: its own, or the nearest gate of a line.
    pub fn gate(&self, z: u32) -> u32 {
        match self.q {
            0 => 0,
            1 => [0, 1, 1, 0][z as usize],
            _ => z,
        }
    }

    /// Address digit of the dimension whose links between BMs a node has, if the node is a gate.
    pub fn dimension_at(&self, node: u32) -> Option<u32> {
        let at = (self.digit(node, 1), self.digit(node, 0));
        (3..6).find(|&i| self.gate_line(i) == at && self.digit(node, 2) < 1 << self.q)
    }
}

impl NetworkSpec for Mh3dt {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("MH3DT(4,4,2,{})", self.q)
    }

    fn slug(&self) -> String {
        format!("mh3dt_4_4_2_{}", self.q)
    }

    fn routers(&self) -> usize {
        4096
    }

    fn ports(&self) -> usize {
        9
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (step, far) = if port % 2 == 1 { (1, port + 1) } else { (-1, port.wrapping_sub(1)) };
        match port {
            1..=6 => Some(Link { node: self.step(node, u32::from(port - 1) / 2, step), port: far }),
            UP_PLUS | UP_MINUS => self.dimension_at(node).map(|i| Link { node: self.step(node, i, step), port: far }),
            _ => None,
        }
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`, `z+`, `z-`, `up+`, `up-`.
    fn port_label(&self, port: u8) -> &str {
        ["local", "x+", "x-", "y+", "y-", "z+", "z-", "up+", "up-"][port as usize]
    }

    /// `x+`, `z-`, `2Y+`; `up+` where the node has no such link.
    fn port_name(&self, node: u32, port: u8) -> String {
        match (port, self.dimension_at(node)) {
            (UP_PLUS | UP_MINUS, Some(i)) => format!("2{}{}", ["X", "Y", "Z"][i as usize - 3], if port == UP_PLUS { '+' } else { '-' }),
            _ => self.port_label(port).into(),
        }
    }

    /// The digits Z Y X z y x.
    fn format_address(&self, node: u32) -> String {
        (0..6).rev().map(|i| self.digit(node, i).to_string()).collect()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        read_digits(text, 6, 2, &self.format_address(1))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        [("Z", 5), ("Y", 4), ("X", 3), ("z", 2)].map(|(name, i)| Coordinate::new(name, SIDE, move |node| self.digit(node, i))).into()
    }

    /// Node (Z, Y) 0 0 0 0, one of 16 for 256 nodes each: the node numbers of the hot nodes in a TTN of 4096 nodes.
    fn hot_spot(&self, TerminalId(source): TerminalId) -> Result<TerminalId, Undefined> {
        Ok(TerminalId(source >> 8 << 8))
    }

    /// Exchanges the BM and the position in it, the two halves of the address bits.
    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        Ok(TerminalId(node >> 6 | (node & 63) << 6))
    }

    fn basic_modules(&self) -> Option<BasicModules> {
        Some(BasicModules { first_port: UP_PLUS, grid: None })
    }

    /// Translations of whole basic modules.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), 0..64)
    }
}
