//! TTN, STTN, MTN and TESH: the route module's parameters and the tops. What VC rules each has, its own module says.

use askama::Template;
use minijinja::{Value, context};
use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_routes::Tie;
use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_PLUS};
use torusmith_topology::{Network, NetworkSpec};

use crate::bits::clog2;
use crate::bundle::{LINKS, Link, NodeWires, in_one};
use crate::choices::Choices;
use crate::common::Common;
use crate::description::{NetworkRtl, Number, Source};
use crate::error::Error;
use crate::family::{Offer, spec};
use crate::graph_wiring::{is_written_out, wire_graph};
use crate::grid::port_list;
use crate::library::library_module;
use crate::parameters::Parameters;
use crate::signals::Local;
use crate::sliced::{self, Sliced};
use crate::templates::{Values, render};
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
    let turns = turns(network, &*choices.routes(network)?);
    let route = Route { n, classes: &classes, tie, balanced, x_first, all: turns.classes(), address_bits };
    Ok(NetworkRtl {
        source: source(n, tie),
        mixed_classes: balanced && turns.classes() > 1,
        ..NetworkRtl::new(route.modules(network)?, turns, choices.vc_rule)
    })
}

/// The route module of a network, and what it is made of.
struct Route<'a> {
    n: &'a ToriConnected,
    classes: &'a Classes,
    tie: Tie,
    balanced: bool,
    x_first: bool,
    /// K.
    all: u32,
    address_bits: u32,
}

