//! One simulation on several threads: its output does not depend on their number.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::LinkSlices;

fn simulation(network: &str, rate: f64, router: RouterConfig) -> Simulation {
    Simulation {
        network: network.parse().unwrap(),
        routing: RoutingOptions::default(),
        router,
        slices: LinkSlices::default(),
        engine: EngineKind::Fast,
        traffic: TrafficOptions {
            pattern: Pattern::Uniform,
            rate,
            lengths: Lengths::any_of(&[1, 5, 16]).unwrap(),
            seed: 3,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: 400, warm_up: 40, ..RunOptions::default() },
    }
}

/// Every delivery and every figure, as text.
fn told(simulation: &Simulation, threads: usize) -> String {
    let mut run = simulation.start_on(threads).unwrap();
    let mut text = String::new();
    while !run.done() {
        run.begin();
        for delivery in run.finish().unwrap() {
            text += &format!("{delivery:?}\n");
        }
    }
    format!("{text}{:?}\n{:?}", run.summary(), run.engine().link_flits())
}

fn check(simulation: &Simulation) {
    let alone = told(simulation, 1);
    assert!(alone.lines().count() > 300, "{}: too few packets to tell", simulation.network);
    for threads in [2, 3, 8] {
        assert!(told(simulation, threads) == alone, "{} differs on {threads} threads", simulation.network);
    }
}

#[test]
fn nothing_depends_on_the_number_of_threads() {
    let router = RouterConfig::default();
    for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
        check(&simulation("ttn:2,2,1", 0.05, RouterConfig { pipeline, ..router }));
        check(&simulation("torus:8,9", 0.4, RouterConfig { pipeline, ..router }));
    }
    check(&simulation("rdt:8", 0.3, router));
    check(&Simulation {
        routing: RoutingOptions::new(RoutingAlgorithm::LsCs, None),
        ..simulation("htn:4,4,2,1", 0.05, RouterConfig { vcs: 3, ..router })
    });
}

#[test]
fn nor_with_registers_on_links() {
    for pipeline in [Pipeline::One, Pipeline::Two] {
        let plain = simulation("torus:8,8", 0.2, RouterConfig { pipeline, ..RouterConfig::default() });
        check(&Simulation { slices: LinkSlices::read(&plain.network, "1,wrap=2").unwrap(), ..plain });
    }
}

/// No more threads are started than needed for the routers.
#[test]
fn more_threads_than_routers_are_not_started() {
    let mut small = simulation("torus:3,3", 0.4, RouterConfig::default());
    small.run.cycles = 1000;
    check(&small);
}
