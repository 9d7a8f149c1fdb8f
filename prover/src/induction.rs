//! One-step induction: whatever the state, a clock of reset makes all claims hold; and if all hold in a clock they hold in the next.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::miter::{Miter, Moment, Step};
use crate::sat::{Answer, Sat};

/// What became of an induction.
#[derive(Debug, Clone, PartialEq)]
pub enum Induction {
    /// All claims hold for ever.
    Proved(Size),
    /// Some are not kept up.
    Fails(Failure),
    /// Out of time.
    Unknown {
        /// In which query.
        query: Query,
    },
}

/// The two queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// From any state by a clock of reset.
    Base,
    /// From a state in which all claims hold.
    Step,
}

/// How much there was to prove.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Claims.
    pub claims: usize,
    /// Those that speak of outputs alone.
    pub outputs: usize,
    /// Nodes of the graph of both queries.
    pub nodes: usize,
    /// Seconds in the solver.
    pub seconds: f64,
}

/// Claims that are not kept up.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// In which query.
    pub query: Query,
    /// The claims that fail, by name.
    pub claims: Vec<String>,
    /// A state before, by register, and what comes in: (name, value in binary).
    pub before: Vec<(String, String)>,
    /// The state behind it.
    pub after: Vec<(String, String)>,
}

/// Tries the induction.
///
/// # Errors
/// The registers that the router does not have.
pub fn induction(miter: &Miter, seconds: f32) -> Result<Induction, BTreeSet<String>> {
    let mut size = Size::default();
    for query in [Query::Base, Query::Step] {
        let mut aig = Aig::default();
        let moment = miter.any(&mut aig);
        let before = match query {
            Query::Base => Vec::new(),
            Query::Step => miter.claims(&mut aig, &moment)?,
        };
        let step = miter.step(&mut aig, &moment, (query == Query::Base).then_some(true));
        let after = miter.claims(&mut aig, &step.next)?;
        let begin = Instant::now();
        let mut sat = Sat::new(seconds);
        for claim in &before {
            let holds = sat.literal(&aig, claim.holds);
            sat.clause([holds]);
        }
        let open: Vec<&Claim> = after.iter().filter(|claim| claim.holds != Edge::TRUE).collect();
        let fails: Vec<i32> = open.iter().map(|claim| sat.literal(&aig, !claim.holds)).collect();
        sat.clause(fails);
        let answer = if open.is_empty() { Answer::Never } else { sat.ask([]) };
        size.seconds += begin.elapsed().as_secs_f64();
        size.nodes += aig.len();
        size.claims = after.len();
        size.outputs = after.iter().filter(|claim| claim.is_output).count();
        match answer {
            Answer::Never => {}
            Answer::Unknown => return Ok(Induction::Unknown { query }),
            Answer::Found => return Ok(Induction::Fails(failure(miter, &sat, query, &after, (&moment, &step)))),
        }
    }
    Ok(Induction::Proved(size))
}

fn failure(miter: &Miter, sat: &Sat, query: Query, after: &[Claim], (moment, step): (&Moment, &Step)) -> Failure {
    let failed = after.iter().filter(|claim| !sat.value(claim.holds)).map(Claim::to_string).collect::<BTreeSet<_>>();
    let mut before = crate::trace::registers(miter, moment, sat);
    before.extend(crate::trace::inputs(&step.inputs, sat));
    Failure { query, claims: failed.into_iter().collect(), before, after: crate::trace::registers(miter, &step.next, sat) }
}
