//! What a search has found.

use std::fmt;

use crate::assign::Positions;
use crate::balance::balanced;
use crate::classes::Classes;
use crate::forest::Forest;
use crate::routes::Routes;

/// How an answer was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// There is no cycle with one class.
    Acyclic,
    /// Greedy rounds.
    Greedy,
    /// Local search from the best round's order.
    LocalSearch,
    /// A class for each hop of the longest tree.
    ByDepth,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Acyclic => "acyclic",
            Self::Greedy => "greedy",
            Self::LocalSearch => "local search",
            Self::ByDepth => "by depth",
        })
    }
}

/// What was tried for a number of classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tried {
    /// How many classes.
    pub classes: usize,
    /// Greedy rounds.
    pub rounds: usize,
    /// Steps of the rounds and of the local search.
    pub steps: u64,
    /// The fewest hops that were left without a class, equal ones counted once: 0 if it was found.
    pub failures: usize,
}

/// An answer.
#[derive(Debug)]
pub struct Found<'a> {
    pub(crate) routes: &'a Routes,
    pub(crate) forest: Forest,
    pub(crate) positions: Positions,
    /// The latest ones, by hop of the forest.
    pub(crate) classes: Vec<u8>,
    /// How it was found.
    pub method: Method,
    /// No fewer classes are possible: 1 where one class has no cycle, else 2. A search that fails proves nothing.
    pub lower_bound: usize,
    /// What was tried, in the order of the first attempts.
    pub tried: Vec<Tried>,
}

impl Found<'_> {
    /// How many classes.
    pub fn count(&self) -> usize {
        self.positions.classes
    }

    /// From the destination back, each hop has the highest class that is possible: most hops have the last one, and tables are simple.
    pub fn latest(&self) -> Classes {
        self.told(&self.classes)
    }

    /// The classes of each channel are about equally used when every source sends what it has to.
    pub fn balanced(&self) -> Classes {
        self.told(&balanced(self.routes, &self.forest, &self.positions, self.classes.clone()))
    }

    fn told(&self, classes: &[u8]) -> Classes {
        let mut told = Classes::any(self.count(), self.routes.hops());
        self.forest.hop.iter().zip(classes).for_each(|(&hop, &class)| told.set(hop as usize, class));
        told
    }
}
