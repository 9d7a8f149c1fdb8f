//! The links: flits and credits as bits in the mail of whoever receives them (rules L1, L2).
//!
//! What is on the links in clock t is the mail of t; what is sent in t is the mail of t+1. A receiver reads its mail and sends, so the order
//! in which routers are treated cannot matter (rule O1). A flit's bit is the input VC it enters, a credit's bit the output VC it is for; no data
//! moves, since the order in a buffer is that of sending.

use torusmith_topology::Graph;

use super::fields::Fields;
use super::lanes::{LANES, Lanes};
use super::word::Word;

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

/// Receivers of a network of `nodes` nodes.
pub(super) fn receivers(nodes: usize) -> usize {
    2 * nodes.next_multiple_of(LANES)
}

/// What arrives in one clock, by receiver.
struct Mail<W> {
    /// Input VCs that a flit enters.
    flits: Vec<W>,
    /// Output VCs that a credit is for.
    credits: Vec<W>,
}

impl<W: Word> Mail<W> {
    fn new(receivers: usize) -> Self {
        Self { flits: vec![W::NONE; receivers], credits: vec![W::NONE; receivers] }
    }
}

/// All links of a network. Receiver n is the router of node n; the network interfaces follow, from a multiple of [`LANES`] on.
pub(super) struct Links<W> {
    now: Mail<W>,
    next: Mail<W>,
    interfaces: usize,
    /// Far end of output port `node * ports + port`: where its VC 0 leads.
    down: Vec<Address>,
    ports: usize,
}

impl<W: Word> Links<W> {
    pub fn new(graph: &Graph, fields: Fields<W>) -> Self {
        let (nodes, ports) = (graph.nodes(), graph.ports());
        let receivers = receivers(nodes);
        let interfaces = receivers / 2;
        let far = |node: usize, port: usize| match graph.downstream(node, port) {
            _ if port == 0 => Address::new(interfaces + node, 0),
            Some(to) => Address::new(to.node as usize, fields.bit(to.port as usize, 0)),
            // No link: nothing is ever routed there (rule Z3).
            None => Address::default(),
        };
        let down = (0..nodes * ports).map(|i| far(i / ports, i % ports)).collect();
        Self { now: Mail::new(receivers), next: Mail::new(receivers), interfaces, down, ports }
    }

    /// Where the credits of input port `port` of `node` go.
    pub fn back(&self, graph: &Graph, fields: Fields<W>, node: usize, port: usize) -> Address {
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
        self.interfaces + node
    }

    /// This clock's mail of [`LANES`] receivers from `first` on, flits and credits, which is gone then.
    #[inline(always)]
    pub fn receive(&mut self, first: usize) -> [Lanes<W>; 2] {
        [&mut self.now.flits, &mut self.now.credits].map(|mail| {
            let words: &mut [W; LANES] = mail[first..].first_chunk_mut().expect("receivers are a multiple of the lanes");
            std::mem::take(words).into()
        })
    }

    /// Puts a flit on a link that is a register's output: it is there in the next clock.
    #[inline(always)]
    pub fn flit(&mut self, to: Address) {
        self.next.flits[to.receiver()] |= W::bit(to.bit());
    }

    /// Puts a credit on the link back.
    #[inline(always)]
    pub fn credit(&mut self, to: Address) {
        self.next.credits[to.receiver()] |= W::bit(to.bit());
    }

    /// Rule N5: the sinks of [`LANES`] nodes from `first` on give a credit for every flit. Port 0 is the lowest field of a word, so the VCs of
    /// both are the same bits.
    #[inline(always)]
    pub fn return_credits(&mut self, first: usize, ejected: Lanes<W>) {
        let words: &mut [W; LANES] = self.next.credits[first..].first_chunk_mut().expect("receivers are a multiple of the lanes");
        *words = (Lanes::from(*words) | ejected).into();
    }

    /// Puts a flit on a local link in this very clock: rule N4, a network interface has no output register.
    #[inline(always)]
    pub fn inject(&mut self, node: usize, vc: usize) {
        self.now.flits[node] |= W::bit(vc);
    }

    /// The clock ends. All mail of the old one must have been received.
    pub fn tick(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
    }
}
