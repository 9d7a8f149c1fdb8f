//! The engine: all routers of a network and their network interfaces, stepped clock by clock.

use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use super::check::{AckReceived, Ledger, MulticastDelivery, Violation};
use super::geometry::LOCAL1;
use super::header::UnicastAddress;
use super::interface::{Interface, Job, Received};
use super::packet::Packet;
use super::router::{Consumed, Router};
use super::wires::{Flit, PortState, Registers, bits};
use super::{Geometry, Options, Shared};
use crate::Error;

/// The local ports.
const LOCALS: [u8; 2] = [0, LOCAL1];

/// An RDT of multicast routers.
#[derive(Debug, Clone)]
pub struct Network {
    pub(super) shared: Shared,
    clock: u64,
    pub(super) routers: Vec<Router>,
    /// By node, the interface of port 0, then that of port 9.
    pub(super) interfaces: Vec<[Interface; 2]>,
    /// Output registers in this clock.
    shown: Vec<Registers>,
    /// Output registers in the next clock.
    next_shown: Vec<Registers>,
    /// By node: ports 1..8 whose link has a flit, a credit, in this clock, and in the next.
    arriving: Vec<[u16; 2]>,
    next: Vec<[u16; 2]>,
    links: Registers,
    pub(super) ledger: Ledger,
    closed: bool,
    /// Steps routers with nothing in them too: for the test that skipping them changes nothing.
    sleepless: bool,
    forced: Vec<(u32, u8, Flit)>,
    pub(super) deliveries: Vec<MulticastDelivery>,
    pub(super) acks: Vec<AckReceived>,
    pub(super) violations: Vec<Violation>,
}

impl Network {
    /// After reset.
    ///
    /// # Errors
    /// An option out of range.
    pub fn new(rdt: Rdt, options: Options) -> Result<Self, Error> {
        let shared = Shared::new(rdt, options)?;
        let nodes = 0..rdt.routers() as u32;
        Ok(Self {
            clock: 0,
            routers: nodes.clone().map(|node| Router::new(&shared, node)).collect(),
            interfaces: nodes.clone().map(|node| LOCALS.map(|port| Interface::new(node, port))).collect(),
            shown: vec![Registers::default(); nodes.len()],
            next_shown: vec![Registers::default(); nodes.len()],
            arriving: vec![[0; 2]; nodes.len()],
            next: vec![[0; 2]; nodes.len()],
            links: Registers::default(),
            ledger: Ledger::default(),
            closed: false,
            sleepless: false,
            forced: Vec::new(),
            deliveries: Vec::new(),
            acks: Vec::new(),
            violations: Vec::new(),
            shared,
        })
    }

    /// The current clock, t; 0 after reset.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// The network in tables.
    pub fn geometry(&self) -> &Geometry {
        &self.shared.geometry
    }

    /// Number of the packet that is to be offered next.
    pub fn next_number(&self) -> u32 {
        self.ledger.next_number()
    }

    /// `id` of a packet that was offered (N1); 0 of one that is no unicast.
    ///
    /// # Panics
    /// If no packet with this number was offered.
    pub fn id(&self, number: u32) -> u8 {
        self.ledger.packet(number).id
    }

    /// Puts a packet created in the current clock at the end of its source's queue (N1); it may leave in this clock.
    ///
    /// # Errors
    /// A field out of range; a number that is not the next one.
    pub fn offer(&mut self, packet: Packet) -> Result<(), Error> {
        packet.check(&self.shared)?;
        let next = self.next_number();
        if packet.number != next {
            return Err(Error::value("number", packet.number, format!("{next}: packets are numbered in the order of their creation")));
        }
        self.ledger.offer(packet);
        self.interfaces[packet.source as usize][usize::from(packet.port() != 0)].queue.push_back(Job::Packet(packet.number));
        Ok(())
    }

    /// Puts a flit on a local link in the current clock, whatever the interface there sends: for tests of rule E1.
    /// A flit that comes out of the network again must have the number of a packet that was offered.
    ///
    /// # Panics
    /// In [`Network::step`], if the router has no such local port.
    pub fn force(&mut self, node: u32, port: u8, flit: Flit) {
        self.forced.push((node, port, flit));
    }

    /// From the current clock on no packet starts to leave its source but those that are restarted, and reports.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Output of a router's port in the current clock.
    pub fn outputs(&self, node: u32, port: u8) -> PortState {
        PortState::of(&self.shown[node as usize], port.into())
    }

    /// The `error` bits of a router in the current clock (E1).
    pub fn error(&self, node: u32) -> u8 {
        self.routers[node as usize].error
    }

    /// Decides and moves everything of the current clock; the clock is then one later.
    pub fn step(&mut self) {
        let forced = std::mem::take(&mut self.forced);
        for node in 0..self.routers.len() {
            self.next_shown[node].clear();
            let [flits, credits] = std::mem::take(&mut self.arriving[node]);
            let local = (self.shown[node].flits | self.shown[node].credits) & (1 | 1 << LOCAL1) != 0;
            let interfaces = self.interfaces[node].iter().any(Interface::busy);
            if !self.sleepless && flits | credits == 0 && !local && !interfaces && forced.is_empty() && !self.routers[node].busy() {
                continue;
            }
            self.gather(node as u32, flits, credits);
            if interfaces {
                self.drive(node);
            }
            for &(_, port, flit) in forced.iter().filter(|force| force.0 == node as u32) {
                self.links.flits &= !(1 << port);
                self.links.show(port, flit);
            }
            let (ledger, clock) = (&mut self.ledger, self.clock);
            self.routers[node].step(&self.shared, clock, &self.links, &mut self.next_shown[node], |consumed| match consumed {
                Consumed::SetUp(number) => ledger.set_up(number),
                Consumed::ShotDown(_) => ledger.totals.shot_down += 1,
                Consumed::Report(number) => ledger.abandon(number),
            });
            self.announce(node as u32);
            if local {
                self.observe(node);
            }
        }
        std::mem::swap(&mut self.shown, &mut self.next_shown);
        std::mem::swap(&mut self.arriving, &mut self.next);
        self.clock += 1;
    }

