//! Latencies as `simulate` and `cosim` report them: columns of a table, `--histogram` and `--histogram-plot`.

use std::fmt::Display;
use std::path::PathBuf;

use clap::Args;
use torusmith_papers::figure;
use torusmith_papers::figures::{Histograms, Latencies};
use torusmith_papers::histogram::Bin;
use torusmith_topology::{digits, significant};

use crate::{output, outputs, pictures};

/// Histograms of latencies.
#[derive(Debug, Args)]
pub struct HistogramArgs {
    /// Add histograms of network and total latency
    #[arg(long)]
    pub histogram: bool,
    /// Draw histograms of network and total latency; for one pattern at one rate
    #[arg(long, value_name = "FILE.svg")]
    pub histogram_plot: Option<PathBuf>,
}

impl HistogramArgs {
    /// Refuses a file that cannot be, before anything is simulated.
    pub fn check(&self) -> anyhow::Result<()> {
        self.histogram_plot.as_ref().map_or(Ok(()), |file| pictures::check("histogram-plot", file))
    }

    /// Draws what is asked for.
    pub fn draw(&self, title: &str, histograms: &Histograms) -> anyhow::Result<()> {
        let Some(file) = &self.histogram_plot else { return Ok(()) };
        let Histograms { latency_histogram, total_latency_histogram } = histograms;
        let curves = [("network latency", latency_histogram), ("total latency", total_latency_histogram)];
        outputs::write("histogram-plot", file, figure::histograms(title, &curves.map(|(name, bins)| (name, &bins[..])))?)
    }
}

/// Columns of latencies in a table.
pub const COLUMNS: [&str; 8] = ["latency", "p50", "p90", "p99", "p99.9", "max", "total", "total p99"];

/// Cells of [`COLUMNS`].
pub fn cells(of: &Latencies) -> [String; 8] {
    [
        with_interval(of.latency_mean, of.latency_half_width),
        plain(of.latency_p50),
        plain(of.latency_p90),
        plain(of.latency_p99),
        plain(of.latency_p999),
        plain(of.latency_max),
        with_interval(of.total_latency_mean, of.total_latency_half_width),
        plain(of.total_latency_p99),
    ]
}

/// A known value, unrounded.
pub fn plain(value: Option<impl Display>) -> String {
    value.map_or("-".into(), |value| value.to_string())
}

/// A measured number.
pub fn number(value: Option<f64>) -> String {
    plain(value.map(significant))
}

/// A measured number with half the width of its confidence interval.
pub fn with_interval(value: Option<f64>, half_width: Option<f64>) -> String {
    let interval = half_width.map_or(String::new(), |half_width| format!(" ±{}", digits(half_width, 2)));
    number(value) + &interval
}

/// Length of the bar of all packets.
const BAR: f64 = 40.0;

/// A table for each of the two latencies.
pub fn text(title: &str, histograms: &Histograms) -> String {
    let table = |(name, bins): (&str, &Vec<Bin>)| {
        let all: u64 = bins.iter().map(|bin| bin.packets).sum();
        let row = |&Bin { from, to, packets }: &Bin| {
            let share = packets as f64 / all.max(1) as f64;
            let clocks = if from == to { from.to_string() } else { format!("{from} to {to}") };
            vec![clocks, packets.to_string(), format!("{} %", significant(100.0 * share)), "#".repeat((BAR * share).ceil() as usize)]
        };
        format!("\n{title}, {name} latency:\n{}", output::table(&["clocks", "packets", "share", ""], bins.iter().map(row)))
    };
    [("network", &histograms.latency_histogram), ("total", &histograms.total_latency_histogram)].map(table).concat()
}
