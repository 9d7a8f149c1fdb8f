//! Clocks worked out manually from the contract.

use torusmith_sim::axi4::{Inputs, ManagerInputs, Request};
use torusmith_sim::config::Pipeline;

use super::bench::{Plan, incr};

/// "The first beat of a read over h hops comes 2 `PIPELINE` (h+1) + 6 + k clocks after its request was handshaken." The own node's packets go through
/// no router, but do not pass: a clock more in the taker, for the request and for the response.
#[test]
fn the_first_beat_of_a_read() {
    for (node, clocks) in [(0, 6 + 2), (1, 4 * 2 + 6), (2, 4 * 3 + 6), (4, 4 * 3 + 6), (8, 4 * 5 + 6)] {
        for latency in [1, 2, 7] {
            let mut bench = Plan::new("mesh:3,3", &[0], &[node]).build();
            bench.memory(node as usize).latency = latency;
            bench.manager(0).ar.push_back(incr(3, 0x100, 4));
            bench.until(100, |bench| bench.managers[&0].r.len() == 4);
            assert_eq!(bench.manager(0).first_r[0], clocks + latency, "node {node}, k = {latency}");
            // The following beats come without a pause.
            let clocks: Vec<u64> = bench.manager(0).r.iter().map(|(clock, _)| *clock - clocks - latency).collect();
            assert_eq!(clocks, [0, 1, 2, 3]);
        }
    }
}

/// With one and three clocks a hop, 2(h+1) and 6(h+1) in place of 4(h+1): the same registers stand between manager and router. A neighbour with one
/// clock a hop: eleven clocks.
#[test]
fn other_pipelines() {
    for (pipeline, node, clocks) in [(Pipeline::One, 8, 17), (Pipeline::Three, 8, 37), (Pipeline::One, 1, 11)] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[node]).with(|plan| plan.config.pipeline = pipeline).build();
        bench.manager(0).ar.push_back(incr(0, 0, 1));
        bench.until(100, |bench| !bench.managers[&0].r.is_empty());
        assert_eq!(bench.manager(0).first_r[0], clocks, "{pipeline} {node}");
    }
}

/// I1: with R > 0 there is a routing stage: a clock more. Nodes 0 and 1 of an HTN are neighbours.
#[test]
fn routing_bits_take_a_clock() {
    let mut bench = Plan::new("htn:4,4,2,1", &[0], &[1]).with(|plan| plan.config.vcs = 8).build();
    bench.manager(0).ar.push_back(incr(0, 0, 1));
    bench.until(100, |bench| !bench.managers[&0].r.is_empty());
    assert_eq!(bench.manager(0).first_r[0], 4 * 2 + 6 + 1 + 1);
}

/// "A write is answered after 2 `PIPELINE` (h+1) + 8 + k clocks for n = 1."
#[test]
fn a_write_of_one_beat() {
    for (pipeline, node, clocks) in [(Pipeline::One, 1, 13), (Pipeline::Two, 1, 17), (Pipeline::One, 8, 19), (Pipeline::Two, 8, 29)] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[node]).with(|plan| plan.config.pipeline = pipeline).build();
        bench.manager(0).write(incr(5, 0x40, 1), 7);
        bench.manager(0).cut(8);
        bench.until(100, |bench| !bench.managers[&0].b.is_empty());
        assert_eq!(bench.manager(0).first_b[0], clocks, "{pipeline} {node}");
    }
}

/// I1, I3, I4: the last beat of a write is handshaken in clock n - 1, and in the buffer in n. Its head is given then, for the issue stage is full since
/// clock 2; the beats follow. A flit given in t is on the link in t+1, at the taker in t + 1 + 2(h+1), which it passes, and shown a clock later. This
/// memory shows B a clock after it has the last beat; it is in the first of the B places a clock later and given; behind the routers it passes the
/// taker, goes past the B buffer, and is in the register a clock later.
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
        let w_shown = 2 * n + 2 * 2 + 2; // the last beat is given in clock 2n
        let b_given = w_shown + 2;
        assert_eq!(bench.manager(0).first_b[0], b_given + 2 * 2 + 2);
        assert_eq!((bench.manager(0).b[0].1.id, bench.manager(0).b[0].1.resp), (5, 0));
    }
}

