//! TTN: the route module's parameters and the turns that its routing takes.

use askama::Template;
use torusmith_topology::ttn::{Dim, Ttn, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::network::{Module, NetworkRtl, Number, Source, goes_on, ports};
use crate::parameters::Parameters;
use crate::render::Common;
use crate::signals::Local;
use crate::torus::{Bundle, LINKS};
use crate::{Error, Routing, VcRule};

pub(crate) fn rtl(ttn: &Ttn, rule: Option<VcRule>) -> Result<NetworkRtl, Error> {
    let deep = ttn.levels > 3;
    let vc_rule = rule.unwrap_or(if deep { VcRule::Least } else { VcRule::Paper4 });
    let refuse = |why: &str| Err(Error::option("vc-rule", vc_rule, format!("allowed for this TTN: {why}")));
    let classes = match vc_rule {
        VcRule::Paper4 | VcRule::Min2 if deep => return refuse("least (the others deadlock at L = 4, 5)"),
        VcRule::Min2 | VcRule::Least if ttn.m == 3 => return refuse("paper4 (the others are cyclic for m = 3)"),
        VcRule::Paper4 => 4,
        VcRule::Min2 => 2,
        VcRule::Least => ttn.levels.max(3) - 1,
        VcRule::Literal => return refuse("paper4, min2, least (literal deadlocks)"),
        VcRule::Dateline | VcRule::Phase | VcRule::Descending | VcRule::Two => return refuse("paper4, min2, least"),
    };
    let address_bits = 2 * ttn.m * ttn.levels;
    Ok(NetworkRtl {
        route_modules: &["class_vcs", "ring_way", "route_ttn"],
        hop: None,
        interface_modules: &[],
        source: (ttn.groups() == 2).then(|| Source {
            modules: &["corner_distance", "source_ttn"],
            parameters: Vec::new(),
            number: Number::Absent,
        }),
        route_parameters: vec![
            ("M", ttn.m),
            ("LEVELS", ttn.levels),
            ("GROUPS", ttn.groups()),
            ("BIDIRECTIONAL", ttn.bidirectional.into()),
            ("VC_RULE", if vc_rule == VcRule::Paper4 { 0 } else { 1 }),
            ("CLASSES", classes),
            ("ADDRESS_BITS", address_bits),
            ("HEADER_BITS", address_bits + ttn.groups() - 1),
            ("NUM_PORTS", ttn.ports() as u32),
        ],
        turns: (0..ttn.ports() as u8).map(|from| turns(ttn, vc_rule, from)).collect(),
        either: Vec::new(),
        vc_rule,
        routing: Routing::Dor,
        classes,
    })
}

/// The outputs that a flit from input `from` can be routed to, at any node.
///
/// The target in the BM depends on the digits above the BM and on the destination, so it stays the same while a packet
/// moves inside a BM. Hence: y is finished before x begins, nothing turns from x to y; the shorter way round stays the
/// shorter way, nothing turns back; a ring between BMs is left at the digit's target, nothing turns back there. From an
/// inter-BM link everything in the BM can be the next target. What enters at `local` is for another node. On rings of
/// four, a way in '-' direction has one link, and nothing goes on, unless ties may go '-'.
fn turns(ttn: &Ttn, vc_rule: VcRule, from: u8) -> u32 {
    let x = ports(&[X_PLUS, X_MINUS]);
    let y = ports(&[Y_PLUS, Y_MINUS]);
    let up = if ttn.bidirectional { ports(&[UP_PLUS, UP_MINUS]) } else { ports(&[UP_PLUS]) };
    let local = ports(&[0]);
    let on = |port| {
        let plus = matches!(port, X_PLUS | Y_PLUS | UP_PLUS);
        if goes_on(ttn.side(), plus, vc_rule != VcRule::Paper4) { ports(&[port]) } else { 0 }
    };
    match from {
        0 => x | y | up,
        // A ring's '+' output leads to the '-' input: input x- goes on by output x+.
        X_PLUS => local | on(X_MINUS) | up,
        X_MINUS => local | on(X_PLUS) | up,
        Y_PLUS => local | on(Y_MINUS) | x | up,
        Y_MINUS => local | on(Y_PLUS) | x | up,
        UP_PLUS if ttn.bidirectional => local | x | y | on(UP_MINUS),
        _ => local | x | y | on(UP_PLUS),
    }
}

#[derive(Template)]
#[template(path = "ttn_basic_module_template.v")]
struct BasicModule {
    c: Common,
    m: u32,
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
    links: [Bundle; 4],
    local: Local,
}

#[derive(Template)]
#[template(path = "ttn_network_template.v")]
struct Top {
    c: Common,
    m: u32,
    base_bits: u32,
    groups: u32,
    rings: usize,
    up_links: usize,
    bidirectional: bool,
    local: Local,
}

/// The basic module, and the top that joins basic modules.
pub(crate) fn network_modules(ttn: &Ttn, p: &Parameters) -> Result<Vec<Module>, Error> {
    // By address digit from the third on: H, V of level 2, H, V of level 3, ..; the groups of a digit side by side.
    let rings: Vec<(u32, Dim, u32)> = (2..=ttn.levels)
        .flat_map(|level| [Dim::H, Dim::V].map(|dim| (level, dim)))
        .flat_map(|(level, dim)| (0..ttn.groups()).map(move |group| (level, dim, group)))
        .collect();
    let place = |(row, column): (u32, u32)| row << ttn.m | column;
    let outlets: Vec<u32> = rings.iter().map(|&(level, dim, group)| place(ttn.outlet(level, dim, group))).collect();
    let inlets: Vec<u32> = rings.iter().map(|&(level, dim, group)| place(ttn.inlet(level, dim, group))).collect();
    let list = |places: &[u32]| places.iter().rev().map(|place| format!("{}'d{place}", 2 * ttn.m)).collect::<Vec<_>>().join(", ");
    let mask = |places: &[u32]| format!("{:x}", places.iter().fold(0u64, |mask, place| mask | 1 << place));
    let nodes = 1 << (2 * ttn.m);
    let up_links = rings.len() * if ttn.bidirectional { 2 } else { 1 };
    let base_bits = p.address_bits - 2 * ttn.m;
    let basic_module = BasicModule {
        c: Common::new(p),
        m: ttn.m,
        bm_nodes: nodes,
        base_bits,
        rings: rings.len(),
        up_links,
        up_from: if ttn.bidirectional { 5 } else { 4 },
        bidirectional: ttn.bidirectional,
        minus_note: if ttn.bidirectional { ", at [RINGS + r] what moves in '-'" } else { "" },
        outlets: list(&outlets),
        inlets: list(&inlets),
        has_outlet: mask(&outlets),
        has_inlet: mask(&inlets),
        links: LINKS,
        local: Local::of_nodes(nodes as usize, p),
    };
    let top = Top {
        c: Common::new(p),
        m: ttn.m,
        base_bits,
        groups: ttn.groups(),
        rings: rings.len(),
        up_links,
        bidirectional: ttn.bidirectional,
        local: Local::of_modules(ttn.nodes(), p),
    };
    Ok(vec![("basic_module", basic_module.render()?), ("network", top.render()?)])
}
