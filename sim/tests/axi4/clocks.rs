//! Clocks worked out manually from the contract.

use torusmith_sim::axi4::{Inputs, ManagerInputs, Request};
use torusmith_sim::config::Pipeline;

use super::bench::{Plan, incr};

/// "The first beat of a read over h hops comes 4(h+1) + 11 + S clocks after its request was handshaken." The own node's packets go through no
/// router: 11 + S.
#[test]
fn the_first_beat_of_a_read() {
    for (node, routers) in [(0, 0), (1, 2), (2, 3), (4, 3), (8, 5)] {
        for latency in [1, 2, 7] {
            let mut bench = Plan::new("mesh:3,3", &[0], &[node]).build();
            bench.memory(node as usize).latency = latency;
            bench.manager(0).ar.push_back(incr(3, 0x100, 4));
            bench.until(100, |bench| bench.managers[&0].r.len() == 4);
            assert_eq!(bench.manager(0).first_r[0], 4 * routers + 11 + latency, "node {node}, S = {latency}");
            // The following beats come without a pause.
            let clocks: Vec<u64> = bench.manager(0).r.iter().map(|(clock, _)| *clock - 4 * routers - 11 - latency).collect();
            assert_eq!(clocks, [0, 1, 2, 3]);
        }
    }
}

/// With one and three clocks a hop, 2(h+1) and 6(h+1) in place of 4(h+1): the same registers stand between manager and router.
#[test]
fn other_pipelines() {
    for (pipeline, clocks) in [(Pipeline::One, 2), (Pipeline::Three, 6)] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[8]).with(|plan| plan.config.pipeline = pipeline).build();
        bench.manager(0).ar.push_back(incr(0, 0, 1));
        bench.until(100, |bench| !bench.managers[&0].r.is_empty());
        assert_eq!(bench.manager(0).first_r[0], clocks * 5 + 12);
    }
}

/// I1, I3, I4: the last beat of a write is handshaken in clock n - 1, and in the buffer in n. Its head is given then, for stage 3 is full since clock
/// 3; the beats follow. A flit given in t is on the link in t+1, in the taker's buffer in t + 2(h+1) + 2, shown in t + 2(h+1) + 3. This memory shows
/// B a clock after it has the last beat; it is in the B register a clock later and given; after the routers it goes through the taker's and the B
/// buffer into the register.
#[test]
fn a_write_starts_when_its_last_beat_is_in() {
    for beats in [4, 9] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
        bench.manager(0).write(incr(5, 0x40, beats), 7);
        bench.manager(0).cut(8);
        let n = beats as u64;
        let mut shown = Vec::new();
        for _ in 0..2 * n + 4 {
            let link = bench.axi4.request_sides(0);
            shown.extend(link.flit.map(|_| bench.axi4.clock()));
            bench.step();
        }
        assert_eq!(shown, (n + 1..=n + 1 + n).collect::<Vec<_>>(), "head and beats on the link");
        bench.until(100, |bench| !bench.managers[&0].b.is_empty());
        let w_shown = 2 * n + 2 * 2 + 3; // the last beat is given in clock 2n
        let b_given = w_shown + 2;
        assert_eq!(bench.manager(0).first_b[0], b_given + 2 * 2 + 4);
        assert_eq!((bench.manager(0).b[0].1.id, bench.manager(0).b[0].1.resp), (5, 0));
    }
}

/// I1: requests go into stage 1 every second clock, and the first is issued three clocks after its handshake.
#[test]
fn a_request_every_second_clock() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    (0..4).for_each(|id| bench.manager(0).ar.push_back(incr(id, 0, 1)));
    let mut heads = Vec::new();
    for _ in 0..12 {
        heads.extend(bench.axi4.request_sides(0).flit.map(|_| bench.axi4.clock()));
        bench.step();
    }
    assert_eq!(bench.manager(0).ar_at, [0, 2, 4, 6]);
    assert_eq!(heads, [4, 6, 8, 10]);
}

/// G4: of a read and a write that ask in one clock the read goes first after reset, then the other one in turn.
#[test]
fn reads_and_writes_take_turns() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    for id in 0..3 {
        bench.manager(0).ar.push_back(incr(id, 0, 1));
        bench.manager(0).write(incr(id, 0x800, 1), 1);
    }
    bench.manager(0).cut(8);
    let mut kinds = Vec::new();
    for _ in 0..16 {
        let flit = bench.axi4.request_sides(0).flit;
        kinds.extend(flit.map(|(vc, flit)| (bench.axi4.clock(), vc, format!("{flit:?}").contains("write: true"))));
        bench.step();
    }
    // A read takes a clock, a write of one beat two. The destination is node 1 of 2 VCs: VC 1. Reads are in stage 3 in clocks 3, 5, 7.
    let data = |clock| (clock, 1, false);
    let expected = [(4, 1, false), (5, 1, true), data(6), (7, 1, false), (8, 1, true), data(9), (10, 1, false), (11, 1, true), data(12)];
    assert_eq!(kinds, expected);
}

