//! A mutant in step with the router without it: some registers may differ, all others are the same, and no output shows which are not.
//!
//! The router itself keeps all claims. So does the mutant as far as its registers are the same, and only what reads the others is asked for.

use torusmith_proof::Gates;

use super::beside::{readings, select};
use super::shared::{Kept, missing};
use crate::Error;
use crate::aig::{Aig, Edge};
use crate::claims::Claim;
use crate::miter::{Miter, Moment};
use crate::sat::{Answer, Limit, Sat};

/// What is believed of a mutant until it is seen not to be so.
struct Apart {
    /// By register: it may differ.
    differs: Vec<bool>,
    /// By claim: the mutant does not keep it up.
    dropped: Vec<bool>,
}

/// What can be otherwise behind a clock.
#[derive(Clone, Copy)]
enum Otherwise {
    Register(usize),
    Claim(usize),
    /// An output, or what the neighbours know of it.
    Seen,
}

/// Whether the mutant's outputs are right. [`Kept::NotAll`] says that this way does not show it.
pub fn apart(miter: &mut Miter, number: u32, width: usize, limit: &mut Limit) -> Result<Kept, Error> {
    let mut apart = Apart { differs: vec![false; miter.netlist.registers()], dropped: Vec::new() };
    let mut kept = apart.clock(miter, number, width, true, limit)?;
    while kept == Kept::All {
        let before = apart.differs.clone();
        kept = apart.clock(miter, number, width, false, limit)?;
        if apart.differs == before {
            break;
        }
    }
    Ok(kept)
}

impl Apart {
    /// A clock of reset from any state, or any clock from a state of which all is believed: what is otherwise behind it is believed no longer.
    fn clock(&mut self, miter: &mut Miter, number: u32, width: usize, reset: bool, limit: &mut Limit) -> Result<Kept, Error> {
        let (mut aig, mut sat) = (Aig::default(), Sat::new(*limit));
        select(miter, 0, width);
        let (before, granted) = if reset { (miter.any(&mut aig), Vec::new()) } else { miter.any_claimed(&mut aig).map_err(missing)? };
        let step = miter.step(&mut aig, &before, reset.then_some(true));
        let (sound, outputs) = readings(&mut aig, miter, &step.next, 0, width)?;
        for claim in granted.iter().chain(&sound) {
            let holds = sat.literal(&aig, claim.holds);
            sat.clause([holds]);
        }

        let mut own = before.clone();
        let free = if reset { Vec::new() } else { self.differs.clone() };
        own.registers.iter_mut().zip(&free).filter(|(_, differs)| **differs).for_each(|(register, _)| *register = aig.variable());
        let believed = if reset { Vec::new() } else { self.believed(&mut aig, &mut sat, miter, [&before, &own], number, width)? };
        select(miter, number, width);
        let next = miter.step_of(&mut aig, &own, step.wished.clone()).next;
        let (after, _) = readings(&mut aig, miter, &next, number, width)?;
        self.dropped.resize(after.len(), false);
        let mut open = otherwise(&mut aig, &mut sat, [&step.next, &next], [&sound, &after], outputs);
        loop {
            open.retain(|(what, _)| match *what {
                Otherwise::Register(at) => !self.differs[at],
                Otherwise::Claim(at) => !self.dropped[at],
                Otherwise::Seen => true,
            });
            if open.is_empty() {
                return Ok(Kept::All);
            }
            let one = sat.switch();
            sat.clause(open.iter().map(|(_, literal)| *literal).chain([-one]));
            let believed = believed.iter().filter(|(claim, _)| !self.dropped[*claim]).map(|(_, switch)| *switch);
            sat.limit(*limit);
            let answer = sat.ask(believed.chain([one]));
            *limit = sat.left();
            match answer {
                Answer::Never => return Ok(Kept::All),
                Answer::Unknown => return Ok(Kept::Unknown),
                Answer::Found => {}
            }
            for (what, literal) in &open {
                match *what {
                    _ if !sat.holds(*literal) => {}
                    Otherwise::Register(at) => self.differs[at] = true,
                    Otherwise::Claim(at) => self.dropped[at] = true,
                    Otherwise::Seen => return Ok(Kept::NotAll),
                }
            }
            sat.clause([-one]);
        }
    }

