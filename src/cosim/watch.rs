//! What watches a lock step: progress, trace, Ctrl-C, and the packets that the Verilog delivers.

use std::mem;

use indicatif::ProgressBar;
use torusmith_sim::engine::Delivery;
use torusmith_sim::stats::Latencies;
use torusmith_testbench::Observer;

use crate::packets::PacketList;
use crate::{interrupt, output};

/// The observer of all runs.
pub struct Watch {
    pub bar: ProgressBar,
    json: bool,
    cycles: u64,
    /// Latencies of the run so far.
    latencies: Latencies,
    /// Packets of the first run that has latencies.
    pub list: Option<PacketList>,
    failed: Option<anyhow::Error>,
}

impl Watch {
    pub fn new(bar: ProgressBar, json: bool) -> Self {
        Self { bar, json, cycles: 0, latencies: Latencies::default(), list: None, failed: None }
    }

    /// A run begins.
    pub fn begins(&mut self, name: String, cycles: u64) {
        self.cycles = cycles;
        self.bar.set_prefix(name);
        self.bar.set_length(cycles);
        self.bar.reset();
    }

    /// The latencies of a run that is over; its list of packets, if there is one, is put in place.
    pub fn ends(&mut self) -> anyhow::Result<Latencies> {
        self.list.take().map_or(Ok(()), PacketList::finish)?;
        Ok(mem::take(&mut self.latencies))
    }

    /// The error that ended a run, if it was not the run's.
    pub fn failed(&mut self) -> anyhow::Result<()> {
        self.failed.take().map_or(Ok(()), Err)
    }
}

impl Observer for Watch {
    fn progress(&mut self, clock: u64) {
        self.bar.set_position(clock.min(self.cycles));
    }

    /// Among the report's text, or beside its JSON.
    fn trace(&mut self, line: &str) {
        self.bar.suspend(|| if self.json { eprintln!("{line}") } else { _ = output::text(&format!("{line}\n")) });
    }

    fn arrived(&mut self, packets: &[Delivery]) {
        packets.iter().for_each(|delivery| self.latencies.add(delivery));
        if let Some(Err(e)) = self.list.as_mut().filter(|_| self.failed.is_none()).map(|list| list.add(packets)) {
            self.failed = Some(e);
        }
    }

    fn interrupted(&self) -> bool {
        interrupt::raised() || self.failed.is_some()
    }
}
