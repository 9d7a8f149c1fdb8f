//! A network in several parts, treated by several threads.
//!
//! What is on the links is as it would be in one part, so whatever their number all that happens is the same. The first thread is the one that
//! steps the engine: between two rounds it has all parts to itself.

use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use torusmith_topology::{Graph, Network as Topology};

use super::exchange::{Exchange, Outgoing, Parcel};
use super::part::Part;
use super::turns::{Patience, Turns};
use super::word::{LANES, Word};
use crate::Error;
use crate::config::RouterConfig;
use crate::driver::DriverOptions;
use crate::engine::{Delivery, Engine, Head, Packet, PortWord, Waiting};
use crate::routing::Routing;

/// The threads, and the parts that they have.
pub(super) struct Team<W: Word, const S: usize, const CLOCKS: u8> {
    shared: Arc<Shared<W, S, CLOCKS>>,
    others: Vec<JoinHandle<()>>,
    patience: Patience,
    clock: u64,
    /// The clock in which all parts were found at rest last. What one part has put on a link to another may still be on its way.
    rested: Option<u64>,
}

struct Shared<W: Word, const S: usize, const CLOCKS: u8> {
    seats: Vec<Mutex<Seat<W, S, CLOCKS>>>,
    exchange: Exchange,
    threads: usize,
    turns: Turns,
}

/// What one thread at a time has, in cache lines of its own.
#[repr(align(128))]
struct Seat<W: Word, const S: usize, const CLOCKS: u8> {
    part: Part<W, S, CLOCKS>,
    outgoing: Outgoing,
    /// Packets that its sources create in this clock: put into their queues by its own thread, as all that belongs to them is in its cache.
    offered: Vec<Packet>,
}

impl<W: Word, const S: usize, const CLOCKS: u8> Team<W, S, CLOCKS> {
    /// In so many equal parts of whole blocks, not more of them than there are blocks: where their number divides that of the basic modules, no
    /// module is cut.
    pub fn new(graph: &Graph, routing: Arc<dyn Routing>, config: RouterConfig, parts: usize, threads: usize) -> Self {
        let (blocks, threads) = (graph.nodes().div_ceil(LANES), threads.min(parts));
        let bounds: Vec<usize> = (0..=parts).map(|i| (blocks * i / parts * LANES).min(graph.nodes())).collect();
        let exchange = Exchange::new(graph, bounds[..parts].to_vec());
        let seat = |nodes: &[usize]| {
            let part = Part::new(graph, routing.clone(), config, false, nodes[0]..nodes[1]);
            Mutex::new(Seat { part, outgoing: exchange.outgoing(), offered: Vec::new() })
        };
        let seats = bounds.windows(2).map(seat).collect();
        let shared = Arc::new(Shared { seats, exchange, threads, turns: Turns::default() });
        let others = (1..threads).map(|thread| {
            let shared = shared.clone();
            thread::spawn(move || shared.follow(thread))
        });
        Self { others: others.collect(), shared, patience: Patience::default(), clock: 0, rested: None }
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Shared<W, S, CLOCKS> {
    /// Does all rounds that the leader calls.
    fn follow(&self, thread: usize) {
        let _guard = self.turns.guard();
        let (mut round, mut patience) = (0, Patience::default());
        while let Some(next) = self.turns.next(round, &mut patience) {
            round = next;
            self.turn(thread, round);
            self.turns.done(self.threads - 1);
        }
    }

    /// A thread's part of a round.
    fn turn(&self, thread: usize, round: u64) {
        (thread..self.seats.len()).step_by(self.threads).for_each(|part| self.treat(part, round));
    }

    /// A round of a part: a clock, or half of one if what wins is on the links in the same clock (rule ST1).
    fn treat(&self, index: usize, round: u64) {
        let Seat { part, outgoing, offered } = &mut *self.seat(index);
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

    fn seat(&self, index: usize) -> MutexGuard<'_, Seat<W, S, CLOCKS>> {
        self.seats[index].lock().expect("no thread of the model has panicked")
    }

    /// Every part, in the order of nodes.
    fn each(&self, mut treat: impl FnMut(&mut Part<W, S, CLOCKS>)) {
        (0..self.seats.len()).for_each(|index| treat(&mut self.seat(index).part));
    }

    fn sum<T: std::iter::Sum>(&self, of: impl Fn(&Part<W, S, CLOCKS>) -> T) -> T {
        (0..self.seats.len()).map(|index| of(&self.seat(index).part)).sum()
    }

    fn all<T>(&self, of: impl Fn(&Part<W, S, CLOCKS>) -> Vec<T>) -> Vec<T> {
        (0..self.seats.len()).flat_map(|index| of(&self.seat(index).part)).collect()
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Part<W, S, CLOCKS> {
    /// What comes from other parts in this round.
    fn unpack(&mut self, parcel: &Parcel) {
        for announced in &parcel.heads {
            let to = announced.to.within(self.net.first);
            let slot = self.net.flights.take(announced);
            self.net.flights.push(to.node() * self.net.rules.fields.width() + to.bit(), slot);
        }
        parcel.mail.iter().for_each(|&to| self.net.links.arrive(to));
    }

    /// What goes to other parts; what is for the next clock when this one `ends`.
    fn pack(&mut self, ends: bool, part_of: impl Fn(usize) -> usize, outgoing: &mut Outgoing) {
        for announced in self.net.announced.drain(..) {
            outgoing[part_of(announced.to.node())].heads.push(announced);
        }
        let abroad = &mut self.net.links.abroad;
        for to in abroad.now.drain(..).chain(abroad.next.drain(..if ends { abroad.next.len() } else { 0 })) {
            outgoing[part_of(to.node())].mail.push(to);
        }
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Engine for Team<W, S, CLOCKS> {
    fn clock(&self) -> u64 {
        self.clock
    }

    fn offer(&mut self, packet: Packet) {
        let part = self.shared.exchange.part(packet.source as usize).0;
        self.shared.seat(part).offered.push(packet);
    }

    fn close(&mut self) {
        self.shared.each(|part| part.census.closed = true);
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
            let round = self.shared.turns.call(self.others.iter().map(JoinHandle::thread));
            self.shared.turn(0, round);
            self.shared.turns.wait(self.others.len(), &mut self.patience);
        }
        self.clock += 1;
    }

    /// Parts that are at rest in two clocks after one another have nothing on their way to each other: in the second they took it in.
    fn rest_until(&mut self, clock: u64) -> bool {
        let rests = (0..self.shared.seats.len()).all(|index| {
            let seat = self.shared.seat(index);
            seat.offered.is_empty() && seat.part.rests()
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
        let offered = |index| self.shared.seat(index).offered.len();
        self.shared.sum(|part| part.census.queued) + (0..self.shared.seats.len()).map(offered).sum::<usize>()
    }

    fn in_flight(&self) -> usize {
        self.shared.sum(|part| part.census.in_flight) as usize
    }

    fn link_flits(&self) -> Vec<u64> {
        self.shared.all(|part| part.count_flits())
    }

    fn waiting(&self) -> Vec<Waiting> {
        self.shared.all(|part| part.who_waits())
    }

    fn trace(&self, node: usize) -> String {
        let (part, first) = self.shared.exchange.part(node);
        self.shared.seat(part).part.view(node - first).to_string()
    }
}

impl<W: Word, const S: usize, const CLOCKS: u8> Drop for Team<W, S, CLOCKS> {
    fn drop(&mut self) {
        self.shared.turns.end(self.others.iter().map(JoinHandle::thread));
        for other in self.others.drain(..) {
            // What it panicked with has been told.
            let _ = other.join();
        }
    }
}
