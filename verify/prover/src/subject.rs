//! Subject of a proof: a folder that `torusmith generate` wrote, and the contract that it must keep.

use torusmith_contract::{Apart, Parameters, Route, Router};
use torusmith_design::{Order, Pipeline, RouterKind};
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_sim::routing::{self, NetworkRouting, Routing};
use torusmith_synthesis::{Cache, Sources, Yosys};
use torusmith_topology::{Network, TerminalId};

use crate::Error;
use crate::ahead::{Ahead, NEXT};
use crate::claims::Scope;
use crate::filter::{self, Filter};
use crate::miter::Miter;
use crate::netlist::Netlist;
use crate::registry;
use crate::routes::{self, Routes};
use crate::shape::Shape;

/// Bits of the router's address, destination and routing bits: a routing function of more is not tabled.
const MOST_ROUTE_BITS: u32 = 24;

/// A router, its contract and its netlist.
///
/// # Errors
/// [`Error::NotCovered`] for what nothing can be said of here; what yosys refuses.
pub fn miter(design: &Design, filter: filter::Kind, yosys: &Yosys, cache: &Cache) -> Result<Miter, Error> {
    // What is not covered is said before yosys is asked.
    if fits_a_table(design, &routing(design)?) {
        let shape = shape(design)?;
        let router = contract(design, &shape)?;
        return miter_of(design, shape, router, filter, netlist(design, yosys, cache, "")?);
    }
    let hops = registry::hops(design)?;
    let mut shape = shape_of(design, (1, vec![None; design.network.ports()]))?;
    shape.parameters.hop_bits = routes::hop_bits(&shape.parameters, shape.classes);
    let router = routes::contract(&shape).map_err(|error| Error::NotCovered(error.to_string()))?;
    let [cut, shown] = [routes::CUT, routes::SHOWN].map(|script| netlist(design, yosys, cache, script));
    // RC that is constant for an input port, as for the last dimension of a hypercube, has outputs without names.
    let shown = shown.map_err(|error| match error {
        Error::Netlist(message) => Error::NotCovered(format!("not covered: route computation of which {message}")),
        other => other,
    })?;
    let netlist = cut?;
    let routes = Routes::new(hops, &shape, &netlist, shown);
    let routes = routes.ok_or_else(|| Error::NotCovered("not covered: an input port without an instance `u_route`".into()))?;
    Ok(Miter { routes: Some(routes), ..miter_of(design, shape, router, filter, netlist)? })
}

/// The routing function is small enough for a table of all routers and heads.
fn fits_a_table(design: &Design, routing: &NetworkRouting) -> bool {
    let network = &design.network;
    // Where routing bits are rewritten they give the route alone (RC7).
    let destination = if routing.rewrites() { 0 } else { network.address_bits() };
    network.router_bits() + destination + network.route_bits() <= MOST_ROUTE_BITS
}

/// A router of which the netlist is given.
///
/// # Errors
/// As [`miter`].
pub(crate) fn miter_of(design: &Design, mut shape: Shape, router: Router, filter: filter::Kind, netlist: Netlist) -> Result<Miter, Error> {
    let one = shape.parameters.pipeline == Pipeline::One;
    shape.ahead = one && netlist.register(NEXT).is_some() && shape.link_hop_bits() <= shape.parameters.own().len();
    let p = &shape.parameters;
    // in_credit_*, out_*, error
    let width = p.ports * (4 + 2 * p.vc_bits() + p.flit_width) + 3 * p.locals();
    if netlist.outputs_width() != width {
        return Err(Error::NotCovered(format!("the outputs have {} bits, those of the contract {width}", netlist.outputs_width())));
    }
    let graph = design.network.graph();
    let filter = Filter::sent(filter, &shape, &graph, &routing(design)?);
    let ahead = shape.ahead.then(|| Ahead::new(&shape, &graph));
    Ok(Miter { shape, router, filter, ahead, netlist, routes: None, scope: Scope::All })
}

/// The netlist of the design's router; `more` is a script for yosys, see [`torusmith_synthesis::netlist`].
///
/// # Errors
/// Errors of yosys.
pub fn netlist(design: &Design, yosys: &Yosys, cache: &Cache, more: &str) -> Result<Netlist, Error> {
    let sources = Sources::read(&design.sources)?;
    let text = torusmith_synthesis::netlist(yosys, cache, &sources, &design.manifest.router, &parameters(design), more)?;
    Netlist::read(&text).map_err(Error::Netlist)
}

/// The parameters that the manifest gives the design's router, names and values.
pub fn parameters(design: &Design) -> Vec<(String, String)> {
    design.manifest.parameters.iter().map(|(name, value)| (name.clone(), value.to_string())).collect()
}

/// The parameters of a design, and what it leaves out.
///
/// # Errors
/// [`Error::NotCovered`].
pub fn shape(design: &Design) -> Result<Shape, Error> {
    let routing = routing(design)?;
    if !fits_a_table(design, &routing) {
        return Err(Error::NotCovered("not covered: a routing function of so many bits".into()));
    }
    let one = (1, vec![None; design.network.ports()]);
    shape_of(design, if routing.rewrites() { one } else { candidates(design, &routing)? })
}

