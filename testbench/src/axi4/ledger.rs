//! The ledger: every request arrives once, where its address leads, unchanged; every answer comes back to its manager, in the order of its ID, as the
//! subordinate gave it; every byte read is that of a flat memory.

use std::collections::{HashMap, VecDeque};

use super::counts::RoundTrips;
use super::flat::{Bytes, Flat};
use super::job::{Answer, Byte, Job, JobNumber, Target, WriteBeat};
use super::request::{Request, lane};

/// Reports of violations kept of a run; later ones are only counted.
const TOLD: usize = 8;

/// (node of the manager, ID, write)
type Thread = (u32, u32, bool);

pub struct Ledger {
    pub flat: Flat,
    /// Bytes of a beat.
    bytes: usize,
    /// P3: bits of `AxUSER` and of nodes' addresses, where lock goes through.
    exclusive: Option<(u32, u32)>,
    jobs: Vec<Option<Job>>,
    free: Vec<JobNumber>,
    /// Requests without an answer to its end, oldest first.
    threads: HashMap<Thread, VecDeque<JobNumber>>,
    pub begun: u64,
    /// Requests that subordinates have taken.
    pub arrived: u64,
    pub ended: u64,
    /// Of those that ended, the ones that nobody answered but the manager's own side.
    pub refused: u64,
    /// Of reads and of writes that subordinates answered, from the handshake of the request to that of the first beat or the response.
    pub round_trips: [RoundTrips; 2],
    /// By node, the bits of its manager side's `error` that requests have earned.
    pub errors: HashMap<u32, u8>,
    pub violations: Vec<String>,
}

impl Ledger {
    pub fn new(managers: Vec<u32>, bytes: usize, exclusive: Option<(u32, u32)>) -> Self {
        Self {
            flat: Flat::new(managers),
            bytes,
            exclusive,
            jobs: Vec::new(),
            free: Vec::new(),
            threads: HashMap::new(),
            begun: 0,
            arrived: 0,
            ended: 0,
            refused: 0,
            round_trips: [RoundTrips::default(); 2],
            errors: HashMap::new(),
            violations: Vec::new(),
        }
    }

    pub fn job(&self, number: JobNumber) -> &Job {
        self.jobs[number].as_ref().expect("a job under way")
    }

    /// Jobs of a manager under way.
    pub fn of_manager(&self, manager: u32) -> impl Iterator<Item = &Job> {
        self.jobs.iter().flatten().filter(move |job| job.manager == manager)
    }

    /// A manager has decided on a request; those of a direction are shown in this order.
    pub fn begin(&mut self, mut job: Job) -> JobNumber {
        if let Target::Subordinate { node, addr } = job.target {
            let seen = Request { addr, ..job.request };
            if job.write {
                self.flat.write(node, &seen, &job.beats, self.bytes);
            } else {
                job.expected = (0..seen.beats()).map(|k| self.flat.read(job.manager, node, seen.beat(k))).collect();
            }
        }
        self.begun += 1;
        let thread = (job.manager, job.request.id, job.write);
        let number = self.free.pop().unwrap_or_else(|| {
            self.jobs.push(None);
            self.jobs.len() - 1
        });
        self.jobs[number] = Some(job);
        self.threads.entry(thread).or_default().push_back(number);
        number
    }

    /// A subordinate takes a request: of some thread it must be the first that has not arrived.
    pub fn arrive(&mut self, clock: u64, node: u32, write: bool, request: &Request) -> Option<JobNumber> {
        let next = |queue: &VecDeque<JobNumber>| {
            let waiting = |number: &&JobNumber| {
                let job = self.job(**number);
                !job.arrived && job.target.node().is_some()
            };
            queue.iter().find(waiting).copied()
        };
        let mut heads: Vec<JobNumber> =
            self.threads.iter().filter(|((_, _, writes), _)| *writes == write).filter_map(|(_, queue)| next(queue)).collect();
        heads.sort_unstable();
        let fits = |&number: &JobNumber| {
            let job = self.job(number);
            job.target.node() == Some(node) && job.forwarded(self.exclusive) == *request
        };
        let Some(found) = heads.into_iter().find(fits) else {
            self.violation(clock, node, format!("a {} that was not sent so: {request:x?}", if write { "write" } else { "read" }));
            return None;
        };
        self.jobs[found].as_mut().expect("a job under way").arrived = true;
        self.arrived += 1;
        Some(found)
    }

    /// A beat of a write's data at its subordinate.
    pub fn data(&mut self, clock: u64, node: u32, number: JobNumber, k: usize, last: bool, beat: &WriteBeat) {
        let job = self.job(number);
        let beats = job.beats.len();
        if job.beats.get(k) != Some(beat) {
            let want = job.beats.get(k).copied();
            return self.violation(
                clock,
                node,
                format!("beat {k} of a write of {beats} from {}: {beat:x?}, expected {want:x?}", job.manager),
            );
        }
        if last != (k + 1 == beats) {
            self.violation(clock, node, format!("wlast is {last} at beat {k} of a write of {beats}"));
        }
    }

