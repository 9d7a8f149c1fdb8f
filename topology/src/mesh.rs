//! The mesh `mesh:ROWS,COLUMNS`, and the line `mesh:COLUMNS`: the torus of these sides without its wrap-around links.
//!
//! Addresses, node numbers and ports are as in the torus; ports that would lead over an edge are missing.

use crate::torus::Torus;
use crate::{Coordinate, Error, Family, FamilyName, Link, Network, NetworkSpec, Orbit, TerminalId, Undefined, family};

/// `mesh:8,8`.
pub static FAMILY: Family = Family {
    id: FamilyName { prefix: "mesh", title: "mesh" },
    syntax: "mesh:ROWS,COLUMNS (or X)",
    form: "mesh:X or mesh:ROWS,COLUMNS, such as mesh:8,8",
    read: |rest| {
        let sides = family::list(rest)?;
        (sides.len() <= 2).then(|| Mesh::new(&sides).map(Network::new))
    },
};

/// A mesh of one or two dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mesh(Torus);

impl Mesh {
    /// Checks the sides, rows first.
    ///
    /// # Errors
    /// [`Error::Parameter`] unless there are 1 or 2 of them, each of 1..=256, with 2 nodes or more.
    pub fn new(sides: &[u32]) -> Result<Self, Error> {
        if sides.len() > 2 {
            return Err(Error::parameter(FAMILY.id.title, "dimensions", sides.len(), "1 or 2"));
        }
        Torus::with_title(FAMILY.id.title, sides).map(Self)
    }

    /// Lengths of the lines in the order of their ports, x first: the sides of 2 nodes and more.
    pub fn sides(&self) -> &[u32] {
        self.0.sides()
    }

    /// Position of a node in the first and in the second of [`Mesh::sides`]; 0 if the mesh has no second one.
    pub fn position(&self, node: u32) -> (u32, u32) {
        let [first, second, ..] = self.0.coordinates(node);
        (first, second)
    }

    /// The node at these positions.
    pub fn at(&self, (first, second): (u32, u32)) -> u32 {
        self.0.at([first, second, 0, 0])
    }

    /// Lengths of the first and of the second line; 1 if the mesh has no second one.
    pub fn lengths(&self) -> (u32, u32) {
        (self.sides()[0], self.sides().get(1).copied().unwrap_or(1))
    }
}

impl NetworkSpec for Mesh {
    fn family(&self) -> FamilyName {
        FAMILY.id
    }

    fn name(&self) -> String {
        format!("mesh({})", self.0.side_list())
    }

    fn slug(&self) -> String {
        format!("mesh_{}", self.0.side_list().replace(',', "_"))
    }

    fn routers(&self) -> usize {
        self.0.routers()
    }

    /// Ports of an inner node; nodes on the edges have fewer.
    fn ports(&self) -> usize {
        self.0.ports()
    }

    /// `None` over an edge.
    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        if self.0.closes_ring(node, port) { None } else { self.0.downstream(node, port) }
    }

    fn port_label(&self, port: u8) -> &str {
        self.0.port_label(port)
    }

    fn format_address(&self, node: u32) -> String {
        self.0.format_address(node)
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        self.0.read_address(text)
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        NetworkSpec::coordinates(&self.0)
    }

    /// The hot node of the 2D torus with the same sides.
    fn hot_spot(&self, source: TerminalId) -> Result<TerminalId, Undefined> {
        self.0.hot_spot(source).map_err(|_| Undefined("on a mesh whose sides are multiples of 4"))
    }

    fn transpose(&self, node: TerminalId) -> Result<TerminalId, Undefined> {
        self.0.transpose(node).map_err(|_| Undefined("on a mesh of equal sides"))
    }

    /// Reflections.
    fn orbits(&self) -> Vec<Orbit> {
        // The middle row of an odd number of rows is its own mirror image.
        let images = |at: u32, side: u32| if 2 * at + 1 == side { 1 } else { 2 };
        let (columns, rows) = self.lengths();
        let quarter = (0..rows.div_ceil(2)).flat_map(|row| (0..columns.div_ceil(2)).map(move |column| (row, column)));
        quarter
            .map(|(row, column)| Orbit { terminal: TerminalId(self.at((column, row))), count: images(row, rows) * images(column, columns) })
            .collect()
    }

    fn place(&self, node: u32) -> Option<(u32, u32)> {
        self.0.place(node)
    }

    /// If the longest side K is even: in dimension order, no link is on more than N K / 2 of the paths between all ordered pairs.
    fn straight_cut_is_least(&self) -> bool {
        self.0.straight_cut_is_least()
    }
}
