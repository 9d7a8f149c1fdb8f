//! Traffic: who sends a packet where, in which clock (docs/networks.md, "The seven traffic patterns"; docs/router.md N1, N6, N7).
//!
//! Every node has a random stream of its own, so a node's packets depend on the seed and the node alone. A packet is created in each clock
//! with probability rate / mean length (Bernoulli), drawn as the gap to the next one, so that silence costs nothing.

pub(crate) mod arrivals;
mod calendar;
mod pattern;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use torusmith_topology::Network;

use crate::Error;
use crate::config::MAX_FLITS;
use crate::engine::Packet;
use crate::routing::Routing;
use arrivals::Arrivals;
pub use pattern::{Destinations, Pattern};

/// Lengths that packets can have, in flits, each equally likely.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lengths(Vec<u8>);

impl Lengths {
    /// All packets are `flits` long.
    ///
    /// # Errors
    /// Unless 1..=128.
    pub fn fixed(flits: usize) -> Result<Self, Error> {
        Self::any_of(&[flits])
    }

    /// One of `flits`, equally likely; a length given twice is twice as likely.
    ///
    /// # Errors
    /// None given, or one not in 1..=128.
    pub fn any_of(flits: &[usize]) -> Result<Self, Error> {
        let allowed = || format!("1..{MAX_FLITS}");
        if flits.is_empty() {
            return Err(Error::value("packet-flits", "none", allowed()));
        }
        match flits.iter().find(|&&n| !(1..=MAX_FLITS).contains(&n)) {
            Some(n) => Err(Error::value("packet-flits", n, allowed())),
            None => Ok(Self(flits.iter().map(|&n| n as u8).collect())),
        }
    }

    /// The shortest and the longest, in flits.
    pub(crate) fn range(&self) -> (u8, u8) {
        (self.0.iter().copied().min().unwrap_or(0), self.0.iter().copied().max().unwrap_or(0))
    }

    /// The shortest, in flits.
    pub fn shortest(&self) -> usize {
        self.range().0.into()
    }

    /// Mean length in flits.
    pub fn mean(&self) -> f64 {
        self.0.iter().map(|&n| f64::from(n)).sum::<f64>() / self.0.len() as f64
    }

    pub(crate) fn draw(&self, rng: &mut ChaCha8Rng) -> u8 {
        match self.0[..] {
            [flits] => flits,
            _ => self.0[rng.random_range(0..self.0.len() as u32) as usize],
        }
    }
}

impl Default for Lengths {
    /// 16 flits, as in the papers.
    fn default() -> Self {
        Self(vec![16])
    }
}

/// What traffic to make.
#[derive(Debug, Clone, PartialEq)]
pub struct TrafficOptions {
    /// Destinations.
    pub pattern: Pattern,
    /// Offered load of a node that sends, in flits a clock, 0..=1.
    pub rate: f64,
    /// Packet lengths.
    pub lengths: Lengths,
    /// Seed of all random streams.
    pub seed: u64,
}

/// A source of packets for a whole network.
pub struct Traffic<R> {
    routing: R,
    destinations: Destinations,
    lengths: Lengths,
    /// p, the probability of a packet in a clock.
    probability: f64,
    arrivals: Arrivals,
    number: u32,
}

impl<R: Routing> Traffic<R> {
    /// The traffic of `network` from clock 0 on.
    ///
    /// # Errors
    /// A rate that a port cannot take, a pattern that the network does not have.
    pub fn new(network: &Network, routing: R, options: &TrafficOptions) -> Result<Self, Error> {
        let TrafficOptions { pattern, rate, ref lengths, seed } = *options;
        if !(0.0..=1.0).contains(&rate) {
            return Err(Error::value("rate", rate, "0..1 flits a node and clock (a port takes one flit a clock)"));
        }
        let destinations = Destinations::new(network, pattern)?;
        let probability = rate / lengths.mean();
        let arrivals = Arrivals::new(network.nodes() as u32, seed, probability, |node| destinations.sends(node));
        Ok(Self { routing, destinations, lengths: lengths.clone(), probability, arrivals, number: 0 })
    }

    /// The packets created in `clock`, in the order of their sources. Call for every clock, 0, 1, ...
    pub fn packets_at(&mut self, clock: u64, mut each: impl FnMut(Packet)) {
        let Self { routing, destinations, lengths, arrivals, number, .. } = self;
        arrivals.take(clock, |source, rng| {
            let destination = destinations.draw(source, rng);
            let flits = lengths.draw(rng);
            let bits = routing.source_bits(source, destination, *number);
            each(Packet { number: *number, source, destination, bits, flits, created: clock });
            *number += 1;
        });
    }

    /// Packets that `clocks` clocks create on average.
    pub fn expected(&self, clocks: u64) -> f64 {
        let senders = (0..self.arrivals.nodes()).filter(|&node| self.destinations.sends(node)).count();
        self.probability * clocks as f64 * senders as f64
    }

    /// Packets created so far.
    pub fn created(&self) -> u32 {
        self.number
    }
}
