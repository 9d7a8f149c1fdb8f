//! Streams into the network (docs/axi_interface.md, T1 to T10).

use std::collections::VecDeque;

use torusmith_design::Order;
use torusmith_topology::TerminalId;

use super::format::{BeatLayout, CUT_MARK, Streams, copy};
use super::signals::{Data, Flit, Inputs};
use crate::config::RouterConfig;
use crate::reference::router::Routed;
use crate::routing::Routing;

/// A packet was dropped (T4).
const DROPPED: u8 = 1;
/// A packet was cut short (T10).
const CUT: u8 = 2;

/// Signals of a packet's first beat (T2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FirstBeat {
    destination: u32,
    class: usize,
    user: u64,
}

/// T1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Idle,
    /// Only with R > 0.
    Preparing(FirstBeat),
    /// Only with R > 0: the header register, and the message class.
    Ready(Flit, usize),
    /// A packet is being sent on this VC.
    Sending(usize),
    Dropping,
}

#[derive(Debug, Clone)]
pub(super) struct Packetizer {
    node: u32,
    nodes: u32,
    config: RouterConfig,
    streams: Streams,
    state: State,
    /// Credits of each VC of the router's local input.
    credits: Vec<usize>,
    /// g of T1, and the bytes of these beats.
    gathered: (usize, Data),
    /// T1: flits of the last beat that are still to be given.
    left: VecDeque<Flit>,
    /// n of T7: packets prepared since reset; with R = 0, no packet has a choice.
    prepared: u32,
    error: u8,
    /// The flit on the link, with its VC.
    flit: Option<(usize, Flit)>,
}

impl Packetizer {
    pub fn new(node: u32, nodes: u32, config: RouterConfig, streams: Streams) -> Self {
        Self {
            node,
            nodes,
            config,
            streams,
            state: State::Idle,
            credits: vec![config.depth; config.vcs],
            gathered: (0, Data::default()),
            left: VecDeque::new(),
            prepared: 0,
            error: 0,
            flit: None,
        }
    }

    /// T1.
    pub fn tready(&self) -> bool {
        match self.state {
            State::Sending(vc) => self.left.is_empty() && self.credits[vc] > 0,
            State::Dropping => true,
            _ => false,
        }
    }

    pub fn error(&self) -> u8 {
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
        if inputs.clear_error {
            self.error = 0; // E6
        }
        let mut given = None;
        self.state = match self.state {
            State::Idle if inputs.tvalid => {
                let (class, user) = self.streams.split_user(inputs.tuser);
                let first = FirstBeat { destination: inputs.tdest, class, user };
                match routing.route_bits() {
                    0 if self.is_wrong(first) => self.drop_packet(),
                    0 => self.give(self.head(first, 0), class, &mut given).unwrap_or(State::Idle),
                    _ => State::Preparing(first), // T2
                }
            }
            State::Preparing(first) => self.prepare(first, routing),
            State::Ready(head, class) => self.give(head, class, &mut given).unwrap_or(State::Ready(head, class)),
            State::Sending(vc) => {
                let flit = match taken {
                    true => self.take(inputs),
                    false if self.credits[vc] > 0 => self.left.pop_front(), // T9
                    false => None,
                };
                given = flit.map(|flit| (vc, flit));
                let cut = taken && !inputs.tlast && flit.is_some_and(|flit| flit.tail());
                match flit {
                    _ if cut => State::Dropping, // T10
                    Some(flit) if flit.tail() => State::Idle,
                    _ => State::Sending(vc),
                }
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

    /// A beat is handshaken while sending: the flit that is given, if it makes one.
    fn take(&mut self, inputs: &Inputs) -> Option<Flit> {
        let Inputs { tdata, tkeep, tlast, .. } = *inputs;
        let Some(bytes) = self.streams.valid(tkeep, tlast) else {
            self.error |= CUT; // T10
            self.gathered = (0, Data::default());
            return Some(Flit::Beat { data: CUT_MARK, last: true });
        };
        match self.streams.layout() {
            BeatLayout::Even => Some(Flit::Beat { data: tdata, last: tlast }), // T6
            BeatLayout::Packed { beats } => self.gather(&tdata, bytes, tlast, beats),
            BeatLayout::Split { bytes: of_flit, .. } => {
                self.left = self.split(&tdata, bytes, tlast, of_flit);
                self.left.pop_front()
            }
        }
    }

    /// T8.
    fn gather(&mut self, tdata: &Data, bytes: usize, tlast: bool, beats: usize) -> Option<Flit> {
        let (g, data) = &mut self.gathered;
        let before = *g * self.streams.beat_bytes();
        copy(tdata, 0, bytes, data, before);
        *g += 1;
        if *g < beats && !tlast {
            return None;
        }
        let (_, data) = std::mem::take(&mut self.gathered);
        let data = if tlast { self.streams.with_count(data, before + bytes) } else { data };
        let data = if bytes == 0 { self.streams.with_null_mark(data) } else { data };
        Some(Flit::Beat { data, last: tlast })
    }

    /// T9: all flits of a beat.
    fn split(&self, tdata: &Data, bytes: usize, tlast: bool, of_flit: usize) -> VecDeque<Flit> {
        let starts = (0..bytes.max(1)).step_by(of_flit); // a null beat has one flit, too
        let flit = |start: usize| {
            let (count, mut data) = (of_flit.min(bytes - start), Data::default());
            copy(tdata, start, count, &mut data, 0);
            let last = tlast && start + count == bytes;
            Flit::Beat { data: if last { self.streams.with_count(data, count) } else { data }, last }
        };
        starts.map(flit).collect()
    }

    /// T5: sends a head that is ready, if a VC of its message class can be taken.
    fn give(&self, head: Flit, class: usize, given: &mut Option<(usize, Flit)>) -> Option<State> {
        let vc = self.vc_for(&head, class)?;
        *given = Some((vc, head));
        Some(State::Sending(vc))
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
    fn prepare(&mut self, first: FirstBeat, routing: &impl Routing) -> State {
        let n = self.prepared;
        self.prepared = n.wrapping_add(1);
        if self.is_wrong(first) {
            return self.drop_packet();
        }
        let bits = routing.source_bits(TerminalId(self.node), TerminalId(first.destination), n);
        State::Ready(self.head(first, bits), first.class)
    }

    /// T4.
    fn is_wrong(&self, FirstBeat { destination, class, .. }: FirstBeat) -> bool {
        destination == self.node || destination >= self.nodes || class >= self.config.message_classes
    }

    /// T4.
    fn drop_packet(&mut self) -> State {
        self.error |= DROPPED;
        State::Dropping
    }

    fn head(&self, FirstBeat { destination, user, .. }: FirstBeat, bits: u64) -> Flit {
        Flit::Head { source: self.node, destination, bits, user }
    }
}
