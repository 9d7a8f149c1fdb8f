//! A manager right before a memory: what users do is legal, and the ledger finds what goes wrong between them.

use std::collections::VecDeque;
use std::rc::Rc;

use torusmith_design::IdOrder;
use torusmith_topology::address_map;

use super::draw::Draw;
use super::job::{Answer, Job};
use super::ledger::Ledger;
use super::maker::{Maker, Wish};
use super::manager::Manager;
use super::memory::{Memory, MemorySees, Takes};
use super::options::Axi4Options;
use super::request::Request;
use super::shape::Axi4Shape;

const MAP: &str = "managers = ['0,0']\n[[range]]\nname = 'ram'\nbase = 0x8000\nsize = 0x4000\nnode = '1,1'\n";
const SHAPE: Axi4Shape = Axi4Shape {
    addr_width: 32,
    data_width: 64,
    id_width: 2,
    user_width: 3,
    slots: [4; 2],
    max_burst: 64,
    beats: [64; 2],
    held: [8; 2],
    id_order: IdOrder::Destination,
    exclusive: false,
    write_start: None,
    own_bits: 0,
};

/// Injected fault on the path of a burst.
#[derive(Clone, Copy, PartialEq)]
enum Fault {
    Nothing,
    /// A bit of the data of a read's 100th beat.
    Data,
    /// A bit of a strobe.
    Strobe,
    /// The address goes on as it came.
    Address,
    /// The 20th response is told twice.
    Twice,
    /// The response has another ID.
    Id,
}

/// The ledger behind `clocks` clocks of requests and those that it takes to answer them.
fn run(takes: Takes, fault: Fault, clocks: u64) -> Ledger {
    let network = "mesh:2,2".parse().unwrap();
    let map = Rc::new(address_map::parse(MAP, "map.toml", &network, 32).unwrap());
    let options = Axi4Options { holes: 0.0, too_long: 0.0, ..Axi4Options::default() };
    let (mut maker, mut manager) = (Maker::new(0, map, SHAPE, options, 1), Manager::new(0, options, 1));
    let mut memory = Memory::new(3, SHAPE, options, 1);
    memory.takes = takes;
    let mut ledger = Ledger::new(vec![0], SHAPE.bytes(), None);
    let mut draw = Draw::new(9, 9);
    let [mut writes, mut reads]: [VecDeque<u32>; 2] = Default::default();
    let [mut beats, mut responses] = [0; 2];
    for clock in 0..clocks + 3000 {
        if clock < clocks
            && ledger.begun - ledger.ended < 8
            && let Some(job) = maker.job(Wish { destination: 3, beats: 1 + draw.below(20) as usize }, &ledger)
        {
            let from = manager.apart(clock, job.write);
            let number = ledger.begin(job);
            manager.add(ledger.job(number), number, from);
        }
        let (asks, answers) = (manager.drive(clock, clock == 0), memory.drive(clock, clock == 0, &mut ledger));
        let there = |request: Request| Request {
            id: 0,
            addr: request.addr - if fault == Fault::Address && clock > 300 { 0 } else { 0x8000 },
            lock: false,
            ..request
        };
        let mut w = asks.w;
        if let Some((beat, _)) = w.as_mut().filter(|_| fault == Fault::Strobe && clock > 300) {
            beat.strb ^= 1;
        }
        let sees = MemorySees { aw: asks.aw.map(there), w, b_ready: asks.b_ready, ar: asks.ar.map(there), r_ready: asks.r_ready };
        if answers.aw_ready {
            writes.extend(asks.aw.map(|request| request.id));
        }
        if answers.ar_ready {
            reads.extend(asks.ar.map(|request| request.id));
        }
        memory.see(clock, sees, &mut ledger);
        let (asked, _) = manager.see(answers.aw_ready, answers.w_ready, answers.ar_ready);
        asked.into_iter().flatten().for_each(|number| ledger.asked(clock, number));
        if let Some(answer) = answers.b.filter(|_| asks.b_ready) {
            responses += 1;
            let id = writes.pop_front().unwrap() ^ u32::from(fault == Fault::Id && responses == 20);
            for _ in 0..1 + u32::from(fault == Fault::Twice && responses == 20) {
                ledger.taken(clock, 0, id, true, &answer, true);
            }
        }
        if let Some((answer, last)) = answers.r.filter(|_| asks.r_ready) {
            beats += 1;
            let id = *reads.front().unwrap();
            if last {
                reads.pop_front();
            }
            let mut answer: Answer = answer;
            answer.data[1] ^= u32::from(fault == Fault::Data && beats == 100) << 5;
            ledger.taken(clock, 0, id, false, &answer, last);
        }
        if !ledger.violations.is_empty() {
            break;
        }
    }
    ledger.end(clocks, [(3, &memory.bytes)].into_iter());
    ledger
}

