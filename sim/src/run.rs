//! A run: an engine under traffic, its statistics, the drain at the end and the watchdog.

use std::borrow::Cow;

use torusmith_topology::Graph;

use crate::Error;
use crate::engine::{Delivery, Engine, Packet};
use crate::overtaking::Overtaking;
use crate::routing::Routing;
use crate::stats::{Latency, Statistics};
use crate::traffic::Traffic;
use crate::watchdog::{Dead, Watchdog};

/// How long to run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// Clocks in which packets are created. With a trace the run ends when the last of its packets has arrived, if that is earlier.
    pub cycles: u64,
    /// The first of these that do not count.
    pub warm_up: u64,
    /// After these clocks no packet leaves its source any more, and the run goes on until what is in the network has arrived.
    pub drain: bool,
    /// Clocks without a moving flit after which a network with packets in flight counts as dead.
    pub patience: u64,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { cycles: 20_000, warm_up: 0, drain: true, patience: 1000 }
    }
}

/// A run under way.
pub struct Run<R> {
    engine: Box<dyn Engine>,
    graph: Graph,
    traffic: Traffic<R>,
    options: RunOptions,
    /// By message class.
    statistics: Vec<Statistics>,
    /// By message class.
    overtaking: Vec<Overtaking>,
    watchdog: Watchdog,
    created: Vec<Packet>,
    delivered: Vec<Delivery>,
    /// Flits that each output port had granted at the end of the warm-up.
    link_base: Vec<u64>,
    /// The same at the end of the clocks that count.
    link_end: Option<Vec<u64>>,
    deliveries: u64,
}

impl<R: Routing> Run<R> {
    /// An engine in clock 0, of the network `graph`, and its traffic, of which packet n is of message class n mod `classes` (rule N1).
    ///
    /// # Errors
    /// No clock, no clock left after the warm-up, or so many that packet numbers (32 bits) run out.
    pub fn new(engine: Box<dyn Engine>, graph: Graph, traffic: Traffic<R>, options: RunOptions, classes: usize) -> Result<Self, Error> {
        if options.cycles == 0 {
            return Err(Error::value("cycles", 0, "1 and more"));
        }
        if options.warm_up >= options.cycles {
            return Err(Error::value("warmup", options.warm_up, format!("0..{}, less than the cycles", options.cycles - 1)));
        }
        if traffic.expected(options.cycles) > 0.99 * f64::from(u32::MAX) {
            let most = 0.99 * f64::from(u32::MAX) / traffic.expected(1);
            return Err(Error::value(
                "cycles",
                options.cycles,
                format!("1..{} at this rate, so that packets have numbers of 32 bits", most as u64),
            ));
        }
        Ok(Self {
            link_base: vec![0; graph.nodes() * graph.ports()],
            link_end: None,
            statistics: vec![Statistics::new(options.warm_up..options.cycles); classes],
            overtaking: vec![Overtaking::default(); classes],
            watchdog: Watchdog::new(options.patience, graph.most_slices()),
            created: Vec::new(),
            delivered: Vec::new(),
            deliveries: 0,
            engine,
            graph,
            traffic,
            options,
        })
    }

    /// The engine, between two clocks or between [`Run::begin`] and [`Run::finish`].
    pub fn engine(&mut self) -> &mut dyn Engine {
        self.engine.as_mut()
    }

    /// Packets are still created.
    pub fn open(&self) -> bool {
        self.engine.clock() < self.options.cycles && !self.over()
    }

    /// No packet is left, nor will one come.
    fn over(&self) -> bool {
        self.traffic.over() && self.engine.queued() == 0 && self.engine.in_flight() == 0
    }

    /// All clocks are over, and the drain too if there is one.
    pub fn done(&self) -> bool {
        !self.open() && (!self.options.drain || self.engine.in_flight() == 0)
    }

    /// First half of a clock: creates its packets and offers them to the engine; they are returned. After the last clock that creates
    /// packets it closes the sources instead.
    pub fn begin(&mut self) -> &[Packet] {
        self.created.clear();
        let clock = self.engine.clock();
        if clock == self.options.warm_up {
            self.link_base = self.engine.link_flits();
        }
        if clock < self.options.cycles {
            let Self { engine, traffic, statistics, created, .. } = self;
            traffic.packets_at(clock, |packet| {
                engine.offer(packet);
                let class = class_of(&packet, statistics.len());
                statistics[class].create(&packet);
                created.push(packet);
            });
        } else if clock == self.options.cycles {
            self.link_end = Some(self.engine.link_flits());
            self.engine.close();
        }
        &self.created
    }

    /// Second half: steps the engine; returns the packets that have arrived.
    ///
    /// # Errors
    /// The network is dead.
    pub fn finish(&mut self) -> Result<&[Delivery], Box<Dead>> {
        self.engine.step();
        self.delivered.clear();
        self.engine.take_deliveries(&mut self.delivered);
        self.deliveries += self.delivered.len() as u64;
        for delivery in &self.delivered {
            let class = class_of(&delivery.packet, self.statistics.len());
            self.statistics[class].deliver(delivery);
            if self.overtaking[class].overtaken(&delivery.packet) {
                self.statistics[class].overtake(&delivery.packet);
            }
        }
        let dead = self.watchdog.look(self.engine.as_ref(), &self.graph);
        if self.over() || dead.is_err() && self.traffic.is_finite() {
            let clock = self.engine.clock();
            self.statistics.iter_mut().for_each(|statistics| statistics.end(clock));
        }
        dead?;
        Ok(&self.delivered)
    }

