//! Makes requests of a manager: of all burst types, sizes and lengths, to bytes that nothing under way makes doubtful.

use std::ops::Range;
use std::rc::Rc;

use torusmith_topology::address_map::AddressMap;

use super::draw::Draw;
use super::job::{Job, Target, WriteBeat};
use super::ledger::Ledger;
use super::options::Axi4Options;
use super::request::{FIXED, INCR, Request, WRAP};
use super::shape::Axi4Shape;

const PAGE: u64 = 4096;
/// Pages of a range that are used, from both of its ends: few, so that reads meet what was written.
const PAGES: u64 = 24;
/// Tries to find a place that nothing under way makes doubtful.
const TRIES: usize = 8;

/// Burst to a node, as a pattern asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    pub destination: u32,
    pub beats: usize,
}

pub struct Maker {
    node: u32,
    map: Rc<AddressMap>,
    subordinates: Vec<u32>,
    shape: Axi4Shape,
    options: Axi4Options,
    draw: Draw,
    /// Addresses that it wrote last.
    written: Vec<u64>,
}

impl Maker {
    pub fn new(node: u32, map: Rc<AddressMap>, shape: Axi4Shape, options: Axi4Options, seed: u64) -> Self {
        let subordinates = map.subordinates().collect();
        Self { node, map, subordinates, shape, options, draw: Draw::new(seed, 1 << 34 | u64::from(node)), written: Vec::new() }
    }

    /// A request as wished, if there is a place for it now.
    pub fn job(&mut self, wish: Wish, ledger: &Ledger) -> Option<Job> {
        let write = !self.draw.chance(self.options.reads);
        if self.draw.chance(self.options.holes)
            && let Some(mut request) = self.hole(wish.beats)
        {
            request.lock &= !exclusive(ledger, self.node, request.id);
            return Some(self.filled(write, request, Target::Hole));
        }
        let too_long = self.shape.max_burst < 256 && self.draw.chance(self.options.too_long);
        for _ in 0..TRIES {
            let node = self.subordinate(wish.destination);
            let beats = if too_long {
                u64::from(self.shape.max_burst) + 1 + self.draw.below(256 - u64::from(self.shape.max_burst))
            } else if self.draw.chance(self.options.longest) {
                self.shape.max_burst.into()
            } else {
                wish.beats.min(self.shape.max_burst as usize) as u64
            };
            let page = self.page(node, write, ledger)?;
            let Some(mut request) = self.burst(page, beats as usize, write, too_long) else { continue };
            request.lock &= !exclusive(ledger, self.node, request.id);
            let place = self.map.lookup(request.addr).expect("a page of a range");
            let target = if too_long { Target::TooLong } else { Target::Subordinate { node: place.node, addr: place.address } };
            if too_long || !doubtful(ledger, self.node, write, &request, place.node, place.address) {
                return Some(self.filled(write, request, target));
            }
        }
        None
    }

    /// A request of a test, with data, and with strobes or none.
    pub fn given(&mut self, write: bool, request: Request, strobes: bool) -> Job {
        let target = match self.map.lookup(request.addr) {
            None => Target::Hole,
            Some(_) if request.beats() > self.shape.max_burst as usize => Target::TooLong,
            Some(place) => Target::Subordinate { node: place.node, addr: place.address },
        };
        let mut job = self.filled(write, request, target);
        for (k, beat) in job.beats.iter_mut().enumerate() {
            beat.strb = if strobes { request.lanes(k, self.shape.bytes()) } else { 0 };
        }
        job
    }

    /// That of a node, or another one where it has none.
    fn subordinate(&mut self, destination: u32) -> u32 {
        if self.map.is_subordinate(self.node) && self.draw.chance(self.options.own) {
            return self.node;
        }
        match self.map.is_subordinate(destination) {
            true => destination,
            false => self.subordinates[destination as usize % self.subordinates.len()],
        }
    }

    /// First address of a page of a subordinate's ranges, for a write one of its own.
    fn page(&mut self, node: u32, write: bool, ledger: &Ledger) -> Option<u64> {
        let ranges: Vec<_> = self.map.ranges().iter().filter(|range| range.node == node).collect();
        let range = ranges[self.draw.below(ranges.len() as u64) as usize];
        let pages = u64::try_from(range.size() / u128::from(PAGE)).expect("fewer than 2^64 pages");
        let mut at = self.draw.below(pages.min(PAGES));
        if self.draw.chance(0.25) {
            at = pages - 1 - at;
        }
        let mine = write || self.draw.chance(0.7);
        let page = |k: u64| range.base + (at + k) % pages * PAGE;
        let own = |address: &u64| ledger.flat.owner(node, range.translated(*address)) == self.node;
        let found = (0..pages.min(64)).map(page).find(|address| own(address));
        if mine { found.or((!write).then(|| page(0))) } else { Some(page(0)) }
    }

