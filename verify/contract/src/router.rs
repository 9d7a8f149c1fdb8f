//! A router: its parameters, its routing function, and what it does.

use torusmith_design::Pipeline;

use crate::routing::{Route, RouteBits, Routing};
use crate::{Error, Gates, Parameters, State};

/// A router of a network, as the contract has it.
#[derive(Debug, Clone)]
pub struct Router {
    parameters: Parameters,
    routing: Routing,
}

impl Router {
    /// `route(node, destination, routing bits)` is the routing function with its VC rule (RC1 to RC3), asked for nodes of the network alone; its sets
    /// of VCs are those of message class 0, at the destination, too (RC2). It is asked 2^(2A + R) times, and made a diagram ([`Routing`]).
    ///
    /// # Errors
    /// A parameter out of range, or a route that does not go with the parameters.
    pub fn new(parameters: Parameters, route: impl Fn(u32, u32, u64) -> Route) -> Result<Self, Error> {
        parameters.check()?;
        let routing = Routing::new(&parameters, route)?;
        Ok(Self { parameters, routing })
    }

    /// The same, where routes do not depend on the destination (RC7, the routing bits say all): `route(node, routing bits)` is asked 2^(A + R) times.
    ///
    /// # Errors
    /// As [`Router::new`].
    pub fn by_routing_bits(parameters: Parameters, route: impl Fn(u32, u64) -> Route) -> Result<Self, Error> {
        parameters.check()?;
        let routing = Routing::by_routing_bits(&parameters, route)?;
        Ok(Self { parameters, routing })
    }

    /// The same router with another pipeline: the routing function is not asked again.
    pub fn with_pipeline(&self, pipeline: Pipeline) -> Self {
        Self { parameters: Parameters { pipeline, ..self.parameters.clone() }, routing: self.routing.clone() }
    }

    /// Its parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Its routing function.
    pub fn routing(&self) -> &Routing {
        &self.routing
    }

    /// Where a head with such data may go from `node`, if it is in VC `vc` of an input port (RC1 to RC3, RC7 to RC9).
    pub fn route<G: Gates>(&self, gates: &mut G, node: &[G::Bit], data: &[G::Bit], vc: usize) -> RouteBits<G::Bit> {
        self.routing.route(gates, &self.parameters, node, data, (vc, self.parameters.order))
    }

    /// The same before one VC is kept of each set (RC9).
    pub fn uncut_route<G: Gates>(&self, gates: &mut G, node: &[G::Bit], data: &[G::Bit], vc: usize) -> RouteBits<G::Bit> {
        self.routing.route(gates, &self.parameters, node, data, (vc, false))
    }

    /// The state in clock 0 (Z1).
    pub fn reset<G: Gates>(&self, gates: &mut G, node: &[G::Bit]) -> State<G::Bit> {
        State::reset(gates, &self.parameters, node)
    }
}
