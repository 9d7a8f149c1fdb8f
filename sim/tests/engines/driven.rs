//! Both engines under the random driver of a local port (docs/router.md, section 11): every output register and `error`, every clock.

use std::sync::Arc;

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::driver::DriverOptions;
use torusmith_sim::engine::{Engine, PortWord};
use torusmith_sim::fast;
use torusmith_sim::reference::Reference;
use torusmith_sim::routing::{RoutingOptions, for_router};
use torusmith_sim::traffic::{Lengths, Pattern, Sources, Traffic, TrafficOptions};
use torusmith_topology::{LinkSlices, Network};

/// Counts of a run.
pub struct Seen {
    pub dropped: [u64; 3],
    pub delivered: usize,
    /// Every bit of `error` that any local port had.
    errors: u8,
    /// Clocks in which `clear_error` set back some of them.
    cleared: usize,
}

/// Rule D7, from rule D1 once more: whether `clear_error` is 1 in a clock.
fn clears(options: DriverOptions, clock: u64) -> bool {
    let mix = |x: u64| {
        let z = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    };
    let state = mix(mix(mix(options.seed) ^ 0x8000_0000_0000_0001) ^ clock);
    clock < options.cycles && mix(state.wrapping_add(3)) >> 32 < 0x400_0000
}

pub fn run(network: &Network, slices: &LinkSlices, config: RouterConfig, options: DriverOptions) -> Seen {
    let graph = slices.graph(network);
    let routing = for_router(network, RoutingOptions::default(), config).unwrap();
    let lengths = Lengths::any_of(&[1, 2, 5, 12]).unwrap();
    let traffic = TrafficOptions { pattern: Pattern::Uniform, rate: 0.7, lengths, seed: options.seed, sources: Sources::default() };
    let mut traffic = Traffic::new(network, routing.clone(), &traffic).unwrap();
    let mut reference = Reference::new(graph.clone(), routing.clone(), config).unwrap();
    let mut fast = fast::new(&graph, Arc::new(routing.clone()), config, true).unwrap();
    reference.drive(network, options).unwrap();
    fast.drive(network, options).unwrap();
    let words = vec![PortWord::default(); graph.routers() * graph.ports()];
    let (mut one, mut other) = (words.clone(), words);
    let (mut errors, mut heads) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    let (mut came, mut arrived) = (Vec::new(), Vec::new());
    let mut seen = Seen { dropped: [0; 3], delivered: 0, errors: 0, cleared: 0 };
    let mut dropped = [0; 3];
    let told = |clock| format!("{network} {config:?} {options:?} clock {clock}");
    for clock in 0..options.cycles * 8 {
        reference.outputs(&mut one);
        fast.outputs(&mut other);
        assert!(one == other, "{}", told(clock));
        reference.errors(&mut errors.0);
        fast.errors(&mut errors.1);
        assert_eq!(errors.0, errors.1, "{}", told(clock));
        reference.heads(&mut heads.0);
        fast.heads(&mut heads.1);
        assert_eq!(heads.0, heads.1, "{}", told(clock));
        assert_eq!((reference.queued(), reference.in_flight()), (fast.queued(), fast.in_flight()), "{}", told(clock));
        seen.errors |= errors.0.iter().fold(0, |all, error| all | error);
        if clock < options.cycles {
            traffic.packets_at(clock, |packet| {
                reference.offer(packet);
                fast.offer(packet);
            });
        } else if reference.in_flight() == 0 {
            break;
        }
        reference.step();
        fast.step();
        let before = std::mem::replace(&mut dropped, reference.dropped());
        if clears(options, clock) && errors.0.iter().any(|&error| error != 0) {
            seen.cleared += 1;
            reference.errors(&mut errors.0);
            let new = (0..3).map(|bit| u8::from(dropped[bit] > before[bit]) << bit).sum::<u8>();
            assert!(errors.0.iter().all(|error| error & !new == 0), "{}: rule E6, {new:03b}, {:?}", told(clock), errors.0);
        }
        assert_eq!(reference.violation(), None, "{}", told(clock));
        reference.take_deliveries(&mut came);
        fast.take_deliveries(&mut arrived);
    }
    assert_eq!(reference.in_flight(), 0, "{}: not drained", told(options.cycles * 8));
    assert_eq!(came, arrived);
    assert_eq!(reference.dropped(), fast.dropped());
    seen.dropped = fast.dropped();
    seen.delivered = came.len();
    seen
}

