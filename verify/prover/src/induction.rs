//! One-step induction: whatever the state, a clock of reset makes all claims hold; and if all hold in a clock they hold in the next.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::miter::{Miter, Moment, Step};
use crate::registers::{inputs, registers};
use crate::sat::{Answer, Assignment, Limit, Sat};

/// Result of an induction.
#[derive(Debug, Clone, PartialEq)]
pub enum Induction {
    /// All claims hold for ever.
    Proved(Size),
    /// Some are not kept up.
    Fails(Failure),
    /// Out of time, at the claims of this group.
    Unknown(String),
}

/// The two queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Query {
    /// From any state by a clock of reset.
    Base,
    /// From a state in which all claims hold.
    Step,
}

/// How much there was to prove.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Size {
    /// Claims.
    pub claims: usize,
    /// Those that speak of outputs alone.
    pub outputs: usize,
    /// Nodes of the graphs of both queries.
    pub nodes: usize,
}

/// Claims that are not kept up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// In which query.
    pub query: Query,
    /// The claims that fail, by name.
    pub claims: Vec<String>,
    /// They are all of where packets go: other packets coming in might keep them up.
    pub of_routes: bool,
    /// A state in which all claims hold, and what comes in, by which they fail in the next clock: (name, value in binary, value in the next clock).
    pub state: Vec<(String, String, String)>,
}

/// Claims that hold only of packets on a way that they can have come.
const OF_ROUTES: [&str; 9] =
    ["front_port", "front_vcs", "front_vcs_range", "hops", "legal_heads", "called_port", "called_vcs", "front_either", "carried_hop"];

/// A query: that what holds before makes all claims hold a clock later.
pub(crate) struct Question {
    pub aig: Aig,
    moment: Moment,
    /// Claims before the clock.
    pub before: Vec<Claim>,
    /// The clock.
    pub step: Step,
    /// The claims.
    pub after: Vec<Claim>,
}

/// A query as a graph.
pub(crate) fn question(miter: &Miter, query: Query) -> Result<Question, BTreeSet<String>> {
    question_in(Aig::default(), miter, query, true)
}

/// A query in a graph that has variables of its own; `tight`: registers stand for what they are defined to be.
pub(crate) fn question_in(mut aig: Aig, miter: &Miter, query: Query, tight: bool) -> Result<Question, BTreeSet<String>> {
    let (moment, before) = match query {
        Query::Base => (miter.any(&mut aig), Vec::new()),
        Query::Step if tight => miter.any_claimed(&mut aig)?,
        Query::Step => {
            let moment = miter.any(&mut aig);
            let before = miter.claims(&mut aig, &moment)?;
            (moment, before)
        }
    };
    let step = miter.step(&mut aig, &moment, (query == Query::Base).then_some(true));
    let mut after = miter.claims(&mut aig, &step.next)?;
    if query == Query::Step {
        // Route computation depends on the node, which is sampled in a reset (Z2).
        after.extend(step.routed.iter().cloned());
    }
    Ok(Question { aig, moment, before, step, after })
}

/// Tries the induction; a query for each group of claims, given up after so many seconds. `told` hears of each group that is done.
///
/// # Errors
/// The registers that the router does not have.
pub fn induction(miter: &Miter, seconds: f32, told: &dyn Fn(&str)) -> Result<Induction, BTreeSet<String>> {
    let mut size = Size::default();
    for query in [Query::Base, Query::Step] {
        let Question { aig, moment, before, step, after } = question(miter, query)?;
        let mut sat = Sat::new(Limit::seconds(seconds));
        for claim in &before {
            let holds = sat.literal(&aig, claim.holds);
            sat.clause([holds]);
        }
        size.nodes += aig.len();
        size.claims = after.len();
        size.outputs = after.iter().filter(|claim| claim.is_output).count();
        let mut groups: BTreeMap<(bool, &str), Vec<&Claim>> = BTreeMap::new();
        for claim in after.iter().filter(|claim| claim.holds != Edge::TRUE) {
            groups.entry((!OF_ROUTES.contains(&claim.group), claim.group)).or_default().push(claim);
        }
        for ((others, group), claims) in groups {
            match ask(&mut sat, &aig, &claims) {
                Answer::Never => told(group),
                Answer::Unknown => return Ok(Induction::Unknown(group.to_owned())),
                Answer::Found => {
                    let of_routes = !others && query == Query::Step;
                    let found = sat.found(&aig);
                    let failed: BTreeSet<String> = after.iter().filter(|claim| !found.value(claim.holds)).map(Claim::to_string).collect();
                    let claims = failed.into_iter().collect();
                    return Ok(Induction::Fails(Failure { query, claims, of_routes, state: table(miter, &found, &moment, &step) }));
                }
            }
        }
    }
    Ok(Induction::Proved(size))
}

/// Whether one of the claims may fail; that none does is known from then on.
fn ask(sat: &mut Sat, aig: &Aig, claims: &[&Claim]) -> Answer {
    let fails: Vec<i32> = claims.iter().map(|claim| sat.literal(aig, !claim.holds)).collect();
    let here = sat.switch();
    sat.clause(fails.iter().copied().chain([-here]));
    let answer = sat.ask([here]);
    if answer == Answer::Never {
        fails.iter().for_each(|fails| sat.clause([-fails]));
    }
    answer
}

fn table(miter: &Miter, found: &Assignment, moment: &Moment, step: &Step) -> Vec<(String, String, String)> {
    let after = registers(miter, &step.next, found);
    let rows = registers(miter, moment, found).into_iter().zip(after).map(|((name, before), (_, after))| (name, before, after));
    inputs(&step.inputs, found).into_iter().map(|(name, value)| (name, value, String::new())).chain(rows).collect()
}
