//! Rules that hold on every link at any timing (docs/router.md): credits, framing, one packet on a VC, the VCs of a hop. Nothing here is of the
//! model, except the routing function.

mod link;
mod router;

use std::collections::VecDeque;

use torusmith_sim::routing::{NetworkRouting, Routing};

use self::link::{Input, Output};
use self::router::{Held, Router};
use crate::Error;
use crate::binding::{View, Wires};
use crate::flits::Format;
use crate::manifest::Design;
use crate::routing::routing;

/// Reports of violations kept of a run; later ones are only counted.
const TOLD: usize = 8;
/// Clocks in which credits may still come back when nothing moves any more.
const LATE: u64 = 64;

/// A flit, or a credit, on its way to the other end of a link.
enum LinkTransit {
    Flit { to: usize, control: u32, data: Vec<u32> },
    Credit { to: usize, vc: usize },
}

/// All links of a network, clock by clock.
pub(super) struct Watch {
    design: Design,
    format: Format,
    routing: NetworkRouting,
    ports: usize,
    /// By `node * ports + port`: the input that an output feeds and the output that feeds an input, each with the registers on the link.
    downstream: Vec<Option<(usize, usize)>>,
    upstream: Vec<Option<(usize, usize)>>,
    outputs: Vec<Output>,
    inputs: Vec<Input>,
    routers: Vec<Router>,
    /// Flits and credits that reach the end of their link in this clock, the next one, ..
    in_transit: VecDeque<Vec<LinkTransit>>,
    /// The last clock in which a flit or a credit was on a link.
    moved: u64,
    pub violations: Vec<String>,
}

impl Watch {
    pub fn new(design: &Design) -> Result<Self, Error> {
        let (graph, nodes, ports) = (design.graph(), design.network.routers(), design.ports_compared());
        let (mut downstream, mut upstream) = (vec![None; nodes * ports], vec![None; nodes * ports]);
        for (from, to) in graph.iter_links() {
            let index = |link: torusmith_topology::Link| link.node as usize * ports + link.port as usize;
            let slices = graph.slices(from.node as usize, from.port as usize);
            (downstream[index(from)], upstream[index(to)]) = (Some((index(to), slices)), Some((index(from), slices)));
        }
        Ok(Self {
            format: Format::new(&design.network, design.flit_width),
            routing: routing(design)?,
            ports,
            downstream,
            upstream,
            outputs: vec![Output::new(design.config); nodes * ports],
            inputs: vec![Input::new(design.config); nodes * ports],
            routers: vec![Router::default(); nodes],
            in_transit: (0..graph.most_slices() + 1).map(|_| Vec::new()).collect(),
            moved: 0,
            violations: Vec::new(),
            design: design.clone(),
        })
    }

    /// The outputs of a clock. What was on the links in the clock before is in the buffers and in the counters now (rule L2).
    pub fn clock(&mut self, view: &View<'_>) {
        let before = view.clock().saturating_sub(1);
        let locals = view.locals();
        for local in 0..view.nodes() * locals {
            let Wires { control, data } = view.sent(local);
            let at = local / locals * self.ports + local % locals;
            if control & 1 != 0 {
                self.arrives(before, at, control, data);
            }
            if control & 0x100 != 0 {
                self.outputs[at].credited(vc_of_credit(control));
            }
        }
        let due = self.in_transit.pop_front().unwrap_or_default();
        self.in_transit.push_back(Vec::new());
        for way in due {
            match way {
                LinkTransit::Flit { to, control, data } => self.arrives(before, to, control, &data),
                LinkTransit::Credit { to, vc } => self.outputs[to].credited(vc),
            }
        }
        for node in 0..view.nodes() {
            for port in 0..self.ports {
                self.port(view.clock(), node, port, view.outputs(node, port));
            }
            if view.error(node) != 0 {
                self.wrong(view.clock(), node * self.ports, &format!("error is {:03b}", view.error(node)));
            }
        }
    }

    /// A flit at the end of its link in `clock`.
    fn arrives(&mut self, clock: u64, at: usize, control: u32, data: &[u32]) {
        let (node, port) = (at / self.ports, at % self.ports);
        let vc = vc_of_flit(control);
        self.moved = clock;
        self.inputs[at].arrived(vc);
        let (head, tail) = (control & 2 != 0, control & 4 != 0);
        let came = self.format.defined(data, head);
        let mut held = Held { port, vc, clock, head, tail, onward: came.clone(), came, in_transit: None };
        if head {
            let header = u64::from(held.came[0]) | held.came.get(1).map_or(0, |&high| u64::from(high) << 32);
            let (destination, source) = self.format.ends(header);
            let (candidates, bits) = self.routing.route_onward(node as u32, destination, self.format.route_bits_of(header));
            let config = self.design.config;
            held.in_transit = Some(candidates.moved_up(config.first_vc(config.message_class(vc))));
            if self.routing.rewrites() {
                let header = self.format.header_of(source, destination, bits);
                held.onward.iter_mut().zip([header as u32, (header >> 32) as u32]).for_each(|(word, new)| *word = new);
            }
        }
        self.routers[node].take(held);
    }

