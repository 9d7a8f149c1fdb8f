//! The latency of packets that do not meet one another, by the contract alone.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use torusmith_topology::{Graph, TerminalId};

use crate::Error;
use crate::routing::{Hop, NetworkRouting, RoutingOptions, choose, for_router, path_into};
use crate::simulation::Simulation;
use crate::traffic::{Destinations, Pattern};

/// Pairs of source and destination whose paths are followed, about: all of them, or as many that are drawn.
const PAIRS: usize = 1 << 16;

impl Simulation {
    /// The mean network latency of packets that meet no other, in clocks: by rule N8 the mean of `PIPELINE` (h+1) + s + n - 1 over the pairs that the
    /// pattern joins, each as often as packets go there, if buffers are deep enough (rule L5). Of more than 65,536 pairs, nodes from which the network
    /// looks the same counted once, as many are drawn. `None` for a trace and for a table of Noxim, and if no node sends.
    ///
    /// Dally and Towles, *Principles and Practices of Interconnection Networks*, 2004, section 3.3.2 and chapter 23, call it zero-load
    /// latency: hops times router delay, plus serialization, plus time of flight.
    ///
    /// # Errors
    /// The first setting that is refused; a routing function that leads nowhere.
    pub fn zero_load_latency(&self) -> Result<Option<f64>, Error> {
        let (network, pattern) = (&self.network, self.traffic.pattern);
        if !pattern.has_loads() {
            return Ok(None);
        }
        let destinations = Destinations::new(network, pattern)?;
        let mut lengths =
            PathLengths { graph: self.slices.graph(network), routing: for_router(network, self.routing, self.router)?, hops: Vec::new() };
        let nodes = network.terminals();
        // Sources, each with the number of nodes that it stands for.
        let sources: Vec<(TerminalId, f64)> = match pattern {
            Pattern::Uniform if self.has_usual_routes()? => {
                network.orbits().iter().map(|orbit| (orbit.terminal, orbit.count as f64)).collect()
            }
            _ => TerminalId::all(nodes).filter(|&source| destinations.sends(source)).map(|source| (source, 1.0)).collect(),
        };
        let all: usize = match pattern.joins_all() {
            true => sources.len() * (network.attached().live().count() - 1),
            false => sources.iter().map(|&(source, _)| destinations.shares(source).len()).sum(),
        };
        let (clocks, mut sum, mut weights) = (self.router.pipeline.clocks() as f64, 0.0, 0.0);
        let mut add = |source, destination, weight: f64| -> Result<(), Error> {
            let (links, slices) = lengths.length(source, destination)?;
            weights += weight;
            sum += weight * (clocks * links as f64 + slices as f64);
            Ok(())
        };
        if all <= PAIRS {
            for (source, count) in sources {
                destinations.shares(source).into_iter().try_for_each(|(destination, share)| add(source, destination, count * share))?;
            }
        } else {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            let each = PAIRS.div_ceil(sources.len());
            for &(source, count) in sources.iter().step_by(sources.len().div_ceil(PAIRS)) {
                let weight = count * destinations.offers(source);
                (0..each).try_for_each(|_| match destinations.draw(source, &mut rng) {
                    own if own == source => Ok(()),
                    destination => add(source, destination, weight),
                })?;
            }
        }
        Ok((weights > 0.0).then(|| sum / weights + clocks + self.traffic.lengths.mean() - 1.0))
    }

    /// Paths are as long as under the default routing, without registers on links, so that the network's orbits hold for them.
    fn has_usual_routes(&self) -> Result<bool, Error> {
        let algorithm = |options| choose(&self.network, options).map(|choice| choice.algorithm);
        Ok(self.slices.is_empty() && algorithm(self.routing)? == algorithm(RoutingOptions::default())?)
    }
}

/// Follows paths.
struct PathLengths {
    graph: Graph,
    routing: NetworkRouting,
    hops: Vec<Hop>,
}

impl PathLengths {
    /// Links of a path, and registers on them.
    fn length(&mut self, source: TerminalId, destination: TerminalId) -> Result<(usize, usize), Error> {
        path_into(&self.graph, &self.routing, source, destination, &mut self.hops)?;
        let links = &self.hops[..self.hops.len() - 1];
        Ok((links.len(), links.iter().map(|hop| self.graph.slices(hop.node as usize, hop.port.into())).sum()))
    }
}
