//! The links: flits and credits as bits in the mail of their receivers (rules L1, L2).

use std::ops::Range;

use torusmith_topology::Graph;

use super::address::{Address, MailKind, ROWS};
use super::fields::Fields;
use super::lanes::Lanes;
use super::word::{LANES, Word};

/// Flits and credits that arrive at a block of nodes in one clock.
pub(super) struct Mail<W: Word> {
    pub flits: Lanes<W>,
    pub credits: Lanes<W>,
    pub ejected: Lanes<W>,
    pub local_credits: Lanes<W>,
}

/// Flits and credits for other parts of the network, by addresses in the whole network.
#[derive(Clone, Default)]
pub(super) struct OutboundMail {
    /// Addresses for this clock.
    pub now: Vec<Address>,
    /// Addresses for the next clock.
    pub next: Vec<Address>,
}

/// Writer of the mail of a clock.
pub(super) struct MailWriter<'a, W> {
    mail: &'a mut [W],
    rousing: &'a mut [u8],
    outbound: &'a mut Vec<Address>,
    first: usize,
    all: usize,
}

impl<W: Word> MailWriter<'_, W> {
    /// Puts a flit or a credit on a link.
    #[inline(always)]
    pub fn put(&mut self, to: Address) {
        match self.mail.get_mut(to.word()) {
            Some(word) => {
                *word |= W::bit(to.bit());
                self.rousing[to.block()] = 1;
            }
            None => self.put_outbound(to),
        }
    }

    #[inline(never)]
    fn put_outbound(&mut self, to: Address) {
        self.outbound.push(beyond(to, self.first, self.all));
    }
}

/// Address in the whole network: see [`Links::beyond`].
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
    /// By block, whether it has mail in this clock.
    pub roused: Vec<u8>,
    rousing: Vec<u8>,
    /// By block: the credits that sinks give in this clock (rule N5).
    sunk: Vec<Lanes<W>>,
    /// See [`Fields::home`].
    home: W,
    pub outbound: OutboundMail,
    /// The first node of this part, and all nodes of the network.
    first: usize,
    all: usize,
    /// Far end of output port `node * ports + port`: where its VC 0 leads.
    down: Vec<Address>,
    /// Far end of input port `node * ports + port`: where the credits of its VC 0 go.
    up: Vec<Address>,
    ports: usize,
    /// Registers on links, if any link has some.
    slices: Option<Box<Slices>>,
}

impl<W: Word> Links<W> {
    /// Links of the `nodes` of a network, the first of which begins a block.
    pub fn new(graph: &Graph, fields: Fields<W>, nodes: Range<usize>) -> Self {
        let (first, ports) = (nodes.start, graph.ports());
        let far = |node: usize, port: usize| match graph.downstream(node, port) {
            _ if graph.terminal(node as u32, port as u8).is_some() => Address::new(node, MailKind::Flits, fields.bit(port, 0)),
            Some(to) => Address::new(to.node as usize, MailKind::Flits, fields.bit(to.port as usize, 0)),
            None => Address::NOWHERE,
        };
        let back = |node: usize, port: usize| match graph.upstream(node, port) {
            _ if graph.terminal(node as u32, port as u8).is_some() => Address::new(node, MailKind::Credits, fields.bit(port, 0)),
            Some(from) => Address::new(from.node as usize, MailKind::Credits, fields.bit(from.port as usize, 0)),
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
            outbound: OutboundMail::default(),
            first,
            all: graph.routers(),
            down: ends(&far),
            up: ends(&back),
            ports,
            slices: Slices::new(graph, nodes.clone()).map(Box::new),
        }
    }

    /// Address at the far end of output VC (port, `vc`) of `node`.
    #[inline(always)]
    pub fn far(&self, node: usize, port: usize, vc: usize) -> Address {
        self.down[node * self.ports + port].with_vc(vc)
    }

    /// Address to which input VC (port, `vc`) of `node` returns credits.
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

