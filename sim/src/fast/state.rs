//! State of a router: the masks that every clock reads, and a record for each input VC that only its own flits touch.

use torusmith_design::ranges::VCS;

use super::address::Address;
use super::counters::{self, Counters};
use super::fields::Fields;
use super::lanes::Lanes;
use super::packets::Slot;
use super::word::{LANES, Word};

/// Most ports of a router, local ones included.
pub(super) const MAX_PORTS: usize = 32;

/// Parameters that all routers of a network share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules<W> {
    pub fields: Fields<W>,
    pub depth: usize,
    /// `REUSE_EMPTY`, at every port.
    pub reuse_empty: W,
    /// By VC, its arbiter of VC allocation at the port (rule VA3): by message class (rule RC8), and by the class that owns the VC among those of its
    /// message class (rule RC3).
    pub class: [u8; VCS.most],
    /// By VC, its arbiter at a local port: by message class alone.
    pub home_class: [u8; VCS.most],
    /// M.
    pub message_classes: u8,
    /// V / M.
    pub vcs_a_class: u8,
    /// With `ORDER` = 1, the bits of a destination that select the VC on which a packet enters (rules RC9, N3).
    pub pairs: Option<u32>,
}

impl<W: Word> Rules<W> {
    /// Which arbiter of its router a head that asks for a VC asks (rule VA3): a number for each class at each output port. At a local port it is that of
    /// class 0 of its message class.
    #[inline(always)]
    pub fn arbiter(&self, head: &InputVc) -> usize {
        let port = head.port as usize;
        let class = if port < self.fields.locals() { &self.home_class } else { &self.class };
        self.fields.bit(port, class[head.requested.trailing_zeros() as usize & (VCS.most - 1)] as usize)
    }

    /// VCs that a head in input VC `q` may take, of those that the routing function gives in message class 0 (rules RC8, RC9).
    #[inline(always)]
    pub fn allowed(&self, q: usize, vcs: u8) -> u8 {
        let up = self.first_vc(q);
        match self.pairs {
            None => vcs << up,
            Some(_) => kept(vcs, self.fields.vc(q) - up as usize) << up,
        }
    }

    /// The lowest VC of the message class of input VC `q` (rule RC8).
    #[inline(always)]
    pub fn first_vc(&self, q: usize) -> u32 {
        if self.message_classes == 1 {
            return 0;
        }
        let each = self.vcs_a_class;
        u32::from(self.fields.vc(q) as u8 / each * each)
    }
}

/// The one bit that rule RC9 keeps of a set.
fn kept(set: u8, j: usize) -> u8 {
    let rest = (0..j % set.count_ones() as usize).fold(set, |rest, _| rest & (rest - 1));
    rest & rest.wrapping_neg()
}

/// Eight routers: masks with a bit a VC (see [`super::fields`]), counters of 0..=D in S slices.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Block<W: Word, const S: usize> {
    /// Flits in the buffers of the input VCs.
    pub flits: Counters<W, S>,
    /// `credit` of the output VCs (rule VC2).
    pub credits: Counters<W, S>,
    /// `mid` of this clock (rule RQ2).
    pub mid: Lanes<W>,
    /// `hreq` of this clock (rule RQ3).
    pub hreq: Lanes<W>,
    /// `act`: input VCs whose front packet holds an output VC (rule RQ1).
    pub act: Lanes<W>,
    /// Input VCs of `act` whose output VC has credit. Bits outside `act` mean nothing.
    pub funded: Lanes<W>,
    /// Input VCs with a head flit at the front.
    pub fronts: Lanes<W>,
    /// Input VCs whose front packet has one flit left to win the switch, its tail.
    pub last: Lanes<W>,
    /// `owned`: output VCs of packets whose tail is still to win the switch (rule VC1).
    pub owned: Lanes<W>,
    /// Pointers of the inputs in switch allocation, as [`Fields::pick`] wants them (rule SA1; `PIPELINE` = 1, 2).
    pub ahead: Lanes<W>,
    /// Heads of `fronts` that were not there a clock ago (rule RQ3 a); out of date while no head is at the front.
    pub fresh: Lanes<W>,
    /// Heads of `fronts` with more than one candidate.
    pub choosers: Lanes<W>,
    /// `wake` of the last clock in which heads were at the front (rule VC4).
    pub wake: Lanes<W>,
    /// `called`, at most one of each input port: heads at the front that may ask for an output VC (rule VA1; `PIPELINE` = 3).
    pub called: Lanes<W>,
    /// `picked`, at most one of each input port: whose front flit asks for the switch (rule VA6; `PIPELINE` = 3).
    pub picked: Lanes<W>,
}

