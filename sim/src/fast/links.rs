//! The links: flits and credits as bits in the mail of whoever receives them (rules L1, L2).
//!
//! What is on the far ends of links in clock t is the mail of t; what is sent in t is the mail of t+1, of t itself for flits with one clock a hop
//! (rule ST1), and of so many clocks later as a link has registers (rule L5). A receiver reads its mail and sends, so the order
//! in which routers are treated cannot matter (rule O1). A flit's bit is the input VC it enters, a credit's bit the output VC it is for; no data
//! moves, since the order in a buffer is that of sending. Links that leave this part of the network lead to the [`Abroad`].

use std::ops::Range;

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

/// Flits and credits for other parts of the network, by addresses in the whole of it.
#[derive(Clone, Default)]
pub(super) struct Abroad {
    /// For this clock.
    pub now: Vec<Address>,
    /// For the next.
    pub next: Vec<Address>,
}

/// The mail of a clock, to write.
pub(super) struct Post<'a, W> {
    mail: &'a mut [W],
    rousing: &'a mut [u8],
    abroad: &'a mut Vec<Address>,
    first: usize,
    all: usize,
}

impl<W: Word> Post<'_, W> {
    /// Puts a flit or a credit on a link.
    #[inline(always)]
    pub fn put(&mut self, to: Address) {
        match self.mail.get_mut(to.word()) {
            Some(word) => {
                *word |= W::bit(to.bit());
                self.rousing[to.block()] = 1;
            }
            None => self.put_abroad(to),
        }
    }

    #[inline(never)]
    fn put_abroad(&mut self, to: Address) {
        self.abroad.push(beyond(to, self.first, self.all));
    }
}

/// See [`Links::beyond`].
#[cold]
fn beyond(to: Address, first: usize, all: usize) -> Address {
    let to = to.of_all(first);
    assert!(to.node() < all, "a packet is routed to a port that has no link");
    to
}

/// All links of a part of a network.
#[derive(Clone)]
pub(super) struct Links<W: Word> {
    /// The mail of this clock and of the next, [`ROWS`] words a block.
    now: Vec<W>,
    next: Vec<W>,
    /// By block, whether it has mail in either.
    pub roused: Vec<u8>,
    rousing: Vec<u8>,
    /// By block: the credits that sinks give in this clock (rule N5).
    sunk: Vec<Lanes<W>>,
    /// See [`Fields::home`].
    home: W,
    pub abroad: Abroad,
    /// The first node of this part, and all nodes of the network.
    first: usize,
    all: usize,
    /// Far end of output port `node * ports + port`: where its VC 0 leads.
    down: Vec<Address>,
    /// Far end of input port `node * ports + port`: where the credits of its VC 0 go.
    up: Vec<Address>,
    ports: usize,
    /// Where links have registers.
    slices: Option<Box<Slices>>,
}

