//! Order of one ID, and slots (I2, I3).

use torusmith_design::Order;
use torusmith_sim::axi4::IdOrder;

use super::bench::{Plan, incr};

/// 64 KiB a subordinate.
const FAR: u64 = 0x1_0000;

/// The far node is accessed first, the near one after it has to wait.
#[test]
fn one_id_to_two_nodes() {
    for id_order in [IdOrder::Destination, IdOrder::One] {
        let mut bench = Plan::new("mesh:4,4", &[0], &[1, 15]).with(|plan| plan.options.id_order = id_order).build();
        bench.memory(15).latency = 50;
        for n in 0..6 {
            bench.manager(0).ar.push_back(incr(7, if n % 2 == 0 { FAR } else { 0 } + 64 * n, n as usize + 1));
            bench.manager(0).write(incr(7, if n % 2 == 0 { FAR } else { 0 } + 0x800, 1), n as u32);
        }
        bench.manager(0).cut(8);
        bench.until(2000, |bench| bench.managers[&0].bursts().len() == 6 && bench.managers[&0].b.len() == 6);
        let bursts: Vec<usize> = bench.manager(0).bursts().into_iter().map(|(_, beats)| beats).collect();
        assert_eq!(bursts, [1, 2, 3, 4, 5, 6]);
    }
}

/// Another ID does not wait; the same ID does, unless it goes to the same node.
#[test]
fn who_waits_for_whom() {
    for (id_order, second, addr, waits) in [
        (IdOrder::Destination, 7, 0, true),
        (IdOrder::Destination, 8, 0, false),
        (IdOrder::Destination, 7, FAR, false),
        (IdOrder::One, 7, FAR, true),
        (IdOrder::One, 8, FAR, false),
        // An address of no range is another place than every node.
        (IdOrder::Destination, 7, 0x100_0000, true),
        (IdOrder::Destination, 8, 0x100_0000, false),
    ] {
        let mut bench = Plan::new("mesh:4,4", &[0], &[1, 15]).with(|plan| plan.options.id_order = id_order).build();
        bench.memory(15).latency = 100;
        bench.manager(0).ar.push_back(incr(7, FAR, 1));
        bench.manager(0).ar.push_back(incr(second, addr, 2));
        bench.steps(90);
        let heads = bench.memories.values().map(|memory| memory.reads.len()).sum::<usize>() + bench.manager(0).bursts().len();
        let seen = if addr == 0 { 3 } else { 2 }; // a read of the near node is seen there, and answered
        assert_eq!(heads, if waits { 1 } else { seen }, "{id_order:?} {second} {addr:#x}");
        bench.until(400, |bench| bench.managers[&0].bursts().len() == 2);
    }
}

/// `destination` where routers do not keep the order of pairs is refused, as are other values that cannot be.
#[test]
fn what_is_refused() {
    let told = |change: fn(&mut Plan)| Plan::new("mesh:4,4", &[0], &[1]).with(change).try_build().err().unwrap_or_default();
    assert_eq!(
        told(|plan| plan.config.order = Order::None),
        "id-order = destination is not allowed; allowed: one, where routers do not keep the order of pairs"
    );
    assert_eq!(
        told(|plan| {
            plan.config.order = Order::None;
            plan.options.id_order = IdOrder::One;
        }),
        ""
    );
    assert_eq!(told(|plan| plan.options.data_width = 48), "data-width = 48 is not allowed; allowed: 32, 64, 128, 256, 512");
    assert_eq!(told(|plan| plan.options.read_beats = 63), "read-beats = 63 is not allowed; allowed: 64 to 1024");
    assert_eq!(told(|plan| plan.options.read_slots = 3), "read-slots = 3 is not allowed; allowed: 1, 2, 4, 8, 16");
    assert_eq!(told(|plan| plan.options.id_width = 0), "id-width = 0 is not allowed; allowed: 1 to 16");
    assert_eq!(told(|plan| plan.options.max_burst = 257), "max-burst = 257 is not allowed; allowed: 1 to 256");
}

/// A hole between two good ones of the same ID, with 256 beats: answered in its turn, each beat DECERR, the write likewise.
#[test]
fn a_hole_between_two_good_ones() {
    let mut bench = Plan::new("mesh:4,4", &[0], &[15]).with(|plan| plan.options = plan.options.with_max_burst(256)).build();
    bench.memory(15).latency = 30;
    let manager = bench.manager(0);
    for (addr, beats) in [(0, 2), (0x100_0000, 256), (0x40, 3)] {
        manager.ar.push_back(incr(4, addr, beats));
        manager.write(incr(4, addr + 0x1000, beats), 1);
    }
    manager.cut(8);
    bench.until(2000, |bench| bench.managers[&0].bursts().len() == 3 && bench.managers[&0].b.len() == 3);
    let manager = bench.manager(0);
    assert_eq!(manager.bursts(), [(4, 2), (4, 256), (4, 3)]);
    let resps: Vec<u8> = manager.r.iter().map(|(_, beat)| beat.resp).collect();
    assert_eq!(resps, [vec![0; 2], vec![3; 256], vec![0; 3]].concat());
    assert!(manager.r[2..258].iter().all(|(_, beat)| beat.data == [0; 16] && beat.user == 0));
    assert_eq!(manager.b.iter().map(|(_, b)| (b.id, b.resp)).collect::<Vec<_>>(), [(4, 0), (4, 3), (4, 0)]);
    assert_eq!(bench.memory(15).writes.len(), 2);
}

