//! The multicast router of the RDT, against docs/multicast_router.md and `networks/rdt.md`.

mod acks;
mod deadlock;
mod faults;
mod local_ports;
mod mixed;
mod timing;
mod tree;

use torusmith_sim::multicast::{Network, Options, Packet, PacketKind, Watchdog};
use torusmith_topology::rdt::Rdt;

const FULL: [u8; 5] = [0xff; 5];

/// 36 bits, the smallest ack table.
const OPTIONS: Options = Options { width: 36, ack_ways: 1 };

fn rdt(side: u32) -> Rdt {
    Rdt::new(side).unwrap()
}

fn network(side: u32) -> Network {
    Network::new(rdt(side), OPTIONS).unwrap()
}

/// Offers a packet in the current clock; its number.
fn offer(network: &mut Network, source: u32, kind: PacketKind, flits: u8) -> u32 {
    let packet = Packet { number: network.next_number(), source, kind, flits, created: network.clock() };
    network.offer(packet).unwrap();
    packet.number
}

/// Steps until nothing is queued or in flight, and all is in order.
///
/// # Panics
/// After `most` clocks; if anything is not in order.
fn drain(network: &mut Network, most: u64) {
    let mut watchdog = Watchdog::new(2000);
    let end = network.clock() + most;
    while network.queued() + network.in_flight() > 0 {
        assert!(network.clock() < end, "not drained in {most} clocks: {:?}", network.waiting());
        network.step();
        if let Err(dead) = watchdog.look(network) {
            panic!("{dead}: {:?}", dead.waiting);
        }
    }
    network.check_drained().unwrap();
    (0..40).for_each(|_| network.step());
    assert!(network.quiet(), "something is left behind");
}
