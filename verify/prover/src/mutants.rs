//! Mutants of a router: which of them do what the contract says all the same.

mod correspondence;
mod faulty;
mod mutant_miter;
mod shared;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Mutant, SELECTOR, Yosys};

use crate::aig::Edge;
use crate::claims::Scope;
use crate::filter::{Filter, Kind};
use crate::miter::Miter;
use crate::random::{differs, random};
use crate::sat::Limit;
use crate::search::{Search, search};
use crate::trace::Trace;
use crate::{Error, subject};
use correspondence::corresponds;
use faulty::Faulty;
use mutant_miter::MutantMiter;
use shared::{Alive, ClaimsKept, Shared};

/// Kind and place of a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum Decision {
    /// The router with it does what the contract says, for ever.
    Equivalent,
    /// There is a run in which it does not.
    Different {
        /// The run.
        trace: Box<Trace>,
    },
    /// Neither is known.
    Undecided {
        /// Why.
        reason: String,
    },
}

/// How long is tried: in the solver's ticks, so that the same is decided on every machine.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Ticks for the claims of a mutant.
    pub claims: i64,
    /// Ticks for the registers in which it may differ from the router without it.
    pub registers: i64,
    /// Ticks for a run that shows a difference: a quarter where none is found by chance.
    pub run: i64,
    /// Clocks of that run.
    pub clocks: usize,
    /// Ticks for the router without a mutant.
    pub sound: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { claims: 1_000_000_000, registers: 6_000_000_000, run: 2_000_000_000, clocks: 64, sound: 20_000_000_000 }
    }
}

/// So many clocks behind a reset claims may begin to hold: a register of which the reset value is wrong may be one that nobody reads at first.
const LATEST: usize = 2;

/// Mutants of one router, all in one netlist.
pub struct Mutants {
    miter: Miter,
    /// The sooner way, for mutants with which all claims are kept up.
    mutant_miter: MutantMiter,
    /// For the others, by the clocks behind the reset, see [`Shared::base`]; made when they are needed, as the next two are.
    bases: Vec<Shared>,
    /// Registers that are always something of the contract's state stand for that.
    tight: Option<Shared>,
    /// They do not: for mutants in which they are something else.
    loose: Option<Shared>,
    limits: Limits,
    /// The mutants that cannot be asked for, and why.
    left_out: Vec<(u32, &'static str)>,
    /// Whether the sooner way does, by mutant.
    soon: BTreeMap<u32, bool>,
    /// The mutants of which a run of chance shows a difference.
    differing: BTreeSet<u32>,
}

impl Mutants {
    /// Gets ready to decide these mutants of a design: each is a command as [`torusmith_synthesis::mutants`] lists it. The router itself is proved
    /// first.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if the router is not, or cannot be proved; as [`subject::miter`].
    pub fn new(design: &Design, mutants: &[&Mutant], yosys: &Yosys, cache: &Cache, limits: Limits) -> Result<Self, Error> {
        let shape = subject::shape(design)?;
        let router = subject::contract(design, &shape)?;
        let Faulty { netlist, left_out } = faulty::faulty(design, mutants, yosys, cache)?;
        let mut miter = subject::miter_of(design, shape, router, Kind::Turns, netlist)?;
        miter.scope = Scope::Weaker;
        // The fewer heads may come in the more mutants do no harm, and what is found is a run of real packets.
        let mut kinds = vec![Kind::Turns];
        if design.network.routers() <= crate::prove::MOST_NODES {
            kinds.insert(0, Kind::Sources);
        }
        let mut why = String::new();
        for kind in kinds {
            miter.filter = Filter::sent(kind, &miter.shape, &design.network.graph(), &subject::routing(design)?);
            let mut mutant_miter = MutantMiter::new(&mut miter)?;
            match mutant_miter.sound(Limit::Ticks(limits.sound)) {
                ClaimsKept::All => {
                    let (bases, tight, loose) = (Vec::new(), None, None);
                    let (soon, differing) = (BTreeMap::new(), BTreeSet::new());
                    return Ok(Self { miter, mutant_miter, bases, tight, loose, limits, left_out, soon, differing });
                }
                ClaimsKept::Unknown => why = format!("no answer within {} ticks of the solver", limits.sound),
                ClaimsKept::NotAll => why = "claims are not kept up".into(),
            }
        }
        Err(Error::NotCovered(format!("the router without a mutant is not proved: {why}")))
    }

    /// Which heads come in from other routers.
    pub fn heads(&self) -> Kind {
        self.miter.filter.kind
    }

