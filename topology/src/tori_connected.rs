//! The networks of basic modules of 2^m x 2^m nodes, joined level by level by rings: TTN, STTN, MTN and
//! TESH, whose modules say how each differs.
//!
//! Source: ttn-2009 section 2, sttn section II, mtn-2020 section 2; `networks/ttn-tesh-sttn-mtn.md` section 2.
//! An address has 2L digits of m bits, a_{2L-1} .. a_0; (a_{2l-1}, a_{2l-2}) are row and column at level l,
//! (a_1, a_0) row and column in the basic module.

use std::sync::Arc;

use crate::address::read_digits;
use crate::{
    BasicModules, Coordinate, Error, FamilyName, Link, ModuleGrid, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family,
};

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

/// The parameters by which tori-connected networks differ.
#[derive(Debug)]
pub struct ToriVariant {
    /// Family of the network.
    pub id: FamilyName,
    /// Largest q.
    pub most_q: u32,
    /// Most levels with basic modules of 8x8: either 3, as more levels have no place for their links, or the levels shown to be free of
    /// deadlock.
    pub most_levels_of_8: u32,
    /// Basic modules have wrap-around links.
    pub wraps: bool,
    /// A vertical ring also changes the column, by 2^(m-1), where it wraps around.
    pub twisted: bool,
    /// Position (row, column) of the output of a level, dimension and group; the last argument is n = 2^m - 1.
    pub outlet: fn(u32, Dim, u32, u32) -> (u32, u32),
    /// Position of the input where it differs from the output's: levels 4 and 5.
    pub inlet: fn(u32, Dim) -> Option<(u32, u32)>,
}

impl PartialEq for ToriVariant {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for ToriVariant {}

/// A tori-connected network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToriConnected {
    /// Variant: TTN, STTN, MTN or TESH.
    pub kind: &'static ToriVariant,
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

impl ToriConnected {
    /// Checks the parameters. `bidirectional` is the direction of the rings; `None` means unidirectional for q = 0, bidirectional
    /// otherwise.
    ///
    /// # Errors
    /// [`Error::Parameter`] for parameters that the reference does not define, or that have not been shown to be free of deadlock.
    pub fn new(kind: &'static ToriVariant, m: u32, levels: u32, q: u32, bidirectional: Option<bool>) -> Result<Self, Error> {
        let (name, most_q) = (kind.id.title, kind.most_q);
        let bad = |field, value: u32, allowed: &str| Err(Error::parameter(name, field, value, allowed));
        if !(2..=3).contains(&m) {
            return bad("m", m, "2 or 3 (basic modules of 4x4 or 8x8)");
        }
        if q > most_q {
            let allowed = if most_q == 1 { "0 or 1" } else { "0, 1 or 2" };
            return bad("q", q, &format!("{allowed} (the port placement is defined for these)"));
        }
        let most = if m == 3 { kind.most_levels_of_8 } else { (1 << (m - q)) + 1 };
        if !(2..=most).contains(&levels) {
            let why = match (m, most) {
                (3, 2) => "only L = 2 was shown to be free of deadlock",
                (3, _) => "the places of links are defined for these",
                _ => "L <= 2^(m-q)+1",
            };
            return bad("L", levels, &format!("2 to {most} for m = {m}, q = {q} ({why})"));
        }
        if m == 3 && q == 2 {
            return bad("q", q, "0 or 1 for m = 3 (the two-group placement is defined for m = 2)");
        }
        let bidirectional = bidirectional.unwrap_or(q > 0);
        let links = |allowed| Err(Error::parameter(name, "links", if bidirectional { "bidirectional" } else { "unidirectional" }, allowed));
        if q == 2 && !bidirectional {
            return links("bidirectional for q = 2");
        }
        if levels > 3 && bidirectional {
            return links("unidirectional for L = 4, 5 (inputs and outputs are on different nodes there)");
        }
        Ok(Self { kind, m, levels, q, bidirectional })
    }

    /// Whether basic modules have wrap-around links (all but TESH).
    pub fn wraps(&self) -> bool {
        self.kind.wraps
    }

    /// Whether vertical rings also change the column, by 2^(m-1), where they wrap around (MTN).
    pub fn twisted(&self) -> bool {
        self.kind.twisted
    }

