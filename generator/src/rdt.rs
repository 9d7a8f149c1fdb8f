//! RDT: the route module's parameters and the top.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::rdt::{self, Rdt};

use crate::bits::clog2;
use crate::bundle::{Bundle, Link, NodeWires, by_port, port_names};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{NetworkRtl, Number, Source};
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::graph_wiring::{is_written_out, wire_graph};
use crate::grid::port_list;
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::rdt_turns;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::templates::{Values, render};
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: rdt::FAMILY.id.prefix,
    routing: Offer { deadlock: &[RoutingAlgorithm::Floating, RoutingAlgorithm::Fixed], ..Offer::of(&[RoutingAlgorithm::Dor]) },
    vc_rules: Offer { deadlock: &[VcRule::Two], ..Offer::of(&[VcRule::Descending]) },
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire,
};

/// What makes the vectors, for any network interface.
fn encoder() -> Vec<VerilogModule> {
    vec![library_module("quarter"), library_module("vector_encoder")]
}

/// What a node of an RDT knows of its place.
pub(crate) fn place() -> [VerilogModule; 2] {
    ["rdt_rank", "rdt_wraps"].map(library_module)
}

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let rdt: &Rdt = spec(network)?;
    let turns = rdt_turns::turns(rdt, network, &*choices.routes(network)?);
    let max_rank = rdt.max_rank();
    let ranks = || (1..=max_rank).rev();
    let vector = |low: u32| {
        let terms = (1..=max_rank).map(|r| format!("({{3{{first[{}]}}}} & route[{}:{}])", r - 1, 6 * r + low + 2, 6 * r + low));
        terms.collect::<Vec<_>>().join(" |\n                       ")
    };
    let first = |r: u32| {
        let higher: Vec<String> = (r + 1..=max_rank).map(|k| format!("open[{}]", k - 1)).collect();
        if higher.is_empty() { format!("open[{}]", r - 1) } else { format!("open[{}] & ~({})", r - 1, higher.join(" | ")) }
    };
    let values = Values::from([
        ("ports", (network.ports() as u32).into()),
        ("port_list", port_list(network).into()),
        ("address_bits", network.address_bits().into()),
        ("route_bits", network.route_bits().into()),
        ("class_bits", clog2(turns.classes()).into()),
        ("side_bits", rdt.side.ilog2().into()),
        ("max_rank", max_rank.into()),
        ("moves", (max_rank > 1).into()),
        ("open", ranks().map(|r| format!("|route[{}:{}]", 6 * r + 7, 6 * r + 2)).collect::<Vec<_>>().join(", ").into()),
        ("first", ranks().map(first).collect::<Vec<_>>().join(", ").into()),
        ("upper_x", vector(2).into()),
        ("upper_y", vector(5).into()),
    ]);
    let mut route_modules = Vec::from(place());
    route_modules.push(VerilogModule::new("route", render("routes/rdt.v", &values)?));
    Ok(NetworkRtl {
        rewrites: true,
        interface_modules: encoder(),
        source: Some(Source {
            modules: encoder(),
            parameters: vec![("SIDE_BITS", rdt.side.ilog2()), ("MAX_RANK", max_rank)],
            number: Number::Absent,
        }),
        ..NetworkRtl::new(route_modules, turns, VcRule::Descending)
    })
}

/// The links with the neighbours as the template calls them.
const LINKS: [Bundle; 8] = [
    ("X_PLUS", "EAST", "X_MINUS"),
    ("X_MINUS", "WEST", "X_PLUS"),
    ("Y_PLUS", "SOUTH", "Y_MINUS"),
    ("Y_MINUS", "NORTH", "Y_PLUS"),
    ("UX_PLUS", "UX_NEXT", "UX_MINUS"),
    ("UX_MINUS", "UX_LAST", "UX_PLUS"),
    ("UY_PLUS", "UY_NEXT", "UY_MINUS"),
    ("UY_MINUS", "UY_LAST", "UY_PLUS"),
];

/// Of each rank where the '+' links lead, in x and in y, as the template says it.
const STEPS: [(&str, &str); 5] = [
    ("(x+1,  y)", "(x,    y+1)"),
    ("(x+2,  y+2)", "(x-2,  y+2)"),
    ("(x,    y+8)", "(x-8,  y)"),
    ("(x-16, y+16)", "(x-16, y-16)"),
    ("(x-64, y)", "(x,    y-64)"),
];

/// The link to a neighbour leaves the square of the base torus, which an upper one does on either side.
fn leaves(neighbour: &str) -> String {
    let (dx, dy) = match neighbour {
        "EAST" => ("X + 1", "Y"),
        "WEST" => ("X - 1", "Y"),
        "SOUTH" => ("X", "Y + 1"),
        "NORTH" => ("X", "Y - 1"),
        "UX_NEXT" => ("X + DX", "Y + DY"),
        "UX_LAST" => ("X - DX", "Y - DY"),
        "UY_NEXT" => ("X - DY", "Y + DX"),
        _ => ("X + DY", "Y - DX"),
    };
    format!("leaves({dx}, {dy})")
}

#[derive(Template)]
#[template(path = "network/rdt_network_template.v")]
struct Top {
    c: Common,
    side: u32,
    max_rank: u32,
    upper_ranks: &'static str,
    /// Where the '+' links lead, for each rank.
    steps: &'static [(&'static str, &'static str)],
    ports: Vec<String>,
    wires: NodeWires,
    links: Vec<Link>,
    sliced: Vec<Sliced>,
    local: Local,
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    if is_written_out(p) {
        return wire_graph(p);
    }
    let rdt: &Rdt = spec(&p.network)?;
    let ports = port_names(&LINKS);
    let top = Top {
        c: Common::new(p),
        side: rdt.side,
        max_rank: rdt.max_rank(),
        upper_ranks: ["1", "1 or 2", "1 to 3", "1 to 4"][rdt.max_rank() as usize - 1],
        steps: &STEPS[..=rdt.max_rank() as usize],
        wires: NodeWires::by_port(&ports),
        ports,
        links: by_port(&LINKS),
        sliced: sliced::of_ports(p, &LINKS.map(|(port, neighbour, _)| (port, leaves(neighbour)))),
        local: Local::of_nodes(p.network.routers(), p),
    };
    Ok(vec![VerilogModule::new("network", top.render()?)])
}
