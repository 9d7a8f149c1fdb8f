//! Reset in the middle of everything.

use super::bench::{Plan, incr};

/// A reset in each clock of a read and a write, then a clean run: it takes as many clocks as from clock 0.
#[test]
fn a_reset_forgets_everything() {
    let plan = Plan::new("mesh:3,3", &[0, 8], &[0, 4]);
    let start = |node: usize, bench: &mut super::bench::Bench| {
        let manager = bench.manager(node);
        for (n, base) in [(0, 0x1_0000), (1, 0)] {
            manager.ar.push_back(incr(n, base, 6));
            manager.write(incr(n, base + 0x800, 6), 0x1234);
        }
        manager.cut(8);
    };
    let run = |reset: Option<u64>| {
        let mut bench = plan.build();
        let mut from = 0;
        if let Some(clock) = reset {
            [0, 8].iter().for_each(|&node| start(node, &mut bench));
            bench.steps(clock);
            bench.axi4.reset();
            // Users are reset with it.
            let fresh = plan.build();
            (bench.managers, bench.memories, bench.draw) = (fresh.managers, fresh.memories, fresh.draw);
            from = clock + 1;
        }
        [0, 8].iter().for_each(|&node| start(node, &mut bench));
        bench.until(300, |bench| [0, 8].iter().all(|node| bench.managers[node].b.len() == 2 && bench.managers[node].bursts().len() == 2));
        let of = |node: usize| {
            let manager = &bench.managers[&node];
            (manager.r.iter().map(|(clock, _)| clock - from).collect::<Vec<_>>(), manager.b.iter().map(|(clock, _)| clock - from).collect())
        };
        (of(0), of(8)) as ((Vec<u64>, Vec<u64>), (Vec<u64>, Vec<u64>))
    };
    let clean = run(None);
    for clock in 0..80 {
        assert_eq!(run(Some(clock)), clean, "reset in clock {clock}");
    }
}
