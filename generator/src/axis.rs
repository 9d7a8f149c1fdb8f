//! What the templates of AXI4-Stream interfaces see (docs/axi_interface.md).

use minijinja::{Value, context};
use torusmith_design::Interface;

use crate::bits::clog2;
use crate::description::Number;
use crate::error::Error;
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::templates::{Values, render};
use crate::verilog::VerilogModule;

/// How beats go into flits (docs/axi_interface.md, Widths).
struct Packing {
    /// Flits of a beat, with so many bytes each.
    flits: u32,
    flit_bytes: u32,
    /// Beats of a flit.
    beats: u32,
    /// Bits of the number of valid bytes in a tail; 0 where each beat is a flit, or whole flits.
    count_bits: u32,
}

impl Packing {
    fn of(p: &Parameters) -> Self {
        let (width, flit) = (p.streams.width, p.flit_width);
        if p.streams.follow(flit) {
            return Self { flits: 1, flit_bytes: 0, beats: 1, count_bits: 0 };
        }
        let bytes = width / 8;
        // C: the most bytes that a flit holds with their number
        let capacity = (1..=flit / 8).rev().find(|bytes| 8 * bytes + clog2(bytes + 1) <= flit).unwrap_or(0);
        if p.streams.tkeep {
            let flits = bytes.div_ceil(capacity);
            let beats = if flits > 1 { 1 } else { capacity / bytes };
            return Self { flits, flit_bytes: capacity, beats, count_bits: clog2(capacity + 1) };
        }
        let flit_bytes = flit / 8;
        let flits = if width > flit { bytes.div_ceil(flit_bytes) } else { 1 };
        let beats = if 2 * bytes > capacity { 1 } else { capacity / bytes };
        Self { flits, flit_bytes, beats, count_bits: if beats == 1 { 0 } else { clog2(capacity + 1) } }
    }
}

/// What the templates see of streams, beside the values of the router.
pub(crate) fn values(p: &Parameters) -> Values {
    let mut values = Values::from([("vc_slots", p.axi4.is_some().into())]);
    if p.interface != Interface::Axis {
        return values;
    }
    let packing = Packing::of(p);
    let streams = p.streams;
    let even = streams.follow(p.flit_width);
    let header = 2 * p.address_bits + p.route_bits;
    let order = p.order_bit() == 1;
    let stream_range = if even { "[FLIT_WIDTH-1:0]".to_owned() } else { format!("[{}:0]", streams.width - 1) };
    values.extend([
        ("slug", p.name().into()),
        ("even", even.into()),
        ("partial", (!even && streams.width < p.flit_width).into()),
        ("stream_range", stream_range.into()),
        ("stream_width", streams.width.into()),
        ("bytes", (streams.width / 8).into()),
        ("tkeep", streams.tkeep.into()),
        ("user_bits", streams.user.into()),
        ("message_bits", streams.class.into()),
        ("carried", streams.carried().into()),
        ("head_bits", (header + streams.carried()).into()),
        ("split", (packing.flits > 1).into()),
        ("flits", packing.flits.into()),
        ("flit_bytes", packing.flit_bytes.into()),
        ("beats", packing.beats.into()),
        ("count_bits", packing.count_bits.into()),
        ("counter", if order { "credit_counter" } else { "credit_counter_whole" }.into()),
        ("may", if order { "has_credit" } else { "empty" }.into()),
        ("free", free(p, order).into()),
        ("never", Value::from(never(p, order))),
        ("comes", vcs_of_link(p).into()),
        ("bad", bad(p).into()),
        ("class_of", class_of(p).into()),
        ("numbered", p.rtl.source.as_ref().is_some_and(|source| source.number == Number::Counts).into()),
        ("source", source(p)),
    ]);
    values
}

/// The VC of the flit on the link from the router, one-hot.
pub(crate) fn vcs_of_link(p: &Parameters) -> String {
    let terms: Vec<String> = (0..p.num_vcs).rev().map(|vc| format!("in_vc == {}'d{vc}", p.vc_bits())).collect();
    terms.join(",\n    ")
}

