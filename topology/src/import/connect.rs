//! CONNECT's custom topologies and routing files. A topology has lines such as `SendPort 0 -> R0:0`, `RecvPort 0 -> R0:0` and
//! `RouterLink R0:1 -> R1:2`; a routing file has lines such as `R0: 5 -> 2`: at router 0, to receiver 5, by output port 2.
//!
//! Endpoint N is a sender and a receiver at one router, at any of its ports; a router has any number of endpoints. Endpoints become local ports,
//! in the order of their numbers, and links become ports 1, 2, .. in the order of their ports. If the ports of endpoints are 0..L-1 at every
//! router, all ports stay as they are.

use std::collections::{BTreeMap, BTreeSet};

use crate::own::draft::{DraftLink, DraftNode, DraftRoute, DraftTerminal, LinkEnd, NetworkDraft, NextHop, PortRef};
use crate::own::spot::{FileError, Location, refuse};
use crate::own::{MOST_NODES, MOST_PORTS, MOST_TERMINALS};

const FORMS: &str = "SendPort N -> RN:P, RecvPort N -> RN:P, SendRecvPort N -> RN:P or RouterLink RN:P -> RN:P";

/// (router, port).
type RouterPort = (u32, u32);

/// A CONNECT topology.
#[derive(Default)]
pub struct ConnectFile {
    /// Router and input port of the sender, router and output port of the receiver, by endpoint.
    own: [BTreeMap<u32, (RouterPort, Location)>; 2],
    links: Vec<(Location, RouterPort, RouterPort)>,
    routers: BTreeMap<u32, Location>,
}

/// Reads a topology.
///
/// # Errors
/// A line of another form; routers or endpoints without a number; endpoints without a sender or a receiver.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    ConnectFile::read(text)?.draft()
}

/// Sides of an endpoint.
const SIDES: [&str; 2] = ["SendPort", "RecvPort"];
const SEND: usize = 0;
const RECEIVE: usize = 1;

impl ConnectFile {
    /// Reads the lines of a topology.
    ///
    /// # Errors
    /// A line of another form, an endpoint that is there twice.
    pub fn read(text: &str) -> Result<Self, FileError> {
        let mut file = Self::default();
        for (i, line) in text.lines().enumerate() {
            let (location, line) = (Location::line(i + 1), line.trim());
            if !line.is_empty() && !line.starts_with('#') {
                file.line(location, line)?;
            }
        }
        Ok(file)
    }

    fn line(&mut self, location: Location, line: &str) -> Result<(), FileError> {
        let bad = || refuse(location, format!("`{}`; expected: {FORMS}", line.escape_debug().take(60).collect::<String>()));
        let Some((word, rest)) = line.split_once(char::is_whitespace) else { return bad() };
        let Some((from, to)) = rest.split_once("->").map(|(from, to)| (from.trim(), to.trim())) else { return bad() };
        let Some(to) = place(to) else { return bad() };
        if word == "RouterLink" {
            let Some(from) = place(from) else { return bad() };
            [from, to].into_iter().for_each(|(router, _)| _ = self.routers.entry(router).or_insert(location));
            self.links.push((location, from, to));
            return Ok(());
        }
        let sides: &[usize] = match word {
            "SendPort" => &[0],
            "RecvPort" => &[1],
            "SendRecvPort" => &[0, 1],
            _ => return bad(),
        };
        let Some(number) = small(from, MOST_TERMINALS) else { return bad() };
        self.routers.entry(to.0).or_insert(location);
        for &side in sides {
            if let Some((_, first)) = self.own[side].insert(number, (to, location)) {
                return refuse(location, format!("{} {number} is there twice; first in line {}", SIDES[side], first.line));
            }
        }
        Ok(())
    }

    fn renumbering(&self) -> Renumbering {
        let (send, receive) = (&self.own[SEND], &self.own[RECEIVE]);
        let same = send.iter().all(|(end, (place, _))| receive.get(end).is_some_and(|(other, _)| other == place));
        let span = send.values().map(|((_, port), _)| port + 1).max().unwrap_or(1);
        let shift = (same && self.links.iter().all(|(_, from, to)| from.1 >= span && to.1 >= span)).then_some(span);
        let mut own = [BTreeMap::new(), BTreeMap::new()];
        for (own, of_file) in own.iter_mut().zip(&self.own) {
            for ((router, port), _) in of_file.values() {
                own.entry(*router).or_insert_with(BTreeSet::new).insert(*port);
            }
        }
        Renumbering { own, shift }
    }

