//! The flattened butterfly with one terminal a router: its route module.

use minijinja::{Value, context};
use torusmith_design::VcRule;
use torusmith_topology::Network;
use torusmith_topology::flatfly::{self, FlatButterfly};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, spec};
use crate::fattree::Digits;
use crate::templates::{Values, render};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl::of_graph(flatfly::FAMILY.id.prefix, &[VcRule::Any], describe);

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let fly: &FlatButterfly = spec(network)?;
    let (k, bits) = (fly.k(), network.address_bits());
    let digits = Digits { k };
    let dimension = |i: u32| {
        let (here, there) = (digits.of("here", bits, i), digits.of("header", bits, i));
        let before: Vec<String> = (0..i).map(|i| format!("~{}_differs", NAMES[i as usize])).collect();
        context! { name => NAMES[i as usize], here, there, first => i * (k - 1) + 1, before => before.join(" & ") }
    };
    let differ: Vec<String> = (0..fly.dimensions()).map(|i| format!("~{}_differs", NAMES[i as usize])).collect();
    let values = Values::from([
        ("ports", (network.ports() as u32).into()),
        ("k", k.into()),
        ("address_bits", bits.into()),
        ("place_bits", if k.is_power_of_two() { clog2(k) } else { bits }.into()),
        ("slices", k.is_power_of_two().into()),
        ("at_home", differ.join(" & ").into()),
        ("dims", Value::from((0..fly.dimensions()).map(dimension).collect::<Vec<_>>())),
    ]);
    let route = VerilogModule::new("route", render("routes/flatfly.v", &values)?);
    Ok(NetworkRtl::new(vec![route], turns(network, &*choices.routes(network)?), VcRule::Any))
}

/// Names of the dimensions.
const NAMES: [&str; 4] = ["x", "y", "z", "w"];
