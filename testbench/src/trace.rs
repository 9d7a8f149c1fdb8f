//! Lines of text on what a router's outputs show, and on who waits for whom.

use torusmith_sim::engine::Waiting;
use torusmith_topology::Network;

use crate::binding::{View, Wires};

/// The Verilog's output registers in a clock, in the form of the model's trace: flits, then credits, ports and VCs as `port.vc`.
pub(crate) fn outputs(view: &View<'_>, node: usize) -> String {
    let wires: Vec<Wires<'_>> = (0..view.ports()).map(|port| view.outputs(node, port)).collect();
    let flits = wires.iter().enumerate().filter(|(_, w)| w.control & 1 != 0).map(|(port, w)| format!("out {port}.{}", flit(w)));
    let credits =
        wires.iter().enumerate().filter(|(_, w)| w.control & 0x100 != 0).map(|(port, w)| format!("credit {port}.{}", w.control >> 12 & 15));
    let mut parts: Vec<String> = flits.chain(credits).collect();
    match view.errors(node) {
        0 => {}
        bits => parts.push(format!("error {bits:03b}")),
    }
    format!("{:>6} | {}", view.clock(), if parts.is_empty() { "-".into() } else { parts.join("; ") })
}

/// `2 head 0x0000a512`: VC, head, tail and data of a flit.
fn flit(wires: &Wires<'_>) -> String {
    let head = if wires.control & 2 != 0 { " head" } else { "" };
    let tail = if wires.control & 4 != 0 { " tail" } else { "" };
    let data: String = wires.data.iter().rev().map(|word| format!("{word:08x}")).collect();
    format!("{}{head}{tail} 0x{data}", wires.control >> 4 & 15)
}

/// `router 12 (0030), input y+ VC 2, packet 77: waits for x+ VC 1`.
pub(crate) fn waiting(network: &Network, waiting: &Waiting) -> String {
    let Waiting { node, port, vc, packet, wants } = waiting;
    let name = |port: u8| network.port_name(*node, port);
    let wants: Vec<String> = wants.iter().map(|&(port, vc)| format!("{} VC {vc}", name(port))).collect();
    let address = network.format_address(*node);
    format!("router {node} ({address}), input {} VC {vc}, packet {packet}: waits for {}", name(*port), wants.join(" or "))
}