    /// The mutant of that number is soon proved to be equivalent: all claims are kept up with it. Of the others [`Self::decide`] tries harder.
    ///
    /// # Errors
    /// [`Error::NotCovered`].
    pub fn equivalent(&mut self, number: u32) -> Result<bool, Error> {
        if self.left_out.iter().any(|(left_out, _)| *left_out == number) {
            return Ok(false);
        }
        if let Some(soon) = self.soon.get(&number) {
            return Ok(*soon);
        }
        let kept = self.mutant_miter.kept(&mut self.miter, number, &mut Limit::Ticks(self.limits.claims))?;
        self.soon.insert(number, kept == ClaimsKept::All);
        Ok(kept == ClaimsKept::All)
    }

    /// Description of the mutant of that number.
    ///
    /// # Errors
    /// [`Error::NotCovered`].
    pub fn decide(&mut self, number: u32) -> Result<Decision, Error> {
        if let Some((_, why)) = self.left_out.iter().find(|(left_out, _)| *left_out == number) {
            return Ok(Decision::Undecided { reason: (*why).into() });
        }
        if self.equivalent(number)? {
            return Ok(Decision::Equivalent);
        }
        let kept = self.kept(number, Limit::Ticks(self.limits.claims))?;
        if kept == ClaimsKept::All {
            return Ok(Decision::Equivalent);
        }
        self.select(&Shared::bits(number, self.mutant_miter.width()));
        // Where chance shows none there is hardly a short one.
        let run = if self.differing.contains(&number) { self.limits.run } else { self.limits.run / 4 };
        Ok(match search(&self.miter, self.limits.clocks, Limit::Ticks(run)) {
            Search::Found(trace) => Decision::Different { trace },
            Search::NotWithin(clocks) => {
                if self.differing.contains(&number)
                    && let Some(trace) = random(&self.miter)
                {
                    return Ok(Decision::Different { trace: Box::new(trace) });
                }
                let claims = if kept == ClaimsKept::Unknown { "claims are not proved within the limit" } else { "claims are not kept up" };
                Decision::Undecided { reason: format!("{claims}, and no run of {clocks} clocks from reset shows a difference") }
            }
        })
    }

    /// Whether all claims at the outputs are kept up, with as many of the others as are: asked of those for which the sooner way does not do.
    fn kept(&mut self, number: u32, limit: Limit) -> Result<ClaimsKept, Error> {
        // Of what differs most shows at once.
        self.select(&Shared::bits(number, self.mutant_miter.width()));
        if differs(&self.miter) {
            self.differing.insert(number);
            return Ok(ClaimsKept::NotAll);
        }
        if corresponds(&mut self.miter, number, self.mutant_miter.width(), Limit::Ticks(self.limits.registers))? == ClaimsKept::All {
            return Ok(ClaimsKept::All);
        }
        self.thinned(number, limit)
    }

    /// Decides a mutant by all claims of its own, of which those that fail are dropped.
    fn thinned(&mut self, number: u32, mut limit: Limit) -> Result<ClaimsKept, Error> {
        let mut kept = ClaimsKept::NotAll;
        for clocks in 0..=LATEST {
            if clocks == self.bases.len() {
                self.bases.push(Shared::base(&mut self.miter, clocks)?);
            }
            let base = &mut self.bases[clocks];
            let mut alive = base.all();
            kept = base.thin(number, &mut alive, &mut limit);
            if kept != ClaimsKept::All {
                break;
            }
            let whole = alive.all();
            kept = self.kept_on(number, alive, &mut limit)?;
            // Claims that do not hold right behind the reset may do so later.
            if kept != ClaimsKept::NotAll || whole {
                break;
            }
        }
        Ok(kept)
    }

    /// Whether those at the outputs are kept up from a clock on in which these claims hold.
    fn kept_on(&mut self, number: u32, mut alive: Alive, limit: &mut Limit) -> Result<ClaimsKept, Error> {
        if alive.defined() {
            let tight = match &mut self.tight {
                Some(tight) => tight,
                none => none.insert(Shared::step(&mut self.miter, true)?),
            };
            let kept = tight.thin(number, &mut alive, limit);
            if kept != ClaimsKept::All || alive.defined() {
                return Ok(kept);
            }
        }
        let loose = match &mut self.loose {
            Some(loose) => loose,
            none => none.insert(Shared::step(&mut self.miter, false)?),
        };
        Ok(loose.thin(number, &mut alive, limit))
    }

    fn select(&mut self, bits: &[Edge]) {
        self.miter.netlist.fix(SELECTOR, bits);
    }
}
