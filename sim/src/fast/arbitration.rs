//! Arbitration of a clock: the switch (router.md, sections 6 and 7), decided from the state alone (rule O1).

use super::fields::Fields;
use super::lanes::Lanes;
use super::state::{Block, InputVc, Ports, Rules};
use super::word::{Bits, LANES, Word};

/// An allocation of a clock at eight routers: sets of input VCs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grants<W: Word> {
    /// Picked by their inputs (rules SA1, VA6), or called (rule VA1).
    pub picked: Lanes<W>,
    /// Picked heads that find no VC and request nothing (rules RQ4, SA2, VA2).
    pub void: Lanes<W>,
    /// Picked requests that are granted.
    pub granted: Lanes<W>,
}

/// The outcome of a clock at eight routers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision<W: Word> {
    /// Switch allocation.
    pub switch: Grants<W>,
    /// VC allocation, if it has a clock of its own.
    pub allocation: Option<Grants<W>>,
    /// Heads that are given the output VC in [`InputVc::output`].
    pub vc_given: Lanes<W>,
}

/// Inputs of arbitration at eight routers.
pub(super) struct Arbitration<'a, W: Word, const S: usize> {
    pub block: &'a Block<W, S>,
    /// By output port: input VCs whose front packet holds a VC of the port, or asks for one.
    pub toward: &'a [Lanes<W>],
    pub ports: Ports<&'a [u8]>,
    /// [`Fields::width`] a router. Sets the `output` of a head that finds a VC, whether it is granted or not.
    pub vcs: &'a mut [InputVc],
    pub rules: Rules<W>,
}

impl<W: Word, const S: usize> Arbitration<'_, W, S> {
    /// `PIPELINE` = 1, 2: heads and bodies ask for the switch, and a winning head takes its VC there (rules SA1 to SA5).
    #[inline(always)]
    pub fn two(mut self) -> Decision<W> {
        let (r, fields) = (self.block, self.rules.fields);
        if !r.hreq.any() {
            return self.bodies(fields.pick(r.mid, r.ahead));
        }
        let requests = r.mid | r.hreq & !fields.whole(r.mid);
        let picked = fields.pick(requests, r.ahead);
        let heads = picked & r.hreq;
        let void = self.choose(heads);
        let granted = self.grant(picked & !void);
        Decision { switch: Grants { picked, void, granted }, allocation: None, vc_given: heads & granted }
    }

    /// `PIPELINE` = 3: picked flits ask for the switch, and called heads for a VC (rules VA2 to VA4, VA6).
    #[inline(always)]
    pub fn three(mut self) -> Decision<W> {
        let called = self.block.called;
        let bodies = self.bodies(self.block.picked);
        if !called.any() {
            return bodies;
        }
        let void = self.choose(called);
        let granted = self.allocate(called & !void);
        Decision { allocation: Some(Grants { picked: called, void, granted }), vc_given: granted, ..bodies }
    }

    /// The switch among the bodies `picked`.
    #[inline(always)]
    fn bodies(&self, picked: Lanes<W>) -> Decision<W> {
        let switch = Grants { picked, void: Lanes::none(), granted: self.grant(picked) };
        Decision { switch, allocation: None, vc_given: Lanes::none() }
    }

    /// Chooses for each of the `heads` its lowest ok VC (rules SA5, VA4); returns the heads that have none (rule RQ4).
    #[inline(always)]
    fn choose(&mut self, heads: Lanes<W>) -> Lanes<W> {
        let mut void = Lanes::none();
        if !heads.any() {
            return void;
        }
        let ok = self.block.ok(&self.rules);
        for i in heads.set() {
            for q in Bits(heads[i]) {
                let vc = &mut self.vcs[i * self.rules.fields.width() + q];
                let free = vc.requested(self.rules.fields) & ok[i];
                if free == W::NONE {
                    void[i] |= W::bit(q);
                } else {
                    vc.output = free.first() as u8;
                }
            }
        }
        void
    }

    /// Requests in `ask`, at most one an input, that their output port grants (rule SA3).
    #[inline(always)]
    fn grant(&self, ask: Lanes<W>) -> Lanes<W> {
        let mut granted = ask;
        for i in self.contended(ask) {
            granted[i] = contend(granted[i], i, self.toward, self.ports.last, self.rules.fields);
        }
        granted
    }

    /// Requests for a VC in `ask` that the arbiter of their class grants (rule VA3).
    #[inline(always)]
    fn allocate(&self, ask: Lanes<W>) -> Lanes<W> {
        let mut granted = ask;
        for i in self.contended(ask) {
            let width = self.rules.fields.width();
            let (vcs, last) = (&self.vcs[i * width..][..width], &self.ports.va_last[i * width..][..width]);
            granted[i] = contend_by_class(granted[i], vcs, last, &self.rules);
        }
        granted
    }

    /// The lanes in which several inputs ask for one output port.
    #[inline(always)]
    fn contended(&self, ask: Lanes<W>) -> Bits<u32> {
        let mut contended = Lanes::none();
        let one = Lanes::all(W::bit(0));
        // No lane has two picks more often than not where the load is low.
        if (ask & (ask - one)).any() {
            for &inputs in self.toward {
                let rivals = inputs & ask;
                contended |= rivals & (rivals - one);
            }
        }
        contended.set()
    }
}

/// Winner among `rivals`, at least one of them and at most one an input: the first from the pointer up, which is after the port of `last` (rule SA4).
#[inline(always)]
fn first<W: Word>(rivals: W, last: u8, fields: Fields<W>) -> W {
    let ahead = fields.at_or_after(rivals, fields.next_port(last as usize));
    let first = if ahead == W::NONE { rivals } else { ahead };
    first & W::NONE.wrapping_sub(first)
}

/// Round robin at the output ports that several inputs ask for.
#[inline(never)]
fn contend<W: Word>(mut picked: W, lane: usize, toward: &[Lanes<W>], last: &[u8], fields: Fields<W>) -> W {
    for (inputs, last) in toward.iter().zip(last.chunks_exact(LANES)) {
        let rivals = picked & inputs[lane];
        picked &= !rivals | first(rivals, last[lane], fields);
    }
    picked
}

/// Round robin at the arbiters of the classes at the output ports.
#[inline(never)]
fn contend_by_class<W: Word>(mut asking: W, vcs: &[InputVc], last: &[u8], rules: &Rules<W>) -> W {
    let mut granted = W::NONE;
    while asking != W::NONE {
        let arbiter = rules.arbiter(&vcs[asking.first()]);
        let rivals = Bits(asking).fold(W::NONE, |all, q| all | W::bit_if(q, rules.arbiter(&vcs[q]) == arbiter));
        granted |= first(rivals, last[arbiter], rules.fields);
        asking &= !rivals;
    }
    granted
}
