//! Attributes of graphs, nodes and edges, in formats that carry any: those that describe a network, and all others.

use std::collections::{BTreeMap, BTreeSet};

use crate::own::MOST_SLICES;
use crate::own::draft::{DraftLink, LinkEnd, PortRef};
use crate::own::spot::{FileError, Location, refuse};

/// Values of an element by name, each once.
pub type Data<'a> = Vec<(&'a str, String)>;

/// Names of a graph's values that describe the network.
pub const GRAPH: &[&str] = &["name"];
/// Names of a node's values that describe the network.
pub const NODE: &[&str] = &["row", "column", "terminal"];
/// Names of an edge's values that describe the network.
pub const EDGE: &[&str] = &["slices", "kind"];

/// Names of values that do not describe the network, by kind of element.
#[derive(Default)]
pub struct IgnoredData {
    strict: bool,
    names: BTreeMap<&'static str, BTreeSet<String>>,
}

impl IgnoredData {
    /// An empty collection; with `strict` the first such name is refused.
    pub fn new(strict: bool) -> Self {
        Self { strict, ..Self::default() }
    }

    /// Whether values of this name are read; collects the name if not.
    ///
    /// # Errors
    /// The name is not read, with `strict`.
    pub fn is_read(&mut self, location: Location, of: &'static str, name: &str, known: &[&str]) -> Result<bool, FileError> {
        if known.contains(&name) {
            return Ok(true);
        }
        let shown: String = name.escape_debug().take(40).collect();
        if self.strict {
            return refuse(location, format!("`{shown}` says nothing of a network here; expected in <{of}>: {}", known.join(", ")));
        }
        self.names.entry(of).or_default().insert(shown);
        Ok(false)
    }

    /// A note on the values that were left out.
    pub fn note(&self) -> Option<String> {
        let of =
            |(of, names): (&&str, &BTreeSet<String>)| format!("{of}: {}", names.iter().map(String::as_str).collect::<Vec<_>>().join(", "));
        let all: Vec<String> = self.names.iter().map(of).collect();
        (!all.is_empty()).then(|| format!("data that say nothing of the network are left out ({})", all.join("; ")))
    }
}

/// The value of a name.
fn get<'a>(data: &'a Data<'_>, name: &str) -> Option<&'a str> {
    data.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
}

/// Position of a node on the plane, by its values.
///
/// # Errors
/// A value that is no number; a row without a column, or the reverse.
pub fn place(location: Location, node: &str, data: &Data<'_>) -> Result<Option<(u32, u32)>, FileError> {
    let coordinate = |name: &str| get(data, name).map(|value| number(location, name, value, 9999)).transpose();
    match (coordinate("row")?, coordinate("column")?) {
        (Some(row), Some(column)) => Ok(Some((row, column))),
        (None, None) => Ok(None),
        _ => refuse(location, format!("node `{}` has a row or a column; expected: both or none", node.escape_debug())),
    }
}

/// Whether a node is a terminal, by its values.
///
/// # Errors
/// Another value than true or false.
pub fn is_terminal(location: Location, data: &Data<'_>) -> Result<bool, FileError> {
    read_terminal(location, get(data, "terminal"))
}

/// Reads the value of `terminal`.
///
/// # Errors
/// Another value than true or false.
pub fn read_terminal(location: Location, value: Option<&str>) -> Result<bool, FileError> {
    match value {
        None | Some("false" | "False" | "0") => Ok(false),
        Some("true" | "True" | "1") => Ok(true),
        Some(other) => {
            refuse(location, format!("terminal = `{}`; expected: true, false", other.escape_debug().take(40).collect::<String>()))
        }
    }
}

/// A link by its ends, (node, port), and the values of its edge.
///
/// # Errors
/// A register count out of range.
pub fn link(location: Location, ends: [(&str, Option<&str>); 2], both: bool, data: &Data<'_>) -> Result<DraftLink, FileError> {
    let [from, to] = ends.map(|(node, port)| LinkEnd { node: node.to_owned(), port: port.map(PortRef::read) });
    let slices = get(data, "slices").map_or(Ok(0), |value| number(location, "slices", value, MOST_SLICES as u32))? as u8;
    Ok(DraftLink { location, from, to, both, slices, kind: get(data, "kind").map(str::to_owned), dead: false })
}

fn number(location: Location, name: &str, value: &str, most: u32) -> Result<u32, FileError> {
    let number = value.parse().ok().filter(|number| *number <= most);
    number.map_or_else(|| refuse(location, format!("{name} = `{}`; expected: 0 to {most}", value.escape_debug())), Ok)
}
