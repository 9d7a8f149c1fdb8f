//! Set-up, shoot-down and restart, nacks.

use torusmith_sim::multicast::{LOCAL1, Network, PORTS, PacketKind, map};

use super::{FULL, drain, network, offer};

const TIME_OUT: u8 = 0;
const NODE: u8 = 1;
const DISABLED: u8 = 2;

/// Sets a register of a node's router, and waits until it is set.
fn set(network: &mut Network, node: u32, register: u8, value: u32) {
    let before = network.totals().set_ups;
    offer(network, node, PacketKind::SetUp { register, value }, 3);
    for _ in 0..40 {
        network.step();
    }
    assert_eq!(network.totals().set_ups, before + 1);
}

/// 0,0 to 1,1 goes south, then east; the eastern output there is disabled. The packet is shot down, reported to its source and sent again, over
/// and over, until the output is enabled.
#[test]
fn a_unicast_is_shot_down_and_restarted() {
    let mut network = network(8);
    set(&mut network, 8, TIME_OUT, 50);
    set(&mut network, 8, DISABLED, 1 << 1);
    offer(&mut network, 0, PacketKind::Unicast { destination: 9 }, 7);
    (0..120).for_each(|_| network.step());
    let trace = network.trace(8);
    assert!(trace.contains("(4,0) packet 2 Unicast 7 Routed pending 0b00000000010 age"), "{trace}");
    (0..2000).for_each(|_| network.step());
    let totals = network.totals();
    assert!(totals.shot_down >= 5 && totals.restarted + 1 >= totals.shot_down && totals.unicasts == 0, "{totals:?}");
    set(&mut network, 8, DISABLED, 0);
    drain(&mut network, 2000);
    let totals = network.totals();
    assert_eq!((totals.unicasts, totals.restarted, totals.abandoned), (1, totals.shot_down, 0));
}

/// A packet that does not leave its source's router: the report comes to the source itself.
#[test]
fn a_unicast_is_shot_down_at_its_source() {
    for number in 0..4 {
        let mut network = network(8);
        set(&mut network, 0, TIME_OUT, 20);
        set(&mut network, 0, DISABLED, 1 << 3);
        while network.next_number() % 4 != number {
            offer(&mut network, 63, PacketKind::Unicast { destination: 62 }, 3);
        }
        offer(&mut network, 0, PacketKind::Unicast { destination: 9 }, 16);
        (0..500).for_each(|_| network.step());
        assert!(network.totals().restarted >= 3, "{:?}", network.totals());
        set(&mut network, 0, DISABLED, 0);
        drain(&mut network, 500);
        assert_eq!(network.totals().restarted, network.totals().shot_down);
    }
}

/// S1: shot down after more than 3 and at most 4 ticks. The register has its value from clock w on: ticks in w + T - 1, w + 2T - 1, ..
/// A packet pending from clock p on is shot down from the clock after the fourth tick at or after p; then a clock of arbitration, its flits to
/// output 10, and the report: taken, shown.
#[test]
fn the_clock_of_a_report() {
    let period = 64;
    let mut network = network(8);
    let written = effective(network.clock());
    set(&mut network, 8, TIME_OUT, period);
    set(&mut network, 8, DISABLED, 1 << 1);
    for delay in 0..70 {
        let mut network = network.clone();
        (0..delay).for_each(|_| network.step());
        offer(&mut network, 0, PacketKind::Unicast { destination: 9 }, 7);
        // On the local link now, on the link to node 8 three clocks later, pending there a clock later.
        let pending = network.clock() + 4;
        let fourth = fourth_tick(written, period, pending);
        while !network.outputs(8, 0).valid {
            network.step();
        }
        // Shot down from fourth + 1: granted then; seven flits advance from fourth + 2 to fourth + 8; waits in fourth + 9, shown one later.
        assert_eq!(network.clock(), fourth + 10, "delay {delay}");
        let message = network.outputs(8, 0);
        assert_eq!((message.vc, message.head, message.tail, message.data & 3), (3, true, true, 2));
    }
}

/// The first clock of a register's new value, if its set-up packet, of 3 flits, is offered in clock `t` to a router at rest: flit 0 is on the
/// link in t and granted in t + 1; the flits advance in t + 2 to t + 4.
fn effective(t: u64) -> u64 {
    t + 5
}

/// The fourth tick from clock `from` on, register 0 having `period` from clock `written` on.
fn fourth_tick(written: u64, period: u32, from: u64) -> u64 {
    let ticks = (1..).map(|k| written + u64::from(period) * k - 1);
    ticks.filter(|&tick| tick >= from).nth(3).unwrap()
}