#[test]
fn users_and_ledger_agree_when_nothing_is_between_them() {
    for takes in [Takes::Any, Takes::Together, Takes::DataFirst] {
        let ledger = run(takes, Fault::Nothing, 4000);
        assert_eq!(ledger.violations, [""; 0], "{takes:?}");
        assert!(ledger.begun > 300 && ledger.ended == ledger.begun, "{takes:?}: {} {}", ledger.begun, ledger.ended);
    }
}

#[test]
fn the_ledger_finds_what_goes_wrong() {
    for (fault, words) in [
        (Fault::Data, "expected"),
        (Fault::Strobe, "beat"),
        (Fault::Address, "that was not sent so"),
        (Fault::Twice, "response"),
        (Fault::Id, "of ID"),
    ] {
        let told = run(Takes::Any, fault, 4000).violations;
        assert!(told.first().is_some_and(|first| first.contains(words)), "{words}: {told:?}");
    }
}

/// Rule 17 of docs/axi4_checker.md: were two of an ID under way, the write of them might begin before the read has ended.
#[test]
fn exclusive_accesses_of_an_id_come_one_by_one() {
    let network = "mesh:2,2".parse().unwrap();
    let map = Rc::new(address_map::parse(MAP, "map.toml", &network, 32).unwrap());
    let mut maker = Maker::new(0, map, SHAPE, Axi4Options { holes: 0.3, ..Axi4Options::default() }, 3);
    let mut ledger = Ledger::new(vec![0], SHAPE.bytes(), None);
    for _ in 0..600 {
        if let Some(job) = maker.job(Wish { destination: 3, beats: 2 }, &ledger) {
            ledger.begin(job);
        }
    }
    let mut ids: Vec<u32> = ledger.of_manager(0).filter(|job| job.request.lock).map(|job| job.request.id).collect();
    ids.sort_unstable();
    assert_eq!(ids, [0, 1, 2, 3]);
}

/// The limits of AXI4, by the formulas of its specification.
#[test]
fn requests_are_legal_and_of_all_kinds() {
    let network = "mesh:2,2".parse().unwrap();
    let map = Rc::new(address_map::parse(MAP, "map.toml", &network, 32).unwrap());
    let mut maker = Maker::new(0, map.clone(), SHAPE, Axi4Options::default(), 2);
    let ledger = Ledger::new(vec![0], SHAPE.bytes(), None);
    let jobs: Vec<Job> = (0..4000).map(|k| maker.job(Wish { destination: 3, beats: 1 + k % 40 }, &ledger).unwrap()).collect();
    for job in &jobs {
        let request = job.request;
        let span = request.span();
        assert!(span.start / 4096 == (span.end - 1) / 4096, "{request:x?}");
        assert!(request.burst == 1 || request.len < 16, "{request:x?}");
        assert!(request.burst != 2 || (request.addr.is_multiple_of(1 << request.size) && [1, 3, 7, 15].contains(&request.len)));
        assert!(request.cache & 2 != 0 || request.cache & 12 == 0);
        let lanes = |k: usize| request.lanes(k, SHAPE.bytes());
        assert!(job.beats.iter().enumerate().all(|(k, beat)| beat.strb & !lanes(k) == 0));
        assert_eq!(job.target.node(), map.lookup(request.addr).filter(|_| request.beats() <= 64).map(|place| place.node));
    }
    let count = |which: &dyn Fn(&&Job) -> bool| jobs.iter().filter(which).count();
    for burst in 0..3 {
        assert!(count(&|job| job.request.burst == burst) > 300);
    }
    for size in 0..4 {
        assert!(count(&|job| job.request.size == size) > 200);
    }
    assert!(count(&|job| job.write) > 1500 && count(&|job| job.target.node().is_none()) > 100);
    assert!(count(&|job| job.request.beats() > 64) > 30 && count(&|job| job.request.lock) > 20);
    assert!(count(&|job| !job.request.addr.is_multiple_of(1 << job.request.size)) > 300);
}
