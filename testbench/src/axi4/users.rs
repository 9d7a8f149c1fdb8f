//! All managers and subordinates of a network, and the check of what they are told.

use std::collections::VecDeque;

use torusmith_sim::engine::Packet;
use torusmith_sim::routing::NetworkRouting;
use torusmith_sim::traffic::Traffic;

use super::counts::Axi4Counts;
use super::design::Axi4Design;
use super::directed::{Script, Step};
use super::draw::Draw;
use super::job::{Job, JobNumber};
use super::layout::{Layout, ManagerSees, Reader, Writer};
use super::ledger::Ledger;
use super::maker::{Maker, Wish};
use super::manager::Manager;
use super::memory::Memory;
use super::model::Drives;
use super::options::Axi4Options;
use crate::binding::{Frame, Signals, View};
use crate::manifest::Design;
use crate::protocol;
use crate::sums::{Packets, Sums};

/// Lowest bit of a manager side's errors in those of a node.
const ERROR_AT: u32 = 6;

/// A manager, what it wants, and what it has of a test.
struct Asker {
    node: u32,
    manager: Manager,
    maker: Maker,
    wishes: VecDeque<Wish>,
    steps: VecDeque<Step>,
    /// Requests under way, and those answered to their end.
    under_way: usize,
    ended: u64,
    /// Beats of write data that it gave, and of read data that it took.
    beats: [u64; 2],
}

pub struct Users {
    driven: Layout,
    shown: Layout,
    /// Words of a node's record in a frame.
    words: usize,
    source: Traffic<NetworkRouting>,
    askers: Vec<Asker>,
    /// By node, its index among the askers.
    asker_of: Vec<Option<usize>>,
    /// By node.
    memories: Vec<Option<Memory>>,
    ledger: Ledger,
    draw: Draw,
    options: Axi4Options,
    script: Script,
    drives: Vec<Drives>,
    created: Vec<Packet>,
    /// `clear_error` was 1.
    cleared: bool,
    errors: Vec<u8>,
    rules_broken: u32,
    /// `rst` is 1 in the clock that was driven last, or was in the one before.
    resets: bool,
    was_reset: bool,
}

impl Users {
    pub(super) fn new(
        design: &Design,
        axi4: &Axi4Design,
        source: Traffic<NetworkRouting>,
        seed: u64,
        options: Axi4Options,
        script: Script,
    ) -> Self {
        let (nodes, address_bits) = (design.network.terminals(), design.network.address_bits());
        let (shape, map) = (axi4.shape, axi4.shared_map());
        let asker = |node: u32| {
            let mut manager = Manager::new(node, options, seed);
            let clock = |list: &[(u32, u64)]| list.iter().find(|(at, _)| *at == node).map_or(0, |(_, clock)| *clock);
            manager.stalled = [clock(&script.no_bready), clock(&script.no_rready)];
            let steps = script.steps.iter().filter(|step| step.manager == node).copied().collect();
            let maker = Maker::new(node, map.clone(), shape, options, seed);
            Asker { node, manager, maker, wishes: VecDeque::new(), steps, under_way: 0, ended: 0, beats: [0; 2] }
        };
        let askers: Vec<Asker> = map.managers().map(asker).collect();
        let memory = |node: u32| {
            map.is_subordinate(node).then(|| {
                let mut memory = Memory::new(node, shape, options, seed);
                memory.takes = script.takes.unwrap_or(memory.takes);
                memory.stalled = script.dead.iter().find(|(at, _)| *at == node).map_or(0, |(_, clock)| *clock);
                memory
            })
        };
        Self {
            driven: axi4.driven(),
            shown: axi4.shown(&design.network, design.vc_bits()),
            words: design.data_words(),
            source,
            asker_of: (0..nodes as u32).map(|node| askers.iter().position(|asker| asker.node == node)).collect(),
            memories: (0..nodes as u32).map(memory).collect(),
            ledger: Ledger::new(map.managers().collect(), shape.bytes(), shape.exclusive.then_some((shape.user_width, address_bits))),
            askers,
            draw: Draw::new(seed, 4 << 34),
            options,
            script,
            drives: vec![Drives::default(); nodes],
            created: Vec::new(),
            cleared: false,
            errors: vec![0; nodes],
            rules_broken: 0,
            resets: false,
            was_reset: true,
        }
    }

