//! Random load: every byte against a flat memory, and that everything is answered.

use std::collections::{HashMap, VecDeque};

use rand::Rng;
use torusmith_design::Order;
use torusmith_sim::axi4::{IdOrder, Request, WriteBeat};

use super::bench::{Bench, Pace, Plan};
use super::memory::beat_bytes;

/// Bytes that one ID of one manager has of each subordinate's range, for itself: so AXI4 says in which order they are written.
const OWN: u64 = 0x400;
const IDS: u16 = 4;
/// Addresses from here on have no range.
const HOLE: u64 = 0x8000_0000;

/// The bytes that a beat must bring, with their addresses.
type Expected = Vec<(u64, u8)>;

/// State of a manager: the bytes that it has written, and its requests in flight by ID, in order.
#[derive(Default)]
struct Ledger {
    bytes: HashMap<u64, u8>,
    reads: HashMap<u16, Vec<(Request, Vec<Expected>)>>,
    /// Expected responses.
    writes: HashMap<u16, VecDeque<u8>>,
    seen: (usize, usize),
    started: usize,
    finished: usize,
}

fn draw_request(bench: &mut Bench, index: usize, subordinates: usize) -> Request {
    let draw = &mut bench.draw.0;
    let id = draw.random_range(0..IDS);
    let base = 0x1_0000 * draw.random_range(0..subordinates) as u64 + (index as u64 * u64::from(IDS) + u64::from(id)) * OWN;
    let size = draw.random_range(0..=3u8);
    let bytes = 1u64 << size;
    let (burst, addr, beats) = match draw.random_range(0..4) {
        0 => (0, base + draw.random_range(0..OWN), draw.random_range(1..=16)),
        1 => (2, base + draw.random_range(0..OWN / bytes) * bytes, 1 << draw.random_range(1..=4)),
        _ => {
            let addr = base + draw.random_range(0..OWN);
            (1, addr, draw.random_range(1..=(base + OWN - addr).div_ceil(bytes).min(24)))
        }
    };
    let good = Request { id, addr, len: (beats - 1) as u8, size, burst, ..Request::default() };
    match draw.random_range(0..32) {
        0 | 1 => Request { addr: addr + HOLE, ..good },
        2 if bench.max_burst < 256 => Request { len: draw.random_range(bench.max_burst..256) as u8, addr: base, size: 0, burst: 1, ..good },
        _ => good,
    }
}

/// DECERR for an address of no range, SLVERR for a burst that is too long, else OKAY.
fn resp(bench: &Bench, request: &Request) -> u8 {
    match (request.addr >= HOLE, usize::from(request.len) >= bench.max_burst) {
        (true, _) => 3,
        (_, true) => 2,
        _ => 0,
    }
}

/// Starts a read or a write. Reads and writes of one manager are never in flight together, so that the data of a read is known.
fn start(bench: &mut Bench, ledger: &mut Ledger, node: usize, request: Request, write: bool) {
    let beats = 0..=u64::from(request.len);
    let resp = resp(bench, &request);
    ledger.started += 1;
    if !write {
        let byte = |address: u64| (address, ledger.bytes.get(&address).copied().filter(|_| resp == 0).unwrap_or(0));
        let expected = beats.map(|n| beat_bytes(&request, n).map(byte).collect()).collect();
        ledger.reads.entry(request.id).or_default().push((request, expected));
        bench.manager(node).ar.push_back(request);
        return;
    }
    ledger.writes.entry(request.id).or_default().push_back(resp);
    bench.manager(node).aw.push_back(request);
    for n in beats {
        let (data, strb): ([u32; 2], u64) = bench.draw.0.random();
        let lanes = beat_bytes(&request, n).fold(0u64, |lanes, address| lanes | 1 << (address % 8));
        let mut beat = WriteBeat { strb: strb & lanes, last: n == u64::from(request.len), ..WriteBeat::default() };
        beat.data[..2].copy_from_slice(&data);
        for address in beat_bytes(&request, n).filter(|address| resp == 0 && beat.strb >> (address % 8) & 1 == 1) {
            ledger.bytes.insert(address, data[address as usize % 8 / 4].to_le_bytes()[address as usize % 4]);
        }
        bench.manager(node).w.push_back(beat);
    }
}

/// Compares the responses with those expected.
fn judge(bench: &mut Bench, ledger: &mut Ledger, node: usize) {
    let manager = &bench.managers[&node];
    for (_, b) in &manager.b[ledger.seen.0..] {
        let expected = ledger.writes.get_mut(&b.id).and_then(VecDeque::pop_front);
        assert_eq!(Some(b.resp), expected, "B of ID {}", b.id);
        ledger.finished += 1;
    }
    for (clock, beat) in &manager.r[ledger.seen.1..] {
        let open = ledger.reads.get_mut(&beat.id).filter(|open| !open.is_empty()).expect("R of an ID that is under way");
        let (request, expected) = &mut open[0];
        assert_eq!(beat.resp, resp(bench, request), "node {node} clock {clock} {request:?}");
        for (address, byte) in expected.remove(0) {
            let got = beat.data[address as usize % 8 / 4].to_le_bytes()[address as usize % 4];
            assert_eq!(got, byte, "node {node} clock {clock} address {address:#x} of {request:?}");
        }
        assert_eq!(beat.last, expected.is_empty());
        if beat.last {
            open.remove(0);
            ledger.finished += 1;
        }
    }
    ledger.seen = (manager.b.len(), manager.r.len());
}

