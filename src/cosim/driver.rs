//! `cosim` of plain routers: who drives the local ports, and how long.

use anyhow::bail;
use strum::{Display, EnumString, VariantNames};
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_testbench::{Design, Plain, why_not};

use crate::values::{Allowed, at_least, name_of, within};

/// Offered load under random drivers: more than most networks take, so that packets wait behind one another.
const RATE: f64 = 0.5;
/// Flits of their packets unless something else is asked for, each as often.
const LENGTHS: [usize; 8] = [1, 1, 2, 3, 4, 5, 8, 16];
/// Of the clocks of a run beside which there is one with random drivers, one in so many is that one's, and so many of them at least.
const SHARE: u64 = 20;
const LEAST: u64 = 200;
/// Of the clocks of all routers in a run one in so many is spent on routers by themselves, and no more than these.
const ALONE_SHARE: u64 = 4;
const ALONE: u64 = 1 << 18;
/// Unless something else is asked for.
const FAULTS: f64 = 0.02;
const RESETS: u64 = 2;
/// Clocks that a reset wants, at least (docs/router.md, rule D6).
const SPAN: u64 = 16;
/// Clocks between resets in the run that is about them: after each, routers begin from registers that hold other things.
const RESTART: u64 = 32;
/// It has so many times the clocks of the others: what a reset forgets shows where packets meet in the first clocks after one.
const RESTARTED: u64 = 4;
/// And packets short and many, so that they meet there; likewise in the run in which they go to neighbours.
const MEETING_RATE: f64 = 1.0;
const MEETING_LENGTHS: [usize; 2] = [1, 2];

/// Who drives the local ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase", parse_err_ty = Allowed, parse_err_fn = unknown)]
enum Kind {
    Source,
    Random,
    Alone,
    Both,
    #[default]
    All,
}

/// Routers by themselves.
#[derive(Debug, Clone, Copy)]
pub struct AloneRun {
    pub seed: u64,
    /// Clocks, about, of all routers.
    pub clocks: u64,
}

fn unknown(_: &str) -> Allowed {
    Allowed(Kind::VARIANTS.join(", "))
}

/// Who drives the local ports.
#[derive(Debug, clap::Args)]
pub struct DriverArgs {
    /// Driver of the local ports: source (docs/router.md, section 9), random (section 11: packets back to back, wrong flits, resets), alone (each router separately, driven at all ports), both (source and random), all [default: all; with traces source]
    #[arg(long, value_name = "DRIVER", value_parser = name_of::<Kind>(), hide_possible_values = true)]
    driver: Option<Kind>,
    /// Random driver: probability of a wrong flit per clock, 0 to 1 [default: 0.02]
    #[arg(long, value_name = "P", value_parser = within(0.0..=1.0, ""), allow_hyphen_values = true)]
    faults: Option<f64>,
    /// Random driver: resets of all routers per run [default: 2, or fewer in a short run, and a run with one every 32 clocks]
    #[arg(long, value_name = "N", value_parser = at_least(0u64), allow_hyphen_values = true)]
    resets: Option<u64>,
    /// Random driver: clocks from the first to the last router that leaves a reset, 0 to those of the pipeline (docs/router.md, rule Z4) [default: 0]
    #[arg(long, value_name = "N", value_parser = at_least(0u64), allow_hyphen_values = true)]
    reset_skew: Option<u64>,
}

/// The runs of the source alone.
pub fn sources(engine: EngineKind, all: Vec<TrafficOptions>) -> Vec<Plain> {
    all.into_iter().map(|traffic| Plain { traffic, engine, driver: None }).collect()
}

impl DriverArgs {
    /// Whether routers are run by themselves.
    pub fn alone(&self, design: &Design, traffic: &[TrafficOptions], cycles: Option<u64>) -> anyhow::Result<Option<AloneRun>> {
        let kind = self.driver.unwrap_or_default();
        if !matches!(kind, Kind::Alone | Kind::All) || traffic.iter().any(|options| options.pattern.is_trace()) {
            return Ok(None);
        }
        match why_not(design) {
            Some(why) if kind == Kind::Alone => bail!("driver = {kind} is not allowed here: {why}; allowed: source, random, both, all"),
            Some(_) => return Ok(None),
            None => {}
        }
        let seed = traffic.first().map_or(1, |options| options.seed);
        let all = cycles.unwrap_or(u64::MAX).saturating_mul(design.network.routers() as u64);
        Ok(Some(AloneRun { seed, clocks: (all / ALONE_SHARE).min(ALONE) }))
    }