    /// Runs to the end; `progress` is told the clock every 1000 clocks.
    ///
    /// # Errors
    /// The network is dead.
    pub fn to_end(&mut self, mut progress: impl FnMut(u64)) -> Result<(), Box<Dead>> {
        while !self.done() {
            if self.engine.clock().is_multiple_of(1000) {
                progress(self.engine.clock());
            }
            self.begin();
            self.finish()?;
        }
        Ok(())
    }

    /// What has been counted so far.
    pub fn summary(&self) -> Summary {
        let links = self.link_end.clone().unwrap_or_else(|| self.engine.link_flits());
        let ports = self.graph.ports();
        let clocks = self.engine.clock().min(self.options.cycles).saturating_sub(self.options.warm_up).max(1);
        let counting = self.engine.clock() > self.options.warm_up;
        let use_of = |i: usize| if counting { (links[i] - self.link_base[i]) as f64 / clocks as f64 } else { 0.0 };
        let used = |(from, _): (torusmith_topology::Link, _)| LinkUse {
            node: from.node,
            port: from.port,
            flits: use_of(from.node as usize * ports + from.port as usize),
        };
        let nodes = self.graph.nodes();
        let all = self.engine.link_flits();
        let ejected: u64 = all.iter().step_by(ports).sum();
        let moved = all.iter().sum::<u64>() - ejected;
        let statistics = self.statistics();
        Summary {
            clocks: self.engine.clock(),
            offered: statistics.offered(nodes),
            accepted: statistics.accepted(nodes),
            created: u64::from(self.traffic.created()),
            delivered: self.deliveries,
            queued: self.engine.queued() as u64,
            in_flight: self.engine.in_flight() as u64,
            measured: statistics.network().packets(),
            overtaken: statistics.overtaken(),
            network_latency: statistics.network().latency(),
            total_latency: statistics.total().latency(),
            classes: self.statistics.iter().map(|statistics| ClassSummary::new(statistics, nodes)).collect(),
            hops_mean: if ejected == 0 { 0.0 } else { moved as f64 / ejected as f64 },
            links: self.graph.iter_links().map(used).collect(),
        }
    }

    /// The statistics themselves, with the whole distribution of latencies.
    pub fn statistics(&self) -> Cow<'_, Statistics> {
        match &self.statistics[..] {
            [one] => Cow::Borrowed(one),
            several => Cow::Owned(several.iter().skip(1).fold(several[0].clone(), |all, statistics| all.with(statistics))),
        }
    }
}

/// The message class of a packet (rule N1).
#[inline]
fn class_of(packet: &Packet, classes: usize) -> usize {
    if classes == 1 { 0 } else { packet.number as usize % classes }
}

/// The use of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinkUse {
    /// The node it leaves.
    pub node: u32,
    /// By this output port.
    pub port: u8,
    /// Flits a clock over the measured window, 0..=1.
    pub flits: f64,
}

/// What a run comes to. Loads are in flits a node and clock, latencies in clocks (rule N8).
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Clocks run, the drain included.
    pub clocks: u64,
    /// Offered load over the measured window.
    pub offered: f64,
    /// Accepted load over the measured window: flits of the packets whose tail arrived in it.
    pub accepted: f64,
    /// Packets created since clock 0.
    pub created: u64,
    /// Packets delivered.
    pub delivered: u64,
    /// Packets still wholly in the queues of their sources.
    pub queued: u64,
    /// Packets in the network.
    pub in_flight: u64,
    /// Packets that were created in the measured window and have arrived: those that the latencies are about.
    pub measured: u64,
    /// Of those, the ones that arrived after a later-created packet of the same source, destination and message class.
    pub overtaken: u64,
    /// Network latency.
    pub network_latency: Latency,
    /// Total latency, with the wait in the source's queue.
    pub total_latency: Latency,
    /// The same of each message class.
    pub classes: Vec<ClassSummary>,
    /// Links that a flit passes, on average: all link traversals over all ejections of the run.
    pub hops_mean: f64,
    /// The use of every link, in the order of nodes and ports.
    pub links: Vec<LinkUse>,
}

/// What a run comes to for one message class. Loads in flits a node and clock, latencies in clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClassSummary {
    /// Offered load.
    pub offered: f64,
    /// Accepted load.
    pub accepted: f64,
    /// Network latency.
    pub network_latency: Latency,
    /// Total latency.
    pub total_latency: Latency,
}

impl ClassSummary {
    fn new(statistics: &Statistics, nodes: usize) -> Self {
        Self {
            offered: statistics.offered(nodes),
            accepted: statistics.accepted(nodes),
            network_latency: statistics.network().latency(),
            total_latency: statistics.total().latency(),
        }
    }
}
