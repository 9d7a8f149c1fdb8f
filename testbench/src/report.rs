//! What a co-simulation found.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

/// What one protocol counts, beside what all do.
pub trait Counts: fmt::Debug + Clone + PartialEq + Serialize {
    /// Every packet that went in came to its end.
    fn settled(&self) -> bool;

    /// Packets to their own source, which enter no network.
    fn own(&self) -> u64 {
        0
    }
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunReport<C> {
    /// Clocks in which sources could start packets; less than asked for when the run ended early.
    pub cycles: u64,
    /// Clocks that it then took until the network was empty.
    pub drain_cycles: u64,
    /// Routers compared.
    pub routers: usize,
    /// Ports compared, each with all its signals, over all clocks. The two streams of a node are one port.
    pub comparisons: u64,
    /// Packets.
    #[serde(flatten)]
    pub counts: C,
    /// Ports that differed in the first clock with a difference.
    pub mismatches: u64,
    /// The first of them.
    pub first_divergence: Option<Divergence>,
    /// What was wrong with packets at their destinations.
    pub violations: Vec<String>,
    /// The network was dead: no flit moved any more though there were some.
    pub dead: Option<Dead>,
}

impl<C: Counts> RunReport<C> {
    /// Packets to their own source, which enter no network.
    pub fn own(&self) -> u64 {
        self.counts.own()
    }

    /// Nothing was wrong.
    pub fn good(&self) -> bool {
        self.mismatches == 0 && self.violations.is_empty() && self.dead.is_none() && self.counts.settled()
    }
}

/// What stepping alone did, for comparison with a co-simulation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stepped {
    /// Clocks.
    pub cycles: u64,
    /// Packets that entered the network.
    pub packets_injected: u64,
    /// Packets that came to their end.
    pub packets_delivered: u64,
    /// Routers times clocks in which they were evaluated.
    pub evaluations: u64,
}

/// The first difference between Verilog and model: the lowest node and port of the first clock that has one.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Divergence {
    /// Clock; clock 0 is the first out of reset.
    pub clock: u64,
    /// Node number of the router.
    pub node: u32,
    /// Its address.
    pub address: String,
    /// Port number.
    pub port: usize,
    /// Port name.
    pub port_name: String,
    /// Output of the Verilog module.
    pub signal: String,
    /// Its value by the model.
    pub expected: String,
    /// Its value in the Verilog.
    pub found: String,
    /// The whole port by the model.
    pub expected_port: String,
    /// The whole port in the Verilog.
    pub found_port: String,
    /// The last flits at this port before, oldest first; on them both agreed.
    pub recent: Vec<String>,
    /// Other ports that differ in this clock, at most eight.
    pub others: Vec<Elsewhere>,
    /// Waveform of the router and its neighbours around this clock.
    pub wave: Option<PathBuf>,
    /// Why there is none, or why it has another format than asked for.
    pub wave_note: Option<String>,
}

/// Another port with a difference in the same clock.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Elsewhere {
    /// Node number.
    pub node: u32,
    /// Its address.
    pub address: String,
    /// Port name.
    pub port_name: String,
    /// Output of the Verilog module.
    pub signal: String,
}

/// A network in which nothing moves.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Dead {
    /// The clock in which a flit moved last.
    pub since: u64,
    /// Packets in the network.
    pub packets: u64,
    /// By the model: a cycle of packets of which each waits for the next; empty where nobody waits for himself.
    pub waiting: Vec<String>,
}

/// `clock 118: router 37 (0211), port y+: out_tail is 0, expected 1 (...)`, then a line for each flit before.
impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { clock, node, address, port, port_name, signal, expected, found, .. } = self;
        writeln!(f, "clock {clock}: router {node} ({address}), port {port} ({port_name}): {signal} is {found}, expected {expected}")?;
        writeln!(f, "  expected {}", self.expected_port)?;
        write!(f, "  found    {}", self.found_port)?;
        for flit in &self.recent {
            write!(f, "\n  before   {flit}")?;
        }
        for other in &self.others {
            write!(f, "\n  also     router {} ({}), port {}: {}", other.node, other.address, other.port_name, other.signal)?;
        }
        if let Some(path) = &self.wave {
            write!(f, "\n  waveform {}", path.display())?;
        }
        if let Some(note) = &self.wave_note {
            write!(f, "\n  waveform: {note}")?;
        }
        Ok(())
    }
}
