//! Graphviz's DOT: nodes, edges, their attributes, subgraphs as mere groups.
//!
//! `a -- b` is a link both ways, `a -> b` one way, and both ways with `dir=both` or `dir=none`. A port is given by `a:1` or by `taillabel` and
//! `headlabel`; `slices` and `kind` are as in a network file. Attributes of drawing mean nothing; any other is refused.

use super::dot_words::{Word, words};
use super::nodes::Met;
use crate::own::MOST_SLICES;
use crate::own::draft::{Draft, DraftLink, End, PortRef};
use crate::own::spot::{At, Fault, Spot, fault};

/// Deepest subgraph in subgraphs.
const DEEPEST: usize = 16;

/// Attributes that say how something is drawn, and nothing of the network.
const DRAWING: [&str; 96] = [
    "URL",
    "area",
    "arrowhead",
    "arrowsize",
    "arrowtail",
    "bb",
    "beautify",
    "bgcolor",
    "center",
    "charset",
    "class",
    "cluster",
    "clusterrank",
    "color",
    "colorscheme",
    "comment",
    "compound",
    "concentrate",
    "constraint",
    "decorate",
    "dim",
    "distortion",
    "dpi",
    "edgeURL",
    "edgehref",
    "edgetooltip",
    "epsilon",
    "esep",
    "fillcolor",
    "fixedsize",
    "fontcolor",
    "fontname",
    "fontpath",
    "fontsize",
    "forcelabels",
    "gradientangle",
    "group",
    "headclip",
    "height",
    "href",
    "id",
    "image",
    "imagepos",
    "imagescale",
    "inputscale",
    "label",
    "labelangle",
    "labeldistance",
    "labelfloat",
    "labelfontcolor",
    "labelfontname",
    "labelfontsize",
    "labeljust",
    "labelloc",
    "landscape",
    "layers",
    "layout",
    "len",
    "levels",
    "lheight",
    "lp",
    "lwidth",
    "margin",
    "maxiter",
    "mindist",
    "minlen",
    "mode",
    "model",
    "newrank",
    "nodesep",
    "nslimit",
    "ordering",
    "orientation",
    "outputorder",
    "overlap",
    "pack",
    "packmode",
    "pad",
    "pagedir",
    "penwidth",
    "peripheries",
    "pin",
    "pos",
    "quantum",
    "rank",
    "rankdir",
    "ranksep",
    "ratio",
    "root",
    "rotate",
    "shape",
    "size",
    "splines",
    "style",
    "tooltip",
    "weight",
];
/// More of them, of which the names of others begin alike.
const MORE: [&str; 9] = ["sep", "sides", "skew", "start", "stylesheet", "target", "viewport", "width", "xlabel"];

/// What an edge says besides its ends.
#[derive(Debug, Clone, Default)]
struct Said {
    dir: Option<At<String>>,
    tail: Option<String>,
    head: Option<String>,
    slices: u8,
    kind: Option<String>,
}

struct Reader {
    words: Vec<(Spot, Word)>,
    at: usize,
    directed: bool,
    met: Met,
    links: Vec<DraftLink>,
}

/// Reads a network.
///
/// # Errors
/// What is no DOT, or no network.
pub fn read(text: &str) -> Result<Draft, Fault> {
    let mut reader = Reader { words: words(text)?, at: 0, directed: false, met: Met::default(), links: Vec::new() };
    reader.keyword("strict");
    reader.directed = reader.keyword("digraph");
    if !reader.directed && !reader.keyword("graph") {
        return reader.refuse("graph or digraph");
    }
    let name = match reader.peek() {
        Some(Word::Id { .. }) => Some(reader.id("a name")?),
        _ => None,
    };
    reader.mark('{')?;
    reader.statements(Said::default(), 0)?;
    if reader.at < reader.words.len() {
        return reader.refuse("nothing behind the graph");
    }
    let name = name.filter(|name| !name.value.is_empty());
    Ok(Draft { name, nodes: reader.met.nodes(), links: reader.links, ..Draft::default() })
}

