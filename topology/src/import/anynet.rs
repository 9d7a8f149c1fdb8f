//! BookSim2's `anynet`: lines such as `router 0 node 0 router 1 router 2 5`.
//!
//! A number after a router is the latency of the link from the line's router to it, in clocks: one register for each clock beyond the
//! first. Routes have the least latency, as in BookSim.
//!
//! BookSim adds a reverse link of latency 1 if no line gives one; this reader refuses that where the given latency is not 1. Also refused
//! is text that BookSim misreads silently: unknown words and malformed numbers, links named twice, a node at two routers.

use std::collections::BTreeMap;

use crate::own::draft::{DraftLink, DraftNode, DraftRoutes, DraftTerminal, LinkEnd, NetworkDraft};
use crate::own::spot::{FileError, Location, refuse};
use crate::own::{MOST_NODES, MOST_SLICES, MOST_TERMINALS};

/// Reads a network.
///
/// # Errors
/// A line of another form; text that BookSim would misread.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    let mut file = AnynetFile::default();
    for (i, line) in text.lines().enumerate() {
        file.line(Location::line(i + 1), line)?;
    }
    file.draft()
}

#[derive(Default)]
struct AnynetFile {
    /// Routers, and the line that first names each.
    routers: BTreeMap<u32, Location>,
    /// The router of each node.
    nodes: BTreeMap<u32, (u32, Location)>,
    /// Links, (from, to): line, and latency if given.
    links: BTreeMap<(u32, u32), (Location, Option<u8>)>,
    order: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Entity {
    Router,
    Node,
}

impl AnynetFile {
    fn line(&mut self, location: Location, line: &str) -> Result<(), FileError> {
        const FORM: &str = "`router N`, then `router N`, `router N LATENCY` and `node N`";
        let words: Vec<&str> = line.split_whitespace().collect();
        let mut ends: Vec<(Entity, u32, Option<u8>)> = Vec::new();
        let mut at = 0;
        while at < words.len() {
            let kind = match words[at] {
                "router" => Entity::Router,
                "node" => Entity::Node,
                word => return refuse(location, format!("`{}`; expected: {FORM}", shown(word))),
            };
            let Some(word) = words.get(at + 1) else {
                return refuse(location, format!("no number behind `{}`; expected: {FORM}", words[at]));
            };
            let (what, most) =
                if kind == Entity::Router { ("number of a router", MOST_NODES) } else { ("number of a node", MOST_TERMINALS) };
            let id = number(location, word, what, 0, most as u32 - 1)?;
            at += 2;
            let latency = match words.get(at) {
                Some(word) if !["router", "node"].contains(word) => {
                    at += 1;
                    Some(number(location, word, "latency of a link", 1, MOST_SLICES as u32 + 1)?)
                }
                _ => None,
            };
            if latency.is_some() && (ends.is_empty() || kind == Entity::Node) {
                return refuse(
                    location,
                    format!(
                        "a latency behind `{} {id}`; expected: one of 1 to {} behind the far router of a link",
                        words[at - 3],
                        MOST_SLICES + 1
                    ),
                );
            }
            ends.push((kind, id, latency.map(|latency| latency as u8)));
        }
        let Some(((head, id, _), rest)) = ends.split_first() else { return Ok(()) };
        if rest.is_empty() {
            return refuse(location, format!("a line that joins nothing; expected: {FORM}"));
        }
        for (kind, other, latency) in rest {
            match (head, kind) {
                (Entity::Router, Entity::Router) => self.link(location, *id, *other, *latency)?,
                (Entity::Router, Entity::Node) => self.node(location, *id, *other)?,
                (Entity::Node, Entity::Router) => self.node(location, *other, *id)?,
                (Entity::Node, Entity::Node) => return refuse(location, "a node next to a node; expected: a node next to its router"),
            }
        }
        Ok(())
    }

    fn node(&mut self, location: Location, router: u32, node: u32) -> Result<(), FileError> {
        self.routers.entry(router).or_insert(location);
        match self.nodes.insert(node, (router, location)) {
            Some((other, first)) if other != router => {
                let line = first.line;
                refuse(location, format!("node {node} is at router {router}, and at router {other} in line {line}; expected: one router"))
            }
            Some((_, first)) if first != location => refuse(location, format!("node {node} is there twice; first in line {}", first.line)),
            Some(_) => refuse(location, format!("node {node} is there twice")),
            None => Ok(()),
        }
    }

    fn link(&mut self, location: Location, from: u32, to: u32, latency: Option<u8>) -> Result<(), FileError> {
        if from == to {
            return refuse(location, format!("a link of router {from} to itself; expected: two routers"));
        }
        [from, to].into_iter().for_each(|router| _ = self.routers.entry(router).or_insert(location));
        if let Some((first, _)) = self.links.insert((from, to), (location, latency)) {
            return refuse(
                location,
                format!("a link from router {from} to router {to} is in line {} already; expected: one link", first.line),
            );
        }
        self.order.push((from, to));
        Ok(())
    }

    fn draft(self) -> Result<NetworkDraft, FileError> {
        for (expected, (&router, &location)) in self.routers.iter().enumerate() {
            if router as usize != expected {
                return refuse(location, format!("router {router}, and no router {expected}; expected: numbers from 0 without a gap"));
            }
        }
        for (expected, (&node, &(_, location))) in self.nodes.iter().enumerate() {
            if node as usize != expected {
                return refuse(location, format!("node {node}, and no node {expected}; expected: numbers from 0 without a gap"));
            }
        }
        let apart = self.nodes.len() != self.routers.len() || self.nodes.iter().any(|(node, (router, _))| node != router);
        let terminal = |(node, &(router, location)): (&u32, &(u32, Location))| {
            let at = LinkEnd { node: router.to_string(), port: None };
            DraftTerminal { location, name: node.to_string(), at }
        };
        let terminals = apart.then(|| self.nodes.iter().map(terminal).collect());
        let nodes =
            self.routers.iter().map(|(router, &location)| DraftNode { location, name: router.to_string(), place: None, dead: false });
        let mut draft = NetworkDraft { nodes: nodes.collect(), terminals, routes: DraftRoutes::LeastLatency, ..NetworkDraft::default() };
        let end = |router: u32| LinkEnd { node: router.to_string(), port: None };
        for (from, to) in self.order {
            let (location, latency) = self.links[&(from, to)];
            let back = self.links.get(&(to, from));
            if back.is_none() && latency.is_some_and(|latency| latency != 1) {
                let message = format!(
                    "latency {} from router {from} to router {to}, and 1 on the way back, as no line says it",
                    latency.unwrap_or(1)
                );
                return refuse(location, format!("{message}; expected: `router {to} router {from} LATENCY`, too"));
            }
            let slices = latency.map_or(0, |latency| latency - 1);
            draft.links.push(DraftLink { location, from: end(from), to: end(to), both: back.is_none(), slices, kind: None, dead: false });
        }
        Ok(draft)
    }
}

fn number(location: Location, word: &str, what: &str, least: u32, most: u32) -> Result<u32, FileError> {
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let number = word.parse().ok().filter(|number| digits && (least..=most).contains(number));
    number.map_or_else(|| refuse(location, format!("`{}` is no {what}; expected: {least} to {most}", shown(word))), Ok)
}

fn shown(word: &str) -> String {
    word.escape_debug().take(40).collect()
}
