//! The Verilog's own deliveries, end to end: every member exactly once, one combined ack or nack at the source, flits unchanged. And what the
//! network interfaces make of reports (docs/multicast_router.md, S4).

use std::collections::HashMap;

use torusmith_sim::multicast::{Kind, Packet};
use torusmith_topology::rdt::Rdt;

use super::format::{Data, Format, LOCAL1, MESSAGE_VC, Message, REPORT, UNICAST, low, of_link};
use super::members::members;
use crate::binding::{Offer, Wires};

/// What is wrong is told this many times at most.
const TOLD: usize = 8;

/// What has come to an end, and what else was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    pub unicasts: u64,
    pub copies: u64,
    pub acks: u64,
    pub nacks: u64,
    /// Reports at local outputs: unicasts that were shot down.
    pub reports: u64,
    /// Packets sent once more.
    pub restarts: u64,
}

impl Counts {
    /// Packets that have come to their end.
    pub fn ended(&self) -> u64 {
        self.unicasts + self.acks + self.nacks
    }
}

/// A packet that has not come to its end.
struct Awaited {
    packet: Packet,
    header: [u64; 2],
    /// A multicast's members that have no copy yet.
    missing: Vec<u32>,
}

/// Multicasts of a local port with the same tag that wait for their acks, and nacks that have come for some of them.
#[derive(Default)]
struct Tagged {
    numbers: Vec<u32>,
    nacks: usize,
}

/// The packets under way, and the sinks at the local outputs.
pub(super) struct Ledger {
    format: Format,
    rdt: Rdt,
    awaited: HashMap<u32, Awaited>,
    /// Unicasts that each node has created (N1).
    unicasts: Vec<u64>,
    /// Numbers by flit 2, by a unicast's flit 1, and by a multicast's source, local port and tag, in the order of creation.
    by_payload: HashMap<Data, Vec<u32>>,
    by_way: HashMap<u64, Vec<u32>>,
    by_tag: HashMap<(u32, u8, u8), Tagged>,
    /// Flits of the packet that is arriving, by `(node * 2 + local port) * 2 + vc`.
    open: Vec<Vec<Data>>,
    pub counts: Counts,
    pub violations: Vec<String>,
}

impl Ledger {
    pub fn new(format: Format, rdt: Rdt) -> Self {
        Self {
            format,
            rdt,
            awaited: HashMap::new(),
            unicasts: vec![0; rdt.nodes()],
            by_payload: HashMap::new(),
            by_way: HashMap::new(),
            by_tag: HashMap::new(),
            open: vec![Vec::new(); rdt.nodes() * 4],
            counts: Counts::default(),
            violations: Vec::new(),
        }
    }

    /// A packet is created: what goes to its source's queue.
    pub fn expect(&mut self, packet: Packet) -> Offer {
        let (number, source) = (packet.number, packet.source);
        let id = self.unicasts[source as usize] & 63;
        let header = self.format.header(&packet, id);
        let offer = Format::offer(&packet, header, 0);
        let missing = match packet.kind {
            Kind::SetUp { .. } => return offer,
            Kind::Unicast { .. } => {
                self.unicasts[source as usize] += 1;
                self.by_way.entry(header[1]).or_default().push(number);
                Vec::new()
            }
            Kind::Multicast { root_rank, maps } => {
                self.by_tag.entry((source, (number & 1) as u8, (number >> 2 & 31) as u8)).or_default().numbers.push(number);
                members(&self.rdt, source, root_rank, &maps)
            }
        };
        self.by_payload.entry(self.format.payload(number, 2)).or_default().push(number);
        self.awaited.insert(number, Awaited { packet, header, missing });
        offer
    }

    /// A local output in a clock: port 0, or 9. What its interface is to send goes to `jobs`, at most one packet.
    pub fn see(&mut self, clock: u64, node: u32, port: usize, wires: Wires<'_>, jobs: &mut Vec<Offer>) {
        let control = wires.control;
        if control & 1 == 0 {
            return;
        }
        let (head, tail, vc) = (control & 2 != 0, control & 4 != 0, (control >> 4 & 15) as usize);
        let data = of_link(wires.data);
        let outcome = match vc {
            MESSAGE_VC if !(head && tail) => Err("a message that is not head and tail".into()),
            MESSAGE_VC => self.message(node, port, &data).map(|job| jobs.extend(job)),
            0 | 1 => self.flit(node, port, vc, head, tail, data).map(|job| jobs.extend(job)),
            _ => Err(format!("a flit on VC {vc}")),
        };
        if let Err(what) = outcome
            && self.violations.len() < TOLD
        {
            self.violations.push(format!("clock {clock}: at local output {port} of node {node}: {what}"));
        }
    }

    fn flit(&mut self, node: u32, port: usize, vc: usize, head: bool, tail: bool, data: Data) -> Result<Option<Offer>, String> {
        let at = (node as usize * 2 + usize::from(port == LOCAL1)) * 2 + vc;
        let open = &mut self.open[at];
        if head != open.is_empty() {
            let what = if head { "a head flit inside a packet" } else { "a body flit outside of a packet" };
            return Err(format!("{what} on VC {vc}"));
        }
        open.push(data);
        if !tail {
            return Ok(None);
        }
        let flits = std::mem::take(open);
        let outcome = self.packet(node, port, &flits);
        self.open[at] = flits;
        self.open[at].clear();
        outcome
    }

