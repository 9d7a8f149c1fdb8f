//! Unicasts and multicasts together, end to end: every member exactly once, one ack at the source, nothing lost, nothing doubled. The
//! bookkeeping is [`Network::check_drained`]; here is the traffic for it.

use torusmith_sim::multicast::{
    AckReceived, Maps, MulticastDelivery, MulticastTraffic, MulticastTrafficOptions, Network, Options, Packet, PacketKind, PortState,
    Totals, Watchdog,
};
use torusmith_sim::traffic::{Lengths, Pattern};

use super::{FULL, OPTIONS, drain, network, offer, rdt};

fn traffic(rate: f64, share: f64) -> MulticastTrafficOptions {
    MulticastTrafficOptions { rate, share, lengths: Lengths::any_of(&[3, 9, 16]).unwrap(), ..MulticastTrafficOptions::default() }
}

/// Runs traffic for `clocks` clocks, then until all that has begun is at its end. `time_out` is set at every node first.
fn run(side: u32, options: Options, traffic: &MulticastTrafficOptions, clocks: u64, time_out: u32) -> Totals {
    let mut network = Network::new(rdt(side), options).unwrap();
    if time_out > 0 {
        for node in 0..side * side {
            offer(&mut network, node, PacketKind::SetUp { register: 0, value: time_out }, 3);
        }
    }
    let mut source = MulticastTraffic::new(rdt(side), traffic, network.next_number()).unwrap();
    let mut watchdog = Watchdog::new(1000);
    while network.clock() < clocks || network.in_flight() > 0 {
        if network.clock() < clocks {
            source.packets_at(network.clock(), |packet| network.offer(packet).unwrap());
        } else {
            network.close();
        }
        network.step();
        if let Err(dead) = watchdog.look(&network) {
            let waiting: Vec<String> = dead.waiting.iter().map(ToString::to_string).collect();
            panic!("{dead}\n{}", waiting.join("\n"));
        }
    }
    network.check_drained().unwrap();
    (0..40).for_each(|_| network.step());
    assert!(network.quiet());
    (0..side * side).for_each(|node| assert_eq!(network.error(node), 0));
    network.totals()
}

#[test]
fn everything_arrives_below_and_past_saturation() {
    for (side, clocks) in [(4, 2000), (8, 1500), (16, 400)] {
        for (rate, share) in [(0.05, 0.1), (1.0, 0.0), (1.0, 0.2), (1.0, 1.0)] {
            for maps in [Maps::Full, Maps::Random] {
                let traffic = MulticastTrafficOptions { maps, ..traffic(rate, share) };
                let totals = run(side, OPTIONS, &traffic, clocks, 0);
                let (unicasts, multicasts) = (totals.unicasts > 0, totals.acked > 0);
                assert_eq!((unicasts, multicasts), (share < 1.0, share > 0.0), "{totals:?}");
                assert_eq!(totals, Totals { shot_down: 0, nacked: 0, restarted: 0, abandoned: 0, ..totals });
            }
        }
    }
}

#[test]
fn every_pattern_width_and_size_of_table() {
    let widths = [36, 40, 64, 65, 128, 100, 37];
    for ((pattern, width), ack_ways) in Pattern::ALL.into_iter().zip(widths).zip([1, 2, 4].into_iter().cycle()) {
        let traffic = MulticastTrafficOptions { pattern, ..traffic(0.5, 0.05) };
        let totals = run(8, Options { width, ack_ways }, &traffic, 1000, 0);
        assert!(totals.unicasts > 500 && totals.acked > 20, "{pattern} {totals:?}");
    }
}

/// A time-out that is shorter than congestion: packets are shot down everywhere, and are delivered all the same.
#[test]
fn congestion_is_shot_down_and_restarted() {
    let totals = run(8, OPTIONS, &traffic(1.0, 0.1), 2000, 40);
    assert!(totals.shot_down > 200 && totals.nacked > 20 && totals.acked > 20, "{totals:?}");
    assert_eq!(totals.shot_down, totals.restarted + totals.abandoned);
}

#[test]
fn broadcasts_from_every_source() {
    for side in [4, 8, 16] {
        let (mut network, nodes) = (network(side), side * side);
        let root_rank = network.geometry().max_rank;
        for source in 0..nodes {
            offer(&mut network, source, PacketKind::Multicast { root_rank, maps: FULL }, 3);
        }
        drain(&mut network, 100_000);
        let (mut deliveries, mut acks) = (Vec::new(), Vec::new());
        network.take_deliveries(&mut deliveries);
        network.take_acks(&mut acks);
        let mut pairs: Vec<(u32, u32)> = deliveries.iter().map(|MulticastDelivery { packet, node, .. }| (packet.source, *node)).collect();
        pairs.sort_unstable();
        assert!(pairs.into_iter().eq((0..nodes).flat_map(|source| (0..nodes).map(move |node| (source, node)))));
        let mut sources: Vec<u32> = acks.iter().map(|AckReceived { packet, .. }| packet.source).collect();
        sources.sort_unstable();
        assert!(sources.into_iter().eq(0..nodes) && acks.iter().all(|ack| !ack.failed));
    }
}

