//! Mutants of a small router are decided: what changes nothing is equivalent, what does is shown by a run.

use torusmith_generator::{Options, generate};
use torusmith_prover::filter::Kind;
use torusmith_prover::mutants::{Decision, Limits, Mutants};
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Mutant, Yosys, mutants};

type Pin = (u32, &'static str, Option<(usize, &'static str)>);

/// Of yosys 0.23: number, wire at the fault, and the clock and output that show it first. 26 and 30 are at the output of a register.
const PINS: [Pin; 8] = [
    (4, "u_guard.goes_on", Some((3, "out[1].valid"))),
    (8, "g_output[1].g_present.u_vc_allocator.whole", None),
    (14, "u_guard.full", Some((4, "error[0]"))),
    (18, "g_output[0].g_present.u_vc_allocator.reusable", Some((5, "out[0].valid"))),
    (26, "out_tail", Some((2, "out[3].tail"))),
    (30, "g_input[4].g_present.u_input.wait_port", None),
    (33, "g_input[4].g_present.u_input.g_vc[1].u_vc.wake_there", Some((8, "out[0].tail"))),
    (37, "u_crossbar.g_output[0].vcs", Some((3, "out[0].vc"))),
];

#[test]
fn what_changes_nothing_is_equivalent_and_a_run_shows_what_does() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { vcs: Some(2), buffer_depth: 2, flit_width: Some(8), ..Options::default() };
    generate(&"torus:2,2".parse().unwrap(), &options).unwrap().write(folder.path()).unwrap();
    let design = Design::open(folder.path()).unwrap();
    let yosys = Yosys::find().unwrap();
    let mut all = mutants(&yosys, &Cache::off(), &design.sources, &design.manifest.top, 40, 1).unwrap().all;
    let pinned = yosys.version == "0.23";
    if pinned {
        all.push(wrong_at_reset(&all[0]));
    }
    let mut ready = Mutants::new(&design, &all.iter().collect::<Vec<_>>(), &yosys, &Cache::off(), Limits::default()).unwrap();
    assert_eq!(ready.heads(), Kind::Sources);
    // Another yosys draws others.
    for (number, wire, shown) in PINS.into_iter().filter(|_| pinned) {
        let mutant = all.iter().find(|mutant| mutant.number == number).unwrap();
        assert_eq!(mutant.wire.as_ref().map(|(wire, _)| wire.as_str()), Some(wire));
        match (ready.decide(number).unwrap(), shown) {
            (Decision::Equivalent, None) => {}
            (Decision::Different { trace }, Some((clock, signal))) => {
                let first = &trace.differences[0];
                assert_eq!((first.clock, &*first.signal), (clock, signal), "{mutant:?}");
                assert_ne!(first.found, first.expected);
            }
            (decision, _) => panic!("{mutant:?}: {decision:?}"),
        }
    }
    if pinned {
        assert_eq!(ready.decide(WRONG_AT_RESET).unwrap(), Decision::Equivalent);
    }
}

/// A number that is none of those that are listed.
const WRONG_AT_RESET: u32 = 41;

/// A VC that is not free in the first clock behind a reset and is in the next: no head can ask for it before.
fn wrong_at_reset(like: &Mutant) -> Mutant {
    let cell = r"$flatten\g_output[3].g_present.u_vc_allocator.$procmux$2582";
    let selector = like.command.split(" -mode").next().unwrap().rsplit_once(' ').unwrap().0;
    let module = like.command.split(" -module ").nth(1).unwrap().split(' ').next().unwrap();
    Mutant {
        number: WRONG_AT_RESET,
        mode: "inv".into(),
        cell: cell.into(),
        port: "B".into(),
        bit: 0,
        wire: None,
        command: format!("{selector} {WRONG_AT_RESET} -mode inv -module {module} -cell {cell} -port B -portbit 0"),
        ..like.clone()
    }
}
