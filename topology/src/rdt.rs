//! RDT(2, R, 1)/alpha, the Recursive Diagonal Torus: a torus of N x N nodes (rank 0), and at each node the links of one upper rank.
//!
//! Source: RDT paper, section II; `networks/rdt.md`, B1. Node number = y * N + x; y grows downward. The step of a rank r along its x axis
//! is x_r = (2 + 2i)^r in the complex plane of the base torus, its y step y_r = i x_r.

use crate::address::read_coordinates;
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family};

/// `rdt:16`.
pub static FAMILY: Family =
    Family { id: FamilyName { prefix: "rdt", title: "RDT" }, syntax: "rdt:N", form: "rdt:N, such as rdt:16, or RDT(2,R,1)/alpha", read };

/// Port 1, to x + 1.
pub const X_PLUS: u8 = 1;
/// Port 2, to x - 1.
pub const X_MINUS: u8 = 2;
/// Port 3, to y + 1, south.
pub const Y_PLUS: u8 = 3;
/// Port 4, to y - 1, north.
pub const Y_MINUS: u8 = 4;
/// Ports 5 to 8 are the same four directions in the torus of the node's own rank: port 4 + p.
pub const UPPER: u8 = 4;

/// An RDT(2, R, 1)/alpha on N x N nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rdt {
    /// N, the side of the base torus: a power of two, 4..=128.
    pub side: u32,
}

impl Rdt {
    /// Checks the side.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless N is 4, 8, 16, 32, 64 or 128.
    pub fn new(side: u32) -> Result<Self, Error> {
        match side {
            4 | 8 | 16 | 32 | 64 | 128 => Ok(Self { side }),
            _ => Err(Error::parameter("RDT", "N", side, "4, 8, 16, 32, 64 or 128 (a power of two)")),
        }
    }

    /// The network with the paper's name: `RDT(2,4,1)` has 128 x 128 nodes. If several sizes have that highest rank, the largest, unless
    /// `side` is given.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless the cardinal number is 2, R = 1..=4, each node has one upper torus, and the side has that highest rank.
    pub fn from_paper(n: u32, ranks: u32, m: u32, side: Option<u32>) -> Result<Self, Error> {
        if n != 2 {
            return Err(Error::parameter("RDT", "n", n, "2 (the cardinal number of RDT(2,R,1)/alpha)"));
        }
        if m != 1 {
            return Err(Error::parameter("RDT", "m", m, "1 (one upper torus a node: degree 8)"));
        }
        let (sizes, allowed): (&[u32], _) = match ranks {
            1 => (&[4, 8], "4 or 8 for R = 1"),
            2 => (&[16], "16 for R = 2"),
            3 => (&[32, 64], "32 or 64 for R = 3"),
            4 => (&[128], "128 for R = 4"),
            _ => return Err(Error::parameter("RDT", "R", ranks, "1 to 4")),
        };
        match side {
            None => Self::new(sizes[sizes.len() - 1]),
            Some(side) if sizes.contains(&side) => Self::new(side),
            Some(side) => Err(Error::parameter("RDT", "N", side, allowed)),
        }
    }

    /// R, the highest rank (Definition 2).
    pub fn max_rank(&self) -> u32 {
        match self.side {
            4 | 8 => 1,
            16 => 2,
            32 | 64 => 3,
            _ => 4,
        }
    }

    /// (x, y) of a node.
    pub fn position(&self, node: u32) -> (u32, u32) {
        (node % self.side, node / self.side)
    }

    /// The node at (x, y).
    pub fn node(&self, x: u32, y: u32) -> u32 {
        y * self.side + x
    }

    /// The rank of the upper torus of a node (Definition 6), `1..=max_rank()`.
    pub fn rank(&self, node: u32) -> u32 {
        let (x, y) = self.position(node);
        let unfolded = if y & 2 == 0 { [[2, 1, 4, 3], [4, 3, 2, 1]] } else { [[4, 3, 2, 1], [2, 1, 4, 3]] };
        (unfolded[(y & 1) as usize][(x & 3) as usize] - 1) % self.max_rank() + 1
    }

    /// (dx, dy) of one step along the + direction of a dimension (0: x, 1: y) of a rank, not reduced mod N.
    pub fn step(&self, rank: u32, dimension: u32) -> (i32, i32) {
        let (x, y) = (0..rank).fold((1, 0), |(x, y), _| (2 * x - 2 * y, 2 * x + 2 * y));
        if dimension == 0 { (x, y) } else { (-y, x) }
    }

