//! A network file (docs/own_networks.md).

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::links::FileLink;
use super::{Source, links};
use crate::own::RouteKind;
use crate::{Classes, Link, RouteTable, TerminalId};

/// Writes the network as a network file.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let own = source.own();
    writeln!(out, "name = {}", quoted(&source.name()))?;
    nodes(source, out)?;
    terminals(source, out)?;
    let labels = labels(source);
    if labels.iter().any(Option::is_some) {
        let listed: Vec<String> = (network.local_ports()..network.ports()).map(|port| quoted(network.port_label(port as u8))).collect();
        writeln!(out, "ports = [{}]", listed.join(", "))?;
    }
    let kind = own.map_or(RouteKind::Shortest, |own| own.route_kind());
    let degraded = network.dead().is_some();
    let kind = if degraded && source.routes().is_none() { RouteKind::Shortest } else { kind };
    let table = match (source.table, kind) {
        (Some(table), _) => Some(table),
        (None, RouteKind::Table) => network.route_table(),
        (None, _) if degraded => network.route_table(),
        (None, RouteKind::Shortest | RouteKind::LeastLatency | RouteKind::UpDown) => None,
    };
    if table.is_none() {
        writeln!(out, "routes = \"{}\"", kind.name())?;
    }
    match source.routes().map_or(Classes::Auto, RouteTable::classes) {
        Classes::Auto => writeln!(out, "classes = \"auto\"")?,
        Classes::Given(count) => writeln!(out, "classes = {count}")?,
    }
    let end = |link: Link| {
        let port = port_text(source, &labels, link.port);
        quoted(&format!("{}:{port}", network.format_address(link.node)))
    };
    writeln!(out, "links = [")?;
    let is_dead = |link: &FileLink<'_>| network.dead().is_some_and(|dead| dead.links().contains_key(&link.from));
    for link in links::list_links(source).into_iter().chain(links::list_dead(source)) {
        let (from, to) = (end(link.from), end(link.to));
        let ends = if link.both { format!("between = [{from}, {to}]") } else { format!("from = {from}, to = {to}") };
        let slices = if link.slices > 0 { format!(", slices = {}", link.slices) } else { String::new() };
        let kind = link.kind.map_or(String::new(), |kind| format!(", kind = {}", quoted(kind)));
        // Links of a dead router need not be named.
        let dead = if is_dead(&link) { ", dead = true" } else { "" };
        writeln!(out, "  {{ {ends}{slices}{kind}{dead} }},")?;
    }
    writeln!(out, "]")?;
    table.map_or(Ok(()), |table| routes(source, &labels, table, out))
}

fn nodes(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let names: Vec<String> = (0..network.routers() as u32).map(|node| network.format_address(node)).collect();
    let key = if source.has_terminals() { "routers" } else { "nodes" };
    let placed = source.own().is_none_or(|own| own.has_places()) && network.place(0).is_some();
    let dead = |node: usize| network.dead().is_some_and(|dead| dead.has_router(node as u32));
    if placed || (0..names.len()).any(dead) {
        writeln!(out, "{key} = [")?;
        for (node, name) in names.iter().enumerate() {
            let place = network.place(node as u32).filter(|_| placed);
            let place = place.map_or(String::new(), |(row, column)| format!(", place = [{row}, {column}]"));
            let dead = if dead(node) { ", dead = true" } else { "" };
            writeln!(out, "  {{ name = {}{place}{dead} }},", quoted(name))?;
        }
        return writeln!(out, "]");
    }
    if names.iter().enumerate().all(|(number, name)| *name == number.to_string()) {
        return writeln!(out, "{key} = {}", names.len());
    }
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    writeln!(out, "{key} = [{}]", names.join(", "))
}

/// Writes the terminals, if they are apart from routers: their number a router, or each with its local port.
fn terminals(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let (network, attached) = (source.network, source.graph.attached());
    if !source.has_terminals() {
        return Ok(());
    }
    let locals = attached.local_ports();
    let is_plain = |terminal: TerminalId| {
        let end = attached.at(terminal);
        terminal.index() == end.router as usize * locals + usize::from(end.port) && source.terminal_name(terminal) == terminal.to_string()
    };
    let all = TerminalId::all(network.terminals());
    if all.len() == attached.routers() * locals && all.clone().all(is_plain) {
        return writeln!(out, "nodes = {locals}");
    }
    writeln!(out, "nodes = [")?;
    for terminal in all {
        let end = attached.at(terminal);
        let at = quoted(&format!("{}:{}", network.format_address(end.router), end.port));
        writeln!(out, "  {{ name = {}, at = {at} }},", quoted(&source.terminal_name(terminal)))?;
    }
    writeln!(out, "]")
}

/// A port of links, by name or number.
fn port_text(source: &Source<'_>, labels: &[Option<&str>], port: u8) -> String {
    labels[usize::from(port)].map_or_else(|| (usize::from(port) + 1 - source.network.local_ports()).to_string(), str::to_owned)
}

/// Names of the ports, `None` for ports that go by their number.
fn labels<'a>(source: &Source<'a>) -> Vec<Option<&'a str>> {
    let network = source.network;
    let all: Vec<&str> = (0..network.ports() as u8).map(|port| network.port_label(port)).collect();
    let each_once = all.iter().collect::<HashSet<_>>().len() == all.len();
    let locals = network.local_ports();
    let plain = |port: usize| all[port] == format!("p{}", port + 1 - locals);
    (0..all.len()).map(|port| (each_once && port >= locals && !plain(port)).then_some(all[port])).collect()
}

/// Writes the rows of a route table: destinations of a node with the same port and class share a row.
fn routes(source: &Source<'_>, labels: &[Option<&str>], table: &RouteTable, out: &mut impl Write) -> io::Result<()> {
    let terminals = table.terminals();
    writeln!(out, "routes = [")?;
    for at in terminals.live_routers() {
        let mut rows: BTreeMap<(u8, Option<u8>), Vec<String>> = BTreeMap::new();
        for to in terminals.live().filter(|&to| terminals.at(to).router != at) {
            let hop = table.hop(at, to);
            rows.entry((hop.port, hop.class)).or_default().push(quoted(&source.terminal_name(to)));
        }
        for ((port, class), to) in rows {
            let named = labels[usize::from(port)].is_some();
            let port = port_text(source, labels, port);
            let port = if named { quoted(&port) } else { port };
            let class = class.map_or(String::new(), |class| format!(", class = {class}"));
            writeln!(out, "  {{ at = {}, port = {port}{class}, to = [{}] }},", quoted(&source.network.format_address(at)), to.join(", "))?;
        }
    }
    writeln!(out, "]")
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
