//! The RDT's second router: hierarchical multicast, ack combining, shoot-down, set-up; cycle-exact to `docs/multicast_router.md`.
//!
//! [`Network`] is the engine: a router at each node, two network interfaces at each router.

mod ack;
mod branches;
mod buffer;
mod check;
mod deadlock;
mod geometry;
mod header;
mod interface;
mod network;
mod observe;
mod packet;
mod router;
mod switch;
mod traffic;
mod tree;
mod unicast;
mod unit;
mod watchdog;
mod wires;

use torusmith_design::ranges::{ACK_WAYS, MULTICAST_FLIT_WIDTH, list};
use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use crate::Error;

pub use branches::{Arrival, Branch, Branches, branches};
pub use check::{AckReceived, MulticastDelivery, Totals, Violation};
pub use deadlock::{Asks, DependencyReport, Held, Parts, dependencies, dependencies_of};
pub use geometry::{Geometry, LOCAL1, PORTS, UNIT};
pub use header::{MAX_FLITS, MESSAGE_VC, MIN_FLITS, Message, Phase, Type, UnicastAddress, map};
pub use network::Network;
pub use packet::{Ids, Packet, PacketKind, flits};
pub use traffic::{Maps, MulticastTraffic, MulticastTrafficOptions};
pub use tree::{Tree, TreeHop};
pub use unicast::{Hop, Unicast};
pub use watchdog::{DeadMulticast, Resource, WaitingBuffer, Watchdog};
pub use wires::{Flit, PortState};

/// The router's parameters (the table of docs/multicast_router.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// W, 36..=128.
    pub width: u32,
    /// K, entries of the ack table for each class: 1, 2 or 4.
    pub ack_ways: u8,
}

impl Default for Options {
    /// `jump1`: 36 bits, K = 1.
    fn default() -> Self {
        Self { width: 36, ack_ways: 1 }
    }
}

/// Parameters that all routers of a network share.
#[derive(Debug, Clone)]
struct Shared {
    geometry: Geometry,
    unicast: Unicast,
    route_bits: u32,
    width: u32,
    ack_ways: u8,
}

impl Shared {
    fn new(rdt: Rdt, options: Options) -> Result<Self, Error> {
        let Options { width, ack_ways } = options;
        if !MULTICAST_FLIT_WIDTH.contains(width) {
            return Err(Error::value("flit-width", width, MULTICAST_FLIT_WIDTH.to_string()));
        }
        if !ACK_WAYS.contains(&ack_ways.into()) {
            return Err(Error::value("ack-ways", ack_ways, list(&ACK_WAYS)));
        }
        let geometry = Geometry::new(rdt);
        Ok(Self { unicast: Unicast::new(rdt), route_bits: rdt.route_bits(), geometry, width, ack_ways })
    }
}
