//! A network file (docs/own_networks.md).

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};

use super::{Source, links};
use crate::own::RouteKind;
use crate::{Classes, Link, RouteTable};

/// Writes the network as a network file.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let own = source.own();
    writeln!(out, "name = {}", quoted(&source.name()))?;
    nodes(source, out)?;
    let labels = labels(source);
    if labels.iter().any(Option::is_some) {
        let listed: Vec<String> = (1..network.ports()).map(|port| quoted(network.port_label(port as u8))).collect();
        writeln!(out, "ports = [{}]", listed.join(", "))?;
    }
    let kind = own.map_or(RouteKind::Shortest, |own| own.route_kind());
    let table = match (source.table, kind) {
        (Some(table), _) => Some(table),
        (None, RouteKind::Table) => network.route_table(),
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
        let port = labels[usize::from(link.port)].map_or_else(|| link.port.to_string(), str::to_owned);
        quoted(&format!("{}:{port}", network.format_address(link.node)))
    };
    writeln!(out, "links = [")?;
    for link in links::list_links(source) {
        let (from, to) = (end(link.from), end(link.to));
        let ends = if link.both { format!("between = [{from}, {to}]") } else { format!("from = {from}, to = {to}") };
        let slices = if link.slices > 0 { format!(", slices = {}", link.slices) } else { String::new() };
        let kind = link.kind.map_or(String::new(), |kind| format!(", kind = {}", quoted(kind)));
        writeln!(out, "  {{ {ends}{slices}{kind} }},")?;
    }
    writeln!(out, "]")?;
    table.map_or(Ok(()), |table| routes(source, &labels, table, out))
}

fn nodes(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let names: Vec<String> = (0..network.routers() as u32).map(|node| network.format_address(node)).collect();
    if source.own().is_none_or(|own| own.has_places()) && network.place(0).is_some() {
        writeln!(out, "nodes = [")?;
        for (node, name) in names.iter().enumerate() {
            let (row, column) = network.place(node as u32).unwrap_or_default();
            writeln!(out, "  {{ name = {}, place = [{row}, {column}] }},", quoted(name))?;
        }
        return writeln!(out, "]");
    }
    if names.iter().enumerate().all(|(number, name)| *name == number.to_string()) {
        return writeln!(out, "nodes = {}", names.len());
    }
    let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
    writeln!(out, "nodes = [{}]", names.join(", "))
}

/// Names of the ports, `None` for ports that go by their number.
fn labels<'a>(source: &Source<'a>) -> Vec<Option<&'a str>> {
    let network = source.network;
    let all: Vec<&str> = (0..network.ports() as u8).map(|port| network.port_label(port)).collect();
    let each_once = all.iter().collect::<HashSet<_>>().len() == all.len();
    let plain = |port: usize| all[port] == format!("p{port}");
    (0..all.len()).map(|port| (each_once && port > 0 && !plain(port)).then_some(all[port])).collect()
}

/// Writes the rows of a route table: destinations of a node with the same port and class share a row.
fn routes(source: &Source<'_>, labels: &[Option<&str>], table: &RouteTable, out: &mut impl Write) -> io::Result<()> {
    let address = |node: u32| quoted(&source.network.format_address(node));
    let nodes = 0..table.terminals().count() as u32;
    writeln!(out, "routes = [")?;
    for at in nodes.clone() {
        let mut rows: BTreeMap<(u8, Option<u8>), Vec<String>> = BTreeMap::new();
        for to in nodes.clone().filter(|&to| to != at) {
            let hop = table.hop(at, to);
            rows.entry((hop.port, hop.class)).or_default().push(address(to));
        }
        for ((port, class), to) in rows {
            let port = labels[usize::from(port)].map_or_else(|| port.to_string(), quoted);
            let class = class.map_or(String::new(), |class| format!(", class = {class}"));
            writeln!(out, "  {{ at = {}, port = {port}{class}, to = [{}] }},", address(at), to.join(", "))?;
        }
    }
    writeln!(out, "]")
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
