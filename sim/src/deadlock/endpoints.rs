//! The dependencies that close over the terminals of a network as a file says what they do (docs/deadlock.md).
//!
//! Each message class is walked for the pairs of terminals between which its packets travel. A wait adds dependencies from what is held to what the
//! terminal waits for: to its local input if it is to send a packet; to the local inputs of the sources and its own local output if it is to receive
//! one; to the place if it needs one. As a packet on its way depends on each channel up to its local output, the channels in between need no
//! dependency of their own. What waits for a packet that no terminal sends waits for all time: it depends on itself.

use torusmith_topology::endpoints::{Endpoints, Held, PacketKind, Until, Wait};
use torusmith_topology::{Graph, LocalPort, Network, TerminalId};

use super::cdg::{Cdg, Channel};
use super::join::{Exchange, LOCAL_INPUT, check_local_ports, join};
use super::pairs::PacketWalk;
use crate::Error;
use crate::routing::{RoutingOptions, choose, for_walk};

/// [`Channel::port`] of place 0 of a terminal, whose local port is the [`Channel::vc`]; that of place k is `PLACE + k`.
pub const PLACE: u8 = 128;

/// Most pairs of a router and a terminal.
const MOST_PAIRS: usize = 1 << 20;

/// Result of [`check_endpoints`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointsReport {
    /// Channels of all classes, local ports and places.
    pub exchange: Exchange,
    /// VCs of each message class: VC v of class c is VC `c * vcs + v`.
    pub vcs: usize,
    /// For each channel of the cycle, why it waits for the next one.
    pub reasons: Vec<Reason>,
}

/// Why a channel waits for another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A packet holds the channel and asks for the next one.
    Packet {
        /// Index of its kind.
        kind: usize,
        /// Its source.
        from: TerminalId,
        /// Its destination.
        to: TerminalId,
    },
    /// A wait, by its index.
    Wait(usize),
    /// A wait, by its index, for a packet that no terminal sends.
    Never(usize),
}

/// Walks a network whose terminals do what a file says, with `vcs` VCs of each message class, as many as the VC rule has classes if `None`.
///
/// # Errors
/// As [`super::check`]; adaptive routing; more than 32 terminals at a router; a network of more than 2^20 pairs of a router and a terminal.
pub fn check_endpoints(
    network: &Network,
    options: RoutingOptions,
    endpoints: &Endpoints,
    vcs: Option<usize>,
) -> Result<EndpointsReport, Error> {
    let (routing, vcs) = for_walk(network, options, vcs)?;
    let graph = network.graph();
    check_local_ports(&graph)?;
    let all = ((1u16 << vcs) - 1) as u8;
    if routing.escape_vcs() & all != all || routing.by_channel() {
        let choice = choose(network, options)?;
        let chosen = if routing.by_channel() { choice.rule.name() } else { choice.algorithm.name() };
        return Err(Error::value("endpoints with routing", chosen, "deterministic routing by which a router can route"));
    }
    if graph.routers() * graph.terminals() > MOST_PAIRS {
        let allowed = format!("up to {MOST_PAIRS} as the product of routers and nodes");
        return Err(Error::value("endpoints of a network with nodes", graph.terminals(), allowed));
    }
    if graph.ports() * vcs > 128 {
        return Err(Error::value("vcs", vcs, format!("1 to {} with {} ports", 128 / graph.ports(), graph.ports())));
    }
    let walk = PacketWalk { graph: &graph, routing: routing.as_ref(), vcs };
    let terminals = TerminalId::all(graph.terminals());
    let of_class = |class: usize| {
        let kinds: Vec<&PacketKind> = endpoints.packets.iter().filter(|kind| usize::from(kind.class) == class).collect();
        let pairs = terminals.clone().flat_map(|from| terminals.clone().map(move |to| (from, to)));
        walk.graph(pairs.filter(|&(from, to)| kinds.iter().any(|kind| kind.travels(from, to))))
    };
    let classes: Vec<Cdg> = (0..endpoints.classes()).map(of_class).collect();
    let waits = Waits { graph: &graph, endpoints, vcs: vcs as u8 };
    let places = endpoints.waits.iter().flat_map(|wait| wait.at.iter().map(move |&at| (wait, at)));
    let places: Vec<Channel> = places.filter_map(|(wait, at)| waits.place(wait, at)).collect();
    let exchange: Exchange = join(&classes.iter().collect::<Vec<_>>(), vcs as u8, &places, |channel, next| {
        next.extend((0..endpoints.waits.len()).flat_map(|number| waits.following(channel, number).0));
    })
    .into();
    let cycle = &exchange.cycle;
    let reason = |i: usize| {
        let (channel, next) = (cycle[i], cycle[(i + 1) % cycle.len()]);
        let found = (0..endpoints.waits.len()).find_map(|number| {
            let (following, never) = waits.following(channel, number);
            following.contains(&next).then_some(if never { Reason::Never(number) } else { Reason::Wait(number) })
        });
        found.or_else(|| packet(&walk, endpoints, channel, next))
    };
    let reasons = (0..cycle.len()).filter_map(reason).collect();
    Ok(EndpointsReport { exchange, vcs, reasons })
}

