//! The star: one router, whose ports are all local.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::star::{self, Star};

use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::graph_wiring::wire_graph;
use crate::templates::{Values, render};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: star::FAMILY.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer::of(&[VcRule::Any]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire: wire_graph,
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let _: &Star = spec(network)?;
    let values = Values::from([("ports", (network.ports() as u32).into()), ("address_bits", network.address_bits().into())]);
    let route = VerilogModule::new("route", render("routes/star.v", &values)?);
    Ok(NetworkRtl::new(vec![route], turns(network, &*choices.routes(network)?), VcRule::Any))
}
