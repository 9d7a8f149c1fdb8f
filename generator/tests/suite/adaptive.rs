//! Two candidates in time (docs/router.md, RQ3, RQ4, SA5, VA4, RC6), in Icarus.

use std::fs;
use std::process::Command;

use crate::tools::{made, run, tool, written};

const BENCH: &str = include_str!("verilog/candidates_bench.v");

/// Clock on the link, port and VC of the packets 1, 2, .. that `candidates_bench.v` sends; those that stay are not in it.
#[track_caller]
fn leave(options: &str, expected: &[[u32; 4]]) {
    leave_with("", options, expected);
}

/// The same with an argument for the bench.
#[track_caller]
fn leave_with(argument: &str, options: &str, expected: &[[u32; 4]]) {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let design = made("htn:4,4,2,1", &format!("vcs=3 flit-width=40 {options}"));
    let folder = written(&design);
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let list = format!("{}.f", design.top);
    let router = format!("-DROUTER={}", design.top);
    run(Command::new(iverilog).args(["-g2001", "-s", "candidates_bench", "-o", "bench", &router, "-c", &list, "bench.v"]), folder.path());
    let text = run(Command::new("vvp").args(["bench", argument]), folder.path());
    let seen: Vec<Vec<u32>> = text.lines().map(|line| line.split(' ').map(|word| word.parse().expect(&text)).collect()).collect();
    assert_eq!(seen, expected, "{options}: clock, port, VC, packet");
}

/// All packets are in phase F, class 1, at a tie whose escape direction is x+ (port 1); x- is port 2.
///
/// Packet 1, four flits, arrives in the buffer in clock 1, goes at once and leaves the escape VC without a credit. Packet 2, two
/// flits, is there in clock 5: void in the fresh clock 5 (RQ4), woken by the adaptive VC of x-, it goes in 6. Packet 3, in 7, finds
/// neither; the credit of clock 10 wakes it for x+. Packet 4, in 14, waits until the buffer at x- is empty again (RC6): the credit
/// of clock 17 is the last. Packet 5, in 23, is woken by both candidates in 28 and takes the first.
///
/// In three clocks packet 1 has sent three flits when packet 2 is void in 5, so the VC's last credit wakes 2 for x+ once more (VC4), in vain; in 7 packet 3
/// is called, which is fresh (VA5 b) and void; packet 2, woken for x-, is called in 8 (VA5 a) and given its VC.
#[test]
fn the_second_candidate_is_taken_when_only_it_has_a_vc() {
    leave("routing=ls", &[[2, 1, 1, 1], [7, 2, 2, 2], [12, 1, 1, 3], [19, 2, 2, 4], [30, 1, 1, 5]]);
    leave("routing=ls pipeline=3", &[[3, 1, 1, 1], [10, 2, 2, 2], [13, 1, 1, 3], [20, 2, 2, 4], [31, 1, 1, 5]]);
}

/// After the five packets x+ has no credit, x- all, and the input's pointer is 2. Packet 6, void in the fresh clock 32, is woken by x-,
/// but in 33 the input picks packet 7, which is fresh and void (SA4: the pointer is 1 by then); 6 goes by x- in 34. Packet 7, woken for
/// x- by VC4 (a) of 33 and of 34, is void there in 35 (RC6). In 37 both candidates wake it, and it returns to the first (RQ3).
#[test]
fn from_the_second_candidate_back_to_the_first() {
    let first = [[2, 1, 1, 1], [7, 2, 2, 2], [12, 1, 1, 3], [19, 2, 2, 4], [30, 1, 1, 5]];
    leave_with("+return", "routing=ls", &[&first[..], &[[35, 2, 2, 6], [39, 1, 1, 7]]].concat());
    let mut first = first.map(|[clock, port, vc, packet]| [clock + 1, port, vc, packet]);
    first[1][0] = 10;
    leave_with("+return", "routing=ls pipeline=3", &[&first[..], &[[36, 2, 2, 6], [40, 1, 1, 7]]].concat());
}

/// Packet 2 takes the adaptive VC of x+ in its fresh clock. Packet 3 has only the escape VC left, which it gets by the credit of
/// clock 10, and so has packet 4, by that of 28; packet 5 stays.
///
/// In three clocks packet 5 is called when it arrives, as packet 4 is void (VA5 b), and stays called, as no other was woken (VA5 c): it is the one that has
/// the VC in 29, and packet 4 stays.
#[test]
fn the_adaptive_vcs_come_after_the_escape_vcs() {
    leave("routing=cs", &[[2, 1, 1, 1], [6, 1, 2, 2], [12, 1, 1, 3], [30, 1, 1, 4]]);
    leave("routing=cs pipeline=3", &[[3, 1, 1, 1], [7, 1, 2, 2], [13, 1, 1, 3], [31, 1, 1, 5]]);
}

/// As before, but packet 3 goes by x-. The credit of clock 10 serves packet 4 in its fresh clock. Packet 5 is void in its own, 23, and
/// goes by x-, whose one credit came in 16.
#[test]
fn both_selections() {
    for routing in ["ls+cs", "ls+cs-turn"] {
        leave(&format!("routing={routing}"), &[[2, 1, 1, 1], [6, 1, 2, 2], [9, 2, 2, 3], [15, 1, 1, 4], [25, 2, 2, 5]]);
    }
}

/// dor: the class of phase F is VC 2, and there is nothing else.
#[test]
fn without_a_choice() {
    leave("routing=dor vc-rule=phase", &[[2, 1, 2, 1]]);
}
