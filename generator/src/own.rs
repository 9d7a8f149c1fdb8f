//! Networks from a user's file: their routes as a table, and the file that goes with a design.

use minijinja::{Value, context};
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::degraded::own_network;
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::{Classes, Network, RouteTable, TerminalId};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer};
use crate::graph_wiring::wire_graph;
use crate::templates::{Values, render};
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
    let table = network.route_table().ok_or_else(|| Error::NoRtl(network.to_string()))?;
    let classes = match table.classes() {
        Classes::Given(classes) => u32::from(classes),
        Classes::Auto => return Err(Error::option("classes", "auto", "allowed in a router: 1 to 8 (classes are found before it is made)")),
    };
    let ports = network.ports();
    let turns = turns(network, &*choices.routes(network)?);
    let mixed = classes > 1 && every_hop(table).any(|(at, to)| table.hop(at, to).class.is_none());
    let rows = Rows::new(network, table, classes, mixed);
    let masks = turns.masks();
    let row = |(i, mask): (usize, &u32)| {
        format!("{ports}'b{mask:0ports$b}{}  // from {}", if i == 0 { " " } else { "," }, network.port_label(i as u8))
    };
    let mut port_turns: Vec<String> = masks.iter().enumerate().map(row).collect();
    port_turns.reverse();
    let mut values = rows.values(network);
    values.extend([
        ("ports", (ports as u32).into()),
        ("classes", classes.into()),
        ("class_bits", if mixed { classes } else { clog2(classes) }.into()),
        ("mixed", mixed.into()),
        ("port_turns", Value::from(port_turns)),
    ]);
    let route = VerilogModule::new("route", render("routes/table.v", &values)?);
    Ok(NetworkRtl { mixed_classes: mixed, ..NetworkRtl::new(vec![route], turns, VcRule::Table) })
}

/// Where a design has the file of its network, with the classes of all routes.
pub(crate) fn network_file_name(top: &str) -> String {
    format!("{top}.network.toml")
}

/// Whether a design has the file of its network: its routes are in no name.
pub(crate) fn has_network_file(network: &Network) -> bool {
    own_network(network).is_some() || network.dead().is_some()
}

/// That file, of a network from one, or with links or nodes out of service.
pub(crate) fn network_file(network: &Network) -> Option<String> {
    has_network_file(network).then_some(())?;
    let graph = network.graph();
    let mut text = Vec::new();
    export::write(Format::Toml, &Source { network, graph: &graph, table: network.route_table() }, &mut text).expect("a vector takes all");
    Some(String::from_utf8(text).expect("UTF-8"))
}

/// All pairs of a router and a terminal of another one.
fn every_hop(table: &RouteTable) -> impl Iterator<Item = (u32, TerminalId)> + use<> {
    let terminals = table.terminals().clone();
    let to = TerminalId::all(terminals.count());
    let all = (0..terminals.routers() as u32).flat_map(move |at| to.clone().map(move |to| (at, to)));
    all.filter(move |(at, to)| *at != terminals.at(*to).router)
}

/// The table in Verilog.
struct Rows {
    classes: u32,
    mixed: bool,
    /// Bits of the port in a hop.
    port_bits: u32,
    /// The lowest bits of a hop, a hexadecimal digit for its port and with several classes one for its class, without leading zeros.
    used_bits: u32,
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
    fn new(network: &Network, table: &RouteTable, classes: u32, mixed: bool) -> Self {
        let port_bits = if network.ports() > 16 { 8 } else { 4 };
        let (hop_bits, zeros, per_line, group) = match (classes > 1, port_bits) {
            (true, 8) => (16, "4'd0", 8, 1),
            (true, _) => (8, "3'd0", 16, 1),
            (false, 8) => (8, "3'd0", 32, 4),
            (false, _) => (4, "2'd0", 64, 8),
        };
        let terminals = table.terminals();
        let digits = |at: u32, to: TerminalId| {
            let hop = table.hop(at, to);
            let class = if at == terminals.at(to).router { 0 } else { hop.class.unwrap_or(ANY) };
            let width = port_bits / 4;
            if classes > 1 { format!("{class:0width$x}{:0width$x}", hop.port) } else { format!("{:0width$x}", hop.port) }
        };
        let line = |at: u32, to: &[TerminalId]| {
            let groups = to.chunks(group).map(|to| to.iter().rev().map(|&to| digits(at, to)).collect::<String>());
            let mut groups: Vec<String> = groups.collect();
            groups.reverse();
            format!("{}'h{}", to.len() * hop_bits, groups.join("_"))
        };
        let all: Vec<TerminalId> = TerminalId::all(table.terminals().count()).collect();
        let row = |at: u32| {
            let mut lines: Vec<String> = all.chunks(per_line).map(|to| line(at, to)).collect();
            lines.reverse();
            Row { name: network.format_address(at), lines }
        };
        Self {
            classes,
            mixed,
            port_bits: port_bits as u32,
            used_bits: if classes > 1 && !mixed { port_bits as u32 + (classes - 1).ilog2() + 1 } else { hop_bits as u32 },
            zeros,
            row_bits: table.terminals().count() * hop_bits,
            per_line,
            long: table.terminals().count() > per_line,
            rows: (0..terminals.routers() as u32).map(row).collect(),
        }
    }

    /// What the template sees of it.
    fn values(&self, network: &Network) -> Values {
        let apart = network.attached().apart();
        let at_home = match (apart, self.classes) {
            (true, _) => "its local port at the destination's router",
            (false, 1) => "0 at the destination",
            (false, _) => "00 at the destination",
        };
        let digits = match (self.classes, self.port_bits) {
            (1, 4) => "a hexadecimal digit",
            (_, 4) | (1, _) => "two hexadecimal digits",
            _ => "four hexadecimal digits",
        };
        let parts = match (self.classes, self.mixed) {
            (1, _) => ", the output",
            (_, true) => ": the class, 8 for any, and the output",
            (_, false) => ": the class and the output",
        };
        let digits = format!("A hop is {digits}{parts}; {at_home}.");
        let rows = self.rows.iter().map(|row| context! { name => row.name.clone(), lines => row.lines.clone() });
        Values::from([
            ("network", network.to_string().into()),
            ("routers", (network.routers() as u32).into()),
            ("locals", (network.local_ports() as u32).into()),
            ("apart", apart.into()),
            ("router_bits", network.router_bits().into()),
            ("address_bits", network.address_bits().into()),
            ("digits_text", digits.into()),
            ("hop_bits_of_table", self.used_bits.into()),
            ("zeros_of_table", self.zeros.into()),
            ("row_bits", (self.row_bits as u32).into()),
            ("per_line", self.per_line.into()),
            ("long", self.long.into()),
            ("port_digit_bits", self.port_bits.into()),
            ("table", Value::from(rows.collect::<Vec<_>>())),
        ])
    }
}

/// A hop of class any, in the table.
const ANY: u8 = 8;