impl<W: Word, const S: usize> Block<W, S> {
    /// After reset (rule Z1).
    pub fn new(depth: usize) -> Self {
        let none = Lanes::none();
        Self {
            flits: [none; S],
            credits: counters::all(depth),
            mid: none,
            hreq: none,
            act: none,
            funded: none,
            fronts: none,
            fresh: none,
            choosers: none,
            wake: none,
            last: none,
            owned: none,
            ahead: Lanes::all(W::ALL),
            called: none,
            picked: none,
        }
    }

    /// `ok` of all output VCs (rule VC3).
    #[inline(always)]
    pub fn ok(&self, rules: &Rules<W>) -> Lanes<W> {
        self.wake(Lanes::none(), rules) & !self.owned
    }

    /// `wake` of the clock before (rule VC4), in which flits have `won` the switch to these output VCs: each has cost a credit since.
    #[inline(always)]
    pub fn wake(&self, won: Lanes<W>, rules: &Rules<W>) -> Lanes<W> {
        let funded = counters::any(&self.credits) | won;
        if rules.reuse_empty == W::NONE {
            return funded;
        }
        let reuse_empty = Lanes::all(rules.reuse_empty);
        let full = counters::equal(&self.credits, rules.depth) | counters::equal(&self.credits, rules.depth - 1) & won;
        funded & !reuse_empty | full & reuse_empty
    }
}

/// State of output ports and output VCs, in bit numbers of input VCs: of all routers, or of a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ports<B> {
    /// By block, output port and lane, the input granted last in switch allocation: the pointer is after its port (rule SA4).
    pub last: B,
    /// By output VC, [`Fields::width`] a node, the input VC that holds it.
    pub owner: B,
    /// The input granted last in VC allocation, by arbiter, as many a node: see [`Rules::arbiter`].
    pub va_last: B,
}

impl Ports<Vec<u8>> {
    /// After reset all pointers are 0, after the last input port (rule Z1).
    pub fn new<W: Word>(fields: Fields<W>, blocks: usize) -> Self {
        let last = fields.bit(fields.ports() - 1, 0) as u8;
        let vcs = blocks * LANES * fields.width();
        Self { last: vec![last; blocks * fields.ports() * LANES], owner: vec![0; vcs], va_last: vec![last; vcs] }
    }

    /// State of the output ports of a block.
    #[inline(always)]
    pub fn of<W: Word>(&self, block: usize, fields: Fields<W>) -> Ports<&[u8]> {
        let (outputs, vcs) = (fields.ports() * LANES, fields.width() * LANES);
        Ports {
            last: &self.last[block * outputs..][..outputs],
            owner: &self.owner[block * vcs..][..vcs],
            va_last: &self.va_last[block * vcs..][..vcs],
        }
    }

    #[inline(always)]
    pub fn of_mut<W: Word>(&mut self, block: usize, fields: Fields<W>) -> Ports<&mut [u8]> {
        let (outputs, vcs) = (fields.ports() * LANES, fields.width() * LANES);
        Ports {
            last: &mut self.last[block * outputs..][..outputs],
            owner: &mut self.owner[block * vcs..][..vcs],
            va_last: &mut self.va_last[block * vcs..][..vcs],
        }
    }
}

impl Ports<&mut [u8]> {
    #[inline(always)]
    pub fn shared(&self) -> Ports<&[u8]> {
        Ports { last: self.last, owner: self.owner, va_last: self.va_last }
    }
}

/// An input VC, and the packet at its front.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(16))]
pub(super) struct InputVc {
    /// Far end of the output VC that it holds.
    pub to: Address,
    /// Address to which its credits go.
    pub back: Address,
    /// The packet at the front.
    pub packet: Slot,
    /// The output VC it holds or was about to take, else one of the port that the head asks for; as a bit number.
    pub output: u8,
    /// The port of that.
    pub port: u8,
    /// The VCs of that port that the head requests, or requested last.
    requested: u8,
    /// Flits of the front packet that have not won the switch.
    pub left: u8,
}

impl InputVc {
    /// After reset.
    pub fn new(back: Address) -> Self {
        Self { back, ..Self::default() }
    }

    pub fn reset(&mut self) {
        *self = Self::new(self.back);
    }

    /// The output VCs that the head requests, or requested last (rule VA2).
    #[inline(always)]
    pub fn requested<W: Word>(&self, fields: Fields<W>) -> W {
        fields.at(self.port as usize, self.requested)
    }

    #[inline(always)]
    pub fn ask<W: Word>(&mut self, fields: Fields<W>, port: usize, vcs: u8) {
        self.output = fields.bit(port, 0) as u8;
        self.port = port as u8;
        self.requested = vcs;
    }

    /// A flit of it, which is input VC `q`, leaves (rule ST1). Returns `q` as a bit if only the tail is left now.
    #[inline(always)]
    pub fn leave<W: Word>(&mut self, q: usize) -> W {
        self.left -= 1;
        W::bit_if(q, self.left == 1)
    }
}
