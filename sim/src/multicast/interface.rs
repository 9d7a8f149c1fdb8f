//! The network interface of a processing element (docs/multicast_router.md, section 9).

use std::collections::VecDeque;

use super::Shared;
use super::check::Violation;
use super::header::{self, MESSAGE_VC, Message, Phase, Type, UnicastAddress};
use super::packet::{CreatedPacket, PacketKind};
use super::wires::Flit;

/// A packet or message that waits to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Job {
    /// A packet for the first time.
    Packet(u32),
    /// A packet once more (S4).
    Restart(u32),
    /// A report packet to the source of a packet that was shot down (S4, N5).
    Report { flit1: u128, number: u32 },
}

#[derive(Debug, Clone, Copy)]
struct Sending {
    header: [u128; 2],
    /// Flits from 2 on are 0.
    report: bool,
    flits: u8,
    number: u32,
    vc: u8,
    index: u8,
}

/// A packet that is coming in on a VC.
#[derive(Debug, Clone, Copy, Default)]
struct Receiving {
    flit0: u128,
    flit1: u128,
    index: u8,
}

/// A packet or message that has arrived at a local port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Received {
    /// The tail of a unicast or multicast.
    Packet { number: u32 },
    /// The tail of a report packet (S4).
    ReportPacket { number: u32, flit1: u128 },
    /// The ack of a multicast of this PE.
    Ack { number: u32, tag: u8, failed: bool },
    /// A report from the router (S3).
    Report { number: u32, flit1: u128 },
}

/// A network interface.
#[derive(Debug, Clone)]
pub(super) struct Interface {
    node: u32,
    port: u8,
    pub queue: VecDeque<Job>,
    /// N2: bit v.
    free: u8,
    sending: Option<Sending>,
    /// N3: (tag, packet).
    acks: VecDeque<(u8, u32)>,
    /// N4: on the link in this clock.
    credit: Option<u8>,
    receiving: [Receiving; 2],
}

impl Interface {
    pub fn new(node: u32, port: u8) -> Self {
        Self {
            node,
            port,
            queue: VecDeque::new(),
            free: 0b1011,
            sending: None,
            acks: VecDeque::new(),
            credit: None,
            receiving: [Receiving::default(); 2],
        }
    }

    /// The interface may drive its wires even if nothing arrives.
    #[inline]
    pub fn busy(&self) -> bool {
        self.sending.is_some() || self.credit.is_some() || !self.queue.is_empty() || !self.acks.is_empty()
    }

    /// The credit on the link in this clock.
    #[inline]
    pub fn give_credit(&mut self) -> Option<u8> {
        self.credit.take()
    }

    /// The flit on the link in this clock. `started` is called for a packet that leaves for the first time.
    pub fn drive(
        &mut self,
        shared: &Shared,
        packets: impl Fn(u32) -> CreatedPacket,
        closed: bool,
        started: impl FnOnce(u32),
    ) -> Option<Flit> {
        // N3
        if self.free >> MESSAGE_VC & 1 == 1
            && let Some((tag, number)) = self.acks.pop_front()
        {
            self.free &= !(1 << MESSAGE_VC);
            let data = Message::Ack { tag, failed: false }.pack(shared.width);
            return Some(Flit { data, number, vc: MESSAGE_VC, head: true, tail: true });
        }
        // N2
        if self.sending.is_none() && self.free & 0b11 != 0 {
            let first = self.queue.iter().position(|job| !(closed && matches!(job, Job::Packet(_))));
            if let Some(job) = first.and_then(|at| self.queue.remove(at)) {
                let vc = self.free.trailing_zeros() as u8;
                self.free &= !(1 << vc);
                self.sending = Some(self.start(shared, job, vc, packets));
                if let Job::Packet(number) = job {
                    started(number);
                }
            }
        }
        let Sending { header, report, flits, number, vc, index } = self.sending?;
        let data = match index {
            0..=1 => header[index as usize],
            _ if report => 0,
            _ => header::payload(number, index.into(), shared.width),
        };
        let tail = index + 1 == flits;
        self.sending = (!tail).then_some(Sending { header, report, flits, number, vc, index: index + 1 });
        Some(Flit { data, number, vc, head: index == 0, tail })
    }

