//! Checks of the local ports (E1), and the flits that they deliver.

use torusmith_sim::multicast::{Flit, LOCAL1, Network, Packet, PacketKind, PortState, Unicast, flits, map};

use super::{FULL, drain, network, offer};

/// A flit forced on the local link of node 0.
fn force(network: &mut Network, port: u8, vc: u8, head: bool, tail: bool, data: u128) {
    network.force(0, port, Flit { data, number: 0, vc, head, tail });
    network.step();
}

/// E1, one bit after the other. A set-up packet to an undefined register is a harmless packet.
#[test]
fn local_ports_check_their_flits() {
    const SET_UP: u128 = 2;
    for port in [0, LOCAL1] {
        // Framing: VC 2; a flit of no packet; a multicast of one flit.
        for (vc, head, tail, data) in [(2, true, false, SET_UP), (0, false, false, 0), (1, true, true, 1)] {
            let mut network = super::network(8);
            force(&mut network, port, vc, head, tail, data);
            network.step();
            assert_eq!(network.error(0), 0b0010, "vc {vc}");
        }
        // Destination: vectors of 0; a multicast whose phase is not BEGIN, or of stage 2 where R is 1. Their bodies are dropped in silence.
        for data in [0u128, 3, 1 | 1 << 3, 1 | 2 << 5] {
            let mut network = super::network(8);
            force(&mut network, port, 0, true, false, data);
            assert_eq!(network.error(0), 0b0100, "{data:#x}");
            force(&mut network, port, 0, false, false, 0);
            force(&mut network, port, 0, false, true, 0);
            force(&mut network, port, 0, false, true, 0);
            assert_eq!(network.error(0), 0b0110, "{data:#x}");
            assert!(network.waiting().is_empty());
        }
        // Framing: a head within a packet, though its buffer is not empty. It does not close the packet, even if it is a tail: the next flit belongs
        // to the packet, the one after its tail to none.
        for tail in [false, true] {
            let mut network = super::network(8);
            force(&mut network, port, 0, true, false, SET_UP);
            force(&mut network, port, 0, true, tail, SET_UP);
            assert_eq!(network.error(0), 0b0010, "tail {tail}");
            force(&mut network, port, 0, false, false, 0);
            let trace = network.trace(0);
            assert!(trace.contains(&format!("({port},0) packet 0 SetUp 2+ Routed")), "{trace}");
        }
        // Framing within a packet that is dropped: following flits are dropped in silence up to the tail, then a flit is of no packet.
        let mut network = super::network(8);
        force(&mut network, port, 0, true, false, 0);
        force(&mut network, port, 0, true, true, SET_UP);
        assert_eq!(network.error(0), 0b0110);
        force(&mut network, port, 0, false, true, 0);
        force(&mut network, port, 0, true, false, SET_UP);
        assert_eq!((network.error(0), network.waiting().len()), (0b0110, 1));
        // Length: a unicast of 20 flits arrives with 16.
        let mut network = super::network(8);
        let number = offer(&mut network, 0, PacketKind::Unicast { destination: 9 }, 16);
        let mut shown = 0;
        for k in 0..60 {
            if k < 20 {
                // Flits that the interface sends, except the tail.
                let packet = Packet { number, source: 0, kind: PacketKind::Unicast { destination: 9 }, flits: 16, created: 0 };
                let unicast = Unicast::new(network.geometry().rdt);
                let data = flits(&unicast, 6, &packet, 0, 36).get(k).copied().unwrap_or(0);
                network.force(0, port, Flit { data, number, vc: 1, head: k == 0, tail: k == 19 });
                if port == LOCAL1 {
                    network.force(0, 0, Flit { data: 0, number, vc: 2, head: false, tail: false });
                }
            }
            network.step();
            shown += u32::from(network.outputs(9, 0).valid && network.outputs(9, 0).vc < 2);
        }
        assert_eq!((network.error(0) & !0b0010, shown), (0b1000, 16));
    }
}

