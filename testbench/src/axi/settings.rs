//! Which packets the users send, and what else they do.

use torusmith_sim::axi::AxiNetwork;
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::traffic::{Traffic, TrafficOptions};

use super::counts::AxiCounts;
use super::model::Model;
use super::user::UserOptions;
use super::users::Users;
use crate::Error;
use crate::kind::Kind;
use crate::manifest::Design;
use crate::protocol::Protocol;
use crate::routing::routing;
use crate::stream_shape::StreamShape;

/// Packets in AXI4-StreamShape.
#[derive(Debug, Clone, PartialEq)]
pub struct Axi {
    /// The packets. One of n flits is a head and n - 1 beats, so n is 2 or more.
    pub traffic: TrafficOptions,
    /// Pauses, and wrong destinations and message classes.
    pub users: UserOptions,
}

impl Axi {
    fn source(&self, design: &Design) -> Result<Traffic<NetworkRouting>, Error> {
        Ok(Traffic::new(&design.network, routing(design)?, &self.traffic)?)
    }
}

/// Those of a design that has some.
fn streams(design: &Design) -> StreamShape {
    design.streams.expect("a design with AXI4-Stream interfaces")
}

impl Protocol for Axi {
    type Counts = AxiCounts;
    type Users = Users;
    type Model = Model;

    fn check(&self, design: &Design) -> Result<(), Error> {
        design.must_have(Kind::Axi)?;
        self.users.check()?;
        if self.traffic.shortest() < 2 {
            let allowed = "2 to 128 with AXI4-Stream interfaces (a head and a beat are the least)".into();
            let (field, value) = match self.traffic.pattern.is_trace() {
                true => ("traffic", format!("{} with a packet of 1 flit", self.traffic.pattern)),
                false => ("packet-flits", "1".into()),
            };
            return Err(Error::Option { field, value, allowed });
        }
        self.source(design).map(|_| ())
    }

    fn users(&self, design: &Design) -> Result<Users, Error> {
        Ok(Users::new(design, streams(design), self.source(design)?, self.users, self.traffic.seed))
    }

    fn model(&self, design: &Design) -> Result<Model, Error> {
        let streams = streams(design);
        let of_model = streams.model(design.flit_width, design.config.message_classes)?;
        Ok(Model::new(design, streams, AxiNetwork::new(design.graph(), routing(design)?, design.config, of_model)?))
    }
}
