//! The addresses of a router's terminals.

use minijinja::{Value, context};
use torusmith_topology::TerminalId;

use crate::parameters::Parameters;
use crate::templates::Values;

/// What the template of `terminals` sees.
pub(super) fn of_terminals(p: &Parameters, common: &Values) -> Values {
    let mut values = common.clone();
    let graph = p.network.graph();
    let (locals, bits) = (p.locals, p.address_bits);
    let regular = TerminalId::all(graph.terminals()).all(|terminal| {
        let end = graph.at(terminal);
        terminal.0 == end.router * locals + u32::from(end.port)
    });
    let (terms, unused) = if regular { products(p) } else { (Vec::new(), String::new()) };
    let row = |router: u32| {
        let of = |port: u32| format!("{bits}'d{}", graph.terminal(router, port as u8).unwrap_or_default());
        let there = (0..locals).any(|port| graph.terminal(router, port as u8).is_some());
        there.then(|| context! { router, terminals => (0..locals).rev().map(of).collect::<Vec<_>>().join(", ") })
    };
    let rows: Vec<Value> = if regular { Vec::new() } else { (0..graph.routers() as u32).filter_map(row).collect() };
    values.extend([("regular", Value::from(terms)), ("unused_node", unused.into()), ("rows", Value::from(rows))]);
    values
}

/// By local port k the address L * router + k, where terminals are numbered like that; and the bits of the router's address that none needs.
fn products(p: &Parameters) -> (Vec<String>, String) {
    let (locals, bits) = (p.locals, p.address_bits);
    let low = if locals.is_power_of_two() { locals.trailing_zeros() } else { 0 };
    let used = (bits - low).min(p.router_bits);
    let node = match used {
        0 => String::new(),
        used if used == p.router_bits => "node".to_owned(),
        1 => "node[0]".to_owned(),
        used => format!("node[{}:0]", used - 1),
    };
    let zeros = bits - low - used;
    let padded = |least: u32| if zeros > least { format!("{}'d0, {node}", zeros - least) } else { node.clone() };
    let term = |k: u32| match (low, used) {
        (0, _) if locals > 1 => format!("{{{}}} * {bits}'d{locals} + {bits}'d{k}", padded(0)),
        (0, _) => format!("{{{}}}", padded(0)),
        (_, 0) => format!("{bits}'d{k}"),
        _ => format!("{{{}, {low}'d{k}}}", padded(0)),
    };
    let unused = if used < p.router_bits { format!("node[{}:{used}]", p.router_bits - 1) } else { String::new() };
    ((0..locals).map(term).collect(), if p.router_bits == 1 && used == 0 { "node".to_owned() } else { unused })
}
