//! Networks from a user's file: their routes as a table, and the file that goes with a design.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Classes, Network, RouteTable};

use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::graph_wiring::wire_graph;
use crate::library::library_module;
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: "own",
    routing: Offer::of(&[RoutingAlgorithm::Table]),
    vc_rules: Offer::of(&[VcRule::Table]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire: wire_graph,
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let _: &OwnNetwork = spec(network)?;
    let table = network.route_table().ok_or_else(|| Error::NoRtl(network.to_string()))?;
    let classes = match table.classes() {
        Classes::Given(classes) => u32::from(classes),
        Classes::Auto => return Err(Error::option("classes", "auto", "allowed in a router: 1 to 8 (classes are found before it is made)")),
    };
    let rows = Rows::new(network, table, classes);
    let ports = network.ports();
    let turns = turns(network, &*choices.routes(network)?);
    let route_parameters = vec![
        ("NUM_PORTS", ports.to_string()),
        ("ADDRESS_BITS", network.address_bits().to_string()),
        ("CLASSES", classes.to_string()),
        ("HOP_BITS", rows.hop_bits.to_string()),
        ("TURNS", matrix(&turns.masks())),
    ];
    let any = every_hop(table).any(|(at, to)| table.hop(at, to).class.is_none());
    let route_modules = vec![library_module("class_vcs"), VerilogModule::new("route_rows", rows.render()?), library_module("route_table")];
    Ok(NetworkRtl { route_parameters, mixed_classes: any && classes > 1, ..NetworkRtl::new(route_modules, turns, VcRule::Table) })
}

/// Sets of ports, as many as there are ports, as a Verilog number, the last one first.
fn matrix(masks: &[u32]) -> String {
    let ports = masks.len();
    let rows: Vec<String> = masks.iter().rev().map(|mask| format!("{mask:0ports$b}")).collect();
    if ports <= 8 {
        return format!("{}'b{}", ports * ports, rows.join("_"));
    }
    let bits = format!("{:0>1$}", rows.concat(), (ports * ports).next_multiple_of(4));
    let digit = |bits: &[u8]| bits.iter().fold(0, |digit, bit| digit << 1 | u32::from(bit - b'0'));
    let digits: String = bits.as_bytes().chunks(4).filter_map(|bits| char::from_digit(digit(bits), 16)).collect();
    format!("{}'h{digits}", ports * ports)
}

/// Where a design has the file of its network, with the classes of all routes.
pub(crate) fn network_file_name(top: &str) -> String {
    format!("{top}.network.toml")
}

/// That file, of a network from one.
pub(crate) fn network_file(network: &Network) -> Option<String> {
    network.of::<OwnNetwork>()?;
    let graph = network.graph();
    let mut text = Vec::new();
    export::write(Format::Toml, &Source { network, graph: &graph, table: network.route_table() }, &mut text).expect("a vector takes all");
    Some(String::from_utf8(text).expect("UTF-8"))
}

/// All pairs of a node and another one.
fn every_hop(table: &RouteTable) -> impl Iterator<Item = (u32, u32)> + use<> {
    let nodes = 0..table.nodes() as u32;
    nodes.clone().flat_map(move |at| nodes.clone().map(move |to| (at, to))).filter(|(at, to)| at != to)
}

/// The table in Verilog.
#[derive(Template)]
#[template(path = "route_rows_template.v")]
struct Rows {
    network: String,
    address_bits: u32,
    classes: u32,
    /// Bits of a hop: a hexadecimal digit for its port, and with several classes one for its class.
    hop_bits: u32,
    /// The low bits of a hop's place in its row.
    zeros: &'static str,
    row_bits: usize,
    per_line: usize,
    /// A row has several lines.
    long: bool,
    rows: Vec<Row>,
}

/// A node's row.
struct Row {
    /// The node.
    name: String,
    /// The hops as Verilog numbers, the highest destination first.
    lines: Vec<String>,
}

impl Rows {
    fn new(network: &Network, table: &RouteTable, classes: u32) -> Self {
        let (hop_bits, zeros, per_line, group) = if classes > 1 { (8, "3'd0", 16, 1) } else { (4, "2'd0", 64, 8) };
        let digits = |at: u32, to: u32| {
            let hop = table.hop(at, to);
            let class = if at == to { 0 } else { hop.class.unwrap_or(ANY) };
            if classes > 1 { format!("{class:x}{:x}", hop.port) } else { format!("{:x}", hop.port) }
        };
        let line = |at: u32, to: &[u32]| {
            let groups = to.chunks(group).map(|to| to.iter().rev().map(|&to| digits(at, to)).collect::<String>());
            let mut groups: Vec<String> = groups.collect();
            groups.reverse();
            format!("{}'h{}", to.len() * hop_bits, groups.join("_"))
        };
        let all: Vec<u32> = (0..table.nodes() as u32).collect();
        let row = |&at: &u32| {
            let mut lines: Vec<String> = all.chunks(per_line).map(|to| line(at, to)).collect();
            lines.reverse();
            Row { name: network.format_address(at), lines }
        };
        Self {
            network: network.to_string(),
            address_bits: network.address_bits(),
            classes,
            hop_bits: hop_bits as u32,
            zeros,
            row_bits: table.nodes() * hop_bits,
            per_line,
            long: table.nodes() > per_line,
            rows: all.iter().map(row).collect(),
        }
    }
}

/// A hop of class any, in the table.
const ANY: u8 = 8;
