//! Flits that are dropped by `error` bit 2 give their credit back, and hold the local input up for a clock (E5); `clear_error` (E6).

use std::fs;
use std::process::Command;

use torusmith_generator::Design;

use crate::tools::{made, run, tool, written};

const BENCH: &str = include_str!("verilog/dropped_bench.v");

/// What the bench prints; `None` without the tool.
fn simulated(design: &Design) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let (top, list) = (format!("-DROUTER={}", design.top), format!("{}.f", design.top));
    run(Command::new(iverilog).args(["-g2001", "-s", "dropped_bench", "-o", "bench", &top, "-c", &list, "bench.v"]), folder.path());
    Some(run(Command::new("vvp").args(["-n", "bench"]), folder.path()))
}

fn router(pipeline: u32) -> Design {
    made("torus:3,3", &format!("vcs=2 pipeline={pipeline}"))
}

/// Written from the contract. A packet of six flits: four leave at once, the fifth has a credit in clock 13, in which the input is
/// held up, the last one in clock 21. Wrong packets are on the link in clocks 12, 18 and 28 to 30, a body outside of a packet in 23;
/// errors are cleared in 16, 18 and 25.
fn expected(pipeline: u32) -> Vec<String> {
    // The head wins the switch in `wins`, and a flit that wins is on the link `link` clocks later.
    let (wins, link) = [(1, 0), (1, 1), (2, 1)][pipeline as usize - 1];
    let mut events: Vec<(u32, u32, String)> = Vec::new();
    let won = (0..4).map(|flit| wins + flit).chain([14, 21]);
    for (flit, clock) in won.enumerate() {
        events.push((clock + 1, 1, "credit 0".into()));
        events.push((clock + link, 2, format!("out {}{}", u8::from(flit == 0), u8::from(flit == 5))));
    }
    events.extend([14, 20, 30, 31, 32].map(|clock| (clock, 1, "credit 1".into())));
    events.extend([(13, 4), (17, 0), (19, 4), (24, 6), (26, 0), (29, 4)].map(|(clock, bits)| (clock, 0, format!("error {bits}"))));
    events.sort();
    events.into_iter().map(|(clock, _, what)| format!("{clock} {what}")).collect()
}

#[test]
fn dropped_packets_give_their_credits_back() {
    for pipeline in 1..=3 {
        let Some(printed) = simulated(&router(pipeline)) else { return };
        assert_eq!(printed.lines().collect::<Vec<_>>(), expected(pipeline), "pipeline {pipeline}");
    }
}

/// Each defect shows first in the line that is told.
#[test]
fn broken_guards_are_found() {
    let defects = [
        (2, "router", "(i == 0 && local_drop)", "(1'b0)", "14 out 00"),
        (3, "flit_pick", "asks & {5{~pause}}", "asks", "14 out 00"),
        (1, "input_unit", "(granted | return_credit)", "granted", "14 credit 1"),
        (2, "input_unit", "return_credit ? return_credit_vc : picked_vc", "picked_vc", "14 credit 1"),
        (2, "local_guard", "(error & ~{3{clear_error}})", "error", "17 error 0"),
        (2, "local_guard", "{drop, in_valid", "{drop & ~clear_error, in_valid", "19 error 4"),
        (2, "local_guard", "dropped <= drop;", "dropped <= drop | in_valid & framing;", "25 credit 1"),
    ];
    for (pipeline, module, from, to, shows) in defects {
        let mut design = router(pipeline);
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{module}: {from}");
        *text = text.replace(from, to);
        let Some(printed) = simulated(&design) else { return };
        let expected = expected(pipeline);
        let (first, should) = printed.lines().zip(&expected).find(|(printed, expected)| printed != expected).expect(from);
        assert!([first, should.as_str()].contains(&shows), "{module}: {from} -> {to}: {first} in place of {should}");
    }
}
