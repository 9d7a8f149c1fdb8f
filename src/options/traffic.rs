//! Packets, and how long they are sent.

use anyhow::{Context, bail};
use clap::{ArgAction, Args};
use torusmith_design::ranges::PACKET_FLITS;
use torusmith_sim::traffic::{ClosedLoop, Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::Network;

use super::words::{HotSpots, PERCENTAGES, Word, Words, patterns};
use crate::values::{at_least, not_allowed, rate, within};

/// Offered load, unless something else is asked for.
const RATE: f64 = 0.03;
/// Flits of a packet, unless something else is asked for.
const LENGTH: usize = 16;
/// Clocks in which packets are sent, unless something else is asked for.
const CYCLES: u64 = 20_000;

/// Packets, and how long they are sent.
#[derive(Debug, Args)]
pub struct TrafficArgs {
    /// Traffic patterns, separated by commas, or all: uniform, hot-spot (hot-spot:10: 10 % of packets), transpose, bit-reversal, complement, bit-flip, shuffle; hot-nodes, neighbours; files (docs/traffic.md): trace:FILE.csv, permutation:FILE.csv, rates:FILE.csv, or FILE.csv.gz; noxim:FILE, a traffic table of Noxim
    #[arg(long, value_name = "PATTERNS", default_value = "uniform", value_delimiter = ',', action = ArgAction::Set, value_parser = Words, hide_possible_values = true)]
    traffic: Vec<Word>,
    /// Offered load in flits per node and clock, 0 to 1, or a factor of the rates of rates:FILE.csv and noxim:FILE; several, separated by commas, are a sweep [default: 0.03; a factor: 1; test bench: 0.3]
    #[arg(long, value_name = "RATES", value_delimiter = ',', action = ArgAction::Set, value_parser = rate, allow_hyphen_values = true)]
    rate: Option<Vec<f64>>,
    /// Clocks in which packets are sent [default: 20000; test bench and energy: 2000; trace:FILE.csv: until the last packet has arrived]
    #[arg(long, value_name = "CLOCKS", value_parser = at_least(1u64), allow_hyphen_values = true)]
    cycles: Option<u64>,
    /// Flits per packet, 1 to 128; several, separated by commas, are drawn equally often [default: 16; test bench: 1,2,5,16; cosim with interface axis or axi4: 2,2,3,5,16,64]
    #[arg(long, value_name = "FLITS", value_delimiter = ',', action = ArgAction::Set, value_parser = within(PACKET_FLITS.inclusive(), ""), allow_hyphen_values = true)]
    pub packet_flits: Option<Vec<usize>>,
    /// Mean length of bursts in clocks, 1 to 1000000; a source then offers one flit a clock; off periods keep the load [default: no bursts]
    #[arg(long, value_name = "CLOCKS", value_parser = within(1u32..=1_000_000, ""), allow_hyphen_values = true)]
    burst: Option<u32>,
    /// Requests that a node keeps without a reply, 1 to 1024, in place of a rate [default: no replies]
    #[arg(long, value_name = "N", value_parser = within(1u32..=1024, ""), allow_hyphen_values = true)]
    outstanding: Option<u32>,
    /// Clocks from a request's arrival to its reply, 1 to 1000000 [default: 1]
    #[arg(long, value_name = "CLOCKS", requires = "outstanding", value_parser = within(1u64..=1_000_000, ""), allow_hyphen_values = true)]
    reply_clocks: Option<u64>,
    /// Flits per reply, 1 to 128; several, separated by commas, are drawn equally often [default: as requests, by --packet-flits]
    #[arg(long, value_name = "FLITS", requires = "outstanding", value_delimiter = ',', action = ArgAction::Set, value_parser = within(PACKET_FLITS.inclusive(), ""), allow_hyphen_values = true)]
    reply_flits: Option<Vec<usize>>,
    /// Packets to the hot spot in percent, 1 to 100 [default: 5]
    #[arg(long, value_name = "PERCENT", value_parser = within(1u8..=100, PERCENTAGES), allow_hyphen_values = true)]
    hot_spot_percent: Option<u8>,
    /// Hot spots: addresses or numbers of nodes, separated by / [default: those of docs/networks.md]
    #[arg(long, value_name = "NODES", allow_hyphen_values = true)]
    hot_spot_nodes: Option<String>,
    /// Seed of the traffic; equal seeds give equal packets [default: 1]
    #[arg(long, value_name = "SEED", value_parser = at_least(0u64), allow_hyphen_values = true)]
    seed: Option<u64>,
}

/// Default values of the traffic flags.
pub struct Defaults {
    /// Offered load.
    pub rate: f64,
    /// Flits of packets, drawn equally often.
    pub lengths: &'static [usize],
}

impl TrafficArgs {
    /// Each pattern at each rate, of flits of so many bits; each trace once.
    pub fn resolve(&self, network: &Network, flit_width: u32) -> anyhow::Result<Vec<TrafficOptions>> {
        self.resolve_with(network, flit_width, &Defaults { rate: RATE, lengths: &[LENGTH] })
    }

    /// Each pattern at each rate, with other defaults; each trace once.
    pub fn resolve_with(&self, network: &Network, flit_width: u32, defaults: &Defaults) -> anyhow::Result<Vec<TrafficOptions>> {
        let lengths = Lengths::any_of(self.packet_flits.as_deref().unwrap_or(defaults.lengths))?;
        let hot = HotSpots { percent: self.hot_spot_percent, nodes: self.hot_spot_nodes.as_deref() };
        let patterns = patterns(network, flit_width, &self.traffic, hot)?;
        if let (Some(trace), Some(other)) = (patterns.iter().find(|p| p.is_trace()), patterns.iter().find(|p| !p.is_trace())) {
            bail!("traffic = {other} is not allowed beside {trace}; allowed: traces with traces alone");
        }
        let sources = match (self.outstanding, self.burst) {
            (Some(outstanding), _) => Sources::Loop(ClosedLoop {
                outstanding,
                reply_clocks: self.reply_clocks.unwrap_or(1),
                reply_lengths: self.reply_flits.as_deref().map_or(Ok(lengths.clone()), Lengths::any_of)?,
            }),
            (None, Some(mean)) => Sources::Bursts(mean.into()),
            (None, None) => Sources::Steady,
        };
        let mut all = Vec::new();
        for pattern in patterns {
            let default = [if pattern.has_rates() { 1.0 } else { defaults.rate }];
            let options = |&rate| TrafficOptions { pattern, rate, lengths: lengths.clone(), seed: self.seed(), sources: sources.clone() };
            all.extend(self.rate.as_deref().unwrap_or(&default).iter().map(options));
        }
        Ok(all)
    }

    /// Rates are asked for.
    pub fn has_rate(&self) -> bool {
        self.rate.is_some()
    }

    /// Contents of the files with patterns.
    pub fn texts(&self) -> anyhow::Result<Vec<Vec<u8>>> {
        let files = self.traffic.iter().filter_map(|word| if let Word::File(_, file) = word { Some(file) } else { None });
        files.map(|file| std::fs::read(file).with_context(|| file.display().to_string())).collect()
    }

    /// The seed asked for, else the default one.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The clocks asked for.
    pub fn asked_cycles(&self) -> Option<u64> {
        self.cycles
    }

    /// Clocks in which packets are sent; `None`: until the last packet of a trace has arrived.
    pub fn cycles(&self, traffic: &[TrafficOptions]) -> Option<u64> {
        let traces = traffic.iter().any(|options| options.pattern.is_trace());
        self.cycles.or((!traces).then_some(CYCLES))
    }
}

const ONE: &str = "one pattern at one rate";

/// The traffic of a command that takes no sweep.
pub fn only_one(all: Vec<TrafficOptions>) -> anyhow::Result<TrafficOptions> {
    let [first, rest @ ..] = &all[..] else { bail!(not_allowed("traffic", "none", ONE)) };
    let (field, values): (_, Vec<String>) = match rest.iter().all(|other| other.pattern == first.pattern) {
        true => ("rate", all.iter().map(|options| options.rate.to_string()).collect()),
        false => ("traffic", all.iter().map(|options| options.pattern.to_string()).collect()),
    };
    match rest {
        [] => Ok(first.clone()),
        _ => bail!(not_allowed(field, values.join(","), ONE)),
    }
}

/// The clocks in which a pattern has packets, at most `cycles`.
pub fn clocks(pattern: Pattern, cycles: Option<u64>) -> u64 {
    let all = pattern.clocks().unwrap_or(CYCLES);
    cycles.map_or(all, |cycles| if pattern.is_trace() { cycles.min(all) } else { cycles })
}

/// The rate as it is told: a trace has none.
pub fn told_rate(options: &TrafficOptions) -> Option<f64> {
    options.asked_rate()
}
