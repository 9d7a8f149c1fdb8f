//! Choice of one route for each source and destination among equally good ones, so that link loads are balanced.
//!
//! The load is one packet from each terminal to each other. First, destination by destination and nearest nodes first, each node takes the port
//! that adds the least to the sum of the fourth powers of all loads. Then each choice is repeated with the node's own load removed, until
//! none improves. In a small network some choices are then made at random and all repeated, and the result is kept if it is better.

use crate::{Graph, TerminalId};

/// Most rounds in which all choices are repeated.
const ROUNDS: usize = 6;
/// The number of random restarts is the first value divided by the pairs of nodes, and at most the second.
const KICKS: (usize, usize) = (1 << 16, 64);

/// The routes towards a destination that are equally good.
pub struct RouteChoices {
    /// All routers but the destination's, each before the routers that its ports lead to.
    pub order: Vec<u32>,
    /// By router, the output ports that a packet may take, bit p for port p.
    pub ports: Vec<u32>,
}

/// Chooses output ports, `[router * terminals + destination]`, 0 at the destination's router; `choices(destination)` allows at least one at every
/// other router.
pub fn balance_routes(graph: &Graph, choices: impl Fn(TerminalId) -> RouteChoices) -> Vec<u8> {
    let mut routes = RouteBalancer::new(graph);
    for to in 0..graph.terminals() {
        routes.begin(to, &choices(TerminalId(to as u32)));
    }
    routes.settle(&choices);
    let (pairs, most) = KICKS;
    for _ in 0..most.min(pairs / (graph.routers() * graph.terminals())) {
        let before = (routes.powers(), routes.taken.clone(), routes.loads.clone());
        (0..graph.terminals()).for_each(|to| routes.kick(to, &choices(TerminalId(to as u32))));
        routes.settle(&choices);
        if routes.powers() >= before.0 {
            (routes.taken, routes.loads) = (before.1, before.2);
        }
    }
    routes.taken
}

struct RouteBalancer<'a> {
    graph: &'a Graph,
    /// By router and destination.
    taken: Vec<u8>,
    /// By router and output port.
    loads: Vec<u64>,
    /// By router, the packets that it sends towards the current destination: those of its own terminals, and of the routers before it.
    weights: Vec<u64>,
    /// By router, its terminals.
    own: Vec<u64>,
    /// State of the random numbers.
    draw: u64,
}

impl<'a> RouteBalancer<'a> {
    fn new(graph: &'a Graph) -> Self {
        let nodes = graph.routers();
        let mut own = vec![0; nodes];
        TerminalId::all(graph.terminals()).for_each(|terminal| own[graph.at(terminal).router as usize] += 1);
        let (taken, loads) = (vec![0; nodes * graph.terminals()], vec![0; nodes * graph.ports()]);
        Self { graph, taken, loads, weights: vec![0; nodes], own, draw: 1 }
    }

    fn next(&self, node: usize, port: usize) -> usize {
        self.graph.downstream(node, port).map_or(node, |link| link.node as usize)
    }

    /// The router of a destination.
    fn end(&self, to: usize) -> usize {
        self.graph.at(TerminalId(to as u32)).router as usize
    }

    fn port(&self, node: usize, to: usize) -> usize {
        self.taken[node * self.graph.terminals() + to].into()
    }

    /// The ports of a set; their order depends on node and destination, so that ties are spread.
    fn options(&self, set: u32, turn: usize) -> impl Iterator<Item = usize> + use<> {
        let ports = self.graph.ports();
        (0..ports).map(move |port| (port + turn) % ports).filter(move |port| set >> port & 1 == 1)
    }

    /// Makes the first choices towards a destination.
    fn begin(&mut self, to: usize, choices: &RouteChoices) {
        for node in choices.order.iter().rev().map(|&node| node as usize) {
            let port = self.best(node, to, choices, self.own[node]);
            self.carry(node, to, port, self.own[node], |load, weight| *load += weight);
            self.taken[node * self.graph.terminals() + to] = port as u8;
        }
    }

