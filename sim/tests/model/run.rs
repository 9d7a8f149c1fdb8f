//! Runs: conservation, statistics, the watchdog, sweeps.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::{Delivery, Packet};
use torusmith_sim::histogram::Histogram;
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, VcRule};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation, sweep};
use torusmith_sim::stats::{Spans, Statistics, Sums};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::{LinkSlices, TerminalId};

use super::support::network;

fn simulation(name: &str, pattern: Pattern, rate: f64, cycles: u64) -> Simulation {
    Simulation {
        network: network(name),
        routing: RoutingOptions::default(),
        router: RouterConfig::default(),
        slices: LinkSlices::default(),
        engine: EngineKind::Fast,
        traffic: TrafficOptions { pattern, rate, lengths: Lengths::default(), seed: 1, sources: Sources::default() },
        run: RunOptions { cycles, ..RunOptions::default() },
    }
}

#[test]
fn nothing_is_lost_under_any_pattern_on_either_engine() {
    for pattern in Pattern::ALL {
        for (rate, pipeline) in [(0.02, Pipeline::Two), (0.5, Pipeline::Three)] {
            let mut simulation = simulation("torus:8,8", pattern, rate, 1000);
            simulation.router.pipeline = pipeline;
            let fast = simulation.run(|_| ()).unwrap();
            assert_eq!(fast.dead, None);
            let s = &fast.summary;
            assert_eq!(s.in_flight, 0);
            assert_eq!(s.created, s.delivered + s.queued, "{pattern} {rate}");
            assert!(s.delivered > 0);
            assert_eq!(rate == 0.5, s.queued > 0, "past saturation some never leave");
            simulation.engine = EngineKind::Reference;
            assert_eq!(simulation.run(|_| ()).unwrap(), fast, "{pattern} {rate}");
        }
    }
}

/// Transpose on a fat tree of four levels, from s3 s2 s1 s0 to s1 s0 s3 s2: by the destination the 16 terminals of equal s3 s2 go up by port s2, to one
/// router, and there by port s3, a link for all of them. Where the routers above are full, `adaptive-up` goes up beside it.
#[test]
fn packets_that_find_no_place_above_go_up_beside_it() {
    let accepted = |algorithm| {
        let mut simulation = simulation("fattree:4,4", Pattern::Transpose, 1.0, 4000);
        simulation.routing = RoutingOptions::new(algorithm, None);
        simulation.router.vcs = 1;
        simulation.run(|_| ()).unwrap().summary.all.accepted.unwrap()
    };
    let (by_destination, beside) = (accepted(RoutingAlgorithm::Dor), accepted(RoutingAlgorithm::AdaptiveUp));
    assert!((by_destination - 1.0 / 16.0).abs() < 0.001, "{by_destination}");
    assert!(beside > 3.0 * by_destination, "{beside} against {by_destination}");
}

/// Transpose on a 4x4 torus far below saturation.
#[test]
fn statistics_of_a_quiet_network() {
    let mut simulation = simulation("torus:4,4", Pattern::Transpose, 0.01, 20_000);
    simulation.run.warm_up = 1000;
    let outcome = simulation.run(|_| ()).unwrap().summary;
    // Of 12 nodes that send, those with |row - column| = 2 (4 nodes) take 2 + 2 links, the others 1 + 1.
    let (hops, all) = (outcome.hops_mean.unwrap(), &outcome.all);
    let (offered, accepted) = (all.offered.unwrap(), all.accepted.unwrap());
    let (network, total) = (all.latencies.network.latency().unwrap(), all.latencies.total.latency().unwrap());
    assert!((hops - (4.0 * 4.0 + 8.0 * 2.0) / 12.0).abs() < 0.1, "{hops}");
    assert!((offered - 0.01 * 12.0 / 16.0).abs() < 0.001, "{offered}");
    assert!((accepted - offered).abs() < 0.0005);
    // 2 (h + 1) + 15 with h = 2 at least (N8); most packets meet no other packet.
    assert_eq!(network.p50, 21);
    assert!(network.mean >= 21.0 && network.mean < 24.5);
    assert!(total.mean >= network.mean);
    let mean_use: f64 = outcome.links.iter().map(|l| l.flits).sum::<f64>() / 16.0;
    assert!((mean_use - accepted * hops).abs() < 0.001);
    assert_eq!(outcome.links.len(), 64);
    assert!(outcome.links.iter().all(|l| (0.0..=1.0).contains(&l.flits)));
}