/// Errors: set in the clock after the request was issued, and cleared in the clock after `clear_error`, except errors set then.
#[test]
fn error_bits() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).with(|plan| plan.options = plan.options.with_max_burst(4)).build();
    bench.manager(0).ar.push_back(incr(1, 0x100_0000, 3)); // no range: handshaken in 0, issued in 3
    bench.manager(0).ar.push_back(incr(1, 0x100_0000, 1)); // waits for the error reader
    bench.manager(0).write(incr(1, 0, 5), 0); // too long: handshaken in 0, issued in 3
    bench.manager(0).cut(8);
    let mut errors = Vec::new();
    for clock in 0..12 {
        bench.clear_error = clock == 5;
        errors.push(bench.axi4.error(0) >> 6);
        bench.step();
    }
    // The reader has three beats in clock 4, gives them in 4, 5, 6, is idle in 7; the second is issued in 7.
    assert_eq!(errors, [0, 0, 0, 0, 3, 3, 0, 0, 1, 1, 1, 1]);
    let beats: Vec<_> = bench.manager(0).r.iter().map(|(clock, beat)| (*clock, beat.id, beat.resp, beat.last)).collect();
    assert_eq!(beats, [(5, 1, 3, false), (6, 1, 3, false), (7, 1, 3, true), (9, 1, 3, true)]);
    // I5: beats 0 to 4 are in the buffer from clock 1 on, are dropped in 4 .. 8, done in 9, in the B buffer in 10, in the register in 11.
    let responses: Vec<_> = bench.manager(0).b.iter().map(|(clock, b)| (*clock, b.id, b.resp)).collect();
    assert_eq!(responses, [(11, 1, 2)]);
    // Both bits in one clock, and cleared in the same: bits set then stay.
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    bench.manager(0).ar.push_back(incr(1, 0x100_0000, 3));
    bench.clear_error = true;
    bench.steps(4);
    assert_eq!(bench.axi4.error(0) >> 6, 1);
    bench.step();
    assert_eq!(bench.axi4.error(0) >> 6, 0);
}

/// RS5: bursts from the R buffer and from the error reader take turns, where both wait; no burst is cut into.
#[test]
fn answers_and_errors_take_turns() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    bench.manager(0).hold_r = true;
    for (id, addr, beats) in [(1, 0x100_0000, 1), (2, 0, 2), (2, 0, 2), (3, 0x100_0000, 2)] {
        bench.manager(0).ar.push_back(incr(id, addr, beats));
    }
    bench.steps(60);
    bench.manager(0).hold_r = false;
    bench.steps(20);
    // The first error went into the register as soon as it could; then both wait.
    assert_eq!(bench.manager(0).bursts(), [(1, 1), (2, 2), (3, 2), (2, 2)]);
}

/// One manager, one ID, bursts of 16 to one node under `destination`: 16 of 17 flits are data.
#[test]
fn bursts_of_16_keep_the_link_busy() {
    const BURSTS: usize = 100;
    for node in [1, 8, 0] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[node]).build();
        (0..BURSTS).for_each(|n| bench.manager(0).ar.push_back(incr(2, 128 * n as u64, 16)));
        bench.until(4000, |bench| bench.managers[&0].r.len() == 16 * BURSTS);
        let r = &bench.manager(0).r;
        let clocks = r[16 * BURSTS - 1].0 - r[0].0 + 1;
        assert!(16 * BURSTS as u64 * 100 >= 94 * clocks, "reads of node {node}: {clocks} clocks");

        let mut bench = Plan::new("mesh:3,3", &[0], &[node]).build();
        (0..BURSTS).for_each(|n| bench.manager(0).write(incr(2, 128 * n as u64, 16), 0));
        bench.manager(0).cut(8);
        bench.until(4000, |bench| bench.managers[&0].b.len() == BURSTS);
        let w = &bench.manager(0).w_at;
        let clocks = w[16 * BURSTS - 1] - w[0] + 1;
        assert!(16 * BURSTS as u64 * 100 >= 94 * clocks, "writes to node {node}: {clocks} clocks");
    }
}

/// In clock 0 all inputs that wait for no other signal are ready, and nothing is shown.
#[test]
fn clock_0() {
    let mut plan = Plan::new("mesh:3,3", &[0, 4], &[4, 8]);
    plan.options.exclusive = true;
    let mut axi4 = plan.try_build().unwrap();
    for _ in 0..2 {
        let seen = axi4.manager(4).unwrap();
        assert!(seen.awready && seen.wready && seen.arready && seen.b.is_none() && seen.r.is_none() && seen.error == 0);
        let seen = axi4.subordinate(4).unwrap();
        assert!(seen.bready && !seen.rready && seen.aw.is_none() && seen.w.is_none() && seen.ar.is_none());
        // A manager that shows nothing, and inputs of sides that are not there, change nothing.
        let mut inputs = vec![Inputs::default(); 9];
        inputs[8].manager = ManagerInputs { ar: Some(Request::default()), ..ManagerInputs::default() };
        axi4.step(&inputs, false);
    }
    assert!(axi4.manager(8).is_none() && axi4.subordinate(0).is_none());
}
