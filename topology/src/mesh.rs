//! The 2D mesh `mesh:ROWS,COLUMNS`: the 2D torus without its wrap-around links.
//!
//! Node number = row * columns + column; the ports are those of the torus, and those that would lead over an edge are missing.

use crate::torus::{self, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};
use crate::{Error, Graph, Link};

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

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        (self.rows * self.columns) as usize
    }

    /// Ports of a router; nodes on the edges use fewer.
    pub fn ports(&self) -> usize {
        5
    }

    /// (row, column) of a node.
    pub fn position(&self, node: u32) -> (u32, u32) {
        (node / self.columns, node % self.columns)
    }

    /// The node at (row, column).
    pub fn node(&self, row: u32, column: u32) -> u32 {
        row * self.columns + column
    }

    /// The input at the far end of output `port` of `node`; `None` over an edge.
    pub fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (row, column) = self.position(node);
        match port {
            X_PLUS if column + 1 < self.columns => Some(Link { node: node + 1, port: X_MINUS }),
            X_MINUS if column > 0 => Some(Link { node: node - 1, port: X_PLUS }),
            Y_PLUS if row + 1 < self.rows => Some(Link { node: node + self.columns, port: Y_MINUS }),
            Y_MINUS if row > 0 => Some(Link { node: node - self.columns, port: Y_PLUS }),
            _ => None,
        }
    }

    /// The links in tables.
    pub fn graph(&self) -> Graph {
        Graph::new(self.nodes(), self.ports(), |node, port| self.downstream(node, port))
    }

    /// `local`, `x+`, `x-`, `y+`, `y-`.
    pub fn port_name(&self, port: u8) -> &'static str {
        ["local", "x+", "x-", "y+", "y-"][port as usize]
    }

    /// The hot-spot node of a source, as in the 2D torus. `None` unless both sides are multiples of 4.
    pub fn hot_spot(&self, source: u32) -> Option<u32> {
        torus::hot_spot(self.rows, self.columns, self.position(source)).map(|(row, column)| self.node(row, column))
    }

    /// Matrix transpose. `None` unless the sides are equal.
    pub fn transpose(&self, node: u32) -> Option<u32> {
        let (row, column) = self.position(node);
        (self.rows == self.columns).then(|| self.node(column, row))
    }
}
