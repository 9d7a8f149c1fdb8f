//! Reads and writes in message classes of their own, and writes that start before their last beat, worked out manually from the contract.

use torusmith_design::{Order, Pipeline};
use torusmith_sim::axi4::{IdOrder, RequestFlit};

use super::bench::{Bench, Plan, incr};
use super::memory::Takes;

/// Managers 0 and 2, a memory at 1 between them, one clock a hop, two VCs for each of two classes.
fn two_classes(write_start: Option<usize>) -> Plan {
    Plan::new("mesh:3,3", &[0, 2], &[1]).with(|plan| {
        (plan.config.vcs, plan.config.message_classes, plan.config.pipeline) = (4, 2, Pipeline::One);
        plan.options = write_start.map_or(plan.options, |beats| plan.options.with_write_start(beats));
    })
}

fn write(bench: &mut Bench, manager: usize, id: u16, addr: u64, beats: usize) {
    bench.manager(manager).write(incr(id, addr, beats), 1);
    bench.manager(manager).cut(8);
}

/// I3, I4: AW is in the issue stage in clock 2, W in the buffer from clock 1 on. With one beat to start with the head is given in 2, the last beat in
/// n + 2. It is at the taker in n + 2 + 1 + 2, shown in n + 6, answered in n + 7, the answer given in n + 8, at the taker in n + 11, shown in n + 12.
/// With s beats the head is given in the later of 2 and s.
#[test]
fn writes_start_before_their_last_beat() {
    for (start, beats, answered) in
        [(1, 1, 13), (1, 4, 16), (1, 16, 28), (1, 64, 76), (3, 1, 13), (3, 2, 14), (3, 16, 29), (8, 4, 18), (8, 8, 26), (8, 64, 82)]
    {
        let mut bench = two_classes(Some(start)).build();
        write(&mut bench, 0, 5, 0, beats);
        bench.until(200, |bench| !bench.managers[&0].b.is_empty());
        assert_eq!(bench.manager(0).first_b, [answered], "{beats} beats, from {start} on");
        assert_eq!(bench.memory(1).writes[0].1.len(), beats);
    }
}

/// Without `WRITE_START` the head is given with the last beat in the buffer, in the later of 2 and n, in one class and in two.
#[test]
fn without_it_they_wait_for_the_last() {
    for classes in [1, 2] {
        for (beats, answered) in [(1, 13), (2, 14), (4, 18), (16, 42), (64, 138)] {
            let mut bench = two_classes(None).with(|plan| plan.config.message_classes = classes).build();
            write(&mut bench, 0, 5, 0, beats);
            bench.until(200, |bench| !bench.managers[&0].b.is_empty());
            assert_eq!(bench.manager(0).first_b, [answered], "{beats} beats, {classes} classes");
        }
    }
}

/// G2, RC8: reads on the VCs of class 0, writes on those of class 1, in both networks. With an order by the lowest bit of the destination, else on that
/// with most credits.
#[test]
fn vcs_of_the_classes() {
    let heads = |order: Order| {
        let mut bench = two_classes(None).with(|plan| {
            (plan.managers, plan.config.order) = (vec![0, 7], order);
            plan.options.id_order = IdOrder::One;
        });
        bench.config.pipeline = Pipeline::Two;
        let mut bench = bench.build();
        for manager in [0, 7] {
            (0..2).for_each(|id| bench.manager(manager).ar.push_back(incr(id, 8, 1)));
            (0..2).for_each(|id| write(&mut bench, manager, id, 0, 1));
        }
        let (mut requests, mut responses) = (Vec::new(), Vec::new());
        for _ in 0..60 {
            for manager in [0, 7] {
                if let Some((vc, RequestFlit::Head { header, .. })) = bench.axi4.request_sides(manager).flit {
                    requests.push((manager as u32, header.write, vc));
                }
            }
            let response = bench.axi4.response_sides(1).flit;
            responses.extend(response.and_then(|(vc, flit)| flit.header.map(|header| (header.destination, header.write, vc))));
            bench.step();
        }
        requests.sort_unstable();
        responses.sort_unstable();
        (requests, responses)
    };
    let (requests, responses) = heads(Order::Pair);
    let each = |vc| [(false, vc), (false, vc), (true, 2 + vc), (true, 2 + vc)];
    let of = |node: u32, list: [(bool, usize); 4]| list.map(|(write, vc)| (node, write, vc));
    assert_eq!(requests, [of(0, each(1)), of(7, each(1))].concat());
    assert_eq!(responses, [of(0, each(0)), of(7, each(1))].concat());
    let (requests, responses) = heads(Order::None);
    assert!(requests.iter().all(|(_, write, vc)| *write == (*vc >= 2)), "{requests:?}");
    assert!(responses.iter().all(|(_, write, vc)| *write == (*vc >= 2)), "{responses:?}");
    // The second of two reads takes the other VC, as one credit of the first one's is not back.
    assert_eq!(requests.iter().filter(|(_, write, _)| !write).map(|(_, _, vc)| *vc).collect::<Vec<_>>(), [0, 1, 0, 1]);
}