    fn draft(self) -> Result<NetworkDraft, FileError> {
        for (expected, (&router, &location)) in self.routers.iter().enumerate() {
            if router as usize != expected {
                return refuse(location, format!("router {router}, and no router {expected}; expected: numbers from 0 without a gap"));
            }
        }
        let ends: BTreeMap<u32, Location> =
            self.own.iter().flat_map(|own| own.iter().map(|(&end, &(_, location))| (end, location))).rev().collect();
        for (expected, (&end, &location)) in ends.iter().enumerate() {
            if end as usize != expected {
                return refuse(location, format!("endpoint {end}, and no endpoint {expected}; expected: numbers from 0 without a gap"));
            }
            let [sender, receiver] = [SEND, RECEIVE].map(|side| self.own[side].get(&end));
            let (Some(((from, _), _)), Some(((to, _), line))) = (sender, receiver) else {
                let kind = SIDES[if sender.is_none() { SEND } else { RECEIVE }];
                return refuse(location, format!("endpoint {end} has no {kind}; expected: {kind} {end} -> RN:P"));
            };
            if from != to {
                return refuse(*line, format!("RecvPort {end} is at router {to}, and its SendPort at router {from}; expected: one router"));
            }
        }
        for (side, kind) in SIDES.into_iter().enumerate() {
            let mut seen = BTreeMap::new();
            for (end, (place, location)) in &self.own[side] {
                if let Some(other) = seen.insert(place, end) {
                    let (router, port) = place;
                    let what = format!("{kind} {end} is at port {port} of router {router}, where {kind} {other} is");
                    return refuse(*location, format!("{what}; expected: a port of its own"));
                }
            }
        }
        let apart = ends.len() != self.routers.len() || self.own[SEND].iter().any(|(end, ((router, _), _))| end != router);
        let ports = self.renumbering();
        let terminal = |(end, &((router, port), location)): (&u32, &(RouterPort, Location))| {
            let at = LinkEnd { node: router.to_string(), port: ports.shift.map(|_| PortRef::Number(port)) };
            DraftTerminal { location, name: end.to_string(), at }
        };
        let terminals = apart.then(|| self.own[SEND].iter().map(terminal).collect());
        let nodes = self
            .routers
            .iter()
            .map(|(router, &location)| DraftNode { location, name: router.to_string(), place: None, dead: false })
            .collect();
        let link = |&(location, from, to): &(Location, RouterPort, RouterPort)| {
            let [from, to] = [(RECEIVE, from, "out of"), (SEND, to, "into")].map(|(side, (router, port), how)| {
                let Some(moved) = ports.of_link(side, (router, port)) else {
                    let what = format!("a link {how} port {port} of router {router}, which has its own sender or receiver there");
                    return refuse(location, what);
                };
                if moved as usize >= MOST_PORTS {
                    return refuse(location, format!("port {port} of router {router}; expected: up to {MOST_PORTS} ports"));
                }
                Ok(LinkEnd { node: router.to_string(), port: Some(PortRef::Number(moved)) })
            });
            Ok(DraftLink { location, from: from?, to: to?, both: false, slices: 0, kind: None, dead: false })
        };
        let links = self.links.iter().map(link).collect::<Result<_, FileError>>()?;
        Ok(NetworkDraft { nodes, terminals, links, ..NetworkDraft::default() })
    }
}

/// The ports of links, counted from 1.
struct Renumbering {
    /// By side and router, the ports of endpoints.
    own: [BTreeMap<u32, BTreeSet<u32>>; 2],
    /// Number of ports below those of links, if endpoints have lower ports than links at all routers: all ports stay as they are.
    shift: Option<u32>,
}

impl Renumbering {
    /// The number of a port; `None` for the port of an endpoint.
    fn of_link(&self, side: usize, (router, port): RouterPort) -> Option<u32> {
        let own = self.own[side].get(&router);
        if own.is_some_and(|own| own.contains(&port)) {
            return None;
        }
        let below = self.shift.unwrap_or_else(|| own.map_or(0, |own| own.range(..port).count() as u32));
        Some((port + 1).saturating_sub(below))
    }
}

/// Reads a routing file of a topology.
///
/// # Errors
/// A line of another form; a route to a receiver that does not end at its router.
pub fn routes(text: &str, topology: &ConnectFile) -> Result<Vec<DraftRoute>, FileError> {
    let (mut rows, routers, ports) = (Vec::new(), topology.routers.len(), topology.renumbering());
    for (i, line) in text.lines().enumerate() {
        let (location, line) = (Location::line(i + 1), line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = || {
            let (at, rest) = line.strip_prefix('R')?.split_once(':')?;
            let (to, port) = rest.split_once("->")?;
            Some((small(at, MOST_NODES)?, small(to, MOST_TERMINALS)?, small(port, MOST_NODES)?))
        };
        let Some((at, to, port)) = read() else {
            return refuse(location, format!("`{}`; expected: RN: TO -> PORT", line.escape_debug().take(60).collect::<String>()));
        };
        if at as usize >= routers {
            return refuse(location, format!("unknown router {at}; expected: 0 to {}", routers.saturating_sub(1)));
        }
        let home = topology.own[RECEIVE].get(&to).map(|(place, _)| *place).filter(|(router, _)| *router == at);
        match (home, ports.of_link(RECEIVE, (at, port))) {
            (Some((_, home)), _) if port == home => {}
            (None, Some(moved)) => {
                let (to, next_hop) = (vec![to.to_string()], NextHop::Port(PortRef::Number(moved)));
                rows.push(DraftRoute { location, at: at.to_string(), to, to_routers: Vec::new(), next_hop, class: None });
            }
            (Some((_, home)), _) => {
                let what = format!("at router {at} to {to} by port {port}; expected: port {home} to {to}, which is its receiver's");
                return refuse(location, what);
            }
            (None, None) => {
                let what = format!("at router {at} to {to} by port {port}, which is a receiver's; expected: the port of a link");
                return refuse(location, what);
            }
        }
    }
    Ok(rows)
}

/// `R3:1`.
fn place(text: &str) -> Option<RouterPort> {
    let (router, port) = text.strip_prefix('R')?.split_once(':')?;
    Some((small(router, MOST_NODES)?, small(port, MOST_NODES)?))
}

fn small(text: &str, count: usize) -> Option<u32> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number < count as u32)
}
