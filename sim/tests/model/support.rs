//! Helpers of several tests.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::deadlock::Walk;
use torusmith_sim::engine::{Delivery, Engine, Packet};
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingOptions, Ties, for_network};
use torusmith_topology::{Network, TerminalId};

pub fn network(name: &str) -> Network {
    name.parse().unwrap()
}

/// Walks of representatives and of all pairs; large networks walk all pairs in soaks alone.
pub fn walks(network: &Network) -> &'static [Walk] {
    let all = cfg!(feature = "soak") || network.routers() <= 1024;
    if all { &[Walk::Representatives, Walk::Exhaustive] } else { &[Walk::Representatives] }
}

/// Options of the papers' routing (docs/networks.md, "What goes together").
pub fn papers() -> RoutingOptions {
    RoutingOptions::default().with_ties(Ties::Plus)
}

pub fn papers_routing(network: &Network, vcs: usize) -> NetworkRouting {
    for_network(network, papers(), vcs).unwrap()
}

/// The default one.
pub fn routing(network: &Network, vcs: usize) -> NetworkRouting {
    for_network(network, RoutingOptions::default(), vcs).unwrap()
}

pub fn config(pipeline: Pipeline) -> RouterConfig {
    RouterConfig { pipeline, ..RouterConfig::default() }
}

pub fn reference(network: &Network, config: RouterConfig) -> Reference<NetworkRouting> {
    Reference::new(network.graph(), routing(network, config.vcs), config).unwrap()
}

/// A packet with the routing bits that its source gives it.
pub fn packet(routing: &impl Routing, number: u32, source: u32, destination: u32, flits: u8, created: u64) -> Packet {
    let (source, destination) = (TerminalId(source), TerminalId(destination));
    Packet { number, source, destination, bits: routing.source_bits(source, destination, number), flits, created }
}

/// Steps until nothing is queued or in flight.
///
/// # Panics
/// After `most` clocks.
pub fn drain(engine: &mut (impl Engine + ?Sized), most: u64) -> Vec<Delivery> {
    let mut all = Vec::new();
    let end = engine.clock() + most;
    while engine.queued() + engine.in_flight() > 0 {
        assert!(engine.clock() < end, "not drained in {most} clocks: {:?}", engine.waiting());
        engine.step();
        engine.take_deliveries(&mut all);
    }
    all
}
