//! `torusmith cosim --interface axi`: Verilog and model with AXI4-Stream interfaces at the local ports.

use std::path::Path;

use anyhow::bail;
use clap::Args as ClapArgs;
use serde::Serialize;
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Lengths, TrafficOptions};
use torusmith_testbench::{AxiCosimOptions, AxiRunReport, CosimOptions, Design, Observer, Scope, Testbench, UserOptions, check_axi};

use crate::cosim::{Args, Watch, opened};
use crate::exit::Verdict;
use crate::{output, progress};

/// Flits of packets unless something else is asked for, each as often: a head, and 1 to 63 beats.
const LENGTHS: [usize; 6] = [2, 2, 3, 5, 16, 64];

/// What stands at the local ports, and what its users do.
#[derive(Debug, ClapArgs)]
pub struct AxiArgs {
    /// What stands at the local ports: flit (flits and credits), axi (AXI4-Stream, docs/axi_interface.md) [default: flit]
    #[arg(long, value_name = "INTERFACE")]
    interface: Option<String>,
    /// Interface axi: probability that a master pauses before a beat, in half of its packets, 0..0.99 [default: 0.25]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    tvalid_pause: Option<String>,
    /// Interface axi: probability that a slave is not ready in a clock, in half of the spans of 64 clocks, 0..0.99 [default: 0.25]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    tready_pause: Option<String>,
    /// Interface axi: part of the packets that go to their own node or to no node, and must be dropped, 0..1 [default: 0.02]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    wrong_destination: Option<String>,
}

impl AxiArgs {
    /// Whether AXI4-Stream interfaces are asked for.
    pub fn is_axi(&self) -> anyhow::Result<bool> {
        match self.interface.as_deref() {
            None | Some("flit") => Ok(false),
            Some("axi") => Ok(true),
            Some(other) => bail!("interface = {other} is not allowed; allowed: flit, axi"),
        }
    }

    /// Refuses what only users of streams do.
    pub fn none(&self) -> anyhow::Result<()> {
        let given =
            [("tvalid-pause", &self.tvalid_pause), ("tready-pause", &self.tready_pause), ("wrong-destination", &self.wrong_destination)];
        for (field, value) in given {
            if let Some(value) = value {
                bail!("{field} = {value} is not allowed with interface flit; allowed with interface axi");
            }
        }
        Ok(())
    }

    /// Refuses another interface than that of the design in `dir`.
    pub fn agree_with(&self, design: &Design, dir: &Path) -> anyhow::Result<()> {
        let there = if design.axi { "axi" } else { "flit" };
        self.is_axi()?;
        match self.interface.as_deref() {
            Some(asked) if asked != there => bail!("interface = {asked} is not allowed; {} has {there}", dir.display()),
            _ => Ok(()),
        }
    }

    fn users(&self) -> anyhow::Result<UserOptions> {
        let probability = |field: &str, given: &Option<String>, default: f64| match given {
            None => Ok(default),
            Some(text) => match text.trim().parse::<f64>() {
                Ok(p) => Ok(p),
                Err(_) => bail!("{field} = {text} is not allowed; allowed: a probability"),
            },
        };
        let UserOptions { tvalid_pause, tready_pause, wrong_destination } = UserOptions::default();
        Ok(UserOptions {
            tvalid_pause: probability("tvalid-pause", &self.tvalid_pause, tvalid_pause)?,
            tready_pause: probability("tready-pause", &self.tready_pause, tready_pause)?,
            wrong_destination: probability("wrong-destination", &self.wrong_destination, wrong_destination)?,
        })
    }
}

/// The JSON of `cosim` with AXI4-Stream interfaces (docs/cli.md).
#[derive(Serialize)]
struct Report {
    #[serde(rename = "match")]
    matched: bool,
    mismatches: u64,
    network: String,
    scope: &'static str,
    interface: &'static str,
    flit_width: u32,
    tvalid_pause: f64,
    tready_pause: f64,
    wrong_destination: f64,
    runs: Vec<Run>,
}

#[derive(Serialize)]
struct Run {
    pattern: String,
    rate: f64,
    #[serde(flatten)]
    run: AxiRunReport,
}

