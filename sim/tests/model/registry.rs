//! A family that a program adds: named, routed, simulated and checked like those of the crates.

use std::sync::Once;

use torusmith_sim::config::RouterConfig;
use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{
    Candidates, FamilyRouting, NetworkRouting, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, algorithms, choose, classes,
    for_network, least_vcs, register, rules,
};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{Coordinate, Family, FamilyName, Link, LinkSlices, Network, NetworkSpec, TerminalId, family};

use super::support::network;

/// A one-way ring: port 1 leads to port 1 of the next node.
#[derive(Debug)]
struct Ring(u32);

const NAME: FamilyName = FamilyName { prefix: "ring", title: "ring" };

static FAMILY: Family = Family {
    id: NAME,
    syntax: "ring:N",
    form: "ring:N, such as ring:6",
    read: |rest| family::numbers(rest).map(|[nodes]| Ok(Network::new(Ring(nodes)))),
};

static ROUTING: FamilyRouting<Ring> = FamilyRouting {
    prefix: NAME.prefix,
    algorithms: |_| &[RoutingAlgorithm::Dor],
    rules: |_| &[VcRule::Dateline, VcRule::Any],
    refusal: |_, rule| (rule == VcRule::Min2).then_some("a ring has one dimension"),
    ties: |_, _, _| &[Ties::Plus],
    classes: |_, choice| if choice.rule == VcRule::Dateline { 2 } else { 1 },
    build: |ring, choice, vcs| {
        let masks = classes(if choice.rule == VcRule::Dateline { 2 } else { 1 }, vcs);
        Ok(NetworkRouting::new(
            choice,
            Onward { ahead: masks[masks.len() - 1], behind: masks[0], all: ((1u16 << vcs) - 1) as u8, nodes: ring.0 },
        ))
    },
    walk: |_, _, _| None,
};

/// Routing in the ring: VCs of hops before and after the wrap link, which leads into node 0.
#[derive(Debug, Clone)]
struct Onward {
    ahead: u8,
    behind: u8,
    all: u8,
    nodes: u32,
}

impl Routing for Onward {
    fn route(&self, node: u32, TerminalId(destination): TerminalId, _bits: u64) -> Candidates {
        assert!(node < self.nodes);
        match node == destination {
            true => Candidates::one(0, self.all),
            false => Candidates::one(1, if node > destination { self.ahead } else { self.behind }),
        }
    }

    fn classes(&self) -> usize {
        if self.ahead == self.behind { 1 } else { 2 }
    }
}

impl NetworkSpec for Ring {
    fn family(&self) -> FamilyName {
        NAME
    }

    fn name(&self) -> String {
        format!("ring({})", self.0)
    }

    fn slug(&self) -> String {
        format!("ring_{}", self.0)
    }

    fn routers(&self) -> usize {
        self.0 as usize
    }

    fn ports(&self) -> usize {
        2
    }

    fn downstream(&self, node: u32, port: u8) -> Option<Link> {
        (port == 1).then_some(Link { node: (node + 1) % self.0, port: 1 })
    }

    fn port_label(&self, port: u8) -> &str {
        ["local", "onward"][port as usize]
    }

    fn format_address(&self, node: u32) -> String {
        node.to_string()
    }

    fn read_address(&self, text: &str) -> Result<u32, String> {
        text.parse().map_err(|_| "a number".into())
    }

    fn coordinates(&self) -> Vec<Coordinate<'_>> {
        vec![Coordinate::new("x", self.0, |node| node)]
    }
}

fn ring(name: &str) -> Network {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        torusmith_topology::register(&FAMILY);
        register(&ROUTING);
    });
    network(name)
}

fn options(rule: VcRule) -> RoutingOptions {
    RoutingOptions::new(RoutingAlgorithm::Dor, Some(rule))
}

