//! The mesh: the route module's parameters, and the top, which is that of a torus without the links that wrap around. A mesh with one dimension of 2
//! nodes or more is a line, and has a route module of its own.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::mesh::{self, Mesh};
use torusmith_topology::{Network, NetworkSpec};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::torus;
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: mesh::FAMILY.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer::of(&[VcRule::Any]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire,
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let mesh: &Mesh = spec(network)?;
    let address_bits = ("ADDRESS_BITS", clog2(mesh.nodes() as u32).to_string());
    let neighbours = library_module(torus::NEIGHBOURS);
    let (route_modules, route_parameters) = match *mesh.sides() {
        [columns, rows] => (
            vec![library_module("torus_position"), neighbours, VerilogModule::new("route_mesh", include_str!("../rtl/route_mesh.v"))],
            vec![
                ("COLUMNS", columns.to_string()),
                address_bits,
                ("ROW_BITS", clog2(rows).to_string()),
                ("COLUMN_BITS", clog2(columns).to_string()),
            ],
        ),
        _ => (vec![neighbours, VerilogModule::new("route_line", include_str!("../rtl/route_line.v"))], vec![address_bits]),
    };
    Ok(NetworkRtl {
        route_parameters,
        neighbours: Some(torus::neighbours(mesh.sides())),
        ..NetworkRtl::new(route_modules, turns(network, &*choices.routes(network)?), VcRule::Any)
    })
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let mesh: &Mesh = spec(&p.network)?;
    torus::top(mesh.sides(), true, p)
}