impl<W: Word> Links<W> {
    /// Of the `nodes` of a network, from the first of a block on.
    pub fn new(graph: &Graph, fields: Fields<W>, nodes: Range<usize>) -> Self {
        let (first, ports) = (nodes.start, graph.ports());
        let far = |node: usize, port: usize| match graph.downstream(node, port) {
            _ if port == 0 => Address::new(node, Kind::Flits, 0),
            Some(to) => Address::new(to.node as usize, Kind::Flits, fields.bit(to.port as usize, 0)),
            None => Address::NOWHERE,
        };
        let back = |node: usize, port: usize| match graph.upstream(node, port) {
            _ if port == 0 => Address::new(node, Kind::Credits, 0),
            Some(from) => Address::new(from.node as usize, Kind::Credits, fields.bit(from.port as usize, 0)),
            None => Address::NOWHERE,
        };
        let blocks = nodes.len().div_ceil(LANES);
        let ends = |end: &dyn Fn(usize, usize) -> Address| {
            nodes
                .clone()
                .flat_map(|node| (0..ports).map(move |port| (node, port)))
                .map(|(node, port)| end(node, port).within(first))
                .collect()
        };
        Self {
            now: vec![W::NONE; blocks * ROWS],
            next: vec![W::NONE; blocks * ROWS],
            roused: vec![0; blocks],
            rousing: vec![0; blocks],
            sunk: vec![Lanes::none(); blocks],
            home: fields.home(),
            abroad: Abroad::default(),
            first,
            all: graph.nodes(),
            down: ends(&far),
            up: ends(&back),
            ports,
            slices: Slices::new(graph, nodes.clone()).map(Box::new),
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

    /// An address in this part of the network.
    #[inline(always)]
    pub fn is_here(&self, to: Address) -> bool {
        to.word() < self.now.len()
    }

    /// An address beyond it in the whole network.
    ///
    /// # Panics
    /// Where a missing link leads.
    pub fn beyond(&self, to: Address) -> Address {
        beyond(to, self.first, self.all)
    }

    /// This clock's mail of a block, which is gone then.
    #[inline(always)]
    pub fn receive(&mut self, block: usize) -> Mail<W> {
        let rows = &mut self.now[block * ROWS..][..ROWS];
        let mut row = |kind: Kind| {
            let words: &mut [W; LANES] = rows[kind as usize * LANES..].first_chunk_mut().expect("a row of lanes");
            std::mem::take(words).into()
        };
        let (flits, credits, home): (Lanes<W>, Lanes<W>, _) = (row(Kind::Flits), row(Kind::Credits), Lanes::all(self.home));
        Mail { flits: flits & !home, credits: credits & !home, ejected: flits & home, local_credits: credits & home }
    }

    /// Some link has registers.
    #[inline(always)]
    pub fn sliced(&self) -> bool {
        self.slices.is_some()
    }

    /// Nothing is in the registers of links, or for other parts.
    pub fn empty(&self) -> bool {
        let Self { slices, abroad, .. } = self;
        slices.as_ref().is_none_or(|slices| slices.empty()) && abroad.now.is_empty() && abroad.next.is_empty()
    }

    /// Puts a flit on a link: `NOW`, or by a register for the next clock.
    pub fn send_flit<const NOW: bool>(&mut self, to: Address) {
        let (mut now, mut next) = self.post();
        (if NOW { &mut now } else { &mut next }).put(to);
    }

    /// Puts a credit on a link, by a register: it is there in the next clock.
    pub fn send_credit(&mut self, to: Address) {
        self.post().1.put(to);
    }

    /// The mail of this clock and of the next, to write.
    #[inline(always)]
    pub fn post(&mut self) -> (Post<'_, W>, Post<'_, W>) {
        let Self { now, next, roused, rousing, abroad, first, all, .. } = self;
        let (first, all) = (*first, *all);
        (
            Post { mail: now, rousing: roused, abroad: &mut abroad.now, first, all },
            Post { mail: next, rousing, abroad: &mut abroad.next, first, all },
        )
    }

    /// Takes in what comes from abroad in this clock.
    pub fn arrive(&mut self, to: Address) {
        let to = to.within(self.first);
        self.post().0.put(to);
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

    /// Rule N5: the credits that the sinks of a block give in this clock, for the flits that were `ejected` in the one before. Port 0 is the lowest field
    /// of a word, so the VCs of both are the same bits.
    #[inline(always)]
    pub fn return_credits(&mut self, block: usize, ejected: Lanes<W>) -> Lanes<W> {
        // Without a branch, which would be guessed wrong as often as not.
        self.rousing[block] |= u8::from(ejected.any());
        std::mem::replace(&mut self.sunk[block], ejected)
    }

    /// The clock ends. All mail of the old one must have been received.
    pub fn tick(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        std::mem::swap(&mut self.roused, &mut self.rousing);
        self.rousing.fill(0);
        if let Some(mut slices) = self.slices.take() {
            // What is for other parts is for the clock that begins, as all else that they get.
            slices.tick(|to| if self.is_here(to) { self.send_flit::<true>(to) } else { self.send_flit::<false>(to) });
            self.slices = Some(slices);
        }
    }
}
