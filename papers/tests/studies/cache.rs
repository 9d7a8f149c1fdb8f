//! The cache of points: stored entries, distinct keys, rejected entries.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::tempdir;
use torusmith_papers::Error;
use torusmith_papers::cache::{Cache, MODEL_VERSION};
use torusmith_papers::sweep::Point;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, VcRule};
use torusmith_sim::run::RunOptions;
use torusmith_sim::simulation::{EngineKind, Simulation};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_topology::LinkSlices;

fn simulation(network: &str) -> Simulation {
    Simulation {
        network: network.parse().unwrap(),
        routing: RoutingOptions::default(),
        router: RouterConfig { vcs: 4, depth: 4, pipeline: Pipeline::Two, reuse_empty: 0, ..RouterConfig::default() },
        slices: LinkSlices::default(),
        engine: EngineKind::Fast,
        traffic: TrafficOptions {
            pattern: Pattern::Uniform,
            rate: 0.1,
            lengths: Lengths::fixed(16).unwrap(),
            seed: 1,
            sources: Sources::default(),
        },
        run: RunOptions { cycles: 1000, warm_up: 100, ..RunOptions::default() },
    }
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(dir.join("points")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

/// Exact bits of a point's figures.
fn bits(point: &Point) -> [u64; 5] {
    [point.rate, point.offered, point.accepted, point.latency_mean, point.latency_p99 as f64].map(f64::to_bits)
}

#[test]
fn what_was_simulated_is_not_simulated_again() {
    let dir = tempdir().unwrap();
    let simulation = simulation("torus:4,4");
    let first = Cache::open(dir.path()).unwrap();
    let made = first.point(&simulation).unwrap();
    assert_eq!(bits(&made), bits(&Cache::none().point(&simulation).unwrap()));
    assert_eq!((first.simulated(), first.recalled(), entries(dir.path()).len()), (1, 0, 1));

    let second = Cache::open(dir.path()).unwrap();
    assert_eq!(bits(&second.point(&simulation).unwrap()), bits(&made));
    assert_eq!((second.simulated(), second.recalled(), entries(dir.path()).len()), (0, 1, 1));
    assert!(second.failed().is_none());

    let none = Cache::none();
    assert_eq!(bits(&none.point(&simulation).unwrap()), bits(&made));
    none.point(&simulation).unwrap();
    assert_eq!((none.simulated(), none.recalled()), (2, 0));
}

#[test]
fn whatever_decides_the_figures_is_told_apart() {
    let dir = tempdir().unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    let base = simulation("ttn:2,2,1");
    let with = |change: &dyn Fn(&mut Simulation)| {
        let mut other = base.clone();
        change(&mut other);
        other
    };
    let others = [
        base.clone(),
        with(&|s| s.traffic.seed = 2),
        with(&|s| s.traffic.rate = 0.1000001),
        with(&|s| s.traffic.pattern = Pattern::HotSpot(5)),
        with(&|s| s.traffic.pattern = Pattern::HotSpot(10)),
        with(&|s| s.traffic.lengths = Lengths::fixed(15).unwrap()),
        with(&|s| s.run.cycles = 1001),
        with(&|s| s.run.warm_up = 101),
        with(&|s| s.router.depth = 5),
        with(&|s| s.router.vcs = 5),
        with(&|s| s.router.pipeline = Pipeline::Three),
        with(&|s| s.router.reuse_empty = 1),
        with(&|s| s.engine = EngineKind::Reference),
        with(&|s| s.network = "ttn:2,2,0".parse().unwrap()),
        // Equal names, but another direction of the rings.
        with(&|s| s.network = s.network.with_bidirectional(false).unwrap()),
        simulation("torus:16,16"),
        simulation("mesh:16,16"),
    ];
    for (i, other) in others.iter().enumerate() {
        cache.point(other).unwrap();
        assert_eq!((entries(dir.path()).len(), cache.failed().map(|e| e.to_string())), (i + 1, None), "{other:?}");
    }
    assert_eq!(cache.simulated(), others.len() as u64);
}

#[test]
fn damaged_and_foreign_entries_are_computed_again() {
    let dir = tempdir().unwrap();
    let (own, other) = (simulation("torus:4,4"), simulation("mesh:4,4"));
    let cache = Cache::open(dir.path()).unwrap();
    let point = cache.point(&own).unwrap();
    let file = entries(dir.path()).remove(0);
    let whole = fs::read_to_string(&file).unwrap();
    cache.point(&other).unwrap();
    let foreign = entries(dir.path()).into_iter().find(|entry| *entry != file).unwrap();
    let foreign = fs::read(foreign).unwrap();

    let figures = whole.lines().nth(1).unwrap();
    // Changes one digit of the accepted load, which is still a number.
    let digit = figures.rfind('.').unwrap() + 1;
    let changed: String = figures.char_indices().map(|(i, c)| if i == digit { if c == '1' { '2' } else { '1' } } else { c }).collect();
    assert_ne!(changed, figures);
    let damaged: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"\xff\xfe\x00".to_vec(),
        whole.as_bytes()[..whole.len() / 2].to_vec(),
        whole.as_bytes()[..whole.len() - 1].to_vec(),
        format!("{whole}\n").into_bytes(),
        whole.replace(figures, &changed).into_bytes(),
        whole.replace(figures, "0.1 0.1 NaN 20.0 30 false").into_bytes(),
        whole.replace(&format!("model {MODEL_VERSION}"), "model 0").into_bytes(),
        foreign,
    ];
    for bytes in damaged {
        fs::write(&file, &bytes).unwrap();
        let cache = Cache::open(dir.path()).unwrap();
        assert_eq!(bits(&cache.point(&own).unwrap()), bits(&point), "{}", String::from_utf8_lossy(&bytes));
        assert_eq!((cache.simulated(), cache.recalled()), (1, 0), "{}", String::from_utf8_lossy(&bytes));
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
    }
    // A folder in place of the file cannot be repaired; the figures are right all the same.
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    let cache = Cache::open(dir.path()).unwrap();
    assert_eq!(bits(&cache.point(&own).unwrap()), bits(&point));
    assert!(cache.failed().is_some());
}

#[test]
fn a_folder_that_cannot_be_written_is_refused() {
    let dir = tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "kept").unwrap();
    for place in [&file, &file.join("below")] {
        let refused = Cache::open(place).unwrap_err();
        assert!(matches!(refused, Error::Cache { .. }) && refused.to_string().contains("cache folder"), "{refused}");
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "kept");
}

