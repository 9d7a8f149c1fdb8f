//! All users of a network, and the check of what arrives.

use torusmith_sim::axi::Inputs;
use torusmith_sim::engine::Packet;
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::traffic::Traffic;
use torusmith_topology::Order;

use super::counts::AxiCounts;
use super::ledger::Ledger;
use super::streams::{DROPPED, TLAST, TREADY, TVALID, USER, USER_AT, bit, in_class};
use super::user::{Taken, User, UserOptions};
use crate::binding::{Frame, Streams, View};
use crate::flits::{Format, hex};
use crate::manifest::Design;
use crate::protocol;
use crate::sums::{Packets, Sums};
use crate::trace;

pub struct Users {
    format: Format,
    /// M.
    classes: u32,
    source: Traffic<NetworkRouting>,
    users: Vec<User>,
    /// What they drive in the clock that was driven last.
    inputs: Vec<Inputs>,
    ledger: Ledger,
    created: Vec<Packet>,
    /// Packets created in all.
    count: u64,
    /// Packets begun that go to another node, and those that do not.
    begun: u64,
    wrong: u64,
    /// Of the latter the ones that were taken to their end.
    dropped: u64,
    /// Beats that masters gave.
    beats: u64,
    /// By node: the interface told of an error; a packet was dropped.
    errors: Vec<bool>,
    drops: Vec<bool>,
}

impl Users {
    pub(super) fn new(design: &Design, source: Traffic<NetworkRouting>, options: UserOptions, seed: u64) -> Self {
        let format = Format::new(&design.network, design.flit_width);
        let (nodes, classes) = (design.network.nodes(), design.config.message_classes as u32);
        Self {
            format,
            classes,
            source,
            users: (0..nodes as u32).map(|node| User::new(node, nodes as u32, classes, format, options, seed)).collect(),
            inputs: vec![Inputs::default(); nodes],
            ledger: Ledger::new(format, nodes, design.config, design.config.order == Order::Pair),
            created: Vec::new(),
            count: 0,
            begun: 0,
            wrong: 0,
            dropped: 0,
            beats: 0,
            errors: vec![false; nodes],
            drops: vec![false; nodes],
        }
    }
}

impl protocol::Users for Users {
    type Given = Inputs;
    type Beside = Streams;
    type Counts = AxiCounts;

    fn drive(&mut self, frame: &mut Frame<Streams>) {
        self.created.clear();
        if frame.open {
            self.source.packets_at(frame.clock, |packet| self.created.push(packet));
        }
        self.count += self.created.len() as u64;
        for &packet in &self.created {
            self.users[packet.source as usize].offer(packet);
        }
        let driven = &mut frame.beside.driven;
        driven.clear();
        let words = self.format.width.div_ceil(32) as usize;
        for (user, inputs) in self.users.iter_mut().zip(&mut self.inputs) {
            let begun;
            (*inputs, begun) = user.drive(frame.clock, frame.open);
            match begun {
                Some(job) if job.valid => {
                    self.begun += 1;
                    self.ledger.expect(job.packet);
                }
                Some(_) => self.wrong += 1,
                None => {}
            }
            let bits = bit(inputs.tvalid, TVALID) | bit(inputs.tlast, TLAST) | bit(inputs.tready, TREADY);
            driven.push(bits | inputs.tuser << USER_AT);
            driven.push(inputs.tdest);
            driven.extend_from_slice(&inputs.tdata[..words]);
        }
    }

    fn given(&self) -> &[Inputs] {
        &self.inputs
    }

    /// A beat is taken in the clock in which both sides of its handshake are shown.
    fn see(&mut self, view: &View<'_>, _model: bool) -> u64 {
        let before = self.beats;
        for node in 0..self.users.len() {
            let wires = view.outputs(node, 0);
            match self.users[node].see(wires.control & TREADY != 0) {
                Taken::Nothing => {}
                Taken::Beat => self.beats += 1,
                Taken::Last { valid } => {
                    self.beats += 1;
                    if !valid {
                        self.dropped += 1;
                        self.drops[node] = true;
                    }
                }
            }
            if wires.control & TVALID != 0 && self.inputs[node].tready {
                let from = (wires.data[1], (wires.control & USER) >> USER_AT);
                self.ledger.beat(view.clock(), node, from, wires.control & TLAST != 0, &wires.data[2..]);
            }
            self.errors[node] = view.errors(node) & DROPPED != 0;
        }
        self.beats - before
    }

    fn packets(&mut self, _sums: &Sums) -> Packets {
        Packets { started: self.begun + self.wrong, ended: self.ledger.delivered + self.dropped }
    }

    fn over(&self, _sums: &Sums) -> bool {
        self.source.over() && self.begun + self.wrong == self.count
    }

    fn trace(&self, view: &View<'_>, node: u32) -> Vec<String> {
        let node = node as usize;
        let Inputs { tvalid, tdata, tlast, tdest, tuser, tready } = self.inputs[node];
        let width = self.format.width;
        let show = |tdata: &[u32], tlast| format!("{}{}", hex(tdata, width), if tlast { " last" } else { "" });
        let class = |tuser| in_class(tuser, self.classes);
        let data = &tdata[..width.div_ceil(32) as usize];
        let sent = if tvalid { format!("beat {} to {tdest}{}", show(data, tlast), class(tuser)) } else { "-".into() };
        let user = format!("user  {:>6} | {sent}{}", view.clock(), if tready { "; tready" } else { "" });
        let wires = view.outputs(node, 0);
        let (tid, data) = (wires.data[1], &wires.data[2..]);
        let mut parts = Vec::new();
        if wires.control & TVALID != 0 {
            let class = class((wires.control & USER) >> USER_AT);
            parts.push(format!("beat {} from {tid}{class}", show(data, wires.control & TLAST != 0)));
        }
        if wires.control & TREADY != 0 {
            parts.push("tready".into());
        }
        parts.extend(trace::links(view, node, 1, 2, Some(self.format)));
        vec![user, format!("rtl   {}", trace::line(view, node, parts))]
    }

    fn end(&mut self, clock: u64) {
        self.ledger.end(clock, &self.errors, &self.drops);
    }

    fn counts(self, _sums: &Sums, _queued: u64, _lost: u64) -> (AxiCounts, Vec<String>) {
        let counts = AxiCounts {
            packets_injected: self.begun,
            packets_delivered: self.ledger.delivered,
            packets_dropped: self.dropped,
            packets_queued: self.users.iter().map(|user| user.queued() as u64).sum(),
            beats: [self.beats, self.ledger.beats],
        };
        (counts, self.ledger.violations)
    }
}
