//! The route table of a draft.

use super::draft::{DraftRoute, DraftRoutes, NetworkDraft, NextHop};
use super::nodes::CheckedNodes;
use super::ports::Ports;
use super::spot::{FileError, Located, Location, refuse};
use super::wiring::WireTable;
use super::{MOST_PORTS, shortest, up_down};
use crate::route_table::TableError;
use crate::{Classes, Graph, RouteTable, TableHop, TerminalId};

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
pub struct CheckedParts<'a> {
    /// The routers and terminals.
    pub nodes: &'a CheckedNodes,
    /// The ports.
    pub ports: &'a Ports,
    /// The links, with their lines.
    pub wiring: &'a WireTable,
    /// Graph of the links.
    pub graph: &'a Graph,
}

/// Builds the route table of a draft.
///
/// # Errors
/// Routes that are unknown, missing, or given twice, or that do not end at their destination; classes that do not match them.
pub fn build_table(draft: &NetworkDraft, parts: &CheckedParts<'_>) -> Result<(RouteKind, RouteTable), FileError> {
    let terminals = &parts.nodes.terminals;
    let count = terminals.count();
    let by_port = |ports: Vec<u8>, classes| {
        RouteTable::new(terminals, classes, |at, to| TableHop { port: ports[at as usize * count + to.index()], class: None })
    };
    match &draft.routes {
        DraftRoutes::Shortest => Ok((RouteKind::Shortest, by_port(shortest::fewest_links(parts.graph), classes_without_table(draft)?))),
        DraftRoutes::LeastLatency => {
            let ports = shortest::least_latency(parts.graph, parts.wiring);
            Ok((RouteKind::LeastLatency, by_port(ports, classes_without_table(draft)?)))
        }
        DraftRoutes::UpDown(_) => {
            let ports = up_down::routes(parts.graph).or_else(|(node, port)| {
                let Some(wire) = parts.wiring.wire(node, port) else { return refuse(Location::line(1), "a link without a line") };
                let (from, to) = (parts.nodes.routers.name(node), parts.nodes.routers.name(wire.to.node));
                let message = format!("no link leads back from `{to}` to `{from}`; expected: links both ways, with routes = \"up-down\"");
                refuse(wire.location, message)
            })?;
            Ok((RouteKind::UpDown, by_port(ports, classes_without_table(draft)?)))
        }
        DraftRoutes::Table(location, rows) => Ok((RouteKind::Table, read_table(draft, parts, *location, rows)?)),
    }
}

