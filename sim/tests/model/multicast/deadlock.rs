//! Dependency graphs of resources that are held and waited for: `networks/rdt.md`, B5.

use torusmith_sim::multicast::{Asks, Geometry, Held, Hop, Parts, Unicast, dependencies, dependencies_of};

use super::rdt;

/// Channels that some unicast or multicast uses (`networks/rdt.md`, B5), by N.
const CHANNELS: [(u32, usize); 4] = [(4, 120), (8, 592), (16, 2688), (32, 11312)];

#[test]
fn unicasts_multicasts_and_acks_are_acyclic() {
    for (side, channels) in CHANNELS {
        for acks in [None, Some(Asks::LowestServed)] {
            let report = dependencies(rdt(side), Parts { unicast: true, multicast: true, acks });
            assert_eq!(report.channels, channels, "N = {side}");
            assert!(report.acyclic(), "N = {side}: {:?}", report.cycle);
            assert_eq!(report.core, 0);
            let classes = if acks.is_none() { 0 } else { 1 };
            assert_eq!((report.entries > 0, report.messages > 0), (classes > 0, classes > 0));
        }
    }
}

/// A port that asks for its lowest VC only makes a VC wait for an entry of another VC's class: that closes rings.
#[test]
fn asking_for_the_lowest_vc_alone_is_cyclic() {
    for (side, _) in CHANNELS {
        let report = dependencies(rdt(side), Parts { unicast: false, multicast: true, acks: Some(Asks::Lowest) });
        assert!(!report.acyclic() && report.core > 0, "N = {side}");
        assert!(report.cycle.iter().any(|held| matches!(held, Held::Entry { .. })), "{:?}", report.cycle);
    }
}

/// Unicasts that go x before y, with multicasts, which turn from y to x: cyclic, with the cores of `networks/rdt.md`.
#[test]
fn x_before_y_is_cyclic() {
    for (side, core) in [(16, 2304), (32, 8240)] {
        let (geometry, unicast) = (Geometry::new(rdt(side)), Unicast::new(rdt(side)));
        let parts = |multicast| Parts { unicast: true, multicast, acks: None };
        let header = |source, destination| unicast.header(source, destination);
        let alone = dependencies_of(rdt(side), parts(false), header, |node, bits| x_first(&geometry, &unicast, node, bits));
        assert!(alone.acyclic(), "N = {side}: {:?}", alone.cycle);
        let report = dependencies_of(rdt(side), parts(true), header, |node, bits| x_first(&geometry, &unicast, node, bits));
        assert_eq!((report.acyclic(), report.core), (false, core), "N = {side}");
    }
}

/// The hop of a unicast that goes x before y in each rank: where both are left, the x component alone decides.
fn x_first(geometry: &Geometry, unicast: &Unicast, node: u32, bits: u64) -> Hop {
    let field = |rank: u32| if rank == 0 { (0, 4) } else { (2 + 6 * rank, 3) };
    let both = |rank: u32| {
        let (at, width) = field(rank);
        bits >> at & ((1 << (2 * width)) - 1)
    };
    let rank = (1..=u32::from(geometry.max_rank)).rev().find(|&rank| both(rank) != 0).unwrap_or(0);
    let (at, width) = field(rank);
    let low = (1u64 << width) - 1;
    if rank > 0 && u32::from(geometry.rank(node)) != rank || bits >> at & low == 0 {
        return unicast.hop(node, bits);
    }
    let y = bits & low << (at + width);
    let hop = unicast.hop(node, bits & !y);
    Hop { onward: hop.onward | y, ..hop }
}
