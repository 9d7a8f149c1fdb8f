//! Every hop of the model's routing functions against the description of the routes that generator and test bench use (`torusmith-routes`): two readings of
//! docs/networks.md.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use torusmith_routes::{Choices, routes};
use torusmith_sim::routing::{Routing, RoutingOptions, Ties, algorithms, choose, for_network, least_vcs, rules};
use torusmith_topology::{Network, TerminalId};

use super::support::network;

/// A name in the vocabulary of the description.
fn renamed<T: FromStr<Err: Debug>>(value: impl Display) -> T {
    value.to_string().parse().unwrap()
}

/// Compares the combinations of algorithm, VC rule and ties that a network has and that are described; returns their number.
fn agree(network: &Network, step: usize) -> usize {
    let pairs = algorithms(network).iter().flat_map(|&algorithm| rules(network).iter().map(move |&rule| (algorithm, rule)));
    let all = pairs
        .flat_map(|(algorithm, rule)| [Ties::Plus, Ties::Balanced].map(|ties| RoutingOptions::new(algorithm, Some(rule)).with_ties(ties)));
    let mut count = 0;
    for (options, choice) in all.filter_map(|options| Some((options, choose(network, options).ok()?))) {
        let choices = Choices { routing: renamed(choice.algorithm), vc_rule: renamed(choice.rule), ties: renamed(choice.ties) };
        let Some(routes) = routes(network, &choices) else { continue };
        count += 1;
        let vcs = least_vcs(network, options).unwrap();
        assert_eq!(routes.classes() as usize, vcs, "{network} {choice:?}");
        let model = for_network(network, options, vcs).unwrap();
        let nodes = network.routers() as u32;
        for source in (0..nodes).step_by(step) {
            for to in (0..nodes).skip(source as usize % 7).step_by(step).filter(|&to| to != source) {
                let (start, source, to) = (source, TerminalId(source), TerminalId(to));
                let bits = |number| (number, routes.source_bits(source, to, number));
                (0..2 * routes.source_period()).map(bits).for_each(|(number, bits)| {
                    assert_eq!(bits, model.source_bits(source, to, number), "{network} {choice:?}: {source} to {to}")
                });
                let written: BTreeSet<u64> = (0..routes.source_period()).map(|number| bits(number).1).collect();
                assert_eq!(written, model.source_choices(source, to).iter().copied().collect(), "{network} {choice:?}: {source} to {to}");
                let mut heads: Vec<(u32, u64)> = written.into_iter().map(|bits| (start, bits)).collect();
                while let Some((node, bits)) = heads.pop() {
                    let (hop, (candidates, onward)) = (routes.route(node, to, bits), model.route_onward(node, to, bits));
                    let told: Vec<(u8, u8)> = hop.candidates().map(|lanes| (lanes.port, lanes.classes)).collect();
                    let found: Vec<(u8, u8)> = candidates.iter().map(|candidate| (candidate.port, candidate.vcs)).collect();
                    assert_eq!((&told, hop.bits), (&found, onward), "{network} {choice:?}: {node} to {to}, bits {bits:b}");
                    let links = told.iter().filter(|(port, _)| *port != 0).map(|&(port, _)| network.downstream(node, port).unwrap());
                    heads.extend(links.map(|link| (link.node, onward)));
                }
            }
        }
    }
    count
}

fn check(name: &str, step: usize, count: usize) {
    assert_eq!(agree(&network(name), step), count, "{name}");
}

#[test]
fn tori_connected_networks_are_routed_as_described() {
    // Some pairs of large networks, and more of them in soaks.
    let [three_levels, large_modules, four_levels, five_levels] =
        if cfg!(feature = "soak") { [31, 37, 509, 8191] } else { [67, 73, 1021, 16381] };
    for kind in ["ttn", "sttn", "mtn", "tesh"] {
        for (name, step) in [("2,2,0", 1), ("2,3,1", three_levels), ("3,2,0", large_modules)] {
            for bidirectional in [false, true] {
                let network = network(&format!("{kind}:{name}")).with_bidirectional(bidirectional).unwrap();
                assert!(agree(&network, step) > 1, "{network}");
            }
        }
        for (name, step) in [("2,2,2", 1), ("2,4,0", four_levels), ("2,5,0", five_levels)].into_iter().skip((kind == "sttn").into()) {
            assert!(agree(&network(&format!("{kind}:{name}")), step) > 1, "{kind}:{name}");
        }
    }
}

#[test]
fn other_networks_are_routed_as_described() {
    for (name, step) in
        [("torus:4,4", 1), ("torus:6,5", 1), ("torus:2,9,4", 1), ("torus:12,16", 1), ("torus:17,24", 3), ("torus:256,256", 2003)]
    {
        check(name, step, 3);
    }
    for (name, step) in [("mesh:5,3", 1), ("mesh:256,256", 2003), ("hypercube:1", 1), ("hypercube:7", 1), ("hypercube:16", 2003)] {
        check(name, step, 1);
    }
    for q in 0..3 {
        check(&format!("htn:4,4,2,{q}"), 11, 11);
    }
    for (side, step) in [(4, 1), (8, 1), (16, 1), (32, 7), (64, 31), (128, 131)] {
        check(&format!("rdt:{side}"), step, 1);
    }
}
