//! Proves the router in a folder.
use torusmith_prover::{filter, induction, subject};
fn main() {
    let dir = std::env::args().nth(1).expect("a folder");
    let t = std::time::Instant::now();
    let design = torusmith_testbench::Design::open(std::path::Path::new(&dir)).unwrap();
    let yosys = torusmith_synthesis::Yosys::find().unwrap();
    let kind = match std::env::args().nth(2).as_deref() {
        None => filter::Kind::Turns,
        Some("neighbour") => filter::Kind::Neighbour,
        _ => filter::Kind::Routes,
    };
    let miter = subject::miter(&design, kind, &yosys, &torusmith_synthesis::Cache::of_the_user()).unwrap();
    println!(
        "{} registers {} ands, routing diagram {}, {:.1?}",
        miter.netlist.registers(),
        miter.netlist.ands(),
        miter.router.routing().size(),
        t.elapsed()
    );
    match induction::induction(&miter, 600.0) {
        Ok(induction::Induction::Fails(f)) => {
            println!("FAILS {:?} {:?}", f.query, f.claims);
            for (n, v) in &f.before {
                println!("  before {n} {v}");
            }
            for (n, v) in &f.after {
                println!("  after {n} {v}");
            }
        }
        other => println!("{other:?}"),
    }
    println!("{:.1?}", t.elapsed());
    println!("{}", std::fs::read_to_string("/proc/self/status").unwrap().lines().find(|l| l.starts_with("VmHWM")).unwrap());
}
