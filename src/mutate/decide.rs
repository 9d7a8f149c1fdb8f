//! Whether a mutant that no run finds is a fault at all: the proof of the whole router decides it.

use anyhow::Context;
use torusmith_prover::Error;
use torusmith_prover::filter::Kind;
use torusmith_prover::mutants::{Decision, Limits, Mutants};
use torusmith_synthesis::{Cache, Mutant, Yosys};
use torusmith_testbench::Design;

use crate::{interrupt, progress};

/// What the mutants are that were not found.
#[derive(Default)]
pub struct Decided {
    /// Which heads come in from other routers, where it came to that.
    pub heads: Option<Kind>,
    /// Why nothing is decided, of no mutant.
    pub reason: Option<String>,
    /// In their order.
    pub all: Vec<Decision>,
}

/// Decides the mutants of a design that were not found.
pub fn decide(design: &Design, mutants: &[&Mutant], yosys: &Yosys) -> anyhow::Result<Decided> {
    if mutants.is_empty() {
        return Ok(Decided::default());
    }
    let step = progress::spinner("proving the router without a mutant");
    let ready = Mutants::new(design, mutants, yosys, &Cache::of_the_user(), Limits::default());
    step.finish_and_clear();
    let mut ready = match ready {
        Err(Error::NotCovered(reason)) => return Ok(undecided(mutants.len(), reason)),
        ready => ready.context("mutants cannot be decided")?,
    };
    let bar = progress::bar(mutants.len() as u64, "mutants that were not found");
    let one = |mutant: &&Mutant| {
        interrupt::check()?;
        let decision = ready.decide(mutant.number)?;
        bar.inc(1);
        anyhow::Ok(decision)
    };
    let all = mutants.iter().map(one).collect::<anyhow::Result<_>>()?;
    bar.finish_and_clear();
    Ok(Decided { heads: Some(ready.heads()), reason: None, all })
}

/// None of so many is decided.
pub fn undecided(count: usize, reason: String) -> Decided {
    let one = Decision::Undecided { reason: reason.clone() };
    Decided { heads: None, reason: Some(reason), all: vec![one; count] }
}
