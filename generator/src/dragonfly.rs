//! The dragonfly with one terminal a router: its route module.

use torusmith_design::VcRule;
use torusmith_topology::Network;
use torusmith_topology::dragonfly::{self, Dragonfly};

use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, spec};
use crate::templates::{Values, render};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl::of_graph(dragonfly::FAMILY.id.prefix, &[VcRule::Phase], describe);

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let fly: &Dragonfly = spec(network)?;
    let values = Values::from([
        ("ports", (network.ports() as u32).into()),
        ("address_bits", network.address_bits().into()),
        ("a", fly.a().into()),
        ("h", fly.h().into()),
        ("groups", fly.groups().into()),
    ]);
    let route = VerilogModule::new("route", render("routes/dragonfly.v", &values)?);
    // Global hops may have VCs of both classes.
    let rtl = NetworkRtl::new(vec![route], turns(network, &*choices.routes(network)?), VcRule::Phase);
    Ok(NetworkRtl { mixed_classes: true, ..rtl })
}
