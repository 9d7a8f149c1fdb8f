//! RDT: the route module's parameters and the top.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::rdt::{self, Rdt};

use crate::bundle::{Bundle, Link, NodeWires, by_port, port_names};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{Hop, NetworkRtl, Number, Source};
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::rdt_turns;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: rdt::FAMILY.id.prefix,
    routing: Offer { made: &[RoutingAlgorithm::Dor], deadlock: &[RoutingAlgorithm::Floating, RoutingAlgorithm::Fixed] },
    vc_rules: Offer { made: &[VcRule::Descending], deadlock: &[VcRule::Two] },
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire,
};

/// What makes the vectors, for any network interface.
fn encoder() -> Vec<VerilogModule> {
    vec![
        VerilogModule::new("quarter", include_str!("../rtl/quarter.v")),
        VerilogModule::new("vector_encoder", include_str!("../rtl/vector_encoder.v")),
    ]
}

/// The route module, behind those that it uses.
pub(crate) fn routing() -> [VerilogModule; 3] {
    [
        VerilogModule::new("rdt_rank", include_str!("../rtl/rdt_rank.v")),
        VerilogModule::new("rdt_wraps", include_str!("../rtl/rdt_wraps.v")),
        VerilogModule::new("route_rdt", include_str!("../rtl/route_rdt.v")),
    ]
}

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let rdt: &Rdt = spec(network)?;
    let hop = VerilogModule::new("rdt_hop", include_str!("../rtl/rdt_hop.v"));
    let route_modules = [library_module("class_vcs"), hop].into_iter().chain(routing()).collect();
    let turns = rdt_turns::turns(rdt, network, &*choices.routes(network)?);
    Ok(NetworkRtl {
        hop: Some(Hop { module: "rdt_hop", bits: 5 }),
        interface_modules: encoder(),
        source: Some(Source {
            modules: encoder(),
            parameters: vec![("SIDE_BITS", rdt.side.ilog2()), ("MAX_RANK", rdt.max_rank())],
            number: Number::Absent,
        }),
        route_parameters: vec![("SIDE_BITS", rdt.side.ilog2().to_string()), ("MAX_RANK", rdt.max_rank().to_string())],
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
#[template(path = "rdt_network_template.v")]
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
        local: Local::of_nodes(p.network.nodes(), p),
    };
    Ok(vec![VerilogModule::new("network", top.render()?)])
}
