//! The proof of a router: by induction, or a run that refutes it, or neither.

use std::time::Instant;

use serde::Serialize;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Yosys};

use crate::filter::{Filter, Kind};
use crate::induction::{Failure, Induction, Size, induction};
use crate::random::random;
use crate::sat::Limit;
use crate::search::{Search, search};
use crate::trace::Trace;
use crate::{Error, subject};

/// How a proof ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The router does what the contract says, for ever.
    Proved,
    /// There is a run in which it does not.
    Refuted,
    /// Neither is known.
    Open,
}

/// Result of the proof of a router.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProofReport {
    /// How it ended.
    pub result: Verdict,
    /// Heads that came from other routers; `None` if the proof ended before.
    pub heads: Option<Kind>,
    /// Heads at the local port, too, have turns of the manifest, if E1 does not refuse them: routing bits say the way (RC7).
    pub local_turns: bool,
    /// Heads on links have their hop in their own bits: taken for granted of those that come in, shown of those that leave.
    pub hops_ahead: bool,
    /// The router is proved for every routing function within the manifest's turns, and its route computation against that of its network.
    pub any_routes: bool,
    /// How much there was to prove.
    #[serde(flatten)]
    pub size: Size,
    /// Seconds, yosys included.
    pub seconds: f64,
    /// Of what is open, why.
    pub reason: Option<String>,
    /// Registers that the claims speak of and that the router does not have.
    pub missing: Vec<String>,
    /// Claims that are not kept up.
    pub failure: Option<Failure>,
    /// A run that refutes it.
    pub trace: Option<Trace>,
}

/// How long is tried.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Seconds for a query to the solver, and for the search of a run that refutes.
    pub seconds: f32,
    /// Clocks of such a run.
    pub clocks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { seconds: 600.0, clocks: 64 }
    }
}

/// Seconds for a run that is shorter than one that is known.
const SHORTER: f32 = 30.0;

/// Networks of more nodes: which packets come by which channel is not enumerated.
pub(crate) const MOST_NODES: usize = 1024;

/// Proves or refutes that the router in a folder keeps the contract. `told` hears of each group of claims that is proved.
///
/// # Errors
/// yosys that is missing, or refuses the Verilog; a file that cannot be read.
pub fn prove(design: &Design, yosys: &Yosys, cache: &Cache, limits: Limits, told: &dyn Fn(&str)) -> Result<ProofReport, Error> {
    let begin = Instant::now();
    let mut report = ProofReport {
        result: Verdict::Open,
        heads: None,
        local_turns: false,
        hops_ahead: false,
        any_routes: false,
        size: Size::default(),
        seconds: 0.0,
        reason: None,
        missing: Vec::new(),
        failure: None,
        trace: None,
    };
    match decide(design, yosys, cache, limits, told, &mut report) {
        Err(Error::NotCovered(reason)) => report.reason = Some(reason),
        other => other?,
    }
    report.seconds = (begin.elapsed().as_secs_f64() * 10.0).round() / 10.0;
    Ok(report)
}

fn decide(
    design: &Design,
    yosys: &Yosys,
    cache: &Cache,
    limits: Limits,
    told: &dyn Fn(&str),
    report: &mut ProofReport,
) -> Result<(), Error> {
    let mut miter = subject::miter(design, Kind::Turns, yosys, cache)?;
    report.local_turns = miter.shape.parameters.rewrites;
    report.hops_ahead = miter.shape.ahead;
    report.any_routes = miter.routes.is_some();
    let enumerated = design.network.routers() <= MOST_NODES && !report.any_routes;
    if enumerated && let Some(head) = subject::beyond_turns(design, &miter.shape)? {
        report.reason = Some(format!("the manifest's turns leave out what packets do: {head}"));
        return Ok(());
    }
    for kind in [Kind::Turns, Kind::Neighbour, Kind::Routes] {
        if kind != Kind::Turns {
            miter.filter = Filter::sent(kind, &miter.shape, &design.network.graph(), &subject::routing(design)?);
        }
        report.heads = Some(kind);
        match induction(&miter, limits.seconds, told) {
            Err(missing) => {
                report.reason = Some("the claims speak of registers that the router does not have".into());
                report.missing = missing.into_iter().collect();
                return Ok(());
            }
            Ok(Induction::Proved(size)) => {
                report.size = size;
                report.result = Verdict::Proved;
                report.failure = None;
                return Ok(());
            }
            Ok(Induction::Unknown(group)) => {
                report.reason = Some(format!("no answer within {} s, at the claims `{group}`", limits.seconds));
                return Ok(());
            }
            Ok(Induction::Fails(failure)) => {
                let go_on = failure.of_routes && enumerated;
                report.failure = Some(failure);
                if !go_on {
                    break;
                }
            }
        }
    }
    if enumerated && report.heads != Some(Kind::Routes) {
        miter.filter = Filter::sent(Kind::Routes, &miter.shape, &design.network.graph(), &subject::routing(design)?);
        report.heads = Some(Kind::Routes);
    }
    if report.any_routes {
        report.reason = Some("claims are not kept up; runs are searched only where all routes fit into a table".into());
        return Ok(());
    }
    // A run that is found by chance bounds the length of the shortest, which may take the solver long.
    let by_chance = random(&miter);
    let (clocks, seconds) = match &by_chance {
        Some(trace) => (limits.clocks.min(trace.clocks.len()), limits.seconds.min(SHORTER)),
        None => (limits.clocks, limits.seconds),
    };
    match (search(&miter, clocks, Limit::seconds(seconds)), by_chance) {
        (Search::Found(trace), _) => {
            report.result = Verdict::Refuted;
            report.trace = Some(*trace);
        }
        (Search::NotWithin(_), Some(trace)) => {
            report.result = Verdict::Refuted;
            report.trace = Some(trace);
        }
        (Search::NotWithin(clocks), None) => {
            report.reason = Some(format!("claims are not kept up, and no run of {clocks} clocks from reset shows a difference"));
        }
    }
    Ok(())
}
