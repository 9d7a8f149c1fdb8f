//! The mesh: its route module, and the top, which is that of a torus without the links that wrap around.

use minijinja::context;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::mesh::{self, Mesh};

use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::grid::Grid;
use crate::parameters::Parameters;
use crate::templates::render;
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
    let grid = Grid { network, sides: mesh.sides(), class_bits: 0 };
    let dims =
        (0..mesh.sides().len()).map(|d| context! { name => grid.name(d), plus => 2 * d + 1, minus => 2 * d + 2, before => grid.before(d) });
    let mut route_modules = grid.helpers()?;
    route_modules.push(VerilogModule::new("route", render("routes/mesh.v", &grid.values(dims.collect()))?));
    Ok(NetworkRtl {
        neighbours: Some(grid.neighbours(true)?),
        ..NetworkRtl::new(route_modules, turns(network, &*choices.routes(network)?), VcRule::Any)
    })
}

/// The top with all nodes.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let mesh: &Mesh = spec(&p.network)?;
    torus::top(mesh.sides(), true, p)
}
