//! Parts of a study that can be run independently: together they store all points of the study in the cache.

use torusmith_sim::simulation::Simulation;

use crate::options::Options;
use crate::{Error, Work, cache};

/// Curves that must be run together, because the rates of one depend on the knees of the others.
#[derive(Debug, Clone)]
pub struct Part {
    /// One simulation for each curve.
    pub simulations: Vec<Simulation>,
    options: Options,
    run: fn(&[Simulation], &Options, &Work) -> Result<(), Error>,
}

impl Part {
    pub(crate) fn new(simulations: &[Simulation], options: Options, run: fn(&[Simulation], &Options, &Work) -> Result<(), Error>) -> Self {
        Self { simulations: simulations.to_vec(), options, run }
    }

    /// A line with everything that determines the points stored.
    pub fn key(&self) -> String {
        cache::line(&format!("part of a study {:?} {:?}", self.options, self.simulations))
    }

    /// Approximate number of simulations of each curve.
    pub fn expected(&self) -> usize {
        RATES * self.options.seeds
    }

    /// Runs the simulations that are not in the cache.
    ///
    /// # Errors
    /// A setting out of range.
    pub fn run(&self, work: &Work) -> Result<(), Error> {
        (self.run)(&self.simulations, &self.options, work)
    }
}

/// Approximate number of rates of a curve.
const RATES: usize = 15;