    /// A subordinate answers.
    pub fn answer(&mut self, number: JobNumber, answer: Answer) {
        self.jobs[number].as_mut().expect("a job under way").answers.push(answer);
    }

    /// A request was taken at its manager.
    pub fn asked(&mut self, clock: u64, number: JobNumber) {
        self.jobs[number].as_mut().expect("a job under way").asked = clock;
    }

    /// Nothing is under way any more; what the memories have is what they have to have.
    pub fn reset<'a>(&mut self, memories: impl Iterator<Item = (u32, &'a Bytes)>) {
        self.begun -= self.jobs.iter().flatten().count() as u64;
        self.jobs.clear();
        self.free.clear();
        self.threads.clear();
        self.errors.clear();
        self.flat.take(memories);
    }

    /// A manager takes a beat of an answer with an ID.
    pub fn taken(&mut self, clock: u64, manager: u32, id: u32, write: bool, answer: &Answer, last: bool) {
        let what = if write { "a response" } else { "a beat" };
        let Some(&number) = self.threads.get(&(manager, id, write)).and_then(VecDeque::front) else {
            return self.violation(clock, manager, format!("{what} of ID {id:#x}, of which nothing is in flight"));
        };
        let job = self.job(number);
        let (k, beats) = (job.taken, job.answer_beats());
        if k == 0 && job.target.node().is_some() {
            self.round_trips[usize::from(write)].add(clock - job.asked);
        }
        let job = self.job(number);
        match job.next_answer() {
            None => return self.violation(clock, manager, format!("{what} of ID {id:#x} that its subordinate has not given: {answer:x?}")),
            Some(want) if want != *answer => {
                let message = format!("{what} of ID {id:#x}, number {k} of {beats}: {answer:x?}, expected {want:x?}");
                self.violation(clock, manager, message);
            }
            Some(_) => self.bytes(clock, number, k, answer),
        }
        if !write && last != (k + 1 == beats) {
            self.violation(clock, manager, format!("rlast is {last} at beat {k} of {beats} of ID {id:#x}"));
        }
        self.jobs[number].as_mut().expect("a job under way").taken += 1;
        if k + 1 == beats {
            self.end_job((manager, id, write), number);
        }
    }

    fn end_job(&mut self, thread: Thread, number: JobNumber) {
        self.threads.get_mut(&thread).expect("a thread with a job").pop_front();
        let job = self.jobs[number].take().expect("a job under way");
        self.free.push(number);
        self.ended += 1;
        let earned = match job.target {
            Target::Subordinate { .. } => return,
            Target::Hole => 1,
            Target::TooLong => 2,
        };
        self.refused += 1;
        *self.errors.entry(job.manager).or_default() |= earned;
    }

    /// The bytes of a read against the flat memory.
    fn bytes(&mut self, clock: u64, number: JobNumber, k: usize, answer: &Answer) {
        let job = self.job(number);
        let (Target::Subordinate { node, addr }, manager) = (job.target, job.manager) else { return };
        if job.write {
            return;
        }
        let seen = Request { addr, ..job.request };
        let wrong = seen.beat(k).zip(&job.expected[k]).find_map(|(address, want)| {
            let byte = lane(&answer.data, (address % self.bytes as u64) as usize);
            let right = match want {
                Byte::Own(want) => byte == *want,
                Byte::Others => self.flat.ever(node, address, byte),
            };
            (!right).then(|| format!("byte {address:#x} of node {node} reads {byte:#04x}, expected {want:x?}"))
        });
        if let Some(wrong) = wrong {
            self.violation(clock, manager, wrong);
        }
    }

    /// Checks the end of a run: nothing is under way, and the subordinates' memories equal the flat one.
    pub fn end<'a>(&mut self, clock: u64, memories: impl Iterator<Item = (u32, &'a Bytes)>) {
        if !self.violations.is_empty() {
            return self.violations.sort();
        }
        self.violations.extend(self.jobs.iter().flatten().map(Self::unfinished).take(TOLD));
        for (node, memory) in memories {
            if let Some((address, have, want)) = memory.difference(&self.flat.memory(node), node) {
                self.violation(clock, node, format!("byte {address:#x} is {have:#04x} at the end, expected {want:#04x}"));
            }
        }
        self.violations.sort();
    }

    fn unfinished(job: &Job) -> String {
        let kind = if job.write { "write" } else { "read" };
        let Request { id, addr, .. } = job.request;
        format!("a {kind} of {addr:#x} by node {} with ID {id:#x} has had {} of {} answers", job.manager, job.taken, job.answer_beats())
    }

    pub fn violation(&mut self, clock: u64, node: u32, what: String) {
        if self.violations.len() < TOLD {
            self.violations.push(format!("clock {clock}: at node {node}: {what}"));
        }
    }
}