/// I1: a request is taken in every clock, and the first is issued two clocks after its handshake.
#[test]
fn a_request_in_every_clock() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    (0..4).for_each(|id| bench.manager(0).ar.push_back(incr(id, 0, 1)));
    let mut heads = Vec::new();
    for _ in 0..12 {
        heads.extend(bench.axi4.request_sides(0).flit.map(|_| bench.axi4.clock()));
        bench.step();
    }
    assert_eq!(bench.manager(0).ar_at, [0, 1, 2, 3]);
    assert_eq!(heads, [3, 4, 5, 6]);
}

/// I1: where nothing is issued, the issue stage and two places hold three requests; with R > 0 the routing stage holds one more.
#[test]
fn requests_that_wait() {
    for (network, taken) in [("mesh:3,3", vec![0, 1, 2]), ("htn:4,4,2,1", vec![0, 1, 2, 3])] {
        let mut bench = Plan::new(network, &[0], &[1]).with(|plan| plan.config.vcs = 8).build();
        bench.manager(0).hold_w = true;
        (0..6).for_each(|id| bench.manager(0).write(incr(id, 0, 1), 0));
        bench.manager(0).cut(8);
        bench.steps(20);
        assert_eq!(bench.manager(0).aw_at, taken, "{network}");
        bench.manager(0).hold_w = false;
        bench.until(100, |bench| bench.managers[&0].b.len() == 6);
    }
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
    // A read takes a clock, a write of one beat two. The destination is node 1 of 2 VCs: VC 1. The first of both are in the issue stage in clock 2.
    let data = |clock| (clock, 1, false);
    let expected = [(3, 1, false), (4, 1, true), data(5), (6, 1, false), (7, 1, true), data(8), (9, 1, false), (10, 1, true), data(11)];
    assert_eq!(kinds, expected);
}

/// Errors: set in the clock after the request was issued, and cleared in the clock after `clear_error`, except errors set then.
#[test]
fn error_bits() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).with(|plan| plan.options = plan.options.with_max_burst(4)).build();
    bench.manager(0).ar.push_back(incr(1, 0x100_0000, 3)); // no range: handshaken in 0, issued in 2
    bench.manager(0).ar.push_back(incr(1, 0x100_0000, 1)); // waits for the error reader
    bench.manager(0).write(incr(1, 0, 5), 0); // too long: handshaken in 0, issued in 2
    bench.manager(0).cut(8);
    let mut errors = Vec::new();
    for clock in 0..12 {
        bench.clear_error = clock == 5;
        errors.push(bench.axi4.error(0) >> 6);
        bench.step();
    }
    // The reader has three beats in clock 3, gives them in 3, 4, 5, is idle in 6; the second is issued in 6.
    assert_eq!(errors, [0, 0, 0, 3, 3, 3, 0, 1, 1, 1, 1, 1]);
    let beats: Vec<_> = bench.manager(0).r.iter().map(|(clock, beat)| (*clock, beat.id, beat.resp, beat.last)).collect();
    assert_eq!(beats, [(4, 1, 3, false), (5, 1, 3, false), (6, 1, 3, true), (8, 1, 3, true)]);
    // I5: beats 0 to 4 are in the buffer from clock 1 on, are dropped in 3 .. 7; done in 8, past the B buffer, in the register in 9.
    let responses: Vec<_> = bench.manager(0).b.iter().map(|(clock, b)| (*clock, b.id, b.resp)).collect();
    assert_eq!(responses, [(9, 1, 2)]);
    // Both bits in one clock, and cleared in the same: bits set then stay.
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    bench.manager(0).ar.push_back(incr(1, 0x100_0000, 3));
    bench.clear_error = true;
    bench.steps(3);
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
