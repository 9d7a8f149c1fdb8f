//! TTN, STTN, MTN and TESH: the route module's parameters and the tops. What VC rules each has, its own module says.

use askama::Template;
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_routes::Tie;
use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_PLUS};
use torusmith_topology::{Network, NetworkSpec};

use crate::bundle::{LINKS, Link, NodeWires, in_one};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{NetworkRtl, Number, Source};
use crate::error::Error;
use crate::family::{Offer, spec};
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::tori_connected_classes::{Classes, with_turns};
use crate::turns::turns;
use crate::verilog::VerilogModule;

/// The routing algorithms of those with tori as basic modules.
pub(crate) const ROUTING: Offer<RoutingAlgorithm> = Offer::of(&[RoutingAlgorithm::DorTurn, RoutingAlgorithm::Dor]);

/// Where ties can go in all of them.
pub(crate) const TIES: Offer<Ties> = Offer::of(&[Ties::Balanced, Ties::Plus]);

/// The VC rule in use: what a family says of a network and of the choices.
type Rules = fn(&ToriConnected, &Choices) -> Result<Classes, Error>;

pub(crate) fn describe(network: &Network, choices: &Choices, rules: Rules) -> Result<NetworkRtl, Error> {
    let n: &ToriConnected = spec(network)?;
    with_turns(n, choices.routing)?;
    let classes = rules(n, choices)?;
    let tie = if choices.ties == Ties::Balanced { Tie::Balanced } else { classes.tie };
    choices.agree()?;
    let balanced = choices.vc_rule == VcRule::Balanced;
    let x_first = choices.routing == RoutingAlgorithm::DorTurn;
    let address_bits = 2 * n.m * n.levels;
    let twists = n.twisted() && n.bidirectional;
    let mut route_modules = vec![library_module("class_vcs"), library_module("ring_way")];
    route_modules.extend(twists.then(|| library_module("midimew_way")));
    route_modules.extend((balanced && classes.ring_classes == 2).then(|| library_module("ring4_class")));
    let last_on_way = classes.last_on_way_to != 0;
    route_modules.push(VerilogModule::new("route_tori_connected", Route { last_on_way }.render()?));
    let turns = turns(network, &*choices.routes(network)?);
    let rings = 2 * n.levels - 2;
    let last_on_way_to = last_on_way.then(|| ("LAST_ON_WAY_TO", format!("{rings}'d{}", classes.last_on_way_to)));
    Ok(NetworkRtl {
        source: source(n, tie),
        route_parameters: [
            ("M", n.m.to_string()),
            ("LEVELS", n.levels.to_string()),
            ("GROUPS", n.groups().to_string()),
            ("BIDIRECTIONAL", u32::from(n.bidirectional).to_string()),
            ("BM_WRAPS", u32::from(n.wraps()).to_string()),
            ("TWISTED", u32::from(n.twisted()).to_string()),
            ("OUTLETS", format!("{{{}}}", list(n, ToriConnected::outlet))),
            ("INLETS", format!("{{{}}}", list(n, ToriConnected::inlet))),
            ("SHARED_LEVELS", classes.shared_levels.to_string()),
            ("RING_CLASSES", classes.ring_classes.to_string()),
            ("MARKED", format!("4'b{:04b}", classes.marked)),
            ("TIES", (tie as u32).to_string()),
            ("X_FIRST", u32::from(x_first).to_string()),
            ("CLASSES", turns.classes().to_string()),
            ("ADDRESS_BITS", address_bits.to_string()),
            ("HEADER_BITS", (address_bits + n.groups() - 1).to_string()),
            ("NUM_PORTS", n.ports().to_string()),
        ]
        .into_iter()
        .chain(last_on_way_to)
        .collect(),
        mixed_classes: balanced,
        ..NetworkRtl::new(route_modules, turns, choices.vc_rule)
    })
}

/// Of two groups of inter-BM links the source chooses one.
fn source(n: &ToriConnected, tie: Tie) -> Option<Source> {
    let own = [
        VerilogModule::new("corner_distance", include_str!("../rtl/axi/corner_distance.v")),
        VerilogModule::new("source_tori_connected", include_str!("../rtl/axi/source_tori_connected.v")),
    ];
    (n.groups() == 2).then(|| Source {
        modules: n.twisted().then(|| library_module("midimew_way")).into_iter().chain(own).collect(),
        parameters: vec![("BM_WRAPS", n.wraps().into()), ("TWISTED", n.twisted().into()), ("TIES", tie as u32)],
        number: Number::Absent,
    })
}

