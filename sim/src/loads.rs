//! What traffic puts on each link, by counting paths: the load that no router can exceed.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use torusmith_topology::metrics::Progress;
use torusmith_topology::{Graph, Network};

use crate::Error;
use crate::routing::{Candidate, NetworkRouting, Routing};
use crate::traffic::{Destinations, Pattern};

/// Loads of links, in flits a clock, where every node that sends offers one flit a clock; or its own rate, where sources have rates.
#[derive(Debug, Clone, PartialEq)]
pub struct Loads {
    /// One of each directed link, by its output.
    pub links: Vec<LinkLoad>,
    /// Of the node that most is sent to: its ejection port.
    pub ejection: f64,
    /// Share of the nodes that send at all (rule N7).
    pub senders: f64,
    /// What a node offers, the mean of all; and the one that offers most.
    pub offered: f64,
    /// See `offered`.
    pub injection: f64,
    /// Somewhere a head chooses between ports by the state of its router. The load is then split evenly between them, so that the bound is an
    /// estimate: a router may do better.
    pub adaptive: bool,
}

/// A link and its load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLoad {
    /// The node that the link leaves.
    pub node: u32,
    /// By this output port.
    pub port: u8,
    /// Flits a clock.
    pub load: f64,
}

impl Loads {
    /// Of a pattern, over the paths of all pairs that it joins and all choices of their sources.
    ///
    /// # Errors
    /// A pattern that the network does not have; a routing function that leads nowhere.
    pub fn new(network: &Network, graph: &Graph, routing: &NetworkRouting, pattern: Pattern, progress: Progress) -> Result<Self, Error> {
        let destinations = Destinations::new(network, pattern)?;
        let (nodes, ports) = (graph.nodes(), graph.ports());
        let done = AtomicUsize::new(0);
        // Parts of a fixed size, added up in order, so that the sum does not depend on threads.
        let parts: Vec<Flow> = (0..nodes as u32)
            .collect::<Vec<_>>()
            .par_chunks(nodes.div_ceil(64))
            .map(|sources| {
                let mut flow = Flow::new(nodes * ports);
                for &source in sources {
                    flow.send(graph, routing, &destinations, source)?;
                    progress(1 + done.fetch_add(1, Relaxed), nodes);
                }
                Ok(flow)
            })
            .collect::<Result<_, Error>>()?;
        let mut all = Flow::new(nodes * ports);
        for part in parts {
            all.adaptive |= part.adaptive;
            all.loads.iter_mut().zip(part.loads).for_each(|(sum, load)| *sum += load);
        }
        let load = |node: u32, port: u8| all.loads[node as usize * ports + usize::from(port)];
        Ok(Self {
            links: graph
                .iter_links()
                .map(|(from, _)| LinkLoad { node: from.node, port: from.port, load: load(from.node, from.port) })
                .collect(),
            ejection: (0..nodes as u32).map(|node| load(node, 0)).fold(0.0, f64::max),
            senders: (0..nodes as u32).filter(|&node| destinations.sends(node)).count() as f64 / nodes as f64,
            offered: (0..nodes as u32).map(|node| destinations.offers(node)).sum::<f64>() / nodes as f64,
            injection: (0..nodes as u32).map(|node| destinations.offers(node)).fold(0.0, f64::max),
            adaptive: all.adaptive,
        })
    }

    /// The busiest link: of equal ones the first.
    pub fn busiest(&self) -> Option<LinkLoad> {
        self.links.iter().copied().reduce(|most, link| if link.load > most.load { link } else { most })
    }

    /// Mean of all directed links.
    pub fn mean(&self) -> f64 {
        self.links.iter().map(|link| link.load).sum::<f64>() / self.links.len().max(1) as f64
    }

    /// The accepted load, in flits a node and clock, at which the first link or local port is full. Flows that do not use it may go on growing.
    pub fn bound(&self) -> f64 {
        let most = self.busiest().map_or(0.0, |link| link.load).max(self.ejection).max(self.injection);
        if most == 0.0 { 0.0 } else { self.offered / most }
    }
}

/// The load of each output, `[node * ports + port]`.
struct Flow {
    loads: Vec<f64>,
    adaptive: bool,
    /// Packets under way: node, routing bits, share, hops so far.
    heads: Vec<(u32, u64, f64, usize)>,
}

impl Flow {
    fn new(outputs: usize) -> Self {
        Self { loads: vec![0.0; outputs], adaptive: false, heads: Vec::new() }
    }

    /// All that a source sends.
    fn send(&mut self, graph: &Graph, routing: &impl Routing, destinations: &Destinations, source: u32) -> Result<(), Error> {
        for (destination, share) in destinations.shares(source) {
            let choices = routing.source_choices(source, destination);
            let each = share / choices.len() as f64;
            self.heads.extend(choices.iter().map(|&bits| (source, bits, each, 0)));
            self.deliver(graph, routing, source, destination)?;
        }
        Ok(())
    }

    /// Takes all heads to their destination.
    fn deliver(&mut self, graph: &Graph, routing: &impl Routing, source: u32, destination: u32) -> Result<(), Error> {
        while let Some((node, bits, share, hops)) = self.heads.pop() {
            let (candidates, onward) = routing.route_onward(node, destination, bits);
            let ports = candidates.iter().enumerate().filter(|&(i, candidate)| is_first(&candidates, i, candidate)).count();
            self.adaptive |= ports > 1;
            for (i, candidate) in candidates.iter().enumerate() {
                if !is_first(&candidates, i, candidate) {
                    continue;
                }
                let share = share / ports as f64;
                self.loads[node as usize * graph.ports() + usize::from(candidate.port)] += share;
                if candidate.port == 0 {
                    continue;
                }
                let next = graph.downstream(node as usize, candidate.port.into()).filter(|_| hops <= graph.nodes());
                let Some(next) = next else { return Err(Error::Lost { from: source, to: destination, at: node }) };
                self.heads.push((next.node, onward, share, hops + 1));
            }
        }
        Ok(())
    }
}

/// No candidate before this one has its port.
fn is_first(all: &[Candidate], at: usize, candidate: &Candidate) -> bool {
    all[..at].iter().all(|other| other.port != candidate.port)
}