/// Parameters of a design whose heads have so many candidates, and by output port the other candidate.
fn shape_of(design: &Design, (candidates, across): (usize, Vec<Option<usize>>)) -> Result<Shape, Error> {
    let manifest = &design.manifest;
    let routing = routing(design)?;
    let network = &design.network;
    let classes = manifest.classes.unwrap_or(1) as usize;
    let turns = manifest.class_turns();
    let whole = turns.len() == network.ports() && turns.iter().all(|rows| rows.len() == classes);
    if !whole || turns.iter().flatten().any(|row| row.len() != network.ports()) {
        return Err(Error::NotCovered("the manifest does not say which turns packets take".into()));
    }
    let config = design.config;
    let parameters = Parameters {
        ports: network.ports(),
        vcs: config.vcs,
        flit_width: manifest.router_flit_width() as usize,
        depth: config.depth,
        address_bits: network.address_bits() as usize,
        routing_bits: network.route_bits() as usize,
        nodes: network.terminals() as u32,
        apart: apart(network),
        pipeline: config.pipeline,
        message_classes: config.message_classes,
        reuse_empty: config.for_routing(&routing).reuse_empty,
        classes: routing.classes(),
        candidates,
        rewrites: routing.rewrites(),
        order: config.order == Order::Pair,
        hop_bits: 0,
        turns: (0..network.ports()).map(|i| outputs(&turns[i])).collect(),
    };
    let mixed = routing.classes() < classes;
    Ok(Shape { parameters, classes, mixed, across, turns, ahead: false })
}

/// Where the network's terminals are, if they are apart from routers.
fn apart(network: &Network) -> Option<Apart> {
    let graph = network.graph();
    let at = |router: usize| {
        (0..graph.local_ports()).map(|port| graph.terminal(router as u32, port as u8).map(|terminal| terminal.0)).collect::<Vec<_>>()
    };
    let apart = || Apart { router_bits: network.router_bits() as usize, terminals: (0..graph.routers()).map(at).collect() };
    graph.attached().apart().then(apart)
}

/// The contract of a design, with the routing function of the model.
///
/// # Errors
/// Errors of the contract.
pub fn contract(design: &Design, shape: &Shape) -> Result<Router, Error> {
    let routing = routing(design)?;
    let most = ((1u16 << shape.share()) - 1) as u8;
    let route = |node, destination, bits| {
        let (candidates, onward) = routing.route_onward(node, TerminalId(destination), bits);
        let candidates: Vec<(u8, u8)> = candidates.iter().map(|candidate| (candidate.port, candidate.vcs & most)).collect();
        Route::new(&candidates, onward)
    };
    let parameters = shape.parameters.clone();
    let made = match parameters.rewrites {
        true => Router::by_routing_bits(parameters, |node, bits| route(node, 0, bits)),
        false => Router::new(parameters, route),
    };
    made.map_err(|error| Error::NotCovered(error.to_string()))
}

/// The model's routing function.
///
/// # Errors
/// [`Error::NotCovered`] if there is none.
pub fn routing(design: &Design) -> Result<NetworkRouting, Error> {
    if design.manifest.router_kind == RouterKind::Multicast {
        return Err(Error::NotCovered("the multicast router has a contract of its own".into()));
    }
    routing::for_router(&design.network, design.routing_options(), design.config).map_err(|error| Error::NotCovered(error.to_string()))
}

/// A head that comes in and that the manifest's turns leave out, in words; none, if the manifest is right.
///
/// # Errors
/// [`Error::NotCovered`].
pub fn beyond_turns(design: &Design, shape: &Shape) -> Result<Option<String>, Error> {
    Ok(filter::beyond_turns(shape, &design.network.graph(), &routing(design)?))
}

/// Most candidates of a head, and by output port the one that is the other candidate where it is one of two.
fn candidates(design: &Design, routing: &NetworkRouting) -> Result<(usize, Vec<Option<usize>>), Error> {
    let (routers, terminals, bits) = (design.network.routers() as u32, design.network.terminals(), design.network.route_bits());
    let (mut most, mut across) = (1, vec![None; design.network.ports()]);
    let all =
        (0..routers).flat_map(|node| TerminalId::all(terminals).flat_map(move |to| (0..1u64 << bits).map(move |bits| (node, to, bits))));
    for (node, to, bits) in all {
        let candidates = routing.route(node, to, bits);
        let ports: Vec<usize> = candidates.iter().map(|candidate| candidate.port.into()).collect();
        most = most.max(ports.len());
        let [one, other] = ports[..] else { continue };
        if *across[one].get_or_insert(other) != other || *across[other].get_or_insert(one) != one {
            return Err(Error::NotCovered("not covered: candidates that are not the two ways round a ring (RC5)".into()));
        }
    }
    if most > 2 {
        return Err(Error::NotCovered("not covered: heads with more than two candidates (RC5)".into()));
    }
    Ok((most, across))
}

/// The output ports that packets of an input port turn to, a bit each.
fn outputs(rows: &[Vec<u32>]) -> u32 {
    (0..rows[0].len()).filter(|o| rows.iter().any(|row| row[*o] != 0)).fold(0, |set, o| set | 1 << o)
}
