//! What a link shows, in words, and where what it shows is not what is expected; from the wires alone.

use crate::binding::Flit;
use crate::flits::hex;

/// Other ports that a report tells of.
pub(crate) const OTHERS: usize = 8;

/// A signal whose value is not the expected one.
pub(crate) struct Difference {
    pub signal: &'static str,
    pub expected: String,
    pub found: String,
}

impl Difference {
    /// Of two values as they are told, if they differ.
    pub(crate) fn of(signal: &'static str, expected: String, found: String) -> Option<Self> {
        (expected != found).then_some(Self { signal, expected, found })
    }

    /// Of a field of two words.
    fn field(signal: &'static str, want: u32, have: u32, shift: u32, mask: u32) -> Option<Self> {
        Self::of(signal, (want >> shift & mask).to_string(), (have >> shift & mask).to_string())
    }
}

/// The first signal of a link that differs: valid before the fields that it makes valid, the flit before the credit. Both are control words as those
/// of [`crate::binding::Wires`].
pub(crate) fn difference(want: u32, have: u32, data: impl Fn() -> Option<Difference>) -> Option<Difference> {
    let field = |signal, shift, mask| Difference::field(signal, want, have, shift, mask);
    let flit = || {
        if want & 1 == 0 {
            return None;
        }
        field("out_vc", 4, 15).or_else(|| field("out_head", 1, 1)).or_else(|| field("out_tail", 2, 1)).or_else(&data)
    };
    field("out_valid", 0, 1)
        .or_else(flit)
        .or_else(|| field("in_credit_valid", 8, 1))
        .or_else(|| if want & 0x100 != 0 { field("in_credit_vc", 12, 15) } else { None })
}

/// `head flit 0x5 on VC 1`.
fn flit_text(control: u32, data: &str) -> String {
    let kind = ["body", "head", "tail", "head and tail"][(control >> 1 & 3) as usize];
    format!("{kind} flit {data} on VC {}", control >> 4 & 15)
}

/// `head flit 0x5 on VC 1; credit VC 0`.
pub(crate) fn port(control: u32, data: &[u32], width: u32) -> String {
    let flit = if control & 1 == 0 { "no flit".into() } else { flit_text(control, &hex(data, width)) };
    let credit = if control & 0x100 == 0 { "no credit".into() } else { format!("credit VC {}", control >> 12 & 15) };
    format!("{flit}; {credit}")
}

/// `clock 12: head flit 0x5 on VC 1`.
pub(crate) fn recent(flit: &Flit, width: u32) -> String {
    format!("clock {}: {}", flit.clock, flit_text(flit.word.0 as u32, &recent_data(flit, width)))
}

/// The shim keeps the low 48 bits of the data.
pub(crate) fn recent_data(flit: &Flit, width: u32) -> String {
    let word = flit.word.0;
    let shown = hex(&[(word >> 16) as u32, (word >> 48) as u32], width.min(48));
    if width > 48 { "..".to_owned() + shown.trim_start_matches("0x") } else { shown }
}
