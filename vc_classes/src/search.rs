//! Search for a class assignment with few classes.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::assignment::{Attempts, ClassAssignment, Method};
use crate::classes::MOST_CLASSES;
use crate::dependencies::Dependencies;
use crate::distinct::DistinctTrees;
use crate::error::Error;
use crate::forest::Forest;
use crate::greedy::GreedyRounds;
use crate::local_search::LocalSearch;
use crate::positions::{Positions, assign_latest};
use crate::routes::{NONE, Routes};

/// Rounds for each number of classes until the first answer; only one round if more than one in `HOPELESS` edges fails.
const FIRST_ROUNDS: usize = 4;
const HOPELESS: usize = 50;

/// Most rounds of an attempt.
const ROUNDS: usize = 30;

/// Steps of an attempt's local search for each edge; the rounds before it take at most a quarter of that.
const STEPS_PER_EDGE: u64 = 1000;

/// Strength of learning from a round, by the number of the attempt.
const STRENGTHS: [f64; 6] = [0.3, 0.1, 0.2, 0.1, 0.05, 0.1];

/// Length of the search for fewer classes after the first answer, in steps: hops and dependencies examined. A step takes about equally long
/// everywhere. Equal efforts give equal answers on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Effort(pub u64);

impl Effort {
    /// The first answer alone.
    pub const NONE: Self = Self(0);

    /// A default for most uses: less than a second for 64 nodes, ten seconds for 256, a minute for 1024.
    pub fn usual(routes: &Routes) -> Self {
        Self((routes.hops() as u64).saturating_mul(10_000).min(400_000_000))
    }
}

/// Finds classes for the hops of routes.
///
/// # Errors
/// More than [`MOST_CLASSES`] would be needed; this has never been seen.
pub fn find(routes: &Routes, effort: Effort) -> Result<ClassAssignment<'_>, Error> {
    let dependencies = Dependencies::of(routes);
    let forest = Forest::of(routes, &dependencies);
    if !dependencies.cyclic() {
        let positions = Positions { classes: 1, of: Vec::new() };
        return Ok(ClassAssignment {
            routes,
            forest,
            positions,
            classes: Vec::new(),
            method: Method::Acyclic,
            lower_bound: 1,
            tried: Vec::new(),
        });
    }
    let kinds = DistinctTrees::of(&forest);
    let mut search = ClassSearch { kinds: &kinds, depth: longest_path(&forest), tried: Vec::new(), best: Vec::new() };
    let (mut method, mut positions) = search.search_first()?;
    let mut left = effort.0;
    while positions.classes > LEAST {
        let Some(fewer) = search.search_fewer(positions.classes - 1, &mut left) else { break };
        (method, positions) = fewer;
    }
    let tried = search.tried;
    let classes = assign_latest(&forest, &positions).expect("in the order that was found every hop has a class");
    Ok(ClassAssignment { routes, forest, positions, classes, method, lower_bound: LEAST, tried })
}

/// Routes with a dependency cycle need at least two classes.
const LEAST: usize = 2;

/// Most hops on a path within a tree.
fn longest_path(forest: &Forest) -> usize {
    let mut depth = vec![1; forest.len()];
    for hop in (0..forest.len()).filter(|&hop| forest.parent[hop] != NONE) {
        depth[hop] = depth[forest.parent[hop] as usize] + 1;
    }
    depth.into_iter().max().unwrap_or(0)
}

type Answer = (Method, Positions);

struct ClassSearch<'a> {
    kinds: &'a DistinctTrees,
    depth: usize,
    tried: Vec<Attempts>,
    /// The best orders of the first answer's search, from [`LEAST`] classes on.
    best: Vec<BestOrder>,
}

/// The best order of some rounds.
struct BestOrder {
    /// Number of hops without a class.
    failures: usize,
    places: Vec<u32>,
    /// Steps of all rounds; 0 for the rounds of the first answer.
    steps: u64,
}

