//! Long and short runs: warm-up that is looked for, clocks that are passed over, zero-load latencies, dead runs.

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingOptions, VcRule};
use torusmith_sim::run::{RunOptions, Summary};
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Given, Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::LinkSlices;

use super::support::network;

fn simulation(name: &str, rate: f64, cycles: u64) -> Simulation {
    let network = network(name);
    Simulation {
        routing: RoutingOptions::default(),
        router: RouterConfig::default(),
        slices: LinkSlices::new(&network),
        engine: EngineKind::Fast,
        traffic: TrafficOptions { pattern: Pattern::Uniform, rate, lengths: Lengths::default(), seed: 1, sources: Sources::default() },
        run: RunOptions { cycles, ..RunOptions::default() },
        network,
    }
}

fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found} for {expected}");
}

/// Sums worked out manually of `PIPELINE` (h + 1) + s + n - 1 (N8), h over all pairs.
#[test]
fn zero_load_latencies_by_hand() {
    let latency = |simulation: &Simulation| simulation.zero_load_latency().unwrap().unwrap();
    // A ring of 64: distances 0, 1, .., 32, .., 1 are 1024, 16 on average; two rings, and no node to itself.
    let torus = simulation("torus:64,64", 0.1, 1000);
    near(latency(&torus), 2.0 * (32.0 * 4096.0 / 4095.0 + 1.0) + 15.0, 1e-9);
    // 4 x 4: a row of 4 has distances of 20 over its 16 pairs, 1.25; 2.5 x 16 / 15 links on average.
    let mut mesh = simulation("mesh:4,4", 0.1, 1000);
    near(latency(&mesh), 2.0 * (2.5 * 16.0 / 15.0 + 1.0) + 15.0, 1e-9);
    // Three clocks a hop, packets of 3 flits on average, and a register on each link along x.
    mesh.router.pipeline = Pipeline::Three;
    mesh.traffic.lengths = Lengths::any_of(&[1, 5]).unwrap();
    mesh.slices = LinkSlices::read(&mesh.network, "x=1").unwrap();
    near(latency(&mesh), 3.0 * (2.5 * 16.0 / 15.0 + 1.0) + 1.25 * 16.0 / 15.0 + 2.0, 1e-9);
    // Transpose: 4 nodes with |row - column| = 2 take 4 links, or less round a ring: none here; 6 nodes with 1 take 2, 2 nodes with 3 take 6.
    mesh.traffic.pattern = Pattern::Transpose;
    near(latency(&mesh), 3.0 * ((4.0 * 4.0 + 6.0 * 2.0 + 2.0 * 6.0) / 12.0 + 1.0) + (4.0 * 2.0 + 6.0 + 2.0 * 3.0) / 12.0 + 2.0, 1e-9);
    // Pairs of a file, by their rates: 0 to 1 three times as often as 0 to 15.
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "from,to,rate\n0,1,0.3\n0,15,0.1\n").unwrap();
    let mut given = simulation("mesh:4,4", 0.5, 1000);
    given.traffic.pattern = Given::rates(&given.network, file.path()).unwrap().into();
    near(latency(&given), 2.0 * ((0.75 + 0.25 * 6.0) + 1.0) + 15.0, 1e-9);
    // A hundredth of the packets go elsewhere; too many pairs to follow all: as many are drawn, with a standard error of 0.08 clocks.
    let mut hot = simulation("torus:32,32", 0.1, 1000);
    let uniform = latency(&hot);
    hot.traffic.pattern = Pattern::HotSpot(1);
    near(latency(&hot), uniform, 0.4);
    // No node sends.
    std::fs::write(file.path(), "from,to,rate\n0,1,0\n").unwrap();
    given.traffic.pattern = Given::rates(&given.network, file.path()).unwrap().into();
    assert_eq!(given.zero_load_latency().unwrap(), None);
}

