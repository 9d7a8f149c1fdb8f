//! k-ary n-cubes of one to four dimensions, `torus:8`, `torus:8,8`, `torus:16,16,16`, `torus:8,8,8,8`, which other simulators have, too.
//!
//! An address has the order of the sides, the dimension x last: `row,column`, `z,y,x`, `w,z,y,x`; the node number counts x fastest. A
//! dimension of one node has no links and no ports. Of the others, x first, ring d has the ports 1 + 2d (+) and 2 + 2d (-). A ring of 2 has
//! two parallel links in each direction.

use crate::address::{join_sides, read_coordinates};
use crate::terminals::MOST_TERMINALS;
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, equal_orbits, family};

/// `torus:8,8`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "torus", title: "torus" },
    syntax: "torus:ROWS,COLUMNS (or X, or Z,Y,X, or W,Z,Y,X)",
    form: "torus:X, torus:ROWS,COLUMNS, torus:Z,Y,X or torus:W,Z,Y,X, such as torus:8,8",
    read: |rest| {
        let sides = family::list(rest)?;
        fields(sides.len()).map(|_| Torus::new(&sides).map(Network::new))
    },
};

/// Port 1, to the next column.
pub const X_PLUS: u8 = 1;
/// Port 2, to the previous column.
pub const X_MINUS: u8 = 2;
/// Port 3, to the next row.
pub const Y_PLUS: u8 = 3;
/// Port 4, to the previous row.
pub const Y_MINUS: u8 = 4;

/// Most nodes of a torus.
pub const MOST_NODES: u32 = MOST_TERMINALS as u32;

/// A torus of one to four dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Torus {
    /// Nodes by dimension, x first, of all dimensions in the name; 1 beyond the last one.
    written: [u32; 4],
    dimensions: u8,
    /// Lengths of the rings, x first; 1 beyond the last one.
    sides: [u32; 4],
    rings: u8,
}

impl Torus {
    /// Checks the sides, in the order of the name: x last.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 to 4 of them, each of 1..=256, with 2 to 2^20 nodes.
    pub fn new(sides: &[u32]) -> Result<Self, Error> {
        Self::with_title("torus", sides)
    }

    /// Checks the sides of a family with another title.
    pub(crate) fn with_title(title: &'static str, sides: &[u32]) -> Result<Self, Error> {
        let fields: &[&'static str] = match sides.len() {
            2 => &["rows", "columns"],
            count => fields(count).ok_or_else(|| Error::parameter(title, "dimensions", count, "1, 2, 3 or 4"))?,
        };
        for (&field, &side) in fields.iter().zip(sides) {
            if !(1..=256).contains(&side) {
                return Err(Error::parameter(title, field, side, "1 to 256"));
            }
        }
        let nodes: u64 = sides.iter().map(|&side| u64::from(side)).product();
        if !(2..=u64::from(MOST_NODES)).contains(&nodes) {
            return Err(Error::parameter(title, "nodes", nodes, &format!("2 to {MOST_NODES}")));
        }
        let by_dimension = |sides: &mut dyn Iterator<Item = u32>| std::array::from_fn(|_| sides.next().unwrap_or(1));
        let long = || sides.iter().rev().copied().filter(|&side| side > 1);
        Ok(Self {
            written: by_dimension(&mut sides.iter().rev().copied()),
            dimensions: sides.len() as u8,
            sides: by_dimension(&mut long()),
            rings: long().count() as u8,
        })
    }

    /// Lengths of the rings in the order of their ports, x first: the sides of 2 nodes and more.
    pub fn sides(&self) -> &[u32] {
        &self.sides[..self.rings as usize]
    }

    /// Position of a node in each of the rings of [`Torus::sides`]; 0 beyond the last one.
    pub fn coordinates(&self, node: u32) -> [u32; 4] {
        of_sides(self.sides, node)
    }

    /// The node at these positions in the rings.
    pub fn at(&self, coordinates: [u32; 4]) -> u32 {
        self.sides.iter().zip(coordinates).rev().fold(0, |node, (side, at)| node * side + at)
    }

    /// Nodes by dimension, x first, of all dimensions in the name.
    fn written(&self) -> &[u32] {
        &self.written[..self.dimensions as usize]
    }

    /// The sides in the order of the name, x last: `4,6`.
    pub(crate) fn side_list(&self) -> String {
        join_sides(self.written())
    }

    /// The dimension of a ring: 0 for x.
    fn dimension(&self, ring: usize) -> usize {
        (0..self.written.len()).filter(|&d| self.written[d] > 1).nth(ring).unwrap_or(0)
    }

    /// (row, column) of a node in a torus of at most two dimensions.
    fn position(&self, node: u32) -> (u32, u32) {
        (node / self.written[0], node % self.written[0])
    }
}

/// Splits a node number into coordinates by dimension, x first.
fn of_sides(sides: [u32; 4], node: u32) -> [u32; 4] {
    let mut rest = node;
    sides.map(|side| (rest % side, rest /= side).0)
}