    /// Gathers flits and credits that arrive on ports 1..8.
    #[inline]
    fn gather(&mut self, node: u32, flits: u16, credits: u16) {
        self.links.clear();
        for port in bits((flits | credits).into()) {
            let (from, output) = self.shared.geometry.far(node, port as u8);
            let registers = &self.shown[from as usize];
            if flits >> port & 1 == 1 {
                self.links.show(port as u8, registers.flit[output as usize]);
            }
            if credits >> port & 1 == 1 {
                self.links.give(port as u8, registers.credit[output as usize]);
            }
        }
    }

    /// Puts the outputs of the interfaces on the local links.
    fn drive(&mut self, node: usize) {
        for (interface, port) in self.interfaces[node].iter_mut().zip(LOCALS) {
            if let Some(vc) = interface.give_credit() {
                self.links.give(port, vc);
            }
            let mut started = None;
            let ledger = &self.ledger;
            if let Some(flit) = interface.drive(&self.shared, |number| ledger.packet(number), self.closed, |number| started = Some(number))
            {
                self.links.show(port, flit);
            }
            if let Some(number) = started {
                self.ledger.start(&self.shared, number, self.clock);
            }
        }
    }

    /// Marks the neighbours at whose ports a flit or credit arrives in the next clock.
    #[inline]
    fn announce(&mut self, node: u32) {
        const LINKS: u16 = 0x1fe;
        let Registers { flits, credits, .. } = self.next_shown[node as usize];
        for port in bits(((flits | credits) & LINKS).into()) {
            let (to, input) = self.shared.geometry.far(node, port as u8);
            let next = &mut self.next[to as usize];
            next[0] |= (flits >> port & 1) << input;
            next[1] |= (credits >> port & 1) << input;
        }
    }

    /// Passes the outputs of the router to its interfaces.
    fn observe(&mut self, node: usize) {
        for (which, port) in LOCALS.into_iter().enumerate() {
            let shown = &self.shown[node];
            let credit = (shown.credits >> port & 1 == 1).then_some(shown.credit[port as usize]);
            let flit = (shown.flits >> port & 1 == 1).then_some(shown.flit[port as usize]);
            let ledger = &self.ledger;
            match self.interfaces[node][which].observe(&self.shared, |number| ledger.packet(number), credit, flit) {
                Ok(None) => {}
                Ok(Some(received)) => self.receive(node as u32, port, received),
                Err(violation) => self.violations.push(violation),
            }
        }
    }

    fn receive(&mut self, node: u32, port: u8, received: Received) {
        let clock = self.clock;
        let outcome = match received {
            Received::Packet { number } => self.ledger.deliver(number, node, port, clock).map(|delivered| self.deliveries.push(delivered)),
            Received::Ack { number, tag, failed } => self.ledger.ack(number, tag, failed, node, port, clock).map(|ack| self.acks.push(ack)),
            // S4: a report at the source itself needs no packet.
            Received::Report { number, flit1 } if UnicastAddress::unpack(flit1, self.shared.geometry.address_bits()).source != node => {
                self.interfaces[node as usize][0].queue.push_back(Job::Report { flit1, number });
                Ok(())
            }
            Received::Report { number, flit1 } | Received::ReportPacket { number, flit1 } => self.restart(node, port, number, flit1),
        };
        self.violations.extend(outcome.err());
    }

    /// S4, N5.
    fn restart(&mut self, node: u32, port: u8, number: u32, flit1: u128) -> Result<(), Violation> {
        let created = self.ledger.packet(number);
        let packet = created.packet;
        if packet.source != node || created.header(&self.shared)[1] != flit1 {
            return Err(Violation::Payload { number, node, port, what: "a report of it that speaks of another packet" });
        }
        self.ledger.totals.restarted += 1;
        self.interfaces[node as usize][usize::from(packet.port() != 0)].queue.push_back(Job::Restart(number));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::{MulticastTraffic, MulticastTrafficOptions, PORTS};

    /// Congestion, silence, congestion: the wires are the same whether routers at rest are skipped or not.
    #[test]
    fn skipping_changes_nothing() {
        let rdt = Rdt::new(8).unwrap();
        let mut networks = [false, true].map(|sleepless| Network { sleepless, ..Network::new(rdt, Options::default()).unwrap() });
        let mix = MulticastTrafficOptions { rate: 0.5, share: 0.1, ..MulticastTrafficOptions::default() };
        let mut traffic = MulticastTraffic::new(rdt, &mix, 0).unwrap();
        for clock in 0..6000 {
            if clock % 3000 < 400 {
                traffic.packets_at(clock / 3000 * 400 + clock % 3000, |packet| {
                    networks.iter_mut().for_each(|network| network.offer(packet).unwrap());
                });
            }
            networks.iter_mut().for_each(Network::step);
            let [a, b] = &networks;
            for (node, port) in (0..64).flat_map(|node| (0..PORTS as u8).map(move |port| (node, port))) {
                assert_eq!(a.outputs(node, port), b.outputs(node, port), "clock {clock}, node {node}, port {port}");
            }
        }
        networks.iter().for_each(|network| network.check_drained().unwrap());
        assert_eq!(networks[0].totals(), networks[1].totals());
    }
}
