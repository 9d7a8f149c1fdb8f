//! The search: as few classes as effort allows.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::assign::{Positions, latest};
use crate::classes::MOST_CLASSES;
use crate::dependencies::Dependencies;
use crate::distinct::Distinct;
use crate::error::Error;
use crate::forest::Forest;
use crate::found::{Found, Method, Tried};
use crate::greedy::Greedy;
use crate::local::Local;
use crate::routes::{NONE, Routes};

/// Rounds for each number of classes until there is a first answer.
const FIRST_ROUNDS: usize = 6;

/// Rounds of an attempt, and those without a better one after which it is given up.
const ROUNDS: usize = 100;
const STALE: usize = 60;

/// How much is learnt from a round, by the number of the attempt.
const STRENGTHS: [f64; 6] = [0.3, 0.01, 1.0, 0.03, 0.1, 2.0];

/// How long to search for fewer classes after the first answer, in steps: hops and dependencies looked at. A step takes about as long
/// everywhere; the same effort gives the same answer on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effort(pub u64);


/// Finds classes for the hops of routes.
///
/// # Errors
/// More than [`MOST_CLASSES`] would be needed; this has never been seen.
pub fn find(routes: &Routes, effort: Effort) -> Result<Found<'_>, Error> {
    let dependencies = Dependencies::of(routes);
    let forest = Forest::of(routes, &dependencies);
    if !dependencies.cyclic() {
        let positions = Positions { classes: 1, of: Vec::new() };
        return Ok(Found { routes, forest, positions, classes: Vec::new(), method: Method::Acyclic, lower_bound: 1, tried: Vec::new() });
    }
    let kinds = Distinct::of(&forest);
    let mut search = Search { kinds: &kinds, depth: depth(&forest), tried: Vec::new() };
    let (mut method, mut positions) = search.first()?;
    let mut left = effort.0;
    while positions.classes > LEAST {
        let Some(fewer) = search.fewer(positions.classes - 1, &mut left) else { break };
        (method, positions) = fewer;
    }
    let tried = search.tried;
    let classes = latest(&forest, &positions).expect("in the order that was found every hop has a class");
    Ok(Found { routes, forest, positions, classes, method, lower_bound: LEAST, tried })
}

/// What has a cycle with one class needs two.
const LEAST: usize = 2;

/// The most hops of a way within a tree.
fn depth(forest: &Forest) -> usize {
    let mut depth = vec![1; forest.len()];
    for hop in (0..forest.len()).filter(|&hop| forest.parent[hop] != NONE) {
        depth[hop] = depth[forest.parent[hop] as usize] + 1;
    }
    depth.into_iter().max().unwrap_or(0)
}

type Answer = (Method, Positions);

struct Search<'a> {
    kinds: &'a Distinct,
    depth: usize,
    tried: Vec<Tried>,
}

impl Search<'_> {
    /// The fewest classes that a few greedy rounds find.
    fn first(&mut self) -> Result<Answer, Error> {
        for classes in LEAST..=MOST_CLASSES {
            if classes == self.depth {
                return Ok((Method::ByDepth, self.by_depth()));
            }
            if let (Some(places), _) = self.rounds(classes, FIRST_ROUNDS, 0, &mut u64::MAX.clone()) {
                return Ok((Method::Greedy, positions(classes, &places)));
            }
        }
        Err(Error::TooMany { of: "classes", count: MOST_CLASSES + 1, most: MOST_CLASSES })
    }

    /// As many classes, with what is left of the effort.
    fn fewer(&mut self, classes: usize, left: &mut u64) -> Option<Answer> {
        let mut slice = *left / 16;
        for attempt in 1.. {
            if *left == 0 {
                break;
            }
            let (found, best) = self.rounds(classes, ROUNDS, attempt, left);
            if let Some(places) = found {
                return Some((Method::Greedy, positions(classes, &places)));
            }
            let mut local = Local::new(self.kinds, classes, &best);
            let mut random = stream(classes, attempt, 1);
            let found = local.search(slice.min(*left), &mut random);
            *left = left.saturating_sub(local.steps());
            let tried = self.tried(classes);
            tried.steps += local.steps();
            tried.failures = tried.failures.min(local.failures());
            if found {
                return Some((Method::LocalSearch, Positions { classes, of: local.positions().to_vec() }));
            }
            slice *= 2;
        }
        None
    }

    /// Greedy rounds: the order of one without failures, if there is, and that of the best.
    fn rounds(&mut self, classes: usize, most: usize, attempt: usize, left: &mut u64) -> (Option<Vec<u32>>, Vec<u32>) {
        let mut greedy = Greedy::new(self.kinds, classes);
        let mut random = stream(classes, attempt, 0);
        let strength = STRENGTHS[attempt % STRENGTHS.len()];
        let (mut best, mut fewest, mut stale) = (Vec::new(), usize::MAX, 0);
        for _ in 0..most {
            let round = greedy.round();
            *left = left.saturating_sub(round.steps);
            let tried = self.tried(classes);
            tried.rounds += 1;
            tried.steps += round.steps;
            tried.failures = tried.failures.min(round.failures);
            if round.failures == 0 {
                return (Some(round.places), Vec::new());
            }
            stale += 1;
            if round.failures < fewest {
                (best, fewest, stale) = (round.places, round.failures, 0);
            }
            if stale >= STALE || *left == 0 {
                break;
            }
            greedy.learn(strength, &mut random);
        }
        (None, best)
    }

    fn tried(&mut self, classes: usize) -> &mut Tried {
        let at = self.tried.iter().position(|tried| tried.classes == classes).unwrap_or_else(|| {
            self.tried.push(Tried { classes, rounds: 0, steps: 0, failures: usize::MAX });
            self.tried.len() - 1
        });
        &mut self.tried[at]
    }

    /// All channels' first classes, then all second ones: every hop finds a class at most one below its parent's.
    fn by_depth(&self) -> Positions {
        let (classes, channels) = (self.depth, self.kinds.channels);
        Positions { classes, of: (0..channels * classes).map(|vertex| (vertex % classes * channels + vertex / classes) as f64).collect() }
    }
}

fn positions(classes: usize, places: &[u32]) -> Positions {
    Positions { classes, of: places.iter().map(|&place| f64::from(place)).collect() }
}

fn stream(classes: usize, attempt: usize, of: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(classes as u64);
    random.set_stream(attempt as u64 * 2 + of);
    random
}