/// Various VCs, depths, clocks a hop, message classes, `REUSE_EMPTY`, links with registers, heads that are rewritten.
#[test]
fn engines_agree() {
    for (i, (name, vcs)) in [("torus:4,4", 2), ("torus:4,3", 3), ("mesh:3,3", 1), ("rdt:4", 3), ("hypercube:3", 6)].into_iter().enumerate()
    {
        let network: Network = name.parse().unwrap();
        for (j, pipeline) in [Pipeline::One, Pipeline::Two, Pipeline::Three].into_iter().enumerate() {
            let depth = [2, 3, 4, 1, 5][(i + j) % 5];
            let message_classes = if vcs == 6 { 1 + j } else { 1 };
            let reuse_empty = if (i + j) % 3 == 0 { ((1u16 << vcs) - 1) as u8 } else { 0 };
            let config = RouterConfig { vcs, depth, pipeline, reuse_empty, message_classes, ..RouterConfig::default() };
            let slices = if (i + j) % 2 == 0 { LinkSlices::default() } else { LinkSlices::read(&network, "2").unwrap() };
            let skew = u64::from(pipeline.clocks()) * ((i + j) % 3).min(1) as u64;
            let options = DriverOptions { seed: (i * 3 + j) as u64, faults: 0.05, resets: 3, skew, cycles: 600 };
            let seen = run(&network, &slices, config, options);
            assert!(
                seen.delivered > 50 && seen.dropped[1..].iter().all(|&n| n > 5),
                "{name} {config:?}: {:?}, {}",
                seen.dropped,
                seen.delivered
            );
            assert_eq!(seen.errors, 0b111);
            assert!(seen.cleared > 0);
        }
    }
}

/// Rule D8: without wrong flits none is dropped, and without resets every packet that started arrives.
#[test]
fn nothing_is_dropped_without_faults() {
    let network: Network = "torus:4,4".parse().unwrap();
    let config = RouterConfig { vcs: 3, depth: 2, ..RouterConfig::default() };
    let seen = run(&network, &LinkSlices::default(), config, DriverOptions { seed: 5, faults: 0.0, resets: 0, skew: 0, cycles: 500 });
    assert_eq!((seen.dropped, seen.errors), ([0; 3], 0));
    assert!(seen.delivered > 500, "{}", seen.delivered);
}

/// Whether some flit is lost as nodes leave their first reset in different clocks, with a packet for every node in every clock.
fn loses(pipeline: Pipeline, options: DriverOptions) -> bool {
    let network: Network = "torus:4,4".parse().unwrap();
    let config = RouterConfig { vcs: 2, pipeline, ..RouterConfig::default() };
    let routing = for_router(&network, RoutingOptions::default(), config).unwrap();
    let traffic = TrafficOptions {
        pattern: Pattern::Uniform,
        rate: 1.0,
        lengths: Lengths::any_of(&[1]).unwrap(),
        seed: options.seed,
        sources: Sources::default(),
    };
    let mut traffic = Traffic::new(&network, routing.clone(), &traffic).unwrap();
    let mut engine = Reference::new(network.graph(), routing, config).unwrap();
    engine.drive(&network, options).unwrap();
    for clock in 0..10 {
        traffic.packets_at(clock, |packet| engine.offer(packet));
        engine.step();
        if engine.violation().is_some() {
            return true;
        }
    }
    false
}

/// Rule Z4: a source may send at once as long as K is `PIPELINE` or less; with one more a flit meets a router in reset.
#[test]
fn a_skew_beyond_the_limit_loses_flits() {
    for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
        let options = |seed, skew| DriverOptions { seed, faults: 0.0, resets: 0, skew, cycles: 100 };
        let most = u64::from(pipeline.clocks());
        assert!((0..20).all(|seed| !loses(pipeline, options(seed, most))), "{pipeline}");
        assert!((0..20).any(|seed| loses(pipeline, options(seed, most + 1))), "{pipeline}");
        let refused = options(1, most + 1).check_skew(pipeline).unwrap_err().to_string();
        assert_eq!(refused, format!("reset-skew = {} is not allowed; allowed: 0 to {most} with pipeline = {pipeline}", most + 1));
        options(1, most).check_skew(pipeline).unwrap();
    }
}
