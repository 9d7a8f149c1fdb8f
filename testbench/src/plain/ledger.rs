//! The Verilog's own deliveries: every packet at its destination, in order, whole and unchanged.

use std::collections::{HashMap, VecDeque};

use torusmith_sim::config::RouterConfig;
use torusmith_sim::engine::Packet;
use torusmith_topology::TerminalId;

use crate::binding::Wires;
use crate::flits::Format;

/// Reports of violations kept of a run; later ones are only counted.
const TOLD: usize = 8;

/// The packets under way, and the sinks that put them together again from the flits at the local outputs.
pub(super) struct Ledger {
    format: Format,
    vcs: usize,
    config: RouterConfig,
    /// Whether packets of a pair and message class stay in order (rule RC9).
    ordered: bool,
    /// Packets created and not arrived, by (source, destination, message class), in the order of creation.
    /// Each with the header that it arrives with.
    awaited: HashMap<(TerminalId, TerminalId, usize), VecDeque<(Packet, u64)>>,
    /// Flits of the packet that is arriving, by `node * vcs + vc`.
    open: Vec<Vec<Vec<u32>>>,
    pub delivered: u64,
    /// Packets that have arrived since they were taken last.
    pub arrived: Vec<Packet>,
    pub violations: Vec<String>,
}

impl Ledger {
    pub fn new(format: Format, nodes: usize, config: RouterConfig, ordered: bool) -> Self {
        let vcs = config.vcs;
        Self {
            format,
            vcs,
            config,
            ordered,
            awaited: HashMap::new(),
            open: vec![Vec::new(); nodes * vcs],
            delivered: 0,
            arrived: Vec::new(),
            violations: Vec::new(),
        }
    }

    /// A packet that is sent with the given routing bits; where each router takes its hop off them it arrives with none left (rule RC7).
    pub fn expect(&mut self, packet: Packet, bits: u64) {
        let header = self.format.header(&packet, if self.format.rewritten { 0 } else { bits });
        let class = self.config.class_of_packet(packet.number);
        self.awaited.entry((packet.source, packet.destination, class)).or_default().push_back((packet, header));
    }

    /// A reset: of all that was created nothing will arrive.
    pub fn forget(&mut self) {
        self.awaited.clear();
        self.open.iter_mut().for_each(Vec::clear);
    }

    /// The local output of a node in a clock.
    pub fn flit(&mut self, clock: u64, node: usize, wires: Wires<'_>) {
        if wires.control & 1 == 0 {
            return;
        }
        let (head, tail, vc) = (wires.control & 2 != 0, wires.control & 4 != 0, (wires.control >> 4 & 15) as usize);
        if vc >= self.vcs {
            return self.violation(clock, node, format!("a flit on VC {vc}"));
        }
        let open = &mut self.open[node * self.vcs + vc];
        if head != open.is_empty() {
            let what = if head { "a head flit inside a packet" } else { "a body flit outside of a packet" };
            return self.violation(clock, node, format!("{what} on VC {vc}"));
        }
        open.push(self.format.defined(wires.data, head));
        if tail {
            let flits = std::mem::take(open);
            if let Err(message) = self.packet(node, vc, &flits) {
                self.violation(clock, node, message);
            }
        }
    }

    fn packet(&mut self, node: usize, vc: usize, flits: &[Vec<u32>]) -> Result<(), String> {
        let header = u64::from(flits[0][0]) | flits[0].get(1).map_or(0, |&high| u64::from(high) << 32);
        let (destination, source) = self.format.ends(header);
        if destination.index() != node {
            return Err(format!("a packet from {source} to {destination}"));
        }
        let format = self.format;
        let same = |(p, header): &(Packet, u64)| {
            p.flits as usize == flits.len() && flits.iter().enumerate().rev().all(|(k, flit)| *flit == format.data(p, k, *header))
        };
        let class = vc / self.config.vcs_a_class();
        let queue = self.awaited.get_mut(&(source, destination, class));
        let found = queue.and_then(|queue| {
            let at = queue.iter().position(same)?;
            queue.remove(at).map(|(packet, _)| (at, packet))
        });
        let Some((at, packet)) = found else { return Err(format!("a packet of {} flits from {source} that was not sent so", flits.len())) };
        self.delivered += 1;
        self.arrived.push(packet);
        if at > 0 && self.ordered { Err(format!("a packet from {source} that overtook {at} others")) } else { Ok(()) }
    }