/// G3, TK2: while a write waits for its beats, or for a memory that takes none, reads of its manager and of others go on, over the same links to the
/// same memory, as if it were not there: 11 clocks. Behind beats that wait at the taker nothing passes: 12.
#[test]
fn reads_do_not_wait_for_a_write() {
    for (takes, beats, round_trip) in [(Takes::AsItComes, 2, 11), (Takes::NoData, 2, 12), (Takes::NoData, 16, 12)] {
        let mut bench = two_classes(Some(1)).build();
        bench.memory(1).takes = takes;
        write(&mut bench, 0, 5, 0, 16);
        bench.until(40, |bench| bench.managers[&0].w_at.len() == beats);
        bench.manager(0).hold_w = true;
        bench.steps(30);
        for manager in [0, 2] {
            bench.manager(manager).ar.push_back(incr(3, 0x100, 1));
            bench.until(40, |bench| bench.managers[&manager].r.len() == 1);
            let manager = bench.manager(manager);
            assert_eq!(manager.first_r[0] - manager.ar_at[0], round_trip, "{takes:?}, {beats} beats shown");
        }
        assert!(bench.manager(0).b.is_empty());
        bench.manager(0).hold_w = false;
        bench.memory(1).takes = Takes::AsItComes;
        bench.until(100, |bench| bench.managers[&0].b.len() == 1);
        assert_eq!(bench.memory(1).writes[0].1.len(), 16);
    }
}

/// TK2: a read within a write leaves it open: another write, on the other VC of its class, waits for its last beat.
#[test]
fn a_write_stays_open_behind_a_read() {
    let mut bench = two_classes(Some(1))
        .with(|plan| {
            plan.config.order = Order::None;
            plan.options.id_order = IdOrder::One;
        })
        .build();
    write(&mut bench, 0, 5, 0, 4);
    bench.until(40, |bench| bench.managers[&0].w_at.len() == 2);
    bench.manager(0).hold_w = true;
    bench.steps(30);
    bench.manager(2).ar.push_back(incr(3, 0x100, 1));
    bench.until(40, |bench| bench.managers[&2].r.len() == 1);
    write(&mut bench, 2, 5, 0x800, 4);
    bench.steps(40);
    assert!(bench.managers.values().all(|manager| manager.b.is_empty()));
    bench.manager(0).hold_w = false;
    bench.until(60, |bench| bench.managers.values().all(|manager| manager.b.len() == 1));
    let order: Vec<u64> = bench.memory(1).writes.iter().map(|(request, _)| request.addr).collect();
    assert_eq!(order, [0, 0x800]);
}

/// Two classes, and writes start whole: a read passes a write that a memory takes no data of. In one class it waits.
#[test]
fn two_classes_alone() {
    for (classes, read) in [(1, false), (2, true)] {
        let mut bench = two_classes(None).with(|plan| plan.config.message_classes = classes).build();
        bench.memory(1).takes = Takes::NoData;
        write(&mut bench, 0, 5, 0, 64);
        bench.steps(100);
        bench.manager(0).ar.push_back(incr(3, 0x100, 1));
        bench.steps(100);
        assert_eq!(bench.manager(0).r.len() == 1, read, "{classes} classes");
    }
}

