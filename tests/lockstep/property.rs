//! Drawn traffic on a handful of routers: lengths from single flits on, rates from idle to far past saturation. What fails is shrunk.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use torusmith_sim::simulation::EngineKind;
use torusmith_sim::traffic::Pattern;

use crate::support::Bench;

#[test]
#[ignore = "long: four designs, and many runs"]
fn drawn_traffic_agrees() {
    let designs = [
        ("torus:4,4", "vcs=2"),
        ("torus:4,4", "vcs=3 ties=plus pipeline=3 depth=2 width=8"),
        ("torus:4,4", "vcs=4 depth=3 reuse=empty"),
        #[cfg(feature = "soak")]
        ("ttn:2,2,0", "pipeline=3 vcs=8 width=16 depth=2"),
        ("ttn:2,2,1", "ties=plus"),
    ];
    let benches: Vec<Bench> = designs.iter().map(|(network, options)| Bench::new(network, options)).collect();
    // Short packets first: shrinking goes towards few of them and towards little load.
    let lengths = prop::collection::vec(prop_oneof![3 => Just(1usize), 2 => 2usize..6, 1 => 6usize..=64], 1..5);
    let drawn = (0..benches.len(), prop::sample::select(Pattern::ALL.to_vec()), lengths, 1u32..=100, any::<u64>(), any::<bool>());
    let cases = if cfg!(feature = "soak") { 60 } else { 24 };
    let mut runner = TestRunner::new(Config { cases, failure_persistence: None, ..Config::default() });
    runner
        .run(&drawn, |(design, pattern, lengths, percent, seed, reference)| {
            let engine = if reference { EngineKind::Reference } else { EngineKind::Fast };
            let runs = benches[design].seeded(&[pattern], f64::from(percent) / 100.0, &lengths, 250, engine, seed);
            for run in &runs {
                let told = run.first_divergence.as_ref().map_or(String::new(), |d| d.to_string());
                prop_assert!(run.good(), "{}: {run:?}\n{told}", benches[design].name);
            }
            Ok(())
        })
        .unwrap();
}
