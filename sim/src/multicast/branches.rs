//! The branches of a multicast at a node (docs/multicast_router.md, R3): one step of the tree.

use torusmith_topology::rdt::{UPPER, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::geometry::{Geometry, PORTS};
use super::header::{Phase, map};

/// Inputs of the branch decision besides the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// r.
    pub stage: u8,
    /// The phase.
    pub phase: Phase,
    /// The VC it came on.
    pub vc: u8,
    /// The local port that it is for, 0 or 9.
    pub local: u8,
}

/// A branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Branch {
    /// Bit w: it may take VC w of its output.
    pub vcs: u8,
    /// The stage that the copy carries.
    pub stage: u8,
    /// Phase in two bits.
    pub phase: u8,
}

/// The branches of a packet, by output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Branches {
    /// Bit o: a branch leads to output o.
    pub outputs: u16,
    /// By output; entries of outputs without a branch mean nothing.
    pub at: [Branch; PORTS],
}

impl Branches {
    fn add(&mut self, output: u8, vcs: u8, stage: u8, phase: Phase) {
        self.outputs |= 1 << output;
        self.at[output as usize] = Branch { vcs, stage, phase: phase as u8 };
    }

    /// (output, branch), the lowest output first.
    pub fn iter(&self) -> impl Iterator<Item = (u8, Branch)> + '_ {
        (0..PORTS as u8).filter(|&o| self.outputs >> o & 1 == 1).map(|o| (o, self.at[o as usize]))
    }
}

/// R3: the branches of a multicast that has arrived at `node`.
pub fn branches(geometry: &Geometry, node: u32, arrival: Arrival, maps: &[u8; 5]) -> Branches {
    let mut walk = BranchWalk { geometry, node, maps, local: arrival.local, all: Branches::default() };
    let Arrival { stage, phase, vc, .. } = arrival;
    match phase {
        Phase::Begin => walk.next(stage),
        Phase::Root => walk.root(stage),
        Phase::South => walk.south(stage, vc),
        Phase::Leaf => walk.leaf(stage),
    }
    walk.all
}

struct BranchWalk<'a> {
    geometry: &'a Geometry,
    node: u32,
    maps: &'a [u8; 5],
    local: u8,
    all: Branches,
}

impl BranchWalk<'_> {
    /// M(r).
    fn map(&self, rank: u8) -> u8 {
        let all = self.maps.get(rank as usize).copied().unwrap_or(0);
        if rank == self.geometry.max_rank { all & self.geometry.top_mask } else { all }
    }

    /// A copy by up(r, d), on VC 1 if the hop wraps or `crossed`.
    fn up(&mut self, rank: u8, direction: u8, crossed: bool, phase: Phase) {
        let port = direction + if rank > 0 { UPPER } else { 0 };
        let vc = crossed || self.geometry.wraps(self.node, port);
        self.all.add(port, 1 << u8::from(vc), rank, phase);
    }

    fn next(&mut self, rank: u8) {
        if rank == 0 || self.geometry.rank(self.node) == rank {
            self.root(rank);
        } else {
            self.all.add(self.geometry.move_port(self.node, rank), 1 << 2, rank, Phase::Root);
        }
    }

    fn root(&mut self, rank: u8) {
        let map = self.map(rank);
        if map & (map::S | map::SS | map::SE | map::SW) != 0 {
            self.up(rank, Y_PLUS, false, Phase::South);
        }
        for (bit, direction) in [(map::N, Y_MINUS), (map::E, X_PLUS), (map::W, X_MINUS)] {
            if map & bit != 0 {
                self.up(rank, direction, false, Phase::Leaf);
            }
        }
        if map & map::C != 0 {
            self.leaf(rank);
        }
    }

    fn south(&mut self, rank: u8, vc: u8) {
        let map = self.map(rank);
        for (bit, direction, crossed) in [(map::SS, Y_PLUS, vc == 1), (map::SE, X_PLUS, false), (map::SW, X_MINUS, false)] {
            if map & bit != 0 {
                self.up(rank, direction, crossed, Phase::Leaf);
            }
        }
        if map & map::S != 0 {
            self.leaf(rank);
        }
    }

    fn leaf(&mut self, rank: u8) {
        match rank {
            0 => self.all.add(self.local, 0b11, 0, Phase::Leaf),
            _ => self.next(rank - 1),
        }
    }
}
