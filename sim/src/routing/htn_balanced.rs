//! HTN under the rule `balanced`: `dor`, and `dor-turn`, `dor-early`, `dor-both`, `ls+cs-turn`, which correct y before the links of X where they may
//! (docs/networks.md, "HTN", "VC rule `balanced`").

use torusmith_design::{RoutingAlgorithm, Ties};
use torusmith_topology::TerminalId;
use torusmith_topology::htn::{EX, Htn, X, Y, Z};

use super::function::Headers;
use super::function::Routing;
use super::function::{Candidate, Candidates};
use super::htn_step::{Step, WRAP_Y, digit, goes_up, headers, ports, step};
use super::options;
use super::options::Choice;
use super::options::Selection;

/// The phases P and F.
const PHASES: usize = 2;

/// K of the rule: the phases, and the adaptive class.
pub(super) fn classes(algorithm: RoutingAlgorithm) -> usize {
    if algorithm.selects_channels() { PHASES + 1 } else { PHASES }
}

/// `dor-both`: the packet does not turn. Paths of this rule do not need `wrap_y`, which has this bit under the other algorithms.
const STAY: u64 = WRAP_Y;

/// The routing function of one HTN under the rule `balanced`.
#[derive(Debug, Clone)]
pub struct HtnBalanced {
    q: u32,
    algorithm: RoutingAlgorithm,
    /// All V virtual channels.
    all: u8,
    /// The VCs of the phases P and F, where they must be kept apart.
    phases: [u8; PHASES],
    /// A: the VCs of class 2, which only `ls+cs-turn` has.
    adaptive: u8,
}

impl HtnBalanced {
    /// Builds the routing function for `vcs` virtual channels, K or more.
    pub(super) fn new(network: Htn, choice: Choice, vcs: usize) -> Self {
        let masks = options::classes(classes(choice.algorithm), vcs);
        Self {
            q: network.q,
            algorithm: choice.algorithm,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            phases: [masks[0], masks[1]],
            adaptive: masks.get(PHASES).copied().unwrap_or(0),
        }
    }

    /// `turn(y)`: the packet corrects y at this node, on its route to a link of X.
    #[inline]
    fn turns(&self, node: u32, destination: u32, bits: u64) -> bool {
        let (y, to) = (digit(node, Y), digit(destination, Y));
        if y == to || !matches!(to, 1 | 2) {
            return false;
        }
        match self.algorithm {
            RoutingAlgorithm::DorEarly => true,
            RoutingAlgorithm::DorBoth => bits & STAY == 0,
            RoutingAlgorithm::DorTurn | RoutingAlgorithm::LsCsTurn => match (digit(destination, Z) + digit(destination, X)) & 3 {
                0 => false,
                3 => true,
                _ => matches!(y, 0 | 3),
            },
            _ => false,
        }
    }

    /// VCs of a hop are restricted to those of its phase, so that packets of phase F have some of their own.
    #[inline]
    fn keeps_apart(&self, dim: u32, from: u32, up: bool) -> bool {
        if self.algorithm.selects_channels() {
            return true;
        }
        // The hop passes the wrap link or leads to a node next to it.
        let nears = if up { from >= 2 } else { from <= 1 };
        match dim {
            Z => false,
            Y => nears || self.algorithm != RoutingAlgorithm::Dor,
            _ => nears,
        }
    }
}

impl Routing for HtnBalanced {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Candidates {
        let hop = match step(self.q, node, destination, bits) {
            Step::Within { dim: X, transit: Some(ring), .. } | Step::Between { port: EX, ring } if self.turns(node, destination, bits) => {
                Step::Within { dim: Y, from: digit(node, Y), to: digit(destination, Y), transit: Some(ring) }
            }
            hop => hop,
        };
        match hop {
            Step::Eject => Candidates::one(0, self.all),
            Step::Between { port, .. } => Candidates::one(port, self.all),
            Step::Within { dim, from, to, transit } => {
                let up = goes_up(from, to);
                let [plus, minus] = ports(dim);
                let vcs = if self.keeps_apart(dim, from, up) { self.phases[transit.is_none() as usize] } else { self.all };
                let (first, other) = if up { (plus, minus) } else { (minus, plus) };
                let mut candidates = Candidates::one(first, vcs | self.adaptive);
                if to.wrapping_sub(from) & 3 == 2 && self.algorithm.selects_links() {
                    candidates.push(Candidate { port: other, vcs: self.adaptive });
                }
                candidates
            }
        }
    }

    fn escape_vcs(&self) -> u8 {
        self.all & !self.adaptive
    }

    #[inline]
    fn source_choices(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId) -> Headers {
        let chosen = headers(source, destination, Some(Ties::Balanced));
        match self.algorithm {
            RoutingAlgorithm::DorBoth => [0, STAY].into_iter().map(|stay| chosen[0] & !WRAP_Y | stay).collect(),
            _ => chosen,
        }
    }
}
