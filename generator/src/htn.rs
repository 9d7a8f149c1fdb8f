//! HTN: the route module's parameters and the tops.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_topology::Network;
use torusmith_topology::htn::{self, EX, EY, Htn, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS, Z_MINUS, Z_PLUS};

use crate::algorithm::Selection;
use crate::bundle::{LINKS, Link, NodeWires, in_one};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{NetworkRtl, Number, Source};
use crate::error::Error;
use crate::family::{FamilyRtl, Offer, spec};
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
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
    vc_rules: Offer { made: &[VcRule::Balanced, VcRule::Phase], deadlock: &[VcRule::Literal] },
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
    let route_modules = vec![library_module("class_vcs"), VerilogModule::new("route_htn", include_str!("../rtl/route_htn.v"))];
    Ok(NetworkRtl {
        source: Some(Source {
            modules: vec![VerilogModule::new("source_htn", include_str!("../rtl/axi/source_htn.v"))],
            parameters: vec![
                ("LINK_SELECTION", both_ways.into()),
                ("STAY", (routing == RoutingAlgorithm::DorBoth).into()),
                ("TIES", choices.tie() as u32),
            ],
            number: if both_ways || routing == RoutingAlgorithm::DorBoth { Number::Counts } else { Number::Unused },
        }),
        route_parameters: vec![
            ("GATE_PLANES", htn.gate_planes().to_string()),
            ("LINK_SELECTION", u32::from(routing.selects_links()).to_string()),
            ("CHANNEL_SELECTION", u32::from(routing.selects_channels()).to_string()),
            ("TURN", turn(routing).to_string()),
            ("BALANCED", u32::from(vc_rule == VcRule::Balanced).to_string()),
            ("CLASSES", turns.classes().to_string()),
        ],
        either: if routing.selects_links() { turns.masks().into_iter().map(ways).collect() } else { Vec::new() },
        mixed_classes: routing.selects_channels() || vc_rule == VcRule::Balanced,
        ..NetworkRtl::new(route_modules, turns, vc_rule)
    })
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
#[template(path = "htn_basic_module_template.v")]
struct BasicModule {
    c: Common,
    gate_planes: u32,
    wires: NodeWires,
    links: Vec<Link>,
    sliced: Vec<Sliced>,
    local: Local,
}

#[derive(Template)]
#[template(path = "htn_network_template.v")]
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
    let top = Top { c: Common::new(p), gate_planes: htn.gate_planes(), slices, local: Local::of_modules(p.network.nodes(), 64, p) };
    Ok(vec![VerilogModule::new("basic_module", basic_module.render()?), VerilogModule::new("network", top.render()?)])
}
