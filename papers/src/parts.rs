//! A study in parts that can be run apart from one another: together they put all points of the study into the cache.

use torusmith_sim::simulation::Simulation;

use crate::options::Options;
use crate::{Error, Work, cache};

/// Curves that are run together, as the rates of one depend on the knees of the others.
#[derive(Debug, Clone)]
pub struct Part {
    /// What each curve is of.
    pub simulations: Vec<Simulation>,
    options: Options,
    run: fn(&[Simulation], &Options, &Work) -> Result<(), Error>,
}

impl Part {
    pub(crate) fn new(simulations: &[Simulation], options: Options, run: fn(&[Simulation], &Options, &Work) -> Result<(), Error>) -> Self {
        Self { simulations: simulations.to_vec(), options, run }
    }

    /// All that decides what is put into the cache, in a line.
    pub fn key(&self) -> String {
        cache::line(&format!("part of a study {:?} {:?}", self.options, self.simulations))
    }

    /// Simulations of each curve, about.
    pub fn expected(&self) -> usize {
        RATES * self.options.seeds
    }

    /// Runs its simulations that are not in the cache.
    ///
    /// # Errors
    /// A setting out of range.
    pub fn run(&self, work: &Work) -> Result<(), Error> {
        (self.run)(&self.simulations, &self.options, work)
    }
}

/// A curve has about so many rates.
const RATES: usize = 15;
