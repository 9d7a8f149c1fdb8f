//! Two engines side by side under the same packets: every output register, every clock, and all that the engines report.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::{Engine, Head, Packet, PortWord};
use torusmith_sim::fast;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::Routing;
use torusmith_topology::{Graph, TerminalId};

/// Destinations of packets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    Uniform,
    Complement,
    Rotate,
    HotSpot,
    Neighbour,
}

pub const PATTERNS: [Pattern; 5] = [Pattern::Uniform, Pattern::Complement, Pattern::Rotate, Pattern::HotSpot, Pattern::Neighbour];

/// A small generator of its own, so that a case is the same in every build.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed ^ 0x9E37_79B9_7F4A_7C15)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }
}

/// Load of a network, and its duration.
#[derive(Debug, Clone, Copy)]
pub struct Load {
    pub pattern: Pattern,
    /// Flits of a packet, least and most.
    pub flits: (u8, u8),
    /// Thousandths of a flit a node and clock.
    pub rate: u64,
    /// Clocks in which packets are offered; as many follow in which none are.
    pub clocks: u64,
    /// Seed of the draws; an odd one closes the sources before the clocks without offers.
    pub seed: u64,
}

impl Load {
    fn destination(&self, nodes: u64, source: u64, random: &mut Random) -> u64 {
        match self.pattern {
            Pattern::Uniform => random.below(nodes),
            Pattern::Complement => nodes - 1 - source,
            Pattern::Rotate => (source * 2) % nodes + (source * 2) / nodes,
            Pattern::HotSpot if random.below(4) == 0 => nodes / 2,
            Pattern::HotSpot => random.below(nodes),
            Pattern::Neighbour => (source + 1) % nodes,
        }
    }

    fn packets(&self, nodes: u64, clock: u64, number: &mut u32, random: &mut Random, routing: &impl Routing) -> Vec<Packet> {
        let mut all = Vec::new();
        for source in 0..nodes {
            let (least, most) = (self.flits.0 as u64, self.flits.1 as u64);
            if random.below(1000 * (least + most)) >= 2 * self.rate {
                continue;
            }
            let flits = least + random.below(most - least + 1);
            let destination = self.destination(nodes, source, random);
            if destination == source || destination >= nodes {
                continue;
            }
            let (source, destination) = (TerminalId(source as u32), TerminalId(destination as u32));
            let bits = routing.source_bits(source, destination, *number);
            all.push(Packet { number: *number, source, destination, bits, flits: flits as u8, created: clock });
            *number += 1;
        }
        all
    }
}

/// Counts of a run, by which tests make sure that it was worth comparing.
#[derive(Debug, Default)]
pub struct Seen {
    pub delivered: usize,
    /// Packets that came after a later one of the same source, destination and message class.
    pub overtaken: usize,
    /// Clocks in which several packets arrived at one router.
    pub together: usize,
    /// Most packets in flight at once.
    pub crowd: usize,
    pub flits: u64,
    /// Heads on the links of a network that rewrites them.
    pub heads: usize,
    /// Nothing was left in the network at the end.
    pub drained: bool,
}

/// Runs both engines and compares them.
///
/// # Errors
/// The first difference, in a sentence.
pub fn compare<R: Routing + Clone + 'static>(graph: &Graph, routing: &R, config: RouterConfig, load: Load) -> Result<Seen, String> {
    let mut random = Random::new(load.seed);
    let mut number = 0;
    let nodes = graph.terminals() as u64;
    let packets = |clock| load.packets(nodes, clock, &mut number, &mut random, routing);
    compare_packets(graph, routing, config, packets, (load.clocks, load.seed % 2 == 1))
}

