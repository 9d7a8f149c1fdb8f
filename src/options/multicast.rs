//! Traffic of the RDT's multicast router.

use std::fmt;
use std::str::FromStr;

use anyhow::bail;
use clap::{ArgAction, Args};
use torusmith_sim::multicast::{Maps, MulticastTrafficOptions};
use torusmith_sim::traffic::TrafficOptions;
use torusmith_topology::Network;
use torusmith_topology::rdt::Rdt;

use crate::values::{Allowed, name_of, not_allowed, within};

/// Traffic that only the multicast router carries.
#[derive(Debug, Args)]
pub struct MulticastArgs {
    /// Multicast router: share of packets that are multicasts, 0 to 1 [default: 0.1]
    #[arg(long, value_name = "SHARE", value_parser = within(0.0..=1.0, ""), allow_hyphen_values = true)]
    multicast_share: Option<f64>,
    /// Multicast router: weight of each root rank, RANK:WEIGHT, separated by commas [default: all ranks equally]
    #[arg(long, value_name = "WEIGHTS", value_delimiter = ',', action = ArgAction::Set, value_parser = str::parse::<Weight>, allow_hyphen_values = true)]
    rank_weights: Option<Vec<Weight>>,
    /// Multicast router: bit maps of multicasts: full (all nodes of the territory), random [default: full]
    #[arg(long, value_name = "MAPS", value_parser = name_of::<Maps>(), hide_possible_values = true)]
    bit_maps: Option<Maps>,
    /// Multicast router: clocks of a tick, 1 to 65535; a packet that waits for 4 ticks is shot down [default: never]
    #[arg(long, value_name = "CLOCKS", value_parser = within(1..=u16::MAX, " clocks"), allow_hyphen_values = true)]
    pub timeout: Option<u16>,
}

/// `RANK:WEIGHT`.
#[derive(Debug, Clone, Copy)]
struct Weight {
    rank: usize,
    weight: u32,
}

impl FromStr for Weight {
    type Err = Allowed;

    fn from_str(text: &str) -> Result<Self, Allowed> {
        let (rank, weight) = text.trim().split_once(':').unwrap_or_default();
        let both = rank.parse().ok().zip(weight.parse().ok());
        both.map(|(rank, weight)| Self { rank, weight }).ok_or_else(|| Allowed("RANK:WEIGHT, weights from 0".into()))
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.rank, self.weight)
    }
}

impl MulticastArgs {
    /// The traffic of a pattern and rate, with multicasts in it.
    pub fn traffic(&self, rdt: &Rdt, unicast: &TrafficOptions) -> anyhow::Result<MulticastTrafficOptions> {
        let rank_weights = self.rank_weights.as_deref().map_or(Ok(Vec::new()), |given| weights(rdt, given))?;
        let TrafficOptions { pattern, rate, ref lengths, seed, .. } = *unicast;
        let (share, maps) = (self.multicast_share.unwrap_or(0.1), self.bit_maps.unwrap_or_default());
        Ok(MulticastTrafficOptions { pattern, rate, share, rank_weights, maps, lengths: lengths.clone(), seed })
    }
}

/// By rank.
fn weights(rdt: &Rdt, given: &[Weight]) -> anyhow::Result<Vec<u32>> {
    let mut weights = vec![0; rdt.max_rank() as usize + 1];
    for word @ &Weight { rank, weight } in given {
        let Some(own) = weights.get_mut(rank) else {
            bail!(not_allowed("rank-weights", word, format!("RANK:WEIGHT, ranks 0 to {}, weights from 0", rdt.max_rank())));
        };
        *own = weight;
    }
    if weights.iter().all(|&weight| weight == 0) {
        bail!(not_allowed("rank-weights", list(given), "weights that are not all 0"));
    }
    Ok(weights)
}

/// As on the command line.
fn list(given: &[Weight]) -> String {
    given.iter().map(Weight::to_string).collect::<Vec<_>>().join(",")
}

/// The RDT, for what only an RDT has.
pub fn rdt(network: &Network, what: &str) -> anyhow::Result<Rdt> {
    match network.of() {
        Some(rdt) => Ok(*rdt),
        None => bail!(not_allowed("network", network, format!("an RDT, such as rdt:16, with {what}"))),
    }
}
