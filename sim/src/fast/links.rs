//! The links: flits and credits as bits in the mail of whoever receives them (rules L1, L2).
//!
//! What is on the far ends of links in clock t is the mail of t; what is sent in t is the mail of t+1, of t itself for flits with one clock a hop
//! (rule ST1), and of so many clocks later as a link has registers (rule L5). A receiver reads its mail and sends, so the order
//! in which routers are treated cannot matter (rule O1). A flit's bit is the input VC it enters, a credit's bit the output VC it is for; no data
//! moves, since the order in a buffer is that of sending.

use torusmith_topology::Graph;

use super::address::{Address, Kind, ROWS};
use super::fields::Fields;
use super::lanes::Lanes;
use super::slices::Slices;
use super::word::{LANES, Word};

/// What arrives at a block of nodes in one clock.
pub(super) struct Mail<W: Word> {
    pub flits: Lanes<W>,
    pub credits: Lanes<W>,
    pub ejected: Lanes<W>,
    pub local_credits: Lanes<W>,
}

/// All links of a network.
#[derive(Clone)]
pub(super) struct Links<W> {
    /// The mail of this clock and of the next, [`ROWS`] words a block.
    now: Vec<W>,
    next: Vec<W>,
    /// Far end of output port `node * ports + port`: where its VC 0 leads.
    down: Vec<Address>,
    /// Far end of input port `node * ports + port`: where the credits of its VC 0 go.
    up: Vec<Address>,
    ports: usize,
    /// Where links have registers.
    slices: Option<Box<Slices>>,
}

impl<W: Word> Links<W> {
    pub fn new(graph: &Graph, fields: Fields<W>) -> Self {
        let (nodes, ports) = (graph.nodes(), graph.ports());
        let far = |node: usize, port: usize| match graph.downstream(node, port) {
            _ if port == 0 => Address::new(node, Kind::Ejected, 0),
            Some(to) => Address::new(to.node as usize, Kind::Flits, fields.bit(to.port as usize, 0)),
            None => Address::NOWHERE,
        };
        let back = |node: usize, port: usize| match graph.upstream(node, port) {
            _ if port == 0 => Address::new(node, Kind::LocalCredits, 0),
            Some(from) => Address::new(from.node as usize, Kind::Credits, fields.bit(from.port as usize, 0)),
            None => Address::NOWHERE,
        };
        let words = nodes.div_ceil(LANES) * ROWS;
        Self {
            now: vec![W::NONE; words],
            next: vec![W::NONE; words],
            down: (0..nodes * ports).map(|i| far(i / ports, i % ports)).collect(),
            up: (0..nodes * ports).map(|i| back(i / ports, i % ports)).collect(),
            ports,
            slices: Slices::new(graph).map(Box::new),
        }
    }

    /// Where output VC (port, `vc`) of `node` leads.
    #[inline(always)]
    pub fn far(&self, node: usize, port: usize, vc: usize) -> Address {
        self.down[node * self.ports + port].with_vc(vc)
    }

    /// Where the credits of input VC (port, `vc`) of `node` go.
    #[inline(always)]
    pub fn back(&self, node: usize, port: usize, vc: usize) -> Address {
        self.up[node * self.ports + port].with_vc(vc)
    }

    /// No mail for a block in this clock.
    #[inline(always)]
    pub fn silent(&self, block: usize) -> bool {
        let rows: &[W; ROWS] = self.now[block * ROWS..].first_chunk().expect("four rows");
        rows.iter().fold(W::NONE, |all, &word| all | word) == W::NONE
    }

    /// This clock's mail of a block, which is gone then.
    #[inline(always)]
    pub fn receive(&mut self, block: usize) -> Mail<W> {
        let rows = &mut self.now[block * ROWS..][..ROWS];
        let mut row = |kind: Kind| {
            let words: &mut [W; LANES] = rows[kind as usize * LANES..].first_chunk_mut().expect("a row of lanes");
            std::mem::take(words).into()
        };
        Mail { flits: row(Kind::Flits), credits: row(Kind::Credits), ejected: row(Kind::Ejected), local_credits: row(Kind::LocalCredits) }
    }

    /// Some link has registers.
    #[inline(always)]
    pub fn sliced(&self) -> bool {
        self.slices.is_some()
    }

    /// Puts a flit on a link: `NOW`, or by a register for the next clock.
    #[inline(always)]
    pub fn send_flit<const NOW: bool>(&mut self, to: Address) {
        let mail = if NOW { &mut self.now } else { &mut self.next };
        mail[to.word()] |= W::bit(to.bit());
    }

    /// Puts a credit on a link, by a register: it is there in the next clock.
    #[inline(always)]
    pub fn send_credit(&mut self, to: Address) {
        self.next[to.word()] |= W::bit(to.bit());
    }

    /// The same where some link has registers: a flit for output `port` of `node`.
    pub fn send_flit_far<const NOW: bool>(&mut self, node: usize, port: usize, to: Address) {
        let late = self.slices.as_mut().is_some_and(|slices| slices.delay_flit(node * self.ports + port, to, u8::from(!NOW)));
        if !late {
            self.send_flit::<NOW>(to);
        }
    }

    /// A credit for input `port` of `node`.
    pub fn send_credit_far(&mut self, node: usize, port: usize, to: Address) {
        if !self.slices.as_mut().is_some_and(|slices| slices.delay_credit(node * self.ports + port, to)) {
            self.send_credit(to);
        }
    }

    /// Rule N5: the sinks of a block give a credit for every flit. Port 0 is the lowest field of a word, so the VCs of both are the same bits.
    #[inline(always)]
    pub fn return_credits(&mut self, block: usize, ejected: Lanes<W>) {
        let row = block * ROWS + Kind::Credits as usize * LANES;
        let words: &mut [W; LANES] = self.next[row..].first_chunk_mut().expect("a row of lanes");
        *words = (Lanes::from(*words) | ejected).into();
    }

    /// The clock ends. All mail of the old one must have been received.
    pub fn tick(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        if let Some(slices) = &mut self.slices {
            slices.tick(|to| self.now[to.word()] |= W::bit(to.bit()));
        }
    }
}
