//! Routing in HTN(4, 4, 2, q): between basic modules first Y, then X, by the gates of the nearest gate plane, then z, y, x in the destination's
//! module; the rule `phase` with `dor`, `ls`, `cs` and `ls+cs` (docs/networks.md, "HTN").

use std::sync::Arc;

use torusmith_design::RoutingAlgorithm::{self, Cs, Dor, DorBoth, DorEarly, DorTurn, Ls, LsCs, LsCsTurn};
use torusmith_design::{Ties, VcRule};
use torusmith_topology::htn::{FAMILY, Htn};
use torusmith_topology::{NetworkSpec, TerminalId};

use super::family::FamilyRouting;
use super::function::Headers;
use super::function::Routing;
use super::function::{Candidate, Candidates};
use super::htn_balanced::{self, HtnBalanced};
use super::htn_literal::{self, HtnLiteral};
use super::htn_step::{Step, goes_up, headers, ports, step};
use super::network::NetworkRouting;
use super::options;
use super::options::Choice;
use super::options::Selection;
use crate::Error;

pub(super) static ROUTING: FamilyRouting<Htn> = FamilyRouting {
    prefix: FAMILY.id.prefix,
    algorithms: |_| &[DorTurn, Dor, DorEarly, DorBoth, Ls, Cs, LsCs, LsCsTurn],
    rules: |_| &[VcRule::Balanced, VcRule::Phase, VcRule::Literal],
    refusal: |_, _| None,
    ties: |_, algorithm, rule| match (algorithm, rule) {
        (Dor | DorTurn | DorEarly | DorBoth | LsCsTurn, VcRule::Balanced) => &[Ties::Balanced],
        (DorTurn | DorEarly | DorBoth | LsCsTurn, _) | (_, VcRule::Balanced) => &[],
        (Dor | Cs, VcRule::Phase) => &[Ties::Balanced, Ties::Plus],
        _ => &[Ties::Plus],
    },
    classes: |_, choice| classes(choice),
    build,
    walk: |network, choice, vcs| match choice.rule {
        VcRule::Literal => Some(Arc::new(HtnLiteral::new(*network, choice.algorithm, vcs))),
        _ => None,
    },
};

/// K of a rule: with a choice of links or channels `phase` has adaptive ones.
fn classes(choice: Choice) -> usize {
    match (choice.rule, choice.algorithm) {
        (VcRule::Literal, _) => htn_literal::CLASSES,
        (VcRule::Balanced, algorithm) => htn_balanced::classes(algorithm),
        (_, Dor) => 2,
        _ => 3,
    }
}

fn build(network: &Htn, choice: Choice, vcs: usize) -> Result<NetworkRouting, Error> {
    match choice.rule {
        VcRule::Literal => {
            let allowed = format!(
                "balanced, phase for {}; literal is for the deadlock check alone, as no header tells whether a ring's wrap link is behind",
                network.name()
            );
            Err(Error::value("vc-rule", choice.rule, allowed))
        }
        VcRule::Balanced => Ok(NetworkRouting::new(choice, HtnBalanced::new(*network, choice, vcs))),
        _ => Ok(NetworkRouting::new(choice, HtnRouting::new(*network, choice, vcs))),
    }
}

/// The routing function of one HTN under the rule `phase`.
#[derive(Debug, Clone)]
pub struct HtnRouting {
    q: u32,
    algorithm: RoutingAlgorithm,
    /// Between BMs; `None` if the source chooses.
    ties: Option<Ties>,
    /// K of the rule.
    classes: usize,
    /// All V virtual channels.
    all: u8,
    /// E: the VCs of the escape classes 0 and 1.
    escape: [u8; 2],
    /// A: the VCs of class 2.
    adaptive: u8,
}

impl HtnRouting {
    /// `vcs` must be at least K of the rule under the algorithm: [`super::for_network`] sees to it.
    fn new(network: Htn, choice: Choice, vcs: usize) -> Self {
        let classes = classes(choice);
        let masks = options::classes(classes, vcs);
        Self {
            q: network.q,
            algorithm: choice.algorithm,
            ties: (!choice.algorithm.selects_links()).then_some(choice.ties),
            classes,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            escape: [masks[0], masks[1]],
            adaptive: masks.get(2).copied().unwrap_or(0),
        }
    }
}

impl Routing for HtnRouting {
    #[inline]
    fn route(&self, node: u32, TerminalId(destination): TerminalId, bits: u64) -> Candidates {
        let adaptive = if self.algorithm.selects_channels() { self.adaptive } else { 0 };
        match step(self.q, node, destination, bits) {
            Step::Eject => Candidates::one(0, self.all),
            Step::Between { port, ring } => Candidates::one(port, self.escape[(ring.at_wrap || ring.wrapped) as usize] | adaptive),
            Step::Within { dim, from, to, transit } => {
                let class = transit.is_none_or(|ring| ring.wrapped);
                let [plus, minus] = ports(dim);
                let (first, other) = if goes_up(from, to) { (plus, minus) } else { (minus, plus) };
                let mut candidates = Candidates::one(first, self.escape[class as usize] | adaptive);
                if to.wrapping_sub(from) & 3 == 2 && self.algorithm.selects_links() {
                    candidates.push(Candidate { port: other, vcs: self.adaptive });
                }
                candidates
            }
        }
    }

    #[inline]
    fn source_choices(&self, TerminalId(source): TerminalId, TerminalId(destination): TerminalId) -> Headers {
        headers(source, destination, self.ties)
    }

    fn classes(&self) -> usize {
        if self.algorithm.selects_channels() { 1 } else { self.classes }
    }

    fn escape_vcs(&self) -> u8 {
        self.all & !self.adaptive
    }
}
