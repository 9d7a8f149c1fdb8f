//! HTN: its route module and the tops.

use askama::Template;
use minijinja::Value;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::htn::{self, EX, EY, Htn, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS, Z_MINUS, Z_PLUS};

use crate::algorithm::Selection;
use crate::bits::clog2;
use crate::bundle::{LINKS, Link, NodeWires, in_one};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{NetworkRtl, Number, Source};
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::templates::{Values, render};
use crate::turn_table::ports;
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The record of the family.
pub(crate) static FAMILY: FamilyRtl = FamilyRtl {
    prefix: htn::FAMILY.id.prefix,
    routing: Offer::of(&[
        RoutingAlgorithm::DorTurn,
        RoutingAlgorithm::Dor,
        RoutingAlgorithm::DorEarly,
        RoutingAlgorithm::DorBoth,
        RoutingAlgorithm::Ls,
        RoutingAlgorithm::Cs,
        RoutingAlgorithm::LsCs,
        RoutingAlgorithm::LsCsTurn,
    ]),
    vc_rules: Offer { deadlock: &[VcRule::Literal], ..Offer::of(&[VcRule::Balanced, VcRule::Phase]) },
    ties: Offer::of(&[Ties::Balanced, Ties::Plus]),
    describe,
    wire,
};

fn describe(network: &Network, choices: &Choices) -> Result<NetworkRtl, Error> {
    let htn: &Htn = spec(network)?;
    choices.agree()?;
    let &Choices { routing, vc_rule, ties } = choices;
    // Between BMs the source selects, where packets do not turn.
    let both_ways = routing.selects_links() && !routing.turns();
    if vc_rule == VcRule::Balanced && routing.adapts() && !routing.turns() {
        return Err(Error::option("vc-rule", vc_rule, format!("allowed with routing {routing}: {}", VcRule::Phase)));
    }
    if ties == Ties::Balanced && both_ways {
        return Err(Error::option("ties", ties, format!("allowed with routing {routing}: plus (a packet takes turns)")));
    }
    let turns = turns(network, &*choices.routes(network)?);
    let mixed = routing.selects_channels() || vc_rule == VcRule::Balanced;
    let balanced = vc_rule == VcRule::Balanced;
    let values = Values::from([
        ("class_bits", if mixed { turns.classes() } else { clog2(turns.classes()) }.into()),
        ("mixed", mixed.into()),
        ("either", routing.selects_links().into()),
        ("turn", turn(routing).into()),
        ("turn_text", ["", "some packets", "all", "all but those that stay"][turn(routing) as usize].into()),
        ("balanced", balanced.into()),
        ("channel_selection", routing.selects_channels().into()),
        ("gate_planes", htn.gate_planes().into()),
        ("rule_text", Value::from(rule_text(balanced, routing.selects_channels()))),
    ]);
    let route_modules = vec![VerilogModule::new("route", render("routes/htn.v", &values)?)];
    Ok(NetworkRtl {
        source: Some(Source {
            modules: vec![VerilogModule::new("source_htn", include_str!("../rtl/axis/source_htn.v"))],
            parameters: vec![
                ("LINK_SELECTION", both_ways.into()),
                ("STAY", (routing == RoutingAlgorithm::DorBoth).into()),
                ("TIES", choices.tie() as u32),
            ],
            number: if both_ways || routing == RoutingAlgorithm::DorBoth { Number::Counts } else { Number::Unused },
        }),
        either: if routing.selects_links() { turns.masks().into_iter().map(ways).collect() } else { Vec::new() },
        mixed_classes: mixed,
        ..NetworkRtl::new(route_modules, turns, vc_rule)
    })
}

/// The VC rule in words.
fn rule_text(balanced: bool, selects_channels: bool) -> Vec<&'static str> {
    match (balanced, selects_channels) {
        (true, true) => vec!["VC rule balanced: escape classes 0 and 1, and", "the adaptive class 2"],
        (true, false) => vec!["VC rule balanced"],
        (false, true) => vec!["VC rule phase: escape classes 0 and 1, and the", "adaptive class 2"],
        (false, false) => vec!["VC rule phase"],
    }
}

/// Which packets mend y before a link along X: `TURN` in the Verilog.
fn turn(routing: RoutingAlgorithm) -> u32 {
    match routing {
        RoutingAlgorithm::DorTurn | RoutingAlgorithm::LsCsTurn => 1,
        RoutingAlgorithm::DorEarly => 2,
        RoutingAlgorithm::DorBoth => 3,
        _ => 0,
    }
}

/// Of a set of outputs the rings in a BM that both ways round are of it.
fn ways(turns: u32) -> u32 {
    let rings = [ports(&[X_PLUS, X_MINUS]), ports(&[Y_PLUS, Y_MINUS]), ports(&[Z_PLUS, Z_MINUS])];
    rings.into_iter().filter(|ring| turns & ring == *ring).fold(0, |ways, ring| ways | ring)
}

#[derive(Template)]
#[template(path = "network/htn_basic_module_template.v")]
struct BasicModule {
    c: Common,
    gate_planes: u32,
    wires: NodeWires,
    links: Vec<Link>,
    sliced: Vec<Sliced>,
    local: Local,
}

#[derive(Template)]
#[template(path = "network/htn_network_template.v")]
struct Top {
    c: Common,
    gate_planes: u32,
    /// Registers on the links along Y, and on those along X, if there are any.
    slices: Vec<String>,
    local: Local,
}

/// The basic module, and the top that joins basic modules.
fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let htn: &Htn = spec(&p.network)?;
    let [east, west, next, last] = LINKS;
    let links = [east, west, next, last, ("Z_PLUS", "ABOVE", "Z_MINUS"), ("Z_MINUS", "BELOW", "Z_PLUS")];
    let basic_module = BasicModule {
        c: Common::new(p),
        gate_planes: htn.gate_planes(),
        sliced: sliced::of_rings(p, &links),
        wires: NodeWires::in_one(),
        links: in_one(&links),
        local: Local::of_nodes(64, p),
    };
    let slices = if p.link_slices.is_empty() { vec![] } else { vec![sliced::count(p, EY, "Y == 3"), sliced::count(p, EX, "X == 3")] };
    let top = Top { c: Common::new(p), gate_planes: htn.gate_planes(), slices, local: Local::of_modules(p.network.routers(), 64, p) };
    Ok(vec![VerilogModule::new("basic_module", basic_module.render()?), VerilogModule::new("network", top.render()?)])
}
