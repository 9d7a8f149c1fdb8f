//! A run: an engine under traffic, its statistics, the drain at the end and the watchdog.

use std::ops::Range;

use torusmith_topology::Graph;

use crate::Error;
use crate::engine::{Delivery, Engine, Packet};
use crate::routing::Routing;
use crate::stats::Overtaking;
use crate::stats::{Latencies, Spans, Statistics, Sums, WindowStatistics};
use crate::steady::Population;
use crate::traffic::Traffic;
use crate::watchdog::{DeadNetwork, Watchdog};

/// Length of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunOptions {
    /// Clocks in which packets are created. With a trace the run ends when the last of its packets has arrived, if that is earlier.
    pub cycles: u64,
    /// The first of these that do not count; with `find_warm_up` so many at least.
    pub warm_up: u64,
    /// The warm-up ends where the run becomes steady (MSER-5: docs/cli.md), in its first half. Where it does not become steady, the second half counts.
    pub find_warm_up: bool,
    /// After the last of these clocks no packet leaves its source any more, and the run goes on until the packets in the network have arrived.
    pub drain: bool,
    /// Clocks without a moving flit after which a network with packets in flight counts as dead.
    pub patience: u64,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self { cycles: 20_000, warm_up: 0, find_warm_up: false, drain: true, patience: 1000 }
    }
}

/// A run in progress.
pub struct Run<R> {
    engine: Box<dyn Engine>,
    graph: Graph,
    traffic: Traffic<R>,
    options: RunOptions,
    /// Statistics of each message class.
    statistics: Vec<Statistics>,
    /// Overtaking in each message class.
    overtaking: Vec<Overtaking>,
    watchdog: Watchdog,
    created: Vec<Packet>,
    delivered: Vec<Delivery>,
    /// Clocks at which the measured window can begin, ascending.
    begins: Vec<u64>,
    /// Flits granted at each output port until each clock of `begins` that has passed.
    link_bases: Vec<Vec<u64>>,
    /// Flits granted at each output port until the end of the measured window.
    link_end: Option<Vec<u64>>,
    deliveries: u64,
    /// Only with [`RunOptions::find_warm_up`].
    population: Option<Population>,
    dead: bool,
}

