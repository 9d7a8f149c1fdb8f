//! Dimension-order routing in the mesh, x first, with the rule `any` (docs/networks.md, "mesh"). Dimensions of one node have no part in it.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::mesh::{FAMILY, Mesh};
use torusmith_topology::{NetworkSpec, TerminalId};

use super::family::FamilyRouting;
use super::function::Candidates;
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
    /// The place of every node in the first and in the second line.
    positions: Vec<(u8, u8)>,
}

impl MeshRouting {
    fn new(network: Mesh, vcs: usize) -> Self {
        let position = |node| network.position(node);
        Self {
            network,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            positions: (0..network.routers() as u32).map(position).map(|(first, second)| (first as u8, second as u8)).collect(),
        }
    }
}

impl Routing for MeshRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        let (at, to) = (self.positions[node as usize], self.positions[destination as usize]);
        let port = if at.0 != to.0 {
            if at.0 < to.0 { 1 } else { 2 }
        } else if at.1 != to.1 {
            if at.1 < to.1 { 3 } else { 4 }
        } else {
            0
        };
        Candidates::one(port, self.all)
    }

    /// The place in the second line counts only where that in the first is reached, at `node` or one hop on.
    fn representatives(&self, node: u32) -> Option<Vec<TerminalId>> {
        let ((columns, rows), (column, row)) = (self.network.lengths(), self.network.position(node));
        let near = [column.checked_sub(1), Some(column), Some(column + 1).filter(|&c| c < columns)];
        let in_columns = near.into_iter().flatten().flat_map(|column| (0..rows).map(move |row| (column, row)));
        Some(in_columns.chain((0..columns).map(|column| (column, row))).map(|place| TerminalId(self.network.at(place))).collect())
    }
}
