//! State of a link in words, from its wires alone.

use crate::binding::{Flit, Wires};
use crate::flits::{Format, hex};
use crate::protocol::Signal;

/// The wires of a link as one side shows them: control as that of [`Wires`], and the data in hexadecimal, empty where there is no flit.
#[derive(PartialEq, Eq)]
pub(crate) struct Link {
    pub control: u32,
    pub data: String,
}

impl Link {
    /// In the Verilog; the own bits of a head are 0 (rule L4).
    pub fn found(wires: Wires<'_>, format: Format) -> Self {
        let data = || hex(&format.defined(wires.data, wires.control & 2 != 0), format.width);
        Self { control: wires.control, data: if wires.control & 1 == 0 { String::new() } else { data() } }
    }

    /// `head flit 0x5 on VC 1; credit VC 0`.
    pub fn text(&self) -> String {
        port(self.control, || flit(self.control, &self.data))
    }
}

/// The control word of a flit, as [`Wires`] has it.
pub(crate) fn flit_word(head: bool, tail: bool, vc: usize) -> u32 {
    1 | u32::from(head) << 1 | u32::from(tail) << 2 | (vc as u32) << 4
}

/// The control word of a credit.
pub(crate) fn credit_word(vc: usize) -> u32 {
    1 << 8 | (vc as u32) << 12
}

/// A flit, or none, and the credit on the way back.
pub(crate) fn port(control: u32, flit: impl FnOnce() -> String) -> String {
    let flit = if control & 1 == 0 { "no flit".into() } else { flit() };
    let credit = if control & 0x100 == 0 { "no credit".into() } else { format!("credit VC {}", control >> 12 & 15) };
    format!("{flit}; {credit}")
}

/// `head`, `tail`, both or neither.
pub(crate) fn ends(control: u32) -> &'static str {
    ["body", "head", "tail", "head and tail"][(control >> 1 & 3) as usize]
}

/// `head flit 0x5 on VC 1`.
pub(crate) fn flit(control: u32, data: &str) -> String {
    format!("{} flit {data} on VC {}", ends(control), control >> 4 & 15)
}

/// The signals of a link: valid before the fields that it makes valid, the flit before the credit.
pub(crate) fn signals(expected: &Link, found: &Link) -> Vec<Signal> {
    let (want, have) = (expected.control, found.control);
    let field = |name, shift, mask| Signal::field(name, want, have, shift, mask);
    let mut all = vec![field("out_valid", 0, 1)];
    if want & 1 != 0 {
        all.extend([field("out_vc", 4, 15), field("out_head", 1, 1), field("out_tail", 2, 1)]);
        all.push(Signal::new("out_data", &expected.data, &found.data));
    }
    all.push(field("in_credit_valid", 8, 1));
    if want & 0x100 != 0 {
        all.push(field("in_credit_vc", 12, 15));
    }
    all
}

/// Data of a flit shown before: the shim keeps the low 48 bits.
pub(crate) fn data_before(flit: &Flit, width: u32) -> String {
    let word = flit.word.0;
    let shown = hex(&[(word >> 16) as u32, (word >> 48) as u32], width.min(48));
    if width > 48 { "..".to_owned() + shown.trim_start_matches("0x") } else { shown }
}
