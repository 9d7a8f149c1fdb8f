//! Beats a clock, worked out manually from the contract.

use torusmith_design::Pipeline;

use super::bench::{Bench, Plan, incr};

/// The clocks in which a manager took its beats.
fn beats(bench: &Bench, manager: usize) -> Vec<u64> {
    bench.managers[&manager].r.iter().map(|(clock, _)| *clock).collect()
}

/// So many clocks from one on.
fn clocks(from: u64, count: u64) -> Vec<u64> {
    (from..from + count).collect()
}

/// Reads of one beat: a request and a beat in every clock. A slot is busy from the clock after its request was issued up to that of its beat's
/// handshake, the round trip less one: 10 clocks with one clock a hop, 14 with two, of 16 slots. The own node's trip takes 9.
#[test]
fn reads_of_one_beat() {
    for (pipeline, node, trip) in [(Pipeline::One, 1, 11), (Pipeline::Two, 1, 15), (Pipeline::Two, 0, 9), (Pipeline::One, 0, 9)] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[node]).with(|plan| plan.config.pipeline = pipeline).build();
        (0..200).for_each(|n| bench.manager(0).ar.push_back(incr(2, 8 * n, 1)));
        bench.until(400, |bench| bench.managers[&0].r.len() == 200);
        assert_eq!(bench.manager(0).ar_at, clocks(0, 200), "{pipeline} {node}");
        assert_eq!(beats(&bench, 0), clocks(trip, 200), "{pipeline} {node}");
    }
}

/// Over two hops with two clocks each a round trip takes 19 clocks, and a slot is busy again after 18: 16 beats in 18 clocks.
#[test]
fn fewer_slots_than_a_round_trip_takes() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[2]).build();
    (0..100).for_each(|n| bench.manager(0).ar.push_back(incr(2, 8 * n, 1)));
    bench.until(400, |bench| bench.managers[&0].r.len() == 100);
    let expected: Vec<u64> = (0..100).map(|n| 19 + n / 16 * 18 + n % 16).collect();
    assert_eq!(beats(&bench, 0), expected);
}

/// Bursts of one manager: the 64 places are free again before they are needed, except those of a burst of 64, for which there are 128 here.
#[test]
fn reads_of_bursts() {
    for (length, places) in [(4, 64), (16, 64), (64, 128)] {
        for (node, trip) in [(1, 15), (8, 27), (0, 9)] {
            let mut bench = Plan::new("mesh:3,3", &[0], &[node]).with(|plan| plan.options.read_beats = places).build();
            let count = 640 / length;
            (0..count).for_each(|n| bench.manager(0).ar.push_back(incr(2, 512 * (n % 64), length as usize)));
            bench.until(1000, |bench| bench.managers[&0].r.len() == 640);
            // Of four beats, 16 slots last for 64 clocks.
            assert_eq!(beats(&bench, 0), clocks(trip, 640), "{length} {node}");
        }
    }
}

/// RS3, I3: a burst of 64 is issued in the clock after the last beat of the one before left the 64 places, a clock before it is taken.
#[test]
fn places_for_one_burst() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    (0..4).for_each(|n| bench.manager(0).ar.push_back(incr(2, 512 * n, 64)));
    bench.until(1000, |bench| bench.managers[&0].r.len() == 256);
    // Issued in 2, and in the register in 15: 13 clocks. So the next first beat comes 13 clocks after the last one was in the register.
    let expected: Vec<u64> = (0..4).flat_map(|n| clocks(15 + n * (63 + 13), 64)).collect();
    assert_eq!(beats(&bench, 0), expected);
}

/// Two managers at the two sides of a memory: one beat leaves it in every clock, whatever the length.
#[test]
fn reads_of_two_managers() {
    for (pipeline, length) in [(Pipeline::One, 1), (Pipeline::One, 16), (Pipeline::Two, 1), (Pipeline::Two, 4), (Pipeline::Two, 64)] {
        let mut bench = Plan::new("mesh:3,3", &[0, 2], &[1]).with(|plan| plan.config.pipeline = pipeline).build();
        for manager in [0, 2] {
            (0..320 / length).for_each(|n| bench.manager(manager).ar.push_back(incr(2, 512 * (n % 64), length as usize)));
        }
        bench.until(1000, |bench| [0, 2].iter().all(|manager| bench.managers[manager].r.len() == 320));
        let at = &bench.memories[&1].r_at;
        assert_eq!(*at, clocks(at[0], 640), "{pipeline} {length}");
    }
}

/// Writes leave as heads and beats without a pause: 16 beats in 17 clocks. So W, taken ahead of them until 64 beats wait, is taken as fast.
#[test]
fn writes_of_bursts() {
    for node in [1, 8, 0] {
        let mut bench = Plan::new("mesh:3,3", &[0], &[node]).build();
        (0..40).for_each(|n| bench.manager(0).write(incr(2, 128 * n, 16), 0));
        bench.manager(0).cut(8);
        let mut flits = Vec::new();
        bench.until(2000, |bench| bench.managers[&0].b.len() == 40 || bench.axi4.clock() == 16);
        for _ in 0..40 * 17 {
            let link = if node == 0 { bench.axi4.request_own(0) } else { bench.axi4.request_sides(0) };
            flits.extend(link.flit.map(|_| bench.axi4.clock()));
            bench.step();
        }
        // The first burst's last beat is in the buffer in clock 16: its head is on the link in 17.
        assert_eq!(flits, clocks(17, 40 * 17 - 1), "{node}");
        bench.until(200, |bench| bench.managers[&0].b.len() == 40);
    }
}

/// S3, S4, RS2: B is taken in every clock, is given in the next one, and comes out likewise.
#[test]
fn write_responses_in_every_clock() {
    let mut bench = Plan::new("mesh:3,3", &[0], &[1]).build();
    bench.memory(1).hold_b = true;
    (0..8).for_each(|n| bench.manager(0).write(incr(n, 0, 1), 0));
    bench.manager(0).cut(8);
    bench.until(100, |bench| bench.memories[&1].writes.len() == 8);
    bench.memory(1).hold_b = false;
    let mut heads = Vec::new();
    for _ in 0..30 {
        heads.extend(bench.axi4.response_sides(1).flit.map(|_| bench.axi4.clock()));
        bench.step();
    }
    let at = bench.memory(1).b_at[0];
    assert_eq!(bench.memory(1).b_at, clocks(at, 8));
    assert_eq!(heads, clocks(at + 2, 8));
    // Given in at + 1: 2(h+1) + 2 clocks later in the register.
    let taken: Vec<u64> = bench.manager(0).b.iter().map(|(clock, _)| *clock).collect();
    assert_eq!(taken, clocks(at + 1 + 2 * 2 + 2, 8));
}
