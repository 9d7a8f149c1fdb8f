//! Measures designs, the cheap figures first, and leaves out those that cannot be among the best any more.

use std::collections::{HashMap, HashSet};

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;
use torusmith_papers::figures::Figures as SimulationFigures;
use torusmith_papers::sweep::{Point as LoadPoint, saturation};
use torusmith_synthesis::Area;

use super::candidate::{Candidate, Candidates, Out};
use super::figure::{Figure, Limit, Range, Synthesis};
use super::plan::Exploration;
use crate::sweep::folder::Folder;
use crate::sweep::point::Point;
use crate::sweep::shard::{self, Shard};

/// Designs of which gates or cells are measured at once, before others are left out.
const BATCH: usize = 16;
/// A short run finds the accepted load to this share, about.
const SHORT_RUN: f64 = 0.1;
/// Gates of a router are estimated to this share, from a router that differs in its buffers and from one with the same buffers.
const ESTIMATE: f64 = 0.1;

/// Measures what the goals and limits need. Results are the same for any number of processes and threads.
pub fn run(exploration: &Exploration, candidates: &mut Candidates, folder: &Folder) -> anyhow::Result<()> {
    let mut search = Search { exploration, candidates, folder };
    search.leave_out();
    let simulated = exploration.figures().any(Figure::is_simulated);
    if simulated {
        search.simulate(|candidate| candidate.short.clone(), SHORT_RUN)?;
        search.simulate(|candidate| if candidate.short.is_empty() { candidate.whole.clone() } else { Vec::new() }, 0.0)?;
    }
    if exploration.needs(Synthesis::Area) {
        search.gates()?;
    }
    if simulated {
        search.simulate(|candidate| if candidate.short.is_empty() { Vec::new() } else { candidate.whole.clone() }, 0.0)?;
    }
    if exploration.needs(Synthesis::Asic) {
        search.cells()?;
    }
    Ok(())
}

/// Of the result of `asic`.
#[derive(Deserialize)]
struct Cells {
    total_um2: f64,
    fmax_mhz: f64,
}

struct Search<'a> {
    exploration: &'a Exploration,
    candidates: &'a mut Candidates,
    folder: &'a Folder,
}

impl Search<'_> {
    /// Runs points of candidates that are left, and gives each candidate's results to `take`.
    fn measure(
        &mut self,
        which: &[usize],
        points: impl Fn(&Candidate) -> Vec<usize>,
        mut take: impl FnMut(&mut Candidate, Vec<Value>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Candidates { all, points: every, .. } = &mut *self.candidates;
        let run: Vec<&Point> = which.iter().flat_map(|&which| points(&all[which])).map(|at| &every[at]).collect();
        shard::run(&run, self.folder, Shard::default())?;
        for &which in which {
            let candidate = &mut all[which];
            let results: Result<Vec<Value>, &Point> =
                points(candidate).into_iter().map(|at| self.folder.known(&every[at]).ok_or(&every[at])).collect();
            match results {
                Ok(results) => take(candidate, results)?,
                Err(point) => candidate.out = Some(Out::Failed(self.folder.error(point).unwrap_or_else(|| "no result".into()))),
            }
        }
        Ok(())
    }

    fn left(&self) -> Vec<usize> {
        (0..self.candidates.all.len()).filter(|&which| self.candidates.all[which].alive()).collect()
    }

    fn simulate(&mut self, points: impl Fn(&Candidate) -> Vec<usize>, doubt: f64) -> anyhow::Result<()> {
        let left: Vec<usize> = self.left().into_iter().filter(|&which| !points(&self.candidates.all[which]).is_empty()).collect();
        self.measure(&left, points, |candidate, results| {
            match accepted(&results)? {
                Ok(load) => {
                    candidate.figures.set(Figure::Accepted, Range { low: load * (1.0 - doubt), high: load * (1.0 + doubt) });
                }
                // A short run may have too few packets.
                Err(_) if doubt > 0.0 => {}
                Err(why) => candidate.out = Some(Out::Failed(why)),
            }
            Ok(())
        })?;
        self.leave_out();
        Ok(())
    }

    /// Gates, those of the smallest first: each shows what others have, about, and that some need not be counted.
    fn gates(&mut self) -> anyhow::Result<()> {
        let mut gates = Gates::default();
        loop {
            for candidate in self.candidates.all.iter_mut().filter(|candidate| candidate.alive()) {
                let kge = candidate.figures.get(Figure::Kge);
                if kge.value().is_none() {
                    candidate.set_kge(gates.range(candidate, kge));
                }
            }
            self.leave_out();
            let all = &self.candidates.all;
            let low = |which: &usize| all[*which].figures.get(Figure::KgePerNode);
            let mut left: Vec<usize> = self.left().into_iter().filter(|which| low(which).value().is_none()).collect();
            // What is estimated waits until all are, as most of them will be left out.
            if left.iter().any(|&which| !all[which].estimated()) {
                left.retain(|&which| !all[which].estimated());
            }
            left.sort_by(|a, b| low(a).low.total_cmp(&low(b).low).then(a.cmp(b)));
            let mut alike = HashSet::new();
            left.retain(|&which| all[which].estimated() || alike.insert(&all[which].alike));
            left.truncate(BATCH);
            if left.is_empty() {
                return Ok(());
            }
            self.measure(
                &left,
                |candidate| candidate.area.into_iter().collect(),
                |candidate, results| {
                    let area: Area = serde_json::from_value(results[0].clone()).context("gates")?;
                    gates.learn(candidate, &area);
                    candidate.set_kge(Range::exact(area.total / 1000.0));
                    Ok(())
                },
            )?;
        }
    }

    /// Area and clock in a library: nothing is known of them before.
    fn cells(&mut self) -> anyhow::Result<()> {
        let left = self.left();
        self.measure(
            &left,
            |candidate| candidate.asic.into_iter().collect(),
            |candidate, results| {
                let Cells { total_um2: um2, fmax_mhz: mhz } = serde_json::from_value(results[0].clone()).context("cells")?;
                let figures = &mut candidate.figures;
                let (latency, load) = (figures.get(Figure::Latency).low, figures.get(Figure::Accepted));
                figures.set(Figure::Um2, Range::exact(um2));
                figures.set(Figure::Mhz, Range::exact(mhz));
                figures.set(Figure::Ns, Range::exact(latency * 1000.0 / mhz));
                let gbit = |load: f64| load * candidate.flit_width * mhz / 1000.0;
                figures.set(Figure::GbitPerNode, Range { low: gbit(load.low), high: gbit(load.high) });
                Ok(())
            },
        )?;
        self.leave_out();
        Ok(())
    }

    /// Leaves out what breaks a limit, or is beaten by a design that keeps to all of them.
    fn leave_out(&mut self) {
        let Exploration { goals, limits, .. } = self.exploration;
        for candidate in self.candidates.all.iter_mut().filter(|candidate| candidate.alive()) {
            let broken = limits.iter().find(|limit| !limit.may_hold(candidate.figures.get(limit.figure)));
            candidate.out = broken.map(|limit| Out::Limit(limit.figure));
        }
        let left = self.left();
        let all = &self.candidates.all;
        let sure: Vec<usize> = left.iter().copied().filter(|&which| keeps(limits, &all[which])).collect();
        let beaten: Vec<usize> =
            left.into_iter().filter(|&which| sure.iter().any(|&by| all[by].figures.beat(&all[which].figures, goals))).collect();
        beaten.into_iter().for_each(|which| self.candidates.all[which].out = Some(Out::Beaten));
    }
}

