//! A query of the induction for all mutants in one solver, the number being assumed: what is learnt of the router serves all of them.

use std::collections::BTreeSet;

use torusmith_contract::vector;
use torusmith_synthesis::SELECTOR;

use crate::Error;
use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::induction::{Query, Question, question_in};
use crate::miter::Miter;
use crate::sat::{Answer, Limit, Sat};

/// Whether the claims at the outputs are kept up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClaimsKept {
    All,
    NotAll,
    Unknown,
}

/// A query, with a switch for each claim.
pub struct Shared {
    aig: Aig,
    sat: Sat,
    selector: Vec<i32>,
    /// The claims; in a base behind them those of outputs in earlier clocks.
    after: Vec<Claim>,
    /// Literals: the claim is taken for granted before. None in a base.
    granted: Vec<i32>,
    /// Literals: the claim fails.
    fails: Vec<i32>,
    /// The literal: one of them does.
    some: i32,
    /// Definitions cannot be dropped.
    tight: bool,
}

/// Which claims are still to be kept up.
pub struct Alive {
    claims: Vec<bool>,
    defined: bool,
}

impl Alive {
    /// All definitions are.
    pub fn defined(&self) -> bool {
        self.defined
    }

    /// All claims are.
    pub fn all(&self) -> bool {
        self.claims.iter().all(|claim| *claim)
    }
}

impl Shared {
    /// The step for a router with mutants; `tight`: registers stand for what they are defined to be. It is one without reset: behind a reset there is
    /// a base.
    pub fn step(miter: &mut Miter, tight: bool) -> Result<Self, Error> {
        let (aig, selector) = selected(miter);
        let Question { aig, before, step, after, .. } = question_in(aig, miter, Query::Step, tight).map_err(missing)?;
        let mut shared = Self::of(aig, &selector, &before, after, tight);
        let reset = shared.sat.literal(&shared.aig, step.inputs.reset);
        shared.sat.clause([-reset]);
        Ok(shared)
    }

    /// The base for a router with mutants: from any state, a clock with reset and `clocks` without. Outputs are to be right in all of them, the
    /// other claims behind the last.
    pub fn base(miter: &mut Miter, clocks: usize) -> Result<Self, Error> {
        let (mut aig, selector) = selected(miter);
        let any = miter.any(&mut aig);
        let mut moment = miter.step(&mut aig, &any, Some(true)).next;
        let mut early = Vec::new();
        for _ in 0..clocks {
            early.extend(miter.output_claims(&mut aig, &moment));
            moment = miter.step(&mut aig, &moment, Some(false)).next;
        }
        let mut after = miter.claims(&mut aig, &moment).map_err(missing)?;
        after.extend(early);
        Ok(Self::of(aig, &selector, &[], after, true))
    }

    fn of(aig: Aig, selector: &[Edge], before: &[Claim], after: Vec<Claim>, tight: bool) -> Self {
        let mut sat = Sat::new(Limit::Ticks(0));
        let selector = selector.iter().map(|bit| sat.literal(&aig, *bit)).collect();
        let mut granted = Vec::new();
        for claim in before {
            let (switch, holds) = (sat.switch(), sat.literal(&aig, claim.holds));
            sat.clause([-switch, holds]);
            granted.push(switch);
        }
        let mut fails = Vec::new();
        for claim in &after {
            let (switch, holds) = (sat.switch(), sat.literal(&aig, claim.holds));
            sat.clause([-switch, -holds]);
            fails.push(switch);
        }
        let some = sat.switch();
        sat.clause(fails.iter().copied().chain([-some]));
        Self { aig, sat, selector, after, granted, fails, some, tight }
    }

    /// A number as so many bits.
    pub fn bits(number: u32, width: usize) -> Vec<Edge> {
        vector::number(&mut Aig::default(), number as usize, width)
    }

    /// All claims.
    pub fn all(&self) -> Alive {
        Alive { claims: vec![true; self.after.len()], defined: true }
    }

    /// Drops claims that are not kept up by the others, until the others are; at a definition that is to be dropped and cannot be it ends.
    pub fn thin(&mut self, number: u32, alive: &mut Alive, limit: &mut Limit) -> ClaimsKept {
        loop {
            let selected = self.selector.iter().enumerate().map(|(bit, literal)| if number >> bit & 1 == 1 { *literal } else { -literal });
            let dropped = self.fails.iter().zip(&alive.claims).filter(|(_, alive)| !**alive).map(|(fails, _)| -fails);
            let granted = self.granted.iter().zip(&alive.claims).filter(|(_, alive)| **alive).map(|(granted, _)| *granted);
            let assumed: Vec<i32> = selected.chain(dropped).chain(granted).chain([self.some]).collect();
            self.sat.limit(*limit);
            let answer = self.sat.ask(assumed);
            *limit = self.sat.left();
            match answer {
                Answer::Never => return ClaimsKept::All,
                Answer::Unknown => return ClaimsKept::Unknown,
                Answer::Found => {}
            }
            let found = self.sat.found(&self.aig);
            for (claim, alive_here) in self.after.iter().zip(&mut alive.claims) {
                if *alive_here && !found.value(claim.holds) {
                    *alive_here = false;
                    if claim.is_output {
                        return ClaimsKept::NotAll;
                    }
                    alive.defined &= !claim.is_definition;
                }
            }
            if self.tight && !self.granted.is_empty() && !alive.defined {
                return ClaimsKept::All;
            }
        }
    }
}

/// A graph with the selector's bits as variables.
fn selected(miter: &mut Miter) -> (Aig, Vec<Edge>) {
    let mut aig = Aig::default();
    let selector = aig.variables(miter.netlist.input(SELECTOR).map_or(0, <[usize]>::len));
    miter.netlist.fix(SELECTOR, &selector);
    (aig, selector)
}

pub(super) fn missing(names: BTreeSet<String>) -> Error {
    Error::NotCovered(format!("the router does not have the registers {names:?}"))
}