/// N slots: of N + 1 requests exactly N go out until one is answered.
#[test]
fn as_many_go_out_as_there_are_slots() {
    for slots in [1, 2, 4, 8, 16] {
        let plan = Plan::new("mesh:4,4", &[0], &[15]).with(|plan| {
            (plan.options.read_slots, plan.options.write_slots) = (slots, slots);
            (plan.options.reads_held, plan.options.writes_held) = (16, 16);
        });
        let mut bench = plan.build();
        bench.memory(15).latency = 400;
        for n in 0..=slots as u16 {
            bench.manager(0).ar.push_back(incr(n % 16, 0, 1));
            bench.manager(0).write(incr(n % 16, 0x800, 1), 0);
        }
        bench.manager(0).cut(8);
        bench.manager(0).hold_b = true;
        bench.steps(300);
        assert_eq!((bench.memory(15).reads.len(), bench.memory(15).writes.len()), (slots, slots));
        bench.manager(0).hold_b = false;
        bench.until(3000, |bench| bench.managers[&0].bursts().len() == slots + 1 && bench.managers[&0].b.len() == slots + 1);
    }
}

/// A subordinate side shows as many as it holds; a burst is read out of places that were kept for it.
#[test]
fn places_bound_what_is_in_flight() {
    let plan = Plan::new("mesh:4,4", &[0, 3], &[15]).with(|plan| (plan.options.reads_held, plan.options.read_slots) = (2, 8));
    let mut bench = plan.build();
    bench.memory(15).latency = 300;
    for node in [0, 3] {
        (0..8).for_each(|id| bench.manager(node).ar.push_back(incr(id, 0, 1)));
    }
    bench.steps(250);
    assert_eq!(bench.memory(15).reads.len(), 2);
    // 64 places: four bursts of 16, and no fifth.
    let mut bench = Plan::new("mesh:4,4", &[0], &[15]).with(|plan| plan.options.read_slots = 16).build();
    (0..8).for_each(|id| bench.manager(0).ar.push_back(incr(id, 0, 16)));
    bench.manager(0).hold_r = true;
    bench.steps(400);
    assert_eq!(bench.memory(15).reads.len(), 4);
    // One beat is in the register, and one place free: a read of one beat would fit, the next one has 16.
    bench.manager(0).hold_r = false;
    bench.until(1000, |bench| bench.managers[&0].bursts().len() == 8);
}

/// Wrong writes between good ones, of IDs that do not wait for one another, all data in the buffer before the first address: each burst loses its
/// own beats and no others (I3, I5).
#[test]
fn wrong_writes_among_good_ones() {
    for beats in [1, 2, 7, 12] {
        let mut bench = Plan::new("mesh:4,4", &[0], &[1, 15]).build();
        bench.manager(0).hold_aw = true;
        for (id, addr) in [0x100_0000, 0x300_0000, 0, 0x200_0000, FAR].into_iter().enumerate() {
            bench.manager(0).write(incr(id as u16, addr, beats), 0x10 * id as u32);
        }
        bench.manager(0).cut(8);
        bench.steps(70);
        bench.manager(0).hold_aw = false;
        bench.until(400, |bench| bench.managers[&0].b.len() == 5);
        let mut resps: Vec<_> = bench.manager(0).b.iter().map(|(_, b)| (b.id, b.resp)).collect();
        resps.sort_unstable();
        assert_eq!(resps, [(0, 3), (1, 3), (2, 0), (3, 3), (4, 0)]);
        for (node, first) in [(1, 0x20), (15, 0x40)] {
            let words: Vec<u32> = bench.memory(node).writes[0].1.iter().map(|beat| beat.data[0]).collect();
            assert_eq!(words, (first..first + beats as u32).collect::<Vec<_>>());
        }
    }
}

/// I5: a wrong write's response waits for one that comes from the network in the same clock; which clock that is, the length of the burst decides.
#[test]
fn a_wrong_write_beside_a_response() {
    let mut later = Vec::new();
    for beats in 1..=40 {
        let mut bench = Plan::new("mesh:4,4", &[0], &[1]).build();
        bench.manager(0).hold_aw = true;
        bench.manager(0).write(incr(1, 0, 1), 0);
        bench.manager(0).write(incr(2, 0x100_0000, beats), 0);
        bench.manager(0).cut(8);
        bench.steps(50);
        bench.manager(0).hold_aw = false;
        bench.until(200, |bench| bench.managers[&0].b.len() == 2);
        let at = |id: u16| bench.managers[&0].b.iter().find(|(_, b)| b.id == id).unwrap().0 - 50;
        // Handshaken in 1; issued in 4, for the giver is sending in 3; dropped from 5 on, done `beats` later, and in the register a clock later.
        later.push(at(2) - (6 + beats as u64));
        // Handshaken in 0; its beat is given in 3 and shown in 9, B is shown in 10 and given in 11, and in the register 2(h+1) + 2 later.
        assert_eq!(at(1), 17);
    }
    // The response passes the taker in 16: then the dropper of 11 beats is done.
    assert_eq!(later[10], 1);
    assert_eq!(later.iter().sum::<u64>(), 1, "{later:?}");
}
