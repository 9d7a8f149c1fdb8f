//! How a run is made, and who watches it.

use std::path::PathBuf;

use torusmith_sim::engine::Delivery;

use crate::Error;

/// How a run is made.
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// Clocks in which sources may start packets.
    pub cycles: u64,
    /// Threads that step the Verilog; results do not depend on it.
    pub threads: usize,
    /// Do not evaluate instances that cannot change: their inputs are those of the clock before, and the edge of that clock
    /// left every bit of them as it was.
    pub skip_idle: bool,
    /// A network is dead when for so many clocks there were packets in it and no flit moved.
    pub watchdog: u64,
    /// Trace this node.
    pub trace: Option<u32>,
    /// Where to write the waveform of the first difference: `.vcd` or `.fst`.
    pub wave: Option<PathBuf>,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { cycles: 20_000, threads: 1, skip_idle: true, watchdog: 1000, trace: None, wave: None }
    }
}

impl RunOptions {
    /// Refuses what no network of so many nodes can be run with.
    pub(crate) fn check(&self, nodes: usize) -> Result<(), Error> {
        if self.cycles == 0 {
            return Err(Error::Option { field: "cycles", value: "0".into(), allowed: "1 and more".into() });
        }
        match self.trace.filter(|&node| node as usize >= nodes) {
            Some(node) => Err(Error::Option { field: "trace", value: node.to_string(), allowed: format!("0 to {}", nodes - 1) }),
            None => Ok(()),
        }
    }
}

/// Receiver of a run's progress.
pub trait Observer {
    /// Called every so many clocks.
    fn progress(&mut self, _clock: u64) {}

    /// A line of the trace.
    fn trace(&mut self, _line: &str) {}

    /// Packets that the Verilog has delivered in a clock, with its clocks, in the order of routers and ports. Of plain routers with sources alone.
    fn arrived(&mut self, _packets: &[Delivery]) {}

    /// The run is to end; looked at every so many clocks.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Watches nothing.
pub struct Silent;

impl Observer for Silent {}
