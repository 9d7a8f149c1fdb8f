//! The 2D mesh: the route module's parameters, the turns that its routing takes, and the top, which is that of a torus without the
//! links that wrap around.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::mesh::{self, Mesh};
use torusmith_topology::torus::{X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::torus;
use crate::turn_table::Turns;
use crate::turns::ports;
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

fn describe(network: &Network, _: &Choices) -> Result<NetworkRtl, Error> {
    let mesh: &Mesh = spec(network)?;
    let route_modules = vec![
        library_module("torus_position"),
        library_module(torus::NEIGHBOURS),
        VerilogModule::new("route_mesh", include_str!("../rtl/route_mesh.v")),
    ];
    let turns: Vec<u32> = (0..5).map(|from| turns(mesh, from)).collect();
    Ok(NetworkRtl {
        route_parameters: vec![
            ("COLUMNS", mesh.columns.to_string()),
            ("ADDRESS_BITS", clog2(mesh.rows * mesh.columns).to_string()),
            ("ROW_BITS", clog2(mesh.rows).to_string()),
            ("COLUMN_BITS", clog2(mesh.columns).to_string()),
        ],
        neighbours: Some(torus::neighbours(&[mesh.columns, mesh.rows])),
        ..NetworkRtl::new(route_modules, Turns::of_ports(&turns, 1), VcRule::Any)
    })
}

/// The outputs that a flit from input `from` can be routed to, at any node: straight on where there are three nodes in line, or from
/// x to y.
fn turns(mesh: &Mesh, from: u8) -> u32 {
    let y = ports(&[Y_PLUS, Y_MINUS]);
    let local = ports(&[0]);
    let on = |side: u32, port| if side > 2 { ports(&[port]) } else { 0 };
    match from {
        0 => ports(&[X_PLUS, X_MINUS]) | y,
        // A '+' output leads to the '-' input: input x- goes on by output x+.
        X_PLUS => local | on(mesh.columns, X_MINUS) | y,
        X_MINUS => local | on(mesh.columns, X_PLUS) | y,
        Y_PLUS => local | on(mesh.rows, Y_MINUS),
        _ => local | on(mesh.rows, Y_PLUS),
    }
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let mesh: &Mesh = spec(&p.network)?;
    torus::top(&[mesh.columns, mesh.rows], true, p)
}