    /// The claims that read a register which may differ, each behind a switch.
    fn believed(
        &self,
        aig: &mut Aig,
        sat: &mut Sat,
        miter: &mut Miter,
        [before, own]: [&Moment; 2],
        number: u32,
        width: usize,
    ) -> Result<Vec<(usize, i32)>, Error> {
        let (sound, _) = readings(aig, miter, before, 0, width)?;
        let (here, _) = readings(aig, miter, own, number, width)?;
        let mut believed = Vec::new();
        for (at, (here, sound)) in here.iter().zip(&sound).enumerate() {
            if here.holds != sound.holds && !self.dropped.get(at).is_some_and(|dropped| *dropped) {
                let (switch, holds) = (sat.switch(), sat.literal(aig, here.holds));
                sat.clause([-switch, holds]);
                believed.push((at, switch));
            }
        }
        Ok(believed)
    }
}

/// What need not be the same behind a clock of the router and one of the mutant.
fn otherwise(aig: &mut Aig, sat: &mut Sat, [sound, own]: [&Moment; 2], claims: [&[Claim]; 2], outputs: usize) -> Vec<(Otherwise, i32)> {
    let mut all = Vec::new();
    for (at, (a, b)) in sound.registers.iter().zip(&own.registers).enumerate() {
        all.push((Otherwise::Register(at), aig.xor(*a, *b)));
    }
    for (a, b) in sound.environment.bits().into_iter().zip(own.environment.bits()) {
        all.push((Otherwise::Seen, aig.xor(a, b)));
    }
    for (at, (sound, own)) in claims[0].iter().zip(claims[1]).enumerate() {
        if sound.holds != own.holds {
            let what = if at >= outputs { Otherwise::Seen } else { Otherwise::Claim(at) };
            all.push((what, !own.holds));
        }
    }
    all.retain(|(_, differs)| *differs != Edge::FALSE);
    all.into_iter().map(|(what, differs)| (what, sat.literal(aig, differs))).collect()
}

#[cfg(test)]
mod tests {
    use torusmith_generator::{Options, generate};
    use torusmith_synthesis::{Cache, Yosys, mutants};
    use torusmith_testbench::Design;

    use super::*;
    use crate::filter::{Filter, Kind};
    use crate::random::differs;
    use crate::subject;

    #[test]
    fn what_a_run_of_chance_refutes_is_never_shown_and_most_of_the_rest_is() {
        let folder = tempfile::tempdir().unwrap();
        let options = Options { vcs: Some(2), buffer_depth: 2, flit_width: Some(8), ..Options::default() };
        generate(&"torus:2,2".parse().unwrap(), &options).unwrap().write(folder.path()).unwrap();
        let design = Design::open(folder.path()).unwrap();
        let (yosys, cache) = (Yosys::find().unwrap(), Cache::off());
        let all = mutants(&yosys, &cache, &design.sources, &design.top, 40, 1).unwrap().all;
        let faulty = super::super::faulty::faulty(&design, &all.iter().collect::<Vec<_>>(), &yosys, &cache).unwrap();
        let shape = subject::shape(&design).unwrap();
        let router = subject::contract(&design, &shape).unwrap();
        let mut miter = subject::miter_of(&design, shape, router, Kind::Routes, faulty.netlist).unwrap();
        let routing = subject::routing(&design).unwrap();
        miter.filter = Filter::sent(Kind::Routes, &miter.shape, &design.network.graph(), &routing);
        let width = miter.netlist.input(torusmith_synthesis::SELECTOR).unwrap().len();
        let (mut refuted, mut shown, mut open) = (0, 0, 0);
        for mutant in &all {
            select(&mut miter, mutant.number, width);
            let differs = differs(&miter);
            let kept = apart(&mut miter, mutant.number, width, &mut Limit::Ticks(1_000_000_000)).unwrap();
            assert!(!(differs && kept == Kept::All), "{mutant:?}");
            match (differs, kept) {
                (true, _) => refuted += 1,
                (false, Kept::All) => shown += 1,
                _ => open += 1,
            }
        }
        assert!(refuted >= 20 && shown > open, "{refuted} {shown} {open}");
    }
}
