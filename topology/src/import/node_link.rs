//! A graph as a list of nodes and a list of edges: node-link JSON as networkx writes it, and GML ([`super::gml`]).
//!
//! A node has an `id`, an edge a `source` and a `target`, which are the ids of nodes; `directed` says whether edges are one way. Also read
//! are `name` of the graph, `row`, `column`, `terminal` of nodes, `sourceport`, `targetport`, `slices`, `kind` of edges.

use std::collections::{HashMap, HashSet};

use super::attach;
use super::data::{self, Data, IgnoredData};
use super::nodes::NodeCollector;
use crate::own::draft::{DraftNode, NetworkDraft};
use crate::own::spot::{FileError, Located, Location, refuse};
use crate::own::tree::{Tree, Value};
use crate::own::{json, names};

/// Keys and values.
pub type Entries = [(Located<String>, Tree)];

/// The parts of a graph.
pub struct GraphParts<'a> {
    /// Edges are one way.
    pub directed: bool,
    /// Other keys and values of the graph.
    pub graph: Vec<&'a (Located<String>, Tree)>,
    /// The graph's nodes.
    pub nodes: Vec<&'a Tree>,
    /// The graph's edges.
    pub edges: Vec<&'a Tree>,
    /// Nodes are named by their `label`, if all have one that is a valid name and no two are equal.
    pub labels: bool,
}

/// Reads node-link JSON.
///
/// # Errors
/// Text that is not JSON, or not a network.
pub fn read(text: &str, ignored: &mut IgnoredData) -> Result<NetworkDraft, FileError> {
    const KEYS: [&str; 6] = ["directed", "multigraph", "graph", "nodes", "edges", "links"];
    let tree = json::read(text)?;
    let all = entries(&tree, "the graph", "an object with nodes, and edges or links")?;
    let list = |name: &'static str| match get(all, name)? {
        Some(tree) => Ok(Some((tree.location, tree.list(name, "a list of objects")?.iter().collect::<Vec<_>>()))),
        None => Ok(None),
    };
    let edges = match (list("edges")?, list("links")?) {
        (Some((_, edges)), None) | (None, Some((_, edges))) => edges,
        (None, None) => return refuse(tree.location, "no edges; expected: a list `edges` or `links`"),
        (Some(_), Some((location, _))) => return refuse(location, "edges and links; expected: one of the two lists"),
    };
    let Some((_, nodes)) = list("nodes")? else { return refuse(tree.location, "no nodes; expected: a list `nodes`") };
    let directed = match get(all, "directed")? {
        None => false,
        Some(Located { value: Value::Truth(directed), .. }) => *directed,
        Some(other) => return other.wrong("directed", "true or false"),
    };
    let own = match get(all, "graph")? {
        None => &[],
        // Written by old versions of networkx.
        Some(Located { value: Value::List(items), .. }) if items.is_empty() => &[],
        Some(tree) => entries(tree, "graph", "an object")?,
    };
    let graph = own.iter().chain(all.iter().filter(|(key, _)| !KEYS.contains(&key.value.as_str()))).collect();
    draft(&GraphParts { directed, graph, nodes, edges, labels: false }, ignored)
}

