//! Registers on links (docs/router.md, L5).

use std::collections::VecDeque;

use torusmith_topology::Graph;

use super::router::Wires;

/// What is on the links that have registers, besides their ends.
#[derive(Debug, Clone)]
pub(crate) struct Slices<F> {
    ports: usize,
    /// By input port, `node * ports + port`: the flits on the way there, the oldest first.
    flits: Vec<VecDeque<Option<(usize, F)>>>,
    /// By output port: the credits on the way there.
    credits: Vec<VecDeque<Option<usize>>>,
}

/// N registers: what goes in comes out N clocks later.
fn shift<T>(registers: &mut VecDeque<T>, near: T) -> T {
    match registers.pop_front() {
        Some(far) => {
            registers.push_back(near);
            far
        }
        None => near,
    }
}

impl<F: Copy> Slices<F> {
    /// Nothing is on the way.
    pub fn new(graph: &Graph) -> Self {
        let ports = graph.ports();
        let of = |node: usize, port: usize| if port == 0 { 0 } else { graph.slices(node, port) };
        let into = |at: usize| graph.upstream(at / ports, at % ports).map_or(0, |from| of(from.node as usize, from.port as usize));
        let all = 0..graph.nodes() * ports;
        Self {
            ports,
            flits: all.clone().map(|at| vec![None; into(at)].into()).collect(),
            credits: all.map(|at| vec![None; of(at / ports, at % ports)].into()).collect(),
        }
    }

    /// The far ends of the links of `node` at a port in a clock in which the near ones are `near`. Once a clock.
    pub fn pass(&mut self, node: usize, port: usize, near: Wires<F>) -> Wires<F> {
        let at = node * self.ports + port;
        Wires { flit: shift(&mut self.flits[at], near.flit), credit: shift(&mut self.credits[at], near.credit) }
    }

    /// Flits on VC `vc` on their way to an input port.
    pub fn flits_to(&self, node: usize, port: usize, vc: usize) -> usize {
        self.flits[node * self.ports + port].iter().flatten().filter(|(w, _)| *w == vc).count()
    }

    /// Credits for VC `vc` on their way to an output port.
    pub fn credits_to(&self, node: usize, port: usize, vc: usize) -> usize {
        self.credits[node * self.ports + port].iter().flatten().filter(|w| **w == vc).count()
    }
}
