//! The fat tree: its route module.

use minijinja::{Value, context};
use torusmith_design::{RoutingAlgorithm, VcRule};
use torusmith_topology::Network;
use torusmith_topology::fattree::{self, FatTree};

use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::templates::{Values, render};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    routing: Offer { model: &[RoutingAlgorithm::AdaptiveUp], ..Offer::of(&[RoutingAlgorithm::Dor]) },
    ..FamilyRtl::of_graph(fattree::FAMILY.id.prefix, &[VcRule::Any], describe)
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let tree: &FatTree = spec(network)?;
    let (k, levels) = (tree.k(), tree.levels());
    let digits = Digits { k };
    let (router_bits, address_bits) = (network.router_bits(), network.address_bits());
    let digit = |j: u32| context! { number => j, text => digits.of("header", address_bits, j) };
    let place = |j: u32| context! { number => j, text => digits.of("here", router_bits, j) };
    let level_text = if k.is_power_of_two() {
        let low = clog2(k) * (levels - 1);
        format!("here[{}:{low}]", router_bits - 1).replace(&format!("[{low}:{low}]"), &format!("[{low}]"))
    } else {
        format!("here / {router_bits}'d{}", k.pow(levels - 1))
    };
    let values = Values::from([
        ("ports", (network.ports() as u32).into()),
        ("k", k.into()),
        ("levels", levels.into()),
        ("router_bits", router_bits.into()),
        ("address_bits", address_bits.into()),
        ("digit_bits", if k.is_power_of_two() { clog2(k) } else { address_bits }.into()),
        ("place_bits", if k.is_power_of_two() { clog2(k) } else { router_bits }.into()),
        ("level_bits", if k.is_power_of_two() { router_bits - clog2(k) * (levels - 1) } else { router_bits }.into()),
        ("level_text", level_text.into()),
        ("digits", Value::from((0..levels).map(digit).collect::<Vec<_>>())),
        ("places", Value::from((0..levels - 1).map(place).collect::<Vec<_>>())),
    ]);
    let route = VerilogModule::new("route", render("routes/fattree.v", &values)?);
    Ok(NetworkRtl::new(vec![route], turns(network, &*choices.routes(network)?), VcRule::Any))
}

/// Digits of an address in Verilog.
pub(crate) struct Digits {
    /// The radix.
    pub k: u32,
}

impl Digits {
    /// Digit j of an address of so many bits: a slice, or the quotient's remainder in as many bits as the address has.
    pub fn of(&self, address: &str, bits: u32, j: u32) -> String {
        if self.k.is_power_of_two() {
            let each = clog2(self.k);
            let (low, high) = (j * each, (j + 1) * each - 1);
            return match each {
                1 if bits == 1 => address.to_owned(),
                1 => format!("{address}[{low}]"),
                _ => format!("{address}[{high}:{low}]"),
            };
        }
        let number = |value: u32| format!("{bits}'d{value}");
        let quotient = if j == 0 { address.to_owned() } else { format!("({address} / {})", number(self.k.pow(j))) };
        format!("{quotient} % {}", number(self.k))
    }
}