/// Reads the network of a graph.
///
/// # Errors
/// Nodes without an id, edges without their ends, invalid values.
pub fn draft(parts: &GraphParts<'_>, ignored: &mut IgnoredData) -> Result<NetworkDraft, FileError> {
    const NODE: &str = "a table with id";
    const EDGE: &str = "a table with source and target";
    let mut draft = NetworkDraft::default();
    let graph = read_data(parts.graph.iter().copied(), "graph", &[], data::GRAPH, ignored)?;
    let location = parts.graph.iter().find(|(key, _)| key.value == "name").map_or(Location::line(1), |(key, _)| key.location);
    draft.name = graph.into_iter().map(|(_, value)| Located { location, value }).find(|name| !name.value.is_empty());
    let labels = labels(parts)?;
    let mut collector = NodeCollector::default();
    let (mut places, mut terminals) = (Vec::new(), HashSet::new());
    let mut called = HashMap::new();
    for (at, node) in parts.nodes.iter().enumerate() {
        let all = entries(node, "a node", NODE)?;
        let id = need(node, all, "id", NODE)?;
        let name = labels.as_ref().map_or(&id, |labels| &labels[at]);
        if called.insert(id.clone(), name.clone()).is_some() || !collector.add(node.location, name) {
            return refuse(node.location, format!("node `{}` is there twice", id.escape_debug()));
        }
        let skipped: &[&str] = if labels.is_some() { &["id", "label"] } else { &["id"] };
        let data = read_data(all.iter(), "node", skipped, data::NODE, ignored)?;
        places.push((name.clone(), data::place(node.location, &id, &data)?));
        if data::is_terminal(node.location, &data)? {
            terminals.insert(name.clone());
        }
    }
    for edge in &parts.edges {
        let all = entries(edge, "an edge", EDGE)?;
        let end = |key: &str| need(edge, all, key, EDGE).map(|id| called.get(&id).cloned().unwrap_or(id));
        let port = |key: &str| get(all, key)?.map(|tree| tree.name(key, "a port")).transpose();
        let (ends, ports) = ([end("source")?, end("target")?], [port("sourceport")?, port("targetport")?]);
        let data = read_data(all.iter(), "edge", &["source", "target", "sourceport", "targetport", "key"], data::EDGE, ignored)?;
        let ends = [(ends[0].as_str(), ports[0].as_deref()), (ends[1].as_str(), ports[1].as_deref())];
        draft.links.push(data::link(edge.location, ends, !parts.directed, &data)?);
    }
    let places: HashMap<_, _> = places.into_iter().collect();
    draft.nodes =
        collector.nodes().into_iter().map(|node| DraftNode { place: places.get(&node.name).copied().flatten(), ..node }).collect();
    attach::split(&mut draft, &terminals)?;
    Ok(draft)
}

/// The labels of all nodes, if they can be node names.
fn labels(parts: &GraphParts<'_>) -> Result<Option<Vec<String>>, FileError> {
    let mut labels = Vec::new();
    for node in parts.nodes.iter().filter(|_| parts.labels) {
        match get(entries(node, "a node", "a table with id")?, "label")?.map(|label| &label.value) {
            Some(Value::Text(label)) if names::check(node.location, "node", label).is_ok() => labels.push(label.clone()),
            _ => return Ok(None),
        }
    }
    let distinct: HashSet<&String> = labels.iter().collect();
    Ok((parts.labels && distinct.len() == labels.len()).then_some(labels))
}

/// Values of the `known` names; `skipped` names are read elsewhere.
fn read_data<'a>(
    entries: impl Iterator<Item = &'a (Located<String>, Tree)>,
    of: &'static str,
    skipped: &[&str],
    known: &[&str],
    ignored: &mut IgnoredData,
) -> Result<Data<'a>, FileError> {
    let mut data: Data<'a> = Vec::new();
    for (key, tree) in entries.filter(|(key, _)| !skipped.contains(&key.value.as_str())) {
        if !ignored.is_read(key.location, of, &key.value, known)? {
            continue;
        }
        if data.iter().any(|(name, _)| *name == key.value) {
            return refuse(key.location, format!("`{}` is there twice; expected: once", key.value));
        }
        let value = match &tree.value {
            Value::Truth(truth) => truth.to_string(),
            _ => tree.name(&key.value, "a text or a whole number")?,
        };
        data.push((&key.value, value));
    }
    Ok(data)
}

/// The entries of a table.
pub fn entries<'a>(tree: &'a Tree, what: &str, expected: &str) -> Result<&'a Entries, FileError> {
    match &tree.value {
        Value::Table(entries) => Ok(entries),
        _ => tree.wrong(what, expected),
    }
}

/// The value of a key that occurs at most once.
pub fn get<'a>(entries: &'a Entries, name: &str) -> Result<Option<&'a Tree>, FileError> {
    let mut all = entries.iter().filter(|(key, _)| key.value == name);
    match (all.next(), all.next()) {
        (_, Some((key, _))) => refuse(key.location, format!("`{name}` is there twice; expected: once")),
        (found, None) => Ok(found.map(|(_, tree)| tree)),
    }
}

fn need(tree: &Tree, entries: &Entries, name: &str, expected: &str) -> Result<String, FileError> {
    match get(entries, name)? {
        Some(value) => value.name(name, "a text or a whole number, 0 and more"),
        None => refuse(tree.location, format!("no {name}; expected: {expected}")),
    }
}
