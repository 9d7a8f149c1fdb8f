//! Who wins in a clock: the switch (router.md, sections 6 and 7), decided from the state alone (rule O1).

use super::fields::{Bits, Fields};
use super::lanes::{self, LANES, Lanes};
use super::state::{Block, InputVc, MAX_PORTS, Ports, Rules};

/// An allocation of a clock at eight routers: sets of input VCs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Grants {
    /// Picked by their inputs.
    pub picked: Lanes,
    /// Of those, heads that find no VC (rule RQ4).
    pub void: Lanes,
    /// Of those, the ones granted.
    pub granted: Lanes,
    /// The inputs' pointers afterwards.
    pub ahead: Lanes,
}

/// The outcome of a clock at eight routers.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decision {
    /// Switch allocation.
    pub switch: Grants,
    /// VC allocation, if it has a clock of its own.
    pub allocation: Option<Grants>,
    /// Heads that are given the output VC in [`InputVc::output`].
    pub given: Lanes,
}

/// Eight routers, as arbitration sees them.
pub(super) struct Scene<'a, const S: usize> {
    pub block: &'a Block<S>,
    /// By output port: input VCs whose front packet holds a VC of it, or asks for it.
    pub toward: &'a [Lanes],
    pub ports: &'a [Ports],
    /// [`Fields::width`] a router. A picked head's `output` is set, granted or not.
    pub vcs: &'a mut [InputVc],
    pub rules: Rules,
}

impl<const S: usize> Scene<'_, S> {
    /// `PIPELINE` = 2: heads and bodies ask for the switch, and a winning head takes its VC there (rules SA1 to SA5).
    #[inline(always)]
    pub fn two(mut self) -> Decision {
        let (r, fields) = (self.block, self.rules.fields);
        let (mut picked, mut heads) = (Lanes::default(), Lanes::default());
        for i in 0..LANES {
            let requests = r.mid[i] | r.hreq[i] & !fields.whole(r.mid[i]);
            picked[i] = fields.pick(requests, r.ahead[i]);
            heads[i] = picked[i] & r.hreq[i];
        }
        let void = self.choose(&heads);
        let switch = self.grant(picked, void, &r.ahead, |ports| &ports.turn);
        let mut given = Lanes::default();
        for i in 0..LANES {
            given[i] = heads[i] & switch.granted[i];
        }
        Decision { switch, allocation: None, given }
    }

    /// `PIPELINE` = 3: bodies ask for the switch, heads beside them for a VC (rules VA1 to VA5).
    #[inline(always)]
    pub fn three(mut self) -> Decision {
        let (r, fields) = (self.block, self.rules.fields);
        let pick = |requests: &Lanes, ahead: &Lanes| {
            let mut picked = Lanes::default();
            for i in 0..LANES {
                picked[i] = fields.pick(requests[i], ahead[i]);
            }
            picked
        };
        let switch = self.grant(pick(&r.mid, &r.ahead), Lanes::default(), &r.ahead, |ports| &ports.turn);
        if !lanes::any(&r.hreq) {
            return Decision { switch, ..Decision::default() };
        }
        let picked = pick(&r.hreq, &r.va_ahead);
        let void = self.choose(&picked);
        let allocation = self.grant(picked, void, &r.va_ahead, |ports| &ports.va_turn);
        Decision { switch, allocation: Some(allocation), given: allocation.granted }
    }

    /// The lowest VC that is ok for each picked head (rules SA5, VA4); returns the heads that have none (rule RQ4).
    #[inline(always)]
    fn choose(&mut self, heads: &Lanes) -> Lanes {
        let mut void = Lanes::default();
        if lanes::any(heads) {
            for i in 0..LANES {
                if heads[i] != 0 {
                    let ok = self.block.ok(i, &self.rules);
                    for q in Bits(heads[i]) {
                        let vc = &mut self.vcs[i * self.rules.fields.width() + q];
                        match vc.asked & ok {
                            0 => void[i] |= 1 << q,
                            free => vc.output = free.trailing_zeros() as u8,
                        }
                    }
                }
            }
        }
        void
    }

    /// Of the picks, at most one an input, those that their output port grants (rules SA3, VA3); the inputs' pointers move (rule SA4).
    #[inline(always)]
    fn grant(&self, picked: Lanes, void: Lanes, ahead: &Lanes, turn: impl Fn(&Ports) -> &[u8; MAX_PORTS]) -> Grants {
        let fields = self.rules.fields;
        let mut granted = Lanes::default();
        for i in 0..LANES {
            granted[i] = picked[i] & !void[i];
        }
        let mut contended = Lanes::default();
        for inputs in self.toward {
            for i in 0..LANES {
                let rivals = inputs[i] & granted[i];
                contended[i] |= rivals & rivals.wrapping_sub(1);
            }
        }
        if lanes::any(&contended) {
            for i in 0..LANES {
                if contended[i] != 0 {
                    granted[i] = contend(granted[i], i, self.toward, turn(&self.ports[i]), fields);
                }
            }
        }
        let mut passed = Lanes::default();
        for i in 0..LANES {
            passed[i] = fields.pass(ahead[i], granted[i] | void[i]);
        }
        Grants { picked, void, granted, ahead: passed }
    }
}

/// Round robin at the output ports that several inputs ask for.
#[inline(never)]
fn contend(mut picked: u64, lane: usize, toward: &[Lanes], turn: &[u8; MAX_PORTS], fields: Fields) -> u64 {
    for (inputs, &turn) in toward.iter().zip(turn) {
        let rivals = picked & inputs[lane];
        let ahead = match fields.from_port(rivals, turn as usize) {
            0 => rivals,
            ahead => ahead,
        };
        picked &= !rivals | ahead & ahead.wrapping_neg();
    }
    picked
}