    fn violation(&mut self, clock: u64, node: usize, what: String) {
        if self.violations.len() < TOLD {
            self.violations.push(format!("clock {clock}: at the local output of node {node}: {what}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMAT: Format = Format { width: 16, address_bits: 4, route_bits: 0, rewritten: false };

    /// Two VCs.
    fn config(message_classes: usize) -> RouterConfig {
        RouterConfig { vcs: 2, message_classes, ..RouterConfig::default() }
    }

    fn packet(number: u32, source: u32, flits: u8) -> Packet {
        Packet { number, source: TerminalId(source), destination: TerminalId(9), bits: 0, flits, created: 0 }
    }

    /// Flit `index` of a packet on a VC, as the local output shows it.
    fn flit(packet: &Packet, index: usize, vc: u32) -> (u32, Vec<u32>) {
        let (head, tail) = (u32::from(index == 0), u32::from(index + 1 == packet.flits as usize));
        (1 | head << 1 | tail << 2 | vc << 4, FORMAT.data(packet, index, FORMAT.header(packet, packet.bits)))
    }

    fn receive(expected: &[Packet], node: usize, flits: &[(u32, Vec<u32>)]) -> (u64, Vec<String>) {
        let mut ledger = Ledger::new(FORMAT, 16, config(1), false);
        expected.iter().for_each(|&p| ledger.expect(p, p.bits));
        for (clock, (control, data)) in flits.iter().enumerate() {
            ledger.flit(clock as u64, node, Wires { control: *control, data });
        }
        (ledger.delivered, ledger.violations)
    }

    /// Rule L4: 24 bits have 8 free ones below the 8 that are the routers' own.
    #[test]
    fn a_heads_own_bits_may_hold_anything() {
        let format = Format { width: 24, ..FORMAT };
        let told = |flit: usize, bits: u32| {
            let packet = packet(0, 3, 2);
            let mut ledger = Ledger::new(format, 16, config(1), false);
            ledger.expect(packet, packet.bits);
            for (index, control) in [3, 5].into_iter().enumerate() {
                let mut data = format.data(&packet, index, format.header(&packet, 0));
                data[0] ^= if index == flit { bits } else { 0 };
                ledger.flit(index as u64, 9, Wires { control, data: &data });
            }
            assert_eq!(ledger.delivered + ledger.violations.len() as u64, 1);
            ledger.violations
        };
        (16..24).for_each(|bit| assert_eq!(told(0, 1 << bit), [""; 0], "{bit}"));
        assert_eq!(told(0, 0xff_0000), [""; 0]);
        (4..16).for_each(|bit| assert_eq!(told(0, 1 << bit).len(), 1, "{bit}"));
        (0..24).for_each(|bit| assert_eq!(told(1, 1 << bit).len(), 1, "{bit}"));
    }

    #[test]
    fn packets_that_interleave_and_overtake_arrive() {
        let [a, b, c] = [packet(0, 3, 3), packet(1, 3, 3), packet(2, 3, 1)];
        let flits = [flit(&b, 0, 1), flit(&a, 0, 0), flit(&b, 1, 1), flit(&a, 1, 0), flit(&b, 2, 1), flit(&c, 0, 1), flit(&a, 2, 0)];
        assert_eq!(receive(&[a, b, c], 9, &flits), (3, vec![]));
    }

    /// Rule RC9: of two message classes, packets 0 and 2 are of one.
    #[test]
    fn packets_of_a_class_that_overtake_are_told_where_there_is_order() {
        let [a, b, c] = [packet(0, 3, 2), packet(1, 3, 2), packet(2, 3, 2)];
        let told = |order: bool, arrive: &[(&Packet, u32)]| {
            let mut ledger = Ledger::new(FORMAT, 16, config(2), order);
            [a, b, c].iter().for_each(|&p| ledger.expect(p, p.bits));
            for &(packet, vc) in arrive {
                for (control, data) in [flit(packet, 0, vc), flit(packet, 1, vc)] {
                    ledger.flit(7, 9, Wires { control, data: &data });
                }
            }
            (ledger.delivered, ledger.violations.join("\n"))
        };
        assert_eq!(told(true, &[(&b, 1), (&a, 0), (&c, 0)]), (3, String::new()));
        assert_eq!(told(false, &[(&c, 0), (&a, 0), (&b, 1)]), (3, String::new()));
        let (delivered, words) = told(true, &[(&c, 0), (&a, 0), (&b, 1)]);
        assert_eq!((delivered, words.as_str()), (3, "clock 7: at the local output of node 9: a packet from 3 that overtook 1 others"));
        assert!(told(false, &[(&a, 1)]).1.contains("not sent so"), "packet 0 is of class 0");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let [a, b] = [packet(0, 3, 2), packet(1, 3, 2)];
        let wrong = |node: usize, flits: &[(u32, Vec<u32>)], delivered: u64, words: &str| {
            let (count, told) = receive(&[a, b], node, flits);
            assert_eq!((count, told.len()), (delivered, 1), "{told:?}");
            assert!(told[0].contains(words), "{told:?}");
        };
        wrong(8, &[flit(&a, 0, 0), flit(&a, 1, 0)], 0, "node 8: a packet from 3 to 9");
        // Twice the same, flits of two packets mixed up, too short, changed on the way.
        wrong(9, &[flit(&a, 0, 0), flit(&a, 1, 0), flit(&a, 0, 0), flit(&a, 1, 0)], 1, "not sent so");
        wrong(9, &[flit(&packet(0, 3, 1), 0, 0)], 0, "a packet of 1 flits from 3 that was not sent so");
        let mut changed = flit(&a, 1, 0);
        changed.1[0] ^= 0x8000;
        wrong(9, &[flit(&a, 0, 0), changed], 0, "not sent so");
        wrong(9, &[flit(&a, 1, 1)], 0, "a body flit outside of a packet on VC 1");
        wrong(9, &[flit(&a, 0, 1), flit(&b, 0, 1), flit(&a, 1, 1)], 1, "a head flit inside a packet on VC 1");
    }

    /// Rule RC7: a head has lost all of its routing bits when it arrives; one that still has some was not routed as it should be.
    #[test]
    fn rewritten_heads_arrive_with_no_routing_bits() {
        let format = Format { width: 32, address_bits: 4, route_bits: 15, rewritten: true };
        let packet = Packet { number: 0, source: TerminalId(3), destination: TerminalId(9), bits: 0x21, flits: 1, created: 0 };
        for (bits, told) in [(0, None), (0x21, Some("not sent so")), (0x4000, Some("not sent so"))] {
            let mut ledger = Ledger::new(format, 16, config(1), false);
            ledger.expect(packet, packet.bits);
            ledger.flit(0, 9, Wires { control: 7, data: &format.data(&packet, 0, format.header(&packet, bits)) });
            assert_eq!(ledger.delivered, u64::from(told.is_none()));
            assert_eq!(ledger.violations.iter().any(|v| v.contains(told.unwrap_or(""))), told.is_some(), "{:?}", ledger.violations);
        }
    }
}
