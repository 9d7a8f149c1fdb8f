//! The neighbours of one router, and its terminals: legal flits and credits at all ports, drawn with a named generator.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::single::LinkState;

use super::heads::{Head, Heads};

/// Flits of packets, each as often; 0 stands for one more than a buffer holds.
const LENGTHS: [usize; 5] = [1, 1, 2, 3, 0];
/// Of four heads so many ask for the output VC that all are to meet at, where there are such heads.
const MEET: u32 = 3;

/// A flit that comes in.
pub(super) struct Flit<'a> {
    pub port: usize,
    pub vc: usize,
    /// `None`: it is no head.
    pub head: Option<&'a Head>,
    pub tail: bool,
    /// Of a body its low word; of a head it says the source.
    pub data: u32,
}

/// Inputs at all ports in a clock; credits as (port, VC).
#[derive(Default)]
pub(super) struct Clock<'a> {
    pub flits: Vec<Flit<'a>>,
    pub credits: Vec<(usize, usize)>,
}

/// Of one port, by VC.
#[derive(Clone)]
struct End {
    /// Places for what comes in.
    credits: Vec<usize>,
    /// Flits that are to follow of the open packet.
    left: Vec<usize>,
    /// Flits that left by the output and whose credits were not given back.
    owed: Vec<usize>,
}

pub(super) struct Neighbours<'a> {
    heads: &'a Heads,
    node: u32,
    /// L: ports 0..L are local.
    locals: usize,
    config: RouterConfig,
    ends: Vec<End>,
    rng: ChaCha8Rng,
    /// Each input may begin a packet.
    may: Vec<bool>,
    /// For now: of 256 clocks an output gives credits back in so many.
    pace: Vec<u32>,
    /// Clocks up to the next volley.
    wait: usize,
    /// Packets that have begun.
    pub begun: u64,
    /// Tails that came out.
    pub ended: u64,
}

impl<'a> Neighbours<'a> {
    pub fn new(heads: &'a Heads, node: u32, (locals, ports): (usize, usize), config: RouterConfig, seed: u64) -> Self {
        let vcs = config.vcs;
        let end = End { credits: vec![config.depth; vcs], left: vec![0; vcs], owed: vec![0; vcs] };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(node.into());
        Self {
            heads,
            node,
            locals,
            config,
            ends: vec![end; ports],
            rng,
            may: vec![false; ports],
            pace: vec![256; ports],
            wait: 0,
            begun: 0,
            ended: 0,
        }
    }

    /// Some of the inputs may begin a packet each, and each output gives back credits at another pace. Where all ask always, arbiters only go round.
    fn volley(&mut self) {
        for at in 0..self.may.len() {
            self.may[at] = self.hits(128);
            self.pace[at] = [32, 128, 256, 256][self.below(4)];
        }
        self.wait = [2, 8, 16, 32][self.below(4)];
    }

    /// The router shows this.
    pub fn see(&mut self, shown: &[LinkState]) {
        for (end, shown) in self.ends.iter_mut().zip(shown) {
            shown.credit.into_iter().for_each(|vc| end.credits[vc] += 1);
            if let Some((vc, mark)) = shown.flit {
                end.owed[vc] += 1;
                self.ended += u64::from(mark.tail);
            }
        }
    }

    /// Draws the inputs of a clock. Heads meet at an output VC, in volleys or in a flood; without one no packet begins.
    pub fn clock(&mut self, meet: Option<(usize, usize)>, flood: bool) -> Clock<'a> {
        let mut clock = Clock::default();
        match self.wait {
            0 => self.volley(),
            _ => self.wait -= 1,
        }
        if flood {
            self.may.fill(true);
        }
        for port in 0..self.ends.len() {
            clock.flits.extend(self.flit(port, meet));
            if self.hits(self.pace[port]) || meet.is_none() {
                let owed: Vec<usize> = (0..self.config.vcs).filter(|w| self.ends[port].owed[*w] > 0).collect();
                if !owed.is_empty() {
                    let w = owed[self.below(owed.len())];
                    self.ends[port].owed[w] -= 1;
                    clock.credits.push((port, w));
                }
            }
        }
        clock
    }

    fn flit(&mut self, port: usize, meet: Option<(usize, usize)>) -> Option<Flit<'a>> {
        let heads = self.heads;
        let end = &self.ends[port];
        let may_begin = self.may[port] && meet.is_some();
        let may = |v: &usize| end.credits[*v] > 0 && (end.left[*v] > 0 || may_begin && !heads.of(self.node, port, *v).is_empty());
        let vcs: Vec<usize> = (0..self.config.vcs).filter(may).collect();
        if vcs.is_empty() {
            return None;
        }
        let vc = vcs[self.below(vcs.len())];
        let head = if self.ends[port].left[vc] > 0 { None } else { Some(self.head(heads.of(self.node, port, vc), meet)) };
        if head.is_some() {
            let length = LENGTHS[self.below(LENGTHS.len())];
            self.ends[port].left[vc] = if length == 0 { self.config.depth + 1 } else { length };
            self.begun += 1;
            self.may[port] = false;
        }
        let end = &mut self.ends[port];
        end.credits[vc] -= 1;
        end.left[vc] -= 1;
        let tail = end.left[vc] == 0;
        Some(Flit { port, vc, head, tail, data: self.rng.next_u32() })
    }

    fn head(&mut self, all: &'a [Head], meet: Option<(usize, usize)>) -> &'a Head {
        // At a local port a head may have any VC (RC2).
        let locals = self.locals;
        let asks = |head: &&Head| meet.is_some_and(|(o, w)| head.asks.iter().any(|asked| asked.0 == o && (o < locals || asked.1 == w)));
        let some: Vec<&Head> = if self.below(4) < MEET as usize { all.iter().filter(asks).collect() } else { Vec::new() };
        if some.is_empty() { &all[self.below(all.len())] } else { some[self.below(some.len())] }
    }

    /// So many of 256 times.
    fn hits(&mut self, times: u32) -> bool {
        self.rng.next_u32() >> 24 < times
    }

    fn below(&mut self, most: usize) -> usize {
        ((u64::from(self.rng.next_u32()) * most as u64) >> 32) as usize
    }
}
