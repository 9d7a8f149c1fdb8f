//! The Verilog's own deliveries: every packet once, whole, unchanged, at its destination, with its source as `tid` and its message class as `tuser`.

use std::collections::{HashMap, VecDeque};

use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::Packet;

use super::streams::in_class;
use crate::flits::Format;

/// What is wrong is told this many times at most.
const TOLD: usize = 8;

/// The packets under way, and the one that each node is being given.
pub(super) struct Ledger {
    format: Format,
    config: RouterConfig,
    /// Whether packets of a pair and message class stay in order.
    ordered: bool,
    /// Packets begun and not arrived, by (source, destination, message class), in the order of their beginning.
    awaited: HashMap<(u32, u32, u32), VecDeque<Packet>>,
    /// By node, the packet that is arriving.
    open: Vec<Arriving>,
    pub delivered: u64,
    pub beats: u64,
    pub violations: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Arriving {
    /// `tid` and `tuser`.
    from: (u32, u32),
    beats: Vec<Vec<u32>>,
}

impl Ledger {
    pub fn new(format: Format, nodes: usize, config: RouterConfig, order: bool) -> Self {
        let open = vec![Arriving::default(); nodes];
        // With one VC for each class there is one way from a node to another.
        let ordered = order || config.vcs_a_class() == 1;
        Self { format, config, ordered, awaited: HashMap::new(), open, delivered: 0, beats: 0, violations: Vec::new() }
    }

    pub fn expect(&mut self, packet: Packet) {
        let class = self.config.class_of_packet(packet.number) as u32;
        self.awaited.entry((packet.source, packet.destination, class)).or_default().push_back(packet);
    }

    /// The source in words, and the message class if there are several.
    fn words(&self, (source, class): (u32, u32)) -> String {
        format!("{source}{}", in_class(class, self.config.message_classes as u32))
    }

    /// A beat that a node's slave takes, with `tid` and `tuser`.
    pub fn beat(&mut self, clock: u64, node: usize, from: (u32, u32), tlast: bool, data: &[u32]) {
        self.beats += 1;
        let open = &mut self.open[node];
        if !open.beats.is_empty() && open.from != from {
            let first = open.from;
            let message = format!("a beat from {} inside a packet from {}", self.words(from), self.words(first));
            return self.violation(clock, node, message);
        }
        open.from = from;
        open.beats.push(data.to_vec());
        if tlast {
            let beats = std::mem::take(&mut open.beats);
            if let Err(message) = self.packet(node, from, &beats) {
                self.violation(clock, node, message);
            }
        }
    }

    fn packet(&mut self, node: usize, from: (u32, u32), beats: &[Vec<u32>]) -> Result<(), String> {
        let format = self.format;
        let same = |p: &Packet| {
            usize::from(p.flits) == beats.len() + 1 && beats.iter().enumerate().all(|(k, beat)| *beat == format.data(p, k + 1, 0))
        };
        let queue = self.awaited.get_mut(&(from.0, node as u32, from.1));
        let found = queue.and_then(|queue| {
            let at = queue.iter().position(same)?;
            queue.remove(at).map(|packet| (at, packet))
        });
        match found {
            None => Err(format!("a packet of {} beats from {} that was not sent so", beats.len(), self.words(from))),
            Some((at, _)) => {
                self.delivered += 1;
                if at > 0 && self.ordered { Err(format!("a packet from {} that overtook {at} others", self.words(from))) } else { Ok(()) }
            }
        }
    }

    /// What must be at the end of a run: nothing is under way, and a node has told of an error if it has dropped a packet.
    pub fn end(&mut self, clock: u64, errors: &[bool], dropped: &[bool]) {
        for (&(source, destination, class), packets) in &self.awaited {
            if !packets.is_empty() && self.violations.len() < TOLD {
                let from = self.words((source, class));
                self.violations.push(format!("{} packets from {from} to {destination} have not arrived", packets.len()));
            }
        }
        for node in 0..self.open.len() {
            if !self.open[node].beats.is_empty() {
                self.violation(clock, node, "a packet without its last beat".into());
            }
            if errors[node] != dropped[node] {
                let message = format!("error is {}, packets were dropped: {}", u8::from(errors[node]), dropped[node]);
                self.violation(clock, node, message);
            }
        }
        self.violations.sort();
    }

