use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, VcRule};
use torusmith_topology::Network;

use super::beside::{Run, compare};

const PIPELINES: [Pipeline; 3] = [Pipeline::One, Pipeline::Two, Pipeline::Three];

/// Compares by all pipelines; as (V, D, M, `REUSE_EMPTY`).
fn agree(network: &Network, routers: &[(usize, usize, usize, u8)], run: Run) {
    for &(vcs, depth, message_classes, reuse_empty) in routers {
        for pipeline in PIPELINES {
            let run = Run { config: RouterConfig { vcs, depth, pipeline, message_classes, reuse_empty }, ..run };
            let begun = std::time::Instant::now();
            let seen = compare(network, &run).unwrap_or_else(|difference| panic!("{network} {run:?}\n{difference}"));
            eprintln!("{network} {vcs} {depth} {pipeline} {seen:?} {:?}", begun.elapsed());
            assert!(seen.flits > 500 && seen.delivered > 30, "{network} {run:?}: {seen:?}");
        }
    }
}

fn by(algorithm: Option<RoutingAlgorithm>, rule: Option<VcRule>) -> RoutingOptions {
    RoutingOptions::new(algorithm, rule)
}

#[test]
fn torus() {
    agree(&"torus:4,4".parse().unwrap(), &[(1, 4, 1, 0), (2, 2, 1, 0b10), (4, 3, 2, 0), (3, 1, 1, 0b111)], Run::default());
    let options = by(None, Some(VcRule::Dateline));
    agree(&"torus:5,3".parse().unwrap(), &[(2, 4, 1, 0), (8, 2, 4, 0xf0)], Run { options, ..Run::default() });
}
