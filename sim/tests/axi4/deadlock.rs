//! The walk of both networks, counted manually, and the cycles that it must find.

use torusmith_sim::deadlock::{Exchange, LOCAL_INPUT, OWN_LINK, Sides, Walk, check_axi4};
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::{Network, address_map};

fn walk(network: &str, managers: &[&str], subordinates: &[&str], sides: Sides, vcs: usize) -> Exchange {
    let network: Network = network.parse().unwrap();
    let range = |(i, node): (usize, &&str)| format!("[[range]]\nname = 'm{i}'\nbase = {:#x}\nsize = 4096\nnode = '{node}'\n", i << 12);
    let text = format!("managers = {managers:?}\n{}", subordinates.iter().enumerate().map(range).collect::<String>());
    let map = address_map::parse(&text, "map.toml", &network, 32).unwrap();
    check_axi4(&network, RoutingOptions::default(), Some(vcs), &map, sides, Walk::Exhaustive, &|_, _| ()).unwrap().0
}

/// 2 x 2: 8 links, and 4 dependencies, x before y. Twice: 16 and 8. A manager in a corner and a subordinate in the other: 4 local channels; 2 links
/// out of each corner and 2 into the other, twice 4 dependencies, and from request to response 1.
#[test]
fn two_by_two_counted_by_hand() {
    let found = walk("mesh:2,2", &["0,0"], &["1,1"], Sides::Contract, 1);
    assert_eq!((found.channels, found.dependencies, found.cycle.len()), (20, 17, 0));
    // Both sides at one node: 4 local channels and 2 own links; 2 out, 2 in, twice; from each of 2 channels of requests to each of 2 of responses.
    let found = walk("mesh:2,2", &["0,0"], &["0,0"], Sides::Contract, 1);
    assert_eq!((found.channels, found.dependencies, found.cycle.len()), (22, 20, 0));
    // Two VCs: twice the channels, and four times the dependencies, as a hop of a mesh may take any VC.
    let found = walk("mesh:2,2", &["0,0"], &["1,1"], Sides::Contract, 2);
    assert_eq!((found.channels, found.dependencies), (40, 68));
}

#[test]
fn the_contract_is_free_of_deadlock() {
    for network in ["torus:4,4", "torus:5,3", "mesh:4,4", "hypercube:4"] {
        let all: Vec<String> = {
            let network: Network = network.parse().unwrap();
            (0..network.nodes() as u32).map(|node| network.format_address(node)).collect()
        };
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(walk(network, &all, &all, Sides::Contract, 2).cycle.is_empty(), "{network}");
        for sides in [Sides::RefuseResponses, Sides::OneNetwork] {
            assert!(!walk(network, &all, &all, sides, 2).cycle.is_empty(), "{network} {sides:?}");
        }
    }
}

/// A manager side that may wait with a response: its request waits, over one link, for the subordinate, whose response waits for it.
#[test]
fn a_response_that_may_be_refused_closes_a_circle() {
    let cycle = walk("mesh:2,2", &["0,0"], &["0,1"], Sides::RefuseResponses, 1).cycle;
    let found: Vec<_> = cycle.iter().map(|channel| (channel.node, channel.port, channel.vc)).collect();
    // Node 0 by x+, node 1 by x-; VC 0 is of requests, VC 1 of responses. From its lowest channel on.
    assert_eq!(found, [(0, 0, 1), (0, LOCAL_INPUT, 0), (0, 1, 0), (1, 0, 0), (1, LOCAL_INPUT, 1), (1, 2, 1)]);
    // At one node: over the own links alone.
    let cycle = walk("mesh:2,2", &["0,0"], &["0,0"], Sides::RefuseResponses, 1).cycle;
    assert_eq!(cycle.iter().map(|channel| (channel.port, channel.vc)).collect::<Vec<_>>(), [(OWN_LINK, 0), (OWN_LINK, 1)]);
}

/// Responses on the channels of requests: two subordinates, each of whose responses waits for requests to the other.
#[test]
fn one_network_for_both_closes_a_circle() {
    let (managers, subordinates) = (["0,1", "1,0"], ["0,0", "1,1"]);
    assert!(walk("mesh:2,2", &managers, &subordinates, Sides::Contract, 1).cycle.is_empty());
    let cycle = walk("mesh:2,2", &managers, &subordinates, Sides::OneNetwork, 1).cycle;
    let local = |port| cycle.iter().filter(|channel| channel.port == port).count();
    assert_eq!((local(0), local(LOCAL_INPUT), cycle.len()), (2, 2, 8));
}
