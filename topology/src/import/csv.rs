//! Tables of links and of routes, with columns separated by commas.
//!
//! Links: `from,to,ways`, where ways is `both` or `one`; `from_port`, `to_port`, `slices` and `kind` are optional. Routes: `at,to` and
//! `port` or `next`; `class` is optional. Lines that begin with # are comments.

use super::nodes::Met;
use crate::own::draft::{By, Draft, DraftLink, End, PortRef, Row};
use crate::own::spot::{Fault, Lines, Spot, fault};
use crate::own::{MOST_CLASSES, MOST_SLICES};

/// Reads links.
///
/// # Errors
/// Columns that are unknown or missing, cells with invalid values.
pub fn read(text: &str) -> Result<Draft, Fault> {
    let table = Table::read(text, &["from", "to", "ways"], &["from_port", "to_port", "slices", "kind"])?;
    let (mut met, mut links) = (Met::default(), Vec::new());
    for line in &table.lines {
        let cell = |name: &str| table.cell(line, name);
        let need = |name: &str| cell(name).map_or_else(|| fault(line.spot, format!("no {name}; expected: the name of a node")), Ok);
        let (from, to) = (need("from")?, need("to")?);
        let both = match cell("ways") {
            Some("both") => true,
            Some("one") => false,
            other => return fault(line.spot, format!("ways = `{}`; expected: one, both", other.unwrap_or_default().escape_debug())),
        };
        [from, to].into_iter().for_each(|name| _ = met.name(line.spot, name));
        let port = |name: &str| cell(name).map(PortRef::read);
        links.push(DraftLink {
            spot: line.spot,
            from: End { node: from.to_owned(), port: port("from_port") },
            to: End { node: to.to_owned(), port: port("to_port") },
            both,
            slices: number(line.spot, "slices", cell("slices"), MOST_SLICES)?.unwrap_or(0),
            kind: cell("kind").map(str::to_owned),
        });
    }
    Ok(Draft { nodes: met.nodes(), links, ..Draft::default() })
}

/// Reads routes.
///
/// # Errors
/// Columns that are unknown or missing, cells with invalid values.
pub fn routes(text: &str) -> Result<Vec<Row>, Fault> {
    let table = Table::read(text, &["at", "to"], &["port", "next", "class"])?;
    let row = |line: &Line| {
        let cell = |name: &str| table.cell(line, name);
        let need = |name: &str| cell(name).map_or_else(|| fault(line.spot, format!("no {name}; expected: the name of a node")), Ok);
        let by = match (cell("port"), cell("next")) {
            (Some(port), None) => By::Port(PortRef::read(port)),
            (None, Some(next)) => By::Next(next.to_owned()),
            _ => return fault(line.spot, "a route has a port, or the neighbour that is next; expected: one of these"),
        };
        let class = number(line.spot, "class", cell("class"), MOST_CLASSES - 1)?;
        Ok(Row { spot: line.spot, at: need("at")?.to_owned(), to: vec![need("to")?.to_owned()], by, class })
    };
    table.lines.iter().map(row).collect()
}

fn number(spot: Spot, name: &str, cell: Option<&str>, most: i64) -> Result<Option<u8>, Fault> {
    let Some(cell) = cell else { return Ok(None) };
    let number = cell.parse().ok().filter(|number| i64::from(*number) <= most);
    number.map_or_else(|| fault(spot, format!("{name} = `{}`; expected: 0 to {most}", cell.escape_debug())), |number| Ok(Some(number)))
}

struct Table {
    columns: Vec<String>,
    lines: Vec<Line>,
}

struct Line {
    spot: Spot,
    cells: Vec<String>,
}

impl Table {
    fn read(text: &str, needed: &[&str], others: &[&str]) -> Result<Self, Fault> {
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
                Ok(record) => lines.push(Line { spot: at(record.position()), cells: record.iter().map(str::to_owned).collect() }),
                Err(e) => return fault(at(e.position()), format!("is no table: {e}")),
            }
        }
        let known = [needed, others].concat().join(", ");
        if lines.is_empty() {
            return fault(Spot::line(1), format!("no columns; expected: a first line with {known}"));
        }
        let head = lines.remove(0);
        for (i, column) in head.cells.iter().enumerate() {
            if !needed.iter().chain(others).any(|name| name == column) {
                return fault(head.spot, format!("unknown column `{}`; expected: {known}", column.escape_debug()));
            }
            if head.cells[..i].contains(column) {
                return fault(head.spot, format!("column `{column}` is there twice"));
            }
        }
        if let Some(name) = needed.iter().find(|name| !head.cells.iter().any(|column| column == *name)) {
            return fault(head.spot, format!("no column `{name}`; expected: {known}"));
        }
        if let Some(line) = lines.iter().find(|line| line.cells.len() != head.cells.len()) {
            return fault(line.spot, format!("{} cells; expected: {}, as in line {}", line.cells.len(), head.cells.len(), head.spot.line));
        }
        Ok(Self { columns: head.cells, lines })
    }

    /// A cell; `None` if it is empty or the table has no such column.
    fn cell<'a>(&self, line: &'a Line, name: &str) -> Option<&'a str> {
        let column = self.columns.iter().position(|column| column == name)?;
        Some(line.cells[column].as_str()).filter(|cell| !cell.is_empty())
    }
}
