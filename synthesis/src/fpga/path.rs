//! The critical path, stage by stage.

use serde::Serialize;

use super::place::{Step, round};
use super::stage::{Hierarchy, LINK};

/// The path that limits the clock.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CriticalPath {
    /// The seed that it is of.
    pub seed: u32,
    /// Its length.
    pub ns: f64,
    /// The stages in the order in which they are first met; a stage's delay is all of it, even where the path comes back to it.
    pub stages: Vec<StageDelay>,
    /// The cells on it, the first and the last a register.
    pub segments: Vec<Segment>,
}

/// A stage on the path.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StageDelay {
    /// RC, VA, SA, ST, LT; RQ for the requests of an input VC, E for the guard of the local port; `router` for what is in none.
    pub stage: &'static str,
    /// Its part of the path.
    pub ns: f64,
}

/// A cell on the path.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Segment {
    /// Its stage.
    pub stage: &'static str,
    /// The module that it is in.
    pub module: String,
    /// The cell, with its instances.
    pub cell: String,
    /// From the cell before it to this one.
    pub routing_ns: f64,
    /// Through it; of the last, its set-up time.
    pub logic_ns: f64,
}

impl CriticalPath {
    /// Routing counts to the stage that it leads to; from router to router it is the link.
    pub(crate) fn of(seed: u32, steps: &[Step], hierarchy: &Hierarchy) -> Self {
        let mut segments: Vec<Segment> = Vec::new();
        let mut stages: Vec<StageDelay> = Vec::new();
        let mut add = |stage: &'static str, ns: f64| match stages.iter_mut().find(|s| s.stage == stage) {
            Some(delay) => delay.ns = round(delay.ns + ns, 3),
            None => stages.push(StageDelay { stage, ns }),
        };
        for step in steps {
            let (stage, module) = hierarchy.stage(&step.to);
            let routing = step.kind == "routing";
            // A register that ends where it began is a segment of its own.
            if routing || segments.last().is_none_or(|last| last.cell != step.to) {
                segments.push(Segment { stage, module, cell: step.to.clone(), routing_ns: 0.0, logic_ns: 0.0 });
            }
            let segment = segments.last_mut().expect("just pushed");
            let part = if routing { &mut segment.routing_ns } else { &mut segment.logic_ns };
            *part = round(*part + step.ns, 3);
            let linked = routing && hierarchy.router(&step.from) != hierarchy.router(&step.to);
            add(if linked { LINK } else { stage }, step.ns);
        }
        Self { seed, ns: round(steps.iter().map(|step| step.ns).sum(), 3), stages, segments }
    }
}
