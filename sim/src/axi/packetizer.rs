//! Streams into the network (docs/axi_interface.md, T1 to T7).

use torusmith_topology::Order;

use super::signals::{Flit, Inputs};
use crate::config::RouterConfig;
use crate::reference::router::Routed;
use crate::routing::Routing;

/// What T2 samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Sampled {
    destination: u32,
    class: usize,
}

/// T1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    Preparing(Sampled),
    /// The header register, and the message class.
    Ready(Flit, usize),
    /// On a VC.
    Sending(usize),
    Dropping,
}

#[derive(Debug, Clone)]
pub(super) struct Packetizer {
    node: u32,
    nodes: u32,
    config: RouterConfig,
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
        Self { node, nodes, config, state: State::Idle, credits, prepared: 0, error: false, flit: None }
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
            State::Idle if inputs.tvalid => State::Preparing(Sampled { destination: inputs.tdest, class: inputs.tuser as usize }), // T2
            State::Preparing(sampled) => self.prepare(sampled, routing),
            State::Ready(head, class) => match self.vc_for(&head, class) {
                Some(vc) => {
                    given = Some((vc, head)); // T5
                    State::Sending(vc)
                }
                None => State::Ready(head, class),
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

    /// T5: the VC that the head of a packet of a message class takes.
    fn vc_for(&self, head: &Flit, class: usize) -> Option<usize> {
        let Self { config, credits, .. } = self;
        match config.order {
            Order::None => (0..config.vcs).filter(|&vc| config.message_class(vc) == class).find(|&vc| credits[vc] == config.depth),
            Order::Pair => Some(config.vc_of_pair(class, head.destination())).filter(|&vc| credits[vc] > 0),
        }
    }

    /// T3, T4, T7.
    fn prepare(&mut self, Sampled { destination, class }: Sampled, routing: &impl Routing) -> State {
        let n = self.prepared;
        self.prepared = n.wrapping_add(1);
        if destination == self.node || destination >= self.nodes || class >= self.config.message_classes {
            self.error = true;
            return State::Dropping;
        }
        let bits = routing.source_bits(self.node, destination, n);
        State::Ready(Flit::Head { source: self.node, destination, bits }, class)
    }
}
