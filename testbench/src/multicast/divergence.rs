//! The first difference, in words.

use super::conductor::PORTS;
use crate::binding::{Flit, Frame, View, Wires};
use crate::flits::hex;
use crate::manifest::Design;
use crate::report::{Divergence, Elsewhere};

/// Other ports told of.
const OTHERS: usize = 8;

struct Difference {
    signal: &'static str,
    expected: String,
    found: String,
}

/// What the model shows at a port.
#[derive(Clone, Copy)]
struct Expected<'a> {
    word: u64,
    data: &'a [u32],
    /// `None` but at the last port, with which the `error` bits are compared.
    error: Option<u8>,
}

/// Says what differs at word `first` of a frame, and where else.
pub(super) fn describe(design: &Design, view: &View<'_>, frame: &Frame, first: usize, recent: &[Flit]) -> Divergence {
    let width = design.flit_width;
    let words = width.div_ceil(32) as usize;
    let expected = |at: usize| {
        let word = frame.words[at].0;
        let error = (at % PORTS + 1 == PORTS).then_some((word >> 16 & 15) as u8);
        Expected { word, data: &frame.data[at][..words], error }
    };
    let differs = |at: usize| difference(expected(at), view.outputs(at / PORTS, at % PORTS), view.errors(at / PORTS), width);
    let (node, port) = (first / PORTS, first % PORTS);
    let this = differs(first).unwrap_or(Difference { signal: "out_data", expected: String::new(), found: String::new() });
    let others = (first + 1..frame.words.len()).filter_map(|at| Some((at, differs(at)?))).take(OTHERS).map(|(at, d)| {
        let node = (at / PORTS) as u32;
        Elsewhere {
            node,
            address: design.network.format_address(node),
            port_name: design.port_name(node, at % PORTS),
            signal: d.signal.into(),
        }
    });
    let others = others.collect();
    let wires = view.outputs(node, port);
    Divergence {
        clock: view.clock(),
        node: node as u32,
        address: design.network.format_address(node as u32),
        port,
        port_name: design.port_name(node as u32, port),
        signal: this.signal.into(),
        expected: this.expected,
        found: this.found,
        expected_port: port_text(expected(first).word as u32, expected(first).data, width),
        found_port: port_text(wires.control, wires.data, width),
        recent: recent.iter().map(|flit| recent_text(flit, width)).collect(),
        others,
        wave: None,
        wave_note: None,
    }
}

/// The first signal of a port that differs: valid before the fields that it makes valid, the flit before the credit.
fn difference(expected: Expected<'_>, found: Wires<'_>, errors: u8, width: u32) -> Option<Difference> {
    let (want, have) = (expected.word as u32, found.control);
    let field = |signal, shift: u32, mask: u32| {
        let (want, have) = (want >> shift & mask, have >> shift & mask);
        (want != have).then(|| Difference { signal, expected: want.to_string(), found: have.to_string() })
    };
    let data = || {
        (expected.data != found.data).then(|| Difference {
            signal: "out_data",
            expected: hex(expected.data, width),
            found: hex(found.data, width),
        })
    };
    let flit = || {
        if want & 1 == 0 {
            return None;
        }
        field("out_vc", 4, 15).or_else(|| field("out_head", 1, 1)).or_else(|| field("out_tail", 2, 1)).or_else(data)
    };
    let error = || {
        let want = expected.error.filter(|&want| want != errors)?;
        Some(Difference { signal: "error", expected: format!("{want:04b}"), found: format!("{errors:04b}") })
    };
    field("out_valid", 0, 1)
        .or_else(flit)
        .or_else(|| field("in_credit_valid", 8, 1))
        .or_else(|| if want & 0x100 != 0 { field("in_credit_vc", 12, 15) } else { None })
        .or_else(error)
}

/// `head flit 0x5 on VC 1; credit VC 0`.
fn port_text(control: u32, data: &[u32], width: u32) -> String {
    let kind = ["body", "head", "tail", "head and tail"][(control >> 1 & 3) as usize];
    let flit = match control & 1 {
        0 => "no flit".into(),
        _ => format!("{kind} flit {} on VC {}", hex(data, width), control >> 4 & 15),
    };
    let credit = if control & 0x100 == 0 { "no credit".into() } else { format!("credit VC {}", control >> 12 & 15) };
    format!("{flit}; {credit}")
}

/// The shim keeps the low 48 bits of the data.
fn recent_text(flit: &Flit, width: u32) -> String {
    let word = flit.word.0;
    let data = [(word >> 16) as u32, (word >> 48) as u32];
    let shown = hex(&data, width.min(48));
    let dots = if width > 48 { "..".to_owned() + shown.trim_start_matches("0x") } else { shown };
    let kind = ["body", "head", "tail", "head and tail"][(word >> 1 & 3) as usize];
    format!("clock {}: {kind} flit {dots} on VC {}", flit.clock, word >> 4 & 15)
}