/// Window 100..200. Loads count packets created and packets that arrive in it, latencies packets created in it.
#[test]
fn what_counts_in_a_window() {
    let mut statistics = Statistics::new(Spans::after(100, 200));
    // (created, injected, delivered, flits)
    for (created, injected, delivered, flits) in
        [(99, 100, 130, 16), (100, 103, 140, 4), (150, 150, 199, 2), (199, 210, 260, 8), (200, 201, 220, 1)]
    {
        let packet = Packet { number: 0, source: TerminalId(0), destination: TerminalId(1), bits: 0, flits, created };
        statistics.create(&packet);
        statistics.deliver(&Delivery { packet, injected, delivered });
    }
    let measured = statistics.measured(100, 200);
    assert_eq!((measured.offered(2), measured.accepted(2)), (Some(14.0 / 200.0), Some(22.0 / 200.0)));
    assert_eq!((measured.all.created, measured.all.packets), (3, 3));
    let (network, total) = (measured.latencies.network.latency().unwrap(), measured.latencies.total.latency().unwrap());
    assert_eq!((network.mean, network.p50, network.max), ((37.0 + 49.0 + 50.0) / 3.0, 49, 50));
    assert_eq!((total.mean, total.p50, total.max), ((40.0 + 49.0 + 61.0) / 3.0, 49, 61));
    // The window in 40 spans: packets of clocks 100, 150 and 199 in the first, in the middle and in the last, arrivals of clocks 130, 140 and 199.
    assert_eq!(measured.spans.len(), 40);
    let spans = |of: fn(&Sums) -> u64| measured.spans.iter().map(of).collect::<Vec<_>>();
    let at =
        |found: [(usize, u64); 3]| (0..40).map(|i| found.iter().find(|(at, _)| *at == i).map_or(0, |(_, sum)| *sum)).collect::<Vec<_>>();
    assert_eq!(spans(|span| span.network), at([(0, 37), (20, 49), (39, 50)]));
    assert_eq!(spans(|span| span.accepted), at([(12, 16), (16, 4), (39, 2)]));
    assert_eq!(spans(|span| span.clocks).iter().sum::<u64>(), 100);
    // A run that ended in clock 160, and one that ended in the warm-up: loads are over the clocks that were run, or of none.
    let cut = statistics.measured(100, 160);
    assert_eq!((cut.offered(2), cut.accepted(2), cut.spans.len()), (Some(14.0 / 120.0), Some(22.0 / 120.0), 0));
    assert_eq!((statistics.measured(100, 100).offered(2), statistics.measured(0, 200).offered(2)), (None, Some(30.0 / 400.0)));
}

#[test]
fn percentiles_are_nearest_ranks() {
    let mut histogram = Histogram::default();
    assert_eq!((histogram.percentile(0.5), histogram.latency()), (None, None));
    for latency in [5, 1, 9, 9, 2, 100, 3, 4, 7, 8] {
        histogram.add(latency);
    }
    // Sorted: 1 2 3 4 5 7 8 9 9 100.
    assert_eq!([0.0, 0.1, 0.5, 0.51, 0.9, 0.99, 1.0].map(|s| histogram.percentile(s).unwrap()), [1, 1, 5, 7, 9, 100, 100]);
    let latency = histogram.latency().unwrap();
    assert_eq!((latency.mean, latency.p50, latency.p90, latency.p99, latency.p999, latency.max), (14.8, 5, 9, 100, 100, 100));
}