    /// The port that adds the least to the sum of fourth powers.
    fn best(&self, node: usize, to: usize, choices: &RouteChoices, weight: u64) -> usize {
        let mut options = self.options(choices.ports[node], node + to);
        match (options.next(), options.next()) {
            (Some(one), Some(other)) => {
                [one, other].into_iter().chain(options).min_by_key(|&port| self.cost(node, to, port, weight)).unwrap_or(one)
            }
            (one, _) => one.unwrap_or(0),
        }
    }

    /// Repeats all choices until none improves.
    fn settle(&mut self, choices: &impl Fn(TerminalId) -> RouteChoices) {
        for _ in 0..ROUNDS {
            let better = |node: usize, to: usize, weight: u64, routes: &mut Self, choices: &RouteChoices| {
                let old = routes.port(node, to);
                let mut best = (routes.cost(node, to, old, weight), old);
                for port in routes.options(choices.ports[node], node + to).filter(|port| *port != old) {
                    let cost = routes.cost(node, to, port, weight);
                    if cost < best.0 {
                        best = (cost, port);
                    }
                }
                best.1
            };
            let moved = (0..self.graph.terminals())
                .map(|to| self.again(to, &choices(TerminalId(to as u32)), better))
                .fold(false, |any, moved| any | moved);
            if !moved {
                break;
            }
        }
    }

    /// Makes one of eight choices at random.
    fn kick(&mut self, to: usize, choices: &RouteChoices) {
        self.again(to, choices, |node, to, _, routes, choices| {
            routes.draw = routes.draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (any, option) = ((routes.draw >> 61) == 0, (routes.draw >> 33) as usize);
            let count = choices.ports[node].count_ones() as usize;
            let blind = routes.options(choices.ports[node], 0).nth(option % count.max(1));
            blind.filter(|_| any).unwrap_or_else(|| routes.port(node, to))
        });
    }

    fn powers(&self) -> u128 {
        self.loads.iter().map(|&load| u128::from(load).pow(4)).sum()
    }

    /// Repeats the choices towards a destination by `choose(node, destination, packets, routes, choices)`; `true` if one has changed.
    fn again(&mut self, to: usize, choices: &RouteChoices, choose: impl Fn(usize, usize, u64, &mut Self, &RouteChoices) -> usize) -> bool {
        let mut moved = false;
        self.weights.copy_from_slice(&self.own);
        for node in choices.order.iter().map(|&node| node as usize) {
            let next = self.next(node, self.port(node, to));
            self.weights[next] += self.weights[node];
        }
        for node in choices.order.iter().map(|&node| node as usize) {
            if choices.ports[node].count_ones() < 2 {
                continue;
            }
            let (old, weight) = (self.port(node, to), self.weights[node]);
            self.carry(node, to, old, weight, |load, weight| *load -= weight);
            let port = choose(node, to, weight, self, choices);
            self.carry(node, to, port, weight, |load, weight| *load += weight);
            self.taken[node * self.graph.terminals() + to] = port as u8;
            moved |= port != old;
        }
        moved
    }

    /// Adds a node's packets to its route, or removes them: both loads of links and weights of the nodes on the route.
    fn carry(&mut self, node: usize, to: usize, port: usize, weight: u64, change: impl Fn(&mut u64, u64)) {
        let (mut at, mut port, end) = (node, port, self.end(to));
        loop {
            change(&mut self.loads[at * self.graph.ports() + port], weight);
            at = self.next(at, port);
            if at == end {
                return;
            }
            change(&mut self.weights[at], weight);
            port = self.port(at, to);
        }
    }

    /// Increase of the sum of fourth powers by `weight` more packets on a route, divided by `weight`.
    fn cost(&self, node: usize, to: usize, port: usize, weight: u64) -> u128 {
        let (mut at, mut port, mut cost, end) = (node, port, 0, self.end(to));
        while at != end {
            let load = self.loads[at * self.graph.ports() + port];
            // Loads and weights are numbers of pairs of terminals, so products of two of them are far below 2^64.
            let squares = (4 * load + 6 * weight) * load + 4 * weight * weight;
            cost += u128::from(squares) * u128::from(load) + u128::from(weight * weight) * u128::from(weight);
            at = self.next(at, port);
            port = self.port(at, to);
        }
        cost
    }
}