    /// A burst in a page that AXI4 allows, with all but its data. Those that are too long are INCR, the only ones that can be.
    fn burst(&mut self, page: u64, beats: usize, write: bool, too_long: bool) -> Option<Request> {
        let widest = self.shape.bytes().ilog2();
        let kind = if too_long { INCR } else { [INCR, INCR, INCR, WRAP, FIXED][self.draw.below(5) as usize] };
        let beats = match kind {
            WRAP => 2 << self.draw.below(4),
            FIXED => beats.min(16),
            _ => beats,
        };
        if beats > self.shape.max_burst as usize && !too_long {
            return None;
        }
        let most = (PAGE / beats as u64).ilog2().min(widest);
        let size = if self.draw.chance(0.6) { most } else { self.draw.below(u64::from(most) + 1) as u32 };
        let (bytes, all) = (1u64 << size, beats as u64 * (1 << size));
        let aligned = match kind {
            INCR => self.draw.below((PAGE - all) / bytes + 1) * bytes,
            _ => self.draw.below(PAGE / bytes) * bytes,
        };
        // Often one that it wrote before, or one in a few places that many bursts meet.
        let before =
            self.written.iter().copied().find(|address| !write && address / PAGE * PAGE == page && self_fits(*address, all, bytes, kind));
        let offset = match before {
            Some(address) if self.draw.chance(0.5) => address % PAGE,
            _ if self.draw.chance(0.5) => aligned % 256 / bytes * bytes,
            _ => aligned,
        };
        let unaligned = if kind != WRAP && self.draw.chance(0.3) { self.draw.below(bytes) } else { 0 };
        let lock = self.draw.chance(0.05) && kind != FIXED && beats <= 16 && all.is_power_of_two() && all <= 128;
        let offset = if lock { offset / all * all } else { offset + unaligned };
        // Bits for allocation need the one that says modifiable.
        let cache = self.draw.bits(4) as u8;
        Some(Request {
            id: self.draw.bits(self.shape.id_width),
            addr: page + offset,
            len: (beats - 1) as u8,
            size: size as u8,
            burst: kind,
            lock,
            cache: if cache & 2 == 0 { cache & 1 } else { cache },
            prot: self.draw.bits(3) as u8,
            qos: self.draw.bits(4) as u8,
            region: self.draw.bits(4) as u8,
            user: self.draw.wide(self.shape.user_width).into(),
        })
    }

    /// A burst to a page of no range, where there is one: behind a range, or anywhere.
    fn hole(&mut self, beats: usize) -> Option<Request> {
        let ranges = self.map.ranges();
        let range = &ranges[self.draw.below(ranges.len() as u64) as usize];
        let anywhere = self.draw.wide(self.shape.addr_width) / PAGE * PAGE;
        let (behind, before) = (range.last.wrapping_add(1), range.base.wrapping_sub(PAGE));
        let end = u128::from(1u8) << self.shape.addr_width;
        let mut pages = [behind, before, anywhere];
        pages.rotate_left(self.draw.below(3) as usize);
        let page = pages.into_iter().find(|&page| u128::from(page) < end && self.map.lookup(page).is_none())?;
        (0..TRIES).find_map(|_| self.burst(page, beats, false, false))
    }

    fn filled(&mut self, write: bool, request: Request, target: Target) -> Job {
        let beats = if write { (0..request.beats()).map(|k| self.beat(&request, k)).collect() } else { Vec::new() };
        if write && target.node().is_some() {
            self.written.insert(0, request.addr);
            self.written.truncate(8);
        }
        Job {
            manager: self.node,
            write,
            request,
            target,
            beats,
            expected: Vec::new(),
            answers: Vec::new(),
            taken: 0,
            arrived: false,
            asked: 0,
        }
    }

    /// Data in all lanes, strobes in those that the beat has: all, some or none.
    fn beat(&mut self, request: &Request, k: usize) -> WriteBeat {
        let lanes = request.lanes(k, self.shape.bytes());
        let strb = match self.draw.below(8) {
            0 => 0,
            1 | 2 => lanes & self.draw.word(),
            _ => lanes,
        };
        WriteBeat { data: self.draw.data(self.shape.words()), strb, user: self.draw.wide(self.shape.user_width) }
    }
}

/// A burst of so many bytes may start at the address.
fn self_fits(address: u64, all: u64, bytes: u64, kind: u8) -> bool {
    address.is_multiple_of(bytes) && (kind != INCR || address % PAGE + all <= PAGE)
}

/// An exclusive access of the ID is under way: AXI4 wants an exclusive write to wait for the exclusive read of its ID.
fn exclusive(ledger: &Ledger, manager: u32, id: u32) -> bool {
    ledger.of_manager(manager).any(|job| job.request.lock && job.request.id == id)
}

/// Something under way makes doubtful what a request does: AXI4 orders neither reads and writes, nor writes of several IDs.
fn doubtful(ledger: &Ledger, manager: u32, write: bool, request: &Request, node: u32, addr: u64) -> bool {
    let span = Request { addr, ..*request }.span();
    ledger.of_manager(manager).any(|job| {
        let Target::Subordinate { node: other, addr } = job.target else { return false };
        let ordered = if job.write { write && job.request.id == request.id } else { !write };
        other == node && !ordered && overlap(&Request { addr, ..job.request }.span(), &span)
    })
}

fn overlap(one: &Range<u64>, two: &Range<u64>) -> bool {
    one.start < two.end && two.start < one.end
}
