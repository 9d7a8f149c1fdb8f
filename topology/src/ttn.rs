//! TTN(m, L, q), the Tori-connected Torus Network: 2^m x 2^m torus basic modules, joined level by level by 2D tori.
//!
//! Source: ttn-2009 section 2; port placement A of `networks/ttn-tesh-sttn-mtn.md` section 2.
//! An address has 2L digits of m bits, a_{2L-1} .. a_0; (a_{2l-1}, a_{2l-2}) are row and column at level l,
//! (a_1, a_0) row and column in the basic module.

use crate::{Error, Graph, Link};

/// Port 1, to the next column of the basic module.
pub const X_PLUS: u8 = 1;
/// Port 2, to the previous column.
pub const X_MINUS: u8 = 2;
/// Port 3, to the next row.
pub const Y_PLUS: u8 = 3;
/// Port 4, to the previous row.
pub const Y_MINUS: u8 = 4;
/// Port 5: output of the upward (+) ring of the node's inter-BM link, and with unidirectional rings its input too.
pub const UP_PLUS: u8 = 5;
/// Port 6: output of the downward (-) ring, and the input of what moves upward. Bidirectional rings only.
pub const UP_MINUS: u8 = 6;

/// Dimension of an inter-BM ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dim {
    /// Vertical: changes the row digit of its level.
    V,
    /// Horizontal: changes the column digit.
    H,
}

/// The parameters of a TTN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ttn {
    /// Basic modules are 2^m x 2^m.
    pub m: u32,
    /// L, the number of levels; the basic module is level 1.
    pub levels: u32,
    /// Inter-level connectivity: 2^q inter-BM links per level, dimension and direction in a basic module
    /// (q = 1 is one bidirectional group, q = 2 two).
    pub q: u32,
    /// Inter-BM rings run both ways.
    pub bidirectional: bool,
}

impl Ttn {
    /// Checks the parameters; unidirectional rings for q = 0, bidirectional otherwise, unless `bidirectional` says so.
    ///
    /// # Errors
    /// [`Error::Parameter`] for what the reference does not define or nobody has shown to be free of deadlock.
    pub fn new(m: u32, levels: u32, q: u32, bidirectional: Option<bool>) -> Result<Self, Error> {
        let bad = |field, value: u32, allowed: &str| Err(Error::parameter("TTN", field, value, allowed));
        if !(2..=3).contains(&m) {
            return bad("m", m, "2 or 3 (basic modules of 4x4 or 8x8)");
        }
        if q > 2 {
            return bad("q", q, "0, 1 or 2 (the port placement is defined for these)");
        }
        let most = if m == 3 { 2 } else { (1 << (m - q)) + 1 };
        if !(2..=most).contains(&levels) {
            let why = if m == 3 { "only L = 2 was shown to be free of deadlock" } else { "L <= 2^(m-q)+1" };
            return bad("L", levels, &format!("2..{most} for m = {m}, q = {q} ({why})"));
        }
        if m == 3 && q == 2 {
            return bad("q", q, "0 or 1 for m = 3 (the two-group placement is defined for m = 2)");
        }
        let bidirectional = bidirectional.unwrap_or(q > 0);
        if q == 2 && !bidirectional {
            return Err(Error::parameter("TTN", "links", "unidirectional", "bidirectional for q = 2"));
        }
        if levels > 3 && bidirectional {
            return Err(Error::parameter(
                "TTN",
                "links",
                "bidirectional",
                "unidirectional for L = 4, 5 (inputs and outputs are on different nodes there)",
            ));
        }
        Ok(Self { m, levels, q, bidirectional })
    }

    /// Side of a basic module and length of every ring: 2^m.
    pub fn side(&self) -> u32 {
        1 << self.m
    }

    /// Number of nodes, 2^(2mL).
    pub fn nodes(&self) -> usize {
        1 << (2 * self.m * self.levels)
    }

    /// Ports of a router: local, four in the basic module, one or two between basic modules.
    pub fn ports(&self) -> usize {
        if self.bidirectional { 7 } else { 6 }
    }

    /// Groups of inter-BM links at a level that a packet can choose from: 2 for q = 2, else 1.
    pub fn groups(&self) -> u32 {
        if self.q == 2 { 2 } else { 1 }
    }

    /// Digit `i` (0 = least significant) of a node's address.
    pub fn digit(&self, node: u32, i: u32) -> u32 {
        node >> (i * self.m) & (self.side() - 1)
    }

    /// Index of the address digit that the ring of `dim` at `level` changes.
    pub fn ring_digit(level: u32, dim: Dim) -> u32 {
        match dim {
            Dim::V => 2 * level - 1,
            Dim::H => 2 * level - 2,
        }
    }

