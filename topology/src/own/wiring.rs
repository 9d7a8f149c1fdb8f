//! The links of a draft, each from an output port to an input port.

use std::collections::{BTreeSet, HashMap};

use super::MOST_PORTS;
use super::draft::{DraftLink, LinkEnd, NetworkDraft};
use super::names;
use super::nodes::Nodes;
use super::ports::Ports;
use super::spot::{FileError, Location, refuse};
use crate::{Dead, Link};

/// A link that leaves an output port.
#[derive(Debug, Clone)]
pub struct Wire {
    /// Line of the link.
    pub location: Location,
    /// Input port that the link leads to.
    pub to: Link,
    /// Registers on the link.
    pub slices: u8,
    /// Kind, if given.
    pub kind: Option<String>,
    /// The reverse link is declared with it.
    pub both: bool,
    /// The link is out of service.
    pub dead: bool,
}

/// All links.
pub struct WireTable {
    /// By node and output port, `[node * MOST_PORTS + port]`.
    pub out: Vec<Option<Wire>>,
    /// By input port, the line of the link that feeds it.
    into: Vec<Option<Location>>,
    /// Local ports of a router.
    locals: usize,
    /// Routers out of service.
    dead: BTreeSet<u32>,
}

/// A link in one direction, with the ports known so far.
struct PlannedLink<'a> {
    link: &'a DraftLink,
    from: (u32, Option<u8>),
    to: (u32, Option<u8>),
}

impl WireTable {
    /// Checks the links, and numbers open ends: each takes the lowest unnamed port that no other link uses.
    ///
    /// # Errors
    /// Unknown nodes and ports, links of a node to itself, duplicates, two links at a port, too many links at a node.
    pub fn of(draft: &NetworkDraft, nodes: &Nodes, ports: &Ports) -> Result<Self, FileError> {
        let places = nodes.count() * MOST_PORTS;
        let mut wiring = Self { out: vec![None; places], into: vec![None; places], locals: ports.of_links().start, dead: BTreeSet::new() };
        wiring.dead = (0..).zip(&draft.nodes).filter(|(_, node)| node.dead).map(|(router, _)| router).collect();
        let links = pair_links(&draft.links);
        let mut planned_links = Vec::with_capacity(links.len());
        for link in &links {
            link.kind.as_deref().map_or(Ok(()), |kind| names::check_kind(link.location, kind))?;
            let end = |end: &LinkEnd| {
                let port = end.port.as_ref().map(|port| ports.resolve(link.location, port)).transpose()?;
                Ok((nodes.find(link.location, &end.node)?, port))
            };
            let planned = PlannedLink { link, from: end(&link.from)?, to: end(&link.to)? };
            if planned.from.0 == planned.to.0 {
                return refuse(link.location, format!("a link of `{}` to itself; expected: two {}s", link.from.node, nodes.noun()));
            }
            planned_links.push(planned);
        }
        refuse_duplicates(&planned_links, nodes, draft.mergeable)?;
        // Given ports are claimed first, so that an open end takes none of them.
        let mut open = Vec::new();
        for planned in &planned_links {
            wiring.claim(nodes, ports, planned)?;
        }
        for planned in &planned_links {
            let from = planned.from.1.map_or_else(|| wiring.free(nodes, ports, planned, planned.from.0, (true, planned.link.both)), Ok)?;
            if planned.from.1.is_none() {
                wiring.take(planned.from.0, from, planned, (true, planned.link.both));
            }
            let to = planned.to.1.map_or_else(|| wiring.free(nodes, ports, planned, planned.to.0, (planned.link.both, true)), Ok)?;
            if planned.to.1.is_none() {
                wiring.take(planned.to.0, to, planned, (planned.link.both, true));
            }
            open.push((planned, Link { node: planned.from.0, port: from }, Link { node: planned.to.0, port: to }));
        }
        for (planned, from, to) in open {
            wiring.connect(planned.link, from, to);
            if planned.link.both {
                wiring.connect(planned.link, to, from);
            }
        }
        Ok(wiring)
    }

    fn place(node: u32, port: u8) -> usize {
        node as usize * MOST_PORTS + usize::from(port)
    }

    /// Claims the ports that a link names.
    fn claim(&mut self, nodes: &Nodes, ports: &Ports, planned: &PlannedLink<'_>) -> Result<(), FileError> {
        let both = planned.link.both;
        for ((node, port), uses) in [(planned.from, (true, both)), (planned.to, (both, true))] {
            let Some(port) = port else { continue };
            let at = Self::place(node, port);
            let name = || format!("port `{}` of `{}`", ports.labels(MOST_PORTS)[usize::from(port)], nodes.name(node));
            if let (true, Some(wire)) = (uses.0, &self.out[at]) {
                return refuse(planned.link.location, format!("two links out of {}; the other is in line {}", name(), wire.location.line));
            }
            if let (true, Some(location)) = (uses.1, self.into[at]) {
                return refuse(planned.link.location, format!("two links into {}; the other is in line {}", name(), location.line));
            }
            self.take(node, port, planned, uses);
        }
        Ok(())
    }

