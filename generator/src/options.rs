//! What the user chooses beside the network.

use torusmith_design::{Clocks, Interface, Order, Pipeline, RoutingAlgorithm, Scope, Target, Ties, Tool, VcReuse, VcRule};
use torusmith_topology::LinkSlices;

use crate::axi4_options::Axi4Options;

/// Options of [`crate::generate`]; the defaults are those of docs/router.md.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// What names of modules and files begin with. Default: the network's slug.
    pub name: Option<String>,
    /// W, data bits of a flit, 2A + R ..= 512. Default: 32, or the least that holds the header and, with streams, a beat and the user's bits.
    pub flit_width: Option<u32>,
    /// D, flits an input VC's buffer holds, 2 ..= 64.
    pub buffer_depth: u32,
    /// V, virtual channels of a port, K of the VC rule (with the routing) ..= 8. Default: that K for each message class.
    pub vcs: Option<u32>,
    /// Clocks from input buffer to the next router's input buffer.
    pub pipeline: Pipeline,
    /// The VC rule. What is not given of `routing`, `vc_rule` and `ties` is the first that the network has with what is: its family lists
    /// them ([`FamilyRtl`](crate::FamilyRtl)), docs/networks.md tells what that comes to.
    pub vc_rule: Option<VcRule>,
    /// Where ties go round a ring.
    pub ties: Option<Ties>,
    /// The routing algorithm.
    pub routing: Option<RoutingAlgorithm>,
    /// When an output VC can be given to the next packet (rule VC3). Adaptive VCs wait for an empty buffer in any case (rule RC6).
    pub vc_reuse: VcReuse,
    /// What the Verilog is written for.
    pub target: Target,
    /// M, message classes, each with a copy of the VC rule on its share of the VCs (rule RC8): 1 ..= 4, a divisor of V.
    pub message_classes: u32,
    /// Whether the packets of a pair of nodes stay in order (rule RC9). Default: [`Order::None`], and with another [`Interface`] than flits [`Order::Pair`]
    /// where the routing allows it.
    pub order: Option<Order>,
    /// Registers on the links of a network (rule L5).
    pub link_slices: LinkSlices,
    /// Whether the routers of a network are reset by a tree of registers (rule Z4).
    pub reset_tree: bool,
    /// Whether each router has counters (docs/counters.md).
    pub counters: bool,
    /// Whether a network may have vectors of more than 65,536 bits, which not every tool takes.
    pub wide_ports: bool,
    /// Whether assertions to be bound are written, too (docs/verification.md).
    pub sva: bool,
    /// Tools that get files of their own (docs/tools.md).
    pub tools: Vec<Tool>,
    /// What to generate.
    pub scope: Scope,
    /// What stands at the local ports.
    pub interface: Interface,
    /// S, bits of a stream's `tdata`, 8 ..= 512 in whole bytes, or W. Default: W.
    pub stream_width: Option<u32>,
    /// Whether streams have `tkeep`.
    pub tkeep: bool,
    /// U, bits of a stream's `tuser`, ..= 64. Default: those of the message class, which are the least. With [`Interface::Axi4`] bits of the user
    /// signals, 0 by default.
    pub user_width: Option<u32>,
    /// Whether the streams of a network's nodes have clocks of their own.
    pub clocks: Clocks,
    /// Places of the FIFOs between clocks, with [`Clocks::Async`]: 4 ..= 64, a power of two. Default: 16.
    pub clock_fifo: Option<u32>,
    /// What else AXI4 interfaces are like.
    pub axi4: Axi4Options,
    /// Which router. The multicast one fixes everything but `flit_width` (36 ..= 128, default 36): `buffer_depth` is the default or 16, what
    /// it reads; the others are their defaults.
    pub router: Router,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: None,
            flit_width: None,
            buffer_depth: 4,
            vcs: None,
            pipeline: Pipeline::Two,
            vc_rule: None,
            ties: None,
            routing: None,
            vc_reuse: VcReuse::Tail,
            target: Target::Fpga,
            message_classes: 1,
            order: None,
            link_slices: LinkSlices::default(),
            reset_tree: false,
            counters: false,
            wide_ports: false,
            sva: false,
            tools: Vec::new(),
            scope: Scope::Router,
            interface: Interface::Flit,
            stream_width: None,
            tkeep: false,
            user_width: None,
            clocks: Clocks::Common,
            clock_fifo: None,
            axi4: Axi4Options::default(),
            router: Router::Plain,
        }
    }
}

/// The kind of router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Router {
    /// Unicast only (docs/router.md).
    Plain,
    /// The RDT's, with multicast, ack combining, shoot-down and set-up (docs/multicast_router.md).
    Multicast {
        /// K, entries of the ack table for each class: 1, 2 or 4.
        ack_ways: u32,
    },
}
