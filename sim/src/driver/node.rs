//! The random driver of one terminal (docs/router.md, rules D2 to D5).

use std::collections::VecDeque;

use torusmith_topology::TerminalId;

use crate::config::RouterConfig;
use crate::engine::Packet;

use super::draws::{Draws, ONE};
use super::guard::GuardedFlit;
use super::options::DriverContext;

/// A flit that arrives at the guard.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flit {
    pub vc: usize,
    pub head: bool,
    pub tail: bool,
    /// A head's destination.
    pub destination: TerminalId,
    pub bits: u64,
    /// The packet of rule N1 that it belongs to, and its index in it; a wrong flit belongs to none.
    pub packet: Option<(Packet, u8)>,
    /// The flit belongs to a packet of kinds 4 to 6 (rule D3).
    pub misled: bool,
}

impl Flit {
    /// Fields that the guard checks.
    pub fn guarded(&self) -> GuardedFlit {
        GuardedFlit { vc: self.vc, head: self.head, tail: self.tail, destination: self.destination, bits: self.bits }
    }
}

/// Outputs of a router at a local port in a clock.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LocalOutputs {
    /// VC of the credit of its local input.
    pub credit: Option<usize>,
    /// VC of the flit on its local output.
    pub ejected: Option<usize>,
}

/// The kinds of wrong flits, in the order of rule D3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FaultKind {
    Overflow,
    NoVc,
    HeadInPacket,
    BodyOutside,
    OwnNode,
    NoNode,
    LedHome,
}

impl FaultKind {
    /// Kinds that the router and its network can have.
    fn all(context: &DriverContext) -> impl Iterator<Item = Self> + use<> {
        let context = *context;
        let all = [Self::Overflow, Self::NoVc, Self::HeadInPacket, Self::BodyOutside, Self::OwnNode, Self::NoNode, Self::LedHome];
        all.into_iter().filter(move |kind| match kind {
            Self::NoVc => context.config.vcs < context.vc_numbers(),
            Self::NoNode => context.space.nodes < context.addresses(),
            Self::LedHome => context.space.rewrites,
            _ => true,
        })
    }
}

/// A packet of which flits are still to be sent.
#[derive(Debug, Clone, Copy)]
enum OpenPacket {
    /// A packet of rule N1, and the index of the next flit.
    Packet(Packet, u8),
    /// A packet to a wrong destination, and the number of flits to come.
    Wrong(usize),
}

/// The driver of a terminal. A mask has bit v for VC v.
#[derive(Debug, Clone)]
pub(super) struct NodeDriver {
    /// Queue of each message class (rule N1).
    queues: Vec<VecDeque<Packet>>,
    /// Rule D2.
    credits: Vec<usize>,
    open: Vec<Option<OpenPacket>>,
    /// The VC of the flit that rule D4 sent last.
    last: usize,
    /// The VC of the flit of the clock before, if that was misled.
    misled: Option<usize>,
    /// Rule D5.
    held: Vec<usize>,
}

fn mask(vcs: usize, of: impl Fn(usize) -> bool) -> u8 {
    (0..vcs).filter(|&v| of(v)).fold(0, |all, v| all | 1 << v)
}

impl NodeDriver {
    /// The driver after reset.
    pub fn new(config: RouterConfig) -> Self {
        Self {
            queues: vec![VecDeque::new(); config.message_classes],
            credits: vec![config.depth; config.vcs],
            open: vec![None; config.vcs],
            last: 0,
            misled: None,
            held: vec![0; config.vcs],
        }
    }

    pub fn offer(&mut self, class: usize, packet: Packet) {
        self.queues[class].push_back(packet);
    }

    pub fn queued(&self) -> usize {
        self.queues.iter().map(VecDeque::len).sum()
    }

    pub fn held(&self, vc: usize) -> usize {
        self.held[vc]
    }

    /// Flit that the driver puts on the link in clock t, and the VC of the sink's credit.
    pub fn clock(&mut self, context: &DriverContext, node: TerminalId, clock: u64, shown: LocalOutputs) -> (Option<Flit>, Option<usize>) {
        let seed = context.options.seed;
        let draws = Draws::new(seed, node.0.into(), clock);
        let mood = Draws::new(seed, node.0.into(), (1 << 63) + clock / 64);
        // D2: from here on the counters are room(v).
        if let Some(v) = shown.credit {
            self.credits[v] += 1;
        }
        let room = mask(context.config.vcs, |v| self.credits[v] > 0);
        let starts = clock < context.options.cycles;
        let wrong = (starts && draws.hits(1, context.faults)).then(|| self.wrong(context, node, draws, room)).flatten();
        let flit = wrong.or_else(|| self.other(context, draws, mood, room, starts));
        if let Some(flit) = flit.filter(|flit| flit.misled || flit.packet.is_some()) {
            self.credits[flit.vc] -= 1;
        }
        self.misled = flit.filter(|flit| flit.misled).map(|flit| flit.vc);
        (flit, self.sink(draws, mood, shown.ejected))
    }

