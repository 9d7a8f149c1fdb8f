//! Load that traffic puts on each link, by counting paths: the load that no router can exceed.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;
use torusmith_topology::metrics::Progress;
use torusmith_topology::{Graph, Network, TerminalId};

use crate::Error;
use crate::routing::{Candidate, NetworkRouting, Routing};
use crate::traffic::{Destinations, Pattern};

/// Loads of links, in flits a clock, where every terminal that sends offers one flit a clock; or its own rate, where sources have rates.
#[derive(Debug, Clone, PartialEq)]
pub struct Loads {
    /// Load of each directed link, named by its output.
    pub links: Vec<LinkLoad>,
    /// Load of the busiest local output.
    pub ejection: f64,
    /// Share of the terminals that send at all (rule N7).
    pub senders: f64,
    /// Load that a terminal offers, the mean of all terminals.
    pub offered: f64,
    /// Load that the busiest source offers.
    pub injection: f64,
    /// Somewhere a head chooses between ports by the state of its router. The load is then split evenly between these ports, so that the bound is an
    /// estimate: a router may do better.
    pub adaptive: bool,
}

/// A link and its load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkLoad {
    /// The node that the link leaves.
    pub node: u32,
    /// Output port of the link.
    pub port: u8,
    /// Flits a clock.
    pub load: f64,
}

impl Loads {
    /// Counts the loads of a pattern, over the paths of all pairs that it joins and all choices of their sources.
    ///
    /// # Errors
    /// A pattern that the network does not have; a routing function that leads nowhere.
    pub fn new(network: &Network, graph: &Graph, routing: &NetworkRouting, pattern: Pattern, progress: Progress) -> Result<Self, Error> {
        let destinations = Destinations::new(network, pattern)?;
        let (nodes, live, ports) = (graph.terminals(), graph.live().count() as f64, graph.ports());
        let done = AtomicUsize::new(0);
        // Parts of a fixed size, added up in order, so that the sum does not depend on threads.
        let parts: Vec<OutputLoads> = TerminalId::all(nodes)
            .collect::<Vec<_>>()
            .par_chunks(nodes.div_ceil(64))
            .map(|sources| {
                let mut sums = OutputLoads::new(graph.routers(), ports);
                for few in sources.chunks(TOGETHER) {
                    sums.send(graph, routing, &destinations, few, || progress(1 + done.fetch_add(1, Relaxed), nodes))?;
                }
                Ok(sums)
            })
            .collect::<Result<_, Error>>()?;
        let mut all = OutputLoads::new(graph.routers(), ports);
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
            ejection: TerminalId::all(nodes).map(|terminal| graph.at(terminal)).map(|at| load(at.router, at.port)).fold(0.0, f64::max),
            senders: TerminalId::all(nodes).filter(|&terminal| destinations.sends(terminal)).count() as f64 / live,
            offered: TerminalId::all(nodes).map(|terminal| destinations.offers(terminal)).sum::<f64>() / live,
            injection: TerminalId::all(nodes).map(|terminal| destinations.offers(terminal)).fold(0.0, f64::max),
            adaptive: all.adaptive,
        })
    }

    /// The busiest link, the first of equals; `None` if no link has a load. Equal sums differ in their last bits by the order in which they are added
    /// up.
    pub fn busiest(&self) -> Option<LinkLoad> {
        let busiest = self.links.iter().copied().reduce(|most, link| if link.load > most.load * (1.0 + 1e-9) { link } else { most });
        busiest.filter(|link| link.load > 0.0)
    }

    /// Mean of all directed links.
    pub fn mean(&self) -> f64 {
        self.links.iter().fold(0.0, |sum, link| sum + link.load) / self.links.len().max(1) as f64
    }

    /// Accepted load, in flits a terminal and clock, at which the first link or local port is full. Flows that do not use it may go on growing. `None` if
    /// no terminal sends. Rounded to twelve places: the last bits depend on the order in which loads are added up.
    pub fn bound(&self) -> Option<f64> {
        let most = self.busiest().map_or(0.0, |link| link.load).max(self.ejection).max(self.injection);
        (most > 0.0).then(|| (self.offered / most * 1e12).round() / 1e12)
    }
}

/// Sources whose routes are merged. More sources have more hops in common, and need more memory.
const TOGETHER: usize = 64;

/// The load of each output, `[node * ports + port]`.
struct OutputLoads {
    loads: Vec<f64>,
    adaptive: bool,
    routes: RouteGraph,
}

impl OutputLoads {
    fn new(nodes: usize, ports: usize) -> Self {
        Self { loads: vec![0.0; nodes * ports], adaptive: false, routes: RouteGraph::new(nodes) }
    }

    /// Adds the flits of these sources, one destination after the other, as routes to the same destination soon meet.
    fn send(
        &mut self,
        graph: &Graph,
        routing: &impl Routing,
        destinations: &Destinations,
        sources: &[TerminalId],
        progress: impl Fn(),
    ) -> Result<(), Error> {
        let mut rows = Vec::new();
        for &source in sources {
            let mut row = destinations.shares(source);
            row.sort_by_key(|&(destination, _)| destination);
            rows.push((source, row.into_iter().peekable()));
            progress();
        }
        for destination in graph.live() {
            for (source, row) in &mut rows {
                while let Some((_, share)) = row.next_if(|&(to, _)| to == destination) {
                    let choices = routing.source_choices(*source, destination);
                    for &bits in choices.iter() {
                        let head = self.routes.place(graph.at(*source).router, bits, *source);
                        self.routes.heads[head].share += share / choices.len() as f64;
                    }
                }
            }
            self.deliver(graph, routing, destination)?;
        }
        Ok(())
    }