    /// Takes this clock's mail of a block.
    #[inline(always)]
    pub fn receive(&mut self, block: usize) -> Mail<W> {
        let rows = &mut self.now[block * ROWS..][..ROWS];
        let mut row = |kind: MailKind| {
            let words: &mut [W; LANES] = rows[kind as usize * LANES..].first_chunk_mut().expect("a row of lanes");
            std::mem::take(words).into()
        };
        let (flits, credits, home): (Lanes<W>, Lanes<W>, _) = (row(MailKind::Flits), row(MailKind::Credits), Lanes::all(self.home));
        Mail { flits: flits & !home, credits: credits & !home, ejected: flits & home, local_credits: credits & home }
    }

    /// Some link has registers.
    #[inline(always)]
    pub fn sliced(&self) -> bool {
        self.slices.is_some()
    }

    /// Nothing is in the registers of links, or for other parts.
    pub fn empty(&self) -> bool {
        let Self { slices, outbound, .. } = self;
        slices.as_ref().is_none_or(|slices| slices.empty()) && outbound.now.is_empty() && outbound.next.is_empty()
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
    pub fn post(&mut self) -> (MailWriter<'_, W>, MailWriter<'_, W>) {
        let Self { now, next, roused, rousing, outbound, first, all, .. } = self;
        let (first, all) = (*first, *all);
        (
            MailWriter { mail: now, rousing: roused, outbound: &mut outbound.now, first, all },
            MailWriter { mail: next, rousing, outbound: &mut outbound.next, first, all },
        )
    }

    /// Takes a flit or credit that arrives from another part in this clock.
    pub fn arrive(&mut self, to: Address) {
        let to = to.within(self.first);
        self.post().0.put(to);
    }

    /// Puts a flit on the link of output `port` of `node`, where some link has registers.
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

    /// Rule N5: the credits that the sinks of a block give in this clock, for the flits that were `ejected` in the one before. The bits of a
    /// local output and those of its credits are the same.
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
            // Mail for other parts is mail of the clock that begins, like everything that they receive.
            slices.tick(|to| if self.is_here(to) { self.send_flit::<true>(to) } else { self.send_flit::<false>(to) });
            self.slices = Some(slices);
        }
    }
}

/// Contents of the registers on links, by the clock in which each leaves them.
#[derive(Clone)]
pub(super) struct Slices {
    /// Registers after output port `node * ports + port`, for flits.
    down: Vec<u8>,
    /// Registers before input port `node * ports + port`, for credits.
    up: Vec<u8>,
    /// A wheel of clocks; `wheel[now]` is this one.
    wheel: Vec<Vec<Address>>,
    now: usize,
}

impl Slices {
    /// Registers on the links of `nodes`; `None` if no link of the network has any.
    pub fn new(graph: &Graph, nodes: Range<usize>) -> Option<Self> {
        let ports = graph.ports();
        let of = |node: usize, port: usize| graph.slices(node, port) as u8;
        let into = |at: usize| graph.upstream(at / ports, at % ports).map_or(0, |from| of(from.node as usize, from.port as usize));
        let most = graph.most_slices();
        (most > 0).then(|| Self {
            down: (nodes.start * ports..nodes.end * ports).map(|at| of(at / ports, at % ports)).collect(),
            up: (nodes.start * ports..nodes.end * ports).map(into).collect(),
            wheel: vec![Vec::new(); most + 2],
            now: 0,
        })
    }

    /// Takes a flit of an output port if its link has registers; without them it would be there in `clocks`.
    pub fn delay_flit(&mut self, output: usize, to: Address, clocks: u8) -> bool {
        self.delay(self.down[output], to, clocks)
    }

    /// Takes a credit of an input port if its link has registers; without them it would arrive in one clock.
    pub fn delay_credit(&mut self, input: usize, to: Address) -> bool {
        self.delay(self.up[input], to, 1)
    }

    fn delay(&mut self, count: u8, to: Address, clocks: u8) -> bool {
        if count > 0 {
            let slot = (self.now + usize::from(count + clocks)) % self.wheel.len();
            self.wheel[slot].push(to);
        }
        count > 0
    }

    /// All registers are empty.
    pub fn empty(&self) -> bool {
        self.wheel.iter().all(Vec::is_empty)
    }

    /// Ends the clock; calls `arrives` for the flits and credits that leave the registers in the next one.
    pub fn tick(&mut self, arrives: impl FnMut(Address)) {
        self.now = (self.now + 1) % self.wheel.len();
        self.wheel[self.now].drain(..).for_each(arrives);
    }
}
