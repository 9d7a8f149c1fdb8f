//! The 2D mesh `mesh:ROWS,COLUMNS`: the 2D torus without its wrap-around links.
//!
//! Node number = row * columns + column; the ports are those of the torus, and those that would lead over an edge are missing.

use crate::address::read_coordinates;
use crate::torus::{self, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, Undefined, family};

/// `mesh:8,8`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "mesh", title: "mesh" },
    syntax: "mesh:ROWS,COLUMNS",
    form: "mesh:ROWS,COLUMNS, such as mesh:8,8",
    read: |rest| family::numbers(rest).map(|[rows, columns]| Mesh::new(rows, columns).map(Network::new)),
};

/// A mesh of `rows` x `columns` nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mesh {
    /// Number of rows.
    pub rows: u32,
    /// Number of columns.
    pub columns: u32,
}

impl Mesh {
    /// Checks the sides.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless both sides are 2..=256.
    pub fn new(rows: u32, columns: u32) -> Result<Self, Error> {
        for (field, side) in [("rows", rows), ("columns", columns)] {
            if !(2..=256).contains(&side) {
                return Err(Error::parameter("mesh", field, side, "2..256"));
            }
        }
        Ok(Self { rows, columns })
    }

    /// (row, column) of a node.
    pub fn position(&self, node: u32) -> (u32, u32) {
        (node / self.columns, node % self.columns)
    }

    /// The node at (row, column).
    pub fn node(&self, row: u32, column: u32) -> u32 {
        row * self.columns + column
    }
}

impl NetworkSpec for Mesh {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("mesh({},{})", self.rows, self.columns)
    }

    fn slug(&self) -> String {
        format!("mesh_{}_{}", self.rows, self.columns)
    }

    fn nodes(&self) -> usize {
        (self.rows * self.columns) as usize
    }

    /// Nodes on the edges use fewer.
    fn ports(&self) -> usize {
        5
    }

    /// `None` over an edge.
    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (row, column) = self.position(node);
        match port {
            X_PLUS if column + 1 < self.columns => Some(Link { node: node + 1, port: X_MINUS }),
            X_MINUS if column > 0 => Some(Link { node: node - 1, port: X_PLUS }),
            Y_PLUS if row + 1 < self.rows => Some(Link { node: node + self.columns, port: Y_MINUS }),
            Y_MINUS if row > 0 => Some(Link { node: node - self.columns, port: Y_PLUS }),
            _ => None,
        }
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`.
    fn port_label(&self, port: u8) -> &str {
        ["local", "x+", "x-", "y+", "y-"][port as usize]
    }

    /// `row,column`.
    fn format_address(&self, node: u32) -> String {
        let (row, column) = self.position(node);
        format!("{row},{column}")
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        let at = read_coordinates(text, &["row", "column"], &[self.rows, self.columns])?;
        Ok(self.node(at[0], at[1]))
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        let column = Coordinate::new("x", self.columns, |node| self.position(node).1);
        vec![column, Coordinate::new("y", self.rows, |node| self.position(node).0)]
    }

    /// As in the 2D torus.
    fn hot_spot(&self, source: u32) -> Result<u32, Undefined> {
        let hot = torus::hot_spot(self.rows, self.columns, self.position(source));
        hot.map(|(row, column)| self.node(row, column)).ok_or(Undefined("on a mesh whose sides are multiples of 4"))
    }

    fn transpose(&self, node: u32) -> Result<u32, Undefined> {
        let (row, column) = self.position(node);
        if self.rows == self.columns { Ok(self.node(column, row)) } else { Err(Undefined("on a mesh of equal sides")) }
    }

    /// Reflections.
    fn orbits(&self) -> Vec<Orbit> {
        // The middle row of an odd number of rows is its own mirror image.
        let images = |at: u32, side: u32| if 2 * at + 1 == side { 1 } else { 2 };
        let quarter = (0..self.rows.div_ceil(2)).flat_map(|row| (0..self.columns.div_ceil(2)).map(move |column| (row, column)));
        quarter
            .map(|(row, column)| Orbit { node: self.node(row, column), count: images(row, self.rows) * images(column, self.columns) })
            .collect()
    }

    fn place(&self, node: u32) -> Option<(u32, u32)> {
        Some(self.position(node))
    }

    /// If the longest side K is even: of the paths in dimension order between all ordered pairs no link has more than N K / 2.
    fn straight_cut_is_least(&self) -> bool {
        self.rows.max(self.columns).is_multiple_of(2)
    }
}
