//! The route table of a draft.

use super::draft::{By, Draft, DraftRoutes, Row};
use super::nodes::Nodes;
use super::ports::Ports;
use super::spot::{At, Fault, Spot, fault};
use super::wiring::Wiring;
use super::{MOST_PORTS, least_latency, shortest, up_down};
use crate::route_table::TableFault;
use crate::{Classes, Graph, RouteTable, TableHop};

/// Kind of a file's routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RouteKind {
    /// `"shortest"`.
    Shortest,
    /// `"least-latency"`.
    LeastLatency,
    /// `"up-down"`.
    UpDown,
    /// A table.
    Table,
}

impl RouteKind {
    /// The keyword in a file; `table` for a table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shortest => "shortest",
            Self::LeastLatency => "least-latency",
            Self::UpDown => "up-down",
            Self::Table => "table",
        }
    }
}

/// The checked parts that the routes refer to.
pub struct Parts<'a> {
    /// The nodes.
    pub nodes: &'a Nodes,
    /// The ports.
    pub ports: &'a Ports,
    /// The links, with their lines.
    pub wiring: &'a Wiring,
    /// Graph of the links.
    pub graph: &'a Graph,
}

/// Builds the route table of a draft.
///
/// # Errors
/// Routes that are unknown, missing, or given twice, or that do not end at their destination; classes that do not match them.
pub fn routes(draft: &Draft, parts: &Parts<'_>) -> Result<(RouteKind, RouteTable), Fault> {
    let count = parts.nodes.count();
    let by_port = |ports: Vec<u8>, classes| {
        RouteTable::new(count, classes, |at, to| TableHop { port: ports[at as usize * count + to as usize], class: None })
    };
    match &draft.routes {
        DraftRoutes::Shortest => Ok((RouteKind::Shortest, by_port(shortest::routes(parts.graph), unsaid(draft)?))),
        DraftRoutes::LeastLatency => {
            let ports = least_latency::routes(parts.graph, parts.wiring);
            Ok((RouteKind::LeastLatency, by_port(ports, unsaid(draft)?)))
        }
        DraftRoutes::UpDown(_) => {
            let ports = up_down::routes(parts.graph).or_else(|(node, port)| {
                let Some(wire) = parts.wiring.wire(node, port) else { return fault(Spot::line(1), "a link without a line") };
                let (from, to) = (parts.nodes.name(node), parts.nodes.name(wire.to.node));
                let told = format!("no link leads back from `{to}` to `{from}`; expected: links both ways, with routes = \"up-down\"");
                fault(wire.spot, told)
            })?;
            Ok((RouteKind::UpDown, by_port(ports, unsaid(draft)?)))
        }
        DraftRoutes::Table(spot, rows) => Ok((RouteKind::Table, table(draft, parts, *spot, rows)?)),
    }
}

/// The number of classes of a file whose routes give none.
fn unsaid(draft: &Draft) -> Result<Classes, Fault> {
    match draft.classes {
        None | Some(At { value: Some(1), .. }) => Ok(Classes::Given(1)),
        Some(At { value: None, .. }) => Ok(Classes::Auto),
        Some(At { spot, value: Some(count) }) => fault(
            spot,
            format!("classes = {count}, and no route says its class; expected: 1, \"auto\", or routes in a table with a class each"),
        ),
    }
}

/// A route, and the row that gives it.
#[derive(Clone, Copy, Default)]
struct Entry {
    hop: TableHop,
    row: Option<u32>,
}

