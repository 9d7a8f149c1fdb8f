//! Graphviz's DOT: nodes, edges, their attributes, and subgraphs, which only group nodes.
//!
//! `a -- b` is a link both ways, `a -> b` one way, and both ways with `dir=both` or `dir=none`. A port is given by `a:1` or by `taillabel`
//! and `headlabel`; `slices` and `kind` are as in a network file. A subgraph at the end of an edge stands for all its nodes. A `strict`
//! graph has one edge between two nodes. A node with `terminal=true` is a terminal at the router of its one edge. Drawing attributes are ignored
//! (`dot_drawing.rs`); any other is refused.

use std::collections::{HashMap, HashSet};

use super::dot_attributes::{EdgeAttributes, refuse_unless_drawing};
use super::dot_tokens::{Token, tokens};
use super::nodes::NodeCollector;
use super::{attach, data};
use crate::own::draft::{DraftLink, LinkEnd, NetworkDraft, PortRef};
use crate::own::spot::{FileError, Located, Location, refuse};

/// Most levels of subgraphs within subgraphs.
const DEEPEST: usize = 16;
/// Most edges; no network has as many links.
const MOST_EDGES: usize = 1 << 16;
/// Compass points: the side of a node that an edge is drawn to.
const COMPASS: [&str; 10] = ["n", "ne", "e", "se", "s", "sw", "w", "nw", "c", "_"];

/// An edge.
struct Edge {
    location: Location,
    from: LinkEnd,
    to: LinkEnd,
    edge_attributes: EdgeAttributes,
}

/// Attributes of a statement: names and values, `None` for values in angle brackets.
type AttributeList = Vec<(Located<String>, Option<Located<String>>)>;

struct Reader {
    tokens: Vec<(Location, Token)>,
    at: usize,
    strict: bool,
    directed: bool,
    collector: NodeCollector,
    /// Nodes that are terminals.
    terminals: HashSet<String>,
    edges: Vec<Edge>,
    /// In a strict graph, edges by their nodes.
    known: HashMap<(String, String), usize>,
    /// Nodes of the subgraphs that have a name.
    groups: HashMap<String, NodeCollector>,
    /// Nodes of the subgraphs that are open.
    open: Vec<NodeCollector>,
}

/// Whether a statement is an edge.
#[derive(Clone, Copy, PartialEq)]
enum Statement {
    Edge,
    Other,
}

