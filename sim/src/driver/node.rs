//! The random driver of one node (docs/router.md, rules D2 to D5).

use std::collections::VecDeque;

use crate::config::RouterConfig;
use crate::engine::Packet;

use super::draws::{Draws, ONE};
use super::guard::Coming;
use super::scene::Scene;

/// A flit as it comes to the guard.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flit {
    pub vc: usize,
    pub head: bool,
    pub tail: bool,
    /// Of a head.
    pub destination: u32,
    pub bits: u64,
    /// The packet of rule N1 that it belongs to, and its index in it; a wrong flit belongs to none.
    pub packet: Option<(Packet, u8)>,
    /// It belongs to a packet of kinds 4 to 6 (rule D3).
    pub misled: bool,
}

impl Flit {
    /// What the guard looks at.
    pub fn coming(&self) -> Coming {
        Coming { vc: self.vc, head: self.head, tail: self.tail, destination: self.destination, bits: self.bits }
    }
}

/// What a router shows its driver in a clock.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shown {
    /// VC of the credit of its local input.
    pub credit: Option<usize>,
    /// VC of the flit on its local output.
    pub ejected: Option<usize>,
}

/// The kinds of wrong flits, in the order of rule D3.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Overflow,
    NoVc,
    HeadInPacket,
    BodyOutside,
    OwnNode,
    NoNode,
    LedHome,
}

impl Kind {
    /// Those that there are.
    fn all(scene: &Scene) -> impl Iterator<Item = Self> + use<> {
        let scene = *scene;
        let all = [Self::Overflow, Self::NoVc, Self::HeadInPacket, Self::BodyOutside, Self::OwnNode, Self::NoNode, Self::LedHome];
        all.into_iter().filter(move |kind| match kind {
            Self::NoVc => scene.config.vcs < scene.vc_numbers(),
            Self::NoNode => scene.space.nodes < scene.addresses(),
            Self::LedHome => scene.space.rewrites,
            _ => true,
        })
    }
}

/// A packet of which flits are still to be sent.
#[derive(Debug, Clone, Copy)]
enum Open {
    /// Of rule N1, and the index of the next flit.
    Packet(Packet, u8),
    /// To a wrong destination, and the flits to come.
    Wrong(usize),
}

/// The driver of a node. A mask has bit v for VC v.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// By message class (rule N1).
    queues: Vec<VecDeque<Packet>>,
    /// Rule D2.
    credits: Vec<usize>,
    open: Vec<Option<Open>>,
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

impl Node {
    /// As after reset.
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

    /// What it puts on the link in clock t, and the VC of the sink's credit.
    pub fn clock(&mut self, scene: &Scene, node: u32, clock: u64, shown: Shown) -> (Option<Flit>, Option<usize>) {
        let seed = scene.options.seed;
        let draws = Draws::new(seed, node.into(), clock);
        let mood = Draws::new(seed, node.into(), (1 << 63) + clock / 64);
        // D2: from here on the counters are room(v).
        if let Some(v) = shown.credit {
            self.credits[v] += 1;
        }
        let room = mask(scene.config.vcs, |v| self.credits[v] > 0);
        let starts = clock < scene.options.cycles;
        let wrong = (starts && draws.hits(1, scene.faults)).then(|| self.wrong(scene, node, draws, room)).flatten();
        let flit = wrong.or_else(|| self.other(scene, draws, mood, room, starts));
        if let Some(flit) = flit.filter(|flit| flit.misled || flit.packet.is_some()) {
            self.credits[flit.vc] -= 1;
        }
        self.misled = flit.filter(|flit| flit.misled).map(|flit| flit.vc);
        (flit, self.sink(draws, mood, shown.ejected))
    }

    /// D3.
    fn wrong(&mut self, scene: &Scene, node: u32, draws: Draws, room: u8) -> Option<Flit> {
        let vcs = scene.config.vcs;
        let kind = Kind::all(scene).nth(draws.below(2, Kind::all(scene).count()))?;
        let open = mask(vcs, |v| self.open[v].is_some());
        let full = mask(vcs, |v| room >> v & 1 == 0 && self.misled != Some(v)); // D2
        let vc = match kind {
            Kind::NoVc => vcs + draws.below(3, scene.vc_numbers() - vcs),
            Kind::Overflow => draws.of_mask(3, full)?,
            Kind::HeadInPacket => draws.of_mask(3, room & open)?,
            _ => draws.of_mask(3, room & !open)?,
        };
        let head = match kind {
            Kind::Overflow | Kind::NoVc => draws.hits(4, ONE / 2),
            kind => kind != Kind::BodyOutside,
        };
        let destination = match kind {
            Kind::OwnNode => node,
            Kind::NoNode => scene.space.nodes + draws.below(6, (scene.addresses() - scene.space.nodes) as usize) as u32,
            _ => (node + 1) % scene.space.nodes,
        };
        let misled = matches!(kind, Kind::OwnNode | Kind::NoNode | Kind::LedHome);
        let tail = if misled {
            let more = draws.below(5, 4);
            self.open[vc] = (more > 0).then_some(Open::Wrong(more));
            more == 0
        } else {
            draws.hits(5, ONE / 2)
        };
        Some(Flit { vc, head, tail, destination, bits: 0, packet: None, misled })
    }

    /// D4.
    fn other(&mut self, scene: &Scene, draws: Draws, mood: Draws, room: u8, starts: bool) -> Option<Flit> {
        let pace = [ONE, ONE, ONE / 4 * 3, ONE / 4][mood.below(1, 4)];
        if room == 0 || !draws.hits(7, pace) {
            return None;
        }
        let config = scene.config;
        let class = |v: usize| config.message_class(v);
        let ready = room & mask(config.vcs, |v| self.open[v].is_some() || starts && !self.queues[class(v)].is_empty());
        let stay = [0, ONE / 2, ONE / 16 * 15][mood.below(2, 3)];
        let vc = if ready >> self.last & 1 == 1 && draws.hits(8, stay) { self.last } else { draws.of_mask(9, ready)? };
        self.last = vc;
        let open = match self.open[vc] {
            Some(open) => open,
            None => Open::Packet(self.queues[class(vc)].pop_front()?, 0),
        };
        let flit = Flit { vc, head: false, tail: false, destination: 0, bits: 0, packet: None, misled: false };
        Some(match open {
            Open::Wrong(left) => {
                self.open[vc] = (left > 1).then_some(Open::Wrong(left - 1));
                Flit { tail: left == 1, misled: true, ..flit }
            }
            Open::Packet(packet, index) => {
                let tail = index + 1 == packet.flits;
                self.open[vc] = (!tail).then_some(Open::Packet(packet, index + 1));
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
