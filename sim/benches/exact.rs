//! Cost of the contract's request rule in throughput: saturation under uniform traffic, against that of a router that allocates exactly within a
//! clock (`Reference::exact`). Prints a Markdown table.
//!
//! `cargo bench -p torusmith-sim --bench exact -- [--only TEXT]`: the cases whose "network pipeline flits" contains the text.

use rayon::prelude::*;
use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::Engine;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{RoutingOptions, Ties, for_network};
use torusmith_sim::run::{Run, RunOptions};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, Traffic, TrafficOptions};
use torusmith_topology::Network;

/// Clocks of a run, and the first of them that do not count.
const CLOCKS: u64 = 20_000;
const WARM_UP: u64 = 2_000;
const SEEDS: [u64; 3] = [1, 2, 3];

/// Network, VCs, clocks a hop, flits of a packet. D = 4.
type Case = (&'static str, usize, usize, usize);

const CASES: [Case; 7] = [
    ("torus:8,8", 2, 2, 16),
    ("torus:8,8", 2, 2, 4),
    ("torus:8,8", 2, 2, 1),
    ("torus:8,8", 2, 3, 16),
    ("torus:4,4,4", 4, 2, 16),
    ("torus:4,4,4", 4, 2, 4),
    ("torus:4,4,4", 4, 2, 1),
];

/// Flits accepted a node and clock.
fn accepted((name, vcs, clocks, flits): Case, exact: bool, rate: f64, seed: u64) -> f64 {
    let network: Network = name.parse().expect("a known network");
    let pipeline = if clocks == 2 { Pipeline::Two } else { Pipeline::Three };
    let config = RouterConfig { vcs, pipeline, ..RouterConfig::default() };
    let graph = network.graph();
    let routing = for_network(&network, RoutingOptions::default().with_ties(Ties::Plus), vcs).expect("enough VCs");
    let lengths = Lengths::fixed(flits).expect("a known length");
    let traffic = Traffic::new(
        &network,
        routing.clone(),
        &TrafficOptions { pattern: Pattern::Uniform, rate, lengths, seed, sources: Sources::default() },
    )
    .expect("a rate");
    let engine: Box<dyn Engine> = match exact {
        true => Box::new(Reference::exact(graph.clone(), routing, config).expect("known parameters")),
        false => routing.fast(&graph, config, false).expect("known parameters"),
    };
    let options = RunOptions { cycles: CLOCKS, warm_up: WARM_UP, drain: false, ..RunOptions::default() };
    let mut run = Run::new(engine, graph, traffic, options, 1).expect("clocks that count");
    run.to_end(|_| ()).expect("no deadlock");
    run.summary().all.accepted.expect("clocks that count")
}

/// The most accepted at any of `rates`, by seed.
fn most(case: Case, exact: bool, rates: &[f64]) -> [f64; SEEDS.len()] {
    let runs: Vec<(usize, f64)> = (0..SEEDS.len()).flat_map(|seed| rates.iter().map(move |&rate| (seed, rate))).collect();
    let all: Vec<(usize, f64)> = runs.into_par_iter().map(|(seed, rate)| (seed, accepted(case, exact, rate, SEEDS[seed]))).collect();
    std::array::from_fn(|seed| all.iter().filter(|run| run.0 == seed).fold(0.0, |most, run| run.1.max(most)))
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if !args.iter().any(|a| a == "--bench") {
        // Run as a test: that it compiles is all.
        return;
    }
    let only = args.iter().position(|a| a == "--only").and_then(|i| args.get(i + 1)).map_or("", String::as_str);
    println!("| network | V | clocks a hop | flits a packet | saturation | of an exact router | share (least of the seeds) |");
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for case in CASES.into_iter().filter(|(network, _, clocks, flits)| format!("{network} {clocks} {flits}").contains(only)) {
        let coarse: Vec<f64> = (1..=20).map(|step| 0.05 * f64::from(step)).collect();
        let near = most(case, false, &coarse)[0];
        let fine: Vec<f64> = (0..8).map(|step| (near * (0.9 + 0.05 * f64::from(step))).min(1.0)).collect();
        let (ours, exact) = (most(case, false, &fine), most(case, true, &fine));
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        let least = ours.iter().zip(&exact).map(|(ours, exact)| ours / exact).fold(f64::INFINITY, f64::min);
        let (network, vcs, clocks, flits) = case;
        let (ours, exact) = (mean(&ours), mean(&exact));
        println!(
            "| `{network}` | {vcs} | {clocks} | {flits} | {ours:.4} | {exact:.4} | {:.1} % ({:.1} %) |",
            100.0 * ours / exact,
            100.0 * least
        );
    }
}
