//! The hypercube: the route module's parameters, the turns that its routing takes, and the top.

use askama::Template;
use torusmith_topology::Network;
use torusmith_topology::hypercube::{self, Hypercube};

use crate::choices::Choices;
use crate::common::Common;
use crate::description::{Neighbours, NetworkRtl};
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::options::{Routing, Ties, VcRule};
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::turn_table::Turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: hypercube::FAMILY.id.prefix,
    routing: Offer::of(&[Routing::Dor]),
    vc_rules: Offer::of(&[VcRule::Any]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire,
};

/// The module that gives the neighbours' addresses.
const NEIGHBOURS: &str = "hypercube_neighbours";

fn describe(network: &Network, _: &Choices) -> Result<NetworkRtl, Error> {
    let cube: &Hypercube = spec(network)?;
    let route_modules = vec![library_module(NEIGHBOURS), VerilogModule::new("route_hypercube", include_str!("../rtl/route_hypercube.v"))];
    let turns: Vec<u32> = (0..=cube.dimensions).map(|from| turns(cube, from)).collect();
    Ok(NetworkRtl {
        route_parameters: vec![("DIMENSIONS", cube.dimensions.to_string())],
        neighbours: Some(Neighbours { module: NEIGHBOURS, parameters: vec![("DIMENSIONS", cube.dimensions.to_string())] }),
        ..NetworkRtl::new(route_modules, Turns::of_ports(&turns, 1), VcRule::Any)
    })
}

/// The outputs that a flit from input `from` can be routed to, at any node: e-cube mends the bits from the lowest up, port d + 1 bit d.
fn turns(cube: &Hypercube, from: u32) -> u32 {
    let higher = (1 << (cube.dimensions + 1)) - (1 << (from + 1));
    if from == 0 { higher } else { higher | 1 }
}

#[derive(Template)]
#[template(path = "hypercube_network_template.v")]
struct Top {
    c: Common,
    dimensions: u32,
    /// Registers on the links of a dimension, by 32 bits, the last dimension first, if there are any.
    slices: Option<String>,
    local: Local,
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let cube: &Hypercube = spec(&p.network)?;
    let counts = (1..=cube.dimensions as u8).rev().map(|port| format!("32'd{}", p.link_slices.of(&p.network, 0, port)));
    let slices = (!p.link_slices.is_empty()).then(|| counts.collect::<Vec<_>>().join(", "));
    let top = Top { c: Common::new(p), dimensions: cube.dimensions, slices, local: Local::of_nodes(p.network.nodes(), p) };
    Ok(vec![VerilogModule::new("network", top.render()?)])
}
