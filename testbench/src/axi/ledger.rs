//! The Verilog's own deliveries: every packet once, whole, unchanged, at its destination, with its source as `tid` and its message class as `tuser`.

use std::collections::{HashMap, VecDeque};

use torusmith_sim::config::RouterConfig;

use super::job::{Job, ReceivedBeat, Shape};
use super::streams::{CAME_CUT, told_user};
use crate::stream_shape::class_bits;

/// Reports of violations kept of a run; later ones are only counted.
const TOLD: usize = 8;

/// The packets under way, and the one that each node is being given.
pub(super) struct Ledger {
    shape: Shape,
    config: RouterConfig,
    /// Whole bytes of a flit.
    flit_bytes: usize,
    /// Whether packets of a pair and message class stay in order.
    ordered: bool,
    /// Packets begun and not arrived, by (source, destination, message class), in the order of their beginning.
    awaited: HashMap<(u32, u32, u64), VecDeque<Job>>,
    /// By node, the packet that is arriving.
    open: Vec<Arriving>,
    pub delivered: u64,
    /// Of those the ones that were cut short, and whether one came to a node.
    pub cut: u64,
    came_cut: Vec<bool>,
    pub beats: u64,
    pub violations: Vec<String>,
}

#[derive(Debug, Clone, Default)]
struct Arriving {
    /// `tid` and `tuser`.
    from: (u32, u64),
    beats: Vec<ReceivedBeat>,
}

impl Ledger {
    pub fn new(shape: Shape, nodes: usize, config: RouterConfig, order: bool, flit_width: u32) -> Self {
        Self {
            shape,
            config,
            flit_bytes: flit_width as usize / 8,
            // With one VC for each class there is one way from a node to another.
            ordered: order || config.vcs_a_class() == 1,
            awaited: HashMap::new(),
            open: vec![Arriving::default(); nodes],
            delivered: 0,
            cut: 0,
            came_cut: vec![false; nodes],
            beats: 0,
            violations: Vec::new(),
        }
    }

    pub fn expect(&mut self, job: Job) {
        let key = (job.packet.source.0, job.packet.destination.0, job.tuser & self.shape.class_mask());
        self.awaited.entry(key).or_default().push_back(job);
    }

    /// The source in words, and the message class if there are several.
    fn words(&self, (source, tuser): (u32, u64)) -> String {
        let classes = self.config.message_classes;
        format!("{source}{}", told_user(tuser, classes as u32, class_bits(classes)))
    }

    /// A beat that a node's slave takes, with `tid` and `tuser`.
    pub fn beat(&mut self, clock: u64, node: usize, from: (u32, u64), tlast: bool, beat: ReceivedBeat) {
        self.beats += 1;
        let open = &mut self.open[node];
        if !open.beats.is_empty() && open.from != from {
            let first = open.from;
            let message = format!("a beat from {} inside a packet from {}", self.words(from), self.words(first));
            return self.violation(clock, node, message);
        }
        open.from = from;
        open.beats.push(beat);
        if tlast {
            let beats = std::mem::take(&mut open.beats);
            if let Err(message) = self.packet(node, from, &beats) {
                self.violation(clock, node, message);
            }
        }
    }

    fn packet(&mut self, node: usize, from: (u32, u64), beats: &[ReceivedBeat]) -> Result<(), String> {
        let (shape, flit_bytes) = (self.shape, self.flit_bytes);
        let same = |job: &Job| job.tuser == from.1 && shape.is_of(job, beats, flit_bytes);
        let queue = self.awaited.get_mut(&(from.0, node as u32, from.1 & shape.class_mask()));
        let found = queue.and_then(|queue| {
            let at = queue.iter().position(same)?;
            queue.remove(at).map(|job| (at, job))
        });
        let Some((at, job)) = found else {
            return Err(format!("a packet of {} beats from {} that was not sent so", beats.len(), self.words(from)));
        };
        self.delivered += 1;
        if job.broken.is_some() {
            self.cut += 1;
            self.came_cut[node] = true;
        }
        if at > 0 && self.ordered { Err(format!("a packet from {} that overtook {at} others", self.words(from))) } else { Ok(()) }
    }

