//! Options of studies: settings that the papers leave open, and the amount of simulation.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};
use torusmith_design::Ties;
use torusmith_design::ranges::MODEL_BUFFER_DEPTH;
use torusmith_sim::routing::{RoutingOptions, choose};
use torusmith_sim::simulation::EngineKind;
use torusmith_topology::Network;

use crate::Error;
use crate::estimate::MAX_SAMPLES;

/// Choice of the networks' routing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Routes {
    /// The papers' algorithms and VC rules, with [`Options::ties`].
    Papers,
    /// Each network's defaults (docs/routing.md).
    Chosen,
}

/// Settings of all studies. Each study has its own defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Seeds 1 to this, 1..=31.
    pub seeds: usize,
    /// Flits an input VC's buffer holds, 1..=64.
    pub buffer_depth: usize,
    /// Clocks in which packets are created; the first tenth does not count.
    pub cycles: u64,
    /// Tie-break between the directions of half a ring; the papers' text has `plus`.
    pub ties: Ties,
    /// Choice of the routing: the dynamic studies support both, other studies the papers' only.
    pub routes: Routes,
    /// The engine; the results do not depend on it.
    pub engine: EngineKind,
}

impl Options {
    /// Clocks of warm-up, which do not count.
    pub fn warm_up(&self) -> u64 {
        self.cycles / 10
    }

    /// The routing in a network, with `asked` taking precedence: the papers' routing with these ties, if the network and the algorithm
    /// support them, or the network's defaults.
    ///
    /// # Errors
    /// A setting that the network does not support.
    pub fn routing(&self, network: &Network, asked: RoutingOptions) -> Result<RoutingOptions, Error> {
        if self.routes == Routes::Chosen {
            let chosen = choose(network, asked)?;
            return Ok(RoutingOptions::new(chosen.algorithm, Some(chosen.rule)).with_ties(chosen.ties));
        }
        let papers = choose(network, papers(asked))?;
        let with = |ties| RoutingOptions::new(papers.algorithm, Some(papers.rule)).with_ties(ties);
        Ok(if choose(network, with(self.ties)).is_ok() { with(self.ties) } else { with(papers.ties) })
    }

    /// Checks the ranges; `least_cycles` is the study's own limit, and `allowed` describes it with the reason.
    ///
    /// # Errors
    /// The first field out of range.
    pub(crate) fn check(&self, least_cycles: u64, allowed: &'static str) -> Result<(), Error> {
        let value = |field, value, allowed| Err(Error::Value { field, value, allowed });
        if !(1..=MAX_SAMPLES).contains(&self.seeds) {
            return value("seed-count", self.seeds as u64, "1 to 31 (Student's t is tabled up to 30 degrees of freedom)");
        }
        if !MODEL_BUFFER_DEPTH.contains(self.buffer_depth) {
            return value("buffer-depth", self.buffer_depth as u64, "1 to 64");
        }
        if self.cycles < least_cycles {
            return value("cycles", self.cycles, allowed);
        }
        Ok(())
    }
}

/// The papers' routing, with `asked` taking precedence: with ties in one direction, algorithm and VC rule default to the papers'.
pub(crate) fn papers(asked: RoutingOptions) -> RoutingOptions {
    asked.with_ties(Ties::Plus)
}
