//! Which unicasts and multicasts are sent.

use torusmith_sim::multicast::{MulticastTraffic, MulticastTrafficOptions, Network, Options, Packet, PacketKind};
use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use super::counts::MulticastCounts;
use super::model::Model;
use super::source::Source;
use super::users::Users;
use crate::Error;
use crate::kind::Kind;
use crate::manifest::Design;
use crate::protocol::Protocol;

/// Unicasts and multicasts.
#[derive(Debug, Clone, PartialEq)]
pub struct Multicast {
    /// The packets.
    pub traffic: MulticastTrafficOptions,
    /// Register 0 of every router, set by a packet of its own in clock 0; `None`: none is sent, and nothing is shot down.
    pub time_out: Option<u16>,
}

impl Protocol for Multicast {
    type Counts = MulticastCounts;
    type Users = Users;
    type Model = Model;

    fn check(&self, design: &Design) -> Result<(), Error> {
        self.source(rdt(design)?.0).map(|_| ())
    }

    fn users(&self, design: &Design) -> Result<Users, Error> {
        let (rdt, _) = rdt(design)?;
        Ok(Users::new(design, rdt, self.source(rdt)?))
    }

    fn model(&self, design: &Design) -> Result<Model, Error> {
        let (rdt, ack_ways) = rdt(design)?;
        Ok(Model::new(design, Network::new(rdt, Options { width: design.flit_width, ack_ways })?))
    }

    /// Nothing moves for four ticks before something is shot down.
    fn patience(&self, watchdog: u64) -> u64 {
        watchdog.max(8 * u64::from(self.time_out.unwrap_or(0)))
    }
}

impl Multicast {
    fn source(&self, rdt: Rdt) -> Result<Source, Error> {
        let nodes = 0..rdt.routers() as u32;
        let set_up = |value: u16| {
            let kind = PacketKind::SetUp { register: 0, value: value.into() };
            nodes.clone().map(|node| Packet { number: node, source: node, kind, flits: 3, created: 0 }).collect()
        };
        let set_up: Vec<Packet> = self.time_out.map_or(Vec::new(), set_up);
        let traffic = MulticastTraffic::new(rdt, &self.traffic, set_up.len() as u32)?;
        Ok(Source { set_up, traffic })
    }
}

/// The network, and K of its routers.
fn rdt(design: &Design) -> Result<(Rdt, u8), Error> {
    design.must_have(Kind::Multicast)?;
    match (design.network.of::<Rdt>(), design.multicast) {
        (Some(rdt), Some(ways)) => Ok((*rdt, ways)),
        _ => Err(Error::folder(&design.dir, "has a multicast router in a network that is no RDT")),
    }
}