    /// Follows all heads to their destination.
    fn deliver(&mut self, graph: &Graph, routing: &impl Routing, destination: TerminalId) -> Result<(), Error> {
        let routes = &mut self.routes;
        let mut at = 0;
        while at < routes.heads.len() {
            let HeadState { node, bits, source, .. } = routes.heads[at];
            let (candidates, onward) = routing.route_onward(node, destination, bits);
            let first = routes.hops.len();
            for (_, candidate) in candidates.iter().enumerate().filter(|&(i, candidate)| is_first(&candidates, i, candidate)) {
                let output = node as usize * graph.ports() + usize::from(candidate.port);
                let Some(next) = graph.downstream(node as usize, candidate.port.into()) else {
                    if graph.terminal(node, candidate.port) == Some(destination) {
                        routes.hops.push((output, None));
                        continue;
                    }
                    return Err(Error::Lost { from: source, to: destination, at: node });
                };
                let to = routes.place(next.node, onward, source);
                routes.heads[to].expected += 1;
                routes.hops.push((output, Some(to)));
            }
            routes.heads[at].hops = (first, routes.hops.len());
            self.adaptive |= routes.hops.len() - first > 1;
            at += 1;
        }
        routes.settle(&mut self.loads).map_err(|head| Error::Lost { from: head.source, to: destination, at: head.node })
    }
}

/// Routes of packets to one destination: each node on them appears once for all heads that pass it with the same routing bits.
struct RouteGraph {
    heads: Vec<HeadState>,
    /// An output, and the head that comes out of it: of none at the destination.
    hops: Vec<(usize, Option<usize>)>,
    /// By node, the last of its heads, `NONE` if it has none.
    latest: Vec<u32>,
}

/// Heads at a node.
#[derive(Clone, Copy)]
struct HeadState {
    node: u32,
    bits: u64,
    /// A source of these heads.
    source: TerminalId,
    /// Flits a clock.
    share: f64,
    /// Hops into this node whose load is not added up yet.
    expected: u32,
    /// Hops out of this node, as a range of [`RouteGraph::hops`].
    hops: (usize, usize),
    /// Next head of the same node, with other routing bits.
    other: u32,
}

const NONE: u32 = u32::MAX;

impl RouteGraph {
    fn new(nodes: usize) -> Self {
        Self { heads: Vec::new(), hops: Vec::new(), latest: vec![NONE; nodes] }
    }

    /// The heads at a node with these routing bits.
    fn place(&mut self, node: u32, bits: u64, source: TerminalId) -> usize {
        let mut at = self.latest[node as usize];
        while at != NONE {
            let head = &self.heads[at as usize];
            if head.bits == bits {
                return at as usize;
            }
            at = head.other;
        }
        let other = std::mem::replace(&mut self.latest[node as usize], self.heads.len() as u32);
        self.heads.push(HeadState { node, bits, source, share: 0.0, expected: 0, hops: (0, 0), other });
        self.heads.len() - 1
    }

    /// Adds the shares of all heads to the loads of the outputs, split evenly where there are several outputs, and clears the graph.
    ///
    /// # Errors
    /// Heads whose routes never end.
    fn settle(&mut self, loads: &mut [f64]) -> Result<(), HeadState> {
        let mut ready: Vec<usize> = (0..self.heads.len()).filter(|&at| self.heads[at].expected == 0).collect();
        let mut settled = 0;
        while let Some(at) = ready.pop() {
            settled += 1;
            let HeadState { share, hops: (from, to), .. } = self.heads[at];
            let each = share / (to - from) as f64;
            for &(output, next) in &self.hops[from..to] {
                loads[output] += each;
                if let Some(next) = next {
                    self.heads[next].share += each;
                    self.heads[next].expected -= 1;
                    if self.heads[next].expected == 0 {
                        ready.push(next);
                    }
                }
            }
        }
        if settled < self.heads.len() {
            return Err(*self.heads.iter().find(|head| head.expected > 0).expect("one that is not settled"));
        }
        self.heads.drain(..).for_each(|head| self.latest[head.node as usize] = NONE);
        self.hops.clear();
        Ok(())
    }
}

/// No candidate before this one has its port.
fn is_first(all: &[Candidate], at: usize, candidate: &Candidate) -> bool {
    all[..at].iter().all(|other| other.port != candidate.port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::routing::Candidates;

    /// Always on through port 1.
    struct Onward;

    impl Routing for Onward {
        fn route(&self, _node: u32, _destination: TerminalId, _bits: u64) -> Candidates {
            Candidates::one(1, 1)
        }
    }

    /// Routes that never reach a destination, and routes that end at a port without a link.
    #[test]
    fn routes_that_lead_nowhere_are_told() {
        let network: Network = "torus:4,4".parse().unwrap();
        let destinations = Destinations::new(&network, Pattern::Complement).unwrap();
        let lost = |graph: &Graph| OutputLoads::new(16, 5).send(graph, &Onward, &destinations, &[TerminalId(0)], || ());
        assert!(matches!(lost(&network.graph()), Err(Error::Lost { from: TerminalId(0), to: TerminalId(15), .. })));
        let mesh: Network = "mesh:4,4".parse().unwrap();
        assert!(matches!(lost(&mesh.graph()), Err(Error::Lost { from: TerminalId(0), to: TerminalId(15), at: 3 })));
    }
}
