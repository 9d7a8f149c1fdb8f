//! Tori of one to four dimensions: the route module's parameters and the top.

use askama::Template;
use minijinja::context;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::torus::{self, Torus};

use crate::bits::clog2;
use crate::bundle::{Bundle, Link, NodeWires, by_port, port_names};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::graph_wiring::{is_written_out, wire_graph};
use crate::grid::Grid;
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::templates::{Values, render};
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
    let mixed = classes > 1 && balanced && sides.iter().any(|&side| side <= SHORT);
    let grid = Grid { network, sides, class_bits: if mixed { classes } else { clog2(classes) } };
    let mut route_modules = grid.helpers()?;
    let mut lengths: Vec<u32> = sides.to_vec();
    lengths.sort_unstable();
    lengths.dedup();
    let module = |side: u32| if lengths.len() == 1 { "ring_route".to_owned() } else { format!("ring_route_{side}") };
    let classed = |side: u32| classes > 1 && !(balanced && side <= SHORT);
    for &side in &lengths {
        let values = Values::from([
            ("module", module(side).into()),
            ("side", side.into()),
            ("bits", clog2(side).into()),
            ("classed", classed(side).into()),
            ("balanced", balanced.into()),
            ("balanced_ties", (choices.ties == Ties::Balanced).into()),
            ("tie_text", tie_text(side, choices.ties).into()),
            ("reach", if side % 2 == 1 { side / 2 } else { (side / 2).saturating_sub(2) }.into()),
            ("near", side.div_ceil(8).into()),
        ]);
        route_modules.push(VerilogModule::new(module(side), render("routes/ring_route.v", &values)?));
    }
    let dims = sides.iter().enumerate().map(|(d, &side)| {
        let name = grid.name(d);
        let class_text = match (mixed, classed(side)) {
            (true, true) => format!("{{{name}_class, ~{name}_class}}"),
            (true, false) => "2'b11".to_owned(),
            (false, _) => format!("{name}_class"),
        };
        let (plus, minus) = (2 * d + 1, 2 * d + 2);
        context! { name, side, plus, minus, module => module(side), classed => classed(side), class_text, before => grid.before(d) }
    });
    let mut values = grid.values(dims.collect());
    values.insert("mixed", mixed.into());
    route_modules.push(VerilogModule::new("route", render("routes/torus.v", &values)?));
    Ok(NetworkRtl {
        neighbours: Some(grid.neighbours(false)?),
        mixed_classes: mixed,
        ..NetworkRtl::new(route_modules, turns(network, &*routes), choices.vc_rule)
    })
}

/// What a packet does where both ways round a ring are as long.
fn tie_text(side: u32, ties: Ties) -> String {
    match (side % 2, ties) {
        (1, _) => "the shorter way".to_owned(),
        (_, Ties::Balanced) => {
            format!("the shorter way; of two ways of {} hops '+' from even places,\n//                 '-' from odd ones", side / 2)
        }
        _ => format!("the shorter way; of two ways of {} hops '+'", side / 2),
    }
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
#[template(path = "network/torus_network_template.v")]
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
    if is_written_out(p) {
        return wire_graph(p);
    }
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
        local: Local::of_nodes(p.network.routers(), p),
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