/// The paper's Theorem 1 taken at its word, run: the network dies, and the watchdog names a cycle that is one.
#[test]
fn the_watchdog_names_the_cycle() {
    for engine in [EngineKind::Fast, EngineKind::Reference] {
        let mut simulation = simulation("ttn:2,2,0", Pattern::Uniform, 0.5, 20_000);
        (simulation.routing.rule, simulation.engine) = (Some(VcRule::Literal), engine);
        simulation.router = RouterConfig { vcs: 2, depth: 2, ..RouterConfig::default() };
        let outcome = simulation.run(|_| ()).unwrap();
        let dead = outcome.dead.expect("a deadlock");
        assert!(dead.clock >= dead.since + simulation.run.patience && dead.in_flight > 0);
        assert_eq!(outcome.summary.in_flight as usize, dead.in_flight);
        let graph = simulation.network.graph();
        assert!(dead.cycle.len() >= 4, "{dead}");
        for (i, stuck) in dead.cycle.iter().enumerate() {
            let next = &dead.cycle[(i + 1) % dead.cycle.len()].waiting;
            let (port, vc) = stuck.output;
            assert!(stuck.waiting.wants.contains(&stuck.output));
            let link = graph.downstream(stuck.waiting.node as usize, port.into()).unwrap();
            assert_eq!((link.node, link.port, vc), (next.node, next.port, next.vc));
        }
        let lines = dead.describe(&simulation.network);
        assert_eq!(lines.len(), dead.cycle.len());
        assert!(lines[0].starts_with(&format!("packet {} holds input ", dead.cycle[0].waiting.packet)), "{}", lines[0]);
        assert!(dead.to_string().ends_with(&format!("a cycle of {} waiting packets", lines.len())), "{dead}");
    }
}

/// Quiet networks, long pauses and the slowest credit loop do not alarm it, however impatient it is.
#[test]
fn the_watchdog_knows_quiet_from_dead() {
    for (depth, rate) in [(1, 0.0005), (1, 0.3), (4, 0.0005), (4, 0.9)] {
        let mut simulation = simulation("ttn:2,2,1", Pattern::Uniform, rate, 3000);
        simulation.router = RouterConfig { depth, pipeline: Pipeline::Three, reuse_empty: 0b1111, ..RouterConfig::default() };
        simulation.run.patience = 1;
        assert_eq!(simulation.run(|_| ()).unwrap().dead, None);
    }
}

#[test]
fn sweeps_do_not_depend_on_the_threads() {
    let points: Vec<_> = [0.01, 0.05, 0.1, 0.3].map(|rate| simulation("torus:4,4", Pattern::Uniform, rate, 2000)).into();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| sweep(&points, &|_, _| ())).unwrap()
    };
    let one = with(1);
    assert_eq!(one, with(3));
    assert_eq!(one[2], points[2].run(|_| ()).unwrap());
    assert!(one.windows(2).all(|w| w[0].summary.all.offered < w[1].summary.all.offered), "in the order given");
}

#[test]
fn what_is_refused_says_why_in_a_line() {
    let refusal = |change: &dyn Fn(&mut Simulation)| {
        let mut simulation = simulation("ttn:2,2,0", Pattern::Uniform, 0.1, 1000);
        change(&mut simulation);
        simulation.run(|_| ()).unwrap_err().to_string()
    };
    assert_eq!(refusal(&|s| s.run.cycles = 0), "cycles = 0 is not allowed; allowed: 1 and more");
    assert_eq!(refusal(&|s| s.run.warm_up = 1000), "warmup = 1000 is not allowed; allowed: 0 to 999, less than the cycles");
    // 256 nodes, 0.1 / 16 packets a clock each: 1.6; 0.99 * 4294967295 / 1.6.
    assert_eq!(
        refusal(&|s| s.run.cycles = 1 << 33),
        "cycles = 8589934592 is not allowed; allowed: 1 to 2657511013 at this rate, so that packets have numbers of 32 bits"
    );
    assert_eq!(refusal(&|s| s.router.depth = 65), "buffer-depth = 65 is not allowed; allowed: 1 to 64");
    assert_eq!(refusal(&|s| s.router.depth = 0), "buffer-depth = 0 is not allowed; allowed: 1 to 64");
    assert_eq!(refusal(&|s| s.router.reuse_empty = 0b10000), "reuse-empty = 0b10000 is not allowed; allowed: VCs 0 to 3");
    assert_eq!("4".parse::<Pipeline>().unwrap_err().to_string(), "pipeline = 4 is not allowed; allowed: 1, 2, 3");
    assert_eq!("slow".parse::<EngineKind>().unwrap_err().to_string(), "engine = slow is not allowed; allowed: fast, reference");
}
