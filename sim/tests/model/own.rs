//! Networks from files: routing by table, worked out manually; the deadlock walk against that of the crate that finds classes.

use torusmith_sim::Error;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::deadlock::{Channel, Report, Walk, check, turns};
use torusmith_sim::routing::{
    Choice, Hop, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, choose, for_network, for_router, least_vcs, path,
};
use torusmith_sim::simulation::EngineKind;
use torusmith_topology::{Graph, LinkSlices, Network, TerminalId};
use torusmith_vc_classes::{Class, Classes, walk};

use super::support::packet;
use crate::own_networks::{Drawn, EXAMPLES, drawn, example, parsed, routes};

/// A one-way ring of four nodes, whose links have ports of their own at each end; by class of the hop at each node, as TOML.
fn ring(classes: &str, class: impl Fn(usize, usize) -> Option<u8>) -> Network {
    let names = ["a", "b", "c", "d"];
    let ends = [("east", 3), ("south", 1), ("west", 2), ("north", 3)];
    let links: Vec<_> = (0..4)
        .map(|i| format!("{{ from = \"{}:{}\", to = \"{}:{}\", slices = {} }}", names[i], ends[i].0, names[(i + 1) % 4], ends[i].1, i % 2))
        .collect();
    let pairs = (0..4).flat_map(|at| (0..4).map(move |to| (at, to))).filter(|(at, to)| at != to);
    let rows: Vec<_> = pairs
        .map(|(at, to)| {
            let class = class(at, to).map_or(String::new(), |class| format!(", class = {class}"));
            format!("{{ at = \"{}\", to = \"{}\", port = \"{}\"{class} }}", names[at], names[to], ends[at].0)
        })
        .collect();
    Network::new(parsed(&format!(
        "nodes = [\"a\", \"b\", \"c\", \"d\"]\nports = [\"east\", \"south\", \"west\", \"north\"]\nlinks = [{}]\nroutes = [{}]\nclasses = {classes}",
        links.join(", "),
        rows.join(", ")
    )))
}

/// Class 1 as long as the link from d to a is ahead.
fn dateline(at: usize, to: usize) -> Option<u8> {
    Some(u8::from(at > to))
}

fn report(network: &Network, vcs: Option<usize>) -> Report {
    check(network, RoutingOptions::default(), vcs, Walk::Automatic, &|_, _| ()).unwrap()
}

#[test]
fn one_algorithm_one_rule_no_ties() {
    let network = ring("2", dateline);
    let options = RoutingOptions::default();
    let table = Choice { algorithm: RoutingAlgorithm::Table, rule: VcRule::Table, ties: Ties::Plus };
    assert_eq!((choose(&network, options).unwrap(), least_vcs(&network, options).unwrap()), (table, 2));
    for (options, told) in [
        (RoutingOptions::new(RoutingAlgorithm::Dor, None), "routing = dor is not allowed; allowed: table for my"),
        (RoutingOptions::new(None, Some(VcRule::Any)), "vc-rule = any is not allowed; allowed: table for my"),
        (options.with_ties(Ties::Balanced), "ties = balanced is not allowed; allowed: plus for my"),
    ] {
        assert_eq!(choose(&network, options).unwrap_err().to_string(), told);
    }
    let few = for_network(&network, options, 1).unwrap_err().to_string();
    assert_eq!(few, "vcs = 1 is not allowed; the VC rule `table` of my needs at least 2");
}

/// No network but those from files is routed by a table.
#[test]
fn no_built_in_network_has_a_table() {
    let told = choose(&"mesh:4,4".parse().unwrap(), RoutingOptions::new(RoutingAlgorithm::Table, None)).unwrap_err().to_string();
    assert_eq!(told, "routing = table is not allowed; allowed: dor for mesh(4,4)");
}

/// d to b: by port 4, north, in class 1, over a by port 1, east, in class 0. Of 4 VCs class 0 owns the lower two.
#[test]
fn routes_by_hand() {
    let network = ring("2", dateline);
    let routing = for_network(&network, RoutingOptions::default(), 4).unwrap();
    let hops = |from, to| path(&network.graph(), &routing, TerminalId(from), TerminalId(to)).unwrap();
    let hop = |node, port, vcs| Hop { node, port, vcs };
    assert_eq!(hops(3, 1), [hop(3, 4, 0b1100), hop(0, 1, 0b0011), hop(1, 0, 0b1111)]);
    assert_eq!(hops(0, 3), [hop(0, 1, 0b0011), hop(1, 2, 0b0011), hop(2, 3, 0b0011), hop(3, 0, 0b1111)]);
    assert_eq!(routing.classes(), 2);

    // Without a class a hop may take any VC, and VC allocation has one arbiter a port.
    let network = ring("2", |at, to| dateline(at, to).filter(|_| at != 0));
    let routing = for_network(&network, RoutingOptions::default(), 4).unwrap();
    assert_eq!(path(&network.graph(), &routing, TerminalId(0), TerminalId(1)).unwrap()[0], hop(0, 1, 0b1111));
    assert_eq!(routing.classes(), 1);
}

