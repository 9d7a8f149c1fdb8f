//! Registers on the links of a top (docs/router.md, L5), as its template counts them.

use crate::bundle::Bundle;
use crate::parameters::Parameters;

/// How many registers the links of an output port have, where the template says which of them close a ring.
pub(crate) struct Sliced {
    /// `X_PLUS`.
    pub port: &'static str,
    /// A Verilog expression.
    pub count: String,
}

/// For each port from 1 on that is listed, with what holds for its links that close a ring; nothing if no link has a register.
pub(crate) fn of_ports(p: &Parameters, ports: &[(&'static str, String)]) -> Vec<Sliced> {
    if p.link_slices.is_empty() {
        return Vec::new();
    }
    (1..).zip(ports).map(|(port, (name, closes))| Sliced { port: name, count: count(p, port, closes) }).collect()
}

/// The same of links that lead from `n` to a neighbour by its number: '+' links that close a ring lead to a lower one, '-' links to a
/// higher one.
pub(crate) fn of_rings(p: &Parameters, links: &[Bundle]) -> Vec<Sliced> {
    let closes = |(port, neighbour, _): &Bundle| {
        let way = if port.ends_with("PLUS") { '<' } else { '>' };
        (*port, format!("{neighbour} {way} n"))
    };
    of_ports(p, &links.iter().map(closes).collect::<Vec<_>>())
}

/// The registers of the links of output `port`, as a Verilog expression; `closes` holds where such a link closes a ring.
pub(crate) fn count(p: &Parameters, port: u8, closes: &str) -> String {
    let graph = p.network.graph();
    let of = |wraps: bool| {
        let mut nodes = 0..p.network.routers() as u32;
        let link = |node: &u32| graph.downstream(*node as usize, port.into()).is_some() && p.network.closes_ring(*node, port) == wraps;
        nodes.find(link).map(|node| p.link_slices.of(&p.network, node, port))
    };
    match (of(false), of(true)) {
        (Some(plain), Some(wrap)) if plain != wrap => format!("({closes}) ? {wrap} : {plain}"),
        (plain, wrap) => plain.or(wrap).unwrap_or(0).to_string(),
    }
}
