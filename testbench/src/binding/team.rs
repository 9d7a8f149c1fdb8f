//! Several threads that step a network together.
//!
//! In each clock the nodes are shared out; a thread takes its own from the front, many at a time and fewer towards the end, and when it
//! has none left, those of the others, so that the thread that also runs the model is helped. One barrier a clock: outputs are double-buffered by clock parity.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::*};
use std::sync::{Mutex, RwLock};

use super::barrier::Barrier;
use super::frame::{Frame, FrameExtras};
use super::layout::Totals;
use super::net::{Net, Wires};
use crate::Error;

/// Action after the clock that is being stepped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Step the next one.
    Go,
    /// No more after this one.
    Stop,
}

/// Prepares clocks while the team steps them.
pub trait Director {
    /// Inputs of a clock that only designs of this kind have.
    type Extras: FrameExtras;

    /// Called in clock t, at the same time as the clock is stepped: looks at the outputs of t and fills the frame of t + 1.
    /// `before` is what the team counted in clock t - 1.
    fn prepare(&mut self, view: &View<'_>, before: Option<&Totals>, next: &mut Frame<Self::Extras>) -> Result<Next, Error>;
}

/// Wires of a network in a clock.
pub struct View<'a> {
    net: &'a Net,
    clock: u64,
}

impl<'a> View<'a> {
    pub(crate) fn new(net: &'a mut Net, clock: u64) -> Self {
        Self { net, clock }
    }

    pub(crate) fn clock(&self) -> u64 {
        self.clock
    }

    pub(crate) fn outputs(&self, node: usize, port: usize) -> Wires<'a> {
        self.net.outputs(self.clock, node, port)
    }

    /// Flit and credit that the network interface at a local port, `node * locals + port`, sent in the clock before; kept with [`Frame::keep_sent`].
    pub(crate) fn sent(&self, local: usize) -> Wires<'a> {
        self.net.sent(self.clock.wrapping_sub(1), local)
    }

    /// The local ports that show a flit, from the lowest up.
    pub(crate) fn arrivals(&self) -> impl Iterator<Item = usize> + use<'a> {
        self.net.arrives(self.clock).iter().enumerate().filter(|(_, arrives)| **arrives != 0).map(|(local, _)| local)
    }

    /// The error bits of a local port.
    pub(crate) fn errors(&self, local: usize) -> u8 {
        self.net.errors(self.clock, local)
    }

    /// The error bits of all local ports of a node, three each.
    pub(crate) fn error(&self, node: usize) -> u128 {
        let locals = self.locals();
        (0..locals).fold(0, |all, port| all | u128::from(self.errors(node * locals + port)) << (3 * port))
    }

    pub(crate) fn locals(&self) -> usize {
        self.net.locals()
    }

    /// As [`Net::start_waves`]; for a team of one.
    pub(crate) fn start_waves(&self, path: &std::path::Path, nodes: &[u32]) -> Result<(), Error> {
        self.net.start_waves(path, nodes)
    }

    pub(crate) fn nodes(&self) -> usize {
        self.net.nodes()
    }

    pub(crate) fn ports(&self) -> usize {
        self.net.ports()
    }
}

/// State shared by the team.
struct Shared<'a, B> {
    net: &'a Net,
    frames: [RwLock<Frame<B>>; 2],
    /// Next node of each thread's share, by clock parity.
    claims: [Vec<AtomicUsize>; 2],
    /// Nodes `shares[k]..shares[k + 1]` are thread k's own.
    shares: Vec<usize>,
    /// Most nodes that are taken at a time.
    chunk: usize,
    counted: [Counts; 2],
    /// Set in a clock of that parity: it is the last. One for each parity, as a thread may be a clock ahead of one that still looks.
    stop: [AtomicBool; 2],
    failure: Mutex<Option<Error>>,
    barrier: Barrier,
}

#[derive(Default)]
struct Counts {
    differences: AtomicU64,
    first: AtomicU64,
    moved: AtomicU64,
    started: AtomicU64,
    finished: AtomicU64,
    evaluated: AtomicU64,
}

impl Counts {
    fn add(&self, totals: &Totals) {
        if totals.differences > 0 {
            self.differences.fetch_add(totals.differences, Relaxed);
            self.first.fetch_min(totals.first, Relaxed);
        }
        for (sum, part) in [
            (&self.moved, totals.moved),
            (&self.started, totals.started),
            (&self.finished, totals.finished),
            (&self.evaluated, totals.evaluated),
        ] {
            sum.fetch_add(part, Relaxed);
        }
    }

    fn take(&self) -> Totals {
        Totals {
            differences: self.differences.swap(0, Relaxed),
            first: self.first.swap(u64::MAX, Relaxed),
            moved: self.moved.swap(0, Relaxed),
            started: self.started.swap(0, Relaxed),
            finished: self.finished.swap(0, Relaxed),
            evaluated: self.evaluated.swap(0, Relaxed),
        }
    }
}

