//! A table of families of networks: how many classes, how fast, how even.

#[path = "../../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use torusmith_classes::{Effort, find, imbalance, walk};

fn main() {
    let number = |at: usize, otherwise: u64| std::env::args().nth(at).and_then(|text| text.parse().ok()).unwrap_or(otherwise);
    let (most, effort) = (number(1, 256), number(2, 0));
    let filter = std::env::args().nth(3).unwrap_or_default();
    println!("| network, routes | nodes | K | at most | lower bound | found by | s | load | tried |");
    println!("|---|---|---|---|---|---|---|---|---|");
    for case in support::cases::cases(most as usize).into_iter().filter(|case| case.name.contains(&filter)) {
        let begin = Instant::now();
        let found = find(&case.routes, Effort(effort)).expect("no more classes than can be told");
        let seconds = begin.elapsed().as_secs_f64();
        let (latest, balanced) = (found.latest(), found.balanced());
        let all = begin.elapsed().as_secs_f64();
        for classes in [&latest, &balanced] {
            assert!(walk(&case.routes, classes).expect("these routes").acyclic(), "{}", case.name);
        }
        println!(
            "| {} | {} | {}{} | {} | {} | {:?} | {seconds:.2} {all:.2} | {:.2} -> {:.2} | {} |",
            case.name,
            case.routes.nodes(),
            found.count(),
            if found.count() > case.classes { " !!!" } else { "" },
            case.classes,
            found.lower_bound,
            found.method,
            imbalance(&case.routes, &latest),
            imbalance(&case.routes, &balanced),
            found.tried.iter().map(|t| format!("{}: {} rounds, {} Msteps, {}", t.classes, t.rounds, t.steps as f64 / 1e6, t.failures)).collect::<Vec<_>>().join("; "),
        );
    }
}
