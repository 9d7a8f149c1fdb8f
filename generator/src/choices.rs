//! What is chosen of a network's routing, by the user or in the user's place.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use torusmith_routes::{Routes, Tie};
use torusmith_topology::Network;

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};

use crate::algorithm::Selection;
use crate::error::Error;

/// The choices that a family describes its Verilog by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choices {
    /// The routing algorithm.
    pub routing: RoutingAlgorithm,
    /// The VC rule.
    pub vc_rule: VcRule,
    /// Where ties go.
    pub ties: Ties,
}

impl Choices {
    /// The routes of a network under these choices.
    ///
    /// # Errors
    /// [`Error::NoRtl`] for a network whose routes are not described.
    pub(crate) fn routes(&self, network: &Network) -> Result<Box<dyn Routes>, Error> {
        let choices =
            torusmith_routes::Choices { routing: renamed(self.routing), vc_rule: renamed(self.vc_rule), ties: renamed(self.ties) };
        torusmith_routes::routes(network, &choices).ok_or_else(|| Error::NoRtl(network.to_string()))
    }

    /// Which direction a path of half a ring takes: `TIES` in the Verilog.
    pub(crate) fn tie(&self) -> Tie {
        Tie::from(renamed::<torusmith_design::Ties>(self.ties))
    }

    /// # Errors
    /// [`Error::Option`] for an algorithm with turns under another rule than `balanced`, and for `balanced` without balanced ties.
    pub(crate) fn agree(&self) -> Result<(), Error> {
        let &Self { routing, vc_rule, ties } = self;
        if routing.turns() && vc_rule != VcRule::Balanced {
            return refused("vc-rule", vc_rule, "routing", routing, VcRule::Balanced);
        }
        if vc_rule == VcRule::Balanced && ties != Ties::Balanced {
            return refused("ties", ties, "VC rule", vc_rule, Ties::Balanced);
        }
        Ok(())
    }
}

/// A value in the other crates' vocabulary.
fn renamed<T: FromStr<Err: Debug>>(value: impl Display) -> T {
    value.to_string().parse().expect("a name of the vocabulary")
}

/// The refusal of a value that another one does not go with.
fn refused(field: &'static str, value: impl Display, with: &str, other: impl Display, allowed: impl Display) -> Result<(), Error> {
    Err(Error::option(field, value, format!("allowed with {with} {other}: {allowed}")))
}