/// Steps from the clock of `first` on until the director stops, the model differs or the Verilog fails. Returns the last frame that was
/// stepped, in whose clock [`View`] still shows the outputs, and what was counted in it.
pub fn run<D: Director>(
    net: &mut Net,
    threads: usize,
    first: Frame<D::Extras>,
    director: &mut D,
) -> Result<(Frame<D::Extras>, Totals), Error> {
    let nodes = net.nodes();
    let chunk = net.chunk();
    let threads = threads.clamp(1, nodes.div_ceil(chunk));
    let shares: Vec<usize> = (0..=threads).map(|k| nodes * k / threads).collect();
    let claims = || shares[..threads].iter().map(|&c| AtomicUsize::new(c)).collect::<Vec<_>>();
    net.set_headers(first.extras.headers());
    let start = first.clock;
    let parity = (start & 1) as usize;
    let frames = [RwLock::new(Frame::default()), RwLock::new(Frame::default())];
    *frames[parity].write().unwrap() = first;
    let counted = [Counts::default(), Counts::default()];
    counted.iter().for_each(|c| c.first.store(u64::MAX, Relaxed));
    let shared = Shared {
        net,
        frames,
        claims: [claims(), claims()],
        shares,
        chunk,
        counted,
        stop: [AtomicBool::new(false), AtomicBool::new(false)],
        failure: Mutex::new(None),
        barrier: Barrier::new(threads),
    };
    let last = std::thread::scope(|scope| {
        for me in 1..threads {
            let shared = &shared;
            scope.spawn(move || shared.follow(me, start));
        }
        shared.lead(start, director)
    });
    let Shared { frames, counted, failure, .. } = shared;
    if let Some(error) = failure.into_inner().unwrap() {
        return Err(error);
    }
    let parity = (last & 1) as usize;
    let [even, odd] = frames.map(|f| f.into_inner().unwrap());
    Ok((if parity == 0 { even } else { odd }, counted[parity].take()))
}

impl<B: FrameExtras> Shared<'_, B> {
    /// The thread that prepares the next clock before it steps nodes of this one. Returns the last clock.
    fn lead(&self, start: u64, director: &mut impl Director<Extras = B>) -> u64 {
        let mut clock = start;
        loop {
            let next = (clock + 1) as usize & 1;
            let before = (clock > start).then(|| self.counted[next].take());
            self.claims[next].iter().zip(&self.shares).for_each(|(claim, &first)| claim.store(first, Relaxed));
            {
                let view = View { net: self.net, clock };
                let mut frame = self.frames[next].write().unwrap();
                frame.clock = clock + 1;
                frame.inbox.clear();
                // The others wait at the barrier: a panic must not leave them there.
                match catch_unwind(AssertUnwindSafe(|| director.prepare(&view, before.as_ref(), &mut frame))) {
                    Ok(Ok(Next::Go)) => {}
                    Ok(Ok(Next::Stop)) => self.stop[clock as usize & 1].store(true, Relaxed),
                    Ok(Err(error)) => self.fail(clock, error),
                    Err(panic) => {
                        self.stop[clock as usize & 1].store(true, Relaxed);
                        self.barrier.wait();
                        resume_unwind(panic);
                    }
                }
                self.net.set_headers(frame.extras.headers());
            }
            if !self.clock(0, clock) {
                return clock;
            }
            clock += 1;
        }
    }

    fn follow(&self, me: usize, start: u64) {
        let mut clock = start;
        while self.clock(me, clock) {
            clock += 1;
        }
    }

    /// A thread's part of a clock; false when it was the last.
    fn clock(&self, me: usize, clock: u64) -> bool {
        let parity = clock as usize & 1;
        let mut totals = Totals { first: u64::MAX, ..Totals::default() };
        {
            let frame = self.frames[parity].read().unwrap();
            let threads = self.shares.len() - 1;
            for owner in (me..me + threads).map(|k| k % threads) {
                while let Some(nodes) = self.claim(parity, owner) {
                    // SAFETY: the claim gives each node to one thread once a clock, and the barrier ends the clock before for all.
                    if let Err(error) = unsafe { self.net.step_nodes(&frame, nodes, &mut totals) } {
                        self.fail(clock, error);
                    }
                }
            }
        }
        if totals.differences > 0 {
            self.stop[parity].store(true, Relaxed);
        }
        self.counted[parity].add(&totals);
        self.barrier.wait();
        !self.stop[parity].load(Relaxed)
    }

    /// The next nodes of a thread's share: half of what is left, so that the threads come to the end at the same time.
    fn claim(&self, parity: usize, owner: usize) -> Option<std::ops::Range<usize>> {
        let end = self.shares[owner + 1];
        let alone = self.shares.len() == 2;
        let size = |left: usize| if alone { left } else { left.div_ceil(2).max(2) }.min(self.chunk).min(left);
        let claim = &self.claims[parity][owner];
        let first = claim.fetch_update(Relaxed, Relaxed, |first| (first < end).then(|| first + size(end - first))).ok()?;
        Some(first..first + size(end - first))
    }

    fn fail(&self, clock: u64, error: Error) {
        self.failure.lock().unwrap().get_or_insert(error);
        self.stop[clock as usize & 1].store(true, Relaxed);
    }
}
