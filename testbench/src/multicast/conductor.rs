//! What happens beside the Verilog in each clock: traffic, model, check of deliveries, reports and restarts, end of the run.

use torusmith_sim::multicast::{Network, Packet};
use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use super::MulticastSource;
use super::format::{Format, LOCAL1};
use super::ledger::Ledger;
use crate::Error;
use crate::binding::{Director, Frame, Next, Offer, Totals, View};
use crate::pace::{self, Pace};
use crate::testbench::{Observer, RunOptions};
use crate::trace;

/// Ports of a router.
pub(super) const PORTS: usize = 10;
/// So many times the watchdog's patience without a packet coming to its end is a network that turns on the spot.
const SPINNING: u64 = 30;

pub(super) struct Conductor<'a> {
    options: &'a RunOptions,
    source: &'a mut dyn MulticastSource,
    /// `None`: the Verilog alone.
    model: Option<&'a mut Network>,
    observer: &'a mut dyn Observer,
    nodes: usize,
    ledger: Ledger,
    /// Packets created in the clock that comes next.
    created: Vec<Packet>,
    jobs: Vec<Offer>,
    pub started: u64,
    pub evaluated: u64,
    pub pace: Pace,
    /// The last clock in which a packet came to its end, and how many had by then.
    ended: (u64, u64),
}

impl<'a> Conductor<'a> {
    /// `model` is in clock 0.
    pub fn new(
        format: Format,
        rdt: Rdt,
        options: &'a RunOptions,
        source: &'a mut dyn MulticastSource,
        model: Option<&'a mut Network>,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self {
            options,
            source,
            model,
            observer,
            nodes: rdt.nodes(),
            ledger: Ledger::new(format, rdt),
            created: Vec::new(),
            jobs: Vec::new(),
            started: 0,
            evaluated: 0,
            pace: Pace::new(options),
            ended: (0, 0),
        }
    }

    /// The frame of clock 0.
    pub fn first_frame(&mut self) -> Frame {
        let mut frame = Frame::default();
        self.create(&mut frame);
        self.show_model(&mut frame);
        frame
    }

    pub fn ledger(self) -> Ledger {
        self.ledger
    }

    /// What the interfaces are to send of themselves, and the packets of the frame's clock, go to the Verilog's queues with the frame; the model
    /// gets its packets when it is in that clock.
    fn create(&mut self, frame: &mut Frame) {
        frame.open = frame.clock < self.options.cycles;
        frame.skip_idle = self.options.skip_idle;
        self.created.clear();
        if frame.open {
            self.source.create(frame.clock, &mut self.created);
        }
        frame.inbox.append(&mut self.jobs);
        for &packet in &self.created {
            frame.inbox.push(self.ledger.expect(packet));
        }
        // What is sent on was known a clock earlier, and stays before the new packets of its node.
        frame.inbox.sort_by_key(|offer| offer.source);
    }

    /// The model's outputs in the clock it is in; the `error` bits with the last port.
    fn show_model(&mut self, frame: &mut Frame) {
        let Some(model) = &self.model else { return };
        frame.words.resize(self.nodes * PORTS, Default::default());
        frame.data.resize(self.nodes * PORTS, [0; 4]);
        for node in 0..self.nodes {
            for port in 0..PORTS {
                let at = node * PORTS + port;
                let state = model.outputs(node as u32, port as u8);
                let mut word = 0;
                if state.valid {
                    word = 1 | u64::from(state.head) << 1 | u64::from(state.tail) << 2 | u64::from(state.vc) << 4;
                    frame.data[at] = [0, 32, 64, 96].map(|shift| (state.data >> shift) as u32);
                }
                if state.credit_valid {
                    word |= 1 << 8 | u64::from(state.credit_vc) << 12;
                }
                frame.words[at].0 = word;
            }
            frame.words[node * PORTS + PORTS - 1].0 |= u64::from(model.error(node as u32)) << 16;
        }
    }

    /// Adds what was counted in a clock.
    pub fn count(&mut self, totals: &Totals) {
        self.started += totals.started;
        self.evaluated += totals.evaluated;
    }

    /// Packets that have begun to leave and not come to their end.
    pub fn in_flight(&self) -> u64 {
        self.started.saturating_sub(self.ledger.counts.ended())
    }

    /// Whether the clock after `clock` is still needed.
    fn goes_on(&mut self, clock: u64) -> bool {
        let ended = self.ledger.counts.ended();
        if ended != self.ended.1 {
            self.ended = (clock, ended);
        }
        // Unicasts whose reports were shot down too are lost (S2); no wire tells of it.
        let lost = self.model.as_ref().map_or(0, |model| model.totals().abandoned);
        let quiet = self.model.as_ref().is_none_or(|model| clock <= self.options.cycles || model.quiet());
        let busy = self.in_flight() > lost || !quiet;
        let go = self.pace.goes_on(clock, busy);
        let closed = self.options.cycles;
        if go && busy && clock > closed && clock - self.ended.0.max(closed) > SPINNING * self.options.watchdog {
            self.pace.dead_since = Some(self.ended.0);
            return false;
        }
        go
    }

    fn trace(&mut self, view: &View<'_>) {
        let Some(node) = self.options.trace else { return };
        if let Some(model) = &self.model {
            self.observer.trace(&format!("model {}", model.trace(node)));
        }
        self.observer.trace(&format!("rtl   {}", trace::outputs(view, node as usize, None)));
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
        self.trace(view);
        let go = self.goes_on(clock);
        for node in 0..self.nodes {
            for port in [0, LOCAL1] {
                self.ledger.see(clock, node as u32, port, view.outputs(node, port), &mut self.jobs);
            }
        }
        if let Some(model) = &mut self.model {
            if clock == self.options.cycles {
                model.close();
            }
            for &packet in &self.created {
                model.offer(packet)?;
            }
            model.step();
        }
        self.show_model(next);
        self.create(next);
        Ok(if go { Next::Go } else { Next::Stop })
    }
}