impl Route<'_> {
    fn modules(&self, network: &Network) -> Result<Vec<VerilogModule>, Error> {
        let n = self.n;
        let side = 1u32 << n.m;
        let tie_text = match self.tie {
            Tie::Plus => format!("of two ways of {} hops '+'", side / 2),
            Tie::WithoutWrap => format!("of two ways of {} hops the one without\n//                 the wrap link", side / 2),
            Tie::Balanced => format!("of two ways of {} hops '+' from even\n//                 places, '-' from odd ones", side / 2),
        };
        let ring =
            Values::from([("side", side.into()), ("bits", n.m.into()), ("ties", (self.tie as u32).into()), ("tie_text", tie_text.into())]);
        let mut modules = vec![VerilogModule::new("ring_way", render("routes/ring_way.v", &ring)?)];
        modules.extend((n.twisted() && n.bidirectional).then(|| library_module("midimew_way")));
        let classed = self.balanced && self.all > 1 && self.classes.ring_classes == 2;
        modules.extend(classed.then(|| library_module("ring4_class")));
        modules.push(VerilogModule::new("route", render("routes/tori_connected.v", &self.values(network, classed))?));
        Ok(modules)
    }

    /// The digit of ring `k`, with the level: `h2`, `v2`, `h3`, ..
    fn name(k: u32) -> String {
        format!("{}{}", if k.is_multiple_of(2) { "h" } else { "v" }, k / 2 + 2)
    }

    /// The class of a hop in a basic module on the way to ring `k`.
    fn on_the_way(&self, k: u32) -> u32 {
        let (level, shared) = (k / 2 + 2, self.classes.shared_levels);
        let top = self.n.levels.max(shared);
        match self.classes.last_on_way_to >> k & 1 {
            1 => self.all - 1,
            _ if level > shared => top - level,
            _ => top - shared,
        }
    }

    fn values(&self, network: &Network, classed: bool) -> Values {
        let n = self.n;
        let rings = 2 * n.levels - 2;
        let (outlets, inlets) = (places(n, ToriConnected::outlet), places(n, ToriConnected::inlet));
        let groups = n.groups();
        let mixed = self.balanced && self.all > 1;
        let class_bits = if mixed { self.all } else { clog2(self.all) };
        let of = |k: u32, list: &[u32]| list[(k * groups) as usize];
        let wraps = |name: &str| if n.bidirectional { format!("({name}_plus ^ {name}_ahead)") } else { format!("~{name}_ahead") };
        let code = |class: u32| if mixed { format!("{class_bits}'d{}", 1u32 << class) } else { format!("{}'d{class}", class_bits.max(1)) };
        let is_classed = |k: u32| classed && (!n.bidirectional || k % 2 == 1);
        let rule = match self.classes.shared_levels {
            _ if self.all == 1 => "one",
            0 => "paper4",
            _ if self.classes.marked == 0 => "levels",
            _ => "balanced",
        };
        let ring = |k: u32| {
            let name = Self::name(k);
            let higher: Vec<String> = (k + 1..rings).map(|other| format!("{}_differs", Self::name(other))).collect();
            let first = match higher.len() {
                0 => format!("{name}_differs"),
                1 => format!("{name}_differs & ~{}", higher[0]),
                _ => format!("{name}_differs & ~({})", higher.join(" | ")),
            };
            let plus = if n.bidirectional { format!("{name}_plus") } else { "1'b1".to_owned() };
            let inlet = (self.classes.shared_levels > 0 && of(k, &inlets) != of(k, &outlets)).then(|| of(k, &inlets));
            let (low, high) = ((k + 2) * n.m, (k + 3) * n.m - 1);
            let twisted = n.twisted() && n.bidirectional && k % 2 == 1;
            let wrap_matters = rule == "paper4" || rule == "levels" && self.classes.ring_classes == 2 || inlet.is_some();
            context! { name, low, high, twisted, wrap_matters, first, plus, inlet, wraps => wraps(&Self::name(k)), classed => is_classed(k) }
        };
        let outlet = |k: u32| {
            let place = |group: u32| format!("{}'d{}", 2 * n.m, outlets[(k * groups + group) as usize]);
            if groups == 2 { format!("(group ? {} : {})", place(1), place(0)) } else { place(0) }
        };
        // The highest digit that differs decides; the lowest needs no question.
        let chosen = |of: &dyn Fn(u32) -> String, else_: Option<String>| {
            let least = u32::from(else_.is_none());
            let mut text: String = (least..rings).rev().map(|k| format!("{}_first ? {} : ", Self::name(k), of(k))).collect();
            text += &else_.unwrap_or_else(|| of(0));
            text.replace(" : ", " :\n    ")
        };
        let in_bm = |k: u32| {
            let class = self.on_the_way(k);
            match of(k, &inlets) != of(k, &outlets) {
                true => format!("({}_past ? {} : {})", Self::name(k), code(class + 1), code(class)),
                false => code(class),
            }
        };
        let any = |of: &dyn Fn(u32) -> String, which: &dyn Fn(u32) -> bool| {
            let terms: Vec<String> = (0..rings).filter(|k| which(*k)).map(|k| format!("({}_first & {})", Self::name(k), of(k))).collect();
            if terms.is_empty() { "1'b0".to_owned() } else { terms.join(" | ") }
        };
        let (bit, all) = (n.m - 1, 2 * n.m - 1);
        let marked = [
            ("x+", format!("(port[1] & (&here[{bit}:0]))")),
            ("x-", format!("(port[2] & ~(|here[{bit}:0]))")),
            ("y+", format!("(port[3] & (&here[{all}:{}]))", n.m)),
            ("y-", format!("(port[4] & ~(|here[{all}:{}]))", n.m)),
        ];
        let of_marked: Vec<&(&str, String)> =
            marked.iter().zip(0..).filter(|(_, at)| self.classes.marked >> at & 1 == 1).map(|(mark, _)| mark).collect();
        let over_wrap: Vec<&str> = of_marked.iter().map(|(_, text)| text.as_str()).collect();
        let marks: Vec<&str> = of_marked.iter().map(|(name, _)| *name).collect();
        Values::from([
            ("m", n.m.into()),
            ("levels", n.levels.into()),
            ("groups", groups.into()),
            ("ports", (n.ports() as u32).into()),
            ("port_list", port_list(network).into()),
            ("address_bits", self.address_bits.into()),
            ("header_bits", (self.address_bits + groups - 1).into()),
            ("class_bits", class_bits.into()),
            ("mixed", mixed.into()),
            ("bidirectional", n.bidirectional.into()),
            ("bm_wraps", n.wraps().into()),
            ("x_first", self.x_first.into()),
            ("ties", (self.tie as u32).into()),
            ("rule", rule.into()),
            (
                "rule_text",
                Value::from(vec![format!(
                    "VC rule {}",
                    if self.balanced {
                        "balanced"
                    } else if rule == "paper4" {
                        "paper4"
                    } else {
                        "by level"
                    }
                )]),
            ),
            ("wrap_matters", (rule == "paper4").into()),
            ("dateline", (self.classes.ring_classes == 2).into()),
            ("classed", classed.into()),
            ("rings", Value::from((0..rings).map(ring).collect::<Vec<_>>())),
            ("up", (0..rings).map(|k| format!("{}_differs", Self::name(k))).collect::<Vec<_>>().join(" | ").into()),
            ("outlet", format!("({})", chosen(&outlet, None)).into()),
            ("up_plus", chosen(&|k| format!("{}_plus", Self::name(k)), None).into()),
            ("up_wraps", any(&|k| wraps(&Self::name(k)), &|_| true).into()),
            ("in_bm", chosen(&in_bm, Some(code(self.all - 1))).into()),
            ("marked_text", marks.join(", ").into()),
            ("over_wrap", if over_wrap.is_empty() { "1'b0".to_owned() } else { over_wrap.join(" |\n    ") }.into()),
            ("lower", any(&|k| format!("~{}_upper", Self::name(k)), &is_classed).into()),
            ("upper", any(&|k| format!("{}_upper", Self::name(k)), &is_classed).into()),
        ])
    }
}

/// Of two groups of inter-BM links the source chooses one.
fn source(n: &ToriConnected, tie: Tie) -> Option<Source> {
    let own = [
        VerilogModule::new("corner_distance", include_str!("../rtl/axis/corner_distance.v")),
        VerilogModule::new("source_tori_connected", include_str!("../rtl/axis/source_tori_connected.v")),
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
#[template(path = "network/tori_connected_basic_module_template.v")]
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
#[template(path = "network/tori_connected_network_template.v")]
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
    if is_written_out(p) {
        return wire_graph(p);
    }
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
        local: Local::of_modules(n.routers(), nodes as usize, p),
    };
    Ok(vec![VerilogModule::new("basic_module", basic_module.render()?), VerilogModule::new("network", top.render()?)])
}
