//! CONNECT's custom topologies and routing files. A topology has lines such as `SendPort 0 -> R0:0`, `RecvPort 0 -> R0:0` and
//! `RouterLink R0:1 -> R1:2`; a routing file has lines such as `R0: 5 -> 2`: at router 0, to receiver 5, by output port 2.
//!
//! This reader expects one sender and one receiver per router, of the router's number, at any of its ports. Sender and receiver become
//! port 0, and ports before theirs move up by one.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::own::draft::{DraftLink, DraftNode, DraftRoute, LinkEnd, NetworkDraft, NextHop, PortRef};
use crate::own::spot::{FileError, Location, refuse};
use crate::own::{MOST_NODES, MOST_PORTS};

const FORMS: &str = "SendPort N -> RN:P, RecvPort N -> RN:P, SendRecvPort N -> RN:P or RouterLink RN:P -> RN:P";

/// (router, port).
type RouterPort = (u32, u32);

#[derive(Default)]
struct ConnectFile {
    /// Input port of the sender, output port of the receiver, by router.
    own: [BTreeMap<u32, (u32, Location)>; 2],
    links: Vec<(Location, RouterPort, RouterPort)>,
    routers: BTreeMap<u32, Location>,
}

/// Reads a topology.
///
/// # Errors
/// A line of another form; routers without a number, a sender or a receiver of their own.
pub fn read(text: &str) -> Result<NetworkDraft, FileError> {
    ConnectFile::read(text)?.draft()
}

/// Output ports of the receivers, by router, of a topology that [`read`] accepts.
pub fn receivers(text: &str) -> Vec<u32> {
    ConnectFile::read(text).map_or(Vec::new(), |file| file.own[1].values().map(|(port, _)| *port).collect())
}

/// Renumbers a port so that `own`, the node's own port, becomes port 0.
fn moved(port: u32, own: u32) -> u32 {
    match port.cmp(&own) {
        Ordering::Less => port + 1,
        Ordering::Equal => 0,
        Ordering::Greater => port,
    }
}

impl ConnectFile {
    fn read(text: &str) -> Result<Self, FileError> {
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
        let Some(number) = small(from) else { return bad() };
        let (router, port) = to;
        self.routers.entry(router).or_insert(location);
        if number != router {
            return refuse(location, format!("{word} {number} is at router {router}; expected: at router {number}, one at each"));
        }
        for &side in sides {
            if let Some((_, first)) = self.own[side].insert(router, (port, location)) {
                let kind = ["SendPort", "RecvPort"][side];
                return refuse(location, format!("router {router} has two of {kind}; the other is in line {}", first.line));
            }
        }
        Ok(())
    }

    fn draft(self) -> Result<NetworkDraft, FileError> {
        for (expected, (&router, &location)) in self.routers.iter().enumerate() {
            if router as usize != expected {
                return refuse(location, format!("router {router}, and no router {expected}; expected: numbers from 0 without a gap"));
            }
            for (side, kind) in ["SendPort", "RecvPort"].into_iter().enumerate() {
                if !self.own[side].contains_key(&router) {
                    return refuse(location, format!("router {router} has no {kind}; expected: {kind} {router} -> R{router}:0"));
                }
            }
        }
        let nodes = self.routers.iter().map(|(router, &location)| DraftNode { location, name: router.to_string(), place: None }).collect();
        let link = |&(location, from, to): &(Location, RouterPort, RouterPort)| {
            let [from, to] = [(1, from, "out of"), (0, to, "into")].map(|(side, (router, port), how)| {
                let moved = moved(port, self.own[side][&router].0);
                if moved == 0 {
                    return refuse(
                        location,
                        format!("a link {how} port {port} of router {router}, which has its own sender or receiver there"),
                    );
                }
                if moved as usize >= MOST_PORTS {
                    return refuse(location, format!("port {port} of router {router}; expected: up to {MOST_PORTS} ports"));
                }
                Ok(LinkEnd { node: router.to_string(), port: Some(PortRef::Number(moved)) })
            });
            Ok(DraftLink { location, from: from?, to: to?, both: false, slices: 0, kind: None })
        };
        let links = self.links.iter().map(link).collect::<Result<_, FileError>>()?;
        Ok(NetworkDraft { nodes, links, ..NetworkDraft::default() })
    }
}

/// Reads a routing file; `receivers` are the routers' output ports for their receivers.
///
/// # Errors
/// A line of another form; a route to a receiver that does not end at its router.
pub fn routes(text: &str, receivers: &[u32]) -> Result<Vec<DraftRoute>, FileError> {
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let (location, line) = (Location::line(i + 1), line.trim());
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let read = || {
            let (at, rest) = line.strip_prefix('R')?.split_once(':')?;
            let (to, port) = rest.split_once("->")?;
            Some((small(at)?, small(to)?, small(port)?))
        };
        let Some((at, to, port)) = read() else {
            return refuse(location, format!("`{}`; expected: RN: TO -> PORT", line.escape_debug().take(60).collect::<String>()));
        };
        let Some(&own) = receivers.get(at as usize) else {
            return refuse(location, format!("unknown router {at}; expected: 0 to {}", receivers.len().saturating_sub(1)));
        };
        if (at == to) != (port == own) {
            let message =
                format!("at router {at} to {to} by port {port}; expected: port {own} to {at}, which is its receiver's, and there alone");
            return refuse(location, message);
        }
        if at != to {
            let next_hop = NextHop::Port(PortRef::Number(moved(port, own)));
            rows.push(DraftRoute { location, at: at.to_string(), to: vec![to.to_string()], next_hop, class: None });
        }
    }
    Ok(rows)
}

/// `R3:1`.
fn place(text: &str) -> Option<RouterPort> {
    let (router, port) = text.strip_prefix('R')?.split_once(':')?;
    Some((small(router)?, small(port)?))
}

fn small(text: &str) -> Option<u32> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| digits && *number < MOST_NODES as u32)
}