    fn packet(&mut self, node: u32, port: usize, flits: &[Data]) -> Result<Option<Offer>, String> {
        let count = flits.len();
        if count < 3 {
            return Err(format!("a packet of {count} flits"));
        }
        let (flit0, second) = (low(&flits[0]), low(&flits[1]));
        if flit0 & 3 == REPORT {
            if flit0 != REPORT || count != 3 || flits[2] != [0; 4] || port != 0 {
                return Err(format!("a report packet that nobody sends: {count} flits, flit 0 {flit0:#x}"));
            }
            return self.restart(node, second);
        }
        let same = |number: &u32| {
            let Some(Awaited { packet, header, missing }) = self.awaited.get(number) else { return false };
            let here = match packet.kind {
                Kind::Unicast { destination } => destination == node,
                _ => missing.binary_search(&node).is_ok(),
            };
            let local = if packet.number >> 1 & 1 == 1 { LOCAL1 } else { 0 };
            here && local == port
                && usize::from(packet.flits) == count
                && self.format.lasting(header[0]) == self.format.arrived(flit0)
                && header[1] == second
                && (3..count).all(|k| self.format.payload(*number, k) == flits[k])
        };
        let Some(&number) = self.by_payload.get(&flits[2]).into_iter().flatten().find(|number| same(number)) else {
            let kind = if flit0 & 3 == UNICAST { "unicast" } else { "multicast" };
            return Err(format!("a {kind} of {count} flits, flit 1 {second:#x}, that was not sent so, or not here, or has come already"));
        };
        let awaited = self.awaited.get_mut(&number).expect("found above");
        if let Kind::Unicast { .. } = awaited.packet.kind {
            self.counts.unicasts += 1;
            take(&mut self.by_way, &second, number);
            end(&mut self.awaited, &mut self.by_payload, &self.format, number);
        } else {
            let at = awaited.missing.binary_search(&node).expect("found above");
            awaited.missing.remove(at);
            self.counts.copies += 1;
        }
        Ok(None)
    }

    fn message(&mut self, node: u32, port: usize, data: &Data) -> Result<Option<Offer>, String> {
        match self.format.message(data) {
            Message::Ack { tag, failed } => self.ack(node, port, tag, failed).map(|()| None),
            Message::Report { second } if port == 0 => {
                self.counts.reports += 1;
                // A report at the source itself needs no packet.
                if self.format.source(second) == node { self.restart(node, second) } else { Ok(Some(self.format.report(node, second))) }
            }
            Message::Report { .. } => Err("a report".into()),
            Message::Unknown => Err("a message of unknown kind".into()),
        }
    }

    /// Of multicasts with the same tag an ack is for one that is complete. Which of several a nack is for shows only when all of them have
    /// come to their end, and matters to nobody before.
    fn ack(&mut self, node: u32, port: usize, tag: u8, failed: bool) -> Result<(), String> {
        let key = (node, u8::from(port == LOCAL1), tag);
        let Some(Tagged { numbers, nacks }) = self.by_tag.get_mut(&key) else {
            return Err(format!("an ack with tag {tag}, which no multicast waits for"));
        };
        if failed {
            *nacks += 1;
            self.counts.nacks += 1;
        } else {
            let Some(at) = numbers.iter().position(|number| self.awaited[number].missing.is_empty()) else {
                let missing = self.awaited[&numbers[0]].missing.len();
                return Err(format!("the ack of a multicast with tag {tag}, of which {missing} members have no copy"));
            };
            let number = numbers.remove(at);
            self.counts.acks += 1;
            end(&mut self.awaited, &mut self.by_payload, &self.format, number);
        }
        if numbers.len() == *nacks {
            for number in self.by_tag.remove(&key).into_iter().flat_map(|tagged| tagged.numbers) {
                end(&mut self.awaited, &mut self.by_payload, &self.format, number);
            }
        }
        Ok(())
    }

    /// The packet with this flit 1, once more (S4).
    fn restart(&mut self, node: u32, second: u64) -> Result<Option<Offer>, String> {
        let number = self.by_way.get(&second).and_then(|numbers| numbers.first());
        let awaited = number.and_then(|number| self.awaited.get(number)).filter(|awaited| awaited.packet.source == node);
        let Some(Awaited { packet, header, .. }) = awaited else {
            return Err(format!("a report of a packet, flit 1 {second:#x}, that is not under way from here"));
        };
        self.counts.restarts += 1;
        Ok(Some(Format::offer(packet, *header, Offer::ALWAYS)))
    }
}

/// A packet has come to its end.
fn end(awaited: &mut HashMap<u32, Awaited>, by_payload: &mut HashMap<Data, Vec<u32>>, format: &Format, number: u32) {
    awaited.remove(&number);
    take(by_payload, &format.payload(number, 2), number);
}

fn take<K: std::hash::Hash + Eq>(map: &mut HashMap<K, Vec<u32>>, key: &K, number: u32) {
    let Some(numbers) = map.get_mut(key) else { return };
    numbers.retain(|&other| other != number);
    if numbers.is_empty() {
        map.remove(key);
    }
}
