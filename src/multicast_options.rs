//! Flags of the RDT's multicast router.

use std::path::Path;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use torusmith_generator as generator;
use torusmith_sim::multicast::{Maps, MulticastTrafficOptions};
use torusmith_sim::traffic::TrafficOptions;
use torusmith_topology::Network;
use torusmith_topology::rdt::Rdt;

use crate::options::whole;

/// The kind of router.
#[derive(Debug, Args)]
pub struct KindArgs {
    /// The kind of router: plain, multicast (RDT: multicast, ack combining, shoot-down, set-up) [default: plain]
    #[arg(long, value_name = "KIND")]
    pub router: Option<String>,
    /// Entries of the multicast router's ack table for each class: 1, 2, 4 [default: 1]
    #[arg(long, value_name = "K", value_parser = whole::<u32>, allow_hyphen_values = true)]
    pub ack_ways: Option<u32>,
    /// A router by name: jump1 (the RDT router chip's: multicast, flits of 36 bits, 1 ack way)
    #[arg(long, value_name = "NAME")]
    preset: Option<Preset>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Preset {
    Jump1,
}

/// Bits of a flit and entries of a class in the preset jump1.
const JUMP1: (u32, u32) = (36, 1);

impl KindArgs {
    /// Whether the router is the multicast one.
    pub fn is_multicast(&self) -> anyhow::Result<bool> {
        Ok(match (self.router.as_deref(), self.preset) {
            (Some("multicast"), _) | (None, Some(Preset::Jump1)) => true,
            (Some("plain"), Some(Preset::Jump1)) => bail!("router = plain is not allowed; preset jump1 has multicast"),
            (None | Some("plain"), None) => false,
            (Some(other), _) => bail!("router = {other} is not allowed; allowed: plain, multicast"),
        })
    }

    /// Which is the preset jump1.
    pub fn is_jump1(&self) -> bool {
        self.preset == Some(Preset::Jump1)
    }

    /// Refuses a flag that says other than the multicast router in `dir`.
    pub fn agree_with(&self, ways: u8, flit_width: u32, dir: &Path) -> anyhow::Result<()> {
        let preset = self.is_jump1();
        for (flag, asked, there) in
            [("ack-ways", self.ack_ways.or(preset.then_some(JUMP1.1)), ways.into()), ("flit-width", preset.then_some(JUMP1.0), flit_width)]
        {
            if let Some(asked) = asked.filter(|&asked| asked != there) {
                bail!("{flag} = {asked} is not allowed; {} has {there}", dir.display());
            }
        }
        Ok(())
    }

    /// The kind as the generator takes it; `flit_width` is what was given.
    pub fn kind(&self, flit_width: Option<u32>) -> anyhow::Result<generator::Router> {
        if !self.is_multicast()? {
            if let Some(ways) = self.ack_ways {
                bail!("ack-ways = {ways} is not allowed with router plain; allowed with router multicast");
            }
            return Ok(generator::Router::Plain);
        }
        if self.is_jump1() {
            for (field, given, fixed) in [("flit-width", flit_width, JUMP1.0), ("ack-ways", self.ack_ways, JUMP1.1)] {
                if let Some(given) = given.filter(|&given| given != fixed) {
                    bail!("{field} = {given} is not allowed; preset jump1 has {fixed}");
                }
            }
        }
        Ok(generator::Router::Multicast { ack_ways: self.ack_ways.unwrap_or(JUMP1.1) })
    }
}

/// Traffic that only the multicast router carries.
#[derive(Debug, Args)]
pub struct MulticastArgs {
    /// Multicast router: part of the packets that are multicasts, 0..1 [default: 0.1]
    #[arg(long, value_name = "SHARE", allow_hyphen_values = true)]
    multicast_share: Option<String>,
    /// Multicast router: how often each root rank is drawn, RANK:WEIGHT separated by commas [default: all ranks equally]
    #[arg(long, value_name = "WEIGHTS", allow_hyphen_values = true)]
    root_ranks: Option<String>,
    /// Multicast router: bit maps of multicasts: full (everybody in the territory), random [default: full]
    #[arg(long, value_name = "MAPS")]
    maps: Option<String>,
    /// Multicast router: clocks of a tick, 1..65535; a packet without a grant for 4 ticks is shot down [default: never]
    #[arg(long, value_name = "CLOCKS", value_parser = whole::<u32>, allow_hyphen_values = true)]
    time_out: Option<u32>,
}

impl MulticastArgs {
    /// Refuses them all, for a plain router.
    pub fn none(&self) -> anyhow::Result<()> {
        let given = [
            ("multicast-share", self.multicast_share.clone()),
            ("root-ranks", self.root_ranks.clone()),
            ("maps", self.maps.clone()),
            ("time-out", self.time_out.map(|t| t.to_string())),
        ];
        for (field, value) in given {
            if let Some(value) = value {
                bail!("{field} = {value} is not allowed with router plain; allowed with router multicast");
            }
        }
        Ok(())
    }

    /// The time-out.
    pub fn time_out(&self) -> anyhow::Result<Option<u16>> {
        match self.time_out {
            Some(t) if t == 0 || t > u16::MAX.into() => bail!("time-out = {t} is not allowed; allowed: 1..65535 clocks"),
            t => Ok(t.map(|t| t as u16)),
        }
    }

    /// The traffic of a pattern and rate, with multicasts in it.
    pub fn traffic(&self, rdt: &Rdt, unicast: &TrafficOptions) -> anyhow::Result<MulticastTrafficOptions> {
        let share = match self.multicast_share.as_deref() {
            None => 0.1,
            Some(text) => match text.parse() {
                Ok(share) if (0.0..=1.0).contains(&share) => share,
                _ => bail!("multicast-share = {text} is not allowed; allowed: 0..1"),
            },
        };
        let maps = match self.maps.as_deref() {
            None | Some("full") => Maps::Full,
            Some("random") => Maps::Random,
            Some(other) => bail!("maps = {other} is not allowed; allowed: full, random"),
        };
        let rank_weights = self.root_ranks.as_deref().map_or(Ok(Vec::new()), |text| weights(rdt, text))?;
        let TrafficOptions { pattern, rate, ref lengths, seed } = *unicast;
        Ok(MulticastTrafficOptions { pattern, rate, share, rank_weights, maps, lengths: lengths.clone(), seed })
    }
}

/// `0:4,1:2,2:1`.
fn weights(rdt: &Rdt, text: &str) -> anyhow::Result<Vec<u32>> {
    let mut weights = vec![0; rdt.max_rank() as usize + 1];
    for word in text.split(',') {
        let allowed = || format!("root-ranks = {word} is not allowed; allowed: RANK:WEIGHT, ranks 0..{}, weights from 0", rdt.max_rank());
        let (rank, weight) = word.trim().split_once(':').with_context(allowed)?;
        let (rank, weight) = rank.parse::<usize>().ok().zip(weight.parse::<u32>().ok()).with_context(allowed)?;
        *weights.get_mut(rank).with_context(allowed)? = weight;
    }
    if weights.iter().all(|&weight| weight == 0) {
        bail!("root-ranks = {text} is not allowed; allowed: weights that are not all 0");
    }
    Ok(weights)
}

/// The RDT, for what only an RDT has.
pub fn rdt(network: &Network, what: &str) -> anyhow::Result<Rdt> {
    match network.of() {
        Some(rdt) => Ok(*rdt),
        None => bail!("network {network} is not allowed with {what}; allowed: an RDT, such as rdt:16"),
    }
}