    /// Checks the end of a run: no packet is under way, and the interface of a node has reported the packets that it dropped or cut short, which are
    /// its `wrong` ones as bits of `error`, and of those that came so; of no others if errors were `cleared`.
    pub fn end(&mut self, clock: u64, errors: &[u8], wrong: &[u8], cleared: bool) {
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
            let expected = wrong[node] | if self.came_cut[node] { CAME_CUT } else { 0 };
            let told = if cleared { errors[node] | expected } else { errors[node] };
            if told != expected {
                let message = format!("error of the interface is {:03b}, expected {expected:03b}", errors[node]);
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
    use torusmith_sim::engine::Packet;
    use torusmith_topology::TerminalId;

    use super::super::streams::{CUT, DROPPED};
    use super::*;
    use crate::stream_shape::StreamShape;

    /// Of 16 nodes, S = W = 16.
    fn ledger(config: RouterConfig, order: bool) -> Ledger {
        let classes = config.message_classes;
        Ledger::new(Shape::new(4, StreamShape::plain(16, classes), classes), 16, config, order, 16)
    }

    fn job(packet: Packet, classes: u32) -> Job {
        Job { packet, destination: 9, tuser: u64::from(packet.number % classes), valid: true, last_bytes: 2, broken: None }
    }

    fn given(packet: Packet, beat: usize) -> ReceivedBeat {
        ReceivedBeat { tkeep: 0, data: Shape::new(4, StreamShape::plain(16, 1), 1).payload(&packet, beat + 1) }
    }

    fn config(vcs: usize, message_classes: usize) -> RouterConfig {
        RouterConfig { vcs, message_classes, ..RouterConfig::default() }
    }

    fn packet(number: u32, source: u32, flits: u8) -> Packet {
        Packet { number, source: TerminalId(source), destination: TerminalId(9), bits: 0, flits, created: 0 }
    }

    /// Beats (packet, index, tid, tlast) that node `node` is given, when `expected` are under way.
    fn receive(expected: &[Packet], node: usize, beats: &[(Packet, usize, u32, bool)]) -> (u64, Vec<String>) {
        let mut ledger = ledger(config(2, 1), false);
        expected.iter().for_each(|&p| ledger.expect(job(p, 1)));
        for (clock, (packet, index, tid, tlast)) in beats.iter().enumerate() {
            ledger.beat(clock as u64, node, (*tid, 0), *tlast, given(*packet, *index));
        }
        ledger.end(99, &[0; 16], &[0; 16], false);
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
            let mut ledger = ledger(config(vcs, 1), order);
            let [a, b] = [packet(0, 3, 2), packet(1, 3, 2)];
            for packet in [a, b] {
                ledger.expect(job(packet, 1));
            }
            for (clock, packet) in [(5, b), (6, a)] {
                ledger.beat(clock, 9, (3, 0), true, given(packet, 0));
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
        let wrong = |beats: &[(Packet, u64)], words: &[&str]| {
            let mut ledger = ledger(config(2, 2), false);
            for packet in [a, b, c] {
                ledger.expect(job(packet, 2));
            }
            for (packet, tuser) in beats {
                ledger.beat(5, 9, (3, *tuser), true, given(*packet, 0));
            }
            ledger.end(99, &[0; 16], &[0; 16], false);
            let told = ledger.violations;
            assert!(told.len() == words.len() && told.iter().zip(words).all(|(told, words)| told.contains(words)), "{told:?}");
        };
        wrong(&[(b, 1), (a, 0), (c, 0)], &[]);
        wrong(&[(b, 1), (c, 0), (a, 0)], &["a packet from 3 in class 0 that overtook 1 others"]);
        let lost = "1 packets from 3 in class 1 to 9 have not arrived";
        wrong(&[(a, 0), (b, 0), (c, 0)], &[lost, "a packet of 1 beats from 3 in class 0 that was not sent so"]);
    }

    #[test]
    fn errors_are_those_of_wrong_packets() {
        for (error, wrong, cleared, good) in [
            (0, 0, false, true),
            (DROPPED | CUT, DROPPED | CUT, false, true),
            (DROPPED, 0, false, false),
            (0, CUT, false, false),
            (0, CUT, true, true),
            (DROPPED, CUT, true, false),
            (CAME_CUT, 0, false, false),
        ] {
            let mut ledger = ledger(config(2, 1), false);
            let all = |of: u8| [vec![of], vec![0; 15]].concat();
            ledger.end(7, &all(error), &all(wrong), cleared);
            assert_eq!(ledger.violations.is_empty(), good, "{:?}", ledger.violations);
        }
    }
}