/// What measured routers tell of others, in kGE.
#[derive(Default)]
struct Gates {
    /// Without buffers, by all else that a router has.
    logic: HashMap<String, f64>,
    /// Buffers of a port, by their flits, bits and VCs.
    buffers: HashMap<String, f64>,
}

impl Gates {
    fn learn(&mut self, candidate: &Candidate, area: &Area) {
        let Some(alike) = &candidate.buffers else { return };
        let buffers: f64 = area.blocks.iter().filter(|block| block.ram_bits > 0).map(|block| block.gates_total / 1000.0).sum();
        self.logic.entry(candidate.alike.clone()).or_insert(area.total / 1000.0 - buffers);
        self.buffers.entry(alike.clone()).or_insert(buffers / candidate.figures.get(Figure::Ports).low);
    }

    /// At least the buffers; about what is known of logic and buffers.
    fn range(&self, candidate: &Candidate, known: Range) -> Range {
        let buffers = candidate.buffers.as_ref().and_then(|alike| self.buffers.get(alike));
        let Some(buffers) = buffers.map(|each| each * candidate.figures.get(Figure::Ports).low) else { return known };
        match self.logic.get(&candidate.alike) {
            Some(logic) => Range { low: (logic + buffers) * (1.0 - ESTIMATE), high: (logic + buffers) * (1.0 + ESTIMATE) },
            None => Range { low: known.low.max(buffers * (1.0 - ESTIMATE)), ..known },
        }
    }
}

fn keeps(limits: &[Limit], candidate: &Candidate) -> bool {
    limits.iter().all(|limit| limit.holds(candidate.figures.get(limit.figure)))
}

/// The load at which the network is saturated, the least of all runs, or why there is none.
fn accepted(results: &[Value]) -> anyhow::Result<Result<f64, String>> {
    let mut least = f64::INFINITY;
    for result in results {
        let tried: Vec<SimulationFigures> = serde_json::from_value(result["points"].clone()).context("a search for a knee")?;
        if tried.iter().any(|figures| figures.dead.is_some()) {
            return Ok(Err("the network is dead".into()));
        }
        if let Some(note) = result["knee_note"].as_str().filter(|note| note.starts_with("no rate passes")) {
            return Ok(Err(note.to_owned()));
        }
        let loads: Vec<LoadPoint> = tried.iter().filter_map(|figures| LoadPoint::new(figures.rate?, figures)).collect();
        if loads.is_empty() {
            return Ok(Err("no packet arrived".into()));
        }
        least = least.min(saturation(&loads));
    }
    Ok(Ok(least))
}
