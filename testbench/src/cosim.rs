//! Verilog and model side by side, whatever the protocol.

use torusmith_sim::engine::Engine;

use crate::binding::{Net, View, run};
use crate::conductor::Conductor;
use crate::divergence::{self, FirstDifference};
use crate::options::{Observer, RunOptions, Silent};
use crate::plain::{self, PacketSource, Plain};
use crate::protocol::{ClockView, Model, Protocol, Users};
use crate::report::{Dead, RunReport, Stepped};
use crate::testbench::Testbench;
use crate::{Design, Error, wave};

/// The settings that a design cannot be run with, before anything is built.
///
/// # Errors
/// [`Error::Option`] or [`Error::Model`] with what is wrong, [`Error::Folder`] for a design of another kind.
pub fn check(design: &Design, protocol: &impl Protocol, options: &RunOptions) -> Result<(), Error> {
    options.check(design.network.routers())?;
    protocol.check(design)
}

impl Testbench {
    /// Runs Verilog and model through the same traffic, compares all outputs in every clock, checks what arrives, and lets the network run empty at
    /// the end. A difference ends the run; it is no error.
    ///
    /// # Errors
    /// As [`check`]; [`Error::Stopped`] when the Verilog stops by itself, [`Error::Interrupted`], [`Error::Io`], [`Error::Unexplained`].
    pub fn cosim<P: Protocol>(
        &self,
        protocol: &P,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<RunReport<P::Counts>, Error> {
        check(self.design(), protocol, options)?;
        let (users, model) = (protocol.users(self.design())?, protocol.model(self.design())?);
        let conductor = Conductor::new(options, protocol.patience(options.watchdog), users, Some(model), observer);
        let mut report = self.lock_step::<P>(conductor, options)?;
        if let (Some(divergence), Some(path)) = (&mut report.first_divergence, &options.wave) {
            wave::record(self, protocol, divergence, options, path)?;
        }
        Ok(report)
    }

    /// Runs a plain router in lock step with any packets and any model, and without a waveform.
    ///
    /// # Errors
    /// As [`Testbench::cosim`].
    pub fn run(
        &self,
        packets: Box<dyn PacketSource>,
        model: Box<dyn Engine>,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<RunReport<<Plain as Protocol>::Counts>, Error> {
        let design = self.design();
        let (users, model) = (plain::Users::new(design, packets)?, plain::Model::new(design, model));
        self.lock_step::<Plain>(Conductor::new(options, options.watchdog, users, Some(model), observer), options)
    }

    /// Steps the same instances through the same traffic with links and network interfaces, but without model and comparison.
    ///
    /// # Errors
    /// As [`Testbench::cosim`].
    pub fn step<P: Protocol>(&self, protocol: &P, options: &RunOptions) -> Result<Stepped, Error> {
        check(self.design(), protocol, options)?;
        let mut silent = Silent;
        let users = protocol.users(self.design())?;
        let mut conductor = Conductor::<P>::new(options, protocol.patience(options.watchdog), users, None, &mut silent);
        let mut net = self.net()?;
        conductor.users.attach(&mut net)?;
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.threads, first, &mut conductor)?;
        conductor.sums.add(&totals);
        let packets = conductor.users.packets(&conductor.sums);
        Ok(Stepped {
            cycles: frame.clock + 1,
            packets_injected: packets.started,
            packets_delivered: packets.ended,
            evaluations: conductor.sums.evaluated,
        })
    }

    fn lock_step<P: Protocol>(&self, mut conductor: Conductor<'_, P>, options: &RunOptions) -> Result<RunReport<P::Counts>, Error> {
        let mut net = self.net()?;
        conductor.users.attach(&mut net)?;
        let first = conductor.first_frame();
        let (frame, totals) = run(&mut net, options.threads, first, &mut conductor)?;
        conductor.sums.add(&totals);
        let Conductor { mut users, model, sums, pace, .. } = conductor;
        let model = model.expect("a conductor with a model");
        let first_divergence = match totals.differences {
            0 => None,
            _ => {
                let found = self.found(&mut net, frame.clock, frame.words.len(), totals.first as usize);
                let scene = ClockView { design: self.design(), view: View::new(&mut net, frame.clock), frame: &frame };
                Some(divergence::describe(self.design(), &found, &*model.ports(scene))?)
            }
        };
        let packets = users.packets(&sums).in_flight();
        let network = &self.design().network;
        let dead = pace.dead_since.map(|since| Dead { since, packets, waiting: model.waiting(network, since) });
        users.settle(&mut net, model.dropped());
        let whole = totals.differences == 0 && dead.is_none();
        if whole {
            users.end(frame.clock);
        }
        let (counts, mut violations) = users.counts(&sums, net.queued(), model.lost());
        if whole && violations.is_empty() {
            violations.extend(model.leftover());
        }
        let clocks = frame.clock + 1;
        Ok(RunReport {
            cycles: clocks.min(options.cycles),
            drain_cycles: clocks.saturating_sub(options.cycles),
            routers: network.routers(),
            comparisons: clocks * (self.design().places() * self.design().ports_compared()) as u64,
            counts,
            mismatches: totals.differences,
            first_divergence,
            violations,
            dead,
        })
    }

    fn found(&self, net: &mut Net, clock: u64, words: usize, first: usize) -> FirstDifference {
        let ports = self.design().ports_compared();
        FirstDifference { clock, words, first, recent: net.recent(first / ports, first % ports) }
    }
}
