//! Which VC a packet enters on, and who is taken next (G2, TK2).

use torusmith_design::Order;
use torusmith_sim::axi4::{IdOrder, RequestFlit};

use super::bench::{Bench, Plan, incr};

/// VCs of the heads of four reads, that can be given in clocks 2, 3, 4 and 5. A flit given in t is on the link in t+1, in the router's buffer in t+2 and
/// leaves it, its credit is on the link in t+3 and counts in t+4.
#[test]
fn vcs_of_heads() {
    let heads = |node: u32, order: Order, reuse_empty: u8| {
        let plan = Plan::new("mesh:3,3", &[0], &[node]).with(|plan| {
            (plan.config.order, plan.config.reuse_empty) = (order, reuse_empty);
            plan.options.id_order = IdOrder::One;
        });
        let mut bench = plan.build();
        (0..4).for_each(|id| bench.manager(0).ar.push_back(incr(id, 0, 1)));
        let mut heads = Vec::new();
        for _ in 0..12 {
            let own = bench.axi4.request_own(0).flit;
            heads.extend(bench.axi4.request_sides(0).flit.or(own).map(|(vc, _)| (bench.axi4.clock(), vc)));
            bench.step();
        }
        heads
    };
    // With an order, the destination's.
    assert_eq!(heads(7, Order::Pair, 0), [(3, 1), (4, 1), (5, 1), (6, 1)]);
    assert_eq!(heads(8, Order::Pair, 0), [(3, 0), (4, 0), (5, 0), (6, 0)]);
    // Without, that with most credits, and the lower of two: of 4 and 4, 3 and 4, 3 and 3, 2 and 3.
    assert_eq!(heads(7, Order::None, 0), [(3, 0), (4, 1), (5, 0), (6, 1)]);
    // Where a VC must be empty: of 4 and 4, 3 and 4; then of 4 and 3 in clock 6, and of 3 and 4.
    assert_eq!(heads(7, Order::None, 0b11), [(3, 0), (4, 1), (7, 0), (8, 1)]);
    // VC 0 must be empty: 4 and 4; VC 1 is left with 4, 3 and 2.
    assert_eq!(heads(7, Order::None, 0b01), [(3, 0), (4, 1), (5, 1), (6, 1)]);
    // To the own node, the own link's.
    assert_eq!(heads(0, Order::None, 0), [(3, 2), (4, 2), (5, 2), (6, 2)]);
}

/// G2, S2: packets of n flits on one VC of D = 4 start as soon as min(n, 4) credits are there. A flit given in t counts again in t+4.
#[test]
fn room_for_a_packet() {
    let heads = |beats: usize, write: bool| {
        let plan = Plan::new("mesh:3,3", &[0], &[1]).with(|plan| {
            (plan.config.vcs, plan.config.order) = (1, Order::None);
            plan.options.id_order = IdOrder::One;
        });
        let mut bench = plan.build();
        bench.manager(0).hold_aw = true;
        for id in 0..4 {
            match write {
                true => bench.manager(0).write(incr(id, 0, beats), 0),
                false => bench.manager(0).ar.push_back(incr(id, 0, beats)),
            }
        }
        bench.manager(0).cut(8);
        let mut heads = Vec::new();
        for clock in 0..80 {
            bench.manager(0).hold_aw = clock < 30;
            let head = match write {
                true => bench.axi4.request_sides(0).flit.is_some_and(|(_, flit)| matches!(flit, RequestFlit::Head { .. })),
                false => bench.axi4.response_sides(1).flit.is_some_and(|(_, flit)| flit.header.is_some()),
            };
            heads.extend(head.then(|| bench.axi4.clock()));
            bench.step();
        }
        heads.iter().map(|clock| clock - heads[0]).collect::<Vec<_>>()
    };
    // Two flits: credits 4 in 0, 2 in 2, 1 in 4, 2 in 5, and 2 in 7.
    assert_eq!(heads(2, false), [0, 2, 5, 7]);
    assert_eq!(heads(1, true), [0, 2, 5, 7]);
    // Three: 1 in 3 and 4 in 6.
    assert_eq!(heads(3, false), [0, 5, 10, 15]);
    assert_eq!(heads(2, true), [0, 5, 10, 15]);
    // Four and more: the last one's credit counts four clocks after it.
    assert_eq!(heads(4, false), [0, 7, 14, 21]);
    assert_eq!(heads(6, false), [0, 9, 18, 27]);
    assert_eq!(heads(5, true), [0, 9, 18, 27]);
}

