//! Mixed unicasts and multicasts: sources, destinations and clocks.
//!
//! As in [`crate::traffic`], a node's packets depend on the seed and the node alone, and are created by Bernoulli trials clock by clock.

use rand::{Rng, RngCore};
use rand_chacha::ChaCha8Rng;
use strum::{Display, EnumString, IntoStaticStr, VariantNames};
use torusmith_topology::rdt::Rdt;
use torusmith_topology::{Network, NetworkSpec, TerminalId};

use super::header::{MAX_FLITS, MIN_FLITS};
use super::packet::{Packet, PacketKind};
use crate::Error;
use crate::traffic::arrivals::Arrivals;
use crate::traffic::{Destinations, Lengths, Pattern};

/// The maps of multicasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Maps {
    /// Everybody in the territory.
    #[default]
    Full,
    /// Each bit set or not, equally likely.
    Random,
}

/// Traffic of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct MulticastTrafficOptions {
    /// Destinations of unicasts. A node to which the pattern gives itself sends multicasts only.
    pub pattern: Pattern,
    /// Offered load of a node, in flits a clock, 0..=1; a multicast counts once, however many copies it has.
    pub rate: f64,
    /// Which part of the packets are multicasts, 0..=1.
    pub share: f64,
    /// Weight of each root rank, from 0 up; empty: all ranks of the network equally.
    pub rank_weights: Vec<u32>,
    /// The maps.
    pub maps: Maps,
    /// Packet lengths, 3..=16 flits.
    pub lengths: Lengths,
    /// Seed of all random streams.
    pub seed: u64,
}

impl Default for MulticastTrafficOptions {
    fn default() -> Self {
        Self {
            pattern: Pattern::Uniform,
            rate: 0.1,
            share: 0.1,
            rank_weights: Vec::new(),
            maps: Maps::Full,
            lengths: Lengths::default(),
            seed: 1,
        }
    }
}

/// A source of packets for a whole network.
pub struct MulticastTraffic {
    mix: Mix,
    arrivals: Arrivals,
    number: u32,
}

/// Kinds of packets and their probabilities.
struct Mix {
    destinations: Destinations,
    lengths: Lengths,
    maps: Maps,
    /// Share of multicasts, of 2^32.
    share: u64,
    /// Weights summed up.
    ranks: Vec<u32>,
}

impl MulticastTraffic {
    /// The traffic of a network from clock 0 on; the first packet has the number `first`.
    ///
    /// # Errors
    /// An option out of range.
    pub fn new(rdt: Rdt, options: &MulticastTrafficOptions, first: u32) -> Result<Self, Error> {
        let MulticastTrafficOptions { pattern, rate, share, ref rank_weights, maps, ref lengths, seed } = *options;
        if !(0.0..=1.0).contains(&rate) {
            return Err(Error::value("rate", rate, "0 to 1 flits a node and clock"));
        }
        if !(0.0..=1.0).contains(&share) {
            return Err(Error::value("multicast-share", share, "0 to 1"));
        }
        let (shortest, longest) = lengths.range();
        if usize::from(shortest) < MIN_FLITS || usize::from(longest) > MAX_FLITS {
            let wrong = if usize::from(longest) > MAX_FLITS { longest } else { shortest };
            return Err(Error::value("packet-flits", wrong, "3 to 16 (a buffer holds 16; 3 are header)"));
        }
        let ranks = rdt.max_rank() as usize + 1;
        let weights = if rank_weights.is_empty() { vec![1; ranks] } else { rank_weights.clone() };
        let sums = weights.iter().scan(0u32, |sum, &weight| {
            *sum = sum.checked_add(weight)?;
            Some(*sum)
        });
        let sums: Vec<u32> = sums.collect();
        if weights.len() > ranks || sums.len() < weights.len() || sums.last() == Some(&0) {
            let allowed = format!("up to {ranks} weights, of ranks 0 to {}, not all 0, with a sum below 2^32", ranks - 1);
            return Err(Error::value("rank-weights", format!("{weights:?}"), allowed));
        }
        let probability = rate / lengths.mean();
        if pattern.is_trace() || pattern.has_rates() {
            return Err(Error::value("traffic", pattern, "a pattern or a permutation with router multicast"));
        }
        let destinations = Destinations::new(&Network::new(rdt), pattern)?;
        let of_node = |node| if share > 0.0 || destinations.sends(node) { probability } else { 0.0 };
        let arrivals = Arrivals::new(rdt.routers(), seed, of_node);
        let share = (share * (1u64 << 32) as f64) as u64;
        let mix = Mix { destinations, lengths: lengths.clone(), maps, share, ranks: sums };
        Ok(Self { mix, arrivals, number: first })
    }

    /// The packets created in `clock`, in the order of their sources. Call for every clock, 0, 1, ...
    pub fn packets_at(&mut self, clock: u64, mut each: impl FnMut(Packet)) {
        let Self { mix, arrivals, number } = self;
        arrivals.take(clock, |source, rng| {
            if let Some((kind, flits)) = mix.draw(source, rng) {
                each(Packet { number: *number, source: source.0, kind, flits, created: clock });
                *number += 1;
            }
        });
    }
}

impl Mix {
    /// A packet of `source`; `None` if the pattern gives it no destination.
    fn draw(&self, source: TerminalId, rng: &mut ChaCha8Rng) -> Option<(PacketKind, u8)> {
        let kind = if u64::from(rng.next_u32()) < self.share {
            let drawn = rng.random_range(0..self.ranks[self.ranks.len() - 1]);
            let root_rank = self.ranks.partition_point(|&sum| sum <= drawn) as u8;
            let mut maps = [0xff; 5];
            if self.maps == Maps::Random {
                rng.fill_bytes(&mut maps);
            }
            PacketKind::Multicast { root_rank, maps }
        } else if self.destinations.sends(source) {
            PacketKind::Unicast { destination: self.destinations.draw(source, rng).0 }
        } else {
            return None;
        };
        Some((kind, self.lengths.draw(rng)))
    }
}