/// A ring between basic modules: level, dimension, group.
type Ring = (u32, Dim, u32);

/// A place in the basic module: row, column.
type Place = (u32, u32);

/// By address digit from the third on: H, V of level 2, H, V of level 3, ..; the groups of a digit side by side.
fn rings(n: &ToriConnected) -> Vec<Ring> {
    let digits = (2..=n.levels).flat_map(|level| [Dim::H, Dim::V].map(|dim| (level, dim)));
    digits.flat_map(|(level, dim)| (0..n.groups()).map(move |group| (level, dim, group))).collect()
}

/// Of each ring the place that `end` tells, row above column.
fn places(n: &ToriConnected, end: fn(&ToriConnected, u32, Dim, u32) -> Place) -> Vec<u32> {
    let place = |(level, dim, group)| {
        let (row, column) = end(n, level, dim, group);
        row << n.m | column
    };
    rings(n).into_iter().map(place).collect()
}

/// The same in Verilog, without the braces around it.
fn list(n: &ToriConnected, end: fn(&ToriConnected, u32, Dim, u32) -> Place) -> String {
    let numbers: Vec<String> = places(n, end).iter().rev().map(|place| format!("{}'d{place}", 2 * n.m)).collect();
    numbers.join(", ")
}

#[derive(Template)]
#[template(path = "route_tori_connected_template.v")]
struct Route {
    /// On the way to some rings a hop is of the last class.
    last_on_way: bool,
}

#[derive(Template)]
#[template(path = "tori_connected_basic_module_template.v")]
struct BasicModule {
    c: Common,
    m: u32,
    shape: &'static str,
    wraps: bool,
    bm_nodes: u32,
    base_bits: u32,
    rings: usize,
    up_links: usize,
    up_from: usize,
    bidirectional: bool,
    minus_note: &'static str,
    outlets: String,
    inlets: String,
    has_outlet: String,
    has_inlet: String,
    wires: NodeWires,
    links: Vec<Link>,
    sliced: Vec<Sliced>,
    local: Local,
}

#[derive(Template)]
#[template(path = "tori_connected_network_template.v")]
struct Top {
    c: Common,
    m: u32,
    base_bits: u32,
    groups: u32,
    rings: usize,
    up_links: usize,
    bidirectional: bool,
    twisted: bool,
    /// Registers on the links between basic modules, if there are any.
    slices: Option<String>,
    local: Local,
}

/// The basic module, and the top that joins basic modules.
pub(crate) fn wire(p: &Parameters) -> Result<Vec<VerilogModule>, Error> {
    let n: &ToriConnected = spec(&p.network)?;
    let mask = |places: &[u32]| format!("{:x}", places.iter().fold(0u64, |mask, place| mask | 1 << place));
    let nodes = 1 << (2 * n.m);
    let rings = rings(n).len();
    let up_links = rings * if n.bidirectional { 2 } else { 1 };
    let base_bits = p.address_bits - 2 * n.m;
    let basic_module = BasicModule {
        c: Common::new(p),
        m: n.m,
        shape: if n.wraps() { "torus" } else { "mesh" },
        wraps: n.wraps(),
        bm_nodes: nodes,
        base_bits,
        rings,
        up_links,
        up_from: if n.bidirectional { 5 } else { 4 },
        bidirectional: n.bidirectional,
        minus_note: if n.bidirectional { ", at [RINGS + r] what moves in '-'" } else { "" },
        outlets: list(n, ToriConnected::outlet),
        inlets: list(n, ToriConnected::inlet),
        has_outlet: mask(&places(n, ToriConnected::outlet)),
        has_inlet: mask(&places(n, ToriConnected::inlet)),
        wires: NodeWires::in_one(),
        links: in_one(&LINKS),
        sliced: sliced::of_rings(p, &LINKS),
        local: Local::of_nodes(nodes as usize, p),
    };
    let top = Top {
        c: Common::new(p),
        m: n.m,
        base_bits,
        groups: n.groups(),
        rings,
        up_links,
        bidirectional: n.bidirectional,
        twisted: n.twisted(),
        slices: (!p.link_slices.is_empty()).then(|| sliced::count(p, UP_PLUS, "DIGIT == SIDE - 1")),
        local: Local::of_modules(n.nodes(), nodes as usize, p),
    };
    Ok(vec![VerilogModule::new("basic_module", basic_module.render()?), VerilogModule::new("network", top.render()?)])
}
