//! Dimension-order routing in the mesh, x first, with the rule `any` (docs/networks.md, "mesh").

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::NetworkSpec;
use torusmith_topology::mesh::{FAMILY, Mesh};
use torusmith_topology::torus::{X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::candidates::Candidates;
use super::family::FamilyRouting;
use super::function::Routing;
use super::network::NetworkRouting;

pub(super) static ROUTING: FamilyRouting<Mesh> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Any],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| 1,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, MeshRouting::new(*network, vcs))),
    walk: |_, _, _| None,
};

/// The routing function of one mesh.
#[derive(Debug, Clone)]
pub struct MeshRouting {
    network: Mesh,
    all: u8,
    /// (row, column) of every node.
    positions: Vec<(u8, u8)>,
}

impl MeshRouting {
    fn new(network: Mesh, vcs: usize) -> Self {
        let position = |node| network.position(node);
        Self {
            network,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            positions: (0..network.nodes() as u32).map(position).map(|(row, column)| (row as u8, column as u8)).collect(),
        }
    }
}

impl Routing for MeshRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, _bits: u64) -> Candidates {
        let (row, column) = self.positions[node as usize];
        let (to_row, to_column) = self.positions[destination as usize];
        let port = if column != to_column {
            if column < to_column { X_PLUS } else { X_MINUS }
        } else if row != to_row {
            if row < to_row { Y_PLUS } else { Y_MINUS }
        } else {
            0
        };
        Candidates::one(port, self.all)
    }

    /// The row of the destination counts only where its column is reached, at `node` or one hop on.
    fn representatives(&self, node: u32) -> Option<Vec<u32>> {
        let Mesh { rows, columns } = self.network;
        let (row, column) = self.network.position(node);
        let near = [column.checked_sub(1), Some(column), Some(column + 1).filter(|&c| c < columns)];
        let in_columns = near.into_iter().flatten().flat_map(|column| (0..rows).map(move |row| (row, column)));
        Some(in_columns.chain((0..columns).map(|column| (row, column))).map(|(row, column)| self.network.node(row, column)).collect())
    }
}
