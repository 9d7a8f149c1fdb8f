//! A real difference between router and contract: a run from reset that ends in it.

use std::time::{Duration, Instant};

use crate::aig::{Aig, Edge};
use crate::miter::Miter;
use crate::sat::{Answer, Sat};
use crate::trace::{Trace, trace};

/// How a search ends.
#[derive(Debug, Clone, PartialEq)]
pub enum Search {
    /// With a run that ends in a difference; there is no shorter one.
    Found(Box<Trace>),
    /// There is none in so many clocks; the time, or what is sought at most, is over.
    NotWithin(usize),
}

/// Looks for a difference in the clocks behind a reset, up to `clocks` of them, in so many seconds.
pub fn search(miter: &Miter, clocks: usize, seconds: f32) -> Search {
    let begin = Instant::now();
    let mut aig = Aig::default();
    let mut sat = Sat::new(seconds);
    let any = miter.any(&mut aig);
    let reset = miter.step(&mut aig, &any, Some(true));
    let (mut moment, mut run) = (reset.next.clone(), vec![reset]);
    for clock in 0..clocks {
        let left = Duration::from_secs_f32(seconds).saturating_sub(begin.elapsed());
        let outputs = miter.output_claims(&mut aig, &moment);
        let wrong: Vec<i32> = outputs.iter().filter(|claim| claim.holds != Edge::TRUE).map(|claim| sat.literal(&aig, !claim.holds)).collect();
        let step = miter.step(&mut aig, &moment, Some(false));
        if !wrong.is_empty() {
            let here = sat.switch();
            sat.clause(wrong.iter().copied().chain([-here]));
            sat.limit(left.as_secs_f32());
            match sat.ask([here]) {
                Answer::Found => {
                    run.push(step);
                    return Search::Found(Box::new(trace(miter, &sat.found(&aig), &run, &outputs)));
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
