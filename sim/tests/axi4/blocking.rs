//! Independence of managers and subordinates: transfers that must not stop others.

use super::bench::{Plan, incr};
use super::memory::Takes;

/// AW is given, and W withheld until the manager's own later read is back, or for all time: others go on.
#[test]
fn an_address_without_data_stops_nobody() {
    let mut bench = Plan::new("torus:4,4", &[0, 5], &[10]).build();
    for node in [0, 5] {
        bench.manager(node).write(incr(1, 0, 8), 3);
        bench.manager(node).cut(8);
        bench.manager(node).hold_w = node == 0;
    }
    bench.steps(20);
    bench.manager(0).ar.push_back(incr(1, 0, 4));
    (0..20).for_each(|_| bench.manager(5).ar.push_back(incr(2, 0x100, 16)));
    bench.until(1000, |bench| bench.managers[&0].bursts().len() == 1);
    bench.until(2000, |bench| bench.managers[&5].bursts().len() == 20 && bench.managers[&5].b.len() == 1);
    assert!(bench.manager(0).b.is_empty() && bench.memory(10).writes.len() == 1);
    bench.manager(0).hold_w = false;
    bench.until(200, |bench| bench.managers[&0].b.len() == 1);
}

/// BREADY and RREADY are 0 for all time at one manager: all others finish.
#[test]
fn a_manager_that_takes_nothing_stops_nobody() {
    let managers = [0, 3, 6, 9, 12];
    let mut bench = Plan::new("torus:4,4", &managers, &[5, 10, 0]).build();
    for node in managers {
        for n in 0..24u64 {
            let addr = (n % 3) * 0x1_0000 + 0x100 * n;
            bench.manager(node as usize).ar.push_back(incr(n as u16 % 16, addr, 16));
            bench.manager(node as usize).write(incr(n as u16 % 16, addr + 0x80, 16), 1);
        }
        bench.manager(node as usize).cut(8);
    }
    (bench.manager(6).hold_b, bench.manager(6).hold_r) = (true, true);
    let others = [0, 3, 9, 12];
    bench.until(9000, |bench| others.iter().all(|node| bench.managers[node].bursts().len() == 24 && bench.managers[node].b.len() == 24));
    assert!(bench.manager(6).r.is_empty() && bench.manager(6).b.is_empty());
    (bench.manager(6).hold_b, bench.manager(6).hold_r) = (false, false);
    bench.until(3000, |bench| bench.managers[&6].bursts().len() == 24 && bench.managers[&6].b.len() == 24);
}

/// RREADY 0 until a write is taken, by a memory that takes no write before its reads are done.
#[test]
fn a_read_that_waits_for_a_write_that_waits_for_the_read() {
    let mut bench = Plan::new("mesh:4,4", &[0], &[10]).build();
    bench.memory(10).takes = Takes::WritesAfterReads;
    bench.memory(10).latency = 5;
    bench.manager(0).hold_r = true;
    (0..3).for_each(|n| bench.manager(0).ar.push_back(incr(1, 0x100 * n, 16)));
    (0..3).for_each(|n| bench.manager(0).write(incr(1, 0x100 * u64::from(n), 16), n));
    bench.manager(0).cut(8);
    bench.until(1000, |bench| bench.managers[&0].b.len() == 3);
    bench.manager(0).hold_r = false;
    bench.until(1000, |bench| bench.managers[&0].bursts().len() == 3);
}

/// A subordinate that waits for AW and W together, and one that takes AW only after its data.
#[test]
fn subordinates_that_wait_for_both() {
    for takes in [Takes::AddressAndDataTogether, Takes::AddressAfterData] {
        let mut bench = Plan::new("mesh:4,4", &[0, 15], &[5]).build();
        bench.memory(5).takes = takes;
        for node in [0, 15] {
            for n in 0..10 {
                bench.manager(node).write(incr(n % 3, 0x100 * u64::from(n), 1 + usize::from(n)), 0x100 * u32::from(n));
            }
            bench.manager(node).cut(8);
        }
        bench.until(3000, |bench| [0, 15].iter().all(|node| bench.managers[node].b.len() == 10));
        assert_eq!(bench.memory(5).writes.len(), 20);
    }
}

/// A dead subordinate stops the managers that access it, and those whose requests share its links; others go on.
#[test]
fn a_dead_subordinate() {
    // On a line 0 1 2 3: node 3 is dead, 1 accesses it; 0 accesses 1, and 2 accesses 0 in the other direction.
    let mut bench = Plan::new("mesh:2,4", &[1, 0, 2], &[3, 1, 0]).build();
    bench.memory(3).takes = Takes::Nothing;
    (0..4).for_each(|n| bench.manager(1).write(incr(n, 0, 16), 0));
    bench.manager(1).cut(8);
    (0..10).for_each(|n| bench.manager(0).ar.push_back(incr(n, 0x1_0000, 16)));
    (0..10).for_each(|n| bench.manager(2).ar.push_back(incr(n, 0x2_0000, 16)));
    bench.until(2000, |bench| bench.managers[&0].bursts().len() == 10 && bench.managers[&2].bursts().len() == 10);
    bench.steps(300);
    assert!(bench.manager(1).b.is_empty());
    assert!(bench.memory(3).writes.is_empty());
}