/// S4, N3, N5: a report at the source itself in clock t puts the packet at the end of the queue, from t + 1 on: before a packet created in t + 1,
/// behind what was created in t.
#[test]
fn a_restarted_packet_goes_to_the_end_of_the_queue() {
    for (late, expected) in [(1, 1 + 7 + 3), (0, 3 + 4)] {
        let mut network = network(8);
        set(&mut network, 0, DISABLED, 1 << 3);
        set(&mut network, 0, TIME_OUT, 20);
        // Number 2, by port 0: south, which is disabled. The next of port 0 goes east.
        offer(&mut network, 0, PacketKind::Unicast { destination: 8 }, 7);
        offer(&mut network, 63, PacketKind::Unicast { destination: 62 }, 3);
        while !network.outputs(0, 0).valid {
            network.step();
        }
        let report = network.clock();
        (0..late).for_each(|_| network.step());
        if late == 0 {
            // One to the west, which leaves at once: so the one to the east is in the queue when the report is read. Its head is routed in the
            // clock in which the other one's tail advances, so it is granted in the clock after.
            offer(&mut network, 0, PacketKind::Unicast { destination: 7 }, 3);
            offer(&mut network, 63, PacketKind::Unicast { destination: 62 }, 3);
        }
        assert_eq!(offer(&mut network, 0, PacketKind::Unicast { destination: 1 }, 3) % 2, 0);
        while !network.outputs(0, 1).valid {
            network.step();
        }
        assert_eq!(network.clock(), report + expected, "created {late} after the report");
        assert_eq!(network.totals().restarted, 1);
    }
}

/// S2: from the clock after the fourth tick on no branch of a shot-down multicast is granted, though its outputs are enabled; in the clock of the
/// tick they are.
#[test]
fn nothing_of_a_shot_down_multicast_is_granted() {
    let (source, period) = (27, 40);
    for (enabled, acked, copies) in [(0, 1, 8), (1, 0, 1)] {
        let mut network = network(8);
        set(&mut network, source, DISABLED, 0b11110);
        let written = effective(network.clock());
        set(&mut network, source, TIME_OUT, period);
        // Its entry is given in 2; the local branch is granted in 3 and its stream is there in 4 to 6: it ages from 7 on.
        let ageing = network.clock() + 7;
        offer(&mut network, source, PacketKind::Multicast { root_rank: 0, maps: FULL }, 3);
        let fourth = fourth_tick(written, period, ageing);
        while effective(network.clock()) < fourth + enabled {
            network.step();
        }
        offer(&mut network, source, PacketKind::SetUp { register: DISABLED, value: 0 }, 3);
        drain(&mut network, 200);
        let totals = network.totals();
        assert_eq!((totals.acked, totals.nacked, totals.copies), (acked, 1 - acked, copies), "enabled {enabled} after the tick");
    }
}

/// A disabled branch of a multicast: the others are served, the source gets a nack. With several disabled, one nack each inside, one outside.
#[test]
fn a_multicast_with_a_disabled_branch_is_nacked() {
    for (disabled, copies) in [(1 << 1, 7), (1 << 1 | 1 << 2, 6), (1 << 3, 4), (0b11110, 1)] {
        let mut network = network(8);
        let source = 27;
        set(&mut network, source, TIME_OUT, 30);
        set(&mut network, source, DISABLED, disabled);
        offer(&mut network, source, PacketKind::Multicast { root_rank: 0, maps: FULL }, 16);
        drain(&mut network, 1000);
        let totals = network.totals();
        assert_eq!((totals.acked, totals.nacked, totals.copies), (0, 1, copies), "disabled {disabled:#b}");
    }
}

/// The nack comes from further down: the leaf two to the south is cut off.
#[test]
fn a_nack_climbs_the_tree() {
    let mut network = network(8);
    set(&mut network, 35, TIME_OUT, 30);
    set(&mut network, 35, DISABLED, 1 << 3);
    offer(&mut network, 27, PacketKind::Multicast { root_rank: 0, maps: FULL }, 5);
    drain(&mut network, 1000);
    let mut acks = Vec::new();
    network.take_acks(&mut acks);
    assert_eq!((acks.len(), acks[0].failed, network.totals().copies), (1, true, 7));
}

/// R4: a multicast without members is acked, at whatever stage its map is empty.
#[test]
fn an_empty_map_is_acked() {
    for maps in [[0; 5], [0, 0xff, 0xff, 0xff, 0xff], [0xff, 0xff, 0, 0xff, 0xff], [0xff, 0, 0xff, 0xff, 0xff]] {
        for side in [4, 8, 16] {
            let mut network = network(side);
            for source in 0..side {
                let root_rank = network.geometry().max_rank;
                let maps = if side < 16 { [maps[0], maps[1] & maps[2], 0, 0, 0] } else { maps };
                offer(&mut network, source, PacketKind::Multicast { root_rank, maps }, 3);
            }
            drain(&mut network, 3000);
            let totals = network.totals();
            assert_eq!((totals.acked, totals.copies), (u64::from(side), 0), "{maps:x?}");
        }
    }
}

/// Register 1: a router that takes itself for another node routes like that node.
#[test]
fn a_node_register_turns_the_tree() {
    let mut network = network(16);
    // Rank 1 sends a root of rank 2 on by a move; rank 2 does not.
    let (low, high) = (1, 0);
    assert_eq!((network.geometry().rank(low), network.geometry().rank(high)), (1, 2));
    set(&mut network, low, NODE, high);
    offer(&mut network, low, PacketKind::Multicast { root_rank: 2, maps: [0, 0, map::E, 0, 0] }, 3);
    let mut ports = [false; PORTS];
    for _ in 0..12 {
        network.step();
        (1..=8).for_each(|port| ports[port] |= network.outputs(low, port as u8).valid);
    }
    assert_eq!(ports, std::array::from_fn(|port| port == 5), "a root of rank 2 sends east in rank 2");
}

/// The port numbers that the tests above write out.
#[test]
fn ports() {
    assert_eq!((PORTS, LOCAL1), (10, 9));
}
