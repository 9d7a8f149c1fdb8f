//! GraphML: a graph with nodes, edges, ports, and the data `row`, `column` of nodes, `slices`, `kind` of edges.
//!
//! An edge is a link both ways, or one way if it is directed; `sourceport` and `targetport` give its ports. Data of other names are left
//! out. Nested graphs, and edges of more than two ends, are refused.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::data::{self, Data, Unread};
use super::nodes::Met;
use crate::own::draft::{Draft, DraftLink, DraftNode};
use crate::own::spot::{At, Fault, Lines, Spot, fault};

/// Reads a network.
///
/// # Errors
/// Text that is not XML, not GraphML, or not a network.
pub fn read(text: &str, unread: &mut Unread) -> Result<Draft, Fault> {
    let document = Document::parse(text).or_else(|e| fault(Spot::line(e.pos().row as usize), format!("is no XML: {e}")))?;
    let mut reader = Reader { lines: Lines::of(text), unread };
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return fault(reader.spot(root), format!("<{}>; expected: <graphml>", root.tag_name().name()));
    }
    let (mut keys, mut graph) = (HashMap::new(), None);
    for child in root.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "key" => {
                let of = (reader.need(child, "for")?, reader.need(child, "id")?);
                let name = child.attribute("attr.name").or(child.attribute("yfiles.type")).unwrap_or(of.1);
                if keys.insert(of, name).is_some() {
                    return fault(reader.spot(child), format!("key `{}` is there twice", of.1));
                }
                let is_read = [data::GRAPH, data::NODE, data::EDGE].concat().contains(&name);
                if is_read && child.children().any(|default| default.is_element() && default.tag_name().name() == "default") {
                    return fault(reader.spot(child), "a key with a default; expected: data at each node or edge that has it");
                }
            }
            "graph" if graph.is_none() => graph = Some(child),
            "desc" | "data" => {}
            other => return fault(reader.spot(child), format!("<{other}>; expected: <key>, <data>, <desc> and one <graph>")),
        }
    }
    for child in root.children().filter(|child| child.has_tag_name((root.tag_name().namespace().unwrap_or_default(), "data"))) {
        reader.datum(child, &keys, "graphml", &[])?;
    }
    match graph {
        Some(graph) => reader.graph(graph, &keys),
        None => fault(reader.spot(root), "no <graph>; expected: one"),
    }
}

/// Names of data by (kind of element, id).
type Keys<'a> = HashMap<(&'a str, &'a str), &'a str>;

struct Reader<'u> {
    lines: Lines,
    unread: &'u mut Unread,
}

impl Reader<'_> {
    fn spot(&self, node: Node<'_, '_>) -> Spot {
        self.lines.at(node.range().start)
    }

    fn need<'n>(&self, node: Node<'n, '_>, attribute: &str) -> Result<&'n str, Fault> {
        let tag = node.tag_name().name();
        node.attribute(attribute).map_or_else(|| fault(self.spot(node), format!("no {attribute} in <{tag}>; expected: one")), Ok)
    }

    fn graph(&mut self, graph: Node<'_, '_>, keys: &Keys<'_>) -> Result<Draft, Fault> {
        let directed = match self.need(graph, "edgedefault")? {
            "directed" => true,
            "undirected" => false,
            other => return fault(self.spot(graph), format!("edgedefault = `{}`; expected: directed, undirected", other.escape_debug())),
        };
        let mut draft = Draft::default();
        let (mut met, mut places) = (Met::default(), HashMap::new());
        for child in graph.children().filter(Node::is_element) {
            let spot = self.spot(child);
            match child.tag_name().name() {
                "node" => {
                    let name = self.need(child, "id")?;
                    if !met.name(spot, name) {
                        return fault(spot, format!("node `{}` is there twice", name.escape_debug()));
                    }
                    let data = self.data(child, keys, "node", data::NODE, &["port"])?;
                    if let Some(place) = data::place(spot, name, &data)? {
                        places.insert(name, place);
                    }
                }
                "edge" => draft.links.push(self.edge(child, keys, directed)?),
                "data" => {
                    if let Some((_, value)) = self.datum(child, keys, "graph", data::GRAPH)?.filter(|(_, value)| !value.is_empty()) {
                        draft.name = Some(At { spot, value: value.to_owned() });
                    }
                }
                "desc" => {}
                other => return fault(spot, format!("<{other}> in <graph>; expected: <node>, <edge>, <data>, <desc>")),
            }
        }
        let placed = |node: DraftNode| DraftNode { place: places.get(node.name.as_str()).copied(), ..node };
        draft.nodes = met.nodes().into_iter().map(placed).collect();
        Ok(draft)
    }

    fn edge(&mut self, edge: Node<'_, '_>, keys: &Keys<'_>, directed: bool) -> Result<DraftLink, Fault> {
        let spot = self.spot(edge);
        let both = match edge.attribute("directed") {
            None => !directed,
            Some("true") => false,
            Some("false") => true,
            Some(other) => return fault(spot, format!("directed = `{}`; expected: true, false", other.escape_debug())),
        };
        let data = self.data(edge, keys, "edge", data::EDGE, &[])?;
        let ends = [(self.need(edge, "source")?, edge.attribute("sourceport")), (self.need(edge, "target")?, edge.attribute("targetport"))];
        data::link(spot, ends, both, &data)
    }

    /// The data of an element that are read, by name, each once.
    fn data<'k>(
        &mut self,
        of: Node<'_, '_>,
        keys: &Keys<'k>,
        kind: &'static str,
        names: &[&str],
        others: &[&str],
    ) -> Result<Data<'k>, Fault> {
        let mut found: Data<'k> = Vec::new();
        for child in of.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "data" => {
                    let Some((name, value)) = self.datum(child, keys, kind, names)? else { continue };
                    if found.iter().any(|(known, _)| *known == name) {
                        return fault(self.spot(child), format!("`{name}` is there twice; expected: once"));
                    }
                    found.push((name, value.to_owned()));
                }
                "desc" => {}
                other if others.contains(&other) => {}
                other => return fault(self.spot(child), format!("<{other}> in <{kind}>; expected: <data>, <desc>")),
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
    ) -> Result<Option<(&'k str, &'n str)>, Fault> {
        let key = self.need(data, "key")?;
        let Some(&name) = keys.get(&(kind, key)).or_else(|| keys.get(&("all", key))) else {
            return fault(self.spot(data), format!("no <key> for {kind} with id `{}`; expected: one", key.escape_debug()));
        };
        let is_read = self.unread.reads(self.lines.at(data.range().start), kind, name, names)?;
        Ok(is_read.then(|| (name, data.text().unwrap_or_default().trim())))
    }
}