#[test]
fn the_ring_waits_for_itself_with_one_class_and_not_with_two() {
    let one = report(&ring("1", |_, _| Some(0)), None);
    let channel = |node, port| Channel { node, port, vc: 0 };
    assert_eq!((one.channels, one.dependencies, one.core, one.acyclic()), (4, 4, 4, false));
    assert_eq!(one.cycle, [channel(0, 1), channel(1, 2), channel(2, 3), channel(3, 4)]);

    // Class 0: the links of a, b, c; class 1: those of b, c, d. A packet in class 1 stays there until d, and goes on in class 0 at a: 2 + 2 + 1.
    let two = report(&ring("2", dateline), None);
    assert_eq!((two.channels, two.dependencies, two.acyclic()), (6, 5, true));

    // Any class is every VC: 4 links of 2, and each waits for both of the next.
    let any = report(&ring("1", |_, _| None), Some(2));
    assert_eq!((any.channels, any.dependencies, any.cycle.len()), (8, 16, 4));
}

/// Channels, dependencies and the verdict as the crate that finds classes has them, which follows the packets of all sources.
fn as_walked(network: &Network, count: usize) -> bool {
    let (routes, table, nodes) = (routes(network), network.route_table().unwrap(), network.routers());
    let class = |hop: usize| table.hop((hop / nodes) as u32, TerminalId((hop % nodes) as u32)).class.map_or(Class::Any, Class::One);
    let classes: Vec<Class> = (0..nodes * nodes).map(class).collect();
    let walked = walk(&routes, &Classes::new(&routes, count, &classes).unwrap()).unwrap();
    let found = report(network, None);
    assert_eq!(
        (found.channels, found.dependencies, found.acyclic()),
        (walked.channels, walked.dependencies, walked.acyclic()),
        "{network}"
    );
    found.acyclic()
}

#[test]
fn the_walk_counts_what_another_one_counts() {
    for name in EXAMPLES {
        let network = example(name);
        assert!(as_walked(&network, least_vcs(&network, RoutingOptions::default()).unwrap()), "{name}");
    }
    let (mut good, mut bad) = (0, 0);
    for seed in 0..60u32 {
        let classes = (1 + seed % 8) as u8;
        let what = Drawn { nodes: 2 + seed % 13, more: seed, ports: 2 + seed % 14, sliced: 0, classes, any: seed % 3, seed: seed.into() };
        if as_walked(&drawn(what), classes.into()) { good += 1 } else { bad += 1 }
    }
    assert!(good > 5 && bad > 5, "{good} acyclic, {bad} not");
}

/// Rule N8, links with registers: in the ring from a to d 3 links, one of which has a register.
#[test]
fn a_packet_alone_takes_the_clocks_of_its_way() {
    let network = ring("2", dateline);
    let graph: Graph = LinkSlices::new(&network).graph(&network);
    for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
        for kind in [EngineKind::Fast, EngineKind::Reference] {
            let config = RouterConfig { vcs: 2, depth: 8, pipeline, ..RouterConfig::default() };
            let routing = for_router(&network, RoutingOptions::default(), config).unwrap();
            let mut engine = kind.build(&graph, routing.clone(), config, false).unwrap();
            engine.offer(packet(&routing, 0, 0, 3, 5, 0));
            let mut arrived = Vec::new();
            (0..40).for_each(|_| engine.step());
            engine.take_deliveries(&mut arrived);
            let clocks: Vec<u64> = arrived.iter().map(|delivery| delivery.delivered).collect();
            assert_eq!(clocks, [u64::from(pipeline.clocks()) * 4 + 1 + 4], "{kind} {pipeline:?}");
        }
    }
}

#[test]
fn classes_to_be_found_are_refused() {
    let network = ring("\"auto\"", |_, _| None);
    let options = RoutingOptions::default();
    let open = Error::OpenClasses { network: "my".into() };
    assert_eq!(open.to_string(), "network my: classes = \"auto\" has not been resolved; allowed here: a number of classes");
    assert_eq!(choose(&network, options), Err(open.clone()));
    assert_eq!(least_vcs(&network, options), Err(open.clone()));
    assert_eq!(for_network(&network, options, 4).err(), Some(open.clone()));
    assert_eq!(for_router(&network, options, RouterConfig { message_classes: 2, ..RouterConfig::default() }).err(), Some(open.clone()));
    assert_eq!(check(&network, options, None, Walk::Automatic, &|_, _| ()), Err(open.clone()));
    assert_eq!(turns(&network, options), Err(open));
}

/// 16 ports of 8 VCs: the walk has all of them, and the reference engine; the fast one has 64 VCs a router, and says so.
#[test]
fn sixteen_ports_of_eight_vcs() {
    let network = drawn(Drawn { nodes: 40, more: 700, ports: 15, sliced: 0, classes: 8, any: 1, seed: 9 });
    assert_eq!(network.ports(), 16);
    as_walked(&network, 8);
    let config = RouterConfig { vcs: 8, ..RouterConfig::default() };
    let routing = for_router(&network, RoutingOptions::default(), config).unwrap();
    assert!(EngineKind::Reference.build(&network.graph(), routing.clone(), config, false).is_ok());
    let told = EngineKind::Fast.build(&network.graph(), routing, config, false).err().unwrap().to_string();
    assert_eq!(told, "vcs = 8 is not allowed; allowed: 1 to 4 for routers of 16 ports; --engine reference takes 1 to 8");
}