/// A trip wire, not an expectation: a change of the model that changes these figures must raise [`MODEL_VERSION`], or old caches return old
/// figures.
#[test]
fn other_figures_need_another_version_of_the_model() {
    let of_flits = |flits, routing, network: &str, pattern, pipeline| {
        let mut simulation = simulation(network);
        simulation.routing = routing;
        simulation.traffic.pattern = pattern;
        simulation.traffic.lengths = Lengths::fixed(flits).unwrap();
        simulation.router.pipeline = pipeline;
        let point = Cache::none().point(&simulation).unwrap();
        format!("{:.6} {:.6} {:.4} {}", point.offered, point.accepted, point.latency_mean, point.latency_p99)
    };
    let of = |routing, network, pattern, pipeline| of_flits(16, routing, network, pattern, pipeline);
    // The papers' routing, and explicit defaults, so that a change of defaults alone changes none of the figures.
    let papers = RoutingOptions::default().with_ties(Ties::Plus);
    let turns = RoutingOptions::new(RoutingAlgorithm::DorTurn, Some(VcRule::Balanced)).with_ties(Ties::Balanced);
    let balanced = RoutingOptions { algorithm: Some(RoutingAlgorithm::Dor), ..turns };
    let figures = [
        of(papers, "ttn:2,2,1", Pattern::Uniform, Pipeline::Two),
        of(papers, "sttn:2,2,0", Pattern::BitFlip, Pipeline::Two),
        of(papers, "mtn:2,2,1", Pattern::Complement, Pipeline::Two),
        of(papers, "tesh:2,2,1", Pattern::Shuffle, Pipeline::Two),
        of(papers, "mesh:8,8", Pattern::Transpose, Pipeline::Two),
        of(papers, "torus:8,8", Pattern::HotSpot(5), Pipeline::Two),
        of(papers, "ttn:2,2,1", Pattern::Uniform, Pipeline::Three),
        of(papers, "mesh:8,8", Pattern::Transpose, Pipeline::Three),
        of(turns, "ttn:2,2,1", Pattern::Uniform, Pipeline::Two),
        of(turns, "mtn:2,2,1", Pattern::Complement, Pipeline::Three),
        of(turns, "htn:4,4,2,1", Pattern::BitFlip, Pipeline::Two),
        of(balanced, "sttn:2,2,0", Pattern::BitFlip, Pipeline::Two),
        of(balanced, "torus:8,8", Pattern::HotSpot(5), Pipeline::Two),
        of_flits(2, balanced, "ttn:2,2,1", Pattern::Uniform, Pipeline::Two),
    ];
    assert_eq!(MODEL_VERSION, 8, "the figures below are of version 8");
    assert_eq!(
        figures,
        [
            "0.104375 0.035694 340.0194 1354",
            "0.097222 0.021250 602.0570 1984",
            "0.104306 0.061458 179.6126 846",
            "0.103750 0.041944 340.2121 1370",
            "0.093333 0.091944 42.2143 119",
            "0.108056 0.109444 30.2571 56",
            "0.104375 0.031042 420.3687 1553",
            "0.093333 0.090556 53.1672 134",
            "0.104375 0.077083 170.3805 714",
            "0.104306 0.062500 214.2372 884",
            "0.099115 0.072517 138.1575 940",
            "0.097222 0.026389 556.0378 1674",
            "0.108056 0.109444 30.3290 56",
            "0.100052 0.075738 165.4514 821",
        ]
    );
}
