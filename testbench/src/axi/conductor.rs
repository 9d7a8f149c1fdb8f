//! What happens beside the Verilog in each clock: traffic, users, model, check of what arrives, end of the run.

use torusmith_sim::axi::{AxiNetwork, Data, Flit, Inputs, Link};
use torusmith_sim::engine::{Packet, PortWord};
use torusmith_sim::routing::NetworkRouting;

use super::AxiCosimOptions;
use super::ledger::Ledger;
use super::user::{Taken, User};
use crate::Error;
use crate::binding::{Director, Frame, Next, Totals, View};
use crate::flits::{Format, hex};
use crate::pace::{self, Pace};
use crate::testbench::{Observer, PacketSource, RunOptions, Testbench};
use crate::trace;

/// Control bits of port 0, as users drive them and as they see them.
pub(super) const TVALID: u32 = 1;
pub(super) const TLAST: u32 = 2;
pub(super) const TREADY: u32 = 4;
/// `error` in the word of port 0, and the interface's bit of it.
pub(super) const ERROR_AT: u32 = 16;
const DROPPED: u8 = 8;

/// What users did.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    /// Packets begun that go to another node.
    pub begun: u64,
    /// Packets begun that do not.
    pub wrong: u64,
    /// Of those, the ones that were taken to their end.
    pub dropped: u64,
    /// Beats that masters gave.
    pub beats: u64,
}

pub(super) struct Conductor<'a> {
    format: Format,
    options: &'a RunOptions,
    ports: usize,
    source: &'a mut dyn PacketSource,
    /// `None`: the Verilog alone.
    model: Option<&'a mut AxiNetwork<NetworkRouting>>,
    observer: &'a mut dyn Observer,
    users: Vec<User>,
    /// What they drive in the clock that is next to be stepped.
    inputs: Vec<Inputs>,
    ledger: Ledger,
    created: Vec<Packet>,
    counts: Counts,
    /// By node: the interface told of an error; a packet was dropped.
    errors: Vec<bool>,
    dropped: Vec<bool>,
    clock: u64,
    pace: Pace,
}

/// What the conductor knows when the run is over.
pub(super) struct Outcome {
    pub counts: Counts,
    pub delivered: u64,
    pub beats: u64,
    pub queued: u64,
    pub in_flight: u64,
    pub violations: Vec<String>,
    pub dead_since: Option<u64>,
}

impl<'a> Conductor<'a> {
    /// `model` is in clock 0.
    pub fn new(
        bench: &Testbench,
        all: &AxiCosimOptions,
        options: &'a RunOptions,
        source: &'a mut dyn PacketSource,
        model: Option<&'a mut AxiNetwork<NetworkRouting>>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let format = bench.format();
        let nodes = bench.wiring().nodes;
        Self {
            format,
            options,
            ports: bench.wiring().ports,
            source,
            model,
            observer,
            users: (0..nodes as u32).map(|node| User::new(node, nodes as u32, format, all.users, all.traffic.seed)).collect(),
            inputs: vec![Inputs::default(); nodes],
            ledger: Ledger::new(format, nodes, bench.design().config.vcs),
            created: Vec::new(),
            counts: Counts::default(),
            errors: vec![false; nodes],
            dropped: vec![false; nodes],
            clock: 0,
            pace: Pace::new(options),
        }
    }

    /// The frame of clock 0.
    pub fn first_frame(&mut self) -> Frame {
        let mut frame = Frame::default();
        self.drive(&mut frame);
        self.show_model(&mut frame);
        frame
    }

    pub fn dead_since(&self) -> Option<u64> {
        self.pace.dead_since
    }

    /// What is known at the end; `whole` if the run came to its own end.
    pub fn finish(mut self, whole: bool) -> Outcome {
        let (in_flight, dead_since) = (self.in_flight(), self.pace.dead_since);
        if whole {
            self.ledger.end(self.clock, &self.errors, &self.dropped);
        }
        Outcome {
            counts: self.counts,
            delivered: self.ledger.delivered,
            beats: self.ledger.beats,
            queued: self.users.iter().map(|user| user.queued() as u64).sum(),
            in_flight,
            violations: self.ledger.violations,
            dead_since,
        }
    }

    fn in_flight(&self) -> u64 {
        (self.counts.begun + self.counts.wrong).saturating_sub(self.ledger.delivered + self.counts.dropped)
    }

    /// What the users drive in the frame's clock.
    fn drive(&mut self, frame: &mut Frame) {
        let open = frame.clock < self.options.cycles;
        (frame.open, frame.skip_idle) = (open, self.options.skip_idle);
        self.created.clear();
        if open {
            self.source.create(frame.clock, &mut self.created);
        }
        for &packet in &self.created {
            self.users[packet.source as usize].offer(packet);
        }
        frame.streams.clear();
        let words = self.format.width.div_ceil(32) as usize;
        for (user, inputs) in self.users.iter_mut().zip(&mut self.inputs) {
            let (driven, begun) = user.drive(frame.clock, open);
            *inputs = driven;
            match begun {
                Some(job) if job.valid() => {
                    self.counts.begun += 1;
                    self.ledger.expect(job.packet);
                }
                Some(_) => self.counts.wrong += 1,
                None => {}
            }
            let bit = |set: bool, bit: u32| if set { bit } else { 0 };
            frame.streams.push(bit(inputs.tvalid, TVALID) | bit(inputs.tlast, TLAST) | bit(inputs.tready, TREADY));
            frame.streams.push(inputs.tdest);
            frame.streams.extend_from_slice(&inputs.tdata[..words]);
        }
    }