/// Runs both engines with any packets, by clock of creation. They are offered for so many clocks, followed by as many without any; the sources may be
/// closed before those.
///
/// # Errors
/// As [`compare`].
pub fn compare_packets<R: Routing + Clone + 'static>(
    graph: &Graph,
    routing: &R,
    config: RouterConfig,
    mut packets: impl FnMut(u64) -> Vec<Packet>,
    (clocks, close): (u64, bool),
) -> Result<Seen, String> {
    let mut reference = Reference::new(graph.clone(), routing.clone(), config).map_err(|e| e.to_string())?;
    let fast = |observing| fast::new(graph, Arc::new(routing.clone()), config, observing).map_err(|e| e.to_string());
    let (mut fast, mut blind) = (fast(true)?, fast(false)?);
    // On one thread, which the numbers of threads have a test of their own for.
    let mut parts = fast::in_parts(graph, Arc::new(routing.clone()), config, 3, 1).map_err(|e| e.to_string())?;
    let words = graph.routers() * graph.ports();
    let (mut expected, mut found) = (vec![PortWord::default(); words], vec![PortWord(1); words]);
    let (mut expected_heads, mut found_heads) = (vec![Head { at: 0, bits: 0 }], Vec::new());
    let mut seen = Seen::default();
    let mut latest = BTreeMap::new();
    for clock in 0..2 * clocks {
        if clock < clocks {
            for packet in packets(clock) {
                reference.offer(packet);
                fast.offer(packet);
                blind.offer(packet);
                parts.offer(packet);
            }
        }
        if clock == clocks && close {
            reference.close();
            fast.close();
            blind.close();
            parts.close();
        }
        reference.outputs(&mut expected);
        fast.outputs(&mut found);
        if let Some(i) = (0..words).find(|&i| expected[i] != found[i]) {
            let (node, port) = (i / graph.ports(), i % graph.ports());
            return Err(format!(
                "clock {clock}, node {node}, port {port}: expected {:x?}, found {:x?}\nreference {}\nfast      {}",
                expected[i],
                found[i],
                reference.trace(node),
                fast.trace(node)
            ));
        }
        reference.heads(&mut expected_heads);
        fast.heads(&mut found_heads);
        same("heads", clock, &expected_heads, &found_heads)?;
        let shown = || (0..words).filter(|&i| expected[i].valid() && expected[i].head()).map(|i| i as u32);
        if routing.rewrites() && !shown().eq(expected_heads.iter().map(|head| head.at)) {
            return Err(format!("clock {clock}: heads {expected_heads:?} are not those that the words show"));
        }
        seen.heads += expected_heads.len();
        let node = clock as usize % graph.routers();
        same("trace", clock, reference.trace(node), fast.trace(node))?;
        if clock % 16 == 0 {
            same("waiting", clock, reference.waiting(), fast.waiting())?;
            same("waiting in parts", clock, reference.waiting(), parts.waiting())?;
            same("link_flits", clock, reference.link_flits(), fast.link_flits())?;
            same("link_flits in parts", clock, reference.link_flits(), parts.link_flits())?;
            if let Some(broken) = reference.violation() {
                return Err(format!("clock {clock}: {broken}"));
            }
        }
        reference.step();
        fast.step();
        blind.step();
        parts.step();
        same("clock", clock, reference.clock(), fast.clock())?;
        same("queued", clock, reference.queued(), fast.queued())?;
        same("in_flight", clock, reference.in_flight(), fast.in_flight())?;
        let counts = |engine: &dyn Engine| (engine.clock(), engine.queued(), engine.in_flight());
        same("counts in parts", clock, counts(&reference), counts(parts.as_ref()))?;
        let mut deliveries = [const { Vec::new() }; 4];
        reference.take_deliveries(&mut deliveries[0]);
        fast.take_deliveries(&mut deliveries[1]);
        blind.take_deliveries(&mut deliveries[2]);
        parts.take_deliveries(&mut deliveries[3]);
        let [expected, observed, unobserved, apart] = deliveries;
        seen.delivered += expected.len();
        let routers = expected.iter().map(|delivery| graph.at(delivery.packet.destination).router);
        seen.together += usize::from(routers.clone().collect::<BTreeSet<_>>().len() < routers.count());
        for packet in expected.iter().map(|delivery| delivery.packet) {
            let class = packet.number % config.message_classes as u32;
            let before = latest.insert((packet.source, packet.destination, class), packet.number);
            if let Some(before) = before.filter(|&before| before > packet.number) {
                latest.insert((packet.source, packet.destination, class), before);
                seen.overtaken += 1;
            }
        }
        seen.crowd = seen.crowd.max(reference.in_flight());
        same("deliveries", clock, &expected, &observed)?;
        same("deliveries unobserved", clock, &expected, &unobserved)?;
        same("deliveries in parts", clock, &expected, &apart)?;
    }
    same("link_flits unobserved", fast.clock(), fast.link_flits(), blind.link_flits())?;
    seen.flits = reference.link_flits().iter().sum();
    seen.drained = reference.in_flight() == 0;
    Ok(seen)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, clock: u64, expected: T, found: T) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("clock {clock}, {what}: expected {expected:?}, found {found:?}")) }
}
