//! Which requests the managers make, and what else users do.

use torusmith_sim::axi4::Axi4Network;
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::traffic::{Traffic, TrafficOptions};

use super::counts::Axi4Counts;
use super::design::Axi4Design;
use super::directed::Script;
use super::model::Model;
use super::options::Axi4Options;
use super::users::Users;
use crate::Error;
use crate::kind::Kind;
use crate::manifest::Design;
use crate::protocol::Protocol;
use crate::routing::routing;

/// Requests of managers to memories.
#[derive(Debug, Clone, PartialEq)]
pub struct Axi4 {
    /// Who asks whom, when, and how long bursts are. One of n flits is a burst of n - 1 beats, so n is 2 or more. A packet to a node without a
    /// subordinate goes to another one; one from a node without a manager is not sent.
    pub traffic: TrafficOptions,
    /// Pauses, errors and what else users do.
    pub users: Axi4Options,
    /// Requests of a test beside or in place of them.
    pub script: Script,
}

impl Axi4 {
    fn source(&self, design: &Design) -> Result<Traffic<NetworkRouting>, Error> {
        Ok(Traffic::new(&design.network, routing(design)?, &self.traffic)?)
    }
}

/// Those of a design that has some.
fn interfaces(design: &Design) -> &Axi4Design {
    design.axi4.as_ref().expect("a design with AXI4 interfaces")
}

impl Protocol for Axi4 {
    type Counts = Axi4Counts;
    type Users = Users;
    type Model = Model;

    fn check(&self, design: &Design) -> Result<(), Error> {
        design.must_have(Kind::Axi4)?;
        self.users.check()?;
        if self.traffic.shortest() < 2 {
            let allowed = "2 to 128 with AXI4 interfaces (a head and a beat are the least)".into();
            let (field, value) = match self.traffic.pattern.is_trace() {
                true => ("traffic", format!("{} with a packet of 1 flit", self.traffic.pattern)),
                false => ("packet-flits", "1".into()),
            };
            return Err(Error::Option { field, value, allowed });
        }
        self.source(design).map(|_| ())
    }

    fn users(&self, design: &Design) -> Result<Users, Error> {
        let source = self.source(design)?;
        Ok(Users::new(design, interfaces(design), source, self.traffic.seed, self.users, self.script.clone()))
    }

    fn model(&self, design: &Design) -> Result<Model, Error> {
        let axi4 = interfaces(design);
        let network = Axi4Network::new(&design.network, design.graph(), routing(design)?, design.config, axi4.model(), axi4.map.clone())?;
        Ok(Model::new(design, axi4.shown(&design.network, design.vc_bits()), network))
    }
}
