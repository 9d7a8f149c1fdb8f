//! The ways of packets as the search for classes takes them.

use std::collections::HashMap;

use anyhow::{anyhow, bail};
use torusmith_sim::routing::{Candidate, NetworkRouting, Routing, RoutingOptions, for_network, least_vcs};
use torusmith_topology::{Graph, Network, TerminalId};
use torusmith_vc_classes::{Channel, Hop, NONE, Routes};

/// Channels by number.
pub struct Ways {
    pub routes: Routes,
    /// Node and output port of each channel.
    pub outputs: Vec<(u32, u8)>,
}

/// The channels of a graph.
struct Channels {
    ports: usize,
    /// By node and port.
    numbers: Vec<u32>,
    all: Vec<Channel>,
    outputs: Vec<(u32, u8)>,
}

impl Ways {
    /// Of the table of an own network: hop `at * terminals + to`.
    pub fn of_table(network: &Network) -> anyhow::Result<Self> {
        let table = network.route_table().ok_or_else(|| anyhow!("{network} has no table of routes"))?;
        let channels = Channels::of(&network.graph());
        channels.by_terminal(&network.graph(), |at, to| Ok(table.hop(at, to).port))
    }

    /// Of a network's routing algorithm and ties, whatever its VC rule.
    pub fn of_routing(network: &Network, options: RoutingOptions) -> anyhow::Result<Self> {
        if network.route_table().is_some() {
            return Self::of_table(network);
        }
        let routing = for_network(network, options, least_vcs(network, options)?)?;
        let graph = network.graph();
        let channels = Channels::of(&graph);
        if network.route_bits() == 0 {
            return channels.by_terminal(&graph, |at, to| port(network, &routing, at, to, 0));
        }
        channels.by_hops(network, &graph, &routing)
    }
}

/// The channels of a graph: their numbers by node and port, both ends, and outputs.
pub fn channels(graph: &Graph) -> (Vec<u32>, Vec<Channel>, Vec<(u32, u8)>) {
    let Channels { numbers, all, outputs, .. } = Channels::of(graph);
    (numbers, all, outputs)
}

fn port(network: &Network, routing: &NetworkRouting, at: u32, to: TerminalId, bits: u64) -> anyhow::Result<u8> {
    match routing.route(at, to, bits)[..] {
        [Candidate { port, .. }] => Ok(port),
        _ => bail!("a search for classes is not possible for {network}: a packet may choose its way; allowed: deterministic routing"),
    }
}

impl Channels {
    fn of(graph: &Graph) -> Self {
        let ports = graph.ports();
        let mut channels = Self { ports, numbers: vec![NONE; graph.routers() * ports], all: Vec::new(), outputs: Vec::new() };
        for (from, to) in graph.iter_links() {
            channels.numbers[from.node as usize * ports + usize::from(from.port)] = channels.all.len() as u32;
            channels.all.push(Channel { from: from.node, to: to.node });
            channels.outputs.push((from.node, from.port));
        }
        channels
    }

    fn number(&self, node: u32, port: u8) -> u32 {
        self.numbers[node as usize * self.ports + usize::from(port)]
    }

    /// The hops that packets from terminals to terminals take.
    fn by_terminal(self, graph: &Graph, port: impl Fn(u32, TerminalId) -> anyhow::Result<u8>) -> anyhow::Result<Ways> {
        let (routers, ends): (usize, Vec<u32>) =
            (graph.routers(), TerminalId::all(graph.terminals()).map(|to| graph.at(to).router).collect());
        let mut sources: Vec<u32> = graph.live().map(|terminal| graph.at(terminal).router).collect();
        sources.sort_unstable();
        sources.dedup();
        let mut table = vec![NONE; routers * ends.len()];
        for (to, &end) in ends.iter().enumerate().filter(|(to, _)| graph.attached().is_live(TerminalId(*to as u32))) {
            for &source in &sources {
                let mut at = source;
                while at != end && table[at as usize * ends.len() + to] == NONE {
                    let channel = self.number(at, port(at, TerminalId(to as u32))?);
                    table[at as usize * ends.len() + to] = channel;
                    match self.all.get(channel as usize) {
                        Some(channel) => at = channel.to,
                        None => break,
                    }
                }
            }
        }
        Ok(Ways { routes: Routes::by_terminal(routers, &ends, self.all, table)?, outputs: self.outputs })
    }

    /// A hop for each node, destination and value of the routing bits that a packet comes with.
    fn by_hops(self, network: &Network, graph: &Graph, routing: &NetworkRouting) -> anyhow::Result<Ways> {
        let mut hops: Vec<Hop> = Vec::new();
        let mut known: HashMap<(u32, TerminalId, u64), u32> = HashMap::new();
        let all = TerminalId::all(graph.terminals());
        for (from, to) in all.clone().flat_map(|from| all.clone().map(move |to| (from, to))).filter(|(from, to)| from != to) {
            for &bits in &routing.source_choices(from, to)[..] {
                let (mut at, mut bits, mut before) = (graph.at(from).router, bits, None::<usize>);
                while at != graph.at(to).router {
                    let there = known.get(&(at, to, bits)).copied();
                    let number = there.unwrap_or(hops.len() as u32);
                    match before {
                        Some(before) => hops[before].next = number,
                        // The packet begins with this hop.
                        None if there.is_some() => hops[number as usize].packets += 1,
                        None => {}
                    }
                    if there.is_some() {
                        break;
                    }
                    let port = port(network, routing, at, to, bits)?;
                    known.insert((at, to, bits), number);
                    hops.push(Hop { channel: self.number(at, port), next: NONE, packets: u32::from(before.is_none()) });
                    before = Some(number as usize);
                    bits = routing.route_onward(at, to, bits).1;
                    let link = graph.downstream(at as usize, usize::from(port));
                    at = link.ok_or_else(|| anyhow!("{network}: no link leaves node {at} by port {port}"))?.node;
                }
            }
        }
        Ok(Ways { routes: Routes::by_hops(network.routers(), self.all, &hops)?, outputs: self.outputs })
    }
}
