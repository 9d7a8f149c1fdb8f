//! Traffic: sources, destinations and clocks of packets (docs/networks.md, "The seven traffic patterns"; docs/router.md N1, N6, N7).

pub(crate) mod arrivals;
mod bursts;
mod calendar;
mod gaps;
mod given;
mod loops;
mod pattern;

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use torusmith_design::ranges::PACKET_FLITS;
use torusmith_topology::{Network, TerminalId};

use crate::Error;
use crate::engine::Packet;
use crate::routing::Routing;
use arrivals::Arrivals;
pub use given::Given;
use given::{TracePacket, noxim};
pub use loops::ClosedLoop;
use loops::Loops;
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

    /// One of `flits`, equally likely; a length listed twice is twice as likely.
    ///
    /// # Errors
    /// None given, or one not in 1..=128.
    pub fn any_of(flits: &[usize]) -> Result<Self, Error> {
        let allowed = || PACKET_FLITS.to_string();
        if flits.is_empty() {
            return Err(Error::value("packet-flits", "none", allowed()));
        }
        match flits.iter().find(|&&n| !PACKET_FLITS.contains(n)) {
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

/// When sources have packets.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Sources {
    /// In each clock with the same probability.
    #[default]
    Steady,
    /// In on periods of this mean length, 1 clock and more, in which a source offers one flit a clock; off periods keep the mean load.
    Bursts(f64),
    /// A request when a reply arrives; replies when requests arrive.
    Loop(ClosedLoop),
}

/// Traffic of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct TrafficOptions {
    /// Destinations; of a trace all.
    pub pattern: Pattern,
    /// Offered load of a terminal that sends, in flits a clock, 0..=1; a factor, where sources have rates of their own.
    pub rate: f64,
    /// Packet lengths.
    pub lengths: Lengths,
    /// Seed of all random streams.
    pub seed: u64,
    /// When sources have packets, where that is drawn.
    pub sources: Sources,
}

impl TrafficOptions {
    /// The rate, where there is one: a trace and closed-loop sources have none.
    pub fn asked_rate(&self) -> Option<f64> {
        (!self.pattern.is_trace() && !self.is_loop()).then_some(self.rate)
    }

    /// Sources are closed-loop sources.
    pub fn is_loop(&self) -> bool {
        matches!(self.sources, Sources::Loop(_))
    }

    /// Flits of the shortest packet.
    pub fn shortest(&self) -> usize {
        match self.pattern {
            Pattern::Given(given) => given.as_trace().map_or(self.lengths.shortest(), |trace| trace.shortest.into()),
            _ => self.lengths.shortest(),
        }
    }
}

/// A source of packets for a whole network.
pub struct Traffic<R> {
    routing: R,
    packets: Packets,
    number: u32,
    own: u64,
}

/// Source of the packets.
enum Packets {
    Drawn {
        destinations: Box<Destinations>,
        lengths: Lengths,
        arrivals: Arrivals,
        /// Packets that a clock creates on average.
        a_clock: f64,
    },
    /// Requests and replies.
    Loop(Box<Loops>),
    /// Packets of a table of Noxim.
    Noxim(Box<noxim::Senders>),
    /// The next of them.
    Trace { jobs: &'static [TracePacket], next: usize },
}

impl<R: Routing> Traffic<R> {
    /// The traffic of `network` from clock 0 on.
    ///
    /// # Errors
    /// A rate that a port cannot take, a pattern that the network does not have, a file that was read for another one.
    pub fn new(network: &Network, routing: R, options: &TrafficOptions) -> Result<Self, Error> {
        let TrafficOptions { pattern, rate, ref lengths, seed, ref sources } = *options;
        if let Pattern::Given(given) = pattern
            && !network.attached().all_live()
        {
            let allowed = "a pattern without a file or hot spots of its own, where nodes are out of service";
            return Err(Error::value("traffic", given.name(), allowed));
        }
        if let Pattern::Given(given) = pattern
            && let Some(trace) = given.as_trace()
        {
            given.check(network)?;
            return Ok(Self { routing, packets: Packets::Trace { jobs: &trace.jobs, next: 0 }, number: 0, own: 0 });
        }
        if !(0.0..=1.0).contains(&rate) {
            return Err(Error::value("rate", rate, "0 to 1 flits a node and clock (a port takes one flit a clock)"));
        }
        if let Pattern::Given(given) = pattern
            && let Some(table) = given.as_noxim()
        {
            given.check(network)?;
            if *sources != Sources::Steady {
                return Err(Error::value("traffic", given.name(), "a pattern, a permutation or rates with bursts and closed-loop sources"));
            }
            let senders = Box::new(noxim::Senders::new(table, rate, lengths.clone(), seed));
            return Ok(Self { routing, packets: Packets::Noxim(senders), number: 0, own: 0 });
        }
        let destinations = Box::new(Destinations::new(network, pattern)?);
        let probability = |source| rate * destinations.creates(source) / lengths.mean();
        let terminals = network.terminals();
        if let Sources::Loop(options) = sources {
            if options.outstanding == 0 || options.reply_clocks == 0 {
                return Err(Error::value("outstanding", options.outstanding, "1 and more, with replies after 1 clock and more"));
            }
            let packets = Packets::Loop(Box::new(Loops::new(options, *destinations, lengths, terminals, seed)));
            return Ok(Self { routing, packets, number: 0, own: 0 });
        }
        let arrivals = match sources {
            Sources::Steady | Sources::Loop(_) => Arrivals::new(terminals, seed, probability),
            &Sources::Bursts(mean) if mean >= 1.0 => Arrivals::in_bursts(terminals, seed, probability, lengths.mean().recip(), mean),
            Sources::Bursts(mean) => return Err(Error::value("burst", mean, "1 clock and more")),
        };
        let a_clock = TerminalId::all(network.terminals()).map(probability).sum();
        Ok(Self { routing, packets: Packets::Drawn { destinations, lengths: lengths.clone(), arrivals, a_clock }, number: 0, own: 0 })
    }