impl<R: Routing> Run<R> {
    /// An engine in clock 0, of the network `graph`, and its traffic, of which packet n is of message class n mod `classes` (rule N1).
    ///
    /// # Errors
    /// No clock, no clock left after the warm-up, a warm-up that is to be found in a trace, or so many clocks that packet numbers (32 bits) run out.
    pub fn new(engine: Box<dyn Engine>, graph: Graph, traffic: Traffic<R>, options: RunOptions, classes: usize) -> Result<Self, Error> {
        if options.cycles == 0 {
            return Err(Error::value("cycles", 0, "1 and more"));
        }
        if options.find_warm_up && traffic.is_finite() {
            return Err(Error::value("warmup", "auto", "a number of clocks with a trace, which has no steady state"));
        }
        let last = if options.find_warm_up { options.cycles / 2 } else { options.cycles - 1 };
        if options.warm_up > last {
            let why = if options.find_warm_up { "half of the cycles" } else { "less than the cycles" };
            return Err(Error::value("warmup", options.warm_up, format!("0 to {last}, {why}")));
        }
        if traffic.expected(options.cycles) > 0.99 * f64::from(u32::MAX) {
            let most = 0.99 * f64::from(u32::MAX) / traffic.expected(1);
            return Err(Error::value(
                "cycles",
                options.cycles,
                format!("1 to {} at this rate, so that packets have numbers of 32 bits", most as u64),
            ));
        }
        let spans = match options.find_warm_up {
            true => Spans::with_any_warm_up(options.cycles),
            false => Spans::after(options.warm_up, options.cycles),
        };
        Ok(Self {
            begins: spans.begins(options.warm_up).to_vec(),
            link_bases: Vec::new(),
            link_end: None,
            population: options.find_warm_up.then(|| Population::new(options.cycles)),
            dead: false,
            statistics: vec![Statistics::new(spans); classes],
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

    /// All clocks are over, and the drain too if one is asked for.
    pub fn done(&self) -> bool {
        !self.open() && (!self.options.drain || self.engine.in_flight() == 0)
    }

    /// First half of a clock: creates its packets and offers them to the engine; they are returned. After the last clock that creates
    /// packets it closes the sources instead.
    pub fn begin(&mut self) -> &[Packet] {
        self.created.clear();
        let clock = self.engine.clock();
        if self.begins.get(self.link_bases.len()) == Some(&clock) {
            self.link_bases.push(self.engine.link_flits());
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
    pub fn finish(&mut self) -> Result<&[Delivery], Box<DeadNetwork>> {
        self.engine.step();
        self.delivered.clear();
        self.engine.take_deliveries(&mut self.delivered);
        self.deliveries += self.delivered.len() as u64;
        if self.traffic.is_loop() {
            self.delivered.iter().for_each(|delivery| self.traffic.arrive(&delivery.packet, delivery.delivered));
        }
        for delivery in &self.delivered {
            let class = class_of(&delivery.packet, self.statistics.len());
            self.statistics[class].deliver(delivery);
            if self.overtaking[class].overtaken(&delivery.packet) {
                self.statistics[class].overtake(&delivery.packet);
            }
        }
        if let Some(population) = self.population.as_mut().filter(|_| self.engine.clock() <= self.options.cycles) {
            population.add(u64::from(self.traffic.created()) - self.deliveries);
        }
        let dead = self.watchdog.look(self.engine.as_ref(), &self.graph);
        self.dead = dead.is_err();
        dead?;
        Ok(&self.delivered)
    }

    /// Runs to the end. `progress` is called with the clock every 1000 clocks.
    ///
    /// # Errors
    /// The network is dead.
    pub fn to_end(&mut self, mut progress: impl FnMut(u64)) -> Result<(), Box<DeadNetwork>> {
        let mut told = 0;
        while self.advance()?.is_some() {
            if self.engine.clock() / 1000 > told {
                told = self.engine.clock() / 1000;
                progress(self.engine.clock());
            }
        }
        Ok(())
    }

    /// Both halves of a clock; returns the packets that have arrived, in the order of routers and ports, or `None` at the end. Clocks in which nothing can
    /// happen are passed over where the engine can.
    ///
    /// # Errors
    /// The network is dead.
    pub fn advance(&mut self) -> Result<Option<&[Delivery]>, Box<DeadNetwork>> {
        if self.is_empty() {
            self.pass_idle_clocks();
        }
        if self.done() {
            return Ok(None);
        }
        self.begin();
        self.finish().map(Some)
    }

    /// All packets created so far have arrived.
    fn is_empty(&self) -> bool {
        u64::from(self.traffic.created()) == self.deliveries
    }

    /// Goes on to the next clock in which a packet is created, the measured window can begin, or sources close, if the network is at rest until then.
    fn pass_idle_clocks(&mut self) {
        let clock = self.engine.clock();
        let begin = self.begins.get(self.link_bases.len()).copied();
        let next = [self.traffic.next_clock(), begin].into_iter().flatten().fold(self.options.cycles, u64::min);
        if self.over() || next <= clock || !self.engine.rest_until(next) {
            return;
        }
        self.traffic.pass_until(next);
        self.watchdog.rest(self.engine.as_ref());
        if let Some(population) = &mut self.population {
            population.rest(next - clock);
        }
    }

    /// The clock from which on the run is steady, where that is looked for.
    fn steady_from(&self) -> Option<u64> {
        self.population.as_ref().filter(|_| !self.dead).and_then(Population::steady_from)
    }

    /// The measured clocks. A network that died has no steady state, so all its clocks count.
    fn window(&self) -> Range<u64> {
        let end = self.engine.clock().min(self.options.cycles);
        let begin = match self.dead {
            true => 0,
            // The last one where the run is not steady.
            false => {
                let steady = if self.population.is_some() { self.steady_from().unwrap_or(u64::MAX) } else { 0 };
                let late = self.begins.iter().find(|&&begin| begin >= steady).or(self.begins.last());
                late.copied().unwrap_or(0)
            }
        };
        begin..end.max(begin)
    }

    /// Sums up the run so far.
    pub fn summary(&self) -> Summary {
        let window = self.window();
        let (terminals, ports, clocks) = (self.graph.live().count(), self.graph.ports(), window.end - window.start);
        let links = self.link_end.clone().unwrap_or_else(|| self.engine.link_flits());
        let base = self.begins.iter().position(|&begin| begin == window.start).and_then(|at| self.link_bases.get(at));
        let used = |(from, _): (torusmith_topology::Link, _)| {
            let at = from.node as usize * ports + from.port as usize;
            let flits = links[at] - base.filter(|_| !self.dead).map_or(0, |base| base[at]);
            LinkUse { node: from.node, port: from.port, flits: flits as f64 / clocks as f64 }
        };
        let all = self.engine.link_flits();
        let ejected: u64 = all.chunks_exact(ports).flat_map(|router| &router[..self.graph.local_ports()]).sum();
        let moved = all.iter().sum::<u64>() - ejected;
        let mut statistics = self.statistics[0].clone();
        self.statistics[1..].iter().for_each(|of_class| statistics.merge(of_class));
        let load = |statistics: &Statistics| LoadSummary::new(statistics.measured(window.start, window.end), terminals, self.dead);
        Summary {
            clocks: self.engine.clock(),
            created: u64::from(self.traffic.created()),
            delivered: self.deliveries,
            own: self.traffic.own(),
            queued: self.engine.queued() as u64,
            in_flight: self.engine.in_flight() as u64,
            steady: self.population.as_ref().map(|_| self.steady_from().is_some()),
            all: load(&statistics),
            classes: self.statistics.iter().map(load).collect(),
            hops_mean: (ejected > 0 && self.engine.in_flight() == 0).then(|| moved as f64 / ejected as f64),
            links: if clocks == 0 { Vec::new() } else { self.graph.iter_links().map(used).collect() },
            window,
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
    /// Output port of the link.
    pub port: u8,
    /// Flits a clock over the measured window, 0..=1.
    pub flits: f64,
}

/// Results of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// Clocks run, the drain included.
    pub clocks: u64,
    /// The measured clocks, of which the loads are means.
    pub window: Range<u64>,
    /// A steady state was found; only with [`RunOptions::find_warm_up`].
    pub steady: Option<bool>,
    /// Packets created since clock 0.
    pub created: u64,
    /// Packets delivered.
    pub delivered: u64,
    /// Packets to their own source, delivered there without entering the network; in no other figure.
    pub own: u64,
    /// Packets still wholly in the queues of their sources.
    pub queued: u64,
    /// Packets in the network.
    pub in_flight: u64,
    /// Loads and latencies of all packets.
    pub all: LoadSummary,
    /// Loads and latencies of each message class.
    pub classes: Vec<LoadSummary>,
    /// Links that a flit passes, on average: all link traversals over all ejections of the run. `None` if nothing was ejected, or if packets are still
    /// in the network, whose flits have passed links and are not ejected.
    pub hops_mean: Option<f64>,
    /// The use of every link, in the order of nodes and ports; empty if no clock was measured.
    pub links: Vec<LinkUse>,
}

/// Loads, in flits a terminal in service and clock, and latencies, in clocks (rule N8).
#[derive(Debug, Clone, PartialEq)]
pub struct LoadSummary {
    /// Offered load; `None` if no clock was measured.
    pub offered: Option<f64>,
    /// Accepted load: flits of the packets whose tail arrived in the measured window.
    pub accepted: Option<f64>,
    /// Packets that were created in the measured window.
    pub created: u64,
    /// Measured packets that have arrived; the latencies are about these.
    pub packets: u64,
    /// Arrived packets that came after a later-created packet of the same source, destination and message class.
    pub overtaken: u64,
    /// Network latencies, and total latencies, which have the wait in the source's queue.
    pub latencies: Latencies,
    /// Sums over spans of equal length of the measured window; none if the run ended early.
    pub spans: Vec<Sums>,
}

impl LoadSummary {
    fn new(measured: WindowStatistics, terminals: usize, dead: bool) -> Self {
        let Sums { created, packets, overtaken, .. } = measured.all;
        Self {
            offered: measured.offered(terminals),
            accepted: measured.accepted(terminals),
            created,
            packets,
            overtaken,
            latencies: measured.latencies,
            spans: if dead { Vec::new() } else { measured.spans },
        }
    }
}
