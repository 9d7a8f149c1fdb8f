//! Clocks, in an otherwise empty network.

use torusmith_sim::multicast::{Network, PacketKind, PortState};

use super::{FULL, drain, network, offer};

/// The first clock in which a port shows a flit of which `when` holds.
fn first(network: &mut Network, node: u32, port: u8, when: impl Fn(PortState) -> bool) -> u64 {
    for _ in 0..200 {
        let state = network.outputs(node, port);
        if state.valid && when(state) {
            return network.clock();
        }
        network.step();
    }
    panic!("node {node} port {port} never shows it");
}

/// Flit 0 of a unicast on a link in t is on the next link in t + 3: from the source's local link, clock 0, over two links to the local output.
#[test]
fn a_unicast_takes_three_clocks_a_router() {
    let mut network = network(8);
    // 0,0 to 1,1 in an RDT of 8 x 8: rank 0 only, south, then east.
    offer(&mut network, 0, PacketKind::Unicast { destination: 9 }, 5);
    assert_eq!(first(&mut network, 0, 3, |flit| flit.head), 3);
    assert_eq!(first(&mut network, 8, 1, |flit| flit.head), 6);
    assert_eq!(first(&mut network, 9, 0, |flit| flit.head), 9);
    assert_eq!(first(&mut network, 9, 0, |flit| flit.tail), 13);
    drain(&mut network, 100);
}

/// A multicast takes five: the deciding flit is flit 1, and the ack table takes a clock. The ack comes back from the last leaf.
#[test]
fn a_multicast_takes_five_clocks_a_router() {
    let mut network = network(8);
    let source = 27;
    offer(&mut network, source, PacketKind::Multicast { root_rank: 0, maps: FULL }, 3);
    for port in [0, 1, 2, 3, 4] {
        // The copies of all branches start at once; that at the source itself goes to port 0.
        assert_eq!(first(&mut network, source, port, |flit| flit.head), 5, "port {port}");
    }
    // South of the source, then one further: on the second link in 10, on the local output of the node there in 15.
    assert_eq!(first(&mut network, source + 8, 3, |flit| flit.head), 10);
    assert_eq!(first(&mut network, source + 16, 0, |flit| flit.head), 15);
    // Tail in 17; ack on the local link in 18, in the slot in 19, taken; the entry is done in 20 and sent: on the link in 21. One step south of
    // the source three such acks (SS, SE, SW) are in their slots in 22, of which one is taken a clock: done in 25.
    assert_eq!(first(&mut network, source + 16, 4, |flit| flit.vc == 3), 21);
    assert_eq!(first(&mut network, source + 8, 4, |flit| flit.vc == 3), 26);
    assert_eq!(first(&mut network, source, 0, |flit| flit.vc == 3), 29);
    drain(&mut network, 100);
}
