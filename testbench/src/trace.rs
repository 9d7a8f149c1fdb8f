//! Lines of text on what a router's outputs show.

use crate::binding::{View, Wires};
use crate::flits::Format;

/// The Verilog's output registers in a clock, in the form of the model's trace: flits, then credits, ports and VCs as `port.vc`. With a
/// `format` a head's own bits are left out (rule L4): they read 0.
pub(crate) fn outputs(view: &View<'_>, node: usize, format: Option<Format>) -> String {
    line(view, node, links(view, node, 0, 0, format))
}

/// The links of the ports from `first` on, whose data is behind `skip` other words.
pub(crate) fn links(view: &View<'_>, node: usize, first: usize, skip: usize, format: Option<Format>) -> Vec<String> {
    let wires: Vec<(usize, Wires<'_>)> = (first..view.ports()).map(|port| (port, view.outputs(node, port))).collect();
    let flits = wires.iter().filter(|(_, w)| w.control & 1 != 0).map(|(port, w)| format!("out {port}.{}", flit(w, skip, format)));
    let credits = wires.iter().filter(|(_, w)| w.control & 0x100 != 0).map(|(port, w)| format!("credit {port}.{}", w.control >> 12 & 15));
    flits.chain(credits).collect()
}

/// The clock, these parts, and the `error` bits.
pub(crate) fn line(view: &View<'_>, node: usize, mut parts: Vec<String>) -> String {
    match view.error(node) {
        0 => {}
        bits => parts.push(format!("error {bits:03b}")),
    }
    format!("{:>6} | {}", view.clock(), if parts.is_empty() { "-".into() } else { parts.join("; ") })
}

/// `2 head 0x0000a512`: VC, head, tail and data of a flit.
fn flit(wires: &Wires<'_>, skip: usize, format: Option<Format>) -> String {
    let head = if wires.control & 2 != 0 { " head" } else { "" };
    let tail = if wires.control & 4 != 0 { " tail" } else { "" };
    let data = &wires.data[skip..];
    let data = format.map_or(data, |format| &data[..format.width.div_ceil(32) as usize]);
    let data = format.map_or_else(|| data.to_vec(), |format| format.defined(data, wires.control & 2 != 0));
    let data: String = data.iter().rev().map(|word| format!("{word:08x}")).collect();
    format!("{}{head}{tail} 0x{data}", wires.control >> 4 & 15)
}
