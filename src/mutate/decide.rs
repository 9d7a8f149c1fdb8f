//! Whether a mutant that no run finds is a fault at all: the proof of the whole router decides it.

use anyhow::Context;
use torusmith_prover::Error;
use torusmith_prover::filter::Kind;
use torusmith_prover::mutants::{Decision, Limits, Mutants};
use torusmith_synthesis::{Cache, Mutant, Yosys};
use torusmith_testbench::Design;

use crate::{interrupt, progress};

/// The proof, or why there is none.
pub enum Proof {
    Ready(Box<Mutants>),
    Not(String),
}

impl Proof {
    /// Of a design and those of its mutants that are to be decided.
    pub fn new(design: &Design, mutants: &[&Mutant], yosys: &Yosys) -> anyhow::Result<Self> {
        let step = progress::spinner("proving the router without a mutant");
        let ready = Mutants::new(design, mutants, yosys, &Cache::of_the_user(), Limits::default());
        step.finish_and_clear();
        match ready {
            Err(Error::NotCovered(reason)) => Ok(Self::Not(reason)),
            ready => Ok(Self::Ready(Box::new(ready.context("mutants cannot be decided")?))),
        }
    }

    /// Which heads come in from other routers.
    pub fn heads(&self) -> Option<Kind> {
        match self {
            Self::Ready(ready) => Some(ready.heads()),
            Self::Not(_) => None,
        }
    }

    /// Why nothing is decided.
    pub fn reason(&self) -> Option<String> {
        match self {
            Self::Ready(_) => None,
            Self::Not(reason) => Some(reason.clone()),
        }
    }

    /// Those of the mutants that are not soon proved to be equivalent.
    pub fn not_equivalent(&mut self, mutants: &[u32]) -> anyhow::Result<Vec<u32>> {
        let Self::Ready(ready) = self else { return Ok(mutants.to_vec()) };
        let mut others = Vec::new();
        for &number in each(mutants, "mutants that were not found soon") {
            interrupt::check()?;
            if !ready.equivalent(number)? {
                others.push(number);
            }
        }
        Ok(others)
    }

    /// Decides the mutants.
    pub fn decide(&mut self, mutants: &[u32]) -> anyhow::Result<Vec<Decision>> {
        let one = |number: &u32| match self {
            Self::Not(reason) => Ok(Decision::Undecided { reason: reason.clone() }),
            Self::Ready(ready) => {
                interrupt::check()?;
                Ok(ready.decide(*number)?)
            }
        };
        each(mutants, "mutants that were not found").map(one).collect()
    }
}

/// With progress.
fn each<'a>(mutants: &'a [u32], what: &'static str) -> impl Iterator<Item = &'a u32> {
    let bar = progress::bar(mutants.len() as u64, what);
    let last = mutants.len();
    mutants.iter().enumerate().map(move |(at, number)| {
        bar.inc(1);
        if at + 1 == last {
            bar.finish_and_clear();
        }
        number
    })
}
