//! The 2D mesh: the route module's parameters, the turns that its routing takes, and the top, which is that of a torus without the
//! links that wrap around.

use torusmith_topology::mesh::Mesh;
use torusmith_topology::torus::{X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::network::{Module, NetworkRtl, ports, the_only_rule};
use crate::parameters::{Parameters, clog2};
use crate::{Error, Routing, VcRule, torus};

pub(crate) fn rtl(mesh: &Mesh, rule: Option<VcRule>) -> Result<NetworkRtl, Error> {
    Ok(NetworkRtl {
        route_modules: &["torus_position", "route_mesh"],
        hop: None,
        interface_modules: &[],
        source: None,
        route_parameters: vec![
            ("COLUMNS", mesh.columns.to_string()),
            ("ADDRESS_BITS", clog2(mesh.rows * mesh.columns).to_string()),
            ("ROW_BITS", clog2(mesh.rows).to_string()),
            ("COLUMN_BITS", clog2(mesh.columns).to_string()),
        ],
        turns: (0..5).map(|from| turns(mesh, from)).collect(),
        either: Vec::new(),
        vc_rule: the_only_rule(rule, VcRule::Any, "a mesh")?,
        routing: Routing::Dor,
        classes: 1,
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
pub(crate) fn network_modules(mesh: &Mesh, p: &Parameters) -> Result<Vec<Module>, Error> {
    torus::top(&[mesh.columns, mesh.rows], true, p)
}
