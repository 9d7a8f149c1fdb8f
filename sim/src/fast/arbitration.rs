//! Who wins in a clock: the switch (router.md, sections 6 and 7), decided from the state alone (rule O1).

use super::fields::{Bits, Fields};
use super::state::{InputVc, MAX_PORTS, Router, Rules};

/// An allocation of a clock: sets of input VCs.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Grants {
    /// Picked by their inputs.
    pub picked: u64,
    /// Of those, heads that find no VC (rule RQ4).
    pub void: u64,
    /// Of those, the ones granted.
    pub granted: u64,
    /// The inputs' pointers afterwards.
    pub ahead: u64,
}

/// The outcome of a clock at one router.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Decision {
    /// Switch allocation.
    pub switch: Grants,
    /// VC allocation, if it has a clock of its own.
    pub allocation: Grants,
    /// Heads that are given the output VC in [`InputVc::output`].
    pub given: u64,
}

/// The grants of a router's current clock. The picked heads' `output` is set, granted or not.
#[inline(always)]
pub(super) fn decide<const S: usize, const THREE: bool>(r: &Router<S>, vcs: &mut [InputVc], rules: &Rules) -> Decision {
    if THREE { three(r, vcs, rules) } else { two(r, vcs, rules) }
}

/// `PIPELINE` = 2: heads and bodies ask for the switch, and a winning head takes its VC there (rules SA1 to SA5).
#[inline(always)]
fn two<const S: usize>(r: &Router<S>, vcs: &mut [InputVc], rules: &Rules) -> Decision {
    let fields = rules.fields;
    let requests = r.mid | r.hreq & !fields.whole(r.mid);
    let picked = fields.pick(requests, r.ahead);
    let heads = picked & r.hreq;
    let void = if heads == 0 { 0 } else { choose(r, heads, vcs, rules) };
    let granted = grant(picked & !void, &r.toward, &r.turn, fields);
    let switch = Grants { picked, void, granted, ahead: fields.pass(r.ahead, granted | void) };
    Decision { switch, allocation: Grants { ahead: r.va_ahead, ..Grants::default() }, given: granted & heads }
}

/// `PIPELINE` = 3: bodies ask for the switch, heads beside them for a VC (rules VA1 to VA5).
#[inline(always)]
fn three<const S: usize>(r: &Router<S>, vcs: &mut [InputVc], rules: &Rules) -> Decision {
    let fields = rules.fields;
    let picked = fields.pick(r.mid, r.ahead);
    let granted = grant(picked, &r.toward, &r.turn, fields);
    let switch = Grants { picked, void: 0, granted, ahead: fields.pass(r.ahead, granted) };
    let mut allocation = Grants { ahead: r.va_ahead, ..Grants::default() };
    if r.hreq != 0 {
        let picked = fields.pick(r.hreq, r.va_ahead);
        let void = choose(r, picked, vcs, rules);
        let granted = grant(picked & !void, &r.toward, &r.va_turn, fields);
        allocation = Grants { picked, void, granted, ahead: fields.pass(r.va_ahead, granted | void) };
    }
    Decision { switch, allocation, given: allocation.granted }
}

/// The lowest VC that is ok for each picked head (rules SA5, VA4); returns the heads that have none (rule RQ4).
#[inline(always)]
fn choose<const S: usize>(r: &Router<S>, heads: u64, vcs: &mut [InputVc], rules: &Rules) -> u64 {
    let ok = r.ok(rules);
    let mut void = 0;
    for q in Bits(heads) {
        match vcs[q].asked & ok {
            0 => void |= 1 << q,
            free => vcs[q].output = free.trailing_zeros() as u8,
        }
    }
    void
}

/// Of the picks, at most one an input, those that their output port grants (rules SA3, VA3).
#[inline(always)]
fn grant(picked: u64, toward: &[u64; MAX_PORTS], turn: &[u8; MAX_PORTS], fields: Fields) -> u64 {
    let rivals = toward[..fields.ports()].iter().map(|inputs| inputs & picked);
    let contended = rivals.fold(0, |all, rivals| all | rivals & rivals.wrapping_sub(1));
    if contended == 0 { picked } else { contend(picked, toward, turn, fields) }
}

/// Round robin at the output ports that several inputs ask for.
#[inline(never)]
fn contend(mut picked: u64, toward: &[u64; MAX_PORTS], turn: &[u8; MAX_PORTS], fields: Fields) -> u64 {
    for port in 0..fields.ports() {
        let rivals = picked & toward[port];
        let ahead = match fields.from_port(rivals, turn[port] as usize) {
            0 => rivals,
            ahead => ahead,
        };
        picked &= !rivals | ahead & ahead.wrapping_neg();
    }
    picked
}
