//! A mutant beside the router without it: what is the same in both is proved already, and only the rest is asked for.

use std::collections::BTreeMap;

use torusmith_contract::{Gates, Inputs};
use torusmith_synthesis::SELECTOR;

use super::shared::{ClaimsKept, Shared, missing};
use crate::Error;
use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::miter::{Miter, Moment, Step};
use crate::sat::{Answer, Limit, Sat};

/// A clock from a state in which all claims hold, and one of reset from any state.
pub struct MutantMiter {
    aig: Aig,
    sat: Sat,
    /// Bits of the selector.
    width: usize,
    clocks: [Clock; 2],
}

/// Of the clocks the one without a reset before.
const STEP: usize = 1;

/// A clock of the router without a mutant.
struct Clock {
    before: Moment,
    wishes: Inputs<Edge>,
    /// The state behind it.
    next: Moment,
    /// Undriven variables, in the clock and after it: equal with a mutant and without.
    spare: [Vec<Edge>; 2],
    /// Claims after the clock: all, and those at the outputs.
    after: Vec<Claim>,
}

impl MutantMiter {
    /// For a router with mutants that is proved without them.
    pub fn new(miter: &mut Miter) -> Result<Self, Error> {
        let width = miter.netlist.input(SELECTOR).map_or(0, <[usize]>::len);
        let (mut aig, mut sat) = (Aig::default(), Sat::new(Limit::Ticks(0)));
        select(miter, 0, width);
        let (claimed, before) = miter.any_claimed(&mut aig).map_err(missing)?;
        for claim in before {
            let holds = sat.literal(&aig, claim.holds);
            sat.clause([holds]);
        }
        let any = miter.any(&mut aig);
        let mut clock = |before: Moment, reset| {
            let spare = spares(&mut aig, miter);
            miter.netlist.spare(&spare[0]);
            let Step { wished: wishes, next, .. } = miter.step(&mut aig, &before, reset);
            let mut clock = Clock { before, wishes, next, spare, after: Vec::new() };
            clock.after = after(&mut aig, miter, &clock, 0, width)?;
            Ok::<Clock, Error>(clock)
        };
        let clocks = [clock(any, Some(true))?, clock(claimed, None)?];
        Ok(Self { aig, sat, width, clocks })
    }

    /// Bits of the selector.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether all claims are kept up without a mutant: they are asked for group by group, and what is known of a group helps with the next.
    pub fn sound(&mut self, limit: Limit) -> ClaimsKept {
        self.sat.limit(limit);
        for clock in &self.clocks {
            let mut groups: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
            for claim in clock.after.iter().filter(|claim| claim.holds != Edge::TRUE) {
                groups.entry(claim.group).or_default().push(self.sat.literal(&self.aig, !claim.holds));
            }
            for fails in groups.into_values() {
                match one_of(&mut self.sat, &fails) {
                    Answer::Never => fails.into_iter().for_each(|fails| self.sat.clause([-fails])),
                    Answer::Found => return ClaimsKept::NotAll,
                    Answer::Unknown => return ClaimsKept::Unknown,
                }
            }
        }
        ClaimsKept::All
    }

    /// Whether the mutant's outputs are right and all claims are kept up. [`Kept::NotAll`] says nothing of the outputs: some claim may fail.
    pub fn kept(&mut self, miter: &mut Miter, number: u32, limit: &mut Limit) -> Result<ClaimsKept, Error> {
        let Self { aig, sat, width, clocks } = self;
        let mut ask = |aig: &Aig, edges: Vec<Edge>| {
            let literals: Vec<i32> = edges.into_iter().map(|edge| sat.literal(aig, edge)).collect();
            sat.limit(*limit);
            let answer = one_of(sat, &literals);
            *limit = sat.left();
            answer
        };
        for (at, clock) in clocks.iter().enumerate() {
            if at == STEP {
                // Of most that are equivalent this is all there is to ask, and there is little of it.
                let differs = differs(aig, miter, clock, number, *width);
                if ask(aig, differs) == Answer::Never {
                    continue;
                }
            }
            let after = after(aig, miter, clock, number, *width)?;
            let changed =
                after.iter().zip(&clock.after).filter(|(mutant, sound)| mutant.holds != sound.holds).map(|(mutant, _)| !mutant.holds);
            match ask(aig, changed.collect()) {
                Answer::Never => {}
                Answer::Found => return Ok(ClaimsKept::NotAll),
                Answer::Unknown => return Ok(ClaimsKept::Unknown),
            }
        }
        Ok(ClaimsKept::All)
    }
}

