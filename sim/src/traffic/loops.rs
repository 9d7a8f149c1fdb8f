//! Closed-loop sources: requests that are answered, and so many of each node at a time (docs/traffic.md, "Requests and replies").

use std::collections::{BTreeMap, HashSet, VecDeque};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use torusmith_topology::TerminalId;

use super::{Destinations, Lengths};
use crate::engine::Packet;

/// Requests and replies.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosedLoop {
    /// Requests of a node without a reply, 1 and more.
    pub outstanding: u32,
    /// Clocks from the arrival of a request to the creation of its reply, 1 and more.
    pub reply_clocks: u64,
    /// Lengths of replies.
    pub reply_lengths: Lengths,
}

/// A packet that is created in a clock to come.
#[derive(Debug, Clone, Copy)]
enum Job {
    Request,
    Reply(TerminalId),
}

/// The sources of all nodes.
pub(super) struct Loops {
    options: ClosedLoop,
    destinations: Destinations,
    lengths: Lengths,
    streams: Vec<ChaCha8Rng>,
    /// Numbers of requests under way.
    requests: HashSet<u32>,
    /// By clock and source.
    jobs: BTreeMap<(u64, TerminalId), VecDeque<Job>>,
}

impl Loops {
    /// All nodes that send have their requests in clock 0.
    pub fn new(options: &ClosedLoop, destinations: Destinations, lengths: &Lengths, terminals: usize, seed: u64) -> Self {
        let stream = |TerminalId(number): TerminalId| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            rng.set_stream(number.into());
            rng
        };
        let first = vec![Job::Request; options.outstanding as usize];
        let senders = TerminalId::all(terminals).filter(|&source| destinations.sends(source));
        let jobs = senders.map(|source| ((0, source), first.clone().into())).collect();
        let streams = TerminalId::all(terminals).map(stream).collect();
        Self { options: options.clone(), destinations, lengths: lengths.clone(), streams, requests: HashSet::new(), jobs }
    }

    /// The next clock in which a packet is created, as long as none arrives.
    pub fn next_clock(&self) -> Option<u64> {
        self.jobs.first_key_value().map(|(&(clock, _), _)| clock)
    }

    /// Creates the packets of a clock; `create` gives the number of a packet, none for one to its own source.
    pub fn take(&mut self, clock: u64, mut create: impl FnMut(TerminalId, TerminalId, u8) -> Option<u32>) {
        while let Some(first) = self.jobs.first_entry().filter(|first| first.key().0 <= clock) {
            let ((_, source), jobs) = first.remove_entry();
            let rng = &mut self.streams[source.index()];
            for job in jobs {
                match job {
                    Job::Request => {
                        let destination = self.destinations.draw(source, rng);
                        match create(source, destination, self.lengths.draw(rng)) {
                            Some(number) => _ = self.requests.insert(number),
                            None => self.jobs.entry((clock + 1, source)).or_default().push_back(Job::Request),
                        }
                    }
                    Job::Reply(to) => _ = create(source, to, self.options.reply_lengths.draw(rng)),
                }
            }
        }
    }

    /// A packet has arrived in a clock: a request is answered, and a reply lets its node send the next request in the next clock.
    pub fn arrive(&mut self, packet: &Packet, clock: u64) {
        let (after, job) = match self.requests.remove(&packet.number) {
            true => (self.options.reply_clocks, Job::Reply(packet.source)),
            false => (1, Job::Request),
        };
        self.jobs.entry((clock.saturating_add(after), packet.destination)).or_default().push_back(job);
    }

    /// The most packets that so many clocks create: each node takes one flit a clock, and a packet that arrives creates one.
    pub fn most(&self, clocks: u64) -> f64 {
        let shortest = self.lengths.shortest().min(self.options.reply_lengths.shortest()) as f64;
        self.streams.len() as f64 * (f64::from(self.options.outstanding) + clocks as f64 / shortest)
    }
}
