//! Registers on links (router.md, L5): flits and credits that are longer on their way than others.

use std::ops::Range;

use torusmith_topology::Graph;

use super::address::Address;

/// What is in the registers, by the clock in which it comes out.
#[derive(Clone)]
pub(super) struct Slices {
    /// Registers behind output port `node * ports + port`, for flits.
    down: Vec<u8>,
    /// Registers behind input port `node * ports + port`, for credits.
    up: Vec<u8>,
    /// A wheel of clocks; `wheel[now]` is this one.
    wheel: Vec<Vec<Address>>,
    now: usize,
}

impl Slices {
    /// Of the `nodes` of a network; `None` if no link of it has any.
    pub fn new(graph: &Graph, nodes: Range<usize>) -> Option<Self> {
        let ports = graph.ports();
        let of = |node: usize, port: usize| if port == 0 { 0 } else { graph.slices(node, port) as u8 };
        let into = |at: usize| graph.upstream(at / ports, at % ports).map_or(0, |from| of(from.node as usize, from.port as usize));
        let most = graph.most_slices();
        (most > 0).then(|| Self {
            down: (nodes.start * ports..nodes.end * ports).map(|at| of(at / ports, at % ports)).collect(),
            up: (nodes.start * ports..nodes.end * ports).map(into).collect(),
            wheel: vec![Vec::new(); most + 2],
            now: 0,
        })
    }

    /// Takes a flit of an output port if its link has registers; without them it would be there in `clocks`.
    pub fn delay_flit(&mut self, output: usize, to: Address, clocks: u8) -> bool {
        self.delay(self.down[output], to, clocks)
    }

    /// The same of a credit of an input port, which would be there in one clock.
    pub fn delay_credit(&mut self, input: usize, to: Address) -> bool {
        self.delay(self.up[input], to, 1)
    }

    fn delay(&mut self, count: u8, to: Address, clocks: u8) -> bool {
        if count > 0 {
            let slot = (self.now + usize::from(count + clocks)) % self.wheel.len();
            self.wheel[slot].push(to);
        }
        count > 0
    }

    /// Nothing is on its way.
    pub fn empty(&self) -> bool {
        self.wheel.iter().all(Vec::is_empty)
    }

    /// The clock ends; gives what comes out in the next.
    pub fn tick(&mut self, arrives: impl FnMut(Address)) {
        self.now = (self.now + 1) % self.wheel.len();
        self.wheel[self.now].drain(..).for_each(arrives);
    }
}