    /// Side of a basic module and length of every ring: 2^m.
    pub fn side(&self) -> u32 {
        1 << self.m
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

    /// Position (row, column) in the basic module of the node that has the *output* of level `level` (2..=L) in dimension `dim`, of group
    /// `group`.
    pub fn outlet(&self, level: u32, dim: Dim, group: u32) -> (u32, u32) {
        (self.kind.outlet)(level, dim, group, self.side() - 1)
    }

    /// Position of the node that has the *input*; differs from [`ToriConnected::outlet`] at levels 4 and 5 only.
    pub fn inlet(&self, level: u32, dim: Dim, group: u32) -> (u32, u32) {
        (self.kind.inlet)(level, dim).unwrap_or_else(|| self.outlet(level, dim, group))
    }

    /// All inter-BM link groups of a basic module: (level, dimension, group).
    pub fn rings(&self) -> impl Iterator<Item = (u32, Dim, u32)> + use<> {
        let groups = self.groups();
        (2..=self.levels).flat_map(move |l| [Dim::V, Dim::H].into_iter().flat_map(move |d| (0..groups).map(move |g| (l, d, g))))
    }

    /// The inter-BM output of a node, if any: (level, dimension, group).
    pub fn output_at(&self, node: u32) -> Option<(u32, Dim, u32)> {
        let at = (self.digit(node, 1), self.digit(node, 0));
        self.rings().find(|&(l, d, g)| self.outlet(l, d, g) == at)
    }

    /// The inter-BM input of a node, if any: (level, dimension, group).
    pub fn input_at(&self, node: u32) -> Option<(u32, Dim, u32)> {
        let at = (self.digit(node, 1), self.digit(node, 0));
        self.rings().find(|&(l, d, g)| self.inlet(l, d, g) == at)
    }

    /// The node reached from `node` by `step` (+1, -1) in address digit `i`, modulo 2^m. No twist.
    pub fn step(&self, node: u32, i: u32, step: i32) -> u32 {
        let mask = self.side() - 1;
        let digit = (self.digit(node, i) as i32 + step) as u32 & mask;
        node & !(mask << (i * self.m)) | digit << (i * self.m)
    }

    /// The node with equal position in the basic module after a hop by the ring of `dim` at `level`, +1 or -1, including the twist.
    pub fn step_between(&self, node: u32, level: u32, dim: Dim, step: i32) -> u32 {
        let there = self.step(node, Self::ring_digit(level, dim), step);
        let row = self.digit(node, Self::ring_digit(level, Dim::V));
        let wraps = dim == Dim::V && row == if step > 0 { self.side() - 1 } else { 0 };
        if self.twisted() && wraps { self.step(there, Self::ring_digit(level, Dim::H), self.side() as i32 / 2) } else { there }
    }

    /// Parses the text that follows `ttn:` or `ttn(` in a name.
    pub(crate) fn read(kind: &'static ToriVariant, rest: &str) -> Option<Result<Network, Error>> {
        let [m, levels, q] = family::numbers(rest)?;
        Some(Self::new(kind, m, levels, q, None).map(Network::new))
    }
}

impl NetworkSpec for ToriConnected {
    fn family(&self) -> FamilyName {
        self.kind.id
    }

    fn name(&self) -> String {
        format!("{}({},{},{})", self.kind.id.title, self.m, self.levels, self.q)
    }

    /// Ends in `_uni` or `_bi` if the direction of the links is not the default.
    fn slug(&self) -> String {
        let direction = match (self.q > 0, self.bidirectional) {
            (true, false) => "_uni",
            (false, true) => "_bi",
            _ => "",
        };
        format!("{}_{}_{}_{}{direction}", self.kind.id.prefix, self.m, self.levels, self.q)
    }

    /// 2^(2mL).
    fn routers(&self) -> usize {
        1 << (2 * self.m * self.levels)
    }