    /// The runs: one of the source for each pattern and rate, then one of random drivers for each pattern, one in which short packets go to
    /// neighbours, where nodes have some, and one of the first pattern with a reset every [`RESTART`] clocks, unless resets were asked for. `packet_flits` if they were asked for.
    pub fn protocols(
        &self,
        design: &Design,
        engine: EngineKind,
        traffic: Vec<TrafficOptions>,
        cycles: Option<u64>,
        packet_flits: Option<&[usize]>,
    ) -> anyhow::Result<Vec<Plain>> {
        let trace = traffic.iter().any(|options| options.pattern.is_trace());
        let kind = self.driver.unwrap_or(if trace { Kind::Source } else { Kind::default() });
        let mut random = Vec::new();
        if !matches!(kind, Kind::Source | Kind::Alone) {
            let all = cycles.expect("only traces have none");
            let cycles = if kind != Kind::Random { (all / SHARE).max(LEAST).min(all) } else { all };
            random = self.random(engine, &traffic, (cycles, all), packet_flits, has_neighbours(design))?;
        }
        let sources = if matches!(kind, Kind::Random | Kind::Alone) { Vec::new() } else { sources(engine, traffic) };
        Ok([sources, random].concat())
    }

    fn random(
        &self,
        engine: EngineKind,
        all: &[TrafficOptions],
        (cycles, all_cycles): (u64, u64),
        packet_flits: Option<&[usize]>,
        neighbours: bool,
    ) -> anyhow::Result<Vec<Plain>> {
        let lengths = packet_flits.map_or_else(|| Lengths::any_of(&LENGTHS), Lengths::any_of)?;
        let most = (cycles / SPAN).saturating_sub(1);
        let mut runs: Vec<Plain> = Vec::new();
        for options in all {
            if runs.iter().any(|run| run.traffic.pattern == options.pattern) {
                continue;
            }
            let rate = if options.pattern.has_rates() { options.rate } else { RATE };
            let traffic = TrafficOptions { rate, lengths: lengths.clone(), ..options.clone() };
            let resets = self.resets.unwrap_or(RESETS.min(most));
            let (faults, skew) = (self.faults.unwrap_or(FAULTS), self.reset_skew.unwrap_or_default());
            let driver = DriverOptions { seed: options.seed, faults, resets, skew, cycles };
            driver.check()?;
            runs.push(Plain { traffic, engine, driver: Some(driver) });
        }
        let lengths = packet_flits.map_or_else(|| Lengths::any_of(&MEETING_LENGTHS), Lengths::any_of)?;
        let meeting = |traffic: &TrafficOptions| TrafficOptions { rate: MEETING_RATE, lengths: lengths.clone(), ..traffic.clone() };
        let Some(Plain { traffic: first, driver: Some(driver), .. }) = runs.first().cloned() else { return Ok(runs) };
        // Only short ways bring heads to every port of every router, and to its local output from all sides at once.
        if neighbours && runs.iter().all(|run| run.traffic.pattern != Pattern::Neighbours) {
            runs.push(Plain { traffic: TrafficOptions { pattern: Pattern::Neighbours, ..meeting(&first) }, engine, driver: Some(driver) });
        }
        let cycles = (RESTARTED * cycles).min(all_cycles);
        let many = (cycles / RESTART).saturating_sub(1);
        if self.resets.is_none() && many > RESETS {
            let traffic = if first.pattern.has_rates() { TrafficOptions { rate: first.rate, ..meeting(&first) } } else { meeting(&first) };
            let driver = DriverOptions { resets: many, cycles, ..driver };
            runs.push(Plain { traffic, engine, driver: Some(driver) });
        }
        Ok(runs)
    }
}

/// Some link joins two routers with terminals: packets to neighbours have somewhere to go.
fn has_neighbours(design: &Design) -> bool {
    let graph = design.network.graph();
    let has_terminal = |router: u32| (0..graph.local_ports() as u8).any(|port| graph.terminal(router, port).is_some());
    graph.iter_links().any(|(from, to)| has_terminal(from.node) && has_terminal(to.node))
}
