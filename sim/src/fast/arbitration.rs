//! Who wins in a clock: the switch (router.md, sections 6 and 7), decided from the state alone (rule O1).

use super::fields::Fields;
use super::lanes::Lanes;
use super::state::{Block, InputVc, MAX_PORTS, Ports, Rules};
use super::word::{Bits, Word};

/// An allocation of a clock at eight routers: sets of input VCs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grants<W: Word> {
    /// Picked by their inputs, or called.
    pub picked: Lanes<W>,
    /// Of those, heads that find no VC (rule RQ4); in VC allocation only granted ones are looked at.
    pub void: Lanes<W>,
    /// Of those picked, the ones granted.
    pub granted: Lanes<W>,
}

/// The outcome of a clock at eight routers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision<W: Word> {
    /// Switch allocation.
    pub switch: Grants<W>,
    /// The inputs' pointers afterwards.
    pub ahead: Lanes<W>,
    /// VC allocation, if it has a clock of its own.
    pub allocation: Option<Grants<W>>,
    /// Heads that are given the output VC in [`InputVc::output`].
    pub given: Lanes<W>,
}

/// Eight routers, as arbitration sees them.
pub(super) struct Scene<'a, W: Word, const S: usize> {
    pub block: &'a Block<W, S>,
    /// By output port: input VCs whose front packet holds a VC of it, or asks for it.
    pub toward: &'a [Lanes<W>],
    pub ports: &'a [Ports],
    /// [`Fields::width`] a router. Sets the `output` of a head that finds a VC, whether it wins the switch or not; in VC allocation if it is granted.
    pub vcs: &'a mut [InputVc],
    pub rules: Rules<W>,
}

impl<W: Word, const S: usize> Scene<'_, W, S> {
    /// `PIPELINE` = 2: heads and bodies ask for the switch, and a winning head takes its VC there (rules SA1 to SA5).
    #[inline(always)]
    pub fn two(mut self) -> Decision<W> {
        let (r, fields) = (self.block, self.rules.fields);
        if !r.hreq.any() {
            return self.bodies();
        }
        let requests = r.mid | r.hreq & !fields.whole(r.mid);
        let picked = fields.pick(requests, r.ahead);
        let heads = picked & r.hreq;
        let void = self.choose(heads);
        let granted = self.grant(picked & !void, |ports| &ports.last);
        let ahead = fields.pass(r.ahead, granted | void);
        Decision { switch: Grants { picked, void, granted }, ahead, allocation: None, given: heads & granted }
    }

    /// `PIPELINE` = 3: bodies ask for the switch, called heads beside them for a VC (rules VA2 to VA4, VA6).
    #[inline(always)]
    pub fn three(mut self) -> Decision<W> {
        let called = self.block.called;
        let bodies = self.bodies();
        if !called.any() {
            return bodies;
        }
        let granted = self.grant(called, |ports| &ports.va_last);
        let void = self.choose(granted);
        Decision { allocation: Some(Grants { picked: called, void, granted }), given: granted & !void, ..bodies }
    }

    /// The switch among bodies.
    #[inline(always)]
    fn bodies(&self) -> Decision<W> {
        let (r, fields) = (self.block, self.rules.fields);
        let picked = fields.pick(r.mid, r.ahead);
        let granted = self.grant(picked, |ports| &ports.last);
        let switch = Grants { picked, void: Lanes::none(), granted };
        Decision { switch, ahead: fields.pass(r.ahead, granted), allocation: None, given: Lanes::none() }
    }

    /// The lowest VC that is ok for each of the `heads` (rules SA5, VA4); returns those that have none (rule RQ4).
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
                let free = vc.asked(self.rules.fields) & ok[i];
                if free == W::NONE {
                    void[i] |= W::bit(q);
                } else {
                    vc.output = free.first() as u8;
                }
            }
        }
        void
    }

    /// Of those that `ask`, at most one an input, the ones that their output port grants (rules SA3, VA3).
    #[inline(always)]
    fn grant(&self, ask: Lanes<W>, last: impl Fn(&Ports) -> &[u8; MAX_PORTS]) -> Lanes<W> {
        let mut granted = ask;
        let mut contended = Lanes::none();
        let one = Lanes::all(W::bit(0));
        // No lane has two picks more often than not where the load is low.
        if (granted & (granted - one)).any() {
            for &inputs in self.toward {
                let rivals = inputs & granted;
                contended |= rivals & (rivals - one);
            }
        }
        for i in contended.set() {
            granted[i] = contend(granted[i], i, self.toward, last(&self.ports[i]), self.rules.fields);
        }
        granted
    }
}

/// Round robin at the output ports that several inputs ask for.
#[inline(never)]
fn contend<W: Word>(mut picked: W, lane: usize, toward: &[Lanes<W>], last: &[u8; MAX_PORTS], fields: Fields<W>) -> W {
    for (inputs, &last) in toward.iter().zip(last) {
        let rivals = picked & inputs[lane];
        let ahead = fields.at_or_after(rivals, fields.next_port(last as usize));
        let first = if ahead == W::NONE { rivals } else { ahead };
        picked &= !rivals | first & W::NONE.wrapping_sub(first);
    }
    picked
}
