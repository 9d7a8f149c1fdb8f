//! The Verilog's own deliveries, end to end: every member exactly once, one combined ack or nack at the source, flits unchanged. And what the
//! network interfaces make of reports (docs/multicast_router.md, S4).

use std::collections::HashMap;

use torusmith_sim::multicast::{Packet, PacketKind};
use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::Rdt;

use super::format::{Data, Format, LOCAL1, MESSAGE_VC, Message, REPORT, UNICAST, low, of_link};
use super::members::members;
use crate::binding::{Offer, Wires};

/// Reports of violations kept of a run; later ones are only counted.
const TOLD: usize = 8;

/// Counts of completed multicasts and of other events.
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
            unicasts: vec![0; rdt.routers()],
            by_payload: HashMap::new(),
            by_way: HashMap::new(),
            by_tag: HashMap::new(),
            open: vec![Vec::new(); rdt.routers() * 4],
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
            PacketKind::SetUp { .. } => return offer,
            PacketKind::Unicast { .. } => {
                self.unicasts[source as usize] += 1;
                self.by_way.entry(header[1]).or_default().push(number);
                Vec::new()
            }
            PacketKind::Multicast { root_rank, maps } => {
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
                PacketKind::Unicast { destination } => destination == node,
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
        if let PacketKind::Unicast { .. } = awaited.packet.kind {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ledger() -> Ledger {
        let rdt = Rdt::new(4).unwrap();
        Ledger::new(Format::new(rdt, 36), rdt)
    }

    /// Packet 0 leaves by port 0 and is for port 0; 3 flits.
    fn unicast(number: u32, source: u32, destination: u32) -> Packet {
        Packet { number, source, kind: PacketKind::Unicast { destination }, flits: 3, created: 0 }
    }

    /// To the east neighbour and the node itself: the maps of rank 0 C and E.
    fn multicast(number: u32, source: u32) -> Packet {
        Packet { number, source, kind: PacketKind::Multicast { root_rank: 0, maps: [3, 0, 0, 0, 0] }, flits: 3, created: 0 }
    }

    /// A flit at a local output.
    fn see(ledger: &mut Ledger, node: u32, port: usize, control: u32, data: u64) -> Vec<Offer> {
        let mut jobs = Vec::new();
        let data = [data as u32, (data >> 32) as u32];
        ledger.see(7, node, port, Wires { control, data: &data }, &mut jobs);
        jobs
    }

    /// The flits of a packet as they arrive on VC 0.
    fn arrive(ledger: &mut Ledger, node: u32, port: usize, flits: [u64; 3]) -> Vec<Offer> {
        let mut jobs = Vec::new();
        for (control, data) in [1 | 2, 1, 1 | 4].into_iter().zip(flits) {
            jobs.extend(see(ledger, node, port, control, data));
        }
        jobs
    }

    const MESSAGE: u32 = 1 | 2 | 4 | 3 << 4;

    /// Flits of the unicast 0 from 1 to 6 of rdt:4 at its destination: type and pe 0, addresses of 4 bits, id 0.
    fn arrived(ledger: &Ledger) -> [u64; 3] {
        [0, 6 | 1 << 4, low(&ledger.format.payload(0, 2))]
    }

    #[track_caller]
    fn told(ledger: &Ledger, words: &[&str]) {
        assert_eq!(ledger.violations.len(), words.len(), "{:?}", ledger.violations);
        for (violation, words) in ledger.violations.iter().zip(words) {
            assert!(violation.contains(words), "{violation}");
        }
    }

    #[test]
    fn a_unicast_arrives_once_whole_and_where_it_belongs() {
        let good = |change: fn(&mut [u64; 3]), node, port| {
            let mut ledger = ledger();
            ledger.expect(unicast(0, 1, 6));
            let mut flits = arrived(&ledger);
            change(&mut flits);
            arrive(&mut ledger, node, port, flits);
            (ledger.counts.unicasts, ledger.violations.len())
        };
        assert_eq!(good(|_| {}, 6, 0), (1, 0));
        assert_eq!(good(|_| {}, 5, 0), (0, 1), "another node");
        assert_eq!(good(|_| {}, 6, 9), (0, 1), "the other local port");
        assert_eq!(good(|flits| flits[0] |= 8, 6, 0), (0, 1), "routing bits that are left");
        assert_eq!(good(|flits| flits[1] ^= 1 << 8, 6, 0), (0, 1), "another id");
        assert_eq!(good(|flits| flits[2] ^= 1 << 35, 6, 0), (0, 1), "payload");
        let mut ledger = ledger();
        ledger.expect(unicast(0, 1, 6));
        let flits = arrived(&ledger);
        arrive(&mut ledger, 6, 0, flits);
        arrive(&mut ledger, 6, 0, flits);
        see(&mut ledger, 6, 0, 1 | 2, flits[0]);
        see(&mut ledger, 6, 0, 1 | 2, flits[0]);
        see(&mut ledger, 6, 0, 1 | 1 << 4, flits[0]);
        told(&ledger, &["has come already", "a head flit inside", "a body flit outside"]);
    }

    #[test]
    fn a_multicast_is_acked_once_and_last() {
        let rdt = Rdt::new(4).unwrap();
        let east = rdt.downstream(1, 1).unwrap().node;
        let mut ledger = ledger();
        let offer = ledger.expect(multicast(0, 1));
        // (0, LEAF), some tag; maps 0 to 3 in flit 1.
        let copy = [1 | 3 << 3 | 5 << 8, 3, low(&ledger.format.payload(0, 2))];
        assert_eq!((offer.header, offer.second, offer.flags), (1, 3, 0));
        arrive(&mut ledger, 1, 0, copy);
        see(&mut ledger, 1, 0, MESSAGE, 0);
        told(&ledger, &["of which 1 members have no copy"]);
        arrive(&mut ledger, 1, 0, copy);
        arrive(&mut ledger, east, 0, [copy[0] ^ 1 << 3, copy[1], copy[2]]);
        arrive(&mut ledger, east, 0, copy);
        assert_eq!((ledger.counts.copies, ledger.violations.len()), (2, 3), "{:?}", ledger.violations);
        see(&mut ledger, 1, 9, MESSAGE, 0);
        see(&mut ledger, 1, 0, MESSAGE, 4);
        see(&mut ledger, 1, 0, MESSAGE, 0);
        assert_eq!((ledger.counts.acks, ledger.violations.len()), (1, 5), "{:?}", ledger.violations);
        see(&mut ledger, 1, 0, MESSAGE, 0);
        assert_eq!((ledger.counts.acks, ledger.counts.ended(), ledger.violations.len()), (1, 1, 6));
        assert!(ledger.awaited.is_empty() && ledger.by_payload.is_empty() && ledger.by_tag.is_empty());
    }

    /// Two multicasts with the tag 0: one nack, and the other's ack, in whatever order copies and answers come.
    #[test]
    fn a_nack_among_equal_tags_leaves_the_other_one() {
        let east = Rdt::new(4).unwrap().downstream(1, 1).unwrap().node;
        let mut ledger = ledger();
        ledger.expect(multicast(0, 1));
        ledger.expect(multicast(128, 1));
        see(&mut ledger, 1, 0, MESSAGE, 1);
        for node in [1, east] {
            let copy = [1 | 3 << 3, 3, low(&ledger.format.payload(0, 2))];
            arrive(&mut ledger, node, 0, copy);
        }
        see(&mut ledger, 1, 0, MESSAGE, 0);
        told(&ledger, &[]);
        assert_eq!((ledger.counts.nacks, ledger.counts.acks, ledger.awaited.len()), (1, 1, 0));
        see(&mut ledger, 1, 0, MESSAGE, 1);
        told(&ledger, &["which no multicast waits for"]);
    }

    /// S4: a report at another node is sent to the source, which sends the packet again.
    #[test]
    fn reports_are_sent_on_and_packets_again() {
        let mut ledger = ledger();
        let sent = ledger.expect(unicast(0, 1, 6));
        let second = 6 | 1 << 4;
        let jobs = see(&mut ledger, 9, 0, MESSAGE, 2 | second << 2);
        let [report] = jobs[..] else { panic!("{jobs:?}") };
        assert_eq!((report.source, report.header & 7, report.second, report.flits), (9, 3, second, 3));
        assert_eq!(report.flags, Offer::ALWAYS | Offer::BLANK);
        let jobs = arrive(&mut ledger, 1, 0, [3, second, 0]);
        assert_eq!(jobs, [Offer { flags: Offer::ALWAYS, ..sent }]);
        let jobs = see(&mut ledger, 1, 0, MESSAGE, 2 | second << 2);
        assert_eq!(jobs.len(), 1, "at the source itself");
        told(&ledger, &[]);
        assert_eq!((ledger.counts.reports, ledger.counts.restarts), (2, 2));
        arrive(&mut ledger, 2, 0, [3, second, 0]);
        arrive(&mut ledger, 1, 0, [3, second ^ 1, 0]);
        arrive(&mut ledger, 1, 9, [3, second, 0]);
        see(&mut ledger, 9, 9, MESSAGE, 2 | second << 2);
        see(&mut ledger, 9, 0, MESSAGE, 3);
        told(&ledger, &["not under way", "not under way", "nobody sends", "a report", "unknown kind"]);
    }
}
