//! Which packets are sent, and against which engine.

use torusmith_design::Scope;
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::engine::Packet;
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Pattern, Sources, Traffic, TrafficOptions};

use crate::Error;
use crate::kind::Kind;
use crate::manifest::Design;
use crate::protocol::Protocol;
use crate::routing::routing;

use super::counts::PlainCounts;
use super::driver::Driver;
use super::model::Model;
use super::users::{PacketSource, Users};

/// Packets of flits, against one of the engines.
#[derive(Debug, Clone, PartialEq)]
pub struct Plain {
    /// The packets.
    pub traffic: TrafficOptions,
    /// The model.
    pub engine: EngineKind,
    /// Random drivers in place of sources and sinks; they take the same cycles as the run.
    pub driver: Option<DriverOptions>,
}

impl Default for Plain {
    /// Uniform traffic at 0.03.
    fn default() -> Self {
        let traffic =
            TrafficOptions { pattern: Pattern::Uniform, rate: 0.03, lengths: Default::default(), seed: 1, sources: Sources::default() };
        Self { traffic, engine: EngineKind::Fast, driver: None }
    }
}

impl Protocol for Plain {
    type Counts = PlainCounts;
    type Users = Users;
    type Model = Model;

    fn check(&self, design: &Design) -> Result<(), Error> {
        design.must_have(Kind::Plain)?;
        self.engine.check(&design.graph(), design.config)?;
        if let Some(driver) = &self.driver {
            driver.check()?;
            driver.check_skew(design.config.pipeline)?;
            if driver.skew > 0 && design.manifest.scope == Scope::Network {
                return Err(Error::Option { field: "reset-skew", value: driver.skew.to_string(), allowed: "0 with scope network".into() });
            }
        }
        self.source(design).map(|_| ())
    }

    fn users(&self, design: &Design) -> Result<Users, Error> {
        Users::driven(design, Box::new(self.source(design)?), self.driver.map(|options| Driver::new(design, options)))
    }

    fn model(&self, design: &Design) -> Result<Model, Error> {
        let mut engine = self.engine.build(&design.graph(), routing(design)?, design.config, true)?;
        if let Some(options) = self.driver {
            engine.drive(&design.network, options)?;
        }
        Ok(Model::new(design, engine))
    }
}

impl Plain {
    fn source(&self, design: &Design) -> Result<impl PacketSource + use<>, Error> {
        Ok(Source(Traffic::new(&design.network, routing(design)?, &self.traffic)?))
    }
}

struct Source<R>(Traffic<R>);

impl<R: torusmith_sim::routing::Routing> PacketSource for Source<R> {
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>) {
        self.0.packets_at(clock, |packet| into.push(packet));
    }

    fn arrive(&mut self, packet: &Packet, clock: u64) {
        self.0.arrive(packet, clock);
    }

    fn own(&self) -> u64 {
        self.0.own()
    }

    fn over(&self) -> bool {
        self.0.over()
    }
}
