//! Tables of links and of routes, with columns separated by commas.
//!
//! Links: `from,to,ways`, where ways is `both` or `one`; `from_port`, `to_port`, `slices` and `kind` are optional. A line of kind `node` says that
//! `from` is a terminal at the router `to`, and `to_port` its local port. Routes: `at,to` and
//! `port` or `next`; `class` is optional. Lines that begin with # are comments.

use std::collections::HashSet;

use super::attach;
use super::nodes::NodeCollector;
use crate::own::draft::{DraftLink, DraftRoute, LinkEnd, NetworkDraft, NextHop, PortRef};
use crate::own::spot::{FileError, Lines, Location, refuse};
use crate::own::{MOST_CLASSES, MOST_SLICES};

/// Reads links.
///
/// # Errors
/// Columns that are unknown or missing, cells with invalid values.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    let table = CsvTable::read(text, &["from", "to", "ways"], &["from_port", "to_port", "slices", "kind"])?;
    let (mut collector, mut links, mut terminals) = (NodeCollector::default(), Vec::new(), HashSet::new());
    for line in &table.lines {
        let cell = |name: &str| table.cell(line, name);
        let need = |name: &str| cell(name).map_or_else(|| refuse(line.location, format!("no {name}; expected: the name of a node")), Ok);
        let (from, to) = (need("from")?, need("to")?);
        let both = match cell("ways") {
            Some("both") => true,
            Some("one") => false,
            other => return refuse(line.location, format!("ways = `{}`; expected: one, both", other.unwrap_or_default().escape_debug())),
        };
        [from, to].into_iter().for_each(|name| _ = collector.add(line.location, name));
        let port = |name: &str| cell(name).map(PortRef::read);
        let attaches = cell("kind") == Some("node");
        if attaches && !(both && port("from_port").is_none()) {
            return refuse(line.location, format!("`{}` is a node; expected: ways = both, and no from_port", from.escape_debug()));
        }
        if attaches {
            terminals.insert(from.to_owned());
        }
        links.push(DraftLink {
            location: line.location,
            from: LinkEnd { node: from.to_owned(), port: port("from_port") },
            to: LinkEnd { node: to.to_owned(), port: port("to_port") },
            both,
            slices: number(line.location, "slices", cell("slices"), MOST_SLICES)?.unwrap_or(0),
            kind: cell("kind").filter(|_| !attaches).map(str::to_owned),
            dead: false,
        });
    }
    let mut draft = NetworkDraft { nodes: collector.nodes(), links, ..NetworkDraft::default() };
    attach::split(&mut draft, &terminals)?;
    Ok(draft)
}

/// Reads routes.
///
/// # Errors
/// Columns that are unknown or missing, cells with invalid values.
pub fn routes(text: &str) -> Result<Vec<DraftRoute>, FileError> {
    let table = CsvTable::read(text, &["at", "to"], &["port", "next", "class"])?;
    let row = |line: &CsvRow| {
        let cell = |name: &str| table.cell(line, name);
        let need = |name: &str| cell(name).map_or_else(|| refuse(line.location, format!("no {name}; expected: the name of a node")), Ok);
        let next_hop = match (cell("port"), cell("next")) {
            (Some(port), None) => NextHop::Port(PortRef::read(port)),
            (None, Some(next)) => NextHop::Neighbour(next.to_owned()),
            _ => return refuse(line.location, "a route has a port, or the neighbour that is next; expected: one of these"),
        };
        let class = number(line.location, "class", cell("class"), MOST_CLASSES - 1)?;
        let (at, to) = (need("at")?.to_owned(), vec![need("to")?.to_owned()]);
        Ok(DraftRoute { location: line.location, at, to, to_routers: Vec::new(), next_hop, class })
    };
    table.lines.iter().map(row).collect()
}

fn number(location: Location, name: &str, cell: Option<&str>, most: i64) -> Result<Option<u8>, FileError> {
    let Some(cell) = cell else { return Ok(None) };
    let number = cell.parse().ok().filter(|number| i64::from(*number) <= most);
    number.map_or_else(|| refuse(location, format!("{name} = `{}`; expected: 0 to {most}", cell.escape_debug())), |number| Ok(Some(number)))
}

struct CsvTable {
    columns: Vec<String>,
    lines: Vec<CsvRow>,
}

struct CsvRow {
    location: Location,
    cells: Vec<String>,
}

impl CsvTable {
    fn read(text: &str, needed: &[&str], others: &[&str]) -> Result<Self, FileError> {
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).trim(csv::Trim::All).comment(Some(b'#'));
        let (positions, mut lines) = (Lines::of(text), Vec::new());
        for record in reader.from_reader(text.as_bytes()).records() {
            // The csv crate's position of a record is the end of the previous one; empty lines and comments follow before the record.
            let at = |position: Option<&csv::Position>| {
                let mut byte = position.map_or(0, |position| position.byte() as usize);
                while let Some(line) = text.get(byte..).and_then(|rest| rest.split_inclusive('\n').next()) {
                    if !line.starts_with('#') && !line.trim_end_matches(['\r', '\n']).is_empty() {
                        break;
                    }
                    byte += line.len();
                }
                positions.at(byte)
            };
            match record {
                Ok(record) => lines.push(CsvRow { location: at(record.position()), cells: record.iter().map(str::to_owned).collect() }),
                Err(e) => return refuse(at(e.position()), format!("is no table: {e}")),
            }
        }
        let known = [needed, others].concat().join(", ");
        if lines.is_empty() {
            return refuse(Location::line(1), format!("no columns; expected: a first line with {known}"));
        }
        let head = lines.remove(0);
        for (i, column) in head.cells.iter().enumerate() {
            if !needed.iter().chain(others).any(|name| name == column) {
                return refuse(head.location, format!("unknown column `{}`; expected: {known}", column.escape_debug()));
            }
            if head.cells[..i].contains(column) {
                return refuse(head.location, format!("column `{column}` is there twice"));
            }
        }
        if let Some(name) = needed.iter().find(|name| !head.cells.iter().any(|column| column == *name)) {
            return refuse(head.location, format!("no column `{name}`; expected: {known}"));
        }
        if let Some(line) = lines.iter().find(|line| line.cells.len() != head.cells.len()) {
            return refuse(
                line.location,
                format!("{} cells; expected: {}, as in line {}", line.cells.len(), head.cells.len(), head.location.line),
            );
        }
        Ok(Self { columns: head.cells, lines })
    }

    /// A cell; `None` if it is empty or the table has no such column.
    fn cell<'a>(&self, line: &'a CsvRow, name: &str) -> Option<&'a str> {
        let column = self.columns.iter().position(|column| column == name)?;
        Some(line.cells[column].as_str()).filter(|cell| !cell.is_empty())
    }
}
