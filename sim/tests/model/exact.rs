//! The router that allocates exactly within a clock, which the contract's router is compared with.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::Engine;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::NetworkRouting;

use super::support::{config, drain, network, packet, reference, routing};

fn exact(name: &str, config: RouterConfig) -> Reference<NetworkRouting> {
    let network = network(name);
    Reference::exact(network.graph(), routing(&network, config.vcs), config).unwrap()
}

/// Picks that ask for nothing (SA2) in 60 clocks past saturation; then everything drains.
fn void_picks(engine: &mut Reference<NetworkRouting>, name: &str, vcs: usize) -> usize {
    let network = network(name);
    let (routing, nodes) = (routing(&network, vcs), network.routers() as u32);
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut number, mut void) = (0, 0);
    while engine.clock() < 60 {
        for source in 0..nodes {
            let destination = rng.random_range(0..nodes);
            if destination != source {
                engine.offer(packet(&routing, number, source, destination, 1 + (number % 5) as u8, engine.clock()));
                number += 1;
            }
        }
        engine.step();
        assert_eq!(engine.violation(), None);
        void += (0..nodes as usize).map(|node| engine.trace(node).matches("void").count()).sum::<usize>();
    }
    drain(engine, 20_000);
    void
}

#[test]
fn no_request_is_void() {
    for (name, vcs) in [("torus:4,4", 2), ("torus:3,3,3", 4)] {
        for pipeline in [Pipeline::Two, Pipeline::Three] {
            let config = RouterConfig { vcs, ..config(pipeline) };
            assert_eq!(void_picks(&mut exact(name, config), name, vcs), 0, "{name}");
            assert!(void_picks(&mut reference(&network(name), config), name, vcs) > 0, "{name}");
        }
    }
}

/// Rule N8, and a head that follows another packet's tail: in the contract's router it asks for the VC as long as that has credits (VC4), so that
/// both pass the same number of clocks.
#[test]
fn without_others_in_the_way_the_clocks_are_the_same() {
    for pipeline in [Pipeline::Two, Pipeline::Three] {
        let network = network("torus:4,4");
        let config = RouterConfig { vcs: 2, ..config(pipeline) };
        let routing = routing(&network, 2);
        let deliveries = |engine: &mut Reference<NetworkRouting>| {
            for number in 0..4 {
                engine.offer(packet(&routing, number, 0, 10, 4, 0));
            }
            drain(engine, 1000).iter().map(|delivery| delivery.delivered).collect::<Vec<_>>()
        };
        assert_eq!(deliveries(&mut exact("torus:4,4", config)), deliveries(&mut reference(&network, config)));
    }
}
