//! Networks from a user's file: their routes as a table, and the file that goes with a design.

use minijinja::{Value, context};
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::own::OwnNetwork;
use torusmith_topology::{Classes, Network, RouteTable};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
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
    let _: &OwnNetwork = spec(network)?;
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
    let nodes = 0..table.terminals().count() as u32;
    nodes.clone().flat_map(move |at| nodes.clone().map(move |to| (at, to))).filter(|(at, to)| at != to)
}

/// The table in Verilog.
struct Rows {
    classes: u32,
    mixed: bool,
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
        let all: Vec<u32> = (0..table.terminals().count() as u32).collect();
        let row = |&at: &u32| {
            let mut lines: Vec<String> = all.chunks(per_line).map(|to| line(at, to)).collect();
            lines.reverse();
            Row { name: network.format_address(at), lines }
        };
        Self {
            classes,
            mixed,
            used_bits: if classes > 1 && !mixed { PORT_BITS + (classes - 1).ilog2() + 1 } else { hop_bits as u32 },
            zeros,
            row_bits: table.terminals().count() * hop_bits,
            per_line,
            long: table.terminals().count() > per_line,
            rows: all.iter().map(row).collect(),
        }
    }

    /// What the template sees of it.
    fn values(&self, network: &Network) -> Values {
        let digits = match (self.classes, self.mixed) {
            (1, _) => "A hop is a hexadecimal digit, the output; 0 at the destination.",
            (_, true) => "A hop is two hexadecimal digits: the class, 8 for any, and the output; 00 at the destination.",
            (_, false) => "A hop is two hexadecimal digits: the class and the output; 00 at the destination.",
        };
        let rows = self.rows.iter().map(|row| context! { name => row.name.clone(), lines => row.lines.clone() });
        Values::from([
            ("network", network.to_string().into()),
            ("nodes", (network.routers() as u32).into()),
            ("address_bits", network.address_bits().into()),
            ("digits_text", digits.into()),
            ("hop_bits_of_table", self.used_bits.into()),
            ("zeros_of_table", self.zeros.into()),
            ("row_bits", (self.row_bits as u32).into()),
            ("per_line", self.per_line.into()),
            ("long", self.long.into()),
            ("port_digit_bits", PORT_BITS.into()),
            ("table", Value::from(rows.collect::<Vec<_>>())),
        ])
    }
}

/// Bits of the port in a hop of the table.
const PORT_BITS: u32 = 4;

/// A hop of class any, in the table.
const ANY: u8 = 8;
