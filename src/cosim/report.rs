//! Result of `cosim`, in JSON (docs/cli.md) and as text, for all protocols.

use serde::Serialize;
use torusmith_design::Scope;
use torusmith_papers::figures::{Histograms, Latencies};
use torusmith_sim::stats;
use torusmith_sim::traffic::Pattern;
use torusmith_synthesis::Mapping;
use torusmith_testbench::{Alone, Design, Protocol, RunReport};

use super::measured::Measured;
use crate::coverage::CoverageSummary;
use crate::exit::Verdict;
use crate::outcome::{Case, Outcome, verdict};
use crate::{latencies, output};

/// How the runs of a protocol are told of.
pub trait ReportedProtocol: Protocol {
    /// Fields of the JSON that are the same for all runs.
    type Settings: Serialize;
    /// Fields of a run's JSON that say what was asked for.
    type Asked: Serialize;

    /// Columns of the table.
    const COLUMNS: &[&str];
    /// Of a run that is good.
    const GOOD: &str = "match";
    /// Of a run that is not.
    const BAD: &str = "DIFFERS";
    /// Ports, clock by clock, in the table.
    const PORTS: &str = "ports compared";
    /// Event that is missing in a dead network.
    const STANDSTILL: &str = "nothing moved";

    /// The settings, of which all runs have the same.
    fn settings(&self, design: &Design) -> Self::Settings;

    /// Settings of the run.
    fn asked(&self) -> Self::Asked;

    /// Pattern and rate; a trace has none.
    fn traffic(&self) -> (Pattern, Option<f64>);

    /// Name of the run.
    fn name(&self) -> String {
        self.traffic().0.name().into()
    }

    /// Clocks in which its packets start, where not those that were asked for.
    fn cycles(&self) -> Option<u64> {
        None
    }

    /// The latencies of its packets are known.
    fn has_latencies(&self) -> bool {
        false
    }

    /// The numbers in the columns.
    fn numbers(counts: &Self::Counts) -> Vec<u64>;

    /// Round trips and rates of a run, where they are measured.
    fn measured(_: &Design, _: &RunReport<Self::Counts>) -> Option<Measured> {
        None
    }

    /// Compared signals, if all agree.
    fn compared(scope: &str) -> String;

    /// That all is well, so many ports and clocks.
    fn agreed(compared: u64) -> String {
        format!("Verilog and model agree at {compared} ports and clocks.")
    }
}

/// The runs, up to the first that is not good.
#[derive(Serialize)]
#[serde(bound = "")]
pub struct LockStepReport<P: ReportedProtocol> {
    /// All were good.
    #[serde(rename = "match")]
    pub matched: bool,
    mismatches: u64,
    network: String,
    scope: Scope,
    #[serde(skip_serializing_if = "Option::is_none")]
    netlist: Option<&'static str>,
    #[serde(flatten)]
    settings: Option<P::Settings>,
    runs: Vec<Run<P>>,
    /// Routers by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<Alone>,
    /// What ran of the Verilog.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<CoverageSummary>,
    #[serde(skip)]
    design: Design,
}

#[derive(Serialize)]
#[serde(bound = "")]
struct Run<P: ReportedProtocol> {
    #[serde(flatten)]
    asked: P::Asked,
    #[serde(skip)]
    name: String,
    #[serde(skip)]
    rate: Option<f64>,
    #[serde(flatten)]
    run: RunReport<P::Counts>,
    #[serde(flatten)]
    measured: Option<Measured>,
    #[serde(flatten)]
    figures: Option<Latencies>,
    #[serde(flatten)]
    histograms: Option<Histograms>,
    /// Of which the figures are.
    #[serde(skip)]
    latencies: Option<stats::Latencies>,
}

impl<P: ReportedProtocol> LockStepReport<P> {
    pub fn new(design: &Design, netlist: Option<Mapping>) -> Self {
        let network = design.network.to_string();
        let netlist = netlist.map(Mapping::name);
        Self {
            matched: true,
            mismatches: 0,
            network,
            scope: design.manifest.scope,
            netlist,
            settings: None,
            runs: Vec::new(),
            alone: None,
            coverage: None,
            design: design.clone(),
        }
    }

    pub fn add(&mut self, protocol: &P, run: RunReport<P::Counts>, latencies: Option<stats::Latencies>) {
        self.matched &= run.good();
        self.mismatches += run.mismatches;
        self.settings.get_or_insert_with(|| protocol.settings(&self.design));
        let measured = P::measured(&self.design, &run);
        let figures = latencies.as_ref().map(Latencies::of);
        let (asked, name, rate) = (protocol.asked(), protocol.name(), protocol.traffic().1);
        self.runs.push(Run { asked, name, rate, run, measured, figures, histograms: None, latencies });
    }

    /// Pattern and rate of each run, and the latencies of its packets, where they are known.
    pub fn latencies(&self) -> impl Iterator<Item = (String, &stats::Latencies)> {
        self.runs.iter().filter_map(|run| Some((run.title(), run.latencies.as_ref()?)))
    }

