//! The pictures of `simulate`, and the rates of a plot for which none are asked.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use rayon::prelude::*;
use torusmith_papers::figures::Figures;
use torusmith_papers::knee::{Knee, NoKnee, knee};
use torusmith_papers::sweep::{at_rate, grid};
use torusmith_sim::simulation::{Outcome, Simulation};
use torusmith_topology::Link;

use crate::values::not_allowed;

use crate::{interrupt, outputs, pictures, progress};

/// Files that are drawn.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// Draw latency over offered load, with the knee marked; without --rate at ten rates around the knee
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Draw the load of every link on a picture of the network; for one pattern at one rate
    #[arg(long, value_name = "FILE.svg")]
    pub heatmap: Option<PathBuf>,
}

/// Rates of a plot, from this share of the knee to that.
const RATES: (f64, f64, usize) = (0.1, 1.6, 10);

impl PictureArgs {
    /// Refuses files that cannot be, before anything is simulated.
    pub fn check(&self, simulations: &[Simulation], searched: bool) -> anyhow::Result<()> {
        if let Some(file) = &self.plot {
            pictures::check("plot", file)?;
            if let Some(table) = simulations.iter().find(|simulation| searched && !simulation.traffic.pattern.has_loads()) {
                let allowed = format!("factors by --rate with {}", table.traffic.pattern);
                bail!(not_allowed("plot", file.display(), allowed));
            }
        }
        let Some(file) = &self.heatmap else { return Ok(()) };
        pictures::check_of(&simulations[0].network, "heatmap", file)?;
        one_run("heatmap", file, simulations, searched)
    }

    /// Draws what is asked for.
    pub fn draw(&self, points: &[Figures], simulations: &[Simulation], outcomes: &[Outcome]) -> anyhow::Result<()> {
        let network = &simulations[0].network;
        if let Some(file) = &self.plot {
            outputs::write("plot", file, pictures::latency(&network.to_string(), points)?)?;
        }
        let Some(file) = &self.heatmap else { return Ok(()) };
        let loads = outcomes[0].summary.links.iter().map(|link| (Link { node: link.node, port: link.port }, link.flits));
        let point = &points[0];
        let of = point.rate.map_or(point.pattern.clone(), |rate| format!("{} at {rate}", point.pattern));
        outputs::write("heatmap", file, pictures::heat_map(network, of, loads.collect())?)
    }
}

/// Refuses a file that is of one run next to several.
pub fn one_run(flag: &str, file: &Path, simulations: &[Simulation], searched: bool) -> anyhow::Result<()> {
    if simulations.len() > 1 || searched {
        let count = if searched { "a plot without --rate".to_owned() } else { format!("{} simulations", simulations.len()) };
        bail!("{flag} = {} is not allowed with {count}; allowed: one pattern at one rate", file.display());
    }
    Ok(())
}

/// Each simulation at ten rates around its knee; where it has none, around the end of those that were tried.
pub fn around_the_knee(simulations: &[Simulation]) -> anyhow::Result<Vec<Simulation>> {
    let spinner = progress::spinner("looks for the knee");
    let around = |simulation: &Simulation| {
        let zero_load = simulation.zero_load_latency()?;
        let judge = |rate| {
            interrupt::check()?;
            let simulation = at_rate(simulation, rate);
            anyhow::Ok(Figures::of(&simulation, &simulation.run(|_| {})?).with_counted(None, zero_load).verdict())
        };
        let (middle, none) = match knee(judge)? {
            Knee::At(rate) => (rate, None),
            Knee::Beyond => (1.0, None),
            Knee::None(none @ NoKnee::SaturatedFrom(rate)) => (rate, Some(none)),
            Knee::None(none @ NoKnee::FewPackets) => (1.0, Some(none)),
        };
        let (from, to, count) = RATES;
        let rates = grid(middle, from, to, count).into_iter().map(|rate| at_rate(simulation, rate)).collect::<Vec<_>>();
        anyhow::Ok((rates, none.map(|none| format!("note: no knee of {}: {none}", simulation.traffic.pattern))))
    };
    let all = simulations.par_iter().with_max_len(1).map(around).collect::<anyhow::Result<Vec<_>>>()?;
    spinner.finish_and_clear();
    all.iter().flat_map(|(_, note)| note).for_each(progress::note);
    Ok(all.into_iter().flat_map(|(rates, _)| rates).collect())
}
