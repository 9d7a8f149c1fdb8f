//! The interface of a node: one half for each direction.

use super::depacketizer::Depacketizer;
use super::format::Streams;
use super::packetizer::Packetizer;
use super::signals::{Inputs, Link, Outputs};
use crate::config::RouterConfig;
use crate::routing::Routing;

/// The interface of a node: its state in a clock.
#[derive(Debug, Clone)]
pub struct Interface {
    packetizer: Packetizer,
    depacketizer: Depacketizer,
}

impl Interface {
    /// After reset, in a network of `nodes` nodes.
    pub fn new(node: u32, nodes: u32, config: RouterConfig, streams: Streams) -> Self {
        Self { packetizer: Packetizer::new(node, nodes, config, streams), depacketizer: Depacketizer::new(config, streams) }
    }

    /// What the user sees.
    pub fn outputs(&self) -> Outputs {
        let error = self.packetizer.error() | self.depacketizer.error();
        Outputs { tready: self.packetizer.tready(), beat: self.depacketizer.beat(), error }
    }

    /// What the router sees: the flit at its local input, and the credit for its local output.
    pub fn link(&self) -> Link {
        Link { flit: self.packetizer.flit(), credit: self.depacketizer.credit() }
    }

    /// One clock, in which the user drives `inputs` and the router shows `router`: the flit at its local output, and the credit of its local input.
    ///
    /// # Panics
    /// If the router sends more flits than it has credits for.
    pub fn step(&mut self, inputs: &Inputs, router: &Link, routing: &impl Routing) {
        self.packetizer.step(inputs, router.credit, routing);
        self.depacketizer.step(inputs.tready, inputs.clear_error, router.flit);
    }

    /// No packet is in it, and none is being taken in: with nothing on its links, no beat before it and no `clear_error`, it is in the next clock as in this one.
    pub fn idle(&self) -> bool {
        self.packetizer.idle() && self.depacketizer.idle()
    }
}