impl NetworkSpec for Torus {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("torus({})", self.side_list())
    }

    fn slug(&self) -> String {
        format!("torus_{}", self.side_list().replace(',', "_"))
    }

    fn routers(&self) -> usize {
        self.sides.iter().product::<u32>() as usize
    }

    fn ports(&self) -> usize {
        2 * self.sides().len() + 1
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let dimension = (port.checked_sub(1)? >> 1) as usize;
        let side = *self.sides().get(dimension)?;
        let stride: u32 = self.sides[..dimension].iter().product();
        let at = node / stride % side;
        let next = if port & 1 == 1 { (at + 1) % side } else { (at + side - 1) % side };
        Some(Link { node: node - at * stride + next * stride, port: ((port - 1) ^ 1) + 1 })
    }

    fn closes_ring(&self, node: u32, port: u8) -> bool {
        let Some(dimension) = (port as usize).checked_sub(1).map(|ring| ring / 2).filter(|&d| d < self.sides().len()) else { return false };
        let (at, side) = (self.coordinates(node)[dimension], self.sides()[dimension]);
        at == if port % 2 == 1 { side - 1 } else { 0 }
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`, `z+`, `z-`, `w+`, `w-`, without dimensions of one node.
    fn port_label(&self, port: u8) -> &str {
        const LABELS: [[&str; 2]; 4] = [["x+", "x-"], ["y+", "y-"], ["z+", "z-"], ["w+", "w-"]];
        match (port as usize).checked_sub(1) {
            None => "local",
            Some(at) => LABELS[self.dimension(at / 2)][at % 2],
        }
    }

    /// `column`, `row,column`, or `z,y,x`, `w,z,y,x`.
    fn format_address(&self, node: u32) -> String {
        join_sides(&of_sides(self.written, node)[..self.dimensions as usize])
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let sides: Vec<u32> = self.written().iter().rev().copied().collect();
        let at = read_coordinates(text, fields(sides.len()).unwrap_or_default(), &sides)?;
        Ok(at.iter().zip(&sides).fold(0, |node, (at, side)| node * side + at))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let along =
            |d: usize| Coordinate::new(["x", "y", "z", "w"][self.dimension(d)], self.sides[d], move |node| self.coordinates(node)[d]);
        (0..self.sides().len()).map(along).collect()
    }

    /// The node of the source's part that is closest to the centre of the network, where a 2D torus is cut into 4x4 parts (ttn-2009 section
    /// 5.4.2).
    fn hot_spot(&self, TerminalId(source): TerminalId) -> Result<TerminalId, Undefined> {
        let [columns, rows, ..] = self.written;
        let hot = if self.dimensions == 2 { hot_spot(rows, columns, self.position(source)) } else { None };
        hot.map(|(row, column)| TerminalId(row * columns + column)).ok_or(Undefined("on a 2D torus whose sides are multiples of 4"))
    }

    /// Exchanges row and column; in four dimensions (w, z) and (y, x).
    fn transpose(&self, TerminalId(node): TerminalId) -> Result<TerminalId, Undefined> {
        let (low, high) = self.written().split_at(self.dimensions as usize / 2);
        if low != high {
            return Err(Undefined("on a torus of equal sides, of two or four dimensions"));
        }
        let stride: u32 = low.iter().product();
        Ok(TerminalId(node % stride * stride + node / stride))
    }

    /// Translations by any node.
    fn orbits(&self) -> Vec<Orbit> {
        equal_orbits(self.routers(), [0])
    }

    /// (row, column), in one and two dimensions.
    fn place(&self, node: u32) -> Option<(u32, u32)> {
        (self.dimensions <= 2).then(|| self.position(node))
    }

    /// If the longest side K is even: in dimension order, ties in either direction, no link is on more than N K / 4 of the paths between
    /// all ordered pairs.
    fn straight_cut_is_least(&self) -> bool {
        self.sides().iter().max().is_some_and(|side| side.is_multiple_of(2))
    }
}

/// Names of an address's coordinates, in written order.
fn fields(dimensions: usize) -> Option<&'static [&'static str]> {
    match dimensions {
        1 => Some(&["x"]),
        2 => Some(&["row", "column"]),
        3 => Some(&["z", "y", "x"]),
        4 => Some(&["w", "z", "y", "x"]),
        _ => None,
    }
}

/// The position closest to the centre in the part of (row, column), where a grid is cut into 4x4 parts. `None` unless both sides are
/// multiples of 4.
pub(crate) fn hot_spot(rows: u32, columns: u32, (row, column): (u32, u32)) -> Option<(u32, u32)> {
    let nearest = |at: u32, side: u32| {
        let part = side / 4;
        let low = at / part * part;
        if 2 * low < side { low + part - 1 } else { low }
    };
    let parts = rows.is_multiple_of(4) && columns.is_multiple_of(4);
    parts.then(|| (nearest(row, rows), nearest(column, columns)))
}