/// Overflow: a packet of which all flits have arrived waits in its buffer; the next one on its VC is dropped up to its tail, and the one after it is
/// checked on its own. A head of a multicast of one flit is an overflow there, too.
#[test]
fn a_head_on_a_full_buffer_is_an_overflow() {
    const SET_UP: u128 = 2;
    for port in [0, LOCAL1] {
        let mut network = network(8);
        // A forced packet takes the number of one that has ended; the unicast is in flight meanwhile, as the bookkeeping counts.
        // Three flits forced in clocks 0 to 2; granted in 1, they advance in 2 to 4; empty from 5 on. Heads in 3 and 4 find it full.
        offer(&mut network, 63, PacketKind::SetUp { register: 9, value: 0 }, 3);
        (0..20).for_each(|_| network.step());
        offer(&mut network, 63, PacketKind::Unicast { destination: 0 }, 16);
        network.step();
        for k in 0..3 {
            force(&mut network, port, 0, k == 0, k == 2, if k == 0 { SET_UP } else { 9 });
        }
        force(&mut network, port, 0, true, true, 1);
        assert_eq!(network.error(0), 0b0001);
        force(&mut network, port, 0, true, false, SET_UP);
        // Empty, but the packet is open: framing.
        force(&mut network, port, 0, true, false, SET_UP);
        assert_eq!(network.error(0), 0b0011);
        force(&mut network, port, 0, false, true, 0);
        assert!(!network.trace(0).contains(&format!("({port},0)")), "{}", network.trace(0));
        force(&mut network, port, 0, true, false, SET_UP);
        assert!(network.trace(0).contains(&format!("({port},0) packet 0 SetUp 1+")), "{}", network.trace(0));
        assert_eq!(network.error(0), 0b0011);
    }
}

/// Messages: kinds other than ack and nack give no credit; an ack for an unused entry gives one, two clocks after: in the slot, taken, shown.
#[test]
fn messages_of_no_use() {
    for port in [0, LOCAL1] {
        for (data, credit) in [(0, true), (1, true), (3 << 2, true), (2, false), (3, false), (0x7f << 2 | 3, false)] {
            let mut network = network(8);
            force(&mut network, port, 3, true, true, data);
            let mut credits = Vec::new();
            for _ in 0..10 {
                let state = network.outputs(0, port);
                if state.credit_valid {
                    credits.push((network.clock(), state.credit_vc));
                }
                network.step();
            }
            // On the link in 0, in the slot and taken in 1, owed and taken in 2, shown in 3.
            assert_eq!(credits, if credit { vec![(3, 3)] } else { vec![] }, "{data:#x}");
            assert_eq!(network.error(0), 0);
        }
    }
}

/// A set-up packet of one flit writes nothing, whatever its buffer held before.
#[test]
fn a_set_up_packet_of_one_flit_writes_nothing() {
    let mut network = network(8);
    let disabled =
        |network: &Network, value: u16| assert!(network.trace(0).contains(&format!("disabled {value:#012b}")), "{}", network.trace(0));
    // By port 0, by port 9, by port 0.
    for value in [5, 0] {
        offer(&mut network, 0, PacketKind::SetUp { register: 2, value }, 3);
        (0..20).for_each(|_| network.step());
        disabled(&network, value as u16);
    }
    let number = offer(&mut network, 0, PacketKind::SetUp { register: 2, value: 1 }, 3);
    let one = Flit { data: 2, number, vc: 0, head: true, tail: true };
    network.force(0, 0, one);
    network.step();
    // In place of the other two flits.
    for _ in 1..3 {
        network.force(0, 0, Flit { vc: 2, ..one });
        network.step();
    }
    (0..20).for_each(|_| network.step());
    assert_eq!(network.totals().set_ups, 3);
    disabled(&network, 0);
}