    /// Requests that managers begin in a clock.
    fn begin(&mut self, clock: u64, open: bool) {
        self.created.clear();
        if open {
            self.source.packets_at(clock, |packet| self.created.push(packet));
        }
        for packet in &self.created {
            if let Some(index) = self.asker_of[packet.source.index()] {
                let wish = Wish { destination: packet.destination.0, beats: usize::from(packet.flits) - 1 };
                self.askers[index].wishes.push_back(wish);
            }
        }
        for asker in &mut self.askers {
            while let Some(step) = asker.steps.front().filter(|step| step.clock <= clock && step.after <= asker.ended) {
                let from = step.late.map(|late| clock + late);
                let job = asker.maker.given(step.write, step.request, !step.no_strobes);
                asker.begin(job, &mut self.ledger, from);
                asker.steps.pop_front();
            }
            while open
                && asker.under_way < self.options.under_way
                && let Some(wish) = asker.wishes.front()
                && let Some(job) = asker.maker.job(*wish, &self.ledger)
            {
                asker.wishes.pop_front();
                let from = asker.manager.apart(clock, job.write);
                asker.begin(job, &mut self.ledger, from);
            }
        }
    }

    /// Gives a manager its inputs of a clock.
    fn manager_sees(&mut self, clock: u64, node: usize, sees: &ManagerSees) -> u64 {
        let Some(index) = self.asker_of[node] else { return 0 };
        let asker = &mut self.askers[index];
        let drives = self.drives[node].manager;
        let (asked, beat) = asker.manager.see(sees.aw_ready, sees.w_ready, sees.ar_ready);
        let mut moved = u64::from(beat);
        for number in asked.into_iter().flatten() {
            self.ledger.asked(clock, number);
            moved += 1;
        }
        asker.beats[0] += u64::from(beat);
        let before = self.ledger.ended;
        if let Some((id, answer)) = sees.b.filter(|_| drives.b_ready) {
            self.ledger.taken(clock, node as u32, id, true, &answer, true);
            moved += 1;
        }
        if let Some((id, answer, last)) = sees.r.filter(|_| drives.r_ready) {
            self.ledger.taken(clock, node as u32, id, false, &answer, last);
            asker.beats[1] += 1;
            moved += 1;
        }
        let ended = self.ledger.ended - before;
        asker.ended += ended;
        asker.under_way -= ended as usize;
        moved
    }

    /// All of them forget what is under way.
    fn reset(&mut self) {
        for asker in &mut self.askers {
            asker.manager.reset();
            asker.under_way = 0;
        }
        self.memories.iter_mut().flatten().for_each(Memory::reset);
        self.ledger.reset(bytes_of(&self.memories));
    }
}

/// The bytes of the memories, by node.
fn bytes_of(memories: &[Option<Memory>]) -> impl Iterator<Item = (u32, &super::flat::Bytes)> {
    memories.iter().enumerate().filter_map(|(node, memory)| Some((node as u32, &memory.as_ref()?.bytes)))
}

impl Asker {
    fn begin(&mut self, job: Job, ledger: &mut Ledger, from: [u64; 2]) {
        let number: JobNumber = ledger.begin(job);
        self.manager.add(ledger.job(number), number, from);
        self.under_way += 1;
    }
}

impl protocol::Users for Users {
    type Input = Drives;
    type Extras = Signals;
    type Counts = Axi4Counts;

    fn drive(&mut self, frame: &mut Frame<Signals>) {
        let clock = frame.clock;
        self.begin(clock, frame.open);
        let quiet = self.was_reset;
        self.resets = self.script.resets.contains(&clock);
        frame.reset = self.resets.then_some(0);
        frame.clear = self.draw.chance(self.options.clear_error);
        self.cleared |= frame.clear;
        let driven = &mut frame.extras.driven;
        driven.clear();
        driven.resize(self.drives.len() * self.words, 0);
        for (node, drives) in self.drives.iter_mut().enumerate() {
            if let Some(index) = self.asker_of[node] {
                drives.manager = self.askers[index].manager.drive(clock, quiet);
            }
            if let Some(memory) = &mut self.memories[node] {
                drives.memory = memory.drive(clock, quiet, &mut self.ledger);
            }
            (drives.id, drives.clear_error, drives.reset) = (self.draw.bits(1), frame.clear, self.resets);
            let mut writer = Writer::new(&self.driven, &mut driven[node * self.words..][..self.words]);
            writer.drives(&drives.manager, &drives.memory, drives.id);
        }
    }

