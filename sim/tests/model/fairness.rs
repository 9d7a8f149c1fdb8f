//! Fairness: sources that stream packets to one node for all time have shares of its link that differ little.

use std::sync::Arc;

use torusmith_sim::config::{Pipeline, RouterConfig};
use torusmith_sim::engine::{Engine, Packet};
use torusmith_sim::fast;
use torusmith_topology::TerminalId;

use super::star::{Star, graph, only};

const CLOCKS: u64 = 1500;

/// Packets that reach node 3 from each source, which streams them there from `start` on, of `flits` or of 1 to `flits` flits.
fn shares(config: RouterConfig, sources: &[u32], start: impl Fn(u32) -> u64, (flits, mixed): (u8, bool)) -> Vec<usize> {
    // One VC of every link is used, so that heads of all inputs want it at output 3 of node 0 in every clock.
    let star = Star { all: ((1u16 << config.vcs) - 1) as u8, ..only([1; 4]) };
    let mut engine = fast::new(&graph(), Arc::new(star), config, false).unwrap();
    let (mut number, mut all) = (0, Vec::new());
    let mut offer = |engine: &mut dyn Engine, source: u32| {
        let flits = if mixed { 1 + ((number * 7 + source * 3) % u32::from(flits)) as u8 } else { flits };
        engine.offer(Packet { number, source: TerminalId(source), destination: TerminalId(3), bits: 0, flits, created: engine.clock() });
        number += 1;
    };
    while engine.clock() < CLOCKS {
        let clock = engine.clock();
        for &source in sources.iter().filter(|&&source| clock >= start(source)) {
            offer(&mut *engine, source);
        }
        engine.step();
        engine.take_deliveries(&mut all);
    }
    sources.iter().map(|&source| all.iter().filter(|delivery| delivery.packet.source.0 == source).count()).collect()
}

/// Whatever the number of VCs, their depth, the packets' lengths and the clocks in which the sources begin: no source has less than half of another's
/// share (VC4: heads go on requesting an owned VC; SA4, VA3: round robin among them).
#[test]
fn no_source_is_kept_out() {
    for pipeline in [Pipeline::Two, Pipeline::Three] {
        for sources in [&[1, 2][..], &[0, 1], &[0, 1, 2]] {
            for (vcs, depth) in [(1, 1), (1, 4), (2, 2), (2, 3), (2, 5), (3, 1), (3, 4), (3, 8)] {
                for lengths in [(1, false), (2, false), (3, false), (4, false), (5, false), (16, false), (3, true), (8, true)] {
                    for phase in 0..3 {
                        let config = RouterConfig { vcs, depth, pipeline, reuse_empty: 0, ..RouterConfig::default() };
                        let shares = shares(config, sources, |source| phase * u64::from(source), lengths);
                        let (least, most) = (shares.iter().min().unwrap(), shares.iter().max().unwrap());
                        assert!(2 * least >= *most && *least > 5, "{config:?} {lengths:?} phase {phase}: {shares:?} from {sources:?}");
                    }
                }
            }
        }
    }
}
