//! GraphML: a graph with nodes, edges, ports, and the data `row`, `column` of nodes, `slices`, `kind` of edges.
//!
//! An edge is a link both ways, or one way if it is directed; `sourceport` and `targetport` give its ports. Data of other names are refused, and so
//! are graphs in graphs and edges of more than two ends.

use std::collections::HashMap;

use roxmltree::{Document, Node};

use super::nodes::Met;
use crate::own::MOST_SLICES;
use crate::own::draft::{Draft, DraftLink, DraftNode, End, PortRef};
use crate::own::spot::{At, Fault, Lines, Spot, fault};

/// Reads a network.
///
/// # Errors
/// What is no XML, no GraphML, or no network.
pub fn read(text: &str) -> Result<Draft, Fault> {
    let document = Document::parse(text).or_else(|e| fault(Spot::line(e.pos().row as usize), format!("is no XML: {e}")))?;
    let reader = Reader(Lines::of(text));
    let root = document.root_element();
    if root.tag_name().name() != "graphml" {
        return fault(reader.spot(root), format!("<{}>; expected: <graphml>", root.tag_name().name()));
    }
    let (mut keys, mut graph) = (HashMap::new(), None);
    for child in root.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "key" => {
                let of = (reader.need(child, "for")?, reader.need(child, "id")?);
                if keys.insert(of, child.attribute("attr.name").unwrap_or(of.1)).is_some() {
                    return fault(reader.spot(child), format!("key `{}` is there twice", of.1));
                }
                if child.children().any(|default| default.is_element() && default.tag_name().name() == "default") {
                    return fault(reader.spot(child), "a key with a default; expected: data at each node or edge that has it");
                }
            }
            "graph" if graph.is_none() => graph = Some(child),
            "desc" => {}
            other => return fault(reader.spot(child), format!("<{other}>; expected: <key>, <desc> and one <graph>")),
        }
    }
    match graph {
        Some(graph) => reader.graph(graph, &keys),
        None => fault(reader.spot(root), "no <graph>; expected: one"),
    }
}

/// Names of data by (what they are for, id).
type Keys<'a> = HashMap<(&'a str, &'a str), &'a str>;

struct Reader(Lines);

impl Reader {
    fn spot(&self, node: Node<'_, '_>) -> Spot {
        self.0.at(node.range().start)
    }

    fn need<'n>(&self, node: Node<'n, '_>, attribute: &str) -> Result<&'n str, Fault> {
        let tag = node.tag_name().name();
        node.attribute(attribute).map_or_else(|| fault(self.spot(node), format!("no {attribute} in <{tag}>; expected: one")), Ok)
    }

    fn graph(&self, graph: Node<'_, '_>, keys: &Keys<'_>) -> Result<Draft, Fault> {
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
                    let data = self.data(child, keys, "node", &["row", "column"], &["port"])?;
                    let number = |name: &str| {
                        data.iter().find(|(known, _)| *known == name).map(|(_, value)| self.number(spot, name, value, 9999)).transpose()
                    };
                    match (number("row")?, number("column")?) {
                        (Some(row), Some(column)) => _ = places.insert(name, (row, column)),
                        (None, None) => {}
                        _ => return fault(spot, format!("node `{}` has a row or a column; expected: both or none", name.escape_debug())),
                    }
                }
                "edge" => draft.links.push(self.edge(child, keys, directed)?),
                "data" => {
                    let (_, value) = self.datum(child, keys, "graph", &["name"])?;
                    draft.name = Some(At { spot, value: value.to_owned() });
                }
                "desc" => {}
                other => return fault(spot, format!("<{other}> in <graph>; expected: <node>, <edge>, <data>, <desc>")),
            }
        }
        let placed = |node: DraftNode| DraftNode { place: places.get(node.name.as_str()).copied(), ..node };
        draft.nodes = met.nodes().into_iter().map(placed).collect();
        Ok(draft)
    }

    fn edge(&self, edge: Node<'_, '_>, keys: &Keys<'_>, directed: bool) -> Result<DraftLink, Fault> {
        let spot = self.spot(edge);
        let both = match edge.attribute("directed") {
            None => !directed,
            Some("true") => false,
            Some("false") => true,
            Some(other) => return fault(spot, format!("directed = `{}`; expected: true, false", other.escape_debug())),
        };
        let end =
            |node: &str, port: &str| Ok(End { node: self.need(edge, node)?.to_owned(), port: edge.attribute(port).map(PortRef::read) });
        let mut link =
            DraftLink { spot, from: end("source", "sourceport")?, to: end("target", "targetport")?, both, slices: 0, kind: None };
        for (name, value) in self.data(edge, keys, "edge", &["slices", "kind"], &[])? {
            match name {
                "slices" => link.slices = self.number(spot, "slices", value, MOST_SLICES as u32)? as u8,
                _ => link.kind = Some(value.to_owned()),
            }
        }
        Ok(link)
    }

    /// The data of an element, by name, each once.
    fn data<'k, 'n>(
        &self,
        of: Node<'n, '_>,
        keys: &Keys<'k>,
        kind: &str,
        names: &[&str],
        others: &[&str],
    ) -> Result<Vec<(&'k str, &'n str)>, Fault> {
        let mut found: Vec<(&str, &str)> = Vec::new();
        for child in of.children().filter(Node::is_element) {
            match child.tag_name().name() {
                "data" => {
                    let (name, value) = self.datum(child, keys, kind, names)?;
                    if found.iter().any(|(known, _)| *known == name) {
                        return fault(self.spot(child), format!("`{name}` is there twice; expected: once"));
                    }
                    found.push((name, value));
                }
                "desc" => {}
                other if others.contains(&other) => {}
                other => return fault(self.spot(child), format!("<{other}> in <{kind}>; expected: <data>, <desc>")),
            }
        }
        Ok(found)
    }

    fn datum<'k, 'n>(&self, data: Node<'n, '_>, keys: &Keys<'k>, kind: &str, names: &[&str]) -> Result<(&'k str, &'n str), Fault> {
        let key = self.need(data, "key")?;
        let Some(&name) = keys.get(&(kind, key)).or_else(|| keys.get(&("all", key))) else {
            return fault(self.spot(data), format!("no <key> for {kind} with id `{}`; expected: one", key.escape_debug()));
        };
        if !names.contains(&name) {
            let known = names.join(", ");
            return fault(
                self.spot(data),
                format!("`{}` says nothing of a network here; expected in <{kind}>: {known}", name.escape_debug()),
            );
        }
        Ok((name, data.text().unwrap_or_default().trim()))
    }

    fn number(&self, spot: Spot, name: &str, value: &str, most: u32) -> Result<u32, Fault> {
        let number = value.parse().ok().filter(|number| *number <= most);
        number.map_or_else(|| fault(spot, format!("{name} = `{}`; expected: 0..{most}", value.escape_debug())), Ok)
    }
}