fn load(plan: &Plan, clocks: u64, pace: [Pace; 2]) -> usize {
    let mut bench = plan.build();
    let nodes: Vec<usize> = plan.managers.iter().map(|&node| node as usize).collect();
    let mut ledgers: Vec<Ledger> = nodes.iter().map(|_| Ledger::default()).collect();
    let mut writing = vec![true; nodes.len()];
    bench.managers.values_mut().for_each(|manager| manager.pace = pace[0]);
    for memory in bench.memories.values_mut() {
        memory.pace = pace[1];
        memory.latency = 1 + bench.draw.0.random_range(0..6);
    }
    let all_done = |ledgers: &[Ledger]| ledgers.iter().all(|ledger| ledger.started == ledger.finished);
    let mut drained = 0;
    while bench.axi4.clock() < clocks || !all_done(&ledgers) {
        for (index, &node) in nodes.iter().enumerate() {
            let ledger = &mut ledgers[index];
            let under_way = ledger.started - ledger.finished;
            if under_way == 0 {
                writing[index] = !writing[index];
            }
            // A phase ends now and then.
            let goes_on = under_way == 0 || under_way < 8 && bench.draw.goes(Pace::Eighths(6));
            if bench.axi4.clock() < clocks && goes_on && bench.managers[&node].w.len() < 64 {
                let request = draw_request(&mut bench, index, plan.subordinates.len());
                start(&mut bench, ledger, node, request, writing[index]);
            }
        }
        bench.step();
        for (index, &node) in nodes.iter().enumerate() {
            judge(&mut bench, &mut ledgers[index], node);
        }
        drained += u64::from(bench.axi4.clock() > clocks);
        assert!(drained < 20_000, "{}: not drained", plan.network);
    }
    ledgers.iter().map(|ledger| ledger.finished).sum()
}

const ALL: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

#[test]
fn some_managers_and_memories() {
    for (pace, memory) in
        [(Pace::Full, Pace::Full), (Pace::Eighths(3), Pace::Full), (Pace::Full, Pace::Eighths(3)), (Pace::Eighths(5), Pace::Eighths(5))]
    {
        let finished = load(&Plan::new("mesh:4,4", &[0, 3, 5, 10], &[5, 12, 15]), 3000, [pace, memory]);
        assert!(finished > 200, "{finished}");
    }
}

/// Reads and writes in classes of their own, writes whole and from few beats on, with and without an order.
#[test]
fn two_message_classes() {
    for (start, order, pipeline) in [(Some(1), Order::None, "1"), (Some(3), Order::Pair, "2"), (None, Order::None, "3")] {
        let plan = Plan::new("mesh:4,4", &[0, 3, 6, 10], &[5, 12, 15]).with(|plan| {
            (plan.config.vcs, plan.config.message_classes, plan.config.order) = (4, 2, order);
            plan.config.pipeline = pipeline.parse().unwrap();
            plan.options.id_order = if order == Order::Pair { IdOrder::Destination } else { IdOrder::One };
            plan.options = start.map_or(plan.options, |beats| plan.options.with_write_start(beats));
        });
        let finished = load(&plan, 1500, [Pace::Eighths(4), Pace::Eighths(5)]);
        assert!(finished > 100, "{start:?}: {finished}");
    }
}

/// Everybody is both, and asks everybody, the own node too.
#[test]
fn all_to_all() {
    for network in ["torus:4,4", "mesh:4,4"] {
        let finished = load(&Plan::new(network, &ALL, &ALL), 3000, [Pace::Full, Pace::Full]);
        assert!(finished > 1500, "{finished}");
    }
}

/// Few slots, small buffers, other pipelines, routers that keep no order.
#[test]
fn all_to_all_with_little() {
    let plan = Plan::new("torus:4,4", &ALL, &ALL);
    for (n, pipeline) in ["1", "2", "3"].into_iter().enumerate() {
        let plan = plan.clone().with(|plan| {
            plan.config.pipeline = pipeline.parse().unwrap();
            plan.config.depth = 2 + n;
            plan.config.vcs = 2 + n;
            plan.options = plan.options.with_max_burst(24 + n);
            (plan.options.read_beats, plan.options.write_beats) = (24 + n, 24 + n);
            (plan.options.read_slots, plan.options.write_slots) = (1 << n, 2);
            (plan.options.reads_held, plan.options.writes_held) = (1, 1 << n);
        });
        load(&plan, 2000, [Pace::Full, Pace::Eighths(5)]);
        let one = plan.with(|plan| {
            plan.config.order = Order::None;
            plan.options.id_order = IdOrder::One;
        });
        load(&one, 2000, [Pace::Full, Pace::Full]);
    }
}

/// Hierarchical networks, and one whose routers rewrite heads.
#[test]
fn other_networks() {
    let some = [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255];
    for network in ["ttn:2,2,1", "htn:4,4,2,1", "rdt:16"] {
        let plan = Plan::new(network, &some, &some).with(|plan| plan.config.vcs = if network.starts_with("rdt") { 3 } else { 4 });
        let finished = load(&plan, 1000, [Pace::Full, Pace::Full]);
        assert!(finished > 300, "{network}: {finished}");
    }
}
