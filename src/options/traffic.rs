//! Packets, and how long they are sent.

use std::str::FromStr;

use clap::{ArgAction, Args};
use strum::VariantNames;
use torusmith_sim::Error;
use torusmith_sim::config::MAX_FLITS;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};

use crate::values::{Named, at_least, one_of, rate, within};

/// Of a hot spot.
pub const PERCENT: &str = " %; the papers' are 2, 5, 10, 20";

/// Packets, and how long they are sent.
#[derive(Debug, Args)]
pub struct TrafficArgs {
    /// Patterns, separated by commas, or all: uniform, hot-spot, transpose, bit-reversal, complement, bit-flip, shuffle; and hot-nodes
    #[arg(long, value_name = "PATTERNS", default_value = "uniform", value_delimiter = ',', action = ArgAction::Set, value_parser = patterns(), hide_possible_values = true)]
    traffic: Vec<Patterns>,
    /// Offered load of each node in flits a clock, 0..1; several, separated by commas, are a sweep
    #[arg(long, value_name = "RATES", default_value = "0.03", value_delimiter = ',', action = ArgAction::Set, value_parser = rate, allow_hyphen_values = true)]
    rate: Vec<f64>,
    /// Clocks in which packets are sent
    #[arg(long, value_name = "CLOCKS", default_value_t = 20_000, value_parser = at_least(1u64), allow_hyphen_values = true)]
    pub cycles: u64,
    /// Flits of a packet, 1..128 [default: 16; cosim with interface axi: 2, 2, 3, 5, 16 or 64]
    #[arg(long, value_name = "FLITS", value_parser = within(1..=MAX_FLITS, ""), allow_hyphen_values = true)]
    pub packet_flits: Option<usize>,
    /// Packets that go to the hot spot, 1..100 %
    #[arg(long, value_name = "PERCENT", default_value_t = 5, value_parser = within(1u8..=100, PERCENT), allow_hyphen_values = true)]
    hot_spot_percent: u8,
    /// Seed of the traffic; equal seeds give equal packets
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = at_least(0u64), allow_hyphen_values = true)]
    seed: u64,
}

/// What a name stands for: a pattern, or `all` seven.
#[derive(Debug, Clone)]
pub struct Patterns(pub Vec<Pattern>);

impl FromStr for Patterns {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Ok(Self(if name == "all" { Pattern::ALL.to_vec() } else { vec![name.parse()?] }))
    }
}

/// A name of patterns.
pub fn patterns() -> Named<Patterns> {
    one_of(&[&["all"], Pattern::VARIANTS].concat())
}

impl TrafficArgs {
    /// Each pattern at each rate.
    pub fn resolve(&self) -> anyhow::Result<Vec<TrafficOptions>> {
        let lengths = self.packet_flits.map_or(Ok(Lengths::default()), Lengths::fixed)?;
        let patterns = self.traffic.iter().flat_map(|Patterns(patterns)| patterns).map(|&pattern| hot_spot(pattern, self.hot_spot_percent));
        let options = |pattern, rate| TrafficOptions { pattern, rate, lengths: lengths.clone(), seed: self.seed };
        Ok(patterns.flat_map(|pattern| self.rate.iter().map(move |&rate| (pattern, rate))).map(|(p, r)| options(p, r)).collect())
    }
}

/// The pattern, with that percentage if it is the hot spot.
pub fn hot_spot(pattern: Pattern, percent: u8) -> Pattern {
    if matches!(pattern, Pattern::HotSpot(_)) { Pattern::HotSpot(percent) } else { pattern }
}
