//! Who wins in a clock: the switch (router.md, sections 6 and 7), decided from the state alone (rule O1).

use super::fields::Fields;
use super::lanes::{self, LANES, Lanes};
use super::state::{Block, InputVc, MAX_PORTS, Ports, Rules};
use super::word::{Bits, Word};

/// An allocation of a clock at eight routers: sets of input VCs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grants<W> {
    /// Picked by their inputs.
    pub picked: Lanes<W>,
    /// Of those, heads that find no VC (rule RQ4).
    pub void: Lanes<W>,
    /// Of those, the ones granted.
    pub granted: Lanes<W>,
    /// The inputs' pointers afterwards.
    pub ahead: Lanes<W>,
}

/// The outcome of a clock at eight routers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Decision<W> {
    /// Switch allocation.
    pub switch: Grants<W>,
    /// VC allocation, if it has a clock of its own.
    pub allocation: Option<Grants<W>>,
    /// Heads that are given the output VC in [`InputVc::output`].
    pub given: Lanes<W>,
}

/// Eight routers, as arbitration sees them.
pub(super) struct Scene<'a, W, const S: usize> {
    pub block: &'a Block<W, S>,
    /// By output port: input VCs whose front packet holds a VC of it, or asks for it.
    pub toward: &'a [Lanes<W>],
    pub ports: &'a [Ports],
    /// [`Fields::width`] a router. A picked head's `output` is set, granted or not.
    pub vcs: &'a mut [InputVc<W>],
    pub rules: Rules<W>,
}

impl<W: Word, const S: usize> Scene<'_, W, S> {
    /// `PIPELINE` = 2: heads and bodies ask for the switch, and a winning head takes its VC there (rules SA1 to SA5).
    #[inline(always)]
    pub fn two(mut self) -> Decision<W> {
        let (r, fields) = (self.block, self.rules.fields);
        let (mut picked, mut heads) = (lanes::none(), lanes::none());
        for i in 0..LANES {
            let requests = r.mid[i] | r.hreq[i] & !fields.whole(r.mid[i]);
            picked[i] = fields.pick(requests, r.ahead[i]);
            heads[i] = picked[i] & r.hreq[i];
        }
        let void = self.choose(&heads);
        let switch = self.grant(picked, void, &r.ahead, |ports| &ports.last);
        let mut given = lanes::none();
        for i in 0..LANES {
            given[i] = heads[i] & switch.granted[i];
        }
        Decision { switch, allocation: None, given }
    }

    /// `PIPELINE` = 3: bodies ask for the switch, heads beside them for a VC (rules VA1 to VA5).
    #[inline(always)]
    pub fn three(mut self) -> Decision<W> {
        let (r, fields) = (self.block, self.rules.fields);
        let pick = |requests: &Lanes<W>, ahead: &Lanes<W>| {
            let mut picked = lanes::none();
            for i in 0..LANES {
                picked[i] = fields.pick(requests[i], ahead[i]);
            }
            picked
        };
        let switch = self.grant(pick(&r.mid, &r.ahead), lanes::none(), &r.ahead, |ports| &ports.last);
        if !lanes::any(&r.hreq) {
            return Decision { switch, allocation: None, given: lanes::none() };
        }
        let picked = pick(&r.hreq, &r.va_ahead);
        let void = self.choose(&picked);
        let allocation = self.grant(picked, void, &r.va_ahead, |ports| &ports.va_last);
        Decision { switch, allocation: Some(allocation), given: allocation.granted }
    }

    /// The lowest VC that is ok for each picked head (rules SA5, VA4); returns the heads that have none (rule RQ4).
    #[inline(always)]
    fn choose(&mut self, heads: &Lanes<W>) -> Lanes<W> {
        let mut void = lanes::none();
        if lanes::any(heads) {
            for i in 0..LANES {
                if heads[i] != W::NONE {
                    let ok = self.block.ok(i, &self.rules);
                    for q in Bits(heads[i]) {
                        let vc = &mut self.vcs[i * self.rules.fields.width() + q];
                        let free = vc.asked & ok;
                        if free == W::NONE {
                            void[i] |= W::bit(q);
                        } else {
                            vc.output = free.first() as u8;
                        }
                    }
                }
            }
        }
        void
    }

    /// Of the picks, at most one an input, those that their output port grants (rules SA3, VA3); the inputs' pointers move (rule SA4).
    #[inline(always)]
    fn grant(&self, picked: Lanes<W>, void: Lanes<W>, ahead: &Lanes<W>, last: impl Fn(&Ports) -> &[u8; MAX_PORTS]) -> Grants<W> {
        let fields = self.rules.fields;
        let mut granted = lanes::none();
        for i in 0..LANES {
            granted[i] = picked[i] & !void[i];
        }
        let mut contended = lanes::none::<W>();
        for inputs in self.toward {
            for i in 0..LANES {
                let rivals = inputs[i] & granted[i];
                contended[i] |= rivals & rivals.wrapping_sub(W::bit(0));
            }
        }
        if lanes::any(&contended) {
            for i in 0..LANES {
                if contended[i] != W::NONE {
                    granted[i] = contend(granted[i], i, self.toward, last(&self.ports[i]), fields);
                }
            }
        }
        let mut passed = lanes::none();
        for i in 0..LANES {
            passed[i] = fields.pass(ahead[i], granted[i] | void[i]);
        }
        Grants { picked, void, granted, ahead: passed }
    }
}

/// Round robin at the output ports that several inputs ask for.
#[inline(never)]
fn contend<W: Word>(mut picked: W, lane: usize, toward: &[Lanes<W>], last: &[u8; MAX_PORTS], fields: Fields<W>) -> W {
    for (inputs, &last) in toward.iter().zip(last) {
        let rivals = picked & inputs[lane];
        let ahead = fields.from_port(rivals, fields.next_port(last as usize));
        let first = if ahead == W::NONE { rivals } else { ahead };
        picked &= !rivals | first & W::NONE.wrapping_sub(first);
    }
    picked
}
