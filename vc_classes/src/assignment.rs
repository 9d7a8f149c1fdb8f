//! Results of a search.

use std::fmt;

use crate::balance::balance_classes;
use crate::classes::Classes;
use crate::forest::Forest;
use crate::positions::Positions;
use crate::routes::Routes;

/// Method that found an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// No search: there is no dependency cycle with one class.
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

/// Attempts for a number of classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempts {
    /// Number of classes.
    pub classes: usize,
    /// Greedy rounds.
    pub rounds: usize,
    /// Steps of the rounds and of the local search.
    pub steps: u64,
    /// Fewest hops without a class, equal hops counted once; 0 if the attempt succeeded.
    pub failures: usize,
}

/// A class assignment that a search found.
#[derive(Debug)]
pub struct ClassAssignment<'a> {
    pub(crate) routes: &'a Routes,
    pub(crate) forest: Forest,
    pub(crate) positions: Positions,
    /// The latest classes, by hop of the forest.
    pub(crate) classes: Vec<u8>,
    /// Method that found it.
    pub method: Method,
    /// Lower bound on the number of classes: 1 if one class has no cycle, else 2. A failed search proves nothing.
    pub lower_bound: usize,
    /// Attempts, in the order of the first one for each number of classes.
    pub tried: Vec<Attempts>,
}

impl ClassAssignment<'_> {
    /// Number of classes.
    pub fn count(&self) -> usize {
        self.positions.classes
    }

    /// Classes for which each hop, from the destination back, has the highest possible class: most hops have the last class, and tables are
    /// simple.
    pub fn latest(&self) -> Classes {
        self.expand(&self.classes)
    }

    /// Classes for which the classes of each channel carry about equal loads when every source sends all its packets.
    pub fn balanced(&self) -> Classes {
        self.expand(&balance_classes(self.routes, &self.forest, &self.positions, self.classes.clone()))
    }

    fn expand(&self, classes: &[u8]) -> Classes {
        let mut expanded = Classes::any(self.count(), self.routes.hops());
        self.forest.hop.iter().zip(classes).for_each(|(&hop, &class)| expanded.set(hop as usize, class));
        expanded
    }
}
