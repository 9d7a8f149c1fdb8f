//! The compared networks. A list entry adds another one.

use torusmith_design::VcRule;
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::Network;

use super::{Scenario, Study};

/// Size of the networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// 4096 nodes, as in the papers.
    Full,
    /// 256 nodes, for a quick look.
    Quick,
}

impl Size {
    /// Nodes of each network.
    pub fn nodes(self) -> usize {
        match self {
            Self::Full => 4096,
            Self::Quick => 256,
        }
    }
}

/// A compared network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Competitor {
    /// Name in tables and figures.
    pub label: &'static str,
    /// Virtual channels a port.
    pub vcs: usize,
    /// The VC rule; `None` for the network's default.
    pub rule: Option<VcRule>,
    /// Drawn in the figures; otherwise run only for the text's remarks under uniform traffic (q = 1).
    pub drawn: bool,
    /// Labels of the networks to compare it with, where the paper has no claims.
    pub beside: &'static [&'static str],
    /// The network of 4096 nodes; `Q` stands for q.
    full: &'static str,
    /// The network of 256 nodes, if the family has one.
    quick: Option<&'static str>,
}

impl Competitor {
    pub(super) const fn new(label: &'static str, full: &'static str, quick: Option<&'static str>) -> Self {
        Self { label, vcs: 4, rule: None, drawn: true, beside: &[], full, quick }
    }

    /// Variant for the text's remarks only.
    const fn with_vcs(self, label: &'static str, vcs: usize) -> Self {
        Self { label, vcs, drawn: false, ..self }
    }

    const fn with_rule(self, label: &'static str, rule: VcRule) -> Self {
        Self { label, rule: Some(rule), ..self }
    }

    pub(super) const fn beside(self, beside: &'static [&'static str]) -> Self {
        Self { beside, ..self }
    }

    /// The network under the label that the claims use, without a rule of its own.
    pub(super) fn named(self, label: &'static str) -> Self {
        Self { label, rule: None, ..self }
    }

    /// Routing options of the network.
    pub fn routing(&self) -> RoutingOptions {
        RoutingOptions { rule: self.rule, ..RoutingOptions::default() }
    }

    fn network(&self, q: u32, size: Size) -> Option<Network> {
        let name = match size {
            Size::Full => Some(self.full),
            Size::Quick => self.quick,
        };
        name.map(|name| name.replace('Q', &q.to_string()).parse().expect("a network"))
    }
}

// Labels, as the claims of the paper name them.
pub const MESH: &str = "mesh";
pub const TORUS: &str = "torus";
pub const TESH: &str = "TESH";
pub const MH3DT: &str = "MH3DT";
pub const TTN: &str = "TTN";
/// Two classes of two VCs each, in place of the paper's four.
pub const TTN_MIN2: &str = "TTN, min2";
/// With the fewest VCs that its routing needs.
pub const MESH_1: &str = "mesh, 1 VC";
/// With the fewest VCs that its routing needs.
pub const TORUS_2: &str = "torus, 2 VCs";

const THE_MESH: Competitor = Competitor::new(MESH, "mesh:64,64", Some("mesh:16,16"));
const THE_TORUS: Competitor = Competitor::new(TORUS, "torus:64,64", Some("torus:16,16"));
const THE_TTN: Competitor = Competitor::new(TTN, "ttn:2,3,Q", Some("ttn:2,2,Q"));

const THE_MTN: Competitor = Competitor::new("MTN", "mtn:2,3,Q", Some("mtn:2,2,Q")).beside(&[TTN]);
const TTN_BY_MIN2: Competitor = THE_TTN.with_rule(TTN_MIN2, VcRule::Min2);

const OF_TTN: &[Competitor] = &[
    THE_MESH,
    THE_TORUS,
    Competitor::new(TESH, "tesh:2,3,Q", Some("tesh:2,2,Q")),
    Competitor::new(MH3DT, "mh3dt:4,4,2,2", None),
    THE_TTN,
    TTN_BY_MIN2,
    THE_MESH.with_vcs(MESH_1, 1),
    THE_TORUS.with_vcs(TORUS_2, 2),
];
const OF_STTN: &[Competitor] = &[THE_TTN, TTN_BY_MIN2, Competitor::new("STTN", "sttn:2,3,Q", Some("sttn:2,2,Q")).beside(&[TTN, TTN_MIN2])];
const OF_MTN: &[Competitor] = &[THE_TTN, TTN_BY_MIN2, THE_MTN, THE_MTN.with_rule("MTN, min2", VcRule::Min2).beside(&[TTN_MIN2])];

/// The networks of a scenario, without families that have no network of this size.
pub fn of(study: Study, scenario: Scenario, size: Size) -> impl Iterator<Item = (Competitor, Network)> {
    let list = match study {
        Study::Ttn => OF_TTN,
        Study::Sttn => OF_STTN,
        Study::Mtn => OF_MTN,
    };
    let is_run = move |competitor: &&Competitor| competitor.drawn || scenario.figure() == Some("7(b)");
    list.iter().filter(is_run).filter_map(move |competitor| Some((*competitor, competitor.network(scenario.q, size)?)))
}
