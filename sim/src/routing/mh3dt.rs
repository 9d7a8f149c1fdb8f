//! Dimension-order routing in MH3DT(4, 4, 2, q): between basic modules Z, Y, X, in a basic module z, y, x (docs/networks/mh3dt-ccc.md).

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;
use torusmith_topology::mh3dt::{FAMILY, Mh3dt, SIDE, UP_MINUS, UP_PLUS, X_PLUS};

use super::family::FamilyRouting;
use super::function::Candidates;
use super::function::Routing;
use super::network::NetworkRouting;
use super::options;

pub(super) static ROUTING: FamilyRouting<Mh3dt> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Min2],
    refusal: |_, _| None,
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, _| CLASSES,
    build: |network, choice, vcs| Ok(NetworkRouting::new(choice, Mh3dtRouting::new(*network, vcs))),
    walk: |_, _, _| None,
};

/// K of the rule `min2`.
const CLASSES: usize = 2;

/// Nodes of a basic module.
const MODULE: u32 = SIDE * SIDE * SIDE;

/// Whether the hop on a ring from `c` to `t` != `c` goes in direction +: the shorter direction, on a tie the one without the wrap link.
fn goes_up(c: u32, t: u32) -> bool {
    match t.wrapping_sub(c) & (SIDE - 1) {
        2 => c < t,
        distance => distance == 1,
    }
}

/// The output port towards another position of the basic module: z, then y, then x.
fn port_within(at: u32, to: u32) -> u8 {
    let digit = (at ^ to).ilog2() / 2;
    let (c, t) = (at >> (2 * digit) & 3, to >> (2 * digit) & 3);
    X_PLUS + 2 * digit as u8 + !goes_up(c, t) as u8
}

/// The routing function of one MH3DT.
#[derive(Debug, Clone)]
pub struct Mh3dtRouting {
    all: u8,
    /// VCs of each class: 0 towards another basic module, 1 in that of the destination.
    masks: [u8; CLASSES],
    /// `[position << 6 | target]`.
    within: Vec<u8>,
    /// Position of the gate by highest differing address bit above the position, `[bit][position]`.
    gates: Vec<[u8; MODULE as usize]>,
}

impl Mh3dtRouting {
    /// `vcs` must be 2 or more: [`super::for_network`] sees to it.
    fn new(network: Mh3dt, vcs: usize) -> Self {
        let masks = options::classes(CLASSES, vcs);
        let gate = |bit: u32, position: u32| {
            let (y, x) = network.gate_line(3 + bit / 2);
            (network.gate(position >> 4) << 4 | y << 2 | x) as u8
        };
        let port = |(at, to)| if at == to { 0 } else { port_within(at, to) };
        Self {
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            masks: [masks[0], masks[1]],
            within: (0..MODULE * MODULE).map(|i| port((i / MODULE, i % MODULE))).collect(),
            gates: (0..6).map(|bit| std::array::from_fn(|position| gate(bit, position as u32))).collect(),
        }
    }
}

impl Routing for Mh3dtRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        if node == destination {
            return Candidates::one(0, self.all);
        }
        let at = node % MODULE;
        let above = (node ^ destination) / MODULE;
        if above == 0 {
            return Candidates::one(self.within[(at * MODULE + destination % MODULE) as usize], self.masks[1]);
        }
        let bit = above.ilog2();
        let gate = u32::from(self.gates[bit as usize][at as usize]);
        if at != gate {
            return Candidates::one(self.within[(at * MODULE + gate) as usize], self.masks[0]);
        }
        let shift = 6 + bit / 2 * 2;
        let up = goes_up(node >> shift & 3, destination >> shift & 3);
        Candidates::one(if up { UP_PLUS } else { UP_MINUS }, self.masks[0])
    }

    fn classes(&self) -> usize {
        CLASSES
    }
}
