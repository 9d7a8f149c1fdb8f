//! What the user chooses beside the network.

use std::str::FromStr;

use strum::{AsRefStr, Display, EnumIter, IntoEnumIterator, VariantNames};
use torusmith_topology::{LinkSlices, Order};

use crate::axi4_options::{Axi4Options, Exclusive, IdOrder};
use crate::error::Error;

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
    /// Clocks from input buffer to the next router's input buffer, 1 to 3.
    pub pipeline: u32,
    /// The VC rule. What is not given of `routing`, `vc_rule` and `ties` is the first that the network has with what is: its family lists
    /// them ([`FamilyRtl`](crate::FamilyRtl)), docs/networks.md tells what that comes to.
    pub vc_rule: Option<VcRule>,
    /// Where ties go round a ring.
    pub ties: Option<Ties>,
    /// The routing algorithm.
    pub routing: Option<Routing>,
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
            pipeline: 2,
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

/// What the Verilog is written for. The router does the same in every clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Target {
    /// Buffers are RAM that is read asynchronously: fewer LUTs.
    Fpga,
    /// Buffers are flip-flops behind an AND-OR: fewer gates.
    Asic,
}

/// Which VCs a hop may use (docs/networks.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum VcRule {
    /// TTN, STTN or MTN, four classes.
    Paper4,
    /// TTN, MTN or TESH with L = 2, 3, STTN with L = 2: two classes.
    Min2,
    /// TTN, MTN or TESH with m = 2, max(3, L) - 1 classes.
    Least,
    /// STTN with m = 2, L classes.
    Level,
    /// Torus, two classes.
    Dateline,
    /// Balanced ties, and VCs that are used alike. Torus: two classes, or one where no side is longer than 4. TTN, STTN, MTN with m = 2 and
    /// L = 2, 3, and HTN: two classes (STTN with L = 3: three), and any VC for hops that are on no cycle.
    Balanced,
    /// Mesh or hypercube, one class.
    Any,
    /// HTN, two classes, and a third one for adaptive routing.
    Phase,
    /// RDT, a class for moves to another rank beside two for the hops in a rank.
    Descending,
    /// RDT, moves in the classes of the other hops: deadlocks, so no hardware is made of it.
    Two,
    /// A network from a file: the classes of its routes.
    Table,
    /// What the paper of a TTN, of its like or of an HTN says, to the letter: deadlocks, so no hardware is made of it.
    Literal,
}

/// Which way a packet takes round a ring where both are as short (docs/networks.md, Ties).
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Ties {
    /// '+', or as the VC rule says.
    Plus,
    /// '+' from a node with an even coordinate on the ring, '-' from one with an odd one.
    Balanced,
}

/// How a packet chooses among the ways and VCs that the network leaves it (docs/networks.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Routing {
    /// Dimension order: no choice.
    Dor,
    /// Dimension order with turns: TTN, STTN and MTN mend x before y on the way to a link between basic modules; in an HTN some packets mend
    /// y before a link along X.
    #[strum(serialize = "dor-turn")]
    DorTurn,
    /// HTN, y before a link along X.
    #[strum(serialize = "dor-early")]
    DorEarly,
    /// HTN, y before a link along X for every other packet.
    #[strum(serialize = "dor-both")]
    DorBoth,
    /// Link selection: at a tie, either way round the ring.
    Ls,
    /// Channel selection: the adaptive VCs beside the escape VCs.
    Cs,
    /// Both.
    #[strum(serialize = "ls+cs")]
    LsCs,
    /// HTN, both on the ways of `dor-turn`.
    #[strum(serialize = "ls+cs-turn")]
    LsCsTurn,
    /// RDT, the node's own rank first: deadlocks, so no hardware is made of it.
    Floating,
    /// RDT, the source's own rank first: deadlocks, so no hardware is made of it.
    Fixed,
    /// A network from a file: its routes.
    Table,
}

impl Routing {
    /// Whether routers choose among ways or VCs, so that there is an adaptive class (docs/router.md, RC5).
    pub(crate) fn adapts(self) -> bool {
        self.selects_links() || self.selects_channels()
    }

    /// Whether packets leave the order of dimensions.
    pub(crate) fn turns(self) -> bool {
        matches!(self, Self::DorTurn | Self::DorEarly | Self::DorBoth | Self::LsCsTurn)
    }

    /// Whether a packet can go either way at a tie.
    pub(crate) fn selects_links(self) -> bool {
        matches!(self, Self::Ls | Self::LsCs | Self::LsCsTurn)
    }

    /// Whether a candidate's VCs can be of the escape class and the adaptive one.
    pub(crate) fn selects_channels(self) -> bool {
        matches!(self, Self::Cs | Self::LsCs | Self::LsCsTurn)
    }
}

/// When an output VC is free for the next packet (docs/router.md, VC3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum VcReuse {
    /// As soon as the tail has been sent.
    Tail,
    /// When all its credits are back.
    Empty,
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

/// How much Verilog to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Scope {
    /// The router that serves every node.
    Router,
    /// All routers, wired up.
    Network,
}

/// How users send and receive packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Interface {
    /// The router's own local port: flits and credits (docs/router.md, L1).
    Flit,
    /// An AXI4-Stream master and slave (docs/axi_interface.md).
    Axi,
    /// AXI4 managers and subordinates (docs/axi4_interface.md).
    Axi4,
}

/// The clocks of a network and its nodes' streams (docs/axi_interface.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, AsRefStr, Display, EnumIter, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Clocks {
    /// One for all.
    Common,
    /// The network's, and one for each node's streams.
    Async,
}

/// An enum by its name; any other text is an [`Error::Option`] that lists the names.
macro_rules! by_name {
    ($($type:ident, $field:literal;)+) => {$(
        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                let allowed = || format!("allowed: {}", Self::VARIANTS.join(" "));
                Self::iter().find(|value| value.as_ref() == text).ok_or_else(|| Error::option($field, text, allowed()))
            }
        }
    )+};
}

by_name! {
    VcRule, "vc-rule";
    Ties, "ties";
    Routing, "routing";
    VcReuse, "vc-reuse";
    Target, "target";
    Scope, "scope";
    Interface, "interface";
    Clocks, "clocks";
    IdOrder, "id-order";
    Exclusive, "exclusive";
}
