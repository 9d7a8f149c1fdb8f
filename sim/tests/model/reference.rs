//! Invariants of the reference engine, and the zero-load latency of rule N8.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::Engine;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::Routing;
use torusmith_topology::TerminalId;

use super::support::{config, drain, network, packet, papers_routing, reference, routing};

#[test]
fn a_lone_packet_takes_the_clocks_of_rule_n8() {
    for (pipeline, a_hop) in [(Pipeline::Two, 2), (Pipeline::Three, 3)] {
        // (network, source, destination, links): paths counted manually from the routing rules.
        for (name, from, to, links) in [
            ("ttn:2,2,0", "0000", "0001", 1),
            ("ttn:2,2,0", "0000", "0100", 3), // x- to 0003, 2H+ to 0103, x+ to 0100
            ("ttn:2,2,0", "0000", "3000", 3), // three 2V+ hops, one way
            ("ttn:2,2,1", "0000", "3000", 1), // one 2V- hop
            ("ttn:2,3,0", "000000", "231112", 14),
            ("torus:4,4", "0,0", "2,3", 3),
        ] {
            for flits in [1, 2, 16, 64] {
                let network = network(name);
                let mut engine = reference(&network, config(pipeline));
                let (from, to) = (network.parse_address(from).unwrap(), network.parse_address(to).unwrap());
                (0..5).for_each(|_| engine.step());
                engine.offer(packet(&routing(&network, 4), 0, from, to, flits, 5));
                let [delivery] = drain(&mut engine, 1000)[..] else { panic!("one delivery") };
                assert_eq!(delivery.injected, 5);
                assert_eq!(
                    delivery.delivered - delivery.injected,
                    a_hop * (links + 1) + u64::from(flits) - 1,
                    "{name} {from} {to} {flits}"
                );
            }
        }
    }
}

#[test]
fn invariants_hold_past_saturation_and_everything_arrives() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for (name, cases) in [("ttn:2,2,0", 1), ("ttn:2,2,1", 1), ("ttn:2,2,2", 1), ("torus:4,4", 6), ("torus:2,3", 6)] {
        // Half of them by the papers' routing.
        for case in 0..2 * cases {
            let network = network(name);
            let least = if name.starts_with("ttn") { 4 } else { 2 };
            let config = RouterConfig {
                vcs: rng.random_range(least..=8),
                depth: [4, 1, 2, 3, 5, 64][case / 2],
                pipeline: [Pipeline::Two, Pipeline::Three, Pipeline::One][rng.random_range(0..3)],
                reuse_empty: if rng.random() { 0 } else { rng.random_range(0..1 << least) },
                ..RouterConfig::default()
            };
            let routing = if case % 2 == 0 { routing } else { papers_routing }(&network, config.vcs);
            let mut engine = Reference::new(network.graph(), routing.clone(), config).unwrap();
            let (mut number, mut all) = (0, Vec::new());
            let nodes = network.routers() as u32;
            while engine.clock() < 150 {
                for source in 0..nodes {
                    let destination = rng.random_range(0..nodes);
                    if destination == source || rng.random_range(0..20) > 0 {
                        continue;
                    }
                    let flits = if rng.random() { 1 } else { rng.random_range(1..=20) };
                    let bits = routing.source_bits(TerminalId(source), TerminalId(destination), number);
                    engine.offer(torusmith_sim::engine::Packet {
                        bits,
                        ..packet(&routing, number, source, destination, flits, engine.clock())
                    });
                    number += 1;
                }
                engine.step();
                if engine.clock().is_multiple_of(5) {
                    assert_eq!(engine.violation(), None, "{name} {config:?} clock {}", engine.clock());
                }
                engine.take_deliveries(&mut all);
            }
            all.extend(drain(&mut engine, 200_000));
            assert_eq!(engine.violation(), None);
            assert_eq!(all.len() as u32, number, "{name} {config:?}");
            let mut numbers: Vec<u32> = all.iter().map(|d| d.packet.number).collect();
            numbers.sort_unstable();
            assert!(numbers.iter().copied().eq(0..number), "every packet once");
        }
    }
}
