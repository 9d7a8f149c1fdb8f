//! The interface of the two engines: a network of routers with a network interface at each terminal, stepped clock by clock.

use torusmith_topology::{Network, TerminalId};

use crate::Error;
use crate::driver::options::DriverOptions;

/// A packet as its source creates it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packet {
    /// n of rule N6: packets are numbered in the order of creation, by clock, then by source.
    pub number: u32,
    /// Source terminal.
    pub source: TerminalId,
    /// Destination terminal; never the source (rule N7).
    pub destination: TerminalId,
    /// Routing bits of the header as the source sends it (rule L4).
    pub bits: u64,
    /// Flits, 1..=128.
    pub flits: u8,
    /// Clock of creation.
    pub created: u64,
}

/// A packet that has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Delivery {
    /// The packet.
    pub packet: Packet,
    /// Clock in which its head was on the source's local link.
    pub injected: u64,
    /// Clock in which its tail was on the destination's local output.
    pub delivered: u64,
}

/// Output of a router at one port in a clock: the flit in the output register and the credit that goes back.
///
/// Packed in 64 bits so that a network is compared as a slice of words. A field is 0 where its valid bit is.
/// bit 0 flit valid, 1 head, 2 tail, 4..8 VC; bit 8 credit valid, 12..16 credit VC; 16..24 index of the flit in its packet;
/// 32..64 packet number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct PortWord(pub u64);

impl PortWord {
    /// A flit in the output register.
    pub fn flit(vc: usize, head: bool, tail: bool, packet: u32, index: usize) -> Self {
        Self(1 | (head as u64) << 1 | (tail as u64) << 2 | (vc as u64) << 4 | (index as u64) << 16 | (packet as u64) << 32)
    }

    /// Adds a credit for `vc` to the word.
    pub fn with_credit(self, vc: usize) -> Self {
        Self(self.0 | 1 << 8 | (vc as u64) << 12)
    }

    /// A flit is in the output register.
    pub fn valid(self) -> bool {
        self.0 & 1 != 0
    }

    /// The flit is a head.
    pub fn head(self) -> bool {
        self.0 & 2 != 0
    }

    /// The flit is a tail.
    pub fn tail(self) -> bool {
        self.0 & 4 != 0
    }

    /// Output VC of the flit.
    pub fn vc(self) -> usize {
        (self.0 >> 4 & 15) as usize
    }

    /// VC of the credit that goes back through this port, if any.
    pub fn credit(self) -> Option<usize> {
        (self.0 & 1 << 8 != 0).then_some((self.0 >> 12 & 15) as usize)
    }

    /// Index of the flit in its packet; 0 is the head.
    pub fn index(self) -> usize {
        (self.0 >> 16 & 255) as usize
    }

    /// Number of the packet.
    pub fn packet(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// A head flit in an output register, of a network that rewrites heads (rule RC7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Head {
    /// Index of its word in [`Engine::outputs`], `node * ports + port`.
    pub at: u32,
    /// The routing bits that it carries on this link.
    pub bits: u64,
}

/// A network of routers, stepped clock by clock.
pub trait Engine: Send {
    /// The current clock, t of docs/router.md; 0 after reset.
    fn clock(&self) -> u64;

    /// Puts a packet created in the current clock at the end of its source's queue (rule N1). Call in order of `number`.
    fn offer(&mut self, packet: Packet);

    /// From the current clock on no packet starts to leave its source; a packet that is being sent is sent to its end. The lock step drains the
    /// network with it.
    fn close(&mut self);

    /// Puts random drivers (docs/router.md, section 11) in place of sources and sinks. Call in clock 0, before the first packet. No clock from C on
    /// starts a packet, whether closed or not. The engine applies the resets by itself: it drops packets offered at a router that is in reset in
    /// that clock.
    ///
    /// # Errors
    /// [`DriverOptions::check`].
    fn drive(&mut self, network: &Network, options: DriverOptions) -> Result<(), Error>;

    /// Replaces `into` by the three bits of `error` of each local port in the current clock (rule E3), entry `router * L + port`, 0 without a terminal; by
    /// nothing where sources send nothing wrong.
    fn errors(&self, into: &mut Vec<u8>);

    /// Flits that routers have dropped at local ports, by bit of `error` (rule E1).
    fn dropped(&self) -> [u64; 3];

    /// Decides and moves everything of the current clock; the clock is then one later.
    fn step(&mut self);

    /// Advances to a later clock at once if the network is at rest, so that no clock until then would change it. Returns whether it did.
    fn rest_until(&mut self, _clock: u64) -> bool {
        false
    }

    /// Appends the packets whose tail was on a local output in a clock that has passed, and forgets them. In order of that clock,
    /// then of the router, then of the port.
    fn take_deliveries(&mut self, into: &mut Vec<Delivery>);

    /// Writes the word of every output register in the current clock: word `node * ports + port`.
    fn outputs(&mut self, into: &mut [PortWord]);

    /// Replaces `into` by the head flits that the output registers show in the current clock, in the order of their words. Empty in a network in
    /// which heads carry [`Packet::bits`] unchanged.
    fn heads(&mut self, into: &mut Vec<Head>);

    /// Packets created and still wholly in their source's queue.
    fn queued(&self) -> usize;

    /// Packets that have begun to leave their source and have not been delivered.
    fn in_flight(&self) -> usize;

    /// Flits that the switch has granted to each output port since reset: `node * ports + port`, local ports the ejections.
    fn link_flits(&self) -> Vec<u64>;

    /// Input VCs that are not empty, in the order of nodes, ports and VCs, and the output VCs that each needs: for the watchdog.
    fn waiting(&self) -> Vec<WaitingVc>;

    /// One line on a router's state in the current clock, as [`crate::trace::RouterView`] writes it: contents of each input VC, the grants of this
    /// clock, the output registers.
    fn trace(&self, node: usize) -> String;
}

/// An input VC whose front packet waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingVc {
    /// Node of the input VC.
    pub node: u32,
    /// Input port.
    pub port: u8,
    /// Input VC.
    pub vc: u8,
    /// Number of the packet at its front.
    pub packet: u32,
    /// Output VCs, as (port, VC), one of which the packet needs: the one it holds, or those of its candidates.
    pub wants: Vec<(u8, u8)>,
}
