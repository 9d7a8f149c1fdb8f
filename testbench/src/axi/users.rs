//! All users of a network, and the check of what arrives.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use torusmith_design::Order;
use torusmith_sim::axi::Inputs;
use torusmith_sim::engine::Packet;
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::traffic::Traffic;

use super::counts::AxiCounts;
use super::job::{ReceivedBeat, Shape};
use super::ledger::Ledger;
use super::streams::{CUT, DATA_AT, DROPPED, INTERFACE_AT, TLAST, TREADY, TVALID, Words, bit, told_user, words};
use super::user::{Taken, User, UserOptions};
use crate::binding::{Frame, Streams, View};
use crate::flits::{Format, hex};
use crate::manifest::Design;
use crate::protocol;
use crate::stream_shape::{StreamShape, class_bits};
use crate::sums::{Packets, Sums};
use crate::trace;

pub struct Users {
    format: Format,
    shape: Shape,
    /// Words of a port's data.
    words: usize,
    /// M.
    classes: u32,
    source: Traffic<NetworkRouting>,
    users: Vec<User>,
    /// Inputs that the users drive in the last driven clock.
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
    /// By node: `error` of the interface, and the bits of it that its user has earned.
    errors: Vec<u8>,
    wrongs: Vec<u8>,
    /// Probability of `clear_error`, and whether it was 1.
    clear: f64,
    cleared: bool,
    rng: ChaCha8Rng,
}

impl Users {
    pub(super) fn new(design: &Design, streams: StreamShape, source: Traffic<NetworkRouting>, options: UserOptions, seed: u64) -> Self {
        let format = Format::new(&design.network, design.flit_width);
        let (nodes, classes) = (design.network.terminals(), design.config.message_classes as u32);
        let shape = Shape::new(format.address_bits, streams, classes as usize);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(1 << 33);
        Self {
            format,
            shape,
            words: design.data_words(),
            classes,
            source,
            users: (0..nodes as u32).map(|node| User::new(node, nodes as u32, classes, shape, options, seed)).collect(),
            inputs: vec![Inputs::default(); nodes],
            ledger: Ledger::new(shape, nodes, design.config, design.config.order == Order::Pair, design.flit_width),
            created: Vec::new(),
            count: 0,
            begun: 0,
            wrong: 0,
            dropped: 0,
            beats: 0,
            errors: vec![0; nodes],
            wrongs: vec![0; nodes],
            clear: options.clear_error,
            cleared: false,
            rng,
        }
    }
}

impl protocol::Users for Users {
    type Input = Inputs;
    type Extras = Streams;
    type Counts = AxiCounts;

    fn drive(&mut self, frame: &mut Frame<Streams>) {
        self.created.clear();
        if frame.open {
            self.source.packets_at(frame.clock, |packet| self.created.push(packet));
        }
        self.count += self.created.len() as u64;
        for &packet in &self.created {
            self.users[packet.source.index()].offer(packet);
        }
        let driven = &mut frame.extras.driven;
        driven.clear();
        let clear = self.clear > 0.0 && f64::from(self.rng.next_u32()) < self.clear * 4_294_967_296.0;
        self.cleared |= clear;
        frame.clear = clear;
        for (user, inputs) in self.users.iter_mut().zip(&mut self.inputs) {
            let begun;
            (*inputs, begun) = user.drive(frame.clock, frame.open);
            inputs.clear_error = clear;
            match begun {
                Some(job) if job.valid => {
                    self.begun += 1;
                    self.ledger.expect(job);
                }
                Some(_) => self.wrong += 1,
                None => {}
            }
            let bits = bit(inputs.tvalid, TVALID) | bit(inputs.tlast, TLAST) | bit(inputs.tready, TREADY);
            driven.extend([bits, inputs.tdest]);
            driven.extend([words(inputs.tuser), words(inputs.tkeep)].concat());
            driven.extend_from_slice(&inputs.tdata[..self.words]);
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
            let taken = self.users[node].see(wires.control & TREADY != 0);
            self.beats += u64::from(taken != Taken::Nothing);
            let (cut, dropped) = match taken {
                Taken::Nothing => (false, false),
                Taken::Beat { cut } => (cut, false),
                Taken::Last { valid, cut } => (cut, !valid),
            };
            self.dropped += u64::from(dropped);
            self.wrongs[node] |= if cut { CUT } else { 0 } | if dropped { DROPPED } else { 0 };
            if wires.control & TVALID != 0 && self.inputs[node].tready {
                let shown = Words::of(&wires);
                let beat_words = self.shape.streams.width.div_ceil(32) as usize;
                let beat = ReceivedBeat { tkeep: shown.tkeep(), data: shown.data()[..beat_words].to_vec() };
                self.ledger.beat(view.clock(), node, (shown.tid(), shown.tuser()), wires.control & TLAST != 0, beat);
            }
            self.errors[node] = view.errors(node) >> INTERFACE_AT;
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
        let Inputs { tvalid, tdata, tlast, tdest, tuser, tready, .. } = self.inputs[node];
        let width = self.shape.streams.width;
        let show = |tdata: &[u32], tlast| format!("{}{}", hex(tdata, width), if tlast { " last" } else { "" });
        let class = |tuser| told_user(tuser, self.classes, class_bits(self.classes as usize));
        let data = &tdata[..width.div_ceil(32) as usize];
        let sent = if tvalid { format!("beat {} to {tdest}{}", show(data, tlast), class(tuser)) } else { "-".into() };
        let user = format!("user  {:>6} | {sent}{}", view.clock(), if tready { "; tready" } else { "" });
        let wires = view.outputs(node, 0);
        let words = Words::of(&wires);
        let (tid, data) = (words.tid(), words.data());
        let mut parts = Vec::new();
        if wires.control & TVALID != 0 {
            let class = class(words.tuser());
            parts.push(format!("beat {} from {tid}{class}", show(data, wires.control & TLAST != 0)));
        }
        if wires.control & TREADY != 0 {
            parts.push("tready".into());
        }
        parts.extend(trace::links(view, node, 1, DATA_AT, Some(self.format)));
        vec![user, format!("rtl   {}", trace::line(view, node, parts))]
    }

    fn end(&mut self, clock: u64) {
        self.ledger.end(clock, &self.errors, &self.wrongs, self.cleared);
    }

    fn counts(self, _sums: &Sums, _queued: u64, _lost: u64) -> (AxiCounts, Vec<String>) {
        let counts = AxiCounts {
            packets_injected: self.begun,
            packets_delivered: self.ledger.delivered,
            packets_to_own_node: self.source.own(),
            packets_dropped: self.dropped,
            packets_cut: self.ledger.cut,
            packets_queued: self.users.iter().map(|user| user.queued() as u64).sum(),
            beats: [self.beats, self.ledger.beats],
        };
        (counts, self.ledger.violations)
    }
}