/// A unicast of one flit that is shot down: flit 1 is 0 in its report, though its buffer held another one before.
#[test]
fn a_report_of_one_flit() {
    let mut network = network(8);
    // Fills buffer (0, 0).
    offer(&mut network, 0, PacketKind::Unicast { destination: 1 }, 3);
    drain(&mut network, 100);
    for (register, value) in [(0, 20), (2, 1 << 3)] {
        offer(&mut network, 0, PacketKind::SetUp { register, value }, 3);
        (0..20).for_each(|_| network.step());
    }
    offer(&mut network, 63, PacketKind::Unicast { destination: 62 }, 3);
    let number = offer(&mut network, 0, PacketKind::Unicast { destination: 8 }, 3);
    assert_eq!(number % 2, 0);
    let rdt = network.geometry().rdt;
    let packet = Packet { number, source: 0, kind: PacketKind::Unicast { destination: 8 }, flits: 3, created: 0 };
    let data = flits(&Unicast::new(rdt), 6, &packet, 1, 36)[0];
    let one = Flit { data, number, vc: 0, head: true, tail: true };
    network.force(0, 0, one);
    network.step();
    for _ in 1..3 {
        network.force(0, 0, Flit { vc: 2, ..one });
        network.step();
    }
    while !network.outputs(0, 0).valid {
        network.step();
    }
    assert_eq!((network.outputs(0, 0).vc, network.outputs(0, 0).data), (3, 2));
}

/// Outputs of a node's port 0 or 9 in the next 60 clocks, messages aside.
fn watch(network: &mut Network, node: u32) -> Vec<PortState> {
    let mut all = Vec::new();
    for _ in 0..60 {
        all.extend([0, LOCAL1].map(|port| network.outputs(node, port)).into_iter().filter(|state| state.valid && state.vc < 3));
        network.step();
    }
    all
}

/// R3: a copy on a local output carries (0, LEAF) and the entry's tag (way, 3 bits of stage, 2 of phase), at the source of a broadcast and at any other place.
#[test]
fn a_delivered_multicast_is_a_leaf_of_stage_0() {
    for (maps, node, tag) in [
        // At the source: the entry of (0, BEGIN).
        ([map::C, 0, 0, 0, 0], 27, 0),
        // One to the east: (0, LEAF); one to the south: (0, SOUTH).
        ([map::E, 0, 0, 0, 0], 28, 0b00011),
        ([map::S, 0, 0, 0, 0], 35, 0b00010),
    ] {
        let mut network = network(8);
        offer(&mut network, 27, PacketKind::Multicast { root_rank: 0, maps }, 3);
        let all = watch(&mut network, node);
        // type 1, pe 0, phase 3, stage 0.
        assert_eq!((all.len(), all[0].data), (3, 1 | 3 << 3 | tag << 8), "at {node}");
    }
    // Root rank 1, at the source: (1, BEGIN), or by a MOVE for the other ranks.
    let mut network = network(8);
    offer(&mut network, 27, PacketKind::Multicast { root_rank: 1, maps: [map::C, map::C, 0, 0, 0] }, 3);
    assert_eq!(watch(&mut network, 27)[0].data, 1 | 3 << 3 | 0b00100 << 8);
    // The whole network: every node.
    let mut network = super::network(8);
    offer(&mut network, 27, PacketKind::Multicast { root_rank: 1, maps: FULL }, 3);
    drain(&mut network, 1000);
    assert_eq!(network.totals().copies, 64);
}

/// N1: set-ups and multicasts of the source, and the unicasts of others, do not count; both ports count together; 64 is 0 again.
#[test]
fn ids_count_the_unicasts_of_a_source() {
    let mut network = network(8);
    let mut ids = Vec::new();
    let unicast = PacketKind::Unicast { destination: 1 };
    let maps = [map::C, 0, 0, 0, 0];
    let (multicast, set_up) = (PacketKind::Multicast { root_rank: 0, maps }, PacketKind::SetUp { register: 9, value: 0 });
    let others = [(0, multicast), (0, unicast), (0, unicast), (0, set_up), (2, unicast), (0, unicast), (2, multicast), (2, unicast)];
    for (source, kind) in others.into_iter().chain([(0, unicast); 64]) {
        let number = offer(&mut network, source, kind, 3);
        let all = watch(&mut network, 1);
        if kind == unicast {
            // Destination 1, source and id, of 6 bits each, from bit 0 up.
            assert_eq!((all.len(), all[1].data & 0xfff), (3, u128::from(1 | source << 6)));
            assert_eq!(all[1].data >> 12, network.id(number).into());
            ids.push((source, network.id(number)));
        }
    }
    assert_eq!(ids[..5], [(0, 0), (0, 1), (2, 0), (0, 2), (2, 1)]);
    assert!(ids[5..].iter().copied().eq((3..64).chain(0..3).map(|id| (0, id))));
}
