//! Tori of one to four dimensions: the route module's parameters and the top.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::torus::{self, Torus};
use torusmith_topology::{Network, NetworkSpec};

use crate::bits::clog2;
use crate::bundle::{Bundle, Link, NodeWires, by_port, port_names};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{Neighbours, NetworkRtl};
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: torus::FAMILY.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer::of(&[VcRule::Balanced, VcRule::Dateline]),
    ties: Offer::of(&[Ties::Balanced, Ties::Plus]),
    describe,
    wire,
};

/// The longest ring whose hops are of any class under the VC rule `balanced`: with balanced ties it has no cycle of channels.
const SHORT: u32 = 4;

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let torus: &Torus = spec(network)?;
    let sides = torus.sides();
    choices.agree()?;
    let balanced = choices.vc_rule == VcRule::Balanced;
    let routes = choices.routes(network)?;
    let classes = routes.classes();
    let short = balanced && sides.iter().any(|&side| side <= SHORT);
    let mut route_parameters = vec![("DIMENSIONS", sides.len().to_string())];
    route_parameters.extend(["X", "Y", "Z", "W"].into_iter().zip(sides).map(|(name, side)| (name, side.to_string())));
    route_parameters.push(("ADDRESS_BITS", clog2(torus.nodes() as u32).to_string()));
    route_parameters.push(("TIES", (choices.tie() as u32).to_string()));
    route_parameters.push(("BALANCED", u32::from(balanced).to_string()));
    route_parameters.push(("CLASSES", classes.to_string()));
    let mut route_modules: Vec<VerilogModule> = ["class_vcs", "ring_way", "torus_position"].map(library_module).into();
    route_modules.extend((balanced && classes > 1).then(|| library_module("ring_class")));
    route_modules.push(library_module(NEIGHBOURS));
    route_modules.push(VerilogModule::new("route_torus", include_str!("../rtl/route_torus.v")));
    Ok(NetworkRtl {
        route_parameters,
        neighbours: Some(neighbours(sides)),
        mixed_classes: classes > 1 && short,
        ..NetworkRtl::new(route_modules, turns(network, &*routes), choices.vc_rule)
    })
}

/// The module that gives the neighbours' addresses in a torus or a mesh.
pub(crate) const NEIGHBOURS: &str = "torus_neighbours";

/// It with these sides, x first.
pub(crate) fn neighbours(sides: &[u32]) -> Neighbours {
    let mut parameters = vec![("DIMENSIONS", sides.len().to_string())];
    parameters.extend(["X", "Y", "Z", "W"].into_iter().zip(sides).map(|(name, side)| (name, side.to_string())));
    parameters.push(("ADDRESS_BITS", clog2(sides.iter().product()).to_string()));
    Neighbours { module: NEIGHBOURS, parameters }
}

/// The links by dimension, x first, with the neighbours as the top calls them.
const RINGS: [[Bundle; 2]; 4] = [
    [("X_PLUS", "X_NEXT", "X_MINUS"), ("X_MINUS", "X_LAST", "X_PLUS")],
    [("Y_PLUS", "Y_NEXT", "Y_MINUS"), ("Y_MINUS", "Y_LAST", "Y_PLUS")],
    [("Z_PLUS", "Z_NEXT", "Z_MINUS"), ("Z_MINUS", "Z_LAST", "Z_PLUS")],
    [("W_PLUS", "W_NEXT", "W_MINUS"), ("W_MINUS", "W_LAST", "W_PLUS")],
];

/// A dimension: how far apart neighbours' numbers are, and the length of its rings.
struct Ring {
    name: &'static str,
    side: u32,
    step: u32,
}

#[derive(Template)]
#[template(path = "torus_network_template.v")]
struct Top {
    c: Common,
    /// A node's number, of its coordinates.
    number: String,
    rings: Vec<Ring>,
    mesh: bool,
    /// Which ports a node of a mesh has, the last one first.
    present: String,
    ports: Vec<String>,
    wires: NodeWires,
    links: Vec<Link>,
    sliced: Vec<Sliced>,
    local: Local,
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let torus: &Torus = spec(&p.network)?;
    top(torus.sides(), false, p)
}

/// The top of a torus, or of a mesh, with these sides of 2 nodes and more, x first.
pub(crate) fn top(sides: &[u32], mesh: bool, p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let rings: Vec<Ring> =
        (0..sides.len()).map(|d| Ring { name: dimension(p, d), side: sides[d], step: sides[..d].iter().product() }).collect();
    let links: Vec<Bundle> =
        rings.iter().flat_map(|ring| RINGS.iter().filter(|links| links[0].0.starts_with(ring.name))).flatten().copied().collect();
    let ports = port_names(&links);
    let top = Top {
        c: Common::new(p),
        number: number(&rings),
        mesh,
        present: links.iter().rev().map(|(port, ..)| format!("HAS_{port}")).collect::<Vec<_>>().join(", "),
        sliced: sliced::of_rings(p, &links),
        links: by_port(&links),
        wires: NodeWires::by_port(&ports),
        ports,
        rings,
        local: Local::of_nodes(p.network.nodes(), p),
    };
    Ok(vec![VerilogModule::new("network", top.render()?)])
}

/// The name of the dimension of ring `d`: that of its ports.
fn dimension(p: &Parameters, d: usize) -> &'static str {
    let label = p.network.port_label(2 * d as u8 + 1).to_uppercase();
    ["X", "Y", "Z", "W"].into_iter().find(|name| label.starts_with(name)).unwrap_or("X")
}

/// A node's number, of its coordinates: `y * X_SIDE + x`.
fn number(rings: &[Ring]) -> String {
    let term = |(d, ring): (usize, &Ring)| {
        let at = ring.name.to_lowercase();
        match (d, rings.len()) {
            (0, _) => at,
            (_, 2) => format!("{at} * {}_SIDE", rings[0].name),
            _ => format!("{at} * {}_STEP", ring.name),
        }
    };
    rings.iter().enumerate().rev().map(term).collect::<Vec<_>>().join(" + ")
}
