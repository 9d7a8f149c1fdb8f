//! The module around a network with AXI4 interfaces: each node's record as a slice of a vector, and a checker at every port.

use std::fmt::Write as _;

use torusmith_topology::TerminalId;

use super::instances::Instances;
use super::layout::{Field, Layout};
use crate::manifest::Design;

/// The checker's modules (docs/axi4_checker.md): names and texts.
pub const CHECKER: [(&str, &str); 5] = [
    ("axi4_channel_rules.v", include_str!("../../../rtl/axi4/axi4_channel_rules.v")),
    ("axi4_address_rules.v", include_str!("../../../rtl/axi4/axi4_address_rules.v")),
    ("axi4_read_rules.v", include_str!("../../../rtl/axi4/axi4_read_rules.v")),
    ("axi4_write_rules.v", include_str!("../../../rtl/axi4/axi4_write_rules.v")),
    ("axi4_checker.v", include_str!("../../../rtl/axi4/axi4_checker.v")),
];

/// Most requests of a direction at a port: slots or those held, and some in the stages before.
const OUTSTANDING: u32 = 32;

/// A side of the network: its prefix, how many there are, and the index of a node's.
struct Side<'a> {
    prefix: &'a str,
    nodes: Vec<u32>,
}

impl Side<'_> {
    fn index(&self, node: u32) -> Option<usize> {
        self.nodes.iter().position(|&at| at == node)
    }
}

