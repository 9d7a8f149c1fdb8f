//! GraphML: a graph with nodes, edges, ports, and the data `row`, `column`, `terminal` of nodes, `slices`, `kind` of edges.
//!
//! An edge is a link both ways, or one way if it is directed; `sourceport` and `targetport` give its ports. Data of other names are left
//! out. Nested graphs, and edges of more than two ends, are refused.

use std::collections::{HashMap, HashSet};

use roxmltree::{Document, Node};

use super::attach;
use super::data::{self, Data, IgnoredData};
use super::nodes::NodeCollector;
use crate::own::draft::{DraftLink, DraftNode, NetworkDraft};
use crate::own::spot::{FileError, Lines, Located, Location, refuse};

/// Reads a network.
///
/// # Errors
/// Text that is not XML, not GraphML, or not a network.
pub fn read(text: &str, ignored: &mut IgnoredData) -> Result<NetworkDraft, FileError> {
    let document = Document::parse(text).or_else(|e| refuse(Location::line(e.pos().row as usize), format!("is no XML: {e}")))?;
    let mut reader = Reader { lines: Lines::of(text), ignored };
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return refuse(reader.location(root), format!("<{}>; expected: <graphml>", root.tag_name().name()));
    }
    let (mut keys, mut graph) = (HashMap::new(), None);
    for child in root.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "key" => {
                let of = (reader.need(child, "for")?, reader.need(child, "id")?);
                let name = child.attribute("attr.name").or(child.attribute("yfiles.type")).unwrap_or(of.1);
                if keys.insert(of, name).is_some() {
                    return refuse(reader.location(child), format!("key `{}` is there twice", of.1));
                }
                let is_read = [data::GRAPH, data::NODE, data::EDGE].concat().contains(&name);
                if is_read && child.children().any(|default| default.is_element() && default.tag_name().name() == "default") {
                    return refuse(reader.location(child), "a key with a default; expected: data at each node or edge that has it");
                }
            }
            "graph" if graph.is_none() => graph = Some(child),
            "desc" | "data" => {}
            other => return refuse(reader.location(child), format!("<{other}>; expected: <key>, <data>, <desc> and one <graph>")),
        }
    }
    for child in root.children().filter(|child| child.has_tag_name((root.tag_name().namespace().unwrap_or_default(), "data"))) {
        reader.datum(child, &keys, "graphml", &[])?;
    }
    match graph {
        Some(graph) => reader.graph(graph, &keys),
        None => refuse(reader.location(root), "no <graph>; expected: one"),
    }
}

/// Names of data by (kind of element, id).
type Keys<'a> = HashMap<(&'a str, &'a str), &'a str>;

struct Reader<'u> {
    lines: Lines,
    ignored: &'u mut IgnoredData,
}

impl Reader<'_> {
    fn location(&self, node: Node<'_, '_>) -> Location {
        self.lines.at(node.range().start)
    }

    fn need<'n>(&self, node: Node<'n, '_>, attribute: &str) -> Result<&'n str, FileError> {
        let tag = node.tag_name().name();
        node.attribute(attribute).map_or_else(|| refuse(self.location(node), format!("no {attribute} in <{tag}>; expected: one")), Ok)
    }

    fn graph(&mut self, graph: Node<'_, '_>, keys: &Keys<'_>) -> Result<NetworkDraft, FileError> {
        let directed = match self.need(graph, "edgedefault")? {
            "directed" => true,
            "undirected" => false,
            other => {
                return refuse(self.location(graph), format!("edgedefault = `{}`; expected: directed, undirected", other.escape_debug()));
            }
        };
        let mut draft = NetworkDraft::default();
        let (mut collector, mut places, mut terminals) = (NodeCollector::default(), HashMap::new(), HashSet::new());
        for child in graph.children().filter(Node::is_element) {
            let location = self.location(child);
            match child.tag_name().name() {
                "node" => {
                    let name = self.need(child, "id")?;
                    if !collector.add(location, name) {
                        return refuse(location, format!("node `{}` is there twice", name.escape_debug()));
                    }
                    let data = self.data(child, keys, "node", data::NODE, &["port"])?;
                    if let Some(place) = data::place(location, name, &data)? {
                        places.insert(name, place);
                    }
                    if data::is_terminal(location, &data)? {
                        terminals.insert(name.to_owned());
                    }
                }
                "edge" => draft.links.push(self.edge(child, keys, directed)?),
                "data" => {
                    if let Some((_, value)) = self.datum(child, keys, "graph", data::GRAPH)?.filter(|(_, value)| !value.is_empty()) {
                        draft.name = Some(Located { location, value: value.to_owned() });
                    }
                }
                "desc" => {}
                other => return refuse(location, format!("<{other}> in <graph>; expected: <node>, <edge>, <data>, <desc>")),
            }
        }
        let placed = |node: DraftNode| DraftNode { place: places.get(node.name.as_str()).copied(), ..node };
        draft.nodes = collector.nodes().into_iter().map(placed).collect();
        attach::split(&mut draft, &terminals)?;
        Ok(draft)
    }

    fn edge(&mut self, edge: Node<'_, '_>, keys: &Keys<'_>, directed: bool) -> Result<DraftLink, FileError> {
        let location = self.location(edge);
        let both = match edge.attribute("directed") {
            None => !directed,
            Some("true") => false,
            Some("false") => true,
            Some(other) => return refuse(location, format!("directed = `{}`; expected: true, false", other.escape_debug())),
        };
        let data = self.data(edge, keys, "edge", data::EDGE, &[])?;
        let ends = [(self.need(edge, "source")?, edge.attribute("sourceport")), (self.need(edge, "target")?, edge.attribute("targetport"))];
        data::link(location, ends, both, &data)
    }

    /// The data of an element that are read, by name, each once.
    fn data<'k>(
        &mut self,
        of: Node<'_, '_>,
        keys: &Keys<'k>,
        kind: &'static str,
        names: &[&str],
        others: &[&str],
    ) -> Result<Data<'k>, FileError> {
        let mut found: Data<'k> = Vec::new();
        for child in of.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "data" => {
                    let Some((name, value)) = self.datum(child, keys, kind, names)? else { continue };
                    if found.iter().any(|(known, _)| *known == name) {
                        return refuse(self.location(child), format!("`{name}` is there twice; expected: once"));
                    }
                    found.push((name, value.to_owned()));
                }
                "desc" => {}
                other if others.contains(&other) => {}
                other => return refuse(self.location(child), format!("<{other}> in <{kind}>; expected: <data>, <desc>")),
            }
        }
        Ok(found)
    }

    /// A datum, if its name is read.
    fn datum<'k, 'n>(
        &mut self,
        data: Node<'n, '_>,
        keys: &Keys<'k>,
        kind: &'static str,
        names: &[&str],
    ) -> Result<Option<(&'k str, &'n str)>, FileError> {
        let key = self.need(data, "key")?;
        let Some(&name) = keys.get(&(kind, key)).or_else(|| keys.get(&("all", key))) else {
            return refuse(self.location(data), format!("no <key> for {kind} with id `{}`; expected: one", key.escape_debug()));
        };
        let is_read = self.ignored.is_read(self.lines.at(data.range().start), kind, name, names)?;
        Ok(is_read.then(|| (name, data.text().unwrap_or_default().trim())))
    }
}