    /// D3.
    fn wrong(&mut self, context: &DriverContext, node: TerminalId, draws: Draws, room: u8) -> Option<Flit> {
        let vcs = context.config.vcs;
        let kind = FaultKind::all(context).nth(draws.below(2, FaultKind::all(context).count()))?;
        let open = mask(vcs, |v| self.open[v].is_some());
        let full = mask(vcs, |v| room >> v & 1 == 0 && self.misled != Some(v)); // D2
        let vc = match kind {
            FaultKind::NoVc => vcs + draws.below(3, context.vc_numbers() - vcs),
            FaultKind::Overflow => draws.of_mask(3, full)?,
            FaultKind::HeadInPacket => draws.of_mask(3, room & open)?,
            _ => draws.of_mask(3, room & !open)?,
        };
        let head = match kind {
            FaultKind::Overflow | FaultKind::NoVc => draws.hits(4, ONE / 2),
            kind => kind != FaultKind::BodyOutside,
        };
        let destination = match kind {
            FaultKind::OwnNode => node,
            FaultKind::NoNode => {
                TerminalId(context.space.nodes + draws.below(6, (context.addresses() - context.space.nodes) as usize) as u32)
            }
            _ => TerminalId((node.0 + 1) % context.space.nodes),
        };
        let misled = matches!(kind, FaultKind::OwnNode | FaultKind::NoNode | FaultKind::LedHome);
        let tail = if misled {
            let more = draws.below(5, 4);
            self.open[vc] = (more > 0).then_some(OpenPacket::Wrong(more));
            more == 0
        } else {
            draws.hits(5, ONE / 2)
        };
        Some(Flit { vc, head, tail, destination, bits: 0, packet: None, misled })
    }

    /// D4.
    fn other(&mut self, context: &DriverContext, draws: Draws, mood: Draws, room: u8, starts: bool) -> Option<Flit> {
        let pace = [ONE, ONE, ONE / 4 * 3, ONE / 4][mood.below(1, 4)];
        if room == 0 || !draws.hits(7, pace) {
            return None;
        }
        let config = context.config;
        let class = |v: usize| config.message_class(v);
        let ready = room & mask(config.vcs, |v| self.open[v].is_some() || starts && !self.queues[class(v)].is_empty());
        let stay = [0, ONE / 2, ONE / 16 * 15][mood.below(2, 3)];
        let vc = if ready >> self.last & 1 == 1 && draws.hits(8, stay) { self.last } else { draws.of_mask(9, ready)? };
        self.last = vc;
        let open = match self.open[vc] {
            Some(open) => open,
            None => OpenPacket::Packet(self.queues[class(vc)].pop_front()?, 0),
        };
        let flit = Flit { vc, head: false, tail: false, destination: TerminalId(0), bits: 0, packet: None, misled: false };
        Some(match open {
            OpenPacket::Wrong(left) => {
                self.open[vc] = (left > 1).then_some(OpenPacket::Wrong(left - 1));
                Flit { tail: left == 1, misled: true, ..flit }
            }
            OpenPacket::Packet(packet, index) => {
                let tail = index + 1 == packet.flits;
                self.open[vc] = (!tail).then_some(OpenPacket::Packet(packet, index + 1));
                let (destination, bits) = (packet.destination, packet.bits);
                Flit { head: index == 0, tail, destination, bits, packet: Some((packet, index)), ..flit }
            }
        })
    }

    /// D5.
    fn sink(&mut self, draws: Draws, mood: Draws, ejected: Option<usize>) -> Option<usize> {
        let held = mask(self.held.len(), |v| self.held[v] > 0);
        let give = [ONE, ONE, ONE / 2, ONE / 8][mood.below(3, 4)];
        let given = if held != 0 && draws.hits(10, give) { draws.of_mask(11, held) } else { None };
        if let Some(v) = given {
            self.held[v] -= 1;
        }
        if let Some(v) = ejected {
            self.held[v] += 1;
        }
        given
    }
}
