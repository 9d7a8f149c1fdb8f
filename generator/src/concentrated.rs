//! Several terminals a router: what the base network brings, with the local ports of its router in front.

use torusmith_routes::Lanes;
use torusmith_topology::{Concentrated, Network};

use crate::algorithm::Selection;
use crate::bits::clog2;
use crate::choices::Choices;
use crate::description::NetworkRtl;
use crate::error::Error;
use crate::templates::{Values, render};
use crate::turn_table::Turns;
use crate::verilog::VerilogModule;

/// The base network's route module, which a concentrated network's uses.
const BASE: &str = "route_to_router";

/// The description of a concentrated network, by that of its base.
///
/// # Errors
/// [`Error::Option`] for adaptive routing.
pub(crate) fn description(
    network: &Network,
    concentrated: &Concentrated,
    base: NetworkRtl,
    choices: &Choices,
) -> Result<NetworkRtl, Error> {
    if !base.either.is_empty() || choices.routing.adapts() {
        let why = format!("allowed for {network}: routing without a choice on the way");
        return Err(Error::option("routing", choices.routing, why));
    }
    let each = concentrated.each();
    let mut modules = base.route_modules.clone();
    let last = modules.last_mut().expect("a description has a route module");
    last.name = BASE.into();
    last.text = last.text.replacen("// route:", &format!("// {BASE}:"), 1).replacen("module route ", &format!("module {BASE} "), 1).into();
    let (bits, route_bits) = (network.address_bits(), network.route_bits());
    let low = if each.is_power_of_two() { clog2(each) } else { 0 };
    let values = Values::from([
        ("ports", (network.ports() as u32).into()),
        ("each", each.into()),
        ("router_bits", network.router_bits().into()),
        ("address_bits", bits.into()),
        ("header_bits", (bits + route_bits).into()),
        ("base_bits", concentrated.base().address_bits().into()),
        ("route_bits", route_bits.into()),
        ("low", low.into()),
        ("class_bits", if base.mixed_classes { base.classes() } else { clog2(base.classes()) }.into()),
        ("arguments", base.route_parameters.iter().map(|(name, value)| format!(", .{name}({value})")).collect::<String>().into()),
    ]);
    modules.push(VerilogModule::new("route", render("routes/concentrated.v", &values)?));
    let turns = turns(&base.turns, each as usize);
    Ok(NetworkRtl { route_modules: modules, route_parameters: Vec::new(), turns, ..base })
}

/// The base network's turns, with its local port K times: from each to what packets go to from it, and to the other ones.
fn turns(base: &Turns, each: usize) -> Turns {
    let (ports, classes) = (base.ports() + each - 1, base.classes());
    let mut turns = Turns::none(ports, classes);
    let own = |port: usize| if port == 0 { 0..each } else { port + each - 1..port + each };
    for from in 0..base.ports() {
        for class in 0..classes {
            for (to, &to_classes) in base.of(from, class).iter().enumerate().filter(|(to, _)| (from, *to) != (0, 0)) {
                for (i, o) in own(from).flat_map(|i| own(to).map(move |o| (i, o))) {
                    turns.add(Lanes::one(i as u8, class), Lanes { port: o as u8, classes: to_classes });
                }
            }
        }
    }
    for (i, o) in (0..each).flat_map(|i| (0..each).map(move |o| (i, o))).filter(|(i, o)| i != o) {
        turns.add(turns.all(i as u8), turns.all(o as u8));
    }
    turns
}