/// G3: a read is given only in clocks in which the write gives nothing, and the write goes on behind it; the read was given last then (G4).
#[test]
fn reads_within_a_write() {
    let mut bench = two_classes(Some(1)).build();
    write(&mut bench, 0, 5, 0, 6);
    (0..2).for_each(|_| write(&mut bench, 0, 5, 0x800, 1));
    let mut flits = Vec::new();
    for clock in 0..24 {
        // Beats are handshaken in 0, 1, 2, and from 8 on. Reads are asked for in 3 and, one in a clock, from 6 on.
        bench.manager(0).hold_w = (3..8).contains(&clock);
        let asks = clock == 3 || (6..12).contains(&clock);
        (0..u64::from(asks)).for_each(|_| bench.manager(0).ar.push_back(incr(3, 0, 1)));
        if let Some((vc, flit)) = bench.axi4.request_sides(0).flit {
            let kind = match flit {
                RequestFlit::Head { header, .. } => {
                    if header.write {
                        'w'
                    } else {
                        'r'
                    }
                }
                RequestFlit::Data(_) => 'd',
            };
            assert_eq!(vc, if kind == 'r' { 1 } else { 3 });
            flits.push((clock, kind));
        }
        bench.step();
    }
    // The write is issued in 2, its beats given in 3, 4, 5, 9, 10, 11; a read in 5 could not be. Beats 6 and 7 are in the buffer from 12 and 13 on.
    let expected = [
        (3, 'w'),
        (4, 'd'),
        (5, 'd'),
        (6, 'd'),
        (7, 'r'),
        (9, 'r'),
        (10, 'd'),
        (11, 'd'),
        (12, 'd'), //
        (13, 'w'),
        (14, 'd'),
        (15, 'r'),
        (16, 'w'),
        (17, 'd'),
        (18, 'r'),
        (19, 'r'),
        (20, 'r'),
        (21, 'r'),
    ];
    assert_eq!(flits, expected);
}

/// A manager that shows a beat in one clock of eight. Its burst of 16 takes 128 clocks. Started with the first beat it holds the memory's VC all the
/// time, and the other manager's bursts come one for one of its own. Started whole it takes 17 clocks of the 128, and 111 are left for 17 each.
#[test]
fn a_slow_manager_slows_its_neighbour() {
    for (write_start, least, most) in [(Some(1), 1, 1), (None, 6, 7)] {
        let mut bench = two_classes(write_start).build();
        (0..20).for_each(|_| write(&mut bench, 0, 5, 0, 16));
        (0..200).for_each(|_| write(&mut bench, 2, 5, 0x800, 16));
        for clock in 0..2000 {
            bench.manager(0).hold_w = clock % 8 != 0;
            bench.step();
        }
        let answered: Vec<u64> = bench.manager(0).b.iter().map(|(clock, _)| *clock).collect();
        assert!(answered.len() >= 10, "{answered:?}");
        let others = &bench.managers[&2].b;
        for pair in answered[1..10].windows(2) {
            let between = others.iter().filter(|(clock, _)| (pair[0]..pair[1]).contains(clock)).count();
            assert!((least..=most).contains(&between), "{write_start:?}: {between} of the other manager in {pair:?}");
        }
    }
}

/// One line that names the field, its value, and what is allowed.
#[test]
fn options_that_are_refused() {
    let told = |plan: &Plan| plan.try_build().err().unwrap();
    let plan = two_classes(Some(1));
    let with_start = |start, beats| {
        let mut plan = plan.clone();
        (plan.options.write_start, plan.options.write_beats) = (Some(start), beats);
        plan
    };
    assert_eq!(told(&with_start(0, 64)), "write-start = 0 is not allowed; allowed: 1 to 64");
    assert_eq!(told(&with_start(65, 65)), "write-start = 65 is not allowed; allowed: 1 to 64");
    assert_eq!(told(&with_start(5, 4)), "write-beats = 4 is not allowed; allowed: 5 to 1024");
    assert_eq!(told(&with_start(5, 1025)), "write-beats = 1025 is not allowed; allowed: 5 to 1024");
    let one = plan.clone().with(|plan| plan.config.message_classes = 1);
    assert_eq!(
        told(&one),
        "write-start = 1 is not allowed; allowed: none with one message class: reads would wait for writes that have started"
    );
    let both = plan.clone().with(|plan| plan.managers.push(1));
    let allowed = "none with a manager and a subordinate at one node, as at node 1";
    assert_eq!(told(&both), format!("write-start = 1 is not allowed; allowed: {allowed}"));
    let four = two_classes(None).with(|plan| plan.config.message_classes = 4);
    assert_eq!(told(&four), "message-classes = 4 is not allowed; allowed: 1, 2 with the AXI4 interface");
    // Without it the whole of a burst must have room.
    let without = two_classes(None).with(|plan| plan.options.write_beats = 63);
    assert_eq!(told(&without), "write-beats = 63 is not allowed; allowed: 64 to 1024");
    // Defaults: the greater of 4 and it.
    let places = [1, 4, 9].map(|start| two_classes(Some(start)).options.write_beats);
    assert_eq!(places, [4, 4, 9]);
}
