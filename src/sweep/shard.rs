//! A share of the points is run, each by one process alone.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::str::FromStr;

use rayon::prelude::*;
use serde::Serialize;

use super::folder::Folder;
use super::plan::told;
use super::point::{Point, is_bad};
use crate::values::Allowed;
use crate::{exit, interrupt, progress};

/// Share K of N: points K, K + N, K + 2 N and so on.
#[derive(Debug, Clone, Copy)]
pub struct Shard {
    pub number: usize,
    pub of: usize,
}

impl Default for Shard {
    fn default() -> Self {
        Self { number: 0, of: 1 }
    }
}

impl FromStr for Shard {
    type Err = Allowed;

    fn from_str(text: &str) -> Result<Self, Allowed> {
        let both = text.split_once('/').and_then(|(number, of)| Some((number.trim().parse().ok()?, of.trim().parse().ok()?)));
        let shard = both.map(|(number, of)| Self { number, of }).filter(|shard: &Self| shard.number < shard.of);
        shard.ok_or_else(|| Allowed("K/N, with K from 0 to N - 1".into()))
    }
}

impl Shard {
    /// Its points.
    pub fn points<T>(self, all: &[T]) -> impl Iterator<Item = &T> {
        all.iter().skip(self.number).step_by(self.of)
    }
}

/// Result of a shard.
#[derive(Serialize)]
pub struct Done {
    shard: usize,
    shards: usize,
    points: usize,
    run: usize,
    /// Were there already, or were run by another process meanwhile.
    known: usize,
    /// Found a dead network or a mismatch.
    bad: usize,
    failed: Vec<Failed>,
}

#[derive(Serialize)]
struct Failed {
    settings: String,
    error: String,
}

impl Done {
    /// Nothing failed, and no result is bad.
    pub fn good(&self) -> bool {
        self.bad == 0 && self.failed.is_empty()
    }

    /// In words.
    pub fn text(&self) -> String {
        let Self { shard, shards, points, run, known, bad, failed } = self;
        let mut text = format!("shard {shard}/{shards}: {points} points, {run} run, {known} there already, {} failed\n", failed.len());
        failed.iter().for_each(|failed| text += &format!("failed: {}: {}\n", failed.settings, failed.error));
        if *bad > 0 {
            text += &format!("{bad} points with a dead network or a mismatch: --merge tells which\n");
        }
        text
    }
}

/// Result of a point.
enum Step {
    Known(bool),
    Run(bool),
    Failed(String),
    /// Another process is at it.
    Busy,
}

/// Runs the points of a shard that are not there, one a thread; those that another process is at come last.
pub fn run<P: Borrow<Point>>(points: &[P], folder: &Folder, shard: Shard) -> anyhow::Result<Done> {
    let mut seen = HashSet::new();
    let own: Vec<&Point> = shard.points(points).map(Borrow::borrow).filter(|point| seen.insert(&point.name)).collect();
    let bar = progress::bar(own.len() as u64, "points");
    let mut all = Vec::new();
    let mut left = own;
    for wait in [false, true] {
        let once = |point: &Point| {
            let step = step(point, folder, wait)?;
            bar.inc(u64::from(!matches!(step, Step::Busy)));
            Ok(step)
        };
        // One a task: they differ in length.
        let steps: Vec<Step> = left.par_iter().with_max_len(1).map(|&point| once(point)).collect::<anyhow::Result<_>>()?;
        let steps: Vec<(&Point, Step)> = left.into_iter().zip(steps).collect();
        left = steps.iter().filter(|(_, step)| matches!(step, Step::Busy)).map(|(point, _)| *point).collect();
        all.extend(steps);
    }
    bar.finish_and_clear();

    let mut done = Done { shard: shard.number, shards: shard.of, points: 0, run: 0, known: 0, bad: 0, failed: Vec::new() };
    done.points = shard.points(points).count();
    for (point, step) in all {
        match step {
            Step::Busy => {}
            Step::Failed(error) => done.failed.push(Failed { settings: told(&point.settings), error }),
            Step::Known(bad) => (done.known, done.bad) = (done.known + 1, done.bad + usize::from(bad)),
            Step::Run(bad) => (done.run, done.bad) = (done.run + 1, done.bad + usize::from(bad)),
        }
    }
    Ok(done)
}

fn step(point: &Point, folder: &Folder, wait: bool) -> anyhow::Result<Step> {
    interrupt::check()?;
    if let Some(result) = folder.known(point) {
        return Ok(Step::Known(is_bad(&result)));
    }
    let Some(_claim) = folder.claim(point, wait)? else { return Ok(Step::Busy) };
    if let Some(result) = folder.known(point) {
        return Ok(Step::Known(is_bad(&result)));
    }
    match point.run(&folder.cache) {
        Ok(result) => {
            folder.keep(point, &result)?;
            Ok(Step::Run(is_bad(&serde_json::from_str(&result)?)))
        }
        Err(e) if exit::ends_all(&e) => Err(e),
        Err(e) => {
            let error = exit::line(&e);
            folder.fail(point, &error)?;
            Ok(Step::Failed(error))
        }
    }
}
