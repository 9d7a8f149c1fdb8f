//! The first difference, in words.

use super::conductor::{ERROR_AT, TLAST, TREADY, TVALID};
use crate::binding::{Flit, Frame, View, Wires};
use crate::flits::hex;
use crate::link_text::{self, Difference, OTHERS};
use crate::manifest::Design;
use crate::report::{Divergence, Elsewhere};

/// What the model shows at a port.
#[derive(Clone, Copy)]
struct Expected<'a> {
    word: u32,
    tid: u32,
    data: &'a [u32],
}

/// What the Verilog shows at a port.
#[derive(Clone, Copy)]
struct Found<'a> {
    node: u32,
    /// Port 0, the node's streams.
    streams: bool,
    control: u32,
    tdest: u32,
    tid: u32,
    data: &'a [u32],
    errors: u8,
}

impl<'a> Found<'a> {
    fn new(view: &View<'a>, node: usize, port: usize) -> Self {
        let Wires { control, data } = view.outputs(node, port);
        let streams = port == 0;
        Self { node: node as u32, streams, control, tdest: data[0], tid: data[1], data: &data[2..], errors: view.errors(node) }
    }
}

/// Says what differs at word `first` of a frame, and where else.
pub(super) fn describe(design: &Design, view: &View<'_>, frame: &Frame, first: usize, recent: &[Flit]) -> Divergence {
    let width = design.flit_width;
    let words = width.div_ceil(32) as usize;
    let ports = view.ports();
    let network = &design.network;
    let expected = |at: usize| {
        let own = &frame.expected[at * (1 + words)..][..1 + words];
        Expected { word: frame.words[at].0 as u32, tid: own[0], data: &own[1..] }
    };
    let found = |at: usize| Found::new(view, at / ports, at % ports);
    let differs = |at: usize| difference(expected(at), found(at), width);
    let this = differs(first).unwrap_or(Difference { signal: "m_axis_tdata", expected: String::new(), found: String::new() });
    let place = |at: usize| {
        let node = (at / ports) as u32;
        (node, network.format_address(node), network.port_name(node, (at % ports) as u8))
    };
    let others = (first + 1..frame.words.len()).filter_map(|at| Some((at, differs(at)?))).take(OTHERS).map(|(at, d)| {
        let (node, address, port_name) = place(at);
        Elsewhere { node, address, port_name, signal: d.signal.into() }
    });
    let others = others.collect();
    let (node, address, port_name) = place(first);
    let (want, have) = (expected(first), found(first));
    let recent = recent.iter().map(|flit| match have.streams {
        true => format!("clock {}: {}", flit.clock, beat_text(flit.word.0 as u32, None, &link_text::recent_data(flit, width))),
        false => link_text::recent(flit, width),
    });
    Divergence {
        clock: view.clock(),
        node,
        address,
        port: first % ports,
        port_name,
        signal: this.signal.into(),
        expected: this.expected,
        found: this.found,
        expected_port: port_text(have.streams, want.word, want.tid, want.data, width),
        found_port: port_text(have.streams, have.control, have.tid, have.data, width),
        recent: recent.collect(),
        others,
        wave: None,
        wave_note: None,
    }
}

/// The first signal of a port that differs: valid before the fields that it makes valid.
fn difference(want: Expected<'_>, have: Found<'_>, width: u32) -> Option<Difference> {
    let differ = Difference::of;
    if !have.streams {
        return link_text::difference(want.word, have.control, || differ("out_data", hex(want.data, width), hex(have.data, width)));
    }
    let bit = |signal, bit: u32| differ(signal, u8::from(want.word & bit != 0).to_string(), u8::from(have.control & bit != 0).to_string());
    let beat = || {
        if want.word & TVALID == 0 {
            return None;
        }
        bit("m_axis_tlast", TLAST)
            .or_else(|| differ("m_axis_tid", want.tid.to_string(), have.tid.to_string()))
            .or_else(|| differ("m_axis_tdata", hex(want.data, width), hex(have.data, width)))
    };
    let error = || differ("error", format!("{:04b}", want.word >> ERROR_AT & 15), format!("{:04b}", have.errors));
    bit("m_axis_tvalid", TVALID)
        .or_else(beat)
        .or_else(|| bit("s_axis_tready", TREADY))
        .or_else(error)
        .or_else(|| differ("m_axis_tdest", have.node.to_string(), have.tdest.to_string()))
}

fn port_text(streams: bool, word: u32, tid: u32, data: &[u32], width: u32) -> String {
    if !streams {
        return link_text::port(word, data, width);
    }
    let beat = if word & TVALID != 0 { beat_text(word, Some(tid), &hex(data, width)) } else { "no beat".into() };
    format!("{beat}; s_axis_tready {}", u8::from(word & TREADY != 0))
}

/// `last beat 0x12 from 5`.
fn beat_text(word: u32, tid: Option<u32>, data: &str) -> String {
    let from = tid.map_or(String::new(), |tid| format!(" from {tid}"));
    format!("{}beat {data}{from}", if word & TLAST != 0 { "last " } else { "" })
}