    /// The packets created in `clock`, in the order of their sources; packets to their own source are counted, and enter no network. Call for every
    /// clock, 0, 1, ..., except those that are [passed over](Traffic::pass_until).
    pub fn packets_at(&mut self, clock: u64, mut each: impl FnMut(Packet)) {
        let Self { routing, packets, number, own } = self;
        let mut create = |source: TerminalId, destination: TerminalId, flits: u8| {
            if source == destination {
                *own += 1;
                return None;
            }
            let bits = routing.source_bits(source, destination, *number);
            each(Packet { number: *number, source, destination, bits, flits, created: clock });
            *number += 1;
            Some(*number - 1)
        };
        match packets {
            Packets::Drawn { destinations, lengths, arrivals, .. } => arrivals.take(clock, |source, rng| {
                let destination = destinations.draw(source, rng);
                _ = create(source, destination, lengths.draw(rng));
            }),
            Packets::Loop(loops) => loops.take(clock, create),
            Packets::Noxim(senders) => senders.take(clock, |source, destination, flits| _ = create(source, destination, flits)),
            Packets::Trace { jobs, next } => {
                while let Some(job) = jobs.get(*next).filter(|job| job.clock == clock) {
                    _ = create(job.from, job.to, job.flits);
                    *next += 1;
                }
            }
        }
    }

    /// Packets that arrive decide which are created.
    pub fn is_loop(&self) -> bool {
        matches!(self.packets, Packets::Loop(_))
    }

    /// A packet has arrived in a clock, and packets of later clocks may depend on it. Call in the order of clocks, before those packets are created.
    pub fn arrive(&mut self, packet: &Packet, clock: u64) {
        if let Packets::Loop(loops) = &mut self.packets {
            loops.arrive(packet, clock);
        }
    }

    /// The next clock in which a packet is created, or may be, if any.
    pub fn next_clock(&self) -> Option<u64> {
        match &self.packets {
            Packets::Drawn { arrivals, .. } => arrivals.next_clock(),
            Packets::Loop(loops) => loops.next_clock(),
            Packets::Noxim(senders) => senders.next_clock(),
            Packets::Trace { jobs, next } => jobs.get(*next).map(|job| job.clock),
        }
    }

    /// Passes over the clocks before `clock`, in which no packet is created.
    pub fn pass_until(&mut self, clock: u64) {
        match &mut self.packets {
            Packets::Drawn { arrivals, .. } => arrivals.pass_until(clock),
            Packets::Noxim(senders) => senders.pass_until(clock),
            Packets::Loop(_) | Packets::Trace { .. } => {}
        }
    }

    /// Packets that `clocks` clocks create, on average where they are drawn; the most, with a table of Noxim and closed-loop sources.
    pub fn expected(&self, clocks: u64) -> f64 {
        match &self.packets {
            Packets::Drawn { a_clock, .. } => a_clock * clocks as f64,
            Packets::Loop(loops) => loops.most(clocks),
            Packets::Noxim(senders) => senders.most_a_clock() * clocks as f64,
            Packets::Trace { jobs, .. } => jobs.partition_point(|job| job.clock < clocks) as f64,
        }
    }

    /// The traffic has an end: a trace.
    pub fn is_finite(&self) -> bool {
        matches!(self.packets, Packets::Trace { .. })
    }

    /// All packets of the trace are created.
    pub fn over(&self) -> bool {
        matches!(&self.packets, Packets::Trace { jobs, next } if *next == jobs.len())
    }

    /// Packets created so far for other nodes.
    pub fn created(&self) -> u32 {
        self.number
    }

    /// Packets created so far for their own source, where they are delivered at once.
    pub fn own(&self) -> u64 {
        self.own
    }
}