    /// (dx, dy) of the link of output `port` of `node`, not reduced mod N.
    ///
    /// # Panics
    /// If the port is the local one.
    pub fn offset(&self, node: u32, port: u8) -> (i32, i32) {
        let rank = if port > UPPER { self.rank(node) } else { 0 };
        let direction = (port - 1) & 3;
        let (dx, dy) = self.step(rank, u32::from(direction >> 1));
        if direction & 1 == 0 { (dx, dy) } else { (-dx, -dy) }
    }
}

impl NetworkSpec for Rdt {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("RDT(2,{},1)/alpha {1}x{1}", self.max_rank(), self.side)
    }

    fn slug(&self) -> String {
        format!("rdt_{}", self.side)
    }

    fn routers(&self) -> usize {
        (self.side * self.side) as usize
    }

    fn ports(&self) -> usize {
        9
    }

    /// Port p is connected to the port of the opposite direction; small tori have parallel links.
    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        if !(1..=8).contains(&port) {
            return None;
        }
        let (x, y) = self.position(node);
        let (dx, dy) = self.offset(node, port);
        let mask = self.side - 1;
        let to = self.node(x.wrapping_add_signed(dx) & mask, y.wrapping_add_signed(dy) & mask);
        Some(Link { node: to, port: ((port - 1) ^ 1) + 1 })
    }

    /// Whether the link leaves the square of the base torus.
    fn closes_ring(&self, node: u32, port: u8) -> bool {
        if !(1..=8).contains(&port) {
            return false;
        }
        let (x, y) = self.position(node);
        let (dx, dy) = self.offset(node, port);
        let leaves = |at: u32, step: i32| !(0..i64::from(self.side)).contains(&(i64::from(at) + i64::from(step)));
        leaves(x, dx) || leaves(y, dy)
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`; the upper rank's labels have a `u` first.
    fn port_label(&self, port: u8) -> &str {
        ["local", "x+", "x-", "y+", "y-", "ux+", "ux-", "uy+", "uy-"][port as usize]
    }

    /// `x,y`.
    fn format_address(&self, node: u32) -> String {
        let (x, y) = self.position(node);
        format!("{x},{y}")
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let at = read_coordinates(text, &["x", "y"], &[self.side; 2])?;
        Ok(self.node(at[0], at[1]))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let column = Coordinate::new("x", self.side, |node| self.position(node).0);
        vec![column, Coordinate::new("y", self.side, |node| self.position(node).1)]
    }

    /// Rank 0 takes 4 + 4 bits, each upper rank 3 + 3, and one bit marks a dateline that has been crossed.
    fn route_bits(&self) -> u32 {
        9 + 6 * self.max_rank()
    }

    /// Each hop reduces the vectors.
    fn rewrites_route_bits(&self) -> bool {
        true
    }

    /// The hot node of a part of 4 x 8 nodes (4 columns, 8 rows; 4 x 4 when N = 4): the node of the source's part that is closest to the
    /// centre of the network; 128 hot nodes in 64 x 64 (RDT paper, section IV-B).
    fn hot_spot(&self, TerminalId(source): TerminalId) -> Result<TerminalId, Undefined> {
        let nearest = |at: u32, part: u32| {
            let low = at / part * part;
            if 2 * low < self.side { low + part - 1 } else { low }
        };
        let (x, y) = self.position(source);
        Ok(TerminalId(self.node(nearest(x, 4), nearest(y, self.side.min(8)))))
    }

    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        let (x, y) = self.position(node);
        Ok(TerminalId(self.node(y, x)))
    }

    /// Translations by multiples of 4 in x and y, which keep every rank.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), (0..4).flat_map(|y| (0..4).map(move |x| self.node(x, y))))
    }
}

/// Parses the text that follows `rdt:` or `rdt(`: `16`, `2,4,1)/alpha`, `2,3,1)/alpha32x32`.
fn read(rest: &str) -> Option<Result<Network, Error>> {
    let rdt = match rest.split_once("/alpha").or_else(|| rest.split_once("/α")) {
        Some((numbers, size)) => {
            let side = size.split_once('x').filter(|(x, y)| x == y).and_then(|(x, _)| x.parse().ok());
            if side.is_none() && !size.is_empty() {
                return None;
            }
            let [n, ranks, m] = family::numbers(numbers)?;
            Rdt::from_paper(n, ranks, m, side)
        }
        None => match family::list(rest)?[..] {
            [side] => Rdt::new(side),
            [n, ranks, m] => Rdt::from_paper(n, ranks, m, None),
            _ => return None,
        },
    };
    Some(rdt.map(Network::new))
}
