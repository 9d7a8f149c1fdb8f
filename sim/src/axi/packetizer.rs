//! Streams into the network (docs/axi_interface.md, T1 to T7).

use super::signals::{Flit, Inputs};
use crate::config::RouterConfig;
use crate::routing::Routing;

/// T1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// The sampled destination.
    Preparing(u32),
    /// The header register.
    Ready(Flit),
    /// On a VC.
    Sending(usize),
    Dropping,
}

#[derive(Debug, Clone)]
pub(super) struct Packetizer {
    node: u32,
    nodes: u32,
    depth: usize,
    state: State,
    /// By VC of the router's local input.
    credits: Vec<usize>,
    /// n of T7: packets prepared since reset.
    prepared: u32,
    error: bool,
    /// The flit on the link, with its VC.
    flit: Option<(usize, Flit)>,
}

impl Packetizer {
    pub fn new(node: u32, nodes: u32, config: RouterConfig) -> Self {
        let credits = vec![config.depth; config.vcs];
        Self { node, nodes, depth: config.depth, state: State::Idle, credits, prepared: 0, error: false, flit: None }
    }

    /// T1.
    pub fn tready(&self) -> bool {
        match self.state {
            State::Sending(vc) => self.credits[vc] > 0,
            State::Dropping => true,
            _ => false,
        }
    }

    pub fn error(&self) -> bool {
        self.error
    }

    pub fn flit(&self) -> Option<(usize, Flit)> {
        self.flit
    }

    pub fn idle(&self) -> bool {
        self.state == State::Idle && self.flit.is_none()
    }

    /// `credit` is the VC of the credit on the link.
    pub fn step(&mut self, inputs: &Inputs, credit: Option<usize>, routing: &impl Routing) {
        let taken = inputs.tvalid && self.tready();
        let mut given = None;
        self.state = match self.state {
            State::Idle if inputs.tvalid => State::Preparing(inputs.tdest), // T2
            State::Preparing(destination) => self.prepare(destination, routing),
            State::Ready(head) => match self.credits.iter().position(|&credits| credits == self.depth) {
                Some(vc) => {
                    given = Some((vc, head)); // T5
                    State::Sending(vc)
                }
                None => State::Ready(head),
            },
            State::Sending(vc) if taken => {
                given = Some((vc, Flit::Beat { data: inputs.tdata, last: inputs.tlast })); // T6
                if inputs.tlast { State::Idle } else { State::Sending(vc) }
            }
            State::Dropping if taken && inputs.tlast => State::Idle, // T4
            state => state,
        };
        if let Some((vc, _)) = given {
            self.credits[vc] -= 1; // T1
        }
        if let Some(vc) = credit {
            self.credits[vc] += 1; // T1
        }
        self.flit = given;
    }

    /// T3, T4, T7.
    fn prepare(&mut self, destination: u32, routing: &impl Routing) -> State {
        let n = self.prepared;
        self.prepared = n.wrapping_add(1);
        if destination == self.node || destination >= self.nodes {
            self.error = true;
            return State::Dropping;
        }
        State::Ready(Flit::Head { source: self.node, destination, bits: routing.source_bits(self.node, destination, n) })
    }
}