#[test]
fn the_same_seed_makes_the_same_wires() {
    let wires = |seed: u64| {
        let mut network = network(8);
        let mut source = MulticastTraffic::new(rdt(8), &MulticastTrafficOptions { seed, ..traffic(0.4, 0.1) }, 0).unwrap();
        let mut all: Vec<PortState> = Vec::new();
        for clock in 0..300 {
            source.packets_at(clock, |packet| network.offer(packet).unwrap());
            network.step();
            all.extend((0..64).flat_map(|node| (0..10).map(move |port| (node, port))).map(|(node, port)| network.outputs(node, port)));
        }
        all
    };
    let first = wires(5);
    assert_eq!(first, wires(5));
    assert_ne!(first, wires(6));
}

/// Rate, share and weights are met: 64 nodes, 20000 clocks; three standard deviations are below 2 % of the packets and 4 % of the multicasts.
#[test]
fn the_mix_is_the_one_asked_for() {
    let options = MulticastTrafficOptions { rate: 0.32, share: 0.25, rank_weights: vec![3, 1], ..MulticastTrafficOptions::default() };
    let mut source = MulticastTraffic::new(rdt(8), &options, 0).unwrap();
    let (mut packets, mut by_rank) = (0, [0; 2]);
    for clock in 0..20_000 {
        source.packets_at(clock, |Packet { kind, flits, created, number, .. }| {
            assert_eq!((flits, created, number), (16, clock, packets));
            packets += 1;
            if let PacketKind::Multicast { root_rank, .. } = kind {
                by_rank[root_rank as usize] += 1;
            }
        });
    }
    let near = |found: u32, expected: f64, part: f64| assert!((f64::from(found) - expected).abs() < part * expected, "{found} {expected}");
    near(packets, 64.0 * 20_000.0 * 0.32 / 16.0, 0.02);
    near(by_rank[0], f64::from(packets) * 0.25 * 0.75, 0.04);
    near(by_rank[1], f64::from(packets) * 0.25 * 0.25, 0.06);
}

#[test]
fn bad_values_are_refused() {
    let options = |change: fn(&mut MulticastTrafficOptions)| {
        let mut options = MulticastTrafficOptions::default();
        change(&mut options);
        MulticastTraffic::new(rdt(8), &options, 0).err().map(|e| e.to_string()).unwrap_or_default()
    };
    assert!(options(|o| o.share = 1.5).starts_with("multicast-share = 1.5"));
    assert!(options(|o| o.rate = -0.1).starts_with("rate = -0.1"));
    assert!(options(|o| o.rank_weights = vec![1, 1, 1]).starts_with("rank-weights = [1, 1, 1]"));
    assert!(options(|o| o.rank_weights = vec![0, 0]).starts_with("rank-weights = [0, 0]"));
    assert!(options(|o| o.lengths = Lengths::fixed(17).unwrap()).starts_with("packet-flits = 17"));
    assert!(options(|o| o.lengths = Lengths::fixed(2).unwrap()).starts_with("packet-flits = 2"));
    for (width, ack_ways) in [(35, 1), (129, 1), (36, 0), (36, 3)] {
        assert!(Network::new(rdt(8), Options { width, ack_ways }).is_err());
    }
    let mut network = network(8);
    let packet = Packet { number: 0, source: 0, kind: PacketKind::Multicast { root_rank: 1, maps: FULL }, flits: 16, created: 0 };
    for wrong in [
        Packet { source: 64, ..packet },
        Packet { flits: 17, ..packet },
        Packet { flits: 2, ..packet },
        Packet { number: 1, ..packet },
        Packet { kind: PacketKind::Multicast { root_rank: 2, maps: FULL }, ..packet },
        Packet { kind: PacketKind::Unicast { destination: 0 }, ..packet },
        Packet { kind: PacketKind::Unicast { destination: 64 }, ..packet },
        Packet { kind: PacketKind::SetUp { register: 16, value: 0 }, ..packet },
    ] {
        assert!(network.offer(wrong).is_err(), "{wrong:?}");
    }
    network.offer(packet).unwrap();
}
