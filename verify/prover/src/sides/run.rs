//! A run from reset that breaks a rule: random legal inputs, 64 runs at a time, made plain afterwards.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};
use serde::Serialize;

use crate::aig::{Aig, Edge};
use crate::runs::{Clock, Run as Played, value};
use crate::sides::Subject;
use crate::sides::scene::Claim;

/// Clocks of the runs, and batches of 64: short ones first.
const RUNS: [(usize, u64); 3] = [(32, 16), (128, 8), (1024, 4)];

/// Clocks that are played at most to make a run plain.
const PLAIN: usize = 20_000;

/// A run that ends in the clock in which a rule is broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Run {
    /// Clocks from the reset on, that of the reset not counted.
    pub clocks: usize,
    /// Clock, signal, value in hexadecimal: of each channel and link with something on it.
    pub lines: Vec<String>,
    /// The rules that the last clock breaks, as indices of claims.
    #[serde(skip)]
    pub broken: Vec<usize>,
}

/// Runs of legal inputs in which claims may be broken.
pub struct Runs {
    clock: Clock,
    arrivals: Vec<usize>,
    reset: Option<usize>,
    /// The claims that are looked for, with their indices.
    wanted: Vec<(usize, Claim)>,
    ports: BTreeMap<String, Vec<Edge>>,
}

impl Runs {
    /// Looks for runs that break one of the claims with these indices.
    pub fn new(subject: &Subject, wanted: &[usize]) -> Self {
        let mut aig = Aig::default();
        let mut now = subject.any_moment();
        let frame = subject.frame(&mut aig, &mut now, None, true);
        let mut state: Vec<(Edge, Edge)> = now.latches.iter().copied().zip(frame.next.latches.iter().copied()).collect();
        for (name, bits) in &now.watched {
            state.extend(bits.iter().copied().zip(frame.next.watched[name].iter().copied()));
        }
        let wanted: Vec<(usize, Claim)> = wanted.iter().map(|n| (*n, frame.claims[*n].clone())).collect();
        let clock = Clock::new(aig, state, wanted.iter().map(|(_, claim)| claim.holds).collect());
        let arrivals = frame.arrivals.iter().filter_map(|edge| clock.place(*edge)).collect();
        Self { arrivals, reset: clock.place(frame.reset), wanted, ports: frame.ports, clock }
    }

    /// The first run found.
    pub fn find(&self) -> Option<Run> {
        for (clocks, batches) in RUNS {
            for batch in 0..batches {
                let mut rng = ChaCha8Rng::seed_from_u64(batch);
                if let Some(played) = self.batch(&mut rng, clocks) {
                    return Some(self.run(self.clock.plain(played, &self.arrivals, PLAIN)));
                }
            }
        }
        None
    }

    fn batch(&self, rng: &mut ChaCha8Rng, clocks: usize) -> Option<Played> {
        // Each arrival is frequent in some runs and seldom in others.
        let mut rare: Vec<[u64; 2]> = Vec::new();
        self.clock.drawn(rng, clocks, |rng, reset| {
            if reset {
                rare = self.arrivals.iter().map(|_| [rng.next_u64(), rng.next_u64()]).collect();
            }
            let mut wishes: Vec<u64> = self.clock.wishes.iter().map(|_| rng.next_u64()).collect();
            for (at, [seldom, often]) in self.arrivals.iter().zip(&rare) {
                wishes[*at] = (wishes[*at] | (often & rng.next_u64())) & (!seldom | (rng.next_u64() & rng.next_u64()));
            }
            if let Some(at) = self.reset {
                wishes[at] = if reset { u64::MAX } else { 0 };
            }
            wishes
        })
    }

    /// What is at the ports in each clock.
    fn run(&self, played: Played) -> Run {
        let (mut lines, mut broken): (_, Vec<&(usize, Claim)>) = (Vec::new(), Vec::new());
        self.clock.play(&played, &mut |clock, values| {
            let number = |bits: &[Edge]| hexadecimal(bits, |edge| value(values, edge) & 1 == 1);
            // Signals of a channel, or of a link, follow its `valid`.
            for (name, bits) in &self.ports {
                let alone = name.starts_with("own_") && name.ends_with("_credit");
                let Some(begin) = name.strip_suffix("valid").or_else(|| alone.then_some(name.as_str())) else { continue };
                if clock == 0 || value(values, bits[0]) & 1 == 0 {
                    continue;
                }
                let others = self.ports.iter().filter(|(other, _)| belongs(other, begin) && *other != name);
                let all: Vec<String> = others.map(|(other, bits)| format!("{}={}", &other[begin.len()..], number(bits))).collect();
                lines.push(format!("{clock} {name} {}", all.join(" ")).trim_end().to_owned());
            }
            broken = self.wanted.iter().filter(|(_, claim)| value(values, claim.holds) & 1 == 0).collect();
        });
        let clocks = played.wishes.len() - 1;
        for (_, Claim { rule, name, .. }) in &broken {
            lines.push(format!("{clocks} {} is broken: {name}", rule.unwrap_or_default()));
        }
        Run { clocks, lines, broken: broken.into_iter().map(|(n, _)| *n).collect() }
    }
}

/// A signal of the channel or link whose names begin so; data of the own link are those of the router's.
fn belongs(signal: &str, begin: &str) -> bool {
    signal.strip_prefix(begin).is_some_and(|end| !end.contains("credit"))
}

fn hexadecimal(bits: &[Edge], holds: impl Fn(Edge) -> bool) -> String {
    let digit = |bits: &[Edge]| bits.iter().rev().fold(0u8, |digit, bit| digit << 1 | u8::from(holds(*bit)));
    bits.chunks(4).rev().map(|bits| format!("{:x}", digit(bits))).collect()
}
