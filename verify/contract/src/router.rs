//! A router: parameters, routing function and behaviour.

use torusmith_design::Pipeline;

use crate::routing::{Route, RouteBits, Routing};
use crate::{Error, Gates, Parameters, State, vector};

/// A router of a network, by the contract.
#[derive(Debug, Clone)]
pub struct Router {
    parameters: Parameters,
    routing: Routing,
}

impl Router {
    /// Builds a router from `route(router, destination, routing bits)`, the routing function with its VC rule (RC1 to RC3). The function is
    /// evaluated once for each router, terminal and routing bits of the network, into a diagram ([`Routing`]). Its sets of VCs are those of message class
    /// 0, even at the destination (RC2).
    ///
    /// # Errors
    /// A parameter out of range, or a route that does not match the parameters.
    pub fn new(parameters: Parameters, route: impl Fn(u32, u32, u64) -> Route) -> Result<Self, Error> {
        parameters.check()?;
        let routing = Routing::new(&parameters, route)?;
        Ok(Self { parameters, routing })
    }

    /// Builds a router whose routes do not depend on the destination, only on routing bits (RC7): `route(node, routing bits)` is evaluated
    /// 2^(A + R) times.
    ///
    /// # Errors
    /// A parameter out of range, or a route that does not match the parameters.
    pub fn by_routing_bits(parameters: Parameters, route: impl Fn(u32, u64) -> Route) -> Result<Self, Error> {
        parameters.check()?;
        let routing = Routing::by_routing_bits(&parameters, route)?;
        Ok(Self { parameters, routing })
    }

    /// Builds a router that stands for every routing function of a set. Each flit has a hop with it, in
    /// [`hop_bits`](Parameters::hop_bits) behind its data: the fields that `route` decodes, and with RC7 the routing bits that the head carries
    /// on. What holds for any hops holds for those of each routing function, as a head's hop does not change while it waits. `route` gives
    /// none for fields that no routing function gives; without RC7 it gives no local port, because a head is local where its destination is.
    ///
    /// # Errors
    /// A parameter out of range, or a route that does not match the parameters.
    pub fn for_any_routes(parameters: Parameters, route: impl Fn(u64) -> Option<Route>) -> Result<Self, Error> {
        parameters.check()?;
        let routing = Routing::of_hops(&parameters, route)?;
        Ok(Self { parameters, routing })
    }

    /// The router with another pipeline; the routing function is not evaluated again.
    pub fn with_pipeline(&self, pipeline: Pipeline) -> Self {
        Self { parameters: Parameters { pipeline, ..self.parameters.clone() }, routing: self.routing.clone() }
    }

    /// The router's parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The router's routing function.
    pub fn routing(&self) -> &Routing {
        &self.routing
    }

    /// Routes from `node` of a head with this data in VC `vc` of an input port (RC1 to RC3, RC7 to RC9).
    pub fn route<G: Gates>(&self, gates: &mut G, node: &[G::Bit], data: &[G::Bit], vc: usize) -> RouteBits<G::Bit> {
        self.routing.route(gates, &self.parameters, node, data, (vc, self.parameters.order))
    }

    /// Routes like [`Router::route`], before one VC of each set is selected (RC9).
    pub fn uncut_route<G: Gates>(&self, gates: &mut G, node: &[G::Bit], data: &[G::Bit], vc: usize) -> RouteBits<G::Bit> {
        self.routing.route(gates, &self.parameters, node, data, (vc, false))
    }

    /// The address of the terminal at local port `k`, from the router's address (Z2); arbitrary where there is none.
    pub fn terminal<G: Gates>(&self, gates: &mut G, node: &[G::Bit], k: usize) -> Vec<G::Bit> {
        let parameters = &self.parameters;
        if parameters.apart.is_none() {
            return node.to_vec();
        }
        let of = |router: usize| (router < parameters.routers() as usize).then(|| parameters.terminal(router as u32, k)).flatten();
        (0..parameters.address_bits)
            .map(|b| vector::table(gates, node, &|router| of(router).map(|terminal| terminal >> b & 1 == 1)))
            .collect()
    }

    /// Whether the router has local port `k`, from its address (Z3).
    pub fn has_terminal<G: Gates>(&self, gates: &mut G, node: &[G::Bit], k: usize) -> G::Bit {
        if self.parameters.apart.is_none() {
            return gates.constant(true);
        }
        let routers = self.parameters.routers() as usize;
        vector::table(gates, node, &|router| (router < routers).then(|| self.parameters.terminal(router as u32, k).is_some()))
    }

    /// The state in clock 0 (Z1).
    pub fn reset<G: Gates>(&self, gates: &mut G, node: &[G::Bit]) -> State<G::Bit> {
        State::reset(gates, &self.parameters, node)
    }
}