    /// Local, four in the basic module, one or two between basic modules.
    fn ports(&self) -> usize {
        if self.bidirectional { 7 } else { 6 }
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let within = |digit, step: i32, far| {
            let over_edge = self.digit(node, digit) == if step > 0 { self.side() - 1 } else { 0 };
            (self.wraps() || !over_edge).then(|| Link { node: self.step(node, digit, step), port: far })
        };
        match port {
            X_PLUS => within(0, 1, X_MINUS),
            X_MINUS => within(0, -1, X_PLUS),
            Y_PLUS => within(1, 1, Y_MINUS),
            Y_MINUS => within(1, -1, Y_PLUS),
            UP_PLUS | UP_MINUS if port == UP_PLUS || self.bidirectional => {
                let (level, dim, group) = self.output_at(node)?;
                let there = self.step_between(node, level, dim, if port == UP_PLUS { 1 } else { -1 });
                let (row, column) = self.inlet(level, dim, group);
                let base = there >> (2 * self.m) << (2 * self.m);
                let far = if port == UP_PLUS && self.bidirectional { UP_MINUS } else { UP_PLUS };
                Some(Link { node: base | row << self.m | column, port: far })
            }
            _ => None,
        }
    }

    fn closes_ring(&self, node: u32, port: u8) -> bool {
        if self.downstream(node, port).is_none() {
            return false;
        }
        let digit = match port {
            X_PLUS | X_MINUS => 0,
            Y_PLUS | Y_MINUS => 1,
            _ => {
                let Some((level, dim, _)) = self.output_at(node) else { return false };
                Self::ring_digit(level, dim)
            }
        };
        self.digit(node, digit) == if matches!(port, X_PLUS | Y_PLUS | UP_PLUS) { self.side() - 1 } else { 0 }
    }

    fn port_label(&self, port: u8) -> &str {
        ["local", "x+", "x-", "y+", "y-", "up+", "up-"][port as usize]
    }

    /// `x+`, `y-`, `3V+`; `up+` where the node has no such link.
    fn port_name(&self, node: u32, port: u8) -> String {
        match self.output_at(node) {
            Some((level, dim, _)) if port >= UP_PLUS => format!("{level}{dim:?}{}", if port == UP_PLUS { '+' } else { '-' }),
            _ => self.port_label(port).into(),
        }
    }

    /// The 2L digits.
    fn format_address(&self, node: u32) -> String {
        (0..2 * self.levels).rev().map(|i| self.digit(node, i).to_string()).collect()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        read_digits(text, 2 * self.levels, self.m, &self.format_address(1))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let digit = |name, i| Coordinate::new(format!("{name} of level {}", self.levels), self.side(), move |node| self.digit(node, i));
        vec![digit("row", 2 * self.levels - 1), digit("column", 2 * self.levels - 2)]
    }

    /// One bit selects the group, if there are two.
    fn route_bits(&self) -> u32 {
        self.groups() - 1
    }

    fn with_links(&self, bidirectional: bool) -> Result<Arc<dyn NetworkSpec>, Error> {
        Ok(Arc::new(Self::new(self.kind, self.m, self.levels, self.q, Some(bidirectional))?))
    }

    /// Node (n_{2L-1}, n_{2L-2})(0,0)..(0,0), node 0 of the source's group of the top level (ttn-2009 section 5.4.2).
    fn hot_spot(&self, TerminalId(source): TerminalId) -> Result<TerminalId, Undefined> {
        let low = 2 * self.m * (self.levels - 1);
        Ok(TerminalId(source >> low << low))
    }

    /// Exchanges row and column at every level (ttn-2009 section 5.4.3).
    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        Ok(TerminalId((0..self.levels).fold(0, |to, l| {
            let (row, column) = (self.digit(node, 2 * l + 1), self.digit(node, 2 * l));
            to | (column << self.m | row) << (2 * l * self.m)
        })))
    }

    fn basic_modules(&self) -> Option<BasicModules> {
        let grid = (self.m == 2 && self.levels == 2 && self.groups() == 1).then(|| ModuleGrid {
            gates: [Dim::V, Dim::H].map(|dim| self.outlet(2, dim, 0)).map(|(row, column)| row << 2 | column),
            channels: if self.bidirectional { 2 } else { 1 },
            twist: if self.twisted() { 2 } else { 0 },
        });
        Some(BasicModules { first_port: UP_PLUS, grid })
    }

    /// Translations of whole basic modules.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), 0..self.side() * self.side())
    }

    /// The TTN paper's layout (section 4.6): each node at its address, where the row and column digits of a higher level count whole
    /// networks of the level below; rings are not folded.
    fn place(&self, node: u32) -> Option<(u32, u32)> {
        Some((0..self.levels).rev().fold((0, 0), |(row, column), level| {
            (row << self.m | self.digit(node, 2 * level + 1), column << self.m | self.digit(node, 2 * level))
        }))
    }
}
