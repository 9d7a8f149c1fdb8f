//! A real difference between router and contract: a run from reset that ends in it.

use std::time::Instant;

use crate::aig::{Aig, Edge};
use crate::miter::{Miter, Step};
use crate::sat::{Answer, Limit, Sat};
use crate::trace::{Trace, trace};

/// How a search ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Search {
    /// With a run that ends in a difference; there is no shorter one.
    Found(Box<Trace>),
    /// There is none in so many clocks; the time, or what is sought at most, is over.
    NotWithin(usize),
}

/// Making a run plain that is known to be: more than it takes.
const PLAIN: Limit = Limit::Ticks(100_000_000_000);

/// Looks for a difference in the clocks behind a reset, up to `clocks` of them. The limit is that of the whole search.
pub fn search(miter: &Miter, clocks: usize, limit: Limit) -> Search {
    let begin = Instant::now();
    let mut aig = Aig::default();
    let mut sat = Sat::new(limit);
    let any = miter.any(&mut aig);
    let reset = miter.step(&mut aig, &any, Some(true));
    let (mut moment, mut run) = (reset.next.clone(), vec![reset]);
    for clock in 0..clocks {
        let outputs = miter.output_claims(&mut aig, &moment);
        let wrong: Vec<i32> =
            outputs.iter().filter(|claim| claim.holds != Edge::TRUE).map(|claim| sat.literal(&aig, !claim.holds)).collect();
        let step = miter.step(&mut aig, &moment, Some(false));
        if !wrong.is_empty() {
            let here = sat.switch();
            sat.clause(wrong.iter().copied().chain([-here]));
            if let Limit::Each(all) = limit {
                sat.limit(Limit::Each(all.saturating_sub(begin.elapsed())));
            }
            match sat.ask([here]) {
                Answer::Found => {
                    run.push(step);
                    sat.limit(PLAIN);
                    let literals = plainest(&mut sat, &aig, here, &wrong, &run);
                    return match sat.ask(literals) {
                        Answer::Found => Search::Found(Box::new(trace(miter, &sat.found(&aig), &run, &outputs))),
                        _ => Search::NotWithin(clock),
                    };
                }
                Answer::Unknown => return Search::NotWithin(clock),
                Answer::Never => wrong.iter().for_each(|literal| sat.clause([-literal])),
            }
        }
        moment = step.next.clone();
        run.push(step);
    }
    Search::NotWithin(clocks)
}

/// Assumptions that make a run plain: the first output that can differ does, and no flit and no credit arrives without need.
fn plainest(sat: &mut Sat, aig: &Aig, here: i32, wrong: &[i32], run: &[Step]) -> Vec<i32> {
    let first = wrong.iter().find(|literal| sat.ask([here, **literal]) == Answer::Found);
    let mut taken: Vec<i32> = std::iter::once(here).chain(first.copied()).collect();
    for step in &run[1..] {
        let valid = step.inputs.flits.iter().map(|flit| flit.valid).chain(step.inputs.credits.iter().map(|credit| credit.valid));
        for valid in valid {
            let silent = sat.literal(aig, !valid);
            if sat.ask(taken.iter().copied().chain([silent])) == Answer::Found {
                taken.push(silent);
            }
        }
    }
    taken
}
