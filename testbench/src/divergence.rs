//! The first difference, in words.

use torusmith_sim::engine::{Packet, PortWord};

use crate::binding::{Flit, Frame, View, Wires};
use crate::flits::{Format, hex};
use crate::manifest::{Design, Scope};
use crate::report::{Divergence, Elsewhere};

/// Other ports told of.
const OTHERS: usize = 8;

/// A signal whose value is not the expected one.
struct Difference {
    signal: &'static str,
    expected: String,
    found: String,
}

/// Says what differs at word `first` of a frame, and where else.
pub(crate) fn describe(
    design: &Design,
    format: Format,
    view: &View<'_>,
    frame: &Frame,
    packets: &[Packet],
    first: usize,
    recent: &[Flit],
) -> Divergence {
    let (ports, words) = (view.ports(), &frame.words);
    let network = &design.network;
    let prefix = if design.scope == Scope::Network { "local_" } else { "" };
    let signal = |d: &Difference| if d.signal == "error" { d.signal.to_owned() } else { format!("{prefix}{}", d.signal) };
    let differs = |at: usize| {
        let (node, port) = (at / ports, at % ports);
        let error = if port + 1 == ports { view.errors(node) } else { 0 };
        let data = || expected_data(frame, at, format, packets);
        difference(words[at], view.outputs(node, port), error, format, data)
    };
    let (node, port) = (first / ports, first % ports);
    let this = differs(first).unwrap_or(Difference { signal: "out_data", expected: String::new(), found: String::new() });
    let others = (first + 1..words.len()).filter_map(|at| Some((at, differs(at)?))).take(OTHERS).map(|(at, d)| {
        let node = (at / ports) as u32;
        Elsewhere {
            node,
            address: network.format_address(node),
            port_name: network.port_name(node, (at % ports) as u8),
            signal: signal(&d),
        }
    });
    let others = others.collect();
    Divergence {
        clock: view.clock(),
        node: node as u32,
        address: network.format_address(node as u32),
        port,
        port_name: network.port_name(node as u32, port as u8),
        signal: signal(&this),
        expected: this.expected,
        found: this.found,
        expected_port: expected_port(words[first], format, packets),
        found_port: found_port(view.outputs(node, port), format),
        recent: recent.iter().map(|f| format!("clock {}: {}", f.clock, flit_text(f.word, packets))).collect(),
        others,
        wave: None,
        wave_note: None,
    }
}

/// Data of the flit that the model shows at a word; a head's may have been rewritten on the way (rule RC7).
fn expected_data(frame: &Frame, at: usize, format: Format, packets: &[Packet]) -> String {
    let word = frame.words[at];
    let Some(packet) = packets.get(word.packet() as usize) else { return "?".into() };
    let rewritten = frame.heads.binary_search_by_key(&(at as u64), |head| head.at).ok().map(|i| frame.heads[i].header);
    let header = rewritten.unwrap_or_else(|| format.header(packet, packet.bits));
    hex(&format.defined(&format.data(packet, word.index(), header), word.head()), format.width)
}

/// The first signal of a port that differs: valid before the fields that it makes valid, the flit before the credit.
fn difference(word: PortWord, found: Wires<'_>, error: u8, format: Format, data: impl Fn() -> String) -> Option<Difference> {
    let bit = |at: u32| found.control >> at & 1 != 0;
    let field = |at: u32| (found.control >> at & 15) as usize;
    let differ = |signal, expected: String, found: String| (expected != found).then_some(Difference { signal, expected, found });
    let one = |b: bool| u8::from(b).to_string();
    let credit = word.credit();
    let flit = || {
        if !word.valid() {
            return None;
        }
        differ("out_vc", word.vc().to_string(), field(4).to_string())
            .or_else(|| differ("out_head", one(word.head()), one(bit(1))))
            .or_else(|| differ("out_tail", one(word.tail()), one(bit(2))))
            .or_else(|| differ("out_data", data(), hex(&format.defined(found.data, word.head()), format.width)))
    };
    differ("out_valid", one(word.valid()), one(bit(0)))
        .or_else(flit)
        .or_else(|| differ("in_credit_valid", one(credit.is_some()), one(bit(8))))
        .or_else(|| differ("in_credit_vc", credit?.to_string(), field(12).to_string()))
        .or_else(|| differ("error", "000".into(), format!("{error:03b}")))
}

/// `#12:3 of 16, VC 2, from 5 to 77; credit VC 1`.
fn expected_port(word: PortWord, _format: Format, packets: &[Packet]) -> String {
    let flit = if word.valid() { flit_text(word, packets) } else { "no flit".into() };
    format!("{flit}; {}", word.credit().map_or("no credit".into(), |vc| format!("credit VC {vc}")))
}

fn flit_text(word: PortWord, packets: &[Packet]) -> String {
    let kind = match (word.head(), word.tail()) {
        (true, true) => "head and tail",
        (true, false) => "head",
        (false, true) => "tail",
        (false, false) => "body",
    };
    let packet = packets.get(word.packet() as usize);
    let packet =
        packet.map_or(String::new(), |p| format!(" of packet {} ({} flits, {} to {})", p.number, p.flits, p.source, p.destination));
    format!("{kind} flit {}{packet} on VC {}", word.index(), word.vc())
}

fn found_port(found: Wires<'_>, format: Format) -> String {
    let c = found.control;
    let kind = ["body", "head", "tail", "head and tail"][(c >> 1 & 3) as usize];
    let data = hex(&format.defined(found.data, c & 2 != 0), format.width);
    let flit = if c & 1 == 0 { "no flit".into() } else { format!("{kind} flit {data} on VC {}", c >> 4 & 15) };
    let credit = if c & 0x100 == 0 { "no credit".into() } else { format!("credit VC {}", c >> 12 & 15) };
    format!("{flit}; {credit}")
}