/// Measured latencies where packets hardly meet.
#[test]
fn zero_load_latency_is_that_of_light_load() {
    let mut hot = simulation("torus:4,4", 0.0002, 400_000);
    hot.traffic.pattern = Pattern::HotSpot(20);
    let mut slices = simulation("torus:4,4", 0.0002, 400_000);
    slices.slices = LinkSlices::read(&slices.network, "1,wrap=2").unwrap();
    slices.router = RouterConfig { depth: 8, pipeline: Pipeline::One, ..slices.router };
    let mut three = simulation("ttn:2,2,1", 0.0001, 100_000);
    three.router.pipeline = Pipeline::Three;
    for simulation in [hot, slices, three, simulation("rdt:8", 0.0001, 200_000)] {
        let expected = simulation.zero_load_latency().unwrap().unwrap();
        let measured = simulation.run(|_| ()).unwrap().summary.all;
        assert!(measured.packets > 60);
        near(measured.latencies.network.latency().unwrap().mean, expected, 0.03 * expected);
    }
}

/// A run in which every clock is stepped.
fn stepped(simulation: &Simulation, threads: usize) -> Summary {
    let mut run = simulation.start_on(threads).unwrap();
    while !run.done() {
        run.begin();
        run.finish().unwrap();
    }
    run.summary()
}

/// Clocks in which nothing can happen are passed over: no figure changes, on one thread, on several, or in the engine that steps them all.
#[test]
fn passing_over_idle_clocks_changes_nothing() {
    let trace = |name: &str, lines: &str| {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), format!("clock,from,to,flits\n{lines}")).unwrap();
        let mut simulation = simulation(name, 0.0, u64::MAX);
        simulation.traffic.pattern = Given::trace(&simulation.network, file.path()).unwrap().into();
        simulation
    };
    // Gaps shorter and longer than the watchdog's patience, and than the return of credits.
    let gaps = "0,0,5,16\n40,3,1,1\n45,1,3,128\n300,5,0,2\n1500,6,9,7\n1501,9,6,7\n9000,0,15,16\n9022,0,15,16\n30000,2,3,4\n";
    let mut sparse: Vec<Simulation> = vec![trace("mesh:4,4", gaps), trace("torus:8,8", gaps), simulation("torus:4,4", 0.0003, 60_000)];
    let mut steady = simulation("torus:8,8", 0.00005, 50_000);
    (steady.run.find_warm_up, steady.run.warm_up) = (true, 300);
    sparse.push(steady);
    let mut late = trace("torus:8,8", gaps);
    (late.run.cycles, late.run.warm_up) = (20_000, 1100);
    sparse.push(late);
    for mut simulation in sparse {
        simulation.router.depth = 8;
        for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
            simulation.router.pipeline = pipeline;
            for slices in ["0", "1,wrap=3"].iter().take(if simulation.network.to_string().starts_with("mesh") { 1 } else { 2 }) {
                simulation.slices = LinkSlices::read(&simulation.network, slices).unwrap();
                let every = stepped(&simulation, 1);
                assert!(every.delivered >= 5);
                for threads in [1, 3] {
                    let passed = simulation.run_on(threads, |_| ()).unwrap().summary;
                    assert_eq!(passed, every, "{} {pipeline:?} {slices} on {threads}", simulation.network);
                }
            }
        }
    }
    let mut reference = trace("mesh:4,4", gaps);
    let fast = reference.run(|_| ()).unwrap();
    reference.engine = EngineKind::Reference;
    assert_eq!(reference.run(|_| ()).unwrap(), fast);
}

/// Two packets, two thousand million clocks apart, and nodes that hardly ever send; each is a matter of packets, not of clocks.
#[test]
fn rare_packets_take_no_time() {
    let began = std::time::Instant::now();
    let rare = simulation("mesh:4,4", 1e-9, 1_000_000_000_000).run(|_| ()).unwrap().summary;
    // 16 nodes x 10^12 clocks x 10^-9 / 16 flits: 1000 packets, with a standard deviation of 32.
    assert!((850..1150).contains(&rare.delivered) && rare.delivered == rare.created, "{}", rare.delivered);
    assert_eq!(rare.clocks, 1_000_000_000_000);
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
}

