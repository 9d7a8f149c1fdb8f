//! The first difference, in words.

use super::conductor::PORTS;
use crate::binding::{Flit, Frame, View, Wires};
use crate::flits::hex;
use crate::link_text::{self, Difference, OTHERS};
use crate::manifest::Design;
use crate::report::{Divergence, Elsewhere};

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
        expected_port: link_text::port(expected(first).word as u32, expected(first).data, width),
        found_port: link_text::port(wires.control, wires.data, width),
        recent: recent.iter().map(|flit| link_text::recent(flit, width)).collect(),
        others,
        wave: None,
        wave_note: None,
    }
}

/// The first signal of a port that differs: the link before `error`.
fn difference(expected: Expected<'_>, found: Wires<'_>, errors: u8, width: u32) -> Option<Difference> {
    let data = || Difference::of("out_data", hex(expected.data, width), hex(found.data, width));
    let error = || Difference::of("error", format!("{:04b}", expected.error?), format!("{errors:04b}"));
    link_text::difference(expected.word as u32, found.control, data).or_else(error)
}
