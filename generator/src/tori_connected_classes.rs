//! VC rules of TTN, STTN, MTN and TESH: the parameters of the route module that decide the class of a hop.

use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_routes::Tie;
use torusmith_topology::NetworkSpec;
use torusmith_topology::tori_connected::ToriConnected;

use crate::error::Error;

/// A VC rule of these networks.
pub(crate) struct Classes {
    /// 0: in a basic module two classes by the wrap link, for level 1 and for the others; else a class for each level on the way, the first
    /// of them up to this one sharing one.
    pub shared_levels: u32,
    /// Address digits from the third on, as a bit mask: on the way to their rings, too, hops in a basic module are of the last class.
    pub last_on_way_to: u32,
    /// Classes of the inter-BM links: 2 with a dateline.
    pub ring_classes: u32,
    /// Under the rule `balanced`, of the wrap links in a basic module out of ports 1 to 4 those whose hops have a class, as a bit mask.
    pub marked: u32,
    /// Which of two ways of equal length a packet takes.
    pub tie: Tie,
}

impl Classes {
    pub fn paper4() -> Self {
        Self { shared_levels: 0, last_on_way_to: 0, ring_classes: 2, marked: 0, tie: Tie::Plus }
    }

    /// A class for each level on the way, levels 2 .. `shared` sharing one, and one for the last basic module.
    pub fn by_level(n: &ToriConnected, shared: u32) -> Self {
        let ring_classes = if n.bidirectional { 1 } else { 2 };
        Self { shared_levels: shared, last_on_way_to: 0, ring_classes, marked: 0, tie: Tie::WithoutWrap }
    }

    /// The rule `balanced` with these marked links, for a network of two levels and one group; others mark all wrap links.
    pub fn balanced(n: &ToriConnected, shared: u32, marked: u32) -> Self {
        let marked = if n.levels > 2 || n.groups() > 1 { 0b1111 } else { marked };
        Self { marked, ..Self::by_level(n, shared) }
    }
}

/// # Errors
/// [`Error::Option`] for an algorithm that not all of the family's networks have.
pub(crate) fn with_turns(n: &ToriConnected, routing: RoutingAlgorithm) -> Result<(), Error> {
    let allowed = || format!("allowed for {}: dor (dor-turn is for m = 2, L = 2)", n.name());
    if routing == RoutingAlgorithm::DorTurn && (n.m, n.levels) != (2, 2) {
        Err(Error::option("routing", routing, allowed()))
    } else {
        Ok(())
    }
}

/// The refusal of a rule that some of the family's networks have; `allowed`: what this one has.
pub(crate) fn refused<T>(n: &ToriConnected, rule: VcRule, allowed: &str) -> Result<T, Error> {
    Err(Error::option("vc-rule", rule, format!("allowed for this {}: {allowed}", n.kind.id.title)))
}