/// The first packet that may hold a channel and ask for the next one.
fn packet(walk: &PacketWalk<'_>, endpoints: &Endpoints, channel: Channel, next: Channel) -> Option<Reason> {
    let class = usize::from(channel.vc) / walk.vcs;
    let [channel, next] = [channel, next].map(|channel| Channel { vc: channel.vc % walk.vcs as u8, ..channel });
    let terminals = TerminalId::all(walk.graph.terminals());
    let kinds = endpoints.packets.iter().enumerate().filter(|(_, kind)| usize::from(kind.class) == class);
    let all = kinds.flat_map(|(number, kind)| {
        let pairs = terminals.clone().flat_map(|from| terminals.clone().map(move |to| (from, to)));
        pairs.filter(|&(from, to)| kind.travels(from, to)).map(move |(from, to)| (number, from, to))
    });
    all.into_iter().find_map(|(kind, from, to)| {
        let mut holds = false;
        walk.follow(from, to, |held, asked| holds |= held.has(channel) && asked.has(next));
        holds.then_some(Reason::Packet { kind, from, to })
    })
}

/// The dependencies of waits.
struct Waits<'a> {
    graph: &'a Graph,
    endpoints: &'a Endpoints,
    /// Of each message class.
    vcs: u8,
}

impl Waits<'_> {
    /// The VCs of a kind at a port.
    fn lanes(&self, kind: usize, node: u32, port: u8) -> impl Iterator<Item = Channel> + use<> {
        let first = self.endpoints.packets[kind].class * self.vcs;
        (first..first + self.vcs).map(move |vc| Channel { node, port, vc })
    }

    fn local_output(&self, kind: usize, terminal: TerminalId) -> impl Iterator<Item = Channel> + use<> {
        let LocalPort { router, port } = self.graph.at(terminal);
        self.lanes(kind, router, port)
    }

    fn local_input(&self, kind: usize, terminal: TerminalId) -> impl Iterator<Item = Channel> + use<> {
        let LocalPort { router, port } = self.graph.at(terminal);
        self.lanes(kind, router, LOCAL_INPUT + port)
    }

    fn place_of(&self, place: usize, terminal: TerminalId) -> Channel {
        let LocalPort { router, port } = self.graph.at(terminal);
        Channel { node: router, port: PLACE + place as u8, vc: port }
    }

    /// The place that a wait speaks of at a terminal, if it does.
    fn place(&self, wait: &Wait, at: TerminalId) -> Option<Channel> {
        match (wait.held, &wait.until) {
            (Held::Place(place), _) | (_, &Until::Needs(place)) => Some(self.place_of(place, at)),
            _ => None,
        }
    }

    /// The terminals that hold a channel by a wait.
    fn holders(&self, channel: Channel, wait: &Wait) -> Vec<TerminalId> {
        let Channel { node, port, vc } = channel;
        let of = |kind: usize| self.endpoints.packets[kind].class == vc / self.vcs;
        let terminal = match wait.held {
            Held::Packet(kind) => self.graph.terminal(node, port).filter(|_| of(kind)),
            Held::Place(place) => self.graph.terminal(node, vc).filter(|_| port == PLACE + place as u8),
            Held::Link { packet, routers: [from, to] } => {
                let link = node == from && usize::from(port) < self.graph.ports() && of(packet);
                let far = self.graph.downstream(from as usize, if link { port.into() } else { 0 });
                return if far.is_some_and(|far| link && far.node == to) { wait.at.clone() } else { Vec::new() };
            }
        };
        terminal.filter(|terminal| wait.at.binary_search(terminal).is_ok()).into_iter().collect()
    }

    /// What a channel depends on by a wait; and whether the wait never ends.
    fn following(&self, channel: Channel, number: usize) -> (Vec<Channel>, bool) {
        let wait = &self.endpoints.waits[number];
        let mut next = Vec::new();
        for at in self.holders(channel, wait) {
            match &wait.until {
                &Until::Sends(kind) if self.endpoints.packets[kind].leaves(at) => next.extend(self.local_input(kind, at)),
                &Until::Needs(place) => next.push(self.place_of(place, at)),
                Until::Receives { packet, from } => {
                    let all = TerminalId::all(self.graph.terminals());
                    let chosen = |source: &TerminalId| from.as_ref().is_none_or(|from| from.contains(source));
                    let sources = all.filter(|&source| self.endpoints.packets[*packet].travels(source, at)).filter(chosen);
                    next.extend(sources.flat_map(|source| self.local_input(*packet, source)));
                    if !next.is_empty() {
                        next.extend(self.local_output(*packet, at));
                    }
                }
                Until::Sends(_) => {}
            }
            if next.is_empty() {
                return (vec![channel], true);
            }
        }
        (next, false)
    }
}
