//! HTN: the route module's parameters and the turns that its routing takes.

use askama::Template;
use torusmith_topology::htn::{EX, EY, Htn, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS, Z_MINUS, Z_PLUS};

use crate::network::{Module, NetworkRtl, Number, Source, ports};
use crate::parameters::Parameters;
use crate::render::Common;
use crate::signals::Local;
use crate::torus::{Bundle, LINKS};
use crate::{Error, Routing, VcRule};

pub(crate) fn rtl(htn: &Htn, rule: Option<VcRule>, routing: Routing) -> Result<NetworkRtl, Error> {
    let vc_rule = rule.unwrap_or(VcRule::Phase);
    match vc_rule {
        VcRule::Phase => {}
        VcRule::Literal => return Err(Error::option("vc-rule", vc_rule, "allowed for an HTN: phase (literal deadlocks)")),
        _ => return Err(Error::option("vc-rule", vc_rule, "allowed for an HTN: phase")),
    }
    let classes = if routing == Routing::Dor { 2 } else { 3 };
    let turns: Vec<u32> = (0..9).map(|from| turns(htn, from)).collect();
    Ok(NetworkRtl {
        route_modules: &["class_vcs", "route_htn"],
        hop: None,
        interface_modules: &[],
        source: Some(Source {
            modules: &["source_htn"],
            parameters: vec![("LINK_SELECTION", routing.selects_links().into())],
            number: if routing.selects_links() { Number::Counts } else { Number::Unused },
        }),
        route_parameters: vec![
            ("GATE_PLANES", htn.gate_planes().to_string()),
            ("LINK_SELECTION", u32::from(routing.selects_links()).to_string()),
            ("CHANNEL_SELECTION", u32::from(routing.selects_channels()).to_string()),
            ("CLASSES", classes.to_string()),
        ],
        either: if routing.selects_links() { turns.iter().map(|&turns| ways(turns)).collect() } else { Vec::new() },
        turns,
        vc_rule,
        routing,
        classes,
    })
}

/// The outputs that a flit from input `from` can be routed to, at any node; the same for every algorithm.
///
/// In each phase the order is fixed: z, y and `ey`, or z, x and `ex`, or z, y, x and `local`; a step that is done stays done until
/// the packet leaves the BM, and a packet in a ring goes on or is done. By `ey` and `ex` it comes to a gate plane, so that only
/// the last phase has steps in z from there, and along Y or X it goes on across the BM, not at once by the next link. The step to a
/// gate plane is needed where not all planes are ones.
fn turns(htn: &Htn, from: u8) -> u32 {
    let x = ports(&[X_PLUS, X_MINUS]);
    let y = ports(&[Y_PLUS, Y_MINUS]);
    let z = ports(&[Z_PLUS, Z_MINUS]);
    let local = ports(&[0]);
    let gates = if htn.gate_planes() < 4 { ports(&[EY, EX]) } else { 0 };
    match from {
        0 => x | y | z | ports(&[EY, EX]),
        // A ring's '+' output leads to the '-' input: input x- goes on by output x+.
        X_PLUS => local | ports(&[X_MINUS, EX]),
        X_MINUS => local | ports(&[X_PLUS, EX]),
        Y_PLUS => local | ports(&[Y_MINUS, EY]) | x,
        Y_MINUS => local | ports(&[Y_PLUS, EY]) | x,
        Z_PLUS => local | ports(&[Z_MINUS]) | y | x | gates,
        Z_MINUS => local | ports(&[Z_PLUS]) | y | x | gates,
        EY => local | x | y | z | ports(&[EX]),
        _ => local | x | y | z,
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
    links: [Bundle; 6],
    local: Local,
}

#[derive(Template)]
#[template(path = "htn_network_template.v")]
struct Top {
    c: Common,
    gate_planes: u32,
    local: Local,
}

/// The basic module, and the top that joins basic modules.
pub(crate) fn network_modules(htn: &Htn, p: &Parameters) -> Result<Vec<Module>, Error> {
    let [east, west, next, last] = LINKS;
    let basic_module = BasicModule {
        c: Common::new(p),
        gate_planes: htn.gate_planes(),
        links: [east, west, next, last, ("Z_PLUS", "ABOVE", "Z_MINUS"), ("Z_MINUS", "BELOW", "Z_PLUS")],
        local: Local::of_nodes(64, p),
    };
    let top = Top { c: Common::new(p), gate_planes: htn.gate_planes(), local: Local::of_modules(htn.nodes(), p) };
    Ok(vec![("basic_module", basic_module.render()?), ("network", top.render()?)])
}
