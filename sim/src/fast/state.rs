//! What a router keeps: the masks that every clock looks at, and a record for each input VC that only a flit of its own touches.

use super::counters::{self, Counters};
use super::fields::Fields;
use super::lanes::{LANES, Lanes};
use super::links::Address;
use super::packets::Slot;

/// Most ports of a router, the local one included.
pub(super) const MAX_PORTS: usize = 16;

/// What all routers of a network are alike in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rules {
    pub fields: Fields,
    pub depth: usize,
    /// `REUSE_EMPTY`, at every port.
    pub reuse_empty: u64,
}

/// Eight routers: masks with a bit a VC (see [`super::fields`]), counters of 0..=D in S slices.
#[derive(Debug, Clone)]
#[repr(align(64))]
pub(super) struct Block<const S: usize> {
    /// Flits in the buffers of the input VCs.
    pub flits: Counters<S>,
    /// `credit` of the output VCs (rule VC2).
    pub credits: Counters<S>,
    /// `mid` of this clock (rule RQ2).
    pub mid: Lanes,
    /// `hreq` of this clock (rule RQ3).
    pub hreq: Lanes,
    /// `act`: input VCs whose front packet holds an output VC (rule RQ1).
    pub act: Lanes,
    /// Of those, the ones whose output VC has credit. Bits outside `act` mean nothing.
    pub funded: Lanes,
    /// Input VCs with a head flit at the front.
    pub fronts: Lanes,
    /// Of those, the ones with more than one candidate.
    pub choosers: Lanes,
    /// Output VCs of packets whose tail is still to win the switch; with `draining` this is `owned` (rule VC1).
    pub held: Lanes,
    /// Output VCs of packets whose tail is in the output register.
    pub draining: Lanes,
    /// Pointers of the inputs in switch allocation, as [`Fields::pick`] wants them.
    pub ahead: Lanes,
    /// The same in VC allocation (`PIPELINE` = 3).
    pub va_ahead: Lanes,
}

impl<const S: usize> Block<S> {
    /// After reset (rule Z1).
    pub fn new(depth: usize) -> Self {
        let none = Lanes::default();
        Self {
            flits: [none; S],
            credits: counters::all(depth),
            mid: none,
            hreq: none,
            act: none,
            funded: none,
            fronts: none,
            choosers: none,
            held: none,
            draining: none,
            ahead: [!0; LANES],
            va_ahead: [!0; LANES],
        }
    }

    /// `ok` of all output VCs of a router (rule VC3).
    #[inline(always)]
    pub fn ok(&self, lane: usize, rules: &Rules) -> u64 {
        let mut funded = counters::any(&self.credits, lane);
        if rules.reuse_empty != 0 {
            funded &= !rules.reuse_empty | counters::equal(&self.credits, lane, rules.depth);
        }
        funded & !(self.held[lane] | self.draining[lane])
    }
}

/// What a router's output ports and output VCs remember.
#[derive(Debug, Clone)]
#[repr(C, align(32))]
pub(super) struct Ports {
    /// Pointers of the output ports in switch allocation (rule SA4).
    pub turn: [u8; MAX_PORTS],
    /// The same in VC allocation (rule VA3).
    pub va_turn: [u8; MAX_PORTS],
    /// The input VC that holds an output VC.
    pub owner: [u8; Fields::BITS],
}

impl Default for Ports {
    fn default() -> Self {
        Self { turn: [0; MAX_PORTS], va_turn: [0; MAX_PORTS], owner: [0; Fields::BITS] }
    }
}

/// An input VC, and the packet at its front.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct InputVc {
    /// VCs of the candidate that the head requests, or would.
    pub asked: u64,
    /// Far end of the output VC that it holds.
    pub to: Address,
    /// Where its credits go.
    pub back: Address,
    /// The packet at the front.
    pub packet: Slot,
    /// The output VC it holds, or was about to take, as a bit number.
    pub output: u8,
    /// Flits of the front packet, and those of them that have not won the switch.
    pub length: u8,
    pub left: u8,
}