/// Bits that differ after a clock of a mutant, from a state of the router: registers, state of the neighbours, outputs.
fn differs(aig: &mut Aig, miter: &mut Miter, clock: &Clock, number: u32, width: usize) -> Vec<Edge> {
    let own = next(aig, miter, clock, number, width);
    miter.netlist.spare(&clock.spare[1]);
    let outputs = miter.output_claims(aig, &clock.next);
    miter.netlist.spare(&[]);
    let bits = |moment: &Moment| moment.registers.iter().copied().chain(moment.environment.bits()).collect::<Vec<_>>();
    let mut all: Vec<Edge> = bits(&clock.next).into_iter().zip(bits(&own)).map(|(sound, own)| aig.xor(sound, own)).collect();
    let sound = &clock.after[clock.after.len() - outputs.len()..];
    all.extend(outputs.iter().zip(sound).filter(|(own, sound)| own.holds != sound.holds).map(|(own, _)| !own.holds));
    all.retain(|edge| *edge != Edge::FALSE);
    all
}

/// Whether one of these can be.
fn one_of(sat: &mut Sat, literals: &[i32]) -> Answer {
    if literals.is_empty() {
        return Answer::Never;
    }
    let here = sat.switch();
    sat.clause(literals.iter().copied().chain([-here]));
    let answer = sat.ask([here]);
    sat.clause([-here]);
    answer
}

/// Claims after a clock of a mutant, see [`readings`]. Number 0 is the router without a mutant.
fn after(aig: &mut Aig, miter: &mut Miter, clock: &Clock, number: u32, width: usize) -> Result<Vec<Claim>, Error> {
    let next = next(aig, miter, clock, number, width);
    miter.netlist.spare(&clock.spare[1]);
    let after = readings(aig, miter, &next, number, width);
    miter.netlist.spare(&[]);
    Ok(after?.0)
}

/// The state behind a clock of a mutant.
fn next(aig: &mut Aig, miter: &mut Miter, clock: &Clock, number: u32, width: usize) -> Moment {
    select(miter, number, width);
    miter.netlist.spare(&clock.spare[0]);
    let next = miter.step_of(aig, &clock.before, clock.wishes.clone()).next;
    miter.netlist.spare(&[]);
    next
}

/// Variables for what nobody drives, in so many readings of the netlist.
pub(super) fn spares<const N: usize>(aig: &mut Aig, miter: &Miter) -> [Vec<Edge>; N] {
    [(); N].map(|()| aig.variables(miter.netlist.inputs()))
}

/// All claims of a state, read without a mutant, and behind them those at the outputs, read with it. The number is where these begin.
pub(super) fn readings(aig: &mut Aig, miter: &mut Miter, moment: &Moment, number: u32, width: usize) -> Result<(Vec<Claim>, usize), Error> {
    select(miter, number, width);
    let outputs = miter.output_claims(aig, moment);
    select(miter, 0, width);
    let mut all = miter.claims(aig, moment).map_err(missing)?;
    let begin = all.len();
    all.extend(outputs);
    Ok((all, begin))
}

/// The netlist is that of the mutant from now on.
pub(super) fn select(miter: &mut Miter, number: u32, width: usize) {
    miter.netlist.fix(SELECTOR, &Shared::bits(number, width));
}
