//! A network in several parts, treated by several threads.
//! Flits and credits are on the links as they would be in a single part, so the behaviour does not depend on the number of parts. The first thread is
//! the one that steps the engine: between two rounds it has exclusive access to all parts.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use torusmith_topology::{Graph, Network as Topology, Terminals};

use super::exchange::{Exchange, Outgoing, Parcel};
use super::part::Part;
use super::rounds::{Rounds, SpinBudget};
use super::word::{LANES, Word};
use crate::Error;
use crate::config::RouterConfig;
use crate::driver::DriverOptions;
use crate::engine::{Delivery, Engine, Head, Packet, PortWord, WaitingVc};
use crate::routing::Routing;

/// The threads, and the parts that they have.
pub(super) struct Team<W: Word, const S: usize, const CLOCKS: u8> {
    shared: Arc<Shared<W, S, CLOCKS>>,
    terminals: Arc<Terminals>,
    others: Vec<JoinHandle<()>>,
    budget: SpinBudget,
    clock: u64,
    /// Last clock in which all parts were found at rest. Mail between parts may still be on its way.
    rested: Option<u64>,
}

struct Shared<W: Word, const S: usize, const CLOCKS: u8> {
    part_states: Vec<Mutex<PartState<W, S, CLOCKS>>>,
    exchange: Exchange,
    threads: usize,
    rounds: Rounds,
}

/// A part with its outgoing mail, used by one thread at a time, in cache lines of its own.
#[repr(align(128))]
struct PartState<W: Word, const S: usize, const CLOCKS: u8> {
    part: Part<W, S, CLOCKS>,
    outgoing: Outgoing,
    /// Packets that its sources create in this clock: put into their queues by its own thread, as all that belongs to them is in its cache.
    offered: Vec<Packet>,
}