impl ClassSearch<'_> {
    /// The fewest classes that a few greedy rounds find.
    fn search_first(&mut self) -> Result<Answer, Error> {
        for classes in LEAST..=MOST_CLASSES {
            if classes == self.depth {
                return Ok((Method::ByDepth, self.by_depth()));
            }
            match self.run_rounds(classes, FIRST_ROUNDS, u64::MAX, 0) {
                BestOrder { failures: 0, places, .. } => return Ok((Method::Greedy, order_positions(classes, &places))),
                best => self.best.push(BestOrder { steps: 0, ..best }),
            }
        }
        Err(Error::TooMany { of: "classes", count: MOST_CLASSES + 1, most: MOST_CLASSES })
    }

    /// Searches for `classes` classes with the remaining effort. The first attempt continues from the best order so far, later ones
    /// restart.
    fn search_fewer(&mut self, classes: usize, left: &mut u64) -> Option<Answer> {
        let full = STEPS_PER_EDGE * self.kinds.child.len() as u64;
        for attempt in 0.. {
            if *left == 0 {
                break;
            }
            // Little remaining effort is spent on one attempt, not on two.
            let slice = if *left <= full / 4 { *left } else { full.min(left.div_ceil(2)) };
            let best = if attempt == 0 { self.best.remove(classes - LEAST) } else { self.run_rounds(classes, ROUNDS, slice / 4, attempt) };
            *left = left.saturating_sub(best.steps);
            if best.failures == 0 {
                return Some((Method::Greedy, order_positions(classes, &best.places)));
            }
            let mut local = LocalSearch::new(self.kinds, classes, &best.places);
            let found = local.search(slice.min(*left), &mut seeded_random(classes, attempt, 1));
            *left = left.saturating_sub(local.steps());
            let tried = self.attempts(classes);
            tried.steps += local.steps();
            tried.failures = tried.failures.min(local.fewest());
            if found {
                return Some((Method::LocalSearch, Positions { classes, of: local.positions().to_vec() }));
            }
        }
        None
    }

    /// Runs greedy rounds, until one has no failures, `most` rounds are done, or more than `steps` steps are taken.
    fn run_rounds(&mut self, classes: usize, most: usize, steps: u64, attempt: usize) -> BestOrder {
        let mut greedy = GreedyRounds::new(self.kinds, classes);
        let mut random = seeded_random(classes, attempt, 0);
        let mut best = BestOrder { failures: usize::MAX, places: Vec::new(), steps: 0 };
        for _ in 0..most {
            let round = greedy.round();
            let tried = self.attempts(classes);
            tried.rounds += 1;
            tried.steps += round.steps;
            tried.failures = tried.failures.min(round.failures);
            best.steps += round.steps;
            let hopeless = attempt == 0 && round.failures > self.kinds.child.len() / HOPELESS;
            if round.failures < best.failures {
                (best.failures, best.places) = (round.failures, round.places);
            }
            if best.failures == 0 || best.steps > steps || hopeless {
                break;
            }
            greedy.learn(STRENGTHS[attempt % STRENGTHS.len()], &mut random);
        }
        best
    }

    fn attempts(&mut self, classes: usize) -> &mut Attempts {
        let at = self.tried.iter().position(|tried| tried.classes == classes).unwrap_or_else(|| {
            self.tried.push(Attempts { classes, rounds: 0, steps: 0, failures: usize::MAX });
            self.tried.len() - 1
        });
        &mut self.tried[at]
    }

    /// An order of all channels' first classes, then all second classes, and so on: every hop finds a class at most one below its parent's.
    fn by_depth(&self) -> Positions {
        let (classes, channels) = (self.depth, self.kinds.channels);
        Positions { classes, of: (0..channels * classes).map(|vertex| (vertex % classes * channels + vertex / classes) as f64).collect() }
    }
}

fn order_positions(classes: usize, places: &[u32]) -> Positions {
    Positions { classes, of: places.iter().map(|&place| f64::from(place)).collect() }
}

fn seeded_random(classes: usize, attempt: usize, of: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(classes as u64);
    random.set_stream(attempt as u64 * 2 + of);
    random
}
