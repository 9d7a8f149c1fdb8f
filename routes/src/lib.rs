//! The routing functions of the generated routers, written from docs/networks.md.
//!
//! Generator, test bench and the tests of the Verilog share this description: turn tables are derived from it, routing bits are set by it, and
//! simulated route modules are compared with it. A [`Routes`] is arithmetic on the digits of node and destination, without state and without a
//! search of the graph. The golden model has routing functions of its own and does not use this crate.
//!
//! ```
//! use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
//! use torusmith_routes::{Choices, Lanes, routes};
//! use torusmith_topology::TerminalId;
//!
//! let choices = Choices { routing: RoutingAlgorithm::Dor, vc_rule: VcRule::Dateline, ties: Ties::Plus };
//! let routes = routes(&"torus:8,8".parse()?, &choices).expect("a torus has routes");
//! // From column 6 to column 1 by x+, over the wrap link: class 1.
//! assert_eq!(routes.route(6, TerminalId(1), 0).first, Lanes { port: 1, classes: 0b10 });
//! # Ok::<(), torusmith_topology::Error>(())
//! ```

mod concentrated;
mod dragonfly;
mod fattree;
mod flatfly;
mod htn;
mod hypercube;
mod own;
mod rdt;
mod registry;
mod ring;
mod star;
mod tori_connected;
mod torus;

pub use rdt::of_rdt;
pub use registry::{FamilyRoutes, register, routes};
pub use ring::{Direction, Tie};

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::TerminalId;

/// The options that select a network's routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// The routing algorithm.
    pub routing: RoutingAlgorithm,
    /// The VC rule.
    pub vc_rule: VcRule,
    /// The tie-break between the two equally long directions of a ring.
    pub ties: Ties,
}

/// Virtual channels of a port: those of some classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lanes {
    /// The port.
    pub port: u8,
    /// The classes, as a bit mask.
    pub classes: u8,
}

impl Lanes {
    /// All of `count` classes of a port.
    pub fn all(port: u8, count: u32) -> Self {
        Self { port, classes: (u16::MAX >> (16 - count)) as u8 }
    }

    /// One class of a port.
    pub fn one(port: u8, class: u32) -> Self {
        Self { port, classes: 1 << class }
    }
}

/// The route of a head at one node (docs/router.md, RC1 to RC7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hop {
    /// The preferred candidate. At port 0 the classes are all.
    pub first: Lanes,
    /// The second candidate.
    pub second: Option<Lanes>,
    /// The routing bits that the head leaves with.
    pub bits: u64,
}

impl Hop {
    /// The route of a head with one candidate.
    pub fn new(first: Lanes, bits: u64) -> Self {
        Self { first, second: None, bits }
    }

    /// The candidates, the preferred one first.
    pub fn candidates(self) -> impl Iterator<Item = Lanes> {
        std::iter::once(self.first).chain(self.second)
    }
}

/// A part of a path: it changes one group of address digits, node / `unit` mod the product of their sides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// The step of the node number from one value of the group to the next.
    pub unit: u32,
    /// Values of node and destination that show all routes of the leg.
    pub pairs: Vec<(u32, u32)>,
}

impl Leg {
    /// A leg of one digit of `radix` values.
    pub fn of_digit(unit: u32, radix: u32) -> Self {
        Self { unit, pairs: (0..radix).flat_map(|from| (0..radix).map(move |to| (from, to))).filter(|(from, to)| from != to).collect() }
    }
}

/// The routing function of a network.
pub trait Routes {
    /// K, the number of classes.
    fn classes(&self) -> u32;

    /// The route of a head at `node`, by its destination and its routing bits.
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Hop;

    /// The routing bits of packet `number` from a node to another, as its source writes them (docs/router.md, L4).
    fn source_bits(&self, _source: TerminalId, _destination: TerminalId, _number: u32) -> u64 {
        0
    }

    /// The routing bits of a pair repeat after this many packets.
    fn source_period(&self) -> u32 {
        1
    }

    /// The legs of a path, in the order in which a packet takes them. The last leg, from place to place in the digits below those listed, is not
    /// listed.
    ///
    /// The route of a head depends on the digits of its current leg and on its place, and not on the digits of other legs; a leg ends at a place
    /// that those digits and the first place decide. Without legs nothing of the kind is claimed.
    fn legs(&self) -> Vec<Leg> {
        Vec::new()
    }

    /// All that routes depend on of the destination's place before the last leg.
    fn share(&self, _place: u32) -> u32 {
        0
    }
}
