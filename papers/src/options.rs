//! What the papers leave open, and how much is run.

use strum::{Display, EnumString, IntoStaticStr, VariantNames};
use torusmith_design::Ties;
use torusmith_design::ranges::MODEL_BUFFER_DEPTH;
use torusmith_sim::routing::{RoutingOptions, choose};
use torusmith_sim::simulation::EngineKind;
use torusmith_topology::Network;

use crate::Error;
use crate::estimate::MAX_SAMPLES;

/// Whose routes the networks have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Routes {
    /// The papers' algorithms and VC rules, with [`Options::ties`].
    Papers,
    /// Those that a network has if nothing is asked for (docs/routing.md).
    Chosen,
}

/// Settings that all studies have. Each has its own defaults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Seeds 1 to this, 1..=31.
    pub seeds: usize,
    /// Flits an input VC's buffer holds, 1..=64.
    pub buffer_depth: usize,
    /// Clocks in which packets are created; the first tenth does not count.
    pub cycles: u64,
    /// Ways of half a ring: those of the papers' text are `plus`.
    pub ties: Ties,
    /// Whose routes: the dynamic studies have either, the others the papers'.
    pub routes: Routes,
    /// The engine; the outcome is the same.
    pub engine: EngineKind,
}

impl Options {
    /// The first clocks, which do not count.
    pub fn warm_up(&self) -> u64 {
        self.cycles / 10
    }

    /// The routing in a network, as far as `asked` leaves it open: the papers' with these ties, where the network and the algorithm can have
    /// them, or what the network has if nothing else is asked for.
    ///
    /// # Errors
    /// What the network does not have.
    pub fn routing(&self, network: &Network, asked: RoutingOptions) -> Result<RoutingOptions, Error> {
        if self.routes == Routes::Chosen {
            let chosen = choose(network, asked)?;
            return Ok(RoutingOptions::new(chosen.algorithm, Some(chosen.rule)).with_ties(chosen.ties));
        }
        let papers = choose(network, papers(asked))?;
        let with = |ties| RoutingOptions::new(papers.algorithm, Some(papers.rule)).with_ties(ties);
        Ok(if choose(network, with(self.ties)).is_ok() { with(self.ties) } else { with(papers.ties) })
    }

    /// Checks the ranges; `least_cycles` is the study's own, and `allowed` says so with the reason.
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

/// The papers' routing, as far as `asked` leaves it open: their ties go one way, and with them their algorithm and VC rule.
pub(crate) fn papers(asked: RoutingOptions) -> RoutingOptions {
    asked.with_ties(Ties::Plus)
}
