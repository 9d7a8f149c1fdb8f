//! The star: one router, whose ports are all local.

use torusmith_design::VcRule;
use torusmith_topology::Network;
use torusmith_topology::star::{self, Star};

use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, spec};
use crate::templates::{Values, render};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl::of_graph(star::FAMILY.id.prefix, &[VcRule::Any], describe);

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let _: &Star = spec(network)?;
    let values = Values::from([("ports", (network.ports() as u32).into()), ("address_bits", network.address_bits().into())]);
    let route = VerilogModule::new("route", render("routes/star.v", &values)?);
    Ok(NetworkRtl::new(vec![route], turns(network, &*choices.routes(network)?), VcRule::Any))
}
