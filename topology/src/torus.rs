//! The plain 2D torus `torus:K,K`: the common ground with other simulators.
//!
//! Node number = row * columns + column. A dimension of 2 has two parallel links each way.

use crate::{Error, Graph, Link};

/// Port 1, to the next column.
pub const X_PLUS: u8 = 1;
/// Port 2, to the previous column.
pub const X_MINUS: u8 = 2;
/// Port 3, to the next row.
pub const Y_PLUS: u8 = 3;
/// Port 4, to the previous row.
pub const Y_MINUS: u8 = 4;

/// A torus of `rows` x `columns` nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Torus {
    /// Length of the y rings.
    pub rows: u32,
    /// Length of the x rings.
    pub columns: u32,
}

impl Torus {
    /// Checks the sides.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless both sides are 2..=256.
    pub fn new(rows: u32, columns: u32) -> Result<Self, Error> {
        for (field, side) in [("rows", rows), ("columns", columns)] {
            if !(2..=256).contains(&side) {
                return Err(Error::parameter("torus", field, side, "2..256"));
            }
        }
        Ok(Self { rows, columns })
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        (self.rows * self.columns) as usize
    }

    /// Ports of a router.
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

    /// The input at the far end of output `port` of `node`.
    pub fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        let (y, x) = self.position(node);
        let (rows, columns) = (self.rows, self.columns);
        match port {
            X_PLUS => Some(Link { node: self.node(y, (x + 1) % columns), port: X_MINUS }),
            X_MINUS => Some(Link { node: self.node(y, (x + columns - 1) % columns), port: X_PLUS }),
            Y_PLUS => Some(Link { node: self.node((y + 1) % rows, x), port: Y_MINUS }),
            Y_MINUS => Some(Link { node: self.node((y + rows - 1) % rows, x), port: Y_PLUS }),
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

    /// The hot-spot node of a source: the network is cut into 4x4 parts, and the node of the source's part that is
    /// closest to the centre of the network is hot (ttn-2009 section 5.4.2). `None` unless both sides are multiples of 4.
    pub fn hot_spot(&self, source: u32) -> Option<u32> {
        if !self.rows.is_multiple_of(4) || !self.columns.is_multiple_of(4) {
            return None;
        }
        let nearest = |at: u32, side: u32| {
            let part = side / 4;
            let low = at / part * part;
            if 2 * low < side { low + part - 1 } else { low }
        };
        let (y, x) = self.position(source);
        Some(self.node(nearest(y, self.rows), nearest(x, self.columns)))
    }
}
