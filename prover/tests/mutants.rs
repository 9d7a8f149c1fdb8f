//! Mutants of a small router are decided.

use std::time::Instant;
use torusmith_generator::{Options, generate};
use torusmith_prover::filter::Kind;
use torusmith_prover::mutants::{Decision, Limits, Mutants};
use torusmith_synthesis::{Cache, Yosys, mutants};
use torusmith_testbench::Design;

#[test]
fn what_changes_nothing_and_what_does() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { vcs: Some(2), buffer_depth: 2, flit_width: Some(8), ..Options::default() };
    generate(&"torus:2,2".parse().unwrap(), &options).unwrap().write(folder.path()).unwrap();
    let design = Design::open(folder.path()).unwrap();
    let yosys = Yosys::find().unwrap();
    let all = mutants(&yosys, &Cache::off(), &design.sources, &design.top, 40, 1).unwrap().all;
    let begin = Instant::now();
    let mut decided = Mutants::new(&design, &all.iter().collect::<Vec<_>>(), &yosys, &Cache::off(), Limits::default()).unwrap();
    eprintln!("ready {:?}", begin.elapsed());
    assert_eq!(decided.heads(), Kind::Routes);
    for mutant in &all {
        let begin = Instant::now();
        let d = decided.decide(mutant.number).unwrap();
        let t = match &d {
            Decision::Different { trace } => format!("{:?}", trace.differences[0]),
            d => format!("{d:?}"),
        };
        eprintln!("{} {} {} {:?} {:?}: {t}", mutant.number, mutant.mode, mutant.port, mutant.wire, begin.elapsed());
    }
}
