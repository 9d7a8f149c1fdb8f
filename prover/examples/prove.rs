//! Proves the router in a folder.
use torusmith_prover::prove::{Limits, prove};
fn main() {
    let dir = std::env::args().nth(1).expect("a folder");
    let design = torusmith_testbench::Design::open(std::path::Path::new(&dir)).unwrap();
    let yosys = torusmith_synthesis::Yosys::find().unwrap();
    let t = std::time::Instant::now();
    let report = prove(&design, &yosys, &torusmith_synthesis::Cache::of_the_user(), Limits { seconds: 200.0, clocks: 20 }, &|g| eprint!("{g} {:.0} ", t.elapsed().as_secs_f32())).unwrap();
    eprintln!();
    if let Some(f) = &report.failure {
        println!("not kept up: {:?} {:?}", f.query, f.claims);
        if std::env::args().nth(2).is_some() { for (n, a, b) in &f.state { println!("  state {n} {a} {b}"); } }
    }
    for m in &report.missing { println!("  missing {m}"); }
    if let Some(t) = &report.trace { for l in t.lines() { println!("  {l}"); } }
    println!("{:?} {:?} {:?} {:?} {} s", report.result, report.heads, report.size, report.reason, report.seconds);
    println!("{}", std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
