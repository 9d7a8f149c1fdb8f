//! The tree of a multicast: its hops, and the nodes that it is delivered to (docs/multicast_router.md, R3, N6).

use torusmith_topology::rdt::Rdt;

use super::branches::{Arrival, Branch, branches};
use super::geometry::Geometry;
use super::header::Phase;
use crate::Error;

/// A copy on a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeHop {
    /// Sender of the copy.
    pub from: u32,
    /// Output port.
    pub port: u8,
    /// VC of the link.
    pub vc: u8,
    /// Receiver of the copy.
    pub to: u32,
    /// The stage in the copy's header.
    pub stage: u8,
    /// Phase in the copy's header.
    pub phase: Phase,
    /// Hops from the source, this one included.
    pub depth: u32,
}

/// A whole multicast.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// The copies, in breadth-first order.
    pub hops: Vec<TreeHop>,
    /// (node, hops from the source) of every delivery; breadth first.
    pub members: Vec<(u32, u32)>,
}

impl Tree {
    /// The tree of a multicast that `source` sends with the root rank `root_rank`, 0..=R.
    pub fn new(geometry: &Geometry, source: u32, root_rank: u8, maps: &[u8; 5]) -> Self {
        let mut tree = Self::default();
        tree.visit(geometry, source, Arrival { stage: root_rank, phase: Phase::Begin, vc: 0, local: 0 }, maps, 0);
        let mut at = 0;
        while let Some(&TreeHop { to, vc, stage, phase, depth, .. }) = tree.hops.get(at) {
            at += 1;
            tree.visit(geometry, to, Arrival { stage, phase, vc, local: 0 }, maps, depth);
        }
        tree
    }

    /// [`Tree::new`] in a network that has no tables yet, its arguments checked.
    ///
    /// # Errors
    /// A source that is no node, a root rank above R.
    pub fn of(rdt: Rdt, source: u32, root_rank: u8, maps: &[u8; 5]) -> Result<Self, Error> {
        let geometry = Geometry::new(rdt);
        if source as usize >= geometry.nodes() {
            return Err(Error::value("from", source, format!("nodes 0 to {}", geometry.nodes() - 1)));
        }
        if root_rank > geometry.max_rank {
            return Err(Error::value("root-rank", root_rank, format!("0 to {}", geometry.max_rank)));
        }
        Ok(Self::new(&geometry, source, root_rank, maps))
    }

    fn visit(&mut self, geometry: &Geometry, node: u32, arrival: Arrival, maps: &[u8; 5], depth: u32) {
        for (port, Branch { vcs, stage, phase }) in branches(geometry, node, arrival, maps).iter() {
            if port == arrival.local {
                self.members.push((node, depth));
            } else {
                let to = geometry.far(node, port).0;
                let vc = vcs.trailing_zeros() as u8;
                self.hops.push(TreeHop { from: node, port, vc, to, stage, phase: Phase::of(phase), depth: depth + 1 });
            }
        }
    }

    /// Steps until the last member has its copy, a hop a step.
    pub fn steps(&self) -> u32 {
        self.members.iter().map(|&(_, depth)| depth).max().unwrap_or(0)
    }
}
