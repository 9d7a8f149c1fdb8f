//! Work next to the Verilog in each clock: users, model, end of the run.

use torusmith_sim::engine::Delivery;

use crate::Error;
use crate::binding::{Director, Frame, Next, Totals, View};
use crate::options::{Observer, RunOptions};
use crate::pace::{self, Pace};
use crate::protocol::{Model, Protocol, Users};
use crate::sums::Sums;

pub(crate) struct Conductor<'a, P: Protocol> {
    options: &'a RunOptions,
    observer: &'a mut dyn Observer,
    pub users: P::Users,
    /// `None`: the Verilog alone.
    pub model: Option<P::Model>,
    pub sums: Sums,
    pub pace: Pace,
    arrived: Vec<Delivery>,
}

type FrameOf<P> = Frame<<<P as Protocol>::Users as Users>::Extras>;

impl<'a, P: Protocol> Conductor<'a, P> {
    /// `model` is in clock 0; a network is dead after `patience` clocks in which nothing moves.
    pub fn new(options: &'a RunOptions, patience: u64, users: P::Users, model: Option<P::Model>, observer: &'a mut dyn Observer) -> Self {
        Self { options, observer, users, model, sums: Sums::default(), pace: Pace::new(options, patience), arrived: Vec::new() }
    }

    /// The frame of clock 0.
    pub fn first_frame(&mut self) -> FrameOf<P> {
        let mut frame = Frame::default();
        self.fill(&mut frame);
        frame
    }

    /// Packets of the frame's clock go to the Verilog's queues with it; the model gets them when it is in that clock, and shows what it does
    /// in it before that.
    fn fill(&mut self, frame: &mut FrameOf<P>) {
        frame.open = frame.clock < self.options.cycles;
        frame.skip_idle = self.options.skip_idle;
        if let Some(model) = &mut self.model {
            model.show(frame);
        }
        self.users.drive(frame);
    }

    fn trace(&mut self, view: &View<'_>) {
        let Some(node) = self.options.trace else { return };
        if let Some(line) = self.model.as_ref().and_then(|model| model.trace(node)) {
            self.observer.trace(&line);
        }
        for line in self.users.trace(view, node) {
            self.observer.trace(&line);
        }
    }

    /// Whether the clock after `clock` is still needed.
    fn goes_on(&mut self, clock: u64) -> bool {
        let packets = self.users.packets(&self.sums);
        let over = self.users.over(&self.sums);
        let open = clock <= self.options.cycles && !over;
        let (lost, quiet) = self.model.as_ref().map_or((0, true), |model| (model.lost(), open || model.quiet()));
        let busy = packets.in_flight() > lost || !quiet || !(open || self.users.settled());
        if over && !busy {
            self.pace.over(clock);
        }
        self.pace.goes_on(clock, busy, packets.ended)
    }
}

impl<P: Protocol> Director for Conductor<'_, P> {
    type Extras = <P::Users as Users>::Extras;

    fn prepare(&mut self, view: &View<'_>, before: Option<&Totals>, next: &mut FrameOf<P>) -> Result<Next, Error> {
        let clock = view.clock();
        pace::look(clock, self.observer)?;
        self.trace(view);
        let taken = self.users.see(view, self.model.is_some());
        self.users.take_arrived(&mut self.arrived);
        if !self.arrived.is_empty() {
            self.observer.arrived(&self.arrived);
            self.arrived.clear();
        }
        if let Some(totals) = before {
            self.sums.add(totals);
            self.pace.follow(clock, totals.moved + totals.started + taken);
        }
        let go = self.goes_on(clock) && !self.users.failed();
        if let Some(model) = &mut self.model {
            if clock == self.options.cycles {
                model.close();
            }
            model.step(self.users.given())?;
        }
        self.fill(next);
        Ok(if go { Next::Go } else { Next::Stop })
    }
}
