//! The links of a draft, each from an output port to an input port.

use std::collections::HashMap;

use super::MOST_PORTS;
use super::draft::{Draft, DraftLink, End};
use super::names;
use super::nodes::Nodes;
use super::pairs::paired;
use super::ports::Ports;
use super::spot::{Fault, Spot, fault};
use crate::Link;

/// A link that leaves an output port.
#[derive(Debug, Clone)]
pub struct Wire {
    /// Line of the link.
    pub spot: Spot,
    /// Input port that the link leads to.
    pub to: Link,
    /// Registers on the link.
    pub slices: u8,
    /// Kind, if given.
    pub kind: Option<String>,
    /// The reverse link is declared with it.
    pub both: bool,
}

/// All links.
pub struct Wiring {
    /// By node and output port, `[node * MOST_PORTS + port]`.
    pub out: Vec<Option<Wire>>,
    /// By input port, the line of the link that feeds it.
    into: Vec<Option<Spot>>,
}

/// A link in one direction, with the ports known so far.
struct Way<'a> {
    link: &'a DraftLink,
    from: (u32, Option<u8>),
    to: (u32, Option<u8>),
}

impl Wiring {
    /// Checks the links, and numbers open ends: each takes the lowest unnamed port that no other link uses.
    ///
    /// # Errors
    /// Unknown nodes and ports, links of a node to itself, duplicates, two links at a port, too many links at a node.
    pub fn of(draft: &Draft, nodes: &Nodes, ports: &Ports) -> Result<Self, Fault> {
        let places = nodes.count() * MOST_PORTS;
        let mut wiring = Self { out: vec![None; places], into: vec![None; places] };
        let links = paired(&draft.links);
        let mut ways = Vec::with_capacity(links.len());
        for link in &links {
            link.kind.as_deref().map_or(Ok(()), |kind| names::check_kind(link.spot, kind))?;
            let end = |end: &End| {
                let port = end.port.as_ref().map(|port| ports.resolve(link.spot, port)).transpose()?;
                Ok((nodes.find(link.spot, &end.node)?, port))
            };
            let way = Way { link, from: end(&link.from)?, to: end(&link.to)? };
            if way.from.0 == way.to.0 {
                return fault(link.spot, format!("a link of `{}` to itself; expected: two nodes", link.from.node));
            }
            ways.push(way);
        }
        no_duplicates(&ways, nodes, draft.mergeable)?;
        // Given ports are claimed first, so that an open end takes none of them.
        let mut open = Vec::new();
        for way in &ways {
            wiring.claim(nodes, ports, way)?;
        }
        for way in &ways {
            let from = way.from.1.map_or_else(|| wiring.free(nodes, ports, way, way.from.0, (true, way.link.both)), Ok)?;
            if way.from.1.is_none() {
                wiring.take(way.from.0, from, way, (true, way.link.both));
            }
            let to = way.to.1.map_or_else(|| wiring.free(nodes, ports, way, way.to.0, (way.link.both, true)), Ok)?;
            if way.to.1.is_none() {
                wiring.take(way.to.0, to, way, (way.link.both, true));
            }
            open.push((way, Link { node: way.from.0, port: from }, Link { node: way.to.0, port: to }));
        }
        for (way, from, to) in open {
            wiring.lay(way.link, from, to);
            if way.link.both {
                wiring.lay(way.link, to, from);
            }
        }
        Ok(wiring)
    }

    fn place(node: u32, port: u8) -> usize {
        node as usize * MOST_PORTS + usize::from(port)
    }

    /// Claims the ports that a link names.
    fn claim(&mut self, nodes: &Nodes, ports: &Ports, way: &Way<'_>) -> Result<(), Fault> {
        let both = way.link.both;
        for ((node, port), uses) in [(way.from, (true, both)), (way.to, (both, true))] {
            let Some(port) = port else { continue };
            let at = Self::place(node, port);
            let name = || format!("port `{}` of `{}`", ports.labels(MOST_PORTS)[usize::from(port)], nodes.name(node));
            if let (true, Some(wire)) = (uses.0, &self.out[at]) {
                return fault(way.link.spot, format!("two links out of {}; the other is in line {}", name(), wire.spot.line));
            }
            if let (true, Some(spot)) = (uses.1, self.into[at]) {
                return fault(way.link.spot, format!("two links into {}; the other is in line {}", name(), spot.line));
            }
            self.take(node, port, way, uses);
        }
        Ok(())
    }

    /// Marks a port's output, its input, or both as taken.
    fn take(&mut self, node: u32, port: u8, way: &Way<'_>, (output, input): (bool, bool)) {
        let at = Self::place(node, port);
        if output {
            let to = Link { node, port };
            self.out[at] = Some(Wire { spot: way.link.spot, to, slices: 0, kind: None, both: false });
        }
        if input {
            self.into[at] = Some(way.link.spot);
        }
    }

    /// The lowest free port of a node.
    fn free(&self, nodes: &Nodes, ports: &Ports, way: &Way<'_>, node: u32, (output, input): (bool, bool)) -> Result<u8, Fault> {
        let is_free = |&port: &usize| {
            let at = Self::place(node, port as u8);
            let taken = output && self.out[at].is_some() || input && self.into[at].is_some();
            !ports.is_named(port) && !taken
        };
        let most = MOST_PORTS - 1;
        let full = || fault(way.link.spot, format!("no port of `{}` is free; expected: up to {most} links of a node", nodes.name(node)));
        (1..MOST_PORTS).find(is_free).map_or_else(full, |port| Ok(port as u8))
    }

    fn lay(&mut self, link: &DraftLink, from: Link, to: Link) {
        let DraftLink { spot, slices, ref kind, both, .. } = *link;
        self.out[Self::place(from.node, from.port)] = Some(Wire { spot, to, slices, kind: kind.clone(), both });
    }

    /// Number of ports of a router: the highest port that a link uses, plus one.
    pub fn ports(&self) -> usize {
        let used = |port: &usize| {
            self.out.iter().skip(*port).step_by(MOST_PORTS).any(Option::is_some)
                || self.into.iter().skip(*port).step_by(MOST_PORTS).any(Option::is_some)
        };
        1 + (1..MOST_PORTS).rev().find(used).unwrap_or(0)
    }

    /// The link that leaves an output port.
    pub fn wire(&self, node: u32, port: u8) -> Option<&Wire> {
        if usize::from(port) >= MOST_PORTS { None } else { self.out[Self::place(node, port)].as_ref() }
    }
}

/// Refuses two links from one node to another unless both give all their ports; otherwise the second is taken for a mistake.
fn no_duplicates(ways: &[Way<'_>], nodes: &Nodes, mergeable: bool) -> Result<(), Fault> {
    let mut seen: HashMap<(u32, u32), (Spot, bool)> = HashMap::new();
    for way in ways {
        let given = way.from.1.is_some() && way.to.1.is_some();
        let pair = (way.from.0, way.to.0);
        let back = way.link.both.then_some((pair.1, pair.0));
        for (from, to) in [Some(pair), back].into_iter().flatten() {
            let Some((spot, sure)) = seen.insert((from, to), (way.link.spot, given)) else { continue };
            if !(sure && given) {
                let (from, to) = (nodes.name(from), nodes.name(to));
                let merged = if mergeable { ", or --merge-parallel" } else { "" };
                let meant = format!("one link, or two with the ports of both, such as \"{from}:1\" and \"{to}:1\"{merged}");
                return fault(way.link.spot, format!("a link from `{from}` to `{to}` is in line {} already; expected: {meant}", spot.line));
            }
        }
    }
    Ok(())
}