/// Reads a network.
///
/// # Errors
/// Text that is not DOT, or not a network.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        at: 0,
        strict: false,
        directed: false,
        collector: NodeCollector::default(),
        terminals: HashSet::new(),
        edges: Vec::new(),
        known: HashMap::new(),
        groups: HashMap::new(),
        open: Vec::new(),
    };
    reader.strict = reader.keyword("strict");
    reader.directed = reader.keyword("digraph");
    if !reader.directed && !reader.keyword("graph") {
        return reader.refuse("graph or digraph");
    }
    let name = match reader.peek() {
        Some(Token::Id { .. }) => Some(reader.id("a name")?),
        _ => None,
    };
    reader.mark('{')?;
    reader.statements(EdgeAttributes::default(), 0)?;
    if reader.at < reader.tokens.len() {
        return reader.refuse("nothing behind the graph");
    }
    let name = name.filter(|name| !name.value.is_empty());
    let links = reader.edges.iter().map(|edge| reader.link(edge)).collect::<Result<_, _>>()?;
    let mut draft = NetworkDraft { name, nodes: reader.collector.nodes(), links, ..NetworkDraft::default() };
    attach::split(&mut draft, &reader.terminals)?;
    Ok(draft)
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    /// Position of the next token, or of the last one.
    fn location(&self) -> Location {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(Location::line(1), |(location, _)| *location)
    }

    fn refuse<T>(&self, expected: &str) -> Result<T, FileError> {
        let found = match self.peek() {
            Some(Token::Id { text, .. }) => text.escape_debug().take(40).collect(),
            Some(Token::Html) => "<".to_owned(),
            Some(Token::Mark(c)) => c.to_string(),
            Some(Token::Edge { directed }) => if *directed { "->" } else { "--" }.to_owned(),
            None => return refuse(self.location(), format!("the file ends; expected: {expected}")),
        };
        refuse(self.location(), format!("`{found}`; expected: {expected}"))
    }

    /// Takes a keyword, if it is next.
    fn keyword(&mut self, keyword: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Id { text, quoted: false }) if text.eq_ignore_ascii_case(keyword));
        self.at += usize::from(found);
        found
    }

    fn takes(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&Token::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn mark(&mut self, mark: char) -> Result<(), FileError> {
        if self.takes(mark) { Ok(()) } else { self.refuse(&mark.to_string()) }
    }

    /// Reads a name, a number or a text; texts in quotes are joined by `+`.
    fn id(&mut self, expected: &str) -> Result<Located<String>, FileError> {
        let location = self.location();
        let Some(Token::Id { text, mut quoted }) = self.peek().cloned() else { return self.refuse(expected) };
        self.at += 1;
        let mut value = text;
        while quoted && self.takes('+') {
            match self.peek().cloned() {
                Some(Token::Id { text, quoted: true }) => value += &text,
                _ => return self.refuse("a text in quotes"),
            }
            self.at += 1;
            quoted = true;
        }
        Ok(Located { location, value })
    }

    /// Reads statements up to the brace that ends them.
    fn statements(&mut self, mut edges: EdgeAttributes, depth: usize) -> Result<(), FileError> {
        let mut ended = None;
        while !self.takes('}') {
            if self.takes(';') {
                ended = None;
                continue;
            }
            let (location, at) = (self.location(), self.at);
            let statement = if self.keyword("edge") {
                for (name, value) in self.lists()? {
                    edges.take(&name, value)?;
                }
                Statement::Other
            } else if self.keyword("graph") || self.keyword("node") {
                self.drawing()?;
                Statement::Other
            } else {
                self.statement(&edges, depth)?
            };
            // Legal DOT, but almost always a mistake.
            if let Some((last, before)) = ended
                && last == location
                && [before, statement].contains(&Statement::Edge)
            {
                self.at = at;
                return self.refuse("; between an edge and another statement in a line");
            }
            ended = self.tokens[..self.at].last().map(|(location, _)| (*location, statement));
        }
        Ok(())
    }

    /// Reads a node, a subgraph, an edge, or an attribute of the graph.
    fn statement(&mut self, edges: &EdgeAttributes, depth: usize) -> Result<Statement, FileError> {
        let location = self.location();
        let mut ends = if let Some(group) = self.group(edges, depth)? {
            if !matches!(self.peek(), Some(Token::Edge { .. })) {
                return Ok(Statement::Other);
            }
            vec![group]
        } else {
            let name = self.id("a node, an edge, or }")?;
            if self.takes('=') {
                self.value()?;
                refuse_unless_drawing(&name, "the graph")?;
                return Ok(Statement::Other);
            }
            vec![vec![self.end(name)?]]
        };
        while let Some(Token::Edge { directed }) = self.peek() {
            if *directed != self.directed {
                return self.refuse(if self.directed { "->, in a digraph" } else { "--, in a graph" });
            }
            self.at += 1;
            ends.push(match self.group(edges, depth)? {
                Some(group) => group,
                None => {
                    let name = self.id("a node")?;
                    vec![self.end(name)?]
                }
            });
        }
        ends.iter().flatten().for_each(|end| self.name(location, &end.node));
        if let [alone] = &ends[..] {
            if alone[0].port.is_some() {
                return refuse(location, "a port without an edge; expected: an edge behind it");
            }
            for (name, value) in self.lists()? {
                if name.value != "terminal" {
                    refuse_unless_drawing(&name, "a node")?;
                } else if data::read_terminal(name.location, value.as_ref().map(|value| value.value.as_str()))? {
                    self.terminals.insert(alone[0].node.clone());
                }
            }
            return Ok(Statement::Other);
        }
        let attributes = self.lists()?;
        for pair in ends.windows(2) {
            if pair[0].len().saturating_mul(pair[1].len()) > MOST_EDGES {
                return refuse(
                    location,
                    format!("groups of {} and {} nodes; expected: up to {MOST_EDGES} edges between two", pair[0].len(), pair[1].len()),
                );
            }
            for (from, to) in pair[0].iter().flat_map(|from| pair[1].iter().map(move |to| (from, to))) {
                self.edge(location, from, to, edges, &attributes)?;
            }
        }
        Ok(Statement::Edge)
    }

    /// Reads a subgraph and returns its nodes.
    fn group(&mut self, edges: &EdgeAttributes, depth: usize) -> Result<Option<Vec<LinkEnd>>, FileError> {
        let location = self.location();
        let is_subgraph = self.keyword("subgraph");
        if !is_subgraph && self.peek() != Some(&Token::Mark('{')) {
            return Ok(None);
        }
        let name = match self.peek() {
            Some(Token::Id { .. }) if is_subgraph => Some(self.id("a name")?.value),
            _ => None,
        };
        self.mark('{')?;
        if depth == DEEPEST {
            return refuse(location, format!("a subgraph in {DEEPEST} others; expected: fewer"));
        }
        let before = name.as_ref().and_then(|name| self.groups.remove(name)).unwrap_or_default();
        self.open.push(before);
        self.statements(edges.clone(), depth + 1)?;
        let nodes = self.open.pop().unwrap_or_default();
        let ends = nodes.names().map(|node| LinkEnd { node: node.to_owned(), port: None }).collect();
        if let Some(name) = name {
            self.groups.insert(name, nodes);
        }
        Ok(Some(ends))
    }

    /// Adds a node to the graph and to all open subgraphs.
    fn name(&mut self, location: Location, node: &str) {
        self.collector.add(location, node);
        self.open.iter_mut().for_each(|group| _ = group.add(location, node));
    }

    /// Reads a node's port.
    fn end(&mut self, node: Located<String>) -> Result<LinkEnd, FileError> {
        let mut port = None;
        if self.takes(':') {
            let first = self.id("a port")?.value;
            if self.takes(':') {
                // The compass point only says where the edge is drawn to.
                self.id("a compass point")?;
                port = Some(PortRef::read(&first));
            } else if !COMPASS.contains(&first.as_str()) {
                port = Some(PortRef::read(&first));
            }
        }
        Ok(LinkEnd { node: node.value, port })
    }

    /// Adds an edge with these defaults and attributes; in a strict graph, an existing edge takes the attributes.
    fn edge(
        &mut self,
        location: Location,
        from: &LinkEnd,
        to: &LinkEnd,
        defaults: &EdgeAttributes,
        attributes: &AttributeList,
    ) -> Result<(), FileError> {
        let pair = |from: &LinkEnd, to: &LinkEnd| (from.node.clone(), to.node.clone());
        let there = |from: &LinkEnd, to: &LinkEnd| self.known.get(&pair(from, to)).copied();
        let reversed = if self.directed { None } else { there(to, from) };
        let at = there(from, to).or(reversed).unwrap_or(self.edges.len());
        match self.edges.get_mut(at) {
            Some(edge) => {
                let (tail, head) = if edge.from.node == from.node { (from, to) } else { (to, from) };
                edge.from.port = tail.port.clone().or(edge.from.port.take());
                edge.to.port = head.port.clone().or(edge.to.port.take());
            }
            None if at == MOST_EDGES => return refuse(location, format!("more than {MOST_EDGES} edges; expected: fewer")),
            None => self.edges.push(Edge { location, from: from.clone(), to: to.clone(), edge_attributes: defaults.clone() }),
        }
        if self.strict {
            self.known.insert(pair(&self.edges[at].from, &self.edges[at].to), at);
        }
        attributes.iter().try_for_each(|(name, value)| self.edges[at].edge_attributes.take(name, value.clone()))
    }

    fn link(&self, Edge { location, from, to, edge_attributes }: &Edge) -> Result<DraftLink, FileError> {
        let both = match edge_attributes.dir.as_ref().map(|dir| (dir.location, dir.value.as_str())) {
            None => !self.directed,
            Some((_, "both" | "none")) => true,
            Some((_, "forward")) if self.directed => false,
            Some((location, other)) => {
                let allowed = if self.directed { "forward, both, none" } else { "both, none, as edges of a graph run both ways" };
                return refuse(location, format!("dir = `{}`; expected: {allowed}", other.escape_debug()));
            }
        };
        let end = |end: &LinkEnd, label: &Option<String>| match (&end.port, label) {
            (Some(_), Some(_)) => refuse(*location, format!("two ports of `{}`, by a colon and by a label; expected: one", end.node)),
            (None, Some(label)) => Ok(LinkEnd { port: Some(PortRef::read(label)), ..end.clone() }),
            _ => Ok(end.clone()),
        };
        Ok(DraftLink {
            location: *location,
            from: end(from, &edge_attributes.tail)?,
            to: end(to, &edge_attributes.head)?,
            both,
            slices: edge_attributes.slices,
            kind: edge_attributes.kind.clone(),
            dead: false,
        })
    }

    fn value(&mut self) -> Result<Option<Located<String>>, FileError> {
        if self.peek() == Some(&Token::Html) {
            self.at += 1;
            return Ok(None);
        }
        self.id("a value").map(Some)
    }

    /// Reads attributes of nodes and graphs, which may only be drawing attributes.
    fn drawing(&mut self) -> Result<(), FileError> {
        self.lists()?.iter().try_for_each(|(name, _)| refuse_unless_drawing(name, "a node or a graph"))
    }

    /// Reads all lists `[name=value, ..]` that follow.
    fn lists(&mut self) -> Result<AttributeList, FileError> {
        let mut all = Vec::new();
        while self.takes('[') {
            while !self.takes(']') {
                let name = self.id("an attribute, or ]")?;
                self.mark('=')?;
                all.push((name, self.value()?));
                if !self.takes(',') {
                    self.takes(';');
                }
            }
        }
        Ok(all)
    }
}