/// What makes the routing bits; false where there are none.
pub(crate) fn source(p: &Parameters) -> Value {
    let Some(source) = &p.rtl.source else { return false.into() };
    let module = source.modules.last().map_or("", |module| &*module.name);
    let parameters: Vec<String> = source.parameters.iter().map(|(name, value)| format!("    .{name}({value})")).collect();
    let parameters = if parameters.is_empty() { String::new() } else { format!(" #(\n{}\n  )", parameters.join(",\n")) };
    context! { module, parameters, takes_number => source.number != Number::Absent }
}

/// The VCs that a packet may have: of its message class those with an empty buffer, or in order the one by its destination (RC9).
fn free(p: &Parameters, order: bool) -> String {
    let share = p.num_vcs / p.message_classes;
    let low = share.ilog2().min(3).min(p.address_bits);
    let vector = if order { "has_credit" } else { "empty" };
    let term = |vc: u32| {
        let mut all = vec![format!("{vector}[{vc}]")];
        let rank = vc % share;
        match low {
            _ if !order => {}
            _ if rank >> low > 0 => return "1'b0".to_owned(),
            0 => {}
            1 => all.push(if rank == 1 { "destination[0]" } else { "~destination[0]" }.to_owned()),
            bits => all.push(format!("(destination[{}:0] == {bits}'d{rank})", bits - 1)),
        }
        match p.streams.class {
            0 => {}
            bits => all.push(format!("(user{} == {bits}'d{})", part(p.streams.user, bits), vc / share)),
        }
        all.join(" & ")
    };
    let terms: Vec<String> = (0..p.num_vcs).rev().map(term).collect();
    if !order && p.streams.class == 0 { vector.to_owned() } else { format!("{{\n    {}\n  }}", terms.join(",\n    ")) }
}

/// The VCs that packets in order never take: of each message class as many are taken as destinations tell apart, a power of two.
fn never(p: &Parameters, order: bool) -> Vec<String> {
    let share = p.num_vcs / p.message_classes;
    let low = share.ilog2().min(3).min(p.address_bits);
    (0..p.num_vcs).filter(|vc| order && (vc % share) >> low > 0).map(|vc| format!("has_credit[{vc}]")).collect()
}

/// The lowest bits of a signal, all of which may be meant.
fn part(of: u32, bits: u32) -> String {
    match bits {
        _ if of == bits => String::new(),
        1 => "[0]".to_owned(),
        bits => format!("[{}:0]", bits - 1),
    }
}

/// A packet goes nowhere (T4).
fn bad(p: &Parameters) -> String {
    let nodes = p.network.terminals();
    let mut text = "destination == node".to_owned();
    if nodes < 1 << p.address_bits {
        text = format!("({text}) | (destination > {}'d{})", p.address_bits, nodes - 1);
    }
    let class = p.streams.class;
    if p.message_classes > 1 && p.message_classes < 1 << class {
        let text = if text.starts_with('(') { text } else { format!("({text})") };
        return format!("{text} |\n    (user{} > {class}'d{})", part(p.streams.user, class), p.message_classes - 1);
    }
    text
}

/// The message class of the VC that is open.
fn class_of(p: &Parameters) -> String {
    let share = p.num_vcs / p.message_classes;
    let bit =
        |b: u32| (0..p.num_vcs).filter(|vc| (vc / share) >> b & 1 == 1).map(|vc| format!("open[{vc}]")).collect::<Vec<_>>().join(" | ");
    let bits: Vec<String> = (0..p.streams.class).rev().map(bit).collect();
    if bits.len() == 1 { bits.concat() } else { format!("{{{}}}", bits.join(", ")) }
}

/// The modules of an interface in compile order; without the cells that they are made of.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn modules(p: &Parameters, values: &Values) -> Result<Vec<VerilogModule>, Error> {
    let packing = Packing::of(p);
    let widths: &[&str] = match (packing.flits, packing.count_bits) {
        (1, 0) => &[],
        (1, _) => &["axi_keep", "axi_packer", "axi_unpacker"],
        _ => &["axi_keep", "axi_splitter", "axi_joiner"],
    };
    let own = ["axi_packetizer", "axi_depacketizer", "axi_interface"];
    let rendered = own.map(|name| Ok(VerilogModule::new(name, render(&format!("axis/{name}.v"), values)?)));
    widths.iter().map(|name| Ok(library_module(name))).chain(rendered).collect()
}
