//! The Verilog by itself, without a model: every packet once, whole and at its node, and what must hold on every link at any timing.

use torusmith_design::Scope;
use torusmith_sim::engine::{Delivery, Packet};

use super::Plain;
use super::counts::PlainCounts;
use super::users;
use super::watch::Watch;
use crate::Error;
use crate::binding::{Flit, Frame, Heads, View};
use crate::manifest::Design;
use crate::protocol::{self, ClockView, Ports, Protocol, Signal};
use crate::sums::{Packets, Sums};

/// Packets of flits, checked by themselves. The engine of the traffic has no part in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ByPackets(pub Plain);

impl Protocol for ByPackets {
    type Counts = PlainCounts;
    type Users = Users;
    type Model = NoModel;

    fn check(&self, design: &Design) -> Result<(), Error> {
        if design.manifest.scope == Scope::Network {
            return Err(Error::Option { field: "compare", value: "packets with scope network".into(), allowed: "scope router".into() });
        }
        self.0.check(design)
    }

    fn users(&self, design: &Design) -> Result<Users, Error> {
        Ok(Users { inner: self.0.users(design)?, watch: Watch::new(design)?, clock: 0 })
    }

    fn model(&self, _design: &Design) -> Result<NoModel, Error> {
        Ok(NoModel)
    }
}

/// The sources and sinks of plain routers, and the watch on all links.
pub struct Users {
    inner: users::Users,
    watch: Watch,
    clock: u64,
}

impl protocol::Users for Users {
    type Input = Packet;
    type Extras = Heads;
    type Counts = PlainCounts;

    fn drive(&mut self, frame: &mut Frame<Heads>) {
        self.inner.drive(frame);
    }

    fn given(&self) -> &[Packet] {
        self.inner.given()
    }

    fn see(&mut self, view: &View<'_>, model: bool) -> u64 {
        self.clock = view.clock();
        self.watch.clock(view);
        self.inner.see(view, model)
    }

    fn take_arrived(&mut self, into: &mut Vec<Delivery>) {
        self.inner.take_arrived(into);
    }

    fn packets(&mut self, sums: &Sums) -> Packets {
        self.inner.packets(sums)
    }

    fn over(&self, sums: &Sums) -> bool {
        self.inner.over(sums)
    }

    fn settled(&self) -> bool {
        self.watch.settled(self.clock)
    }

    fn failed(&self) -> bool {
        !self.watch.violations.is_empty() || self.inner.wrong()
    }

    fn trace(&self, view: &View<'_>, node: u32) -> Vec<String> {
        self.inner.trace(view, node)
    }

    fn counts(mut self, sums: &Sums, queued: u64, lost: u64) -> (PlainCounts, Vec<String>) {
        if !self.failed() {
            self.watch.leftovers();
        }
        let (counts, more) = self.inner.counts(sums, queued, lost);
        let mut violations = self.watch.violations;
        violations.extend(more);
        (counts, violations)
    }
}

/// Shows nothing, so that nothing is compared.
pub struct NoModel;

impl protocol::Model for NoModel {
    type Input = Packet;
    type Extras = Heads;

    fn show(&mut self, frame: &mut Frame<Heads>) {
        frame.words.clear();
    }

    fn step(&mut self, _given: &[Packet]) -> Result<(), Error> {
        Ok(())
    }

    fn ports<'a>(&'a self, _scene: ClockView<'a, Heads>) -> Box<dyn Ports + 'a> {
        Box::new(NoPorts)
    }
}

struct NoPorts;

impl Ports for NoPorts {
    fn signals(&self, _at: usize) -> Vec<Signal> {
        Vec::new()
    }

    fn expected(&self, _at: usize) -> String {
        String::new()
    }

    fn found(&self, _at: usize) -> String {
        String::new()
    }

    fn before(&self, _at: usize, _flit: &Flit) -> String {
        String::new()
    }
}
