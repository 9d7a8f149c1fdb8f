//! The 2D torus: the route module's parameters and the turns that its routing takes.

use askama::Template;
use torusmith_topology::torus::{Torus, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use crate::network::{Module, NetworkRtl, goes_on, ports};
use crate::parameters::{Parameters, clog2};
use crate::render::Common;
use crate::signals::Local;
use crate::{Error, Routing, VcRule};

pub(crate) fn rtl(torus: &Torus, rule: Option<VcRule>) -> Result<NetworkRtl, Error> {
    let vc_rule = rule.unwrap_or(VcRule::Dateline);
    if vc_rule != VcRule::Dateline {
        return Err(Error::option("vc-rule", vc_rule, "allowed for a torus: dateline"));
    }
    Ok(NetworkRtl {
        route_modules: &["class_vcs", "ring_way", "torus_position", "route_torus"],
        hop: None,
        interface_modules: &[],
        source: None,
        route_parameters: vec![
            ("ROWS", torus.rows()),
            ("COLUMNS", torus.columns()),
            ("ADDRESS_BITS", clog2(torus.rows() * torus.columns())),
            ("ROW_BITS", clog2(torus.rows())),
            ("COLUMN_BITS", clog2(torus.columns())),
        ],
        turns: (0..5).map(|from| turns(torus, from)).collect(),
        either: Vec::new(),
        vc_rule,
        routing: Routing::Dor,
        classes: 2,
    })
}

/// The outputs that a flit from input `from` can be routed to: x before y, the shorter way round stays the shorter way,
/// so nothing turns from y to x and nothing turns back; on a short ring a way has one link, and nothing goes on.
fn turns(torus: &Torus, from: u8) -> u32 {
    let x = ports(&[X_PLUS, X_MINUS]);
    let y = ports(&[Y_PLUS, Y_MINUS]);
    let local = ports(&[0]);
    let on = |side, port| if goes_on(side, matches!(port, X_PLUS | Y_PLUS), false) { ports(&[port]) } else { 0 };
    match from {
        0 => x | y,
        // A ring's '+' output leads to the '-' input: input x- goes on by output x+.
        X_PLUS => local | on(torus.columns(), X_MINUS) | y,
        X_MINUS => local | on(torus.columns(), X_PLUS) | y,
        Y_PLUS => local | on(torus.rows(), Y_MINUS),
        _ => local | on(torus.rows(), Y_PLUS),
    }
}

/// A link of a bundle: output port less one, the neighbour it leads to, the neighbour's input port less one, all by
/// their names in the Verilog.
pub(crate) type Bundle = (&'static str, &'static str, &'static str);

/// The links of a 2D torus with the neighbours as the templates call them.
pub(crate) const LINKS: [Bundle; 4] =
    [("X_PLUS", "EAST", "X_MINUS"), ("X_MINUS", "WEST", "X_PLUS"), ("Y_PLUS", "NEXT", "Y_MINUS"), ("Y_MINUS", "LAST", "Y_PLUS")];

#[derive(Template)]
#[template(path = "torus_network_template.v")]
struct Top {
    c: Common,
    rows: u32,
    columns: u32,
    links: [Bundle; 4],
    local: Local,
}

/// The top with all nodes.
pub(crate) fn network_modules(torus: &Torus, p: &Parameters) -> Result<Vec<Module>, Error> {
    let top =
        Top { c: Common::new(p), rows: torus.rows(), columns: torus.columns(), links: LINKS, local: Local::of_nodes(torus.nodes(), p) };
    Ok(vec![("network", top.render()?)])
}
