//! A simulation by its settings, alone or many at a time.

use rayon::prelude::*;
use strum::{Display, EnumString, VariantNames};
use torusmith_topology::{Graph, LinkSlices, Network};

use crate::Error;
use crate::config::RouterConfig;
use crate::engine::Engine;
use crate::reference::Reference;
use crate::routing::{NetworkRouting, RoutingOptions, for_router};
use crate::run::{Run, RunOptions, Summary};
use crate::traffic::{Traffic, TrafficOptions};
use crate::watchdog::Dead;

/// Which engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase", parse_err_ty = Error, parse_err_fn = unknown)]
pub enum EngineKind {
    /// The one that is written to run.
    #[default]
    Fast,
    /// The one that is written to be read.
    Reference,
}

impl EngineKind {
    /// A network after reset. `observing` if [`Engine::outputs`] or [`Engine::trace`] will be asked for.
    ///
    /// # Errors
    /// A parameter out of the engine's range.
    pub fn build(self, graph: &Graph, routing: NetworkRouting, config: RouterConfig, observing: bool) -> Result<Box<dyn Engine>, Error> {
        match self {
            Self::Fast => routing.fast(graph, config, observing),
            Self::Reference => Ok(Box::new(Reference::new(graph.clone(), routing, config)?)),
        }
    }
}

fn unknown(text: &str) -> Error {
    Error::value("engine", text, EngineKind::VARIANTS.join(", "))
}

/// All that decides what a simulation does.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// The network.
    pub network: Network,
    /// Its routing.
    pub routing: RoutingOptions,
    /// Its routers.
    pub router: RouterConfig,
    /// Registers on its links.
    pub slices: LinkSlices,
    /// The engine; the outcome is the same.
    pub engine: EngineKind,
    /// The traffic.
    pub traffic: TrafficOptions,
    /// How long.
    pub run: RunOptions,
}

/// How a simulation ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// What was counted, up to the end or the network's death.
    pub summary: Summary,
    /// The network died.
    pub dead: Option<Box<Dead>>,
}

impl Simulation {
    /// Ready to run, in clock 0. `observing` as for [`EngineKind::build`].
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn start(&self, observing: bool) -> Result<Run<NetworkRouting>, Error> {
        let graph = self.slices.graph(&self.network);
        let routing = for_router(&self.network, self.routing, self.router)?;
        let traffic = Traffic::new(&self.network, routing.clone(), &self.traffic)?;
        let engine = self.engine.build(&graph, routing, self.router, observing)?;
        Run::new(engine, graph, traffic, self.run, self.router.message_classes)
    }

    /// Runs to the end; `progress` is told the clock now and then.
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn run(&self, progress: impl FnMut(u64)) -> Result<Outcome, Error> {
        let mut run = self.start(false)?;
        let dead = run.to_end(progress).err();
        Ok(Outcome { summary: run.summary(), dead })
    }
}

/// Runs many simulations, one a thread, and returns their outcomes in the order given, whatever the number of threads. `progress` is told the
/// index of a simulation and its clock, from any thread.
///
/// # Errors
/// The first of them that is refused.
pub fn sweep(simulations: &[Simulation], progress: &(dyn Fn(usize, u64) + Sync)) -> Result<Vec<Outcome>, Error> {
    simulations.par_iter().enumerate().map(|(i, simulation)| simulation.run(|clock| progress(i, clock))).collect()
}
