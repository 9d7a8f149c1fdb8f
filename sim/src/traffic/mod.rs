//! Traffic: who sends a packet where, in which clock (docs/networks.md, "The seven traffic patterns"; docs/router.md N1, N6, N7).
//!
//! Every node has a random stream of its own, so a node's packets depend on the seed and the node alone. A packet is created in each clock
//! with probability rate / mean length (Bernoulli), drawn as the gap to the next one, so that silence costs nothing.

pub(crate) mod calendar;
mod pattern;

use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use torusmith_topology::Network;

use crate::Error;
use crate::config::MAX_FLITS;
use crate::engine::Packet;
use crate::routing::Routing;
use calendar::Calendar;
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
    /// 1 / ln(1 - p).
    gap: f64,
    streams: Vec<ChaCha8Rng>,
    calendar: Calendar,
    due: Vec<u32>,
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
        let nodes = network.nodes() as u32;
        let stream = |node: u32| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(node.into());
            rng
        };
        let mut traffic = Self {
            routing,
            lengths: lengths.clone(),
            probability,
            gap: libm::log1p(-probability).recip(),
            streams: (0..nodes).map(stream).collect(),
            calendar: Calendar::new(probability.recip()),
            due: Vec::new(),
            number: 0,
            destinations,
        };
        if probability > 0.0 {
            for node in 0..nodes {
                if traffic.destinations.sends(node) {
                    let gap = traffic.draw_gap(node);
                    traffic.calendar.add(gap, node);
                }
            }
        }
        Ok(traffic)
    }

    /// Clocks without a packet before the next one: P(gap >= k) = (1 - p)^k.
    fn draw_gap(&mut self, node: u32) -> u64 {
        // (0, 1] in steps of 2^-53; libm's logarithm is the same on every machine.
        let u = ((self.streams[node as usize].next_u64() >> 11) + 1) as f64 / (1u64 << 53) as f64;
        (libm::log(u) * self.gap) as u64
    }

    /// The packets created in `clock`, in the order of their sources. Call for every clock, 0, 1, ...
    pub fn packets_at(&mut self, clock: u64, mut each: impl FnMut(Packet)) {
        let mut due = std::mem::take(&mut self.due);
        self.calendar.take(clock, &mut due);
        for &source in &due {
            let rng = &mut self.streams[source as usize];
            let destination = self.destinations.draw(source, rng);
            let flits = self.lengths.draw(rng);
            let bits = self.routing.source_bits(source, destination, self.number);
            each(Packet { number: self.number, source, destination, bits, flits, created: clock });
            self.number += 1;
            let next = clock.saturating_add(1).saturating_add(self.draw_gap(source));
            self.calendar.add(next, source);
        }
        self.due = due;
    }

    /// Packets that `clocks` clocks create on average.
    pub fn expected(&self, clocks: u64) -> f64 {
        let senders = (0..self.streams.len() as u32).filter(|&node| self.destinations.sends(node)).count();
        self.probability * clocks as f64 * senders as f64
    }

    /// Packets created so far.
    pub fn created(&self) -> u32 {
        self.number
    }
}
