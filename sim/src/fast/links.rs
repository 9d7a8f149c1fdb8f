//! The links: flits and credits as bits in the mail of whoever receives them (rules L1, L2), and who has something to do in a clock.
//!
//! What is on the links in clock t is the mail of t; what is sent in t is the mail of t+1. A receiver reads its mail and sends, so the order
//! in which routers are treated cannot matter (rule O1). A flit's bit is the input VC it enters, a credit's bit the output VC it is for; no data
//! moves, since the order in a buffer is that of sending.

use torusmith_topology::Graph;

use super::fields::{Bits, Fields};

/// Who receives, a router or a network interface, and at which of its VCs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Address(u32);

impl Address {
    /// Receivers that an address can name.
    pub const RECEIVERS: usize = 1 << 26;

    pub fn new(receiver: usize, bit: usize) -> Self {
        Self((receiver as u32) << 6 | bit as u32)
    }

    /// The VC `vc` of the port whose VC 0 this is.
    #[inline(always)]
    pub fn with_vc(self, vc: usize) -> Self {
        Self(self.0 | vc as u32)
    }

    #[inline(always)]
    pub fn receiver(self) -> usize {
        (self.0 >> 6) as usize
    }

    #[inline(always)]
    pub fn bit(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// What arrives at a receiver in one clock.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Mail {
    /// Input VCs that a flit enters.
    pub flits: u64,
    /// Output VCs that a credit is for.
    pub credits: u64,
}

/// All links of a network. Receiver n is the router of node n; the network interfaces follow.
pub(super) struct Links {
    now: Vec<Mail>,
    next: Vec<Mail>,
    /// By receiver, 1 when there is mail or something else to do; bytes, to be set without being read.
    awake: Vec<u8>,
    awake_next: Vec<u8>,
    /// Groups of eight routers; as many groups of interfaces come after them.
    groups: usize,
    /// Far end of output port `node * ports + port`: where its VC 0 leads.
    down: Vec<Address>,
    ports: usize,
}

impl Links {
    /// Receivers of a network of `nodes` nodes.
    pub fn receivers(nodes: usize) -> usize {
        2 * nodes.next_multiple_of(8)
    }

    pub fn new(graph: &Graph, fields: Fields) -> Self {
        let (nodes, ports) = (graph.nodes(), graph.ports());
        let groups = nodes.div_ceil(8);
        let receivers = Self::receivers(nodes);
        let far = |node: usize, port: usize| match graph.downstream(node, port) {
            _ if port == 0 => Address::new(8 * groups + node, 0),
            Some(to) => Address::new(to.node as usize, fields.bit(to.port as usize, 0)),
            // No link: nothing is ever routed there (rule Z3).
            None => Address::default(),
        };
        Self {
            now: vec![Mail::default(); receivers],
            next: vec![Mail::default(); receivers],
            awake: vec![0; receivers],
            awake_next: vec![0; receivers],
            groups,
            down: (0..nodes * ports).map(|i| far(i / ports, i % ports)).collect(),
            ports,
        }
    }

    /// Where the credits of input port `port` of `node` go.
    pub fn back(&self, graph: &Graph, fields: Fields, node: usize, port: usize) -> Address {
        match graph.upstream(node, port) {
            _ if port == 0 => Address::new(self.interface(node), 0),
            Some(from) => Address::new(from.node as usize, fields.bit(from.port as usize, 0)),
            None => Address::default(),
        }
    }

    /// Where output VC (port, `vc`) of `node` leads.
    #[inline(always)]
    pub fn far(&self, node: usize, port: usize, vc: usize) -> Address {
        self.down[node * self.ports + port].with_vc(vc)
    }

    /// The network interface of `node`, as a receiver.
    #[inline(always)]
    pub fn interface(&self, node: usize) -> usize {
        8 * self.groups + node
    }

    /// Groups of eight nodes.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// The routers of a group that have something to do in this clock; they count as told.
    #[inline(always)]
    pub fn wake_routers(&mut self, group: usize) -> impl Iterator<Item = usize> + use<> {
        wake(&mut self.awake, group)
    }

    /// The same for network interfaces, given as nodes.
    #[inline(always)]
    pub fn wake_interfaces(&mut self, group: usize) -> impl Iterator<Item = usize> + use<> {
        wake(&mut self.awake[8 * self.groups..], group)
    }

    /// This clock's mail of a receiver, which is gone then.
    #[inline(always)]
    pub fn receive(&mut self, receiver: usize) -> Mail {
        std::mem::take(&mut self.now[receiver])
    }

    /// Puts a flit on a link that is a register's output: it is there in the next clock.
    #[inline(always)]
    pub fn flit(&mut self, to: Address) {
        self.next[to.receiver()].flits |= 1 << to.bit();
        self.stay_awake(to.receiver());
    }

    /// Puts a credit on the link back.
    #[inline(always)]
    pub fn credit(&mut self, to: Address) {
        self.next[to.receiver()].credits |= 1 << to.bit();
        self.stay_awake(to.receiver());
    }

    /// Puts a flit on a local link in this very clock: rule N4, a network interface has no output register.
    #[inline(always)]
    pub fn inject(&mut self, node: usize, vc: usize) {
        self.now[node].flits |= 1 << vc;
        self.awake[node] = 1;
    }

    /// `receiver` has something to do in the next clock.
    #[inline(always)]
    pub fn stay_awake(&mut self, receiver: usize) {
        self.awake_next[receiver] = 1;
    }

    /// The same on a condition, without a branch.
    #[inline(always)]
    pub fn stay_awake_if(&mut self, receiver: usize, busy: bool) {
        self.awake_next[receiver] |= busy as u8;
    }

    /// `receiver` has something to do in this clock.
    pub fn wake(&mut self, receiver: usize) {
        self.awake[receiver] = 1;
    }

    /// The clock ends. All mail of the old one must have been received.
    pub fn tick(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.awake, &mut self.awake_next);
    }
}

/// The receivers of a group of eight whose flag is set; it is cleared.
#[inline(always)]
fn wake(awake: &mut [u8], group: usize) -> impl Iterator<Item = usize> + use<> {
    let flags = awake[8 * group..].first_chunk_mut().map_or(0, |flags| u64::from_le_bytes(std::mem::take(flags)));
    Bits(flags).map(move |bit| 8 * group + bit / 8)
}
