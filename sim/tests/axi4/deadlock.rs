//! The walk of both networks, counted manually, and the cycles that it must find.

use torusmith_sim::deadlock::{Exchange, LOCAL_INPUT, MANAGERS, OWN_LINK, SideOptions, Sides, Walk, check_axi4};
use torusmith_sim::routing::RoutingOptions;
use torusmith_topology::{Network, address_map};

fn walk(network: &str, managers: &[&str], subordinates: &[&str], sides: Sides, vcs: usize) -> Exchange {
    walk_classes(network, managers, subordinates, sides, vcs, (1, false))
}

/// With so many message classes, and writes that start before their last beat.
fn walk_classes(
    network: &str,
    managers: &[&str],
    subordinates: &[&str],
    sides: Sides,
    vcs_a_class: usize,
    (message_classes, write_start): (usize, bool),
) -> Exchange {
    let network: Network = network.parse().unwrap();
    let range = |(i, node): (usize, &&str)| format!("[[range]]\nname = 'm{i}'\nbase = {:#x}\nsize = 4096\nnode = '{node}'\n", i << 12);
    let text = format!("managers = {managers:?}\n{}", subordinates.iter().enumerate().map(range).collect::<String>());
    let map = address_map::parse(&text, "map.toml", &network, 32).unwrap();
    let sides = SideOptions { map: &map, sides, message_classes, write_start };
    check_axi4(&network, RoutingOptions::default(), vcs_a_class, sides, Walk::Exhaustive, &|_, _| ()).unwrap()
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

/// Two message classes: twice the links and local channels of one, 2 x 20, and their dependencies, 2 x 16, but from each of the subordinate's two
/// local outputs to both local inputs, 4. With writes that start early the managers, which 8 links and a local output of writes wait for, and which wait
/// for reads, by one local input; without the promise for writes, by one more.
#[test]
fn reads_and_writes_counted_by_hand() {
    let walk = |sides, write_start| walk_classes("mesh:2,2", &["0,0"], &["1,1"], sides, 1, (2, write_start));
    let found = walk(Sides::Contract, false);
    assert_eq!((found.channels, found.dependencies, found.cycle.len()), (40, 36, 0));
    let found = walk(Sides::Contract, true);
    assert_eq!((found.channels, found.dependencies, found.cycle.len()), (41, 36 + 9 + 1, 0));
    let found = walk(Sides::BreakPromise, true);
    assert_eq!((found.channels, found.dependencies), (41, 36 + 9 + 2));
    // A write waits for a link that another one holds, whose manager waits for the first one. VC 1 is of writes.
    let cycle: Vec<_> = found.cycle.iter().map(|channel| (channel.node, channel.port, channel.vc)).collect();
    assert_eq!(cycle, [(0, 1, 1), (0, MANAGERS, 1), (0, LOCAL_INPUT, 1)]);
}

/// Reads that had no channels of their own would close a circle with the writes that wait for them.
#[test]
fn early_writes_need_two_classes() {
    for network in ["mesh:4,4", "torus:4,4", "hypercube:4"] {
        let network_of: Network = network.parse().unwrap();
        let nodes: Vec<String> = (0..16).map(|node| network_of.format_address(node)).collect();
        let nodes: Vec<&str> = nodes.iter().map(String::as_str).collect();
        let (managers, subordinates) = nodes.split_at(8);
        let walk = |sides, classes| walk_classes(network, managers, subordinates, sides, 2, (classes, true)).cycle.len();
        assert_eq!(walk(Sides::Contract, 2), 0, "{network}");
        assert_eq!((walk(Sides::Contract, 1), walk(Sides::BreakPromise, 2)), (3, 3), "{network}");
    }
}
