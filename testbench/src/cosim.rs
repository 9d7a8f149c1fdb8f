//! The co-simulation of a generated design under a list of traffic patterns.

use std::path::{Path, PathBuf};

use torusmith_sim::engine::Packet;
use torusmith_sim::routing::{NetworkRouting, for_network};
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Lengths, Pattern, Traffic, TrafficOptions};

use crate::Error;
use crate::build::Builder;
use crate::manifest::Scope;
use crate::report::{Report, RunReport};
use crate::testbench::{Observer, PacketSource, RunOptions, Stepped, Testbench};

/// What to run.
#[derive(Debug, Clone)]
pub struct CosimOptions {
    /// The patterns, one run each.
    pub traffic: Vec<Pattern>,
    /// Offered load in flits a node and clock, 0..=1.
    pub rate: f64,
    /// Packet lengths.
    pub lengths: Lengths,
    /// Seed of the traffic.
    pub seed: u64,
    /// The model.
    pub engine: EngineKind,
    /// Length, threads, trace.
    pub run: RunOptions,
    /// Where to write the waveform of the first difference: `.vcd` or `.fst`.
    pub wave: Option<PathBuf>,
}

impl Default for CosimOptions {
    /// The README's example: all patterns at 0.03, 20,000 clocks.
    fn default() -> Self {
        Self {
            traffic: Pattern::ALL.to_vec(),
            rate: 0.03,
            lengths: Lengths::default(),
            seed: 1,
            engine: EngineKind::Fast,
            run: RunOptions::default(),
            wave: None,
        }
    }
}

/// Builds the design in a folder that `generate` wrote and runs it against the model; ends with the first run that is not good.
///
/// # Errors
/// Everything that keeps a run from being made: [`Error::Model`] for traffic that the network cannot have, [`Error::Folder`],
/// [`Error::Tool`], [`Error::Io`], [`Error::Stopped`], [`Error::Interrupted`].
pub fn cosim(dir: &Path, builder: &Builder, options: &CosimOptions, observer: &mut dyn Observer) -> Result<Report, Error> {
    check(&crate::Design::open(dir)?, options)?;
    let clocks = options.run.cycles.saturating_mul(options.traffic.len() as u64);
    Testbench::open(dir, &builder.expecting(clocks))?.cosim(options, observer)
}

/// The settings that a design cannot be run with, before anything is built.
fn check(design: &crate::Design, options: &CosimOptions) -> Result<(), Error> {
    if design.axi {
        return Err(Error::folder(&design.dir, "has AXI4-Stream interfaces at the local ports, and not flits and credits"));
    }
    if options.run.cycles == 0 {
        return Err(Error::Option { field: "cycles", value: "0".into(), allowed: "1 and more".into() });
    }
    if let Some(node) = options.run.trace.filter(|&node| node as usize >= design.network.nodes()) {
        return Err(Error::Option { field: "trace", value: node.to_string(), allowed: format!("0..{}", design.network.nodes() - 1) });
    }
    for &pattern in &options.traffic {
        source(design, options, pattern)?;
    }
    Ok(())
}

pub(crate) fn routing(design: &crate::Design) -> Result<NetworkRouting, Error> {
    Ok(for_network(&design.network, design.routing_options(), design.config.vcs)?)
}

fn source(design: &crate::Design, options: &CosimOptions, pattern: Pattern) -> Result<Traffic<NetworkRouting>, Error> {
    let traffic = TrafficOptions { pattern, rate: options.rate, lengths: options.lengths.clone(), seed: options.seed };
    Ok(Traffic::new(&design.network, routing(design)?, &traffic)?)
}

impl PacketSource for Traffic<NetworkRouting> {
    fn create(&mut self, clock: u64, into: &mut Vec<Packet>) {
        self.packets_at(clock, |packet| into.push(packet));
    }
}

impl Testbench {
    /// As [`cosim`], of a design that is loaded already.
    ///
    /// # Errors
    /// As [`cosim`].
    pub fn cosim(&self, options: &CosimOptions, observer: &mut dyn Observer) -> Result<Report, Error> {
        let design = self.design();
        check(design, options)?;
        let mut runs: Vec<RunReport> = Vec::new();
        for (index, &pattern) in options.traffic.iter().enumerate() {
            observer.run(index, &pattern.to_string());
            let mut engine = options.engine.build(&design.network.graph(), routing(design)?, design.config, true)?;
            let mut traffic = source(design, options, pattern)?;
            let mut run = self.run(&options.run, &pattern.to_string(), &mut traffic, engine.as_mut(), observer)?;
            if let (Some(divergence), Some(path)) = (&mut run.first_divergence, &options.wave) {
                self.add_wave(divergence, &options.run, &mut source(design, options, pattern)?, path)?;
            }
            let good = run.good();
            runs.push(run);
            if !good {
                break;
            }
        }
        Ok(Report {
            matched: runs.iter().all(RunReport::good),
            mismatches: runs.iter().map(|run| run.mismatches).sum(),
            network: design.network.to_string(),
            scope: match design.scope {
                Scope::Router => "router",
                Scope::Network => "network",
            },
            engine: options.engine.to_string(),
            runs,
        })
    }

    /// Steps the Verilog alone through the traffic of the first pattern; see [`Testbench::step_only`].
    ///
    /// # Errors
    /// As [`cosim`].
    pub fn step_traffic(&self, options: &CosimOptions) -> Result<Stepped, Error> {
        check(self.design(), options)?;
        let pattern = options.traffic.first().copied().unwrap_or(Pattern::Uniform);
        self.step_only(&options.run, &mut source(self.design(), options, pattern)?)
    }
}
