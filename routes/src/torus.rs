//! Torus and mesh.

use torusmith_design::VcRule;
use torusmith_topology::TerminalId;
use torusmith_topology::mesh::Mesh;
use torusmith_topology::torus::{Torus, X_PLUS};

use crate::{Choices, Direction, Hop, Lanes, Leg, Routes, Tie};

/// The routes of a torus or a mesh.
pub(crate) struct GridRoutes {
    /// By dimension, x first.
    sides: Vec<u32>,
    mesh: bool,
    balanced: bool,
    tie: Tie,
}

/// The longest ring in which every hop is of class any under `balanced`.
const SHORT: u32 = 4;

impl GridRoutes {
    pub fn of_torus(torus: &Torus, choices: &Choices) -> Option<Self> {
        let balanced = choices.vc_rule == VcRule::Balanced;
        Some(Self { sides: torus.sides().into(), mesh: false, balanced, tie: choices.ties.into() })
    }

    pub fn of_mesh(mesh: &Mesh, _: &Choices) -> Option<Self> {
        Some(Self { sides: mesh.sides().into(), mesh: true, balanced: false, tie: Tie::Plus })
    }

    /// A hop from c on the way to t in the ring whose '+' port is `plus`.
    fn hop(&self, plus: u8, side: u32, c: u32, t: u32) -> Lanes {
        if self.mesh {
            return Lanes::one(Direction { plus: c < t, wrap: false }.port(plus), 0);
        }
        let direction = self.tie.direction(side, c, t);
        let port = direction.port(plus);
        match self.balanced {
            true if side <= SHORT => Lanes::all(port, self.classes()),
            true if direction.plus => Lanes::one(port, balanced_class(side, c, t)),
            true => Lanes::one(port, balanced_class(side, side - 1 - c, side - 1 - t)),
            false => Lanes::one(port, direction.wrap.into()),
        }
    }
}

/// The class of a hop from c to c + 1 on the way to t in a ring of `side` nodes, under `balanced`.
fn balanced_class(side: u32, c: u32, t: u32) -> u32 {
    let u = if side.is_multiple_of(2) { side / 2 - 2 } else { (side - 1) / 2 };
    if (1..=u).contains(&t) { (c > t).into() } else { ((t + side - c) % side > side.div_ceil(8)).into() }
}

impl Routes for GridRoutes {
    fn classes(&self) -> u32 {
        if self.mesh || self.balanced && self.sides.iter().all(|&side| side <= SHORT) { 1 } else { 2 }
    }

    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Hop {
        let (mut at, mut to, mut plus) = (node, destination, X_PLUS);
        for &side in &self.sides {
            if at % side != to % side {
                return Hop::new(self.hop(plus, side, at % side, to % side), bits);
            }
            (at, to, plus) = (at / side, to / side, plus + 2);
        }
        Hop::new(Lanes::all(0, self.classes()), bits)
    }

    fn legs(&self) -> Vec<Leg> {
        let leg = |d: usize| Leg::of_digit(self.sides[..d].iter().product(), self.sides[d]);
        (0..self.sides.len()).map(leg).collect()
    }
}