    fn start(&self, shared: &Shared, job: Job, vc: u8, packets: impl Fn(u32) -> CreatedPacket) -> Sending {
        match job {
            Job::Packet(number) | Job::Restart(number) => {
                let packet = packets(number);
                Sending { header: packet.header(shared), report: false, flits: packet.packet.flits, number, vc, index: 0 }
            }
            Job::Report { flit1, number } => {
                let source = UnicastAddress::unpack(flit1, shared.geometry.address_bits()).source;
                let flit0 = header::unicast(Type::Report, false, shared.unicast.header(self.node, source));
                Sending { header: [flit0, flit1], report: true, flits: 3, number, vc, index: 0 }
            }
        }
    }

    /// Takes the router's output at the port in this clock, which counts from the next clock on.
    pub fn observe(
        &mut self,
        shared: &Shared,
        packets: impl Fn(u32) -> CreatedPacket,
        credit: Option<u8>,
        flit: Option<Flit>,
    ) -> Result<Option<Received>, Violation> {
        if let Some(vc) = credit {
            self.free |= 1 << vc;
        }
        let Some(flit) = flit else { return Ok(None) };
        let Flit { data, number, vc, head, tail } = flit;
        if vc == MESSAGE_VC {
            // N4
            self.credit = Some(vc);
            return Ok(match Message::unpack(data) {
                Message::Ack { tag, failed } => Some(Received::Ack { number, tag, failed }),
                Message::Report(flit1) => Some(Received::Report { number, flit1 }),
                Message::Unknown => None,
            });
        }
        let place = |what| Violation::Payload { number, node: self.node, port: self.port, what };
        let Some(receiving) = self.receiving.get_mut(vc as usize) else { return Err(place("on a VC that the port has not")) };
        if head {
            *receiving = Receiving { flit0: data, flit1: 0, index: 0 };
        }
        let index = receiving.index;
        if index == 1 {
            receiving.flit1 = data;
        }
        receiving.index += 1;
        let Receiving { flit0, flit1, .. } = *receiving;
        let report = header::kind(flit0) == Type::Report;
        let packet = packets(number);
        let flits = if report { 3 } else { packet.packet.flits };
        if head != (index == 0) || tail != (index + 1 == flits) {
            return Err(place("with another number of flits"));
        }
        let expected = match index {
            0 => expected_head(shared, &packet, data, report),
            1 if report => data,
            1 => packet.header(shared)[1],
            _ if report => 0,
            _ => header::payload(number, index.into(), shared.width),
        };
        if data != expected {
            return Err(place("with a flit changed on the way"));
        }
        if !tail {
            return Ok(None);
        }
        self.credit = Some(vc);
        if header::kind(flit0) == Type::Multicast {
            // A6
            self.acks.push_back((header::tag(flit0), number));
        }
        Ok(Some(if report { Received::ReportPacket { number, flit1 } } else { Received::Packet { number } }))
    }

    /// Packets that have not begun to leave.
    pub fn queued(&self) -> usize {
        self.queue.iter().filter(|job| matches!(job, Job::Packet(_))).count()
    }

    /// Nothing to send but packets that have not begun, and all credits back.
    pub fn at_rest(&self) -> bool {
        let jobs = self.queue.iter().all(|job| matches!(job, Job::Packet(_)));
        self.sending.is_none() && self.credit.is_none() && self.acks.is_empty() && jobs && self.free == 0b1011
    }
}

/// Flit 0 at the destination: a unicast's vectors are used up; a multicast is (0, LEAF) and has the tag that the last router gave it (R3, F2).
fn expected_head(shared: &Shared, packet: &CreatedPacket, data: u128, report: bool) -> u128 {
    match packet.packet.kind {
        _ if report => header::unicast(Type::Report, false, 0),
        PacketKind::Unicast { .. } => header::with_routing_bits(packet.header(shared)[0], shared.route_bits, 0),
        PacketKind::Multicast { .. } => header::with_step(packet.header(shared)[0], 0, Phase::Leaf, header::tag(data)),
        PacketKind::SetUp { .. } => !data,
    }
}