/// Runs the patterns on a design with AXI4-Stream interfaces, up to the first that is not good.
pub fn run(args: &Args, design: &Design, traffic: Vec<TrafficOptions>, options: CosimOptions) -> anyhow::Result<Verdict> {
    if let Some(engine) = args.engine.engine.filter(|&engine| engine != EngineKind::Reference) {
        bail!("engine = {engine} is not allowed with interface axi; allowed: reference");
    }
    let users = args.axi.users()?;
    let lengths = args.traffic.packet_flits.is_none().then(|| Lengths::any_of(&LENGTHS)).transpose()?;
    let with_lengths = |traffic: TrafficOptions| TrafficOptions { lengths: lengths.clone().unwrap_or(traffic.lengths), ..traffic };
    let all: Vec<AxiCosimOptions> = traffic
        .into_iter()
        .map(|traffic| AxiCosimOptions { traffic: with_lengths(traffic), users, run: options.run.clone(), wave: options.wave.clone() })
        .collect();
    all.iter().try_for_each(|options| check_axi(design, options))?;
    let bench = opened(design, options.run.cycles, all.len())?;
    let report = runs(&bench, &all, args.report.json)?;
    if args.report.json {
        output::json(&report)?
    } else {
        output::text(&human(&report))?
    }
    Ok(if report.matched { Verdict::Good } else { Verdict::Bad })
}

fn runs(bench: &Testbench, all: &[AxiCosimOptions], json: bool) -> anyhow::Result<Report> {
    let design = bench.design();
    let AxiCosimOptions { users, run, .. } = &all[0];
    let cycles = run.cycles;
    let mut observer = Watch { bar: progress::bar(cycles, "clocks"), json, cycles };
    let mut report = Report {
        matched: true,
        mismatches: 0,
        network: design.network.to_string(),
        scope: match design.scope {
            Scope::Router => "router",
            Scope::Network => "network",
        },
        interface: "axi",
        flit_width: design.flit_width,
        tvalid_pause: users.tvalid_pause,
        tready_pause: users.tready_pause,
        wrong_destination: users.wrong_destination,
        runs: Vec::new(),
    };
    for (index, options) in all.iter().enumerate() {
        let pattern = options.traffic.pattern.name();
        observer.run(index, pattern);
        let run = bench.cosim_axi(options, &mut observer)?;
        report.matched &= run.good();
        report.mismatches += run.mismatches;
        report.runs.push(Run { pattern: pattern.into(), rate: options.traffic.rate, run });
        if !report.matched {
            break;
        }
    }
    observer.bar.finish_and_clear();
    Ok(report)
}

fn human(report: &Report) -> String {
    let header = [
        "pattern",
        "rate",
        "clocks",
        "drain",
        "nodes",
        "ports compared",
        "injected",
        "delivered",
        "dropped",
        "queued",
        "beats in",
        "beats out",
        "mismatches",
        "",
    ];
    let rows = report.runs.iter().map(|Run { pattern, rate, run }| {
        let verdict = if run.good() { "match" } else { "DIFFERS" };
        let verdict = if run.dead.is_some() { "DEAD" } else { verdict };
        let numbers = [
            run.cycles,
            run.drain_cycles,
            run.routers as u64,
            run.comparisons,
            run.packets_injected,
            run.packets_delivered,
            run.packets_dropped,
            run.packets_queued,
            run.beats[0],
            run.beats[1],
            run.mismatches,
        ];
        [pattern.clone(), rate.to_string()].into_iter().chain(numbers.map(|n| n.to_string())).chain([verdict.to_owned()]).collect()
    });
    let mut text = output::table(&header, rows);
    for Run { pattern, run, .. } in &report.runs {
        if let Some(first) = &run.first_divergence {
            text += &format!("{pattern}, first difference:\n{first}\n");
        }
        run.violations.iter().for_each(|violation| text += &format!("{pattern}: {violation}\n"));
        if let Some(dead) = &run.dead {
            text += &format!("{pattern}: network dead, {} packets in it, nothing moved since clock {}\n", dead.packets, dead.since);
        }
    }
    if report.matched {
        let compared: u64 = report.runs.iter().map(|run| run.run.comparisons).sum();
        text += &format!("{} ({}, AXI4-Stream): Verilog and model agree at {compared} ports and clocks.\n", report.network, report.scope);
    }
    text
}