    fn violation(&mut self, clock: u64, node: usize, what: String) {
        if self.violations.len() < TOLD {
            self.violations.push(format!("clock {clock}: at node {node}: {what}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { width: 16, address_bits: 4, route_bits: 0, rewritten: false };

    fn config(vcs: usize, message_classes: usize) -> RouterConfig {
        RouterConfig { vcs, message_classes, ..RouterConfig::default() }
    }

    fn packet(number: u32, source: u32, flits: u8) -> Packet {
        Packet { number, source, destination: 9, bits: 0, flits, created: 0 }
    }

    /// Beats (packet, index, tid, tlast) that node `node` is given, when `expected` are under way.
    fn receive(expected: &[Packet], node: usize, beats: &[(Packet, usize, u32, bool)]) -> (u64, Vec<String>) {
        let mut ledger = Ledger::new(FORMAT, 16, config(2, 1), false);
        expected.iter().for_each(|&p| ledger.expect(p));
        for (clock, (packet, index, tid, tlast)) in beats.iter().enumerate() {
            ledger.beat(clock as u64, node, (*tid, 0), *tlast, &FORMAT.data(packet, index + 1, 0));
        }
        ledger.end(99, &[false; 16], &[false; 16]);
        (ledger.delivered, ledger.violations)
    }

    #[test]
    fn packets_that_overtake_arrive() {
        let [a, b, c] = [packet(0, 3, 3), packet(1, 3, 2), packet(2, 4, 2)];
        let beats = [(b, 0, 3, true), (c, 0, 4, true), (a, 0, 3, false), (a, 1, 3, true)];
        assert_eq!(receive(&[a, b, c], 9, &beats), (3, vec![]));
    }

    /// The section "Order" of the contract.
    #[test]
    fn with_one_vc_or_order_packets_do_not_overtake() {
        for (vcs, order, told) in [(1, false, 1), (2, false, 0), (2, true, 1)] {
            let mut ledger = Ledger::new(FORMAT, 16, config(vcs, 1), order);
            let [a, b] = [packet(0, 3, 2), packet(1, 3, 2)];
            for packet in [a, b] {
                ledger.expect(packet);
            }
            for (clock, packet) in [(5, b), (6, a)] {
                ledger.beat(clock, 9, (3, 0), true, &FORMAT.data(&packet, 1, 0));
            }
            assert_eq!((ledger.delivered, ledger.violations.len()), (2, told), "{:?}", ledger.violations);
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let [a, b] = [packet(0, 3, 3), packet(1, 4, 2)];
        let wrong = |node: usize, beats: &[(Packet, usize, u32, bool)], delivered: u64, words: &[&str]| {
            let (count, told) = receive(&[a, b], node, beats);
            assert_eq!((count, told.len()), (delivered, words.len()), "{told:?}");
            assert!(told.iter().zip(words).all(|(told, words)| told.contains(words)), "{told:?}");
        };
        let (one, two, three) = ((a, 0, 3, false), (a, 1, 3, true), (b, 0, 4, true));
        let [lost_a, lost_b] = ["1 packets from 3 to 9 have not arrived", "1 packets from 4 to 9 have not arrived"];
        wrong(9, &[one, two, three], 2, &[]);
        wrong(9, &[one, two], 1, &[lost_b]);
        wrong(9, &[one, two, three, three], 2, &["clock 3: at node 9: a packet of 1 beats from 4 that was not sent so"]);
        wrong(9, &[three, one], 1, &[lost_a, "a packet without its last beat"]);
        wrong(8, &[one, two, three], 0, &[lost_a, lost_b, "node 8: a packet of 2", "node 8: a packet of 1"]);
        wrong(9, &[one, (b, 0, 4, true), two], 1, &[lost_b, "a beat from 4 inside a packet from 3"]);
        wrong(9, &[one, (a, 1, 3, false), (a, 2, 3, true), three], 1, &[lost_a, "a packet of 3 beats from 3"]);
        wrong(9, &[(a, 1, 3, false), (a, 0, 3, true), three], 1, &[lost_a, "a packet of 2 beats from 3"]);
        wrong(9, &[one, two, (b, 0, 5, true)], 1, &[lost_b, "a packet of 1 beats from 5"]);
    }

    /// Of two classes with a VC each: packets of the other may be overtaken, and each comes out in its own.
    #[test]
    fn message_classes_are_told_apart() {
        let [a, b, c] = [packet(0, 3, 2), packet(1, 3, 2), packet(2, 3, 2)];
        let wrong = |beats: &[(Packet, u32)], words: &[&str]| {
            let mut ledger = Ledger::new(FORMAT, 16, config(2, 2), false);
            for packet in [a, b, c] {
                ledger.expect(packet);
            }
            for (packet, tuser) in beats {
                ledger.beat(5, 9, (3, *tuser), true, &FORMAT.data(packet, 1, 0));
            }
            ledger.end(99, &[false; 16], &[false; 16]);
            let told = ledger.violations;
            assert!(told.len() == words.len() && told.iter().zip(words).all(|(told, words)| told.contains(words)), "{told:?}");
        };
        wrong(&[(b, 1), (a, 0), (c, 0)], &[]);
        wrong(&[(b, 1), (c, 0), (a, 0)], &["a packet from 3 in class 0 that overtook 1 others"]);
        let lost = "1 packets from 3 in class 1 to 9 have not arrived";
        wrong(&[(a, 0), (b, 0), (c, 0)], &[lost, "a packet of 1 beats from 3 in class 0 that was not sent so"]);
    }

    #[test]
    fn errors_are_those_of_dropped_packets() {
        for (error, dropped) in [(false, false), (true, true), (true, false), (false, true)] {
            let mut ledger = Ledger::new(FORMAT, 1, config(2, 1), false);
            ledger.end(7, &[error], &[dropped]);
            assert_eq!(ledger.violations.len(), usize::from(error != dropped), "{:?}", ledger.violations);
        }
    }
}