impl<W: Word, const S: usize, const CLOCKS: u8> Team<W, S, CLOCKS> {
    /// Divides a network into so many equal parts of whole blocks, at most as many as blocks: where their number divides that of the basic modules,
    /// no module is cut.
    pub fn new(graph: &Graph, routing: Arc<dyn Routing>, config: RouterConfig, parts: usize, threads: usize) -> Self {
        let (blocks, threads) = (graph.routers().div_ceil(LANES), threads.min(parts));
        let bounds: Vec<usize> = (0..=parts).map(|i| (blocks * i / parts * LANES).min(graph.routers())).collect();
        let exchange = Exchange::new(graph, bounds[..parts].to_vec());
        let terminals = Arc::new(graph.attached().clone());
        let part_state = |nodes: &[usize]| {
            let part = Part::new(graph, terminals.clone(), routing.clone(), config, false, nodes[0]..nodes[1]);
            Mutex::new(PartState { part, outgoing: exchange.outgoing(), offered: Vec::new() })
        };
        let part_states = bounds.windows(2).map(part_state).collect();
        let shared = Arc::new(Shared { part_states, exchange, threads, rounds: Rounds::default() });
        let others = (1..threads).map(|thread| {
            let shared = shared.clone();
            thread::spawn(move || shared.follow(thread))
        });
        Self { others: others.collect(), shared, terminals, budget: SpinBudget::default(), clock: 0, rested: None }
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Shared<W, S, CLOCKS> {
    /// Does all rounds that the leader calls.
    fn follow(&self, thread: usize) {
        let _guard = self.rounds.guard();
        let (mut round, mut budget) = (0, SpinBudget::default());
        while let Some(next) = self.rounds.next(round, &mut budget) {
            round = next;
            self.turn(thread, round);
            self.rounds.done(self.threads - 1);
        }
    }

    /// A thread's part of a round.
    fn turn(&self, thread: usize, round: u64) {
        (thread..self.part_states.len()).step_by(self.threads).for_each(|part| self.treat(part, round));
    }

    /// A round of a part: a clock, or half of one if winners are on the links in the same clock (rule ST1).
    fn treat(&self, index: usize, round: u64) {
        let PartState { part, outgoing, offered } = &mut *self.part_state(index);
        offered.drain(..).for_each(|packet| part.offer(packet));
        self.exchange.collect(index, round, |parcel| part.unpack(parcel));
        let ends = CLOCKS != 1 || round.is_multiple_of(2);
        if CLOCKS != 1 || !ends {
            part.decide();
        }
        if ends {
            part.finish();
        }
        part.pack(ends, |node| self.exchange.part(node).0, outgoing);
        self.exchange.post(index, round, outgoing);
    }

    fn part_state(&self, index: usize) -> MutexGuard<'_, PartState<W, S, CLOCKS>> {
        self.part_states[index].lock().expect("no thread of the model has panicked")
    }

    /// Every part, in the order of nodes.
    fn each(&self, mut treat: impl FnMut(&mut Part<W, S, CLOCKS>)) {
        (0..self.part_states.len()).for_each(|index| treat(&mut self.part_state(index).part));
    }

    fn sum<T: std::iter::Sum>(&self, of: impl Fn(&Part<W, S, CLOCKS>) -> T) -> T {
        (0..self.part_states.len()).map(|index| of(&self.part_state(index).part)).sum()
    }

    fn all<T>(&self, of: impl Fn(&Part<W, S, CLOCKS>) -> Vec<T>) -> Vec<T> {
        (0..self.part_states.len()).flat_map(|index| of(&self.part_state(index).part)).collect()
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Part<W, S, CLOCKS> {
    /// Takes in the mail from another part in this round.
    fn unpack(&mut self, parcel: &Parcel) {
        for departing in &parcel.heads {
            let to = departing.to.within(self.net.first);
            let slot = self.net.packets.take(departing);
            self.net.packets.push(to.node() * self.net.rules.fields.width() + to.bit(), slot);
        }
        parcel.mail.iter().for_each(|&to| self.net.links.arrive(to));
    }

    /// Collects the mail to other parts; that of the next clock when this one `ends`.
    fn pack(&mut self, ends: bool, part_of: impl Fn(usize) -> usize, outgoing: &mut Outgoing) {
        for departing in self.net.departing.drain(..) {
            outgoing[part_of(departing.to.node())].heads.push(departing);
        }
        let outbound = &mut self.net.links.outbound;
        for to in outbound.now.drain(..).chain(outbound.next.drain(..if ends { outbound.next.len() } else { 0 })) {
            outgoing[part_of(to.node())].mail.push(to);
        }
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Engine for Team<W, S, CLOCKS> {
    fn clock(&self) -> u64 {
        self.clock
    }

    fn offer(&mut self, packet: Packet) {
        let part = self.shared.exchange.part(self.terminals.at(packet.source).router as usize).0;
        self.shared.part_state(part).offered.push(packet);
    }

    fn close(&mut self) {
        self.shared.each(|part| part.counts.closed = true);
    }

    fn drive(&mut self, _network: &Topology, _options: DriverOptions) -> Result<(), Error> {
        Err(Error::value("threads", self.others.len() + 1, "1 with random drivers"))
    }

    fn errors(&self, into: &mut Vec<u8>) {
        into.clear();
    }

    fn dropped(&self) -> [u64; 3] {
        [0; 3]
    }

    fn step(&mut self) {
        for _ in 0..if CLOCKS == 1 { 2 } else { 1 } {
            let round = self.shared.rounds.call(self.others.iter().map(JoinHandle::thread));
            self.shared.turn(0, round);
            self.shared.rounds.wait(self.others.len(), &mut self.budget);
        }
        self.clock += 1;
    }

    /// Parts that are at rest in two consecutive clocks have no mail between them: in the second one they took it in.
    fn rest_until(&mut self, clock: u64) -> bool {
        let rests = (0..self.shared.part_states.len()).all(|index| {
            let state = self.shared.part_state(index);
            state.offered.is_empty() && state.part.rests()
        });
        let before = std::mem::replace(&mut self.rested, rests.then_some(self.clock));
        let rests = rests && before.is_some_and(|before| before + 1 == self.clock);
        if rests {
            self.shared.each(|part| part.net.clock = clock);
            self.clock = clock;
        }
        rests
    }

    fn take_deliveries(&mut self, into: &mut Vec<Delivery>) {
        self.shared.each(|part| into.append(&mut part.delivered));
    }

    fn outputs(&mut self, _into: &mut [PortWord]) {
        panic!("an engine on several threads is not made for observing");
    }

    fn heads(&mut self, _into: &mut Vec<Head>) {
        panic!("an engine on several threads is not made for observing");
    }

    fn queued(&self) -> usize {
        let offered = |index| self.shared.part_state(index).offered.len();
        self.shared.sum(|part| part.counts.queued) + (0..self.shared.part_states.len()).map(offered).sum::<usize>()
    }

    fn in_flight(&self) -> usize {
        self.shared.sum(|part| part.counts.in_flight) as usize
    }

    fn link_flits(&self) -> Vec<u64> {
        self.shared.all(|part| part.count_flits())
    }

    fn waiting(&self) -> Vec<WaitingVc> {
        self.shared.all(|part| part.list_waiting())
    }

    fn trace(&self, node: usize) -> String {
        let (part, first) = self.shared.exchange.part(node);
        self.shared.part_state(part).part.view(node - first).to_string()
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Drop for Team<W, S, CLOCKS> {
    fn drop(&mut self) {
        self.shared.rounds.end(self.others.iter().map(JoinHandle::thread));
        for other in self.others.drain(..) {
            // Its panic has been reported.
            let _ = other.join();
        }
    }
}