    /// Adds histograms of the latencies.
    pub fn add_histograms(&mut self) {
        self.runs.iter_mut().for_each(|run| run.histograms = run.latencies.as_ref().map(Histograms::of));
    }

    /// Pattern and rate of each run, and what was measured.
    pub fn measured(&self) -> impl Iterator<Item = Vec<String>> {
        self.runs.iter().filter_map(|run| Some([&run.labels()[..], &run.measured.as_ref()?.cells()].concat()))
    }

    /// Adds what was found of routers by themselves.
    pub fn alone(&mut self, alone: Alone) {
        self.matched &= alone.good();
        self.mismatches += u64::from(alone.first_divergence.is_some());
        self.alone = Some(alone);
    }
}

impl<P: ReportedProtocol> Outcome for LockStepReport<P> {
    fn verdict(&self) -> Verdict {
        verdict(self.matched)
    }

    fn cases(&self) -> Vec<Case> {
        let runs = self.runs.iter().map(|run| Case::new(run.labels().join(" at "), run.run.good(), || run.wrong()));
        runs.chain(self.alone.iter().map(|alone| Case::new("routers by themselves", alone.good(), || by_themselves(alone)))).collect()
    }

    fn text(&self) -> String {
        let mut header = vec!["pattern", "rate", "clocks", "drain", "routers", P::PORTS];
        header.extend(P::COLUMNS);
        header.extend(["mismatches", ""]);
        let mut text = if self.runs.is_empty() { String::new() } else { output::table(&header, self.runs.iter().map(Run::row)) };
        let measured: Vec<_> = self.measured().collect();
        if !measured.is_empty() {
            text += &output::table(&[&["pattern", "rate"], &Measured::COLUMNS[..]].concat(), measured);
        }
        let rows = self.runs.iter().filter_map(|run| Some([&run.labels()[..], &latencies::cells(run.figures.as_ref()?)].concat()));
        let rows: Vec<_> = rows.collect();
        if !rows.is_empty() {
            text += &output::table(&[&["pattern", "rate"], &latencies::COLUMNS[..]].concat(), rows);
        }
        for run in self.runs.iter().filter(|run| run.run.own() > 0) {
            text += &output::own_packets(&run.name, run.run.own());
        }
        self.runs.iter().for_each(|run| text += &run.wrong());
        for (run, histograms) in self.runs.iter().filter_map(|run| Some((run, run.histograms.as_ref()?))) {
            text += &latencies::text(&run.title(), histograms);
        }
        if let Some(alone) = &self.alone {
            text += &by_themselves(alone);
        }
        if let Some(coverage) = &self.coverage {
            text += &coverage.text();
        }
        if self.matched && !self.runs.is_empty() {
            let compared: u64 = self.runs.iter().map(|run| run.run.comparisons).sum();
            let mapped = self.netlist.map_or(String::new(), |cells| format!(" as yosys maps it, {cells}"));
            text += &format!("{} ({}{mapped}): {}\n", self.network, P::compared(self.scope.name()), P::agreed(compared));
        }
        text
    }
}

/// Routers by themselves, in words.
fn by_themselves(alone: &Alone) -> String {
    let Alone { routers, clocks, comparisons, packets, first_divergence, violations } = alone;
    let what = format!("{routers} routers by themselves, {clocks} clocks, {packets} packets");
    match first_divergence {
        Some(first) => format!("{what}, first difference:\n{first}\n"),
        None if violations.is_empty() => format!("{what}: Verilog and model agree at {comparisons} ports and clocks.\n"),
        None => violations.iter().map(|violation| format!("{what}: {violation}\n")).collect(),
    }
}

impl<P: ReportedProtocol> Run<P> {
    /// Pattern and rate.
    fn labels(&self) -> [String; 2] {
        [self.name.clone(), self.rate.map_or("-".into(), |rate| rate.to_string())]
    }

    /// Pattern and rate in words.
    fn title(&self) -> String {
        self.rate.map_or(self.name.clone(), |rate| format!("{} at {rate}", self.name))
    }

    fn row(&self) -> Vec<String> {
        let run = &self.run;
        let verdict = match &run.dead {
            Some(_) => "DEAD",
            None if run.good() => P::GOOD,
            None => P::BAD,
        };
        let mut numbers = vec![run.cycles, run.drain_cycles, run.routers as u64, run.comparisons];
        numbers.extend(P::numbers(&run.counts));
        numbers.push(run.mismatches);
        let numbers = numbers.iter().map(ToString::to_string);
        self.labels().into_iter().chain(numbers).chain([verdict.into()]).collect()
    }

    fn wrong(&self) -> String {
        let (run, pattern) = (&self.run, &self.name);
        let mut text = String::new();
        if let Some(first) = &run.first_divergence {
            text += &format!("{pattern}, first difference:\n{first}\n");
        }
        run.violations.iter().for_each(|violation| text += &format!("{pattern}: {violation}\n"));
        if let Some(dead) = &run.dead {
            text += &format!("{pattern}: network dead, {} packets in it, {} since clock {}\n", dead.packets, P::STANDSTILL, dead.since);
            dead.waiting.iter().for_each(|line| text += &format!("  {line}\n"));
        }
        text
    }
}
