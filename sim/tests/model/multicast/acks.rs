//! Entries of the ack table: who gets which, and when (A2).

use torusmith_sim::multicast::{Network, Options, PacketKind, map};

use super::{OPTIONS, drain, network, offer, rdt};

/// A multicast of root rank 0 or 1 to one place.
fn to(root_rank: u8, place: u8) -> PacketKind {
    let mut maps = [0; 5];
    maps[root_rank as usize] = place;
    PacketKind::Multicast { root_rank, maps }
}

/// A packet of another node, so that the next one leaves by the other local port.
fn skip_a_number(network: &mut Network) {
    offer(network, 63, PacketKind::Unicast { destination: 62 }, 3);
}

/// The clocks in which a node's ports show heads of packets, up to clock `end`: (clock, port, data).
fn heads(network: &mut Network, node: u32, end: u64) -> Vec<(u64, u8, u128)> {
    let mut heads = Vec::new();
    while network.clock() < end {
        for port in 0..10 {
            let state = network.outputs(node, port);
            if state.valid && state.head && state.vc < 3 {
                heads.push((network.clock(), port, state.data));
            }
        }
        network.step();
    }
    heads
}

/// The only entry of class (0, BEGIN) is taken by port 9. Port 0 has a multicast of that class on VC 0 and one of class (1, BEGIN) on VC 1: the
/// second asks at once, and the first when the entry is unused.
#[test]
fn no_vc_waits_for_the_entry_of_another() {
    let mut network = network(8);
    let node = 0;
    assert_eq!(network.geometry().rank(node), 1);
    skip_a_number(&mut network);
    // Port 9, head on the link in 0: asks in 2, to the west.
    assert_eq!(offer(&mut network, node, to(0, map::W), 3), 1);
    network.step();
    // Port 0: VC 0 in 1, to the north; then VC 1 in 4, to the east in rank 1.
    assert_eq!(offer(&mut network, node, to(0, map::N), 3), 2);
    skip_a_number(&mut network);
    assert_eq!(offer(&mut network, node, to(1, map::E), 3), 4);
    let heads: Vec<(u64, u8)> = heads(&mut network, node, 40).into_iter().map(|(clock, port, _)| (clock, port)).collect();
    // To the west in 0 + 5, to the east in 4 + 5. The copy in the west is on the local link from 10 to 12, its ack is there in 13, on the link in
    // 16, in the slot in 17; the entry is done in 18 and unused in 19, the other one's from 20 on, and its head is on the link in 22.
    assert_eq!(heads, [(5, 2), (9, 5), (22, 4)]);
    drain(&mut network, 200);
}

/// Two ways. A multicast without members asks in 2, is done in 3 and unused in 4; the next one of its class asks in 3, so it gets way 1.
#[test]
fn an_entry_is_not_reused_in_the_clock_in_which_it_is_freed() {
    let mut network = Network::new(rdt(8), Options { ack_ways: 2, ..OPTIONS }).unwrap();
    offer(&mut network, 0, to(0, 0), 3);
    network.step();
    offer(&mut network, 0, to(0, map::E), 3);
    let heads = heads(&mut network, 0, 20);
    let tags: Vec<(u64, u8, u128)> = heads.into_iter().map(|(clock, port, flit0)| (clock, port, flit0 >> 8 & 127)).collect();
    assert_eq!(tags, [(6, 1, 0b010_0000)]);
    drain(&mut network, 200);
}
