//! Prints a table of families of networks as Markdown: layers of whole paths, classes, seconds, and how even the classes are used.
//!
//! `families [MOST NODES] [EFFORT] [PART OF A NAME]`; an effort that is left out or not a number means the usual one.

#[path = "../../tests/support/mod.rs"]
mod support;

use std::time::Instant;

use support::cases::{Case, cases};
use support::layers::{dfsssp, lash};
use torusmith_vc_classes::{Effort, find, imbalance, walk};

/// Layers are counted for networks of up to this many nodes, and up to `LAYERS` layers.
const LAYERED_NODES: usize = 128;
const LAYERS: usize = 16;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let most = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(256);
    let effort = arguments.get(1).and_then(|text| text.parse().ok()).map(Effort);
    let part = arguments.get(2).map_or("", String::as_str);
    println!("| network, routes | nodes | layers: LASH / DFSSSP | K | at least | found by | s | load, latest -> balanced |");
    println!("|---|---|---|---|---|---|---|---|");
    for case in cases(most).into_iter().filter(|case| case.name.contains(part)) {
        println!("{}", row(&case, effort));
    }
}

/// Processor seconds of this program, where Linux reports them.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e9)
}

fn row(case: &Case, effort: Option<Effort>) -> String {
    let routes = &case.routes;
    let layers = if routes.nodes() <= LAYERED_NODES { format!("{} / {}", lash(routes), dfsssp(routes, LAYERS + 1)) } else { String::new() };
    let (begin, processor) = (Instant::now(), processor_seconds());
    let found = find(routes, effort.unwrap_or_else(|| Effort::usual(routes))).expect("no more classes than can be told");
    let (latest, balanced) = (found.latest(), found.balanced());
    let seconds = processor.zip(processor_seconds()).map_or(begin.elapsed().as_secs_f64(), |(from, to)| to - from);
    for classes in [&latest, &balanced] {
        assert!(walk(routes, classes).expect("classes of these routes").acyclic(), "{}", case.name);
    }
    let (name, nodes, count, least, method) = (&case.name, routes.nodes(), found.count(), found.lower_bound, found.method);
    let load = format!("{:.2} -> {:.2}", imbalance(routes, &latest), imbalance(routes, &balanced));
    let more = if count > case.classes { format!(" (more than {})", case.classes) } else { String::new() };
    format!("| {name} | {nodes} | {layers} | **{count}**{more} | {least} | {method} | {seconds:.2} | {load} |")
}