    /// Checks an output port, and the credit output of the input beside it.
    fn port(&mut self, clock: u64, node: usize, port: usize, wires: Wires<'_>) {
        let at = node * self.ports + port;
        let Wires { control, data } = wires;
        if control & 1 != 0 {
            self.moved = clock;
            if let Err(what) = self.leaves(clock, at, control, data) {
                self.wrong(clock, at, &what);
            }
            if let Some((to, slices)) = self.downstream[at] {
                self.in_transit[slices].push(LinkTransit::Flit { to, control, data: data.to_vec() });
            }
        }
        if control & 0x100 != 0 {
            self.moved = clock;
            let vc = vc_of_credit(control);
            if let Err(what) = self.inputs[at].credits(vc) {
                self.wrong(clock, at, &what);
            }
            if let Some((to, slices)) = self.upstream[at] {
                self.in_transit[slices].push(LinkTransit::Credit { to, vc });
            }
        }
    }

    fn leaves(&mut self, clock: u64, at: usize, control: u32, data: &[u32]) -> Result<(), String> {
        let (node, port) = (at / self.ports, at % self.ports);
        let (vc, head, tail) = (vc_of_flit(control), control & 2 != 0, control & 4 != 0);
        if port >= self.design.locals() && self.downstream[at].is_none() {
            return Err("a flit where there is no link".into());
        }
        let found = self.routers[node].give(port, vc, head, tail, &self.format.defined(data, head));
        let rules = self.outputs[at].sends(vc, head, tail);
        let held = found.ok_or("a flit that has not come in, or has left before")?;
        self.inputs[node * self.ports + held.port].left(held.vc, clock);
        rules?;
        match held.in_transit.filter(|in_transit| !in_transit.iter().any(|way| way.port as usize == port && way.vcs >> vc & 1 == 1)) {
            Some(in_transit) => {
                let name = |port: u8| self.design.port_name(node as u32, port as usize);
                let in_transit: Vec<String> = in_transit.iter().map(|way| format!("{} on VC {}", name(way.port), list(way.vcs))).collect();
                let (to, from) = self.format.ends(u64::from(held.came[0]) | held.came.get(1).map_or(0, |&high| u64::from(high) << 32));
                Err(format!("a head from {from} to {to} on VC {vc}; allowed: {}", in_transit.join(", ")))
            }
            None => Ok(()),
        }
    }

    fn wrong(&mut self, clock: u64, at: usize, what: &str) {
        if self.violations.len() < TOLD {
            let (node, port) = ((at / self.ports) as u32, at % self.ports);
            let (address, name) = (self.design.network.format_address(node), self.design.port_name(node, port));
            self.violations.push(format!("clock {clock}: router {node} ({address}), port {port} ({name}): {what}"));
        }
    }

    /// Nothing is in a router or on a link, and no credit is out; or it is too late for what is missing.
    pub fn settled(&self, clock: u64) -> bool {
        clock > self.moved + LATE || self.inputs.iter().all(Input::is_empty) && self.in_transit.iter().all(Vec::is_empty)
    }

    /// At the end, in which nothing moves any more: flits whose place was given back though they never left, credits that never came.
    pub fn leftovers(&mut self) {
        let mut lost = Vec::new();
        for at in 0..self.inputs.len() {
            for vc in 0..self.design.config.vcs {
                let held = self.routers[at / self.ports].held(at % self.ports, vc);
                let (input, kept) = (&self.inputs[at], self.inputs[at].kept(vc));
                if let Some(first) = held.first().filter(|_| held.len() > kept) {
                    let what =
                        format!("flits lost on VC {vc}: {}; their credits came back, and the first came in this clock", held.len() - kept);
                    lost.push((first.clock, at, what));
                } else if kept > held.len() {
                    let what = format!("credits lost on VC {vc}: {}; the last flit left in this clock", kept - held.len());
                    lost.push((input.last_left(vc), at, what));
                }
            }
        }
        lost.sort_by_key(|&(clock, at, _)| (clock, at));
        lost.iter().for_each(|(clock, at, what)| self.wrong(*clock, *at, what));
    }
}

fn vc_of_flit(control: u32) -> usize {
    (control >> 4 & 15) as usize
}

fn vc_of_credit(control: u32) -> usize {
    (control >> 12 & 15) as usize
}

/// `0 or 2`.
fn list(vcs: u8) -> String {
    (0..8).filter(|vc| vcs >> vc & 1 == 1).map(|vc| vc.to_string()).collect::<Vec<_>>().join(" or ")
}
