//! Which VC a packet enters on, and who is taken next (G2, TK2).

use torusmith_design::Order;
use torusmith_sim::axi4::IdOrder;

use super::bench::{Plan, incr};

/// VCs of the heads of four reads, given in clocks 3, 5, 7 and 9. A flit given in t is on the link in t+1, in the router's buffer in t+2 and leaves it,
/// its credit is on the link in t+3 and counts in t+4.
#[test]
fn vcs_of_heads() {
    let heads = |node: u32, order: Order| {
        let plan = Plan::new("mesh:3,3", &[0], &[node]).with(|plan| {
            plan.config.order = order;
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
    assert_eq!(heads(7, Order::Pair), [(4, 1), (6, 1), (8, 1), (10, 1)]);
    assert_eq!(heads(8, Order::Pair), [(4, 0), (6, 0), (8, 0), (10, 0)]);
    // Without, the lowest with all credits.
    assert_eq!(heads(7, Order::None), [(4, 0), (6, 1), (8, 0), (10, 1)]);
    // To the own node, the own link's.
    assert_eq!(heads(0, Order::None), [(4, 2), (6, 2), (8, 2), (10, 2)]);
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

/// S3, S4: B is taken every second clock, and is given in the clock between.
#[test]
fn write_responses_every_second_clock() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    bench.memory(1).hold_b = true;
    (0..4).for_each(|n| bench.manager(0).write(incr(n, 0, 1), 0));
    bench.manager(0).cut(8);
    bench.until(100, |bench| bench.memories[&1].writes.len() == 4);
    bench.memory(1).hold_b = false;
    let mut heads = Vec::new();
    for _ in 0..30 {
        heads.extend(bench.axi4.response_sides(1).flit.map(|_| bench.axi4.clock()));
        bench.step();
    }
    let at = bench.memory(1).b_at[0];
    assert_eq!(bench.memory(1).b_at, [at, at + 2, at + 4, at + 6]);
    assert_eq!(heads, [at + 2, at + 4, at + 6, at + 8]);
    assert_eq!(bench.manager(0).b.len(), 4);
}