impl Reader {
    fn peek(&self) -> Option<&Word> {
        self.words.get(self.at).map(|(_, word)| word)
    }

    /// Where the next word is, or the last one.
    fn spot(&self) -> Spot {
        self.words.get(self.at).or(self.words.last()).map_or(Spot::line(1), |(spot, _)| *spot)
    }

    fn refuse<T>(&self, expected: &str) -> Result<T, Fault> {
        let found = match self.peek() {
            Some(Word::Id { text, .. }) => text.escape_debug().take(40).collect(),
            Some(Word::Html) => "<".to_owned(),
            Some(Word::Mark(c)) => c.to_string(),
            Some(Word::Edge { directed }) => if *directed { "->" } else { "--" }.to_owned(),
            None => return fault(self.spot(), format!("the file ends; expected: {expected}")),
        };
        fault(self.spot(), format!("`{found}`; expected: {expected}"))
    }

    /// Takes a keyword, if it is next.
    fn keyword(&mut self, keyword: &str) -> bool {
        let found = matches!(self.peek(), Some(Word::Id { text, quoted: false }) if text.eq_ignore_ascii_case(keyword));
        self.at += usize::from(found);
        found
    }

    fn takes(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&Word::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn mark(&mut self, mark: char) -> Result<(), Fault> {
        if self.takes(mark) { Ok(()) } else { self.refuse(&mark.to_string()) }
    }

    fn id(&mut self, expected: &str) -> Result<At<String>, Fault> {
        let spot = self.spot();
        match self.peek() {
            Some(Word::Id { text, .. }) => {
                let value = text.clone();
                self.at += 1;
                Ok(At { spot, value })
            }
            _ => self.refuse(expected),
        }
    }

    /// Statements up to the brace that ends them.
    fn statements(&mut self, mut edges: Said, depth: usize) -> Result<(), Fault> {
        let mut ended = None;
        while !self.takes('}') {
            if self.takes(';') {
                ended = None;
                continue;
            }
            let spot = self.spot();
            // Legal, and as good as always a slip.
            if ended == Some(spot) {
                return self.refuse("; between two statements in a line");
            }
            if self.keyword("subgraph") || self.peek() == Some(&Word::Mark('{')) {
                if let Some(Word::Id { .. }) = self.peek() {
                    self.id("a name")?;
                }
                self.mark('{')?;
                if depth == DEEPEST {
                    return fault(spot, format!("a subgraph in {DEEPEST} others; expected: fewer"));
                }
                self.statements(edges.clone(), depth + 1)?;
                if let Some(Word::Edge { .. }) = self.peek() {
                    return self.refuse("edges between nodes, not between subgraphs");
                }
            } else if self.keyword("edge") {
                self.attributes(&mut edges)?;
            } else if self.keyword("graph") || self.keyword("node") {
                self.drawing()?;
            } else {
                self.statement(&edges)?;
            }
            ended = self.words[..self.at].last().map(|(spot, _)| *spot);
        }
        Ok(())
    }

    /// A node, an edge, or an attribute of the graph.
    fn statement(&mut self, edges: &Said) -> Result<(), Fault> {
        let spot = self.spot();
        let name = self.id("a node, an edge, or }")?;
        if self.takes('=') {
            self.value()?;
            return known(&name, "the graph");
        }
        let mut ends = vec![self.end(name)?];
        while let Some(Word::Edge { directed }) = self.peek() {
            if *directed != self.directed {
                return self.refuse(if self.directed { "->, in a digraph" } else { "--, in a graph" });
            }
            self.at += 1;
            if self.keyword("subgraph") || self.peek() == Some(&Word::Mark('{')) {
                self.at -= 1;
                return self.refuse("a node behind it, not a subgraph");
            }
            let name = self.id("a node")?;
            ends.push(self.end(name)?);
        }
        ends.iter().for_each(|end| _ = self.met.name(spot, &end.node));
        if ends.len() == 1 {
            return if ends[0].port.is_some() {
                fault(spot, "a port without an edge; expected: an edge behind it")
            } else {
                self.drawing()
            };
        }
        let mut said = edges.clone();
        self.attributes(&mut said)?;
        ends.windows(2).try_for_each(|pair| self.link(spot, &pair[0], &pair[1], &said))
    }

    /// A node and its port.
    fn end(&mut self, node: At<String>) -> Result<End, Fault> {
        let mut port = None;
        if self.takes(':') {
            port = Some(PortRef::read(&self.id("a port")?.value));
            if self.takes(':') {
                // A compass point: where the edge is drawn to.
                self.id("a compass point")?;
            }
        }
        Ok(End { node: node.value, port })
    }

    fn link(&mut self, spot: Spot, from: &End, to: &End, said: &Said) -> Result<(), Fault> {
        let both = match said.dir.as_ref().map(|dir| (dir.spot, dir.value.as_str())) {
            None => !self.directed,
            Some((_, "both" | "none")) => true,
            Some((_, "forward")) if self.directed => false,
            Some((spot, other)) => {
                let allowed = if self.directed { "forward, both, none" } else { "both, none, as edges of a graph run both ways" };
                return fault(spot, format!("dir = `{}`; expected: {allowed}", other.escape_debug()));
            }
        };
        let end = |end: &End, label: &Option<String>| match (&end.port, label) {
            (Some(_), Some(_)) => fault(spot, format!("two ports of `{}`, by a colon and by a label; expected: one", end.node)),
            (None, Some(label)) => Ok(End { port: Some(PortRef::read(label)), ..end.clone() }),
            _ => Ok(end.clone()),
        };
        let (from, to) = (end(from, &said.tail)?, end(to, &said.head)?);
        self.links.push(DraftLink { spot, from, to, both, slices: said.slices, kind: said.kind.clone() });
        Ok(())
    }

    fn value(&mut self) -> Result<Option<At<String>>, Fault> {
        if self.peek() == Some(&Word::Html) {
            self.at += 1;
            return Ok(None);
        }
        self.id("a value").map(Some)
    }

    /// Attributes of nodes and graphs, which are drawing.
    fn drawing(&mut self) -> Result<(), Fault> {
        self.lists(|name, _| known(name, "a node or a graph"))
    }

    /// Attributes of edges.
    fn attributes(&mut self, said: &mut Said) -> Result<(), Fault> {
        self.lists(|name, value| {
            let Some(value) = value else { return known(name, "an edge") };
            match name.value.as_str() {
                "dir" => said.dir = Some(value),
                "taillabel" => said.tail = Some(value.value),
                "headlabel" => said.head = Some(value.value),
                "kind" => said.kind = Some(value.value),
                "slices" => match value.value.parse().ok().filter(|slices| i64::from(*slices) <= MOST_SLICES) {
                    Some(slices) => said.slices = slices,
                    None => return fault(value.spot, format!("slices = `{}`; expected: 0..{MOST_SLICES}", value.value.escape_debug())),
                },
                _ => return known(name, "an edge"),
            }
            Ok(())
        })
    }

    /// All `[name=value, ..]` that follow.
    fn lists(&mut self, mut each: impl FnMut(&At<String>, Option<At<String>>) -> Result<(), Fault>) -> Result<(), Fault> {
        while self.takes('[') {
            while !self.takes(']') {
                let name = self.id("an attribute, or ]")?;
                self.mark('=')?;
                let value = self.value()?;
                each(&name, value)?;
                if !self.takes(',') {
                    self.takes(';');
                }
            }
        }
        Ok(())
    }
}

/// Drawing, or refused.
fn known(name: &At<String>, of: &str) -> Result<(), Fault> {
    if DRAWING.contains(&name.value.as_str()) || MORE.contains(&name.value.as_str()) {
        return Ok(());
    }
    let read = if of == "an edge" { "dir, taillabel, headlabel, slices, kind, and attributes of drawing" } else { "attributes of drawing" };
    fault(name.spot, format!("unknown attribute `{}` of {of}; expected: {read}", name.value.escape_debug()))
}