    /// Position (row, column) in the basic module of the node that has the *output* of level `level` (2..=L) in
    /// dimension `dim`, of group `group`.
    pub fn outlet(&self, level: u32, dim: Dim, group: u32) -> (u32, u32) {
        let n = self.side() - 1;
        match (level, dim, group) {
            (2, Dim::V, 0) => (0, 0),
            (2, Dim::H, 0) => (0, n),
            (2, Dim::V, _) => (n, n),
            (2, Dim::H, _) => (n, 0),
            (3, Dim::V, _) => (n, 0),
            (3, Dim::H, _) => (n, n),
            (4, Dim::V, _) => (0, 2),
            (4, Dim::H, _) => (1, 3),
            (5, Dim::V, _) => (3, 2),
            (5, Dim::H, _) => (1, 0),
            _ => unreachable!("level {level} of a TTN"),
        }
    }

    /// Position of the node that has the *input*; differs from [`Ttn::outlet`] at levels 4 and 5 only.
    pub fn inlet(&self, level: u32, dim: Dim, group: u32) -> (u32, u32) {
        match (level, dim) {
            (4, Dim::V) => (0, 1),
            (4, Dim::H) => (2, 3),
            (5, Dim::V) => (3, 1),
            (5, Dim::H) => (2, 0),
            _ => self.outlet(level, dim, group),
        }
    }

    /// All inter-BM link groups of a basic module: (level, dimension, group).
    pub fn rings(&self) -> impl Iterator<Item = (u32, Dim, u32)> + use<> {
        let groups = self.groups();
        (2..=self.levels).flat_map(move |l| [Dim::V, Dim::H].into_iter().flat_map(move |d| (0..groups).map(move |g| (l, d, g))))
    }

    /// The inter-BM output that a node has, if any: (level, dimension, group).
    pub fn output_at(&self, node: u32) -> Option<(u32, Dim, u32)> {
        let at = (self.digit(node, 1), self.digit(node, 0));
        self.rings().find(|&(l, d, g)| self.outlet(l, d, g) == at)
    }

    /// The inter-BM input that a node has, if any.
    pub fn input_at(&self, node: u32) -> Option<(u32, Dim, u32)> {
        let at = (self.digit(node, 1), self.digit(node, 0));
        self.rings().find(|&(l, d, g)| self.inlet(l, d, g) == at)
    }

    /// The node reached from `node` by `step` (+1, -1) in address digit `i`, modulo 2^m.
    pub fn step(&self, node: u32, i: u32, step: i32) -> u32 {
        let mask = self.side() - 1;
        let digit = (self.digit(node, i) as i32 + step) as u32 & mask;
        node & !(mask << (i * self.m)) | digit << (i * self.m)
    }

    /// The input at the far end of output `port` of `node`.
    pub fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        match port {
            X_PLUS => Some(Link { node: self.step(node, 0, 1), port: X_MINUS }),
            X_MINUS => Some(Link { node: self.step(node, 0, -1), port: X_PLUS }),
            Y_PLUS => Some(Link { node: self.step(node, 1, 1), port: Y_MINUS }),
            Y_MINUS => Some(Link { node: self.step(node, 1, -1), port: Y_PLUS }),
            UP_PLUS | UP_MINUS if port == UP_PLUS || self.bidirectional => {
                let (level, dim, group) = self.output_at(node)?;
                let step = if port == UP_PLUS { 1 } else { -1 };
                let there = self.step(node, Self::ring_digit(level, dim), step);
                let (row, column) = self.inlet(level, dim, group);
                let base = there >> (2 * self.m) << (2 * self.m);
                let far = if !self.bidirectional {
                    UP_PLUS
                } else if port == UP_PLUS {
                    UP_MINUS
                } else {
                    UP_PLUS
                };
                Some(Link { node: base | row << self.m | column, port: far })
            }
            _ => None,
        }
    }

    /// The links in tables.
    pub fn graph(&self) -> Graph {
        Graph::new(self.nodes(), self.ports(), |node, port| self.downstream(node, port))
    }

    /// Name of a port as the papers write it: `x+`, `y-`, `3V+`; `up+` where the node has no such link.
    pub fn port_name(&self, node: u32, port: u8) -> String {
        let up = |sign| match self.output_at(node) {
            Some((level, dim, _)) => format!("{level}{dim:?}{sign}"),
            None => format!("up{sign}"),
        };
        match port {
            0 => "local".into(),
            X_PLUS => "x+".into(),
            X_MINUS => "x-".into(),
            Y_PLUS => "y+".into(),
            Y_MINUS => "y-".into(),
            UP_PLUS => up('+'),
            _ => up('-'),
        }
    }

    /// The hot-spot node of a source: (n_{2L-1}, n_{2L-2})(0,0)..(0,0), its own top-level group's node 0 (ttn-2009 section 5.4.2).
    pub fn hot_spot(&self, source: u32) -> u32 {
        let low = 2 * self.m * (self.levels - 1);
        source >> low << low
    }

    /// Matrix transpose: row and column exchanged at every level (ttn-2009 section 5.4.3).
    pub fn transpose(&self, node: u32) -> u32 {
        (0..self.levels).fold(0, |to, l| {
            let (row, column) = (self.digit(node, 2 * l + 1), self.digit(node, 2 * l));
            to | (column << self.m | row) << (2 * l * self.m)
        })
    }
}