    /// Marks a port's output, its input, or both as taken.
    fn take(&mut self, node: u32, port: u8, planned: &PlannedLink<'_>, (output, input): (bool, bool)) {
        let at = Self::place(node, port);
        if output {
            let to = Link { node, port };
            self.out[at] = Some(Wire { location: planned.link.location, to, slices: 0, kind: None, both: false, dead: false });
        }
        if input {
            self.into[at] = Some(planned.link.location);
        }
    }

    /// The lowest free port of a node.
    fn free(
        &self,
        nodes: &Nodes,
        ports: &Ports,
        planned: &PlannedLink<'_>,
        node: u32,
        (output, input): (bool, bool),
    ) -> Result<u8, FileError> {
        let is_free = |&port: &usize| {
            let at = Self::place(node, port as u8);
            let taken = output && self.out[at].is_some() || input && self.into[at].is_some();
            !ports.is_named(port) && !taken
        };
        let full = || {
            let (most, noun) = (ports.most(), nodes.noun());
            refuse(planned.link.location, format!("no port of `{}` is free; expected: up to {most} links of a {noun}", nodes.name(node)))
        };
        ports.of_links().find(is_free).map_or_else(full, |port| Ok(port as u8))
    }

    fn connect(&mut self, link: &DraftLink, from: Link, to: Link) {
        let DraftLink { location, slices, ref kind, both, dead, .. } = *link;
        self.out[Self::place(from.node, from.port)] = Some(Wire { location, to, slices, kind: kind.clone(), both, dead });
    }

    /// Number of ports of a router: local ones, and all up to the highest that a link uses.
    pub fn ports(&self) -> usize {
        let used = |port: &usize| {
            self.out.iter().skip(*port).step_by(MOST_PORTS).any(Option::is_some)
                || self.into.iter().skip(*port).step_by(MOST_PORTS).any(Option::is_some)
        };
        (self.locals..MOST_PORTS).rev().find(used).map_or(self.locals, |port| port + 1)
    }

    /// The link in service that leaves an output port.
    pub fn wire(&self, node: u32, port: u8) -> Option<&Wire> {
        self.any_wire(node, port).filter(|wire| !wire.dead && !self.dead.contains(&node) && !self.dead.contains(&wire.to.node))
    }

    /// The link that leaves an output port, in service or not.
    pub fn any_wire(&self, node: u32, port: u8) -> Option<&Wire> {
        if usize::from(port) >= MOST_PORTS { None } else { self.out[Self::place(node, port)].as_ref() }
    }

    /// The links and routers out of service.
    pub fn dead(&self) -> Dead {
        let mut dead = Dead::default();
        self.dead.iter().for_each(|&router| dead.add_router(router));
        for (at, wire) in self.out.iter().enumerate() {
            if let Some(wire) = wire.as_ref().filter(|wire| wire.dead) {
                dead.add_link(Link { node: (at / MOST_PORTS) as u32, port: (at % MOST_PORTS) as u8 }, wire.to);
            }
        }
        dead
    }
}

/// Refuses two links from one node to another unless both give all their ports; otherwise the second is taken for a mistake.
fn refuse_duplicates(planned_links: &[PlannedLink<'_>], nodes: &Nodes, mergeable: bool) -> Result<(), FileError> {
    let mut seen: HashMap<(u32, u32), (Location, bool)> = HashMap::new();
    for planned in planned_links {
        let given = planned.from.1.is_some() && planned.to.1.is_some();
        let pair = (planned.from.0, planned.to.0);
        let back = planned.link.both.then_some((pair.1, pair.0));
        for (from, to) in [Some(pair), back].into_iter().flatten() {
            let Some((location, sure)) = seen.insert((from, to), (planned.link.location, given)) else { continue };
            if !(sure && given) {
                let (from, to) = (nodes.name(from), nodes.name(to));
                let merged = if mergeable { ", or --merge-parallel" } else { "" };
                let meant = format!("one link, or two with the ports of both, such as \"{from}:1\" and \"{to}:1\"{merged}");
                return refuse(
                    planned.link.location,
                    format!("a link from `{from}` to `{to}` is in line {} already; expected: {meant}", location.line),
                );
            }
        }
    }
    Ok(())
}

/// Merges links that are each other's reverse and equal in all else; keeps the order of the first of the two.
fn pair_links(links: &[DraftLink]) -> Vec<DraftLink> {
    let mut waiting: HashMap<(&LinkEnd, &LinkEnd), Vec<usize>> = HashMap::new();
    let mut gone = vec![false; links.len()];
    let mut both = vec![false; links.len()];
    for (i, link) in links.iter().enumerate().filter(|(_, link)| !link.both) {
        let alike = |&first: &usize| (links[first].slices, &links[first].kind, links[first].dead) == (link.slices, &link.kind, link.dead);
        let back = waiting.get_mut(&(&link.to, &link.from));
        match back.and_then(|back| back.iter().position(alike).map(|at| back.remove(at))) {
            Some(first) => (gone[i], both[first]) = (true, true),
            None => waiting.entry((&link.from, &link.to)).or_default().push(i),
        }
    }
    let kept = links.iter().enumerate().filter(|(i, _)| !gone[*i]);
    kept.map(|(i, link)| DraftLink { both: link.both || both[i], ..link.clone() }).collect()
}