/// The module's name, and its text: inputs `driven` and outputs `shown` have a node's record at [node * BITS +: BITS], BITS = 32 * words; behind the
/// signals of `shown` there are what the checkers of manager and subordinate found, and whether something moves on a link.
pub fn bench(design: &Design) -> Option<(String, String)> {
    let axi4 = design.axi4.as_ref()?;
    let (nodes, bits) = (design.network.terminals(), 32 * design.data_words());
    let (driven, shown) = (axi4.driven(), axi4.shown(&design.network, design.vc_bits()));
    let instances = Instances::of(design);
    let graph = design.network.graph();
    let sides = [
        Side { prefix: "s_axi", nodes: axi4.map.managers().collect() },
        Side { prefix: "m_axi", nodes: axi4.map.subordinates().collect() },
    ];
    let name = format!("{}_bench", design.manifest.top);
    let mut text = format!(
        "module {name} (\n  input wire clk,\n  input wire rst,\n  input wire clear_error,\n  input wire [{0}:0] driven,\n  \
         output wire [{0}:0] shown\n);\n  wire [{1}:0] error;\n",
        nodes * bits - 1,
        8 * nodes - 1
    );
    let signals: Vec<(&Side<'_>, &Field, bool)> = sides
        .iter()
        .flat_map(|side| {
            let of = move |field: &&Field| field.bits > 0 && field.name.starts_with(side.prefix);
            let inputs = driven.fields.iter().filter(of).map(move |field| (side, field, true));
            inputs.chain(shown.fields.iter().filter(of).map(move |field| (side, field, false)))
        })
        .collect();
    for (side, field, _) in &signals {
        let _ = writeln!(text, "  wire [{}:0] {};", side.nodes.len() as u32 * field.bits - 1, field.name);
    }
    let ports: String = signals.iter().map(|(_, field, _)| format!(", .{0}({0})", field.name)).collect();
    let _ = writeln!(text, "  {} u_network (.clk(clk), .rst(rst), .clear_error(clear_error), .error(error){ports});", design.manifest.top);
    for node in 0..nodes {
        let router = instances.path(graph.at(TerminalId(node as u32)).router as usize);
        node_record(&mut text, design, &router, node, bits, [&driven, &shown], &sides);
    }
    text.push_str("endmodule\n");
    Some((name, text))
}

fn node_record(
    text: &mut String,
    design: &Design,
    router: &str,
    node: usize,
    bits: usize,
    [driven, shown]: [&Layout; 2],
    sides: &[Side<'_>; 2],
) {
    let base = node * bits;
    let slice = |field: &Field| {
        let side = sides.iter().find(|side| field.name.starts_with(side.prefix));
        match (side, field.name.as_str()) {
            (Some(side), name) => side.index(node as u32).map(|index| format!("{name}[{} +: {}]", index as u32 * field.bits, field.bits)),
            (None, "error") => Some(format!("error[{} +: 8]", 8 * node)),
            (None, name) => link(design, name, node, field.bits).or_else(|| between(design, router, name, field.bits)),
        }
    };
    for field in driven.fields.iter().filter(|field| field.bits > 0) {
        if let Some(target) = slice(field) {
            let _ = writeln!(text, "  assign {target} = driven[{} +: {}];", base + field.at as usize, field.bits);
        }
    }
    let mut end = 0;
    for field in shown.fields.iter().filter(|field| field.bits > 0) {
        if field.at > end {
            let _ = writeln!(text, "  assign shown[{} +: {1}] = {1}'d0;", base + end as usize, field.at - end);
        }
        end = field.at + field.bits;
        let found = slice(field);
        let gate = field.gate.and_then(|gate| slice(&shown.fields[gate]));
        let value = match (found, gate) {
            (Some(found), Some(gate)) => format!("{gate} ? {found} : {}'d0", field.bits),
            (Some(found), None) => found,
            (None, _) => format!("{}'d0", field.bits),
        };
        let _ = writeln!(text, "  assign shown[{} +: {}] = {value};", base + field.at as usize, field.bits);
    }
    let mut behind = base + 32 * shown.words();
    if behind > base + end as usize {
        let _ = writeln!(text, "  assign shown[{} +: {1}] = {1}'d0;", base + end as usize, behind - base - end as usize);
    }
    for side in sides {
        match side.index(node as u32) {
            Some(index) => checker(text, design, side, index, node, behind),
            None => _ = writeln!(text, "  assign shown[{behind} +: 32] = 32'd0;"),
        }
        behind += 32;
    }
    let moves: Vec<String> =
        shown.fields.iter().filter(|field| !field.name.contains("axi") && field.name.ends_with("_valid")).filter_map(slice).collect();
    let moves = if moves.is_empty() { "1'b0".into() } else { moves.join(" | ") };
    let _ = writeln!(text, "  assign shown[{behind} +: 32] = {{31'd0, {moves}}};");
    let rest = base + bits - (behind + 32);
    if rest > 0 {
        let _ = writeln!(text, "  assign shown[{} +: {rest}] = {rest}'d0;", behind + 32);
    }
}

/// Name of a wire between a node's router and another one, in the module around it: of port p, `request_outP_data`, `request_inP_credit_vc`.
fn between(design: &Design, instance: &str, name: &str, bits: u32) -> Option<String> {
    let (network, rest) = name.split_once('_')?;
    let (way, signal) = rest.split_once('_')?;
    let port: u32 = way.trim_start_matches(char::is_alphabetic).parse().ok()?;
    let locals = design.network.local_ports() as u32;
    let (vcs, width) = (design.vc_bits(), design.axi4.as_ref()?.widths[usize::from(network == "response")]);
    let (vector, each, low) = match signal {
        "credit_valid" => ("credit_out", 1 + vcs, vcs),
        "credit_vc" => ("credit_out", 1 + vcs, 0),
        "valid" => ("flit_out", 3 + vcs + width, width + vcs + 2),
        "head" => ("flit_out", 3 + vcs + width, width + vcs + 1),
        "tail" => ("flit_out", 3 + vcs + width, width + vcs),
        "vc" => ("flit_out", 3 + vcs + width, width),
        _ => ("flit_out", 3 + vcs + width, 0),
    };
    let at = |low: u32| format!("u_network.u_{network}s.{instance}.{vector}[{}", (port - locals) * each + low);
    let wire = format!("{} +: {bits}]", at(low));
    Some(if signal == "data" { without_own(design, &wire, &format!("{}]", at(width + vcs + 1)), bits) } else { wire })
}

/// Data of a flit; what routers keep in a head for themselves reads 0 (P2).
fn without_own(design: &Design, data: &str, head: &str, bits: u32) -> String {
    match design.axi4.as_ref().map_or(0, |axi4| axi4.shape.own_bits) {
        0 => data.into(),
        own => format!("({data} & ~{{{{{own}{{{head}}}}}, {}'d0}})", bits - own),
    }
}

/// A local link's signal inside of the network.
fn link(design: &Design, name: &str, node: usize, bits: u32) -> Option<String> {
    let (network, rest) = name.split_once('_').filter(|(_, rest)| rest.starts_with("in_") || rest.starts_with("out_"))?;
    let wire = format!("u_network.{network}_{rest}[{} +: {bits}]", node as u32 * bits);
    if !rest.ends_with("data") {
        return Some(wire);
    }
    Some(without_own(design, &wire, &format!("u_network.{network}_{}_head[{node}]", rest.trim_end_matches("_data")), bits))
}

/// A checker at a port.
fn checker(text: &mut String, design: &Design, side: &Side<'_>, index: usize, node: usize, at: usize) {
    let Some(axi4) = &design.axi4 else { return };
    let shape = axi4.shape;
    let manager = side.prefix == "s_axi";
    let (id, request_user) = match manager {
        true => (shape.id_width, shape.user_width),
        false => (1, shape.request_user_width(design.network.address_bits())),
    };
    let user = shape.user_width;
    // Data may be ahead of its address by all places for it, and a beat on its way to them.
    let ahead = (shape.beats[1].max(512) + 2).next_power_of_two().ilog2();
    let (addr, data, asked, told, prefix) = (shape.addr_width, shape.data_width, request_user.max(1), user.max(1), side.prefix);
    let _ = write!(
        text,
        "  axi4_checker #(.ADDR_WIDTH({addr}), .DATA_WIDTH({data}), .ID_WIDTH({id}), .AW_USER_WIDTH({asked}), .W_USER_WIDTH({told}), \
         .B_USER_WIDTH({told}), .AR_USER_WIDTH({asked}), .R_USER_WIDTH({told}), .OUTSTANDING({OUTSTANDING}), .AHEAD_BITS({ahead}), \
         .WHOLE_READS(1), .MESSAGES(0)) u_{prefix}_{node} (.clk(clk), .rst(rst), .broken(shown[{at} +: 32]), .in_flight_reads(), \
         .in_flight_writes()"
    );
    let mut port = |name: &str, bits: u32| {
        // Nobody looks at the ids of a subordinate's answers.
        let signal = if bits == 0 || (!manager && ["bid", "rid"].contains(&name)) {
            "1'b0".into()
        } else {
            format!("{}_{name}[{} +: {bits}]", side.prefix, index as u32 * bits)
        };
        let _ = write!(text, ", .{name}({signal})");
    };
    let fixed = [("len", 8), ("size", 3), ("burst", 2), ("lock", 1), ("cache", 4), ("prot", 3), ("qos", 4), ("region", 4)];
    for way in ["aw", "ar"] {
        let fields = [&[("valid", 1), ("ready", 1), ("id", id), ("addr", shape.addr_width), ("user", request_user)], &fixed[..]].concat();
        fields.iter().for_each(|(name, bits)| port(&format!("{way}{name}"), *bits));
    }
    let w = [("wvalid", 1), ("wready", 1), ("wdata", data), ("wstrb", data / 8), ("wlast", 1), ("wuser", user)];
    let b = [("bvalid", 1), ("bready", 1), ("bid", id), ("bresp", 2), ("buser", user)];
    let r = [("rvalid", 1), ("rready", 1), ("rid", id), ("rdata", data), ("rresp", 2), ("rlast", 1), ("ruser", user)];
    w.iter().chain(&b).chain(&r).for_each(|(name, bits)| port(name, *bits));
    text.push_str(");\n");
}