#[test]
fn an_added_family_is_known_by_its_record() {
    let network = ring("ring:6");
    assert_eq!((algorithms(&network), rules(&network)), (&[RoutingAlgorithm::Dor][..], &[VcRule::Dateline, VcRule::Any][..]));
    assert_eq!(choose(&network, RoutingOptions::default()).unwrap().rule, VcRule::Dateline);
    assert_eq!([VcRule::Dateline, VcRule::Any].map(|rule| least_vcs(&network, options(rule)).unwrap()), [2, 1]);
    let routing = for_network(&network, options(VcRule::Any), 1).unwrap();
    assert_eq!((routing.rule(), routing.algorithm(), routing.classes()), (VcRule::Any, RoutingAlgorithm::Dor, 1));
}

#[test]
fn what_it_refuses_is_told_as_of_any_family() {
    let network = ring("ring:6");
    let refusal = |options, vcs| for_network(&network, options, vcs).unwrap_err().to_string();
    assert_eq!(refusal(RoutingOptions::default(), 1), "vcs = 1 is not allowed; the VC rule `dateline` of ring(6) needs at least 2");
    assert_eq!(refusal(RoutingOptions::default(), 9), "vcs = 9 is not allowed; allowed: 2 to 8");
    assert_eq!(
        refusal(options(VcRule::Min2), 2),
        "vc-rule = min2 is not allowed; allowed: dateline, any for ring(6) (a ring has one dimension)"
    );
    assert_eq!(refusal(options(VcRule::Two), 2), "vc-rule = two is not allowed; allowed: dateline, any for ring(6)");
    assert_eq!(refusal(RoutingOptions::new(RoutingAlgorithm::Ls, None), 2), "routing = ls is not allowed; allowed: dor for ring(6)");
}

/// Paths in a one-way ring of 6 have 1 to 5 links. With a dateline: class 1 on the links 1-2 to 5-0 towards a node after the wrap link, so of the 6
/// links all but the first, 0-1, have it; class 0 on the links 0-1 to 4-5. In each class every link asks for the next, 4 and 4; and 5-0 of class 1
/// asks for 0-1 of class 0. Without, six links in a ring.
#[test]
fn it_is_checked_for_deadlock() {
    let network = ring("ring:6");
    let report = |rule| check(&network, options(rule), None, Walk::Automatic, &|_, _| ()).unwrap();
    let dateline = report(VcRule::Dateline);
    assert_eq!((dateline.channels, dateline.dependencies, dateline.acyclic()), (10, 9, true));
    let any = report(VcRule::Any);
    assert_eq!((any.channels, any.dependencies, any.cycle.len()), (6, 6, 6));
}

#[test]
fn both_engines_run_it() {
    let simulation = |engine| Simulation {
        network: ring("ring:6"),
        routing: RoutingOptions::default(),
        router: RouterConfig { vcs: 2, ..RouterConfig::default() },
        slices: LinkSlices::default(),
        engine,
        traffic: TrafficOptions {
            pattern: Pattern::Uniform,
            rate: 0.2,
            lengths: Lengths::fixed(4).unwrap(),
            seed: 1,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: 2000, ..RunOptions::default() },
    };
    let [fast, reference] = [EngineKind::Fast, EngineKind::Reference].map(|engine| simulation(engine).run(|_| ()).unwrap());
    assert_eq!(fast, reference);
    let summary = fast.summary;
    assert!(fast.dead.is_none() && summary.created > 300 && summary.in_flight == 0, "{summary:?}");
    assert_eq!(summary.delivered + summary.queued, summary.created);
}

#[test]
fn without_a_record_there_is_no_routing() {
    let network = network("ccc:4");
    assert!(algorithms(&network).is_empty() && rules(&network).is_empty());
    let no_routing = "network CCC(4): it has no routing; torusmith topology tells what its graph is like";
    assert_eq!(for_network(&network, RoutingOptions::default(), 4).unwrap_err().to_string(), no_routing);
    assert_eq!(check(&network, RoutingOptions::default(), None, Walk::Automatic, &|_, _| ()).unwrap_err().to_string(), no_routing);
}

#[test]
#[should_panic(expected = "two routings of the networks that begin with ring")]
fn a_prefix_has_one_record() {
    ring("ring:6");
    register(&ROUTING);
}