    fn given(&self) -> &[Drives] {
        &self.drives
    }

    fn see(&mut self, view: &View<'_>, _model: bool) -> u64 {
        let clock = view.clock();
        self.was_reset = self.resets;
        if self.resets {
            self.reset();
            return 1;
        }
        let mut moved = 0;
        for node in 0..self.drives.len() {
            let words = view.outputs(node, 0).data;
            let (manager, memory, error) = Reader::new(&self.shown, words).sees();
            self.errors[node] = error;
            for (side, broken) in ["manager", "subordinate"].iter().zip(&words[self.shown.words()..]) {
                let new = broken & !self.rules_broken;
                self.rules_broken |= broken;
                for rule in (0..32).filter(|rule| new >> rule & 1 == 1) {
                    let message = format!("rule {rule} of AXI4 was broken at the port of the {side} before (docs/axi4_checker.md)");
                    self.ledger.violation(clock, node as u32, message);
                }
            }
            moved += self.manager_sees(clock, node, &manager);
            if let Some(user) = &mut self.memories[node] {
                moved += user.see(clock, memory, &mut self.ledger);
            }
        }
        moved
    }

    fn packets(&mut self, _sums: &Sums) -> Packets {
        Packets { started: self.ledger.begun, ended: self.ledger.ended }
    }

    fn over(&self, _sums: &Sums) -> bool {
        self.source.over() && self.askers.iter().all(|asker| asker.wishes.is_empty() && asker.steps.is_empty())
    }

    fn settled(&self) -> bool {
        self.askers.iter().all(|asker| asker.steps.is_empty())
    }

    fn failed(&self) -> bool {
        !self.ledger.violations.is_empty()
    }

    fn trace(&self, view: &View<'_>, node: u32) -> Vec<String> {
        let node = node as usize;
        let mut words = vec![0; self.words];
        let drives = &self.drives[node];
        Writer::new(&self.driven, &mut words).drives(&drives.manager, &drives.memory, drives.id);
        let (clock, shown) = (view.clock(), view.outputs(node, 0).data);
        vec![format!("user  {clock:>6} | {}", self.driven.text(&words)), format!("rtl   {clock:>6} | {}", self.shown.text(shown))]
    }

    fn end(&mut self, clock: u64) {
        self.ledger.end(clock, bytes_of(&self.memories));
        for (node, error) in self.errors.iter().enumerate() {
            let earned = self.ledger.errors.get(&(node as u32)).map_or(0, |bits| bits << ERROR_AT);
            let told = if self.cleared { error | earned } else { *error };
            if told != earned {
                self.ledger.violation(clock, node as u32, format!("error is {error:08b}, expected {earned:08b}"));
            }
        }
    }

    fn counts(self, _sums: &Sums, _queued: u64, _lost: u64) -> (Axi4Counts, Vec<String>) {
        let beats = |way: usize| self.askers.iter().map(move |asker| asker.beats[way]);
        let [reads, _] = self.ledger.round_trips;
        let counts = Axi4Counts {
            requests: [self.ledger.begun, self.ledger.ended],
            requests_arrived: self.ledger.arrived,
            requests_refused: self.ledger.refused,
            requests_to_own_node: self.source.own(),
            requests_queued: self.askers.iter().map(|asker| asker.wishes.len() as u64).sum(),
            beats: [0, 1].map(|way| beats(way).sum()),
            read_clocks: [reads.clocks, reads.requests],
            round_trips: self.ledger.round_trips,
            most_beats: [0, 1].map(|way| beats(way).max().unwrap_or_default()),
            rules_broken: self.rules_broken,
        };
        (counts, self.ledger.violations)
    }
}
