//! A simulation by its settings, alone or many at a time.

use rayon::prelude::*;
use strum::{Display, EnumString, VariantNames};
use torusmith_topology::{Graph, LinkSlices, Network};

use crate::Error;
use crate::config::RouterConfig;
use crate::engine::Engine;
use crate::fast;
use crate::reference::Reference;
use crate::routing::{NetworkRouting, RoutingOptions, for_router};
use crate::run::{Run, RunOptions, Summary};
use crate::traffic::{Traffic, TrafficOptions};
use crate::watchdog::DeadNetwork;

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
    /// Checks that [`EngineKind::build`] accepts the size of a network, without building one.
    ///
    /// # Errors
    /// A parameter out of the engine's range.
    pub fn check(self, graph: &Graph, config: RouterConfig) -> Result<(), Error> {
        match self {
            Self::Fast => fast::check(graph, config),
            Self::Reference => Ok(()),
        }
    }

    /// A network after reset. `observing` if [`Engine::outputs`] or [`Engine::trace`] will be called.
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

/// All settings of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Simulation {
    /// The network.
    pub network: Network,
    /// Routing of the network.
    pub routing: RoutingOptions,
    /// Parameters of the routers.
    pub router: RouterConfig,
    /// Registers on its links.
    pub slices: LinkSlices,
    /// The engine; the outcome is the same.
    pub engine: EngineKind,
    /// The traffic.
    pub traffic: TrafficOptions,
    /// Length of the run.
    pub run: RunOptions,
}

/// Result of a simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Figures up to the end of the run or the network's death.
    pub summary: Summary,
    /// The network died.
    pub dead: Option<Box<DeadNetwork>>,
}

impl Simulation {
    /// Ready to run, in clock 0. `observing` as for [`EngineKind::build`].
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn start(&self, observing: bool) -> Result<Run<NetworkRouting>, Error> {
        self.with(|graph, routing| self.engine.build(graph, routing, self.router, observing))
    }

    /// Prepares a run on several threads, which cannot be observed. The reference engine runs on one thread.
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn start_on(&self, threads: usize) -> Result<Run<NetworkRouting>, Error> {
        match self.engine {
            EngineKind::Fast => self.with(|graph, routing| routing.fast_on_threads(graph, self.router, threads)),
            EngineKind::Reference => self.start(false),
        }
    }

    fn with(&self, engine: impl FnOnce(&Graph, NetworkRouting) -> Result<Box<dyn Engine>, Error>) -> Result<Run<NetworkRouting>, Error> {
        let graph = self.slices.graph(&self.network);
        let routing = for_router(&self.network, self.routing, self.router)?;
        let traffic = Traffic::new(&self.network, routing.clone(), &self.traffic)?;
        let engine = engine(&graph, routing)?;
        Run::new(engine, graph, traffic, self.run, self.router.message_classes)
    }

    /// Runs to the end; `progress` is called with the clock every 1000 clocks.
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn run(&self, progress: impl FnMut(u64)) -> Result<Outcome, Error> {
        self.run_on(1, progress)
    }

    /// Runs to the end on several threads.
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn run_on(&self, threads: usize, progress: impl FnMut(u64)) -> Result<Outcome, Error> {
        let mut run = self.start_on(threads)?;
        let dead = run.to_end(progress).err();
        Ok(Outcome { summary: run.summary(), dead })
    }

    /// Most of `threads` threads that a run of this network is worth.
    pub fn threads(&self, threads: usize) -> usize {
        threads.min(self.network.routers() / ROUTERS_A_THREAD)
    }
}

/// Routers that a thread must have at least: for fewer it takes longer to agree on a clock than to treat it.
const ROUTERS_A_THREAD: usize = 512;

/// Runs many simulations on the threads of rayon and returns their outcomes in the order of the simulations, whatever the number of threads: one
/// simulation a thread, or, for large networks, one on several threads if there are more threads than simulations. `progress` is called with the
/// index of a simulation and its clock, from any thread.
///
/// # Errors
/// The first of them that is refused.
pub fn sweep(simulations: &[Simulation], progress: &(dyn Fn(usize, u64) + Sync)) -> Result<Vec<Outcome>, Error> {
    let each = rayon::current_num_threads() / simulations.len().max(1);
    let run = |(i, simulation): (usize, &Simulation)| simulation.run_on(simulation.threads(each), |clock| progress(i, clock));
    simulations.par_iter().enumerate().map(run).collect()
}
