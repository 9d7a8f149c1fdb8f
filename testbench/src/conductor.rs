//! What happens beside the Verilog in each clock: traffic, model, check of deliveries, end of the run.

use torusmith_sim::engine::{Delivery, Engine, Head, Packet, PortWord};
use torusmith_sim::watchdog::Dead;

use crate::binding::{Director, Frame, Next, Offer, Rewritten, Totals, View};
use crate::flits::Format;
use crate::pace::{self, Pace};
use crate::receive::Receiver;
use crate::testbench::{Observer, PacketSource, RunOptions, Testbench, compared_words};
use crate::{Error, trace};

pub(crate) struct Conductor<'a> {
    bench: &'a Testbench,
    format: Format,
    options: &'a RunOptions,
    source: &'a mut dyn PacketSource,
    model: Option<Model<'a>>,
    observer: &'a mut dyn Observer,
    /// Packets created in the clock that comes next.
    created: Vec<Packet>,
    started: u64,
    finished: u64,
    evaluated: u64,
    pace: Pace,
}

/// The model's side, and what is only done when there is one.
struct Model<'a> {
    engine: &'a mut dyn Engine,
    words: Vec<PortWord>,
    heads: Vec<Head>,
    deliveries: Vec<Delivery>,
    receiver: Receiver,
    packets: Vec<Packet>,
}

/// What the conductor knows when the run is over.
#[derive(Default)]
pub(crate) struct Outcome {
    pub started: u64,
    pub in_flight: u64,
    pub delivered: u64,
    pub evaluated: u64,
    pub violations: Vec<String>,
    pub packets: Vec<Packet>,
    pub dead_since: Option<u64>,
    pub waiting: Vec<String>,
}

impl<'a> Conductor<'a> {
    /// `engine` is in clock 0; without one the Verilog is only stepped.
    pub(crate) fn new(
        bench: &'a Testbench,
        options: &'a RunOptions,
        source: &'a mut dyn PacketSource,
        engine: Option<&'a mut dyn Engine>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        let design = bench.design();
        let (nodes, vcs, format) = (design.network.nodes(), design.config.vcs, bench.format());
        let model = engine.map(|engine| Model {
            engine,
            words: vec![PortWord::default(); nodes * design.network.ports()],
            heads: Vec::new(),
            deliveries: Vec::new(),
            receiver: Receiver::new(format, nodes, vcs),
            packets: Vec::new(),
        });
        let created = Vec::new();
        let pace = Pace::new(options);
        Self { bench, format, options, source, model, observer, created, started: 0, finished: 0, evaluated: 0, pace }
    }

    /// The frame of clock 0.
    pub(crate) fn first_frame(&mut self) -> Frame {
        let mut frame = Frame { skip_idle: self.options.skip_idle, ..Frame::default() };
        self.create(&mut frame);
        self.show_model(&mut frame);
        frame
    }

    /// Packets of the frame's clock go to the Verilog's queues with it; the model gets them when it is in that clock.
    fn create(&mut self, frame: &mut Frame) {
        frame.open = frame.clock < self.options.cycles;
        frame.skip_idle = self.options.skip_idle;
        self.created.clear();
        if frame.open {
            self.source.create(frame.clock, &mut self.created);
        }
        let format = self.format;
        frame.inbox.extend(self.created.iter().map(|p| {
            let header = format.header(p, p.bits);
            Offer { number: p.number, source: p.source, header, second: 0, flits: p.flits.into(), flags: 0 }
        }));
        if let Some(model) = &mut self.model {
            model.packets.extend_from_slice(&self.created);
            self.created.iter().for_each(|&p| model.receiver.expect(p));
        }
    }

    /// The model's outputs in the clock it is in.
    fn show_model(&mut self, frame: &mut Frame) {
        if let Some(model) = &mut self.model {
            model.engine.outputs(&mut model.words);
            let design = self.bench.design();
            let (ports, compared) = (design.network.ports(), design.ports_compared());
            compared_words(&model.words, ports, compared, &mut frame.words);
            model.engine.heads(&mut model.heads);
            let rewritten = |head: &Head| {
                let (node, port) = (head.at as usize / ports, head.at as usize % ports);
                let packet = &model.packets[model.words[head.at as usize].packet() as usize];
                let at = (node * compared + port) as u64;
                (port < compared).then(|| Rewritten { at, header: self.format.header(packet, head.bits) })
            };
            frame.heads.clear();
            frame.heads.extend(model.heads.iter().filter_map(rewritten));
        }
    }

    /// Adds what was counted in a clock.
    pub(crate) fn count(&mut self, totals: &Totals) {
        self.started += totals.started;
        self.finished += totals.finished;
        self.evaluated += totals.evaluated;
    }

    fn in_flight(&self) -> u64 {
        self.started.saturating_sub(self.finished)
    }

    /// What is known at the end of the run.
    pub(crate) fn finish(self) -> Outcome {
        let in_flight = self.in_flight();
        let mut outcome = Outcome { started: self.started, in_flight, evaluated: self.evaluated, ..Outcome::default() };
        outcome.dead_since = self.pace.dead_since;
        if let Some(model) = self.model {
            if let Some(since) = outcome.dead_since {
                let network = &self.bench.design().network;
                outcome.waiting = Dead::new(&*model.engine, &network.graph(), since).describe(network);
            }
            outcome.delivered = model.receiver.delivered;
            outcome.violations = model.receiver.violations;
            outcome.packets = model.packets;
        }
        outcome
    }
}

impl Director for Conductor<'_> {
    fn prepare(&mut self, view: &View<'_>, before: Option<&Totals>, next: &mut Frame) -> Result<Next, Error> {
        let clock = view.clock();
        pace::look(clock, self.observer)?;
        if let Some(totals) = before {
            self.count(totals);
            self.pace.follow(clock, totals);
        }
        let busy = self.in_flight() > 0;
        let go = self.pace.goes_on(clock, busy);
        if let Some(model) = &mut self.model {
            if clock == self.options.cycles {
                model.engine.close();
            }
            self.created.iter().for_each(|&packet| model.engine.offer(packet));
            if let Some(node) = self.options.trace {
                self.observer.trace(&format!("model {}", model.engine.trace(node as usize)));
            }
            model.engine.step();
            model.engine.take_deliveries(&mut model.deliveries);
            model.deliveries.clear();
            for node in 0..view.nodes() {
                model.receiver.flit(clock, node, view.outputs(node, 0));
            }
        }
        if let Some(node) = self.options.trace {
            self.observer.trace(&format!("rtl   {}", trace::outputs(view, node as usize, Some(self.format))));
        }
        self.show_model(next);
        self.create(next);
        Ok(if go { Next::Go } else { Next::Stop })
    }
}