    /// The model's outputs in the clock it is in: the streams of each node, and in router scope the links of its router.
    fn show_model(&mut self, frame: &mut Frame) {
        let Some(model) = &self.model else { return };
        let words = self.format.width.div_ceil(32) as usize;
        frame.words.clear();
        frame.expected.clear();
        for node in 0..self.users.len() {
            let outputs = model.outputs(node);
            let error = if outputs.error { u32::from(DROPPED) << ERROR_AT } else { 0 };
            let word = error | if outputs.tready { TREADY } else { 0 };
            let mut put = |word: u32, tid: u32, data: &Data| {
                frame.words.push(PortWord(word.into()));
                frame.expected.push(tid);
                frame.expected.extend_from_slice(&data[..words]);
            };
            match outputs.beat {
                Some(beat) => put(word | TVALID | if beat.tlast { TLAST } else { 0 }, beat.tid, &beat.tdata),
                None => put(word, 0, &Data::default()),
            }
            for port in 1..self.ports {
                let link = model.router(node, port);
                put(link_word(&link), 0, &link_data(&link, self.format));
            }
        }
    }

    fn trace(&mut self, view: &View<'_>) {
        let Some(node) = self.options.trace.map(|node| node as usize) else { return };
        let Inputs { tvalid, tdata, tlast, tdest, tready } = self.inputs[node];
        let width = self.format.width;
        let show = |tdata: &[u32], tlast| format!("{}{}", hex(tdata, width), if tlast { " last" } else { "" });
        let sent = if tvalid { format!("beat {} to {tdest}", show(&tdata[..width.div_ceil(32) as usize], tlast)) } else { "-".into() };
        self.observer.trace(&format!("user  {:>6} | {sent}{}", view.clock(), if tready { "; tready" } else { "" }));
        let wires = view.outputs(node, 0);
        let (tid, data) = (wires.data[1], &wires.data[2..]);
        let mut parts = Vec::new();
        if wires.control & TVALID != 0 {
            parts.push(format!("beat {} from {tid}", show(data, wires.control & TLAST != 0)));
        }
        if wires.control & TREADY != 0 {
            parts.push("tready".into());
        }
        parts.extend(trace::links(view, node, 1, 2, Some(self.format)));
        self.observer.trace(&format!("rtl   {}", trace::line(view, node, parts)));
    }
}

impl Director for Conductor<'_> {
    fn prepare(&mut self, view: &View<'_>, before: Option<&Totals>, next: &mut Frame) -> Result<Next, Error> {
        let clock = view.clock();
        self.clock = clock;
        pace::look(clock, self.observer)?;
        self.trace(view);
        let mut taken = 0;
        for node in 0..self.users.len() {
            let wires = view.outputs(node, 0);
            match self.users[node].see(wires.control & TREADY != 0) {
                Taken::Nothing => {}
                Taken::Beat => taken += 1,
                Taken::Last { valid } => {
                    taken += 1;
                    if !valid {
                        self.counts.dropped += 1;
                        self.dropped[node] = true;
                    }
                }
            }
            if wires.control & TVALID != 0 && self.inputs[node].tready {
                self.ledger.beat(clock, node, wires.data[1], wires.control & TLAST != 0, &wires.data[2..]);
            }
            self.errors[node] = view.errors(node) & DROPPED != 0;
        }
        self.counts.beats += taken;
        if let Some(totals) = before {
            self.pace.follow(clock, &Totals { started: taken, ..*totals });
        }
        let busy = self.in_flight() > 0;
        let go = self.pace.goes_on(clock, busy);
        if let Some(model) = &mut self.model {
            model.step(&self.inputs);
        }
        self.show_model(next);
        self.drive(next);
        Ok(if go { Next::Go } else { Next::Stop })
    }
}

/// The wires of a link but its data, as the low half of a [`PortWord`].
fn link_word(link: &Link) -> u32 {
    let flit = link.flit.map_or(0, |(vc, flit)| {
        let (head, tail) = match flit {
            Flit::Head { .. } => (1, 0),
            Flit::Beat { last, .. } => (0, u32::from(last)),
        };
        1 | head << 1 | tail << 2 | (vc as u32) << 4
    });
    flit | link.credit.map_or(0, |vc| 1 << 8 | (vc as u32) << 12)
}

/// Rule L4 for a head.
fn link_data(link: &Link, format: Format) -> Data {
    let mut data = Data::default();
    match link.flit {
        Some((_, Flit::Head { source, destination, bits })) => {
            let header = format.header_of(source, destination, bits);
            (data[0], data[1]) = (header as u32, (header >> 32) as u32);
        }
        Some((_, Flit::Beat { data: payload, .. })) => data = payload,
        None => {}
    }
    data
}
