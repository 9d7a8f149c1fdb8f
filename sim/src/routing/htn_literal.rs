//! HTN under the rule `literal`, section III-E of its paper taken at its word (docs/networks/htn.md, A7): for the deadlock walk alone.
//! The VC of a packet on a ring of the BM depends on whether the packet has passed the ring's wrap link, which no header records. Hence this is not a
//! routing function of docs/router.md, rule RC1.

use torusmith_design::{RoutingAlgorithm, Ties};
use torusmith_topology::TerminalId;
use torusmith_topology::htn::Htn;

use super::function::Headers;
use super::function::Routing;
use super::function::{Candidate, Candidates};
use super::htn_step::{Step, headers, ports, step};
use super::options;
use super::options::Selection;

/// K of the rule.
pub(super) const CLASSES: usize = 3;

/// The walker's routing function.
#[derive(Debug, Clone)]
pub struct HtnLiteral {
    q: u32,
    algorithm: RoutingAlgorithm,
    all: u8,
    masks: [u8; CLASSES],
}

impl HtnLiteral {
    /// Builds the routing function for `vcs` virtual channels, 3 or more.
    pub(super) fn new(network: Htn, algorithm: RoutingAlgorithm, vcs: usize) -> Self {
        let masks = options::classes(CLASSES, vcs);
        Self { q: network.q, algorithm, all: (1u16 << vcs).wrapping_sub(1) as u8, masks: [masks[0], masks[1], masks[2]] }
    }

    /// VCs on a ring whose packets change to class `after` on the wrap link. With channel selection, packets that never pass the wrap link may change
    /// anywhere.
    fn vcs(&self, wraps: bool, behind: bool, after: usize) -> u8 {
        match (wraps, behind) {
            (true, false) => self.masks[0],
            (true, true) => self.masks[after],
            (false, _) if self.algorithm.selects_channels() => self.masks[0] | self.masks[after],
            (false, _) => self.masks[0],
        }
    }
}

impl Routing for HtnLiteral {
    /// Candidates of a packet that starts at `node`.
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Candidates {
        self.route_from(node, destination, bits, (0, 0))
    }

    fn route_from(&self, node: u32, TerminalId(destination): TerminalId, bits: u64, (input, vc): (u8, u8)) -> Candidates {
        match step(self.q, node, destination, bits) {
            Step::Eject => Candidates::one(0, self.all),
            Step::Between { port, ring } => Candidates::one(port, self.vcs(ring.wraps, ring.at_wrap || ring.wrapped, 2)),
            Step::Within { dim, from, to, .. } => {
                let [plus, minus] = ports(dim);
                let candidate = |up: bool| {
                    // A ring has 4 nodes and a path on it at most 2 links, so a packet has passed the wrap link only at the node right after it.
                    let (last, first, came_by) = if up { (3, 0, minus) } else { (0, 3, plus) };
                    let ahead = if up { from > to } else { from < to };
                    let passed = from == first && input == came_by;
                    let changed = input == came_by && self.masks[1] >> vc & 1 == 1;
                    let vcs = self.vcs(ahead || passed || changed, from == last && ahead || passed || changed, 1);
                    Candidate { port: if up { plus } else { minus }, vcs }
                };
                let mut candidates = Candidates::default();
                let distance = to.wrapping_sub(from) & 3;
                candidates.push(candidate(distance < 3));
                if distance == 2 && self.algorithm.selects_links() {
                    candidates.push(candidate(false));
                }
                candidates
            }
        }
    }

    fn by_channel(&self) -> bool {
        true
    }

    fn source_choices(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId) -> Headers {
        headers(source, destination, (!self.algorithm.selects_links()).then_some(Ties::Plus))
    }
}