/// S4: `rready` is offered before a beat is shown, from the clock on in which the head is prepared, except where a write's turn would come.
#[test]
fn read_beats_are_asked_for() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    bench.memory(1).hold_b = true;
    bench.manager(0).ar.push_back(incr(0, 0, 1));
    (0..3).for_each(|id| bench.manager(0).write(incr(id, 0x800, 1), 0));
    bench.manager(0).cut(8);
    let ready = |bench: &Bench| bench.axi4.subordinate(1).unwrap().rready;
    let mut offered = Vec::new();
    bench.until(60, |bench| bench.axi4.clock() == 8);
    for _ in 0..3 {
        offered.push((bench.axi4.subordinate(1).unwrap().ar.is_some(), ready(&bench)));
        bench.step();
    }
    // Shown in 4 + 2(h+1) = 8, prepared in 9, when the beat comes; nothing is prepared then.
    assert_eq!(offered, [(true, false), (false, true), (false, false)]);
    bench.until(60, |bench| bench.memories[&1].writes.len() == 3);
    // A read that this memory does not answer: its head is ready to go, and a read was the last.
    bench.memory(1).latency = 1000;
    bench.manager(0).ar.push_back(incr(0, 0, 1));
    bench.steps(20);
    assert!(ready(&bench));
    bench.memory(1).hold_b = false;
    // The first response is taken in this clock, asks in the next, and is given in place of a read; after it the read's turn is there again.
    let mut offered = Vec::new();
    for _ in 0..6 {
        offered.push((ready(&bench), bench.axi4.response_sides(1).flit.is_some()));
        bench.step();
    }
    assert_eq!(offered, [(true, false), (false, false), (true, true), (true, true), (true, true), (true, false)]);
}

/// Reads from the own link and from the router, both waiting: one after the other, whichever waited longer.
#[test]
fn takers_go_round() {
    let plan = Plan::new("mesh:3,3", &[1, 0], &[1]).with(|plan| plan.options.reads_held = 1);
    let mut bench = plan.build();
    for n in 0..12 {
        bench.manager(1).ar.push_back(incr(n, 0, 4));
        bench.manager(0).ar.push_back(incr(n, 0x800, 4));
    }
    bench.until(1000, |bench| bench.memories[&1].reads.len() == 20);
    let own: Vec<bool> = bench.memory(1).reads[4..].iter().map(|read| read.addr == 0).collect();
    assert!(own.windows(2).all(|pair| pair[0] != pair[1]), "{own:?}");
}

/// A packet that waits for the AR register does not stop writes on other VCs, nor the reverse; an open packet is taken whole first.
#[test]
fn only_what_can_be_accepted_is_picked() {
    // Reads come over the own link, writes through the router: the memory takes no AR as long as one read is held.
    let plan = Plan::new("mesh:3,3", &[1, 0], &[1]).with(|plan| plan.options.reads_held = 1);
    let mut bench = plan.build();
    bench.memory(1).latency = 200;
    (0..4).for_each(|n| bench.manager(1).ar.push_back(incr(n, 0, 1)));
    bench.steps(20);
    (0..4).for_each(|n| bench.manager(0).write(incr(n, 0x800, 8), 1));
    bench.manager(0).cut(8);
    bench.until(150, |bench| bench.managers[&0].b.len() == 4);
    assert_eq!(bench.memory(1).reads.len(), 1);
}

/// TK2: a head does not pass while another buffer holds something, whether that can be accepted or not: a write is answered a clock later than in 17.
#[test]
fn nothing_passes_what_waits() {
    let mut bench = Plan::new("mesh:3,3", &[1, 0], &[1]).with(|plan| plan.options.reads_held = 1).build();
    bench.memory(1).latency = 200;
    (0..2).for_each(|n| bench.manager(1).ar.push_back(incr(n, 0, 1)));
    bench.steps(20);
    bench.manager(0).write(incr(0, 0x800, 1), 1);
    bench.manager(0).cut(8);
    bench.until(100, |bench| bench.managers[&0].b.len() == 1);
    assert_eq!(bench.manager(0).first_b, [20 + 18]);
}

/// S1, S2: a read is held up to and including the clock in which its last beat is given. The next one is accepted a clock later, and shown in the
/// clock after that.
#[test]
fn a_read_is_held_until_its_last_beat() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).with(|plan| plan.options.reads_held = 1).build();
    (0..3).for_each(|n| bench.manager(0).ar.push_back(incr(n, 0, 8)));
    bench.until(300, |bench| bench.managers[&0].bursts().len() == 3);
    let (ar, r) = (&bench.memories[&1].ar_at, &bench.memories[&1].r_at);
    assert_eq!(ar[1..], [r[7] + 2, r[15] + 2]);
}
