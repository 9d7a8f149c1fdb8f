//! The 2D mesh: the route module's parameters, and the top, which is that of a torus without the links that wrap around.

use torusmith_topology::Network;
use torusmith_topology::mesh::{self, Mesh};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::options::{Routing, Ties, VcRule};
use crate::parameters::Parameters;
use crate::torus;
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: mesh::FAMILY.id.prefix,
    routing: Offer::of(&[Routing::Dor]),
    vc_rules: Offer::of(&[VcRule::Any]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire,
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let mesh: &Mesh = spec(network)?;
    let route_modules = vec![
        library_module("torus_position"),
        library_module(torus::NEIGHBOURS),
        VerilogModule::new("route_mesh", include_str!("../rtl/route_mesh.v")),
    ];
    Ok(NetworkRtl {
        route_parameters: vec![
            ("COLUMNS", mesh.columns.to_string()),
            ("ADDRESS_BITS", clog2(mesh.rows * mesh.columns).to_string()),
            ("ROW_BITS", clog2(mesh.rows).to_string()),
            ("COLUMN_BITS", clog2(mesh.columns).to_string()),
        ],
        neighbours: Some(torus::neighbours(&[mesh.columns, mesh.rows])),
        ..NetworkRtl::new(route_modules, turns(network, &*choices.routes(network)?), VcRule::Any)
    })
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let mesh: &Mesh = spec(&p.network)?;
    torus::top(&[mesh.columns, mesh.rows], true, p)
}