/// The number of classes of a file whose routes give none.
fn classes_without_table(draft: &NetworkDraft) -> Result<Classes, FileError> {
    match draft.classes {
        None | Some(Located { value: Some(1), .. }) => Ok(Classes::Given(1)),
        Some(Located { value: None, .. }) => Ok(Classes::Auto),
        Some(Located { location, value: Some(count) }) => refuse(
            location,
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

fn read_table(draft: &NetworkDraft, parts: &CheckedParts<'_>, location: Location, rows: &[DraftRoute]) -> Result<RouteTable, FileError> {
    let CheckedNodes { routers, ends, terminals, .. } = parts.nodes;
    let (count, apart) = (terminals.count(), draft.terminals.is_some());
    let mut entries = vec![Entry::default(); terminals.routers() * count];
    for (i, row) in rows.iter().enumerate() {
        let at = routers.find(row.location, &row.at)?;
        let hop = TableHop { port: resolve_port(parts, row, at)?, class: row.class };
        let mut to = row.to.iter().map(|name| ends.find(row.location, name).map(TerminalId)).collect::<Result<Vec<_>, _>>()?;
        for name in &row.to_routers {
            let router = routers.find(row.location, name)?;
            to.extend((0..terminals.local_ports() as u8).filter_map(|port| terminals.of(router, port)));
        }
        if to.is_empty() {
            return refuse(row.location, "a route to no node; expected: one destination or more");
        }
        for to in to {
            let name = ends.name(to.0);
            if at == terminals.at(to).router {
                let what = if apart {
                    format!("a route at `{}` to its own node `{name}`", row.at)
                } else {
                    format!("a route from `{name}` to itself")
                };
                return refuse(row.location, format!("{what}; expected: none, as it is the node's own port"));
            }
            let entry = &mut entries[at as usize * count + to.index()];
            if let Some(first) = entry.row {
                let line = rows[first as usize].location.line;
                return refuse(row.location, format!("the route at `{}` to `{name}` is there twice; first in line {line}", row.at));
            }
            *entry = Entry { hop, row: Some(i as u32) };
        }
    }
    let classes = classes_of_table(draft, rows)?;
    let table = RouteTable::new(terminals, classes, |at, to| entries[at as usize * count + to.index()].hop);
    table.check(parts.graph).or_else(|(at, to, what)| {
        let row = entries[at as usize * count + to.index()].row.map(|row| &rows[row as usize]);
        let (from, to) = (routers.name(at), ends.name(to.0));
        match what {
            TableError::Missing => refuse(
                rows.iter().rev().find(|row| row.at == from).map_or(location, |row| row.location),
                if apart {
                    format!("no route at `{from}` to `{to}`; expected: one at every router to every node of another")
                } else {
                    format!("no route at `{from}` to `{to}`; expected: one at every node to every other node")
                },
            ),
            TableError::NoLink => refuse(row.map_or(location, |row| row.location), format!("no link leaves `{from}` towards `{to}`")),
            TableError::Cycle(cycle) => {
                let shown: Vec<&str> = cycle.iter().chain(cycle.first()).take(9).map(|&node| routers.name(node)).collect();
                let more = if cycle.len() > 8 { " .." } else { "" };
                let message =
                    format!("routes to `{to}` run in a circle: {}{more}; expected: routes that end at `{to}`", shown.join(" -> "));
                refuse(row.map_or(location, |row| row.location), message)
            }
        }
    })?;
    Ok(table)
}

/// Resolves the output port of a row.
fn resolve_port(parts: &CheckedParts<'_>, row: &DraftRoute, at: u32) -> Result<u8, FileError> {
    let routers = &parts.nodes.routers;
    let outputs = || (1..MOST_PORTS as u8).filter_map(|port| parts.wiring.wire(at, port).map(|wire| (port, wire.to.node)));
    let labels = parts.ports.labels(MOST_PORTS);
    let label = |port: u8| labels[usize::from(port)].as_str();
    match &row.next_hop {
        NextHop::Port(port) => {
            let port = parts.ports.resolve(row.location, port)?;
            if parts.wiring.wire(at, port).is_some() {
                return Ok(port);
            }
            let known: Vec<&str> = outputs().map(|(port, _)| label(port)).collect();
            refuse(row.location, format!("no link leaves `{}` by port `{}`; expected: {}", row.at, label(port), known.join(", ")))
        }
        NextHop::Neighbour(name) => {
            let next = routers.find(row.location, name)?;
            let mut there = outputs().filter(|(_, node)| *node == next).map(|(port, _)| port);
            match (there.next(), there.next()) {
                (Some(port), None) => Ok(port),
                (Some(one), Some(other)) => {
                    let (one, other) = (label(one), label(other));
                    refuse(
                        row.location,
                        format!("`{}` has several links to `{name}`; expected: the port, such as {one} or {other}", row.at),
                    )
                }
                _ => {
                    let known: Vec<&str> = outputs().map(|(_, node)| routers.name(node)).collect();
                    refuse(row.location, format!("`{name}` is no neighbour of `{}`; expected: {}", row.at, known.join(", ")))
                }
            }
        }
    }
}

/// The number of classes of a table.
fn classes_of_table(draft: &NetworkDraft, rows: &[DraftRoute]) -> Result<Classes, FileError> {
    let highest = rows.iter().filter_map(|row| row.class).max();
    match draft.classes {
        None => Ok(Classes::Given(highest.map_or(1, |class| class + 1))),
        Some(Located { location, value: None }) => match rows.iter().find(|row| row.class.is_some()) {
            Some(row) => refuse(
                row.location,
                format!("a route says its class, and classes = \"auto\" in line {}; expected: one of them", location.line),
            ),
            None => Ok(Classes::Auto),
        },
        Some(Located { location, value: Some(count) }) => {
            if let Some(row) = rows.iter().find(|row| row.class.is_some_and(|class| class >= count)) {
                return refuse(
                    row.location,
                    format!("class {}; expected: 0 to {}, as classes = {count}", row.class.unwrap_or(0), count - 1),
                );
            }
            // One class may be spare, for the paths around links that fail.
            let used = highest.map_or(1, |class| class + 1);
            if used + 1 < count {
                let why =
                    format!("classes = {count}, and no route is of class {used}; expected: {used}, or {} with one that is spare", used + 1);
                return refuse(location, why);
            }
            Ok(Classes::Given(count))
        }
    }
}