fn table(draft: &Draft, parts: &Parts<'_>, spot: Spot, rows: &[Row]) -> Result<RouteTable, Fault> {
    let (nodes, count) = (parts.nodes, parts.nodes.count());
    let mut entries = vec![Entry::default(); count * count];
    for (i, row) in rows.iter().enumerate() {
        let at = nodes.find(row.spot, &row.at)?;
        let hop = TableHop { port: port(parts, row, at)?, class: row.class };
        if row.to.is_empty() {
            return fault(row.spot, "a route to no node; expected: one destination or more");
        }
        for name in &row.to {
            let to = nodes.find(row.spot, name)?;
            if at == to {
                return fault(row.spot, format!("a route from `{name}` to itself; expected: none, as it is the node's own port"));
            }
            let entry = &mut entries[at as usize * count + to as usize];
            if let Some(first) = entry.row {
                let line = rows[first as usize].spot.line;
                return fault(row.spot, format!("the route at `{}` to `{name}` is there twice; first in line {line}", row.at));
            }
            *entry = Entry { hop, row: Some(i as u32) };
        }
    }
    let classes = said(draft, rows)?;
    let table = RouteTable::new(count, classes, |at, to| entries[at as usize * count + to as usize].hop);
    table.check(parts.graph).or_else(|(at, to, what)| {
        let row = entries[at as usize * count + to as usize].row.map(|row| &rows[row as usize]);
        let (from, to) = (nodes.name(at), nodes.name(to));
        match what {
            TableFault::Missing => fault(
                rows.iter().rev().find(|row| row.at == from).map_or(spot, |row| row.spot),
                format!("no route at `{from}` to `{to}`; expected: one at every node to every other node"),
            ),
            TableFault::NoLink => fault(row.map_or(spot, |row| row.spot), format!("no link leaves `{from}` towards `{to}`")),
            TableFault::Circle(circle) => {
                let shown: Vec<&str> = circle.iter().chain(circle.first()).take(9).map(|&node| nodes.name(node)).collect();
                let more = if circle.len() > 8 { " .." } else { "" };
                let told = format!("routes to `{to}` run in a circle: {}{more}; expected: routes that end at `{to}`", shown.join(" -> "));
                fault(row.map_or(spot, |row| row.spot), told)
            }
        }
    })?;
    Ok(table)
}

/// Resolves the output port of a row.
fn port(parts: &Parts<'_>, row: &Row, at: u32) -> Result<u8, Fault> {
    let ways = || (1..MOST_PORTS as u8).filter_map(|port| parts.wiring.wire(at, port).map(|wire| (port, wire.to.node)));
    let labels = parts.ports.labels(MOST_PORTS);
    let label = |port: u8| labels[usize::from(port)].as_str();
    match &row.by {
        By::Port(port) => {
            let port = parts.ports.resolve(row.spot, port)?;
            if parts.wiring.wire(at, port).is_some() {
                return Ok(port);
            }
            let known: Vec<&str> = ways().map(|(port, _)| label(port)).collect();
            fault(row.spot, format!("no link leaves `{}` by port `{}`; expected: {}", row.at, label(port), known.join(", ")))
        }
        By::Next(name) => {
            let next = parts.nodes.find(row.spot, name)?;
            let mut there = ways().filter(|(_, node)| *node == next).map(|(port, _)| port);
            match (there.next(), there.next()) {
                (Some(port), None) => Ok(port),
                (Some(one), Some(other)) => {
                    let (one, other) = (label(one), label(other));
                    fault(row.spot, format!("`{}` has several links to `{name}`; expected: the port, such as {one} or {other}", row.at))
                }
                _ => {
                    let known: Vec<&str> = ways().map(|(_, node)| parts.nodes.name(node)).collect();
                    fault(row.spot, format!("`{name}` is no neighbour of `{}`; expected: {}", row.at, known.join(", ")))
                }
            }
        }
    }
}

/// The number of classes of a table.
fn said(draft: &Draft, rows: &[Row]) -> Result<Classes, Fault> {
    let highest = rows.iter().filter_map(|row| row.class).max();
    match draft.classes {
        None => Ok(Classes::Given(highest.map_or(1, |class| class + 1))),
        Some(At { spot, value: None }) => match rows.iter().find(|row| row.class.is_some()) {
            Some(row) => {
                fault(row.spot, format!("a route says its class, and classes = \"auto\" in line {}; expected: one of them", spot.line))
            }
            None => Ok(Classes::Auto),
        },
        Some(At { spot, value: Some(count) }) => {
            if let Some(row) = rows.iter().find(|row| row.class.is_some_and(|class| class >= count)) {
                return fault(row.spot, format!("class {}; expected: 0 to {}, as classes = {count}", row.class.unwrap_or(0), count - 1));
            }
            let used = highest.map_or(1, |class| class + 1);
            if used < count {
                return fault(spot, format!("classes = {count}, and no route is of class {used}; expected: {used}"));
            }
            Ok(Classes::Given(count))
        }
    }
}
