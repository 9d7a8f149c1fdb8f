//! Clocks of the nodes' own: the FIFOs between the network and its users (docs/axi_interface.md, K1 to K4).

use askama::Template;

use crate::common::Common;
use crate::error::Error;
use crate::parameters::Parameters;
use crate::signals::{Kind, Signal, streams};

/// What they are made of, in compile order.
pub(crate) const MODULES: [&str; 3] = ["synchronizer", "async_fifo", "axi_stream_clocks"];

/// What a beat comes with, the highest first.
struct Beat {
    /// Names at the user's side.
    user: String,
    /// Names on the network's clock.
    net: String,
    /// Bits of it in Verilog.
    bits: String,
}

#[derive(Template)]
#[template(path = "axis/axi_async_node_template.v")]
struct AsyncNode {
    c: Common,
    prefix: String,
    /// Direction, range and name.
    streams: Vec<(&'static str, String, &'static str)>,
    s_beat: Beat,
    m_beat: Beat,
    ptr_bits: u32,
}

/// A node with streams on a clock of their own.
///
/// # Errors
/// [`Error::Template`] if the template does not render.
pub(crate) fn async_node(p: &Parameters, places: u32) -> Result<String, Error> {
    let all: Vec<Signal> = streams(p).collect();
    let declared = |signal: &Signal| {
        let direction = if signal.output { "output wire" } else { "input  wire" };
        let range = signal.kind.width(p).map_or(String::new(), |width| match width.parse::<u32>() {
            Ok(bits) => format!("[{}:0]", bits - 1),
            Err(_) => format!("[{width}-1:0]"),
        });
        (direction, format!("{range:<19}"), signal.name)
    };
    let beat = |way: &str| {
        let with = |signal: &&Signal| {
            signal.name.starts_with(way)
                && !signal.name.ends_with("tvalid")
                && !signal.name.ends_with("tready")
                && signal.name != "m_axis_tdest"
        };
        let with: Vec<&Signal> = all.iter().filter(with).collect();
        let bits: Vec<String> = with.iter().map(|signal| signal.kind.width(p).unwrap_or_else(|| Kind::Bit.bits(p).to_string())).collect();
        let names: Vec<&str> = with.iter().map(|signal| signal.name).collect();
        Beat { user: names.join(", "), net: format!("net_{}", names.join(", net_")), bits: bits.join(" + ") }
    };
    let node = AsyncNode {
        c: Common::new(p),
        prefix: p.prefix(),
        streams: all.iter().map(declared).collect(),
        s_beat: beat("s_axis"),
        m_beat: beat("m_axis"),
        ptr_bits: places.ilog2(),
    };
    Ok(node.render()?)
}
