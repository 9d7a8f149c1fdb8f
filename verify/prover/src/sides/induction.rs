//! One-step induction over the claims of an interface, a question each; claims that fail are dropped until the others close.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::aig::{Aig, Edge};
use crate::sat::{Answer, Limit, Sat};
use crate::sides::Subject;
use crate::sides::scene::{Claim, Moment};

/// How a claim ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Closed {
    /// It holds for all time.
    Yes,
    /// A clock leads from where all claims hold, or from a reset, to where it does not; or another claim that failed was needed.
    No,
    /// Out of time.
    OutOfTime,
}

/// The claims, how each ends, and the seconds that the solver took for it.
pub fn induction(subject: &Subject, seconds: f32, told: &dyn Fn(&str)) -> Vec<(Claim, Closed, f64)> {
    // After a clock of reset, whatever the state was.
    let mut all: Vec<(Claim, Closed, f64)> = Vec::new();
    let mut hypotheses: BTreeMap<usize, Edge> = BTreeMap::new();
    for reset in [true, false] {
        let mut aig = Aig::default();
        let before = subject.frame(&mut aig, &mut subject.any_moment(), reset.then_some(true), false);
        let mut next: Moment = before.next.clone();
        let after = subject.frame(&mut aig, &mut next, None, false);
        let mut sat = Sat::new(Limit::seconds(seconds));
        if reset {
            all = after.claims.iter().map(|claim| (claim.clone(), Closed::Yes, 0.0)).collect();
        } else {
            hypotheses = before.claims.iter().map(|claim| claim.holds).enumerate().filter(|(n, _)| all[*n].1 == Closed::Yes).collect();
        }
        loop {
            let taken: BTreeMap<usize, i32> = hypotheses.iter().map(|(n, edge)| (*n, sat.literal(&aig, *edge))).collect();
            let mut dropped = false;
            for n in 0..all.len() {
                if all[n].1 != Closed::Yes || after.claims[n].holds == Edge::TRUE {
                    continue;
                }
                told(&all[n].0.name);
                let begin = Instant::now();
                let fails = sat.literal(&aig, !after.claims[n].holds);
                let held: Vec<i32> = if dropped { kept(&taken, &all) } else { taken.values().copied().collect() };
                let answer = sat.ask(held.into_iter().chain([fails]));
                all[n].2 += begin.elapsed().as_secs_f64();
                match answer {
                    Answer::Never => continue,
                    Answer::Unknown => all[n].1 = Closed::OutOfTime,
                    Answer::Found => {
                        let found = sat.found(&aig);
                        let fail = all.iter_mut().zip(&after.claims).filter(|(of, claim)| of.1 == Closed::Yes && !found.value(claim.holds));
                        fail.for_each(|(of, _)| of.1 = Closed::No);
                    }
                }
                dropped = true;
            }
            hypotheses.retain(|n, _| all[*n].1 == Closed::Yes);
            // What was answered before a claim was dropped may have needed it.
            if !dropped || reset {
                break;
            }
        }
    }
    all
}

/// Hypotheses of which the claim is not dropped.
fn kept(taken: &BTreeMap<usize, i32>, all: &[(Claim, Closed, f64)]) -> Vec<i32> {
    taken.iter().filter(|(n, _)| all[**n].1 == Closed::Yes).map(|(_, literal)| *literal).collect()
}