/// Figures of a warm-up that was found equal those of a run with that warm-up as option.
#[test]
fn a_warm_up_that_is_found_counts_as_one_that_is_given() {
    for (rate, cycles) in [(0.1, 4000), (0.25, 10_000)] {
        let mut found = simulation("torus:8,8", rate, cycles);
        (found.run.find_warm_up, found.run.warm_up) = (true, 252);
        let found = found.run(|_| ()).unwrap().summary;
        assert_eq!(found.steady, Some(true));
        assert!((252..=cycles / 2).contains(&found.window.start), "{:?}", found.window);
        let mut given = simulation("torus:8,8", rate, cycles);
        given.run.warm_up = found.window.start;
        let given = given.run(|_| ()).unwrap().summary;
        let told = |summary: &Summary| {
            let all = &summary.all;
            (
                all.offered,
                all.accepted,
                all.latencies.network.latency(),
                all.latencies.total.latency(),
                all.packets,
                summary.window.clone(),
                summary.links.clone(),
            )
        };
        assert_eq!(told(&found), told(&given));
        assert_eq!((found.all.spans.len() > 19, given.all.spans.len()), (true, 40));
    }
}

/// Past saturation packets wait longer and longer; the second half of the run is measured then.
#[test]
fn a_saturated_network_is_never_steady() {
    for (rate, steady) in [(0.2, true), (0.6, false), (1.0, false)] {
        let mut simulation = simulation("torus:8,8", rate, 8000);
        simulation.run.find_warm_up = true;
        let summary = simulation.run(|_| ()).unwrap().summary;
        assert_eq!(summary.steady, Some(steady), "{rate}");
        assert_eq!(summary.window.start == 4000, !steady, "{rate} {:?}", summary.window);
    }
}

/// A dead run counts over the clocks that were run; it has no warm-up, and its flits in the network no hops.
#[test]
fn a_dead_run_is_divided_by_its_own_clocks() {
    for find_warm_up in [false, true] {
        let mut simulation = simulation("ttn:2,2,0", 0.5, 20_000);
        simulation.routing.rule = Some(VcRule::Literal);
        simulation.router = RouterConfig { vcs: 2, depth: 2, ..RouterConfig::default() };
        simulation.run = RunOptions { warm_up: 10_000, find_warm_up, ..simulation.run };
        let outcome = simulation.run(|_| ()).unwrap();
        let (dead, summary) = (outcome.dead.unwrap(), outcome.summary);
        assert!(dead.clock < 10_000);
        assert_eq!((summary.window.clone(), summary.clocks, summary.hops_mean), (0..dead.clock, dead.clock, None));
        let offered = summary.created as f64 * 16.0 / dead.clock as f64 / simulation.network.routers() as f64;
        near(summary.all.offered.unwrap(), offered, 1e-12);
        let accepted = summary.delivered as f64 * 16.0 / dead.clock as f64 / simulation.network.routers() as f64;
        near(summary.all.accepted.unwrap(), accepted, 1e-12);
        assert!(summary.links.iter().all(|link| link.flits <= 1.0) && summary.links.iter().any(|link| link.flits > 0.0));
        assert_eq!((summary.steady, summary.all.spans.len()), (find_warm_up.then_some(false), 0));
    }
}

#[test]
fn warm_up_that_cannot_be_found_is_refused() {
    let mut simulation = simulation("torus:4,4", 0.1, 999);
    simulation.run = RunOptions { warm_up: 500, find_warm_up: true, ..simulation.run };
    let told = simulation.run(|_| ()).unwrap_err().to_string();
    assert_eq!(told, "warmup = 500 is not allowed; allowed: 0 to 499, half of the cycles");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "clock,from,to,flits\n0,0,1,1\n").unwrap();
    simulation.run.warm_up = 0;
    simulation.traffic.pattern = Given::trace(&simulation.network, file.path()).unwrap().into();
    assert!(simulation.run(|_| ()).unwrap_err().to_string().starts_with("warmup = auto is not allowed"));
}
