//! Mutants of a small router are decided: what changes nothing is equivalent, what does is shown by a run.

use torusmith_generator::{Options, generate};
use torusmith_prover::filter::Kind;
use torusmith_prover::mutants::{Decision, Limits, Mutants};
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Mutant, Yosys, mutants};

type Pin = (u32, &'static str, Option<(usize, &'static str)>);

/// Of yosys 0.23: number, wire at the fault, and the clock and output that show it first. 5, 31 and 33 are at the output of a register. Nobody sends
/// by ports 2 and 4, the ways - round rings of two.
const PINS: [Pin; 8] = [
    (4, "u_guard.accept", Some((2, "out[1].valid"))),
    (5, "u_guard.packet_lost", Some((2, "error[2]"))),
    (6, "g_output[1].u_vcs.g_vc[0].u_credits.credit", Some((4, "out[1].valid"))),
    (22, "g_input[0].g_all.u_input.g_vc[0].u_vc.credit_for_body", None),
    (31, "g_input[4].g_all.u_input.write_slot", Some((2, "out[0].data"))),
    (33, "u_switch.g_output[2].u_arbiter.above_last", None),
    (37, "u_guard.full", Some((1, "error[0]"))),
    (39, "u_crossbar.g_output[1].through", Some((2, "out[1].data"))),
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
    let cell = r"$flatten\g_output[3].u_vcs.$procmux$1144";
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
