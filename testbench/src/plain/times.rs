//! The clocks of packets in the Verilog: when a head was on the source's local link, and when the tail was on the destination's local output.

use std::collections::{HashMap, VecDeque};

use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::{Delivery, Packet};

use crate::binding::Wires;

/// Packets from their creation to their arrival.
pub(super) struct PacketTimes {
    config: RouterConfig,
    /// Packets of which no flit was on the local link yet, by `terminal * classes + class`. A source sends those of a class in this order (rule N1).
    queues: Vec<VecDeque<u32>>,
    /// Clock of the head on the source's local link, of packets under way, by number.
    entered: HashMap<u32, u64>,
    /// Packets that have arrived and were not taken yet.
    pub arrived: Vec<Delivery>,
}

impl PacketTimes {
    pub fn new(terminals: usize, config: RouterConfig) -> Self {
        let queues = vec![VecDeque::new(); terminals * config.message_classes];
        Self { config, queues, entered: HashMap::new(), arrived: Vec::new() }
    }

    /// A packet is created.
    pub fn create(&mut self, packet: &Packet) {
        let class = self.config.class_of_packet(packet.number);
        self.queues[packet.source.index() * self.config.message_classes + class].push_back(packet.number);
    }

    /// The local link towards the router of a terminal in a clock.
    pub fn sent(&mut self, clock: u64, terminal: usize, wires: Wires<'_>) {
        if wires.control & 3 != 3 {
            return;
        }
        let class = (wires.control >> 4 & 15) as usize / self.config.vcs_a_class();
        let queue = self.queues.get_mut(terminal * self.config.message_classes + class);
        if let Some(number) = queue.and_then(VecDeque::pop_front) {
            self.entered.insert(number, clock);
        }
    }

    /// A packet has arrived whole. A packet that its source has not sent yet has no latency.
    pub fn arrive(&mut self, clock: u64, packet: Packet) {
        if let Some(injected) = self.entered.remove(&packet.number) {
            self.arrived.push(Delivery { packet, injected, delivered: clock });
        }
    }
}

#[cfg(test)]
mod tests {
    use torusmith_topology::TerminalId;

    use super::*;

    fn packet(number: u32, created: u64) -> Packet {
        Packet { number, source: TerminalId(1), destination: TerminalId(0), bits: 0, flits: 2, created }
    }

    /// Two message classes of two VCs each: packets 0 and 2 are of class 0, packet 1 of class 1 (rule N1).
    #[test]
    fn heads_are_told_apart_by_source_and_class() {
        let mut times = PacketTimes::new(2, RouterConfig { vcs: 4, message_classes: 2, ..RouterConfig::default() });
        let [a, b, c] = [packet(0, 3), packet(1, 3), packet(2, 4)];
        [a, b, c].iter().for_each(|packet| times.create(packet));
        // (clock, terminal, valid, head, VC): a flit of another terminal, head and tail of b, no flit, the heads of a and c.
        for (clock, terminal, valid, head, vc) in
            [(5, 0, 1, 1, 0), (6, 1, 1, 1, 3), (7, 1, 1, 0, 3), (8, 1, 0, 1, 0), (9, 1, 1, 1, 0), (12, 1, 1, 1, 1)]
        {
            times.sent(clock, terminal, Wires { control: valid | head << 1 | vc << 4, data: &[] });
        }
        times.arrive(20, c);
        times.arrive(21, b);
        times.arrive(22, a);
        times.arrive(23, a);
        let clocks: Vec<_> = times.arrived.iter().map(|d| (d.packet.number, d.packet.created, d.injected, d.delivered)).collect();
        assert_eq!(clocks, [(2, 4, 12, 20), (1, 3, 6, 21), (0, 3, 9, 22)]);
    }
}
