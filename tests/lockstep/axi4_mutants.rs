//! The AXI4 interface broken on purpose: the lock step must name the place that the fault shows at first (see `mutants`).

use torusmith_sim::traffic::Pattern;
use torusmith_testbench::{Axi4, Axi4Options};

use crate::axi4::{agrees, pausing, protocol, run};
use crate::first::{Faults, First, first, some};
use crate::support::Bench;

/// One text of one generated file replaced.
struct Mutant {
    fault: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    /// Where it shows first.
    shows: First<'static>,
}

const fn mutant(fault: &'static str, file: &'static str, [from, to]: [&'static str; 2], shows: First<'static>) -> Mutant {
    Mutant { fault, file, from, to, shows }
}

/// Two nodes with both sides; bursts are short and places few.
const SMALL: (&str, &str) = ("hypercube:1", "interface=axi4 map=all vcs=2 depth=2 burst=16 beats=16 slots=2 id=1 held=2");

/// Clocks of a run.
const CLOCKS: u64 = 2000;

const MANAGER: [Mutant; 6] = [
    mutant(
        "no range and too long are told as one another (I5)",
        "axi4_requests",
        ["found ? SLVERR : DECERR", "found ? DECERR : SLVERR"],
        first(386, 0, "local", "error"),
    ),
    mutant("an ID may go to another node (I2)", "axi4_slots", ["!= where)", "!= where & 1'b0)"], first(133, 0, "local", "s_axi_arready")),
    mutant(
        "a slot is free a clock early (I3)",
        "axi4_slots",
        ["some_free = ~(&busy)", "some_free = ~(&(busy & ~frees))"],
        first(439, 1, "local", "request_in_valid"),
    ),
    mutant(
        "a write starts without its last beat (I4)",
        "axi4_write_data",
        ["assign whole = |lasts;", "assign whole = there;"],
        first(64, 0, "local", "request_in_valid"),
    ),
    mutant(
        "a read goes without places for its data (I3)",
        "axi4_read_data",
        ["places > {3'd0, len}", "places != 11'd0"],
        first(37, 0, "local", "request_in_valid"),
    ),
    mutant(
        "beats of two reads are mixed (RS5)",
        "axi4_read_data",
        ["(~in_buffer & erring", "(erring"],
        first(599, 1, "local", "s_axi_rresp"),
    ),
];

const OTHERS: [Mutant; 5] = [
    mutant(
        "reads and writes do not take turns (G4)",
        "axi4_giver",
        ["gave_read <= read_given", "gave_read <= 1'b0"],
        first(285, 0, "local", "request_in_valid"),
    ),
    mutant(
        "another packet starts where an open VC has no flit (TK2)",
        "axi4_taker",
        ["none = ~(|open)", "none = ~(|(open & waiting))"],
        first(171, 0, "local", "response_out_credit_valid"),
    ),
    mutant("a request more is held (S1)", "axi4_held", [": held < MOST)", ": held <= MOST)"], first(251, 1, "local", "m_axi_arvalid")),
    mutant(
        "strobes and data change places (P1)",
        "axi4_subordinate",
        ["{m_axi_wstrb, m_axi_wdata} = w", "{m_axi_wdata, m_axi_wstrb} = w"],
        first(79, 0, "local", "m_axi_wstrb"),
    ),
    mutant(
        "the tail mark is lost on links between routers (ST1)",
        "crossbar",
        ["out_tail[o]  <= send_tail[o];", "out_tail[o]  <= send_tail[o] & (o == 0);"],
        first(34, 0, "local", "request_out1_tail"),
    ),
];

/// Found as well, in soaks: each is a design to be built.
#[cfg(feature = "soak")]
const MORE: [Mutant; 6] = [
    mutant(
        "beats go without a credit (G1)",
        "axi4_giver",
        ["room    <= ~ends &", "room    <= ~ends | "],
        first(43, 1, "local", "m_axi_rready"),
    ),
    mutant(
        "a burst of MAX_BURST beats is refused (I1)",
        "axi4_requests",
        ["first_info[7:0] <= 8'd15", "first_info[7:0] < 8'd15"],
        first(83, 0, "local", "s_axi_arready"),
    ),
    mutant(
        "the dropper forgets the error (I5)",
        "axi4_write_data",
        ["resp <= drop_resp", "resp <= 2'd0"],
        first(371, 0, "local", "s_axi_bresp"),
    ),
    mutant(
        "a response is told twice (RS2)",
        "axi4_write_responses",
        ["bvalid <= there | ~free;", "bvalid <= there | bvalid;"],
        first(120, 1, "local", "s_axi_bvalid"),
    ),
    mutant(
        "a request changes before it is taken (S1)",
        "axi4_subordinate",
        ["if (read_free) ar <= request;", "ar <= request;"],
        first(40, 1, "local", "m_axi_arlen"),
    ),
    mutant("a range is a page too long (the map)", "axi4_map", ["20'h2)", "20'h3)"], first(1511, 1, "local", "error")),
];

#[test]
#[ignore = "long: a whole AXI4 network a mutant"]
fn mutants_of_the_manager_side_are_named() {
    named(&MANAGER, 3);
}

#[test]
#[ignore = "long: a whole AXI4 network a mutant"]
fn mutants_of_what_both_sides_have_are_named() {
    named(&OTHERS, 4);
}

#[cfg(feature = "soak")]
#[test]
fn more_mutants_are_named() {
    named(&MORE, 1);
}

/// The same traffic finds nothing wrong with the design itself.
#[test]
#[ignore = "long: a whole AXI4 network of its own"]
fn nothing_is_said_of_what_is_whole() {
    let bench = Bench::new(SMALL.0, SMALL.1);
    traffic().iter().for_each(|traffic| _ = agrees(&bench, traffic, CLOCKS));
}

/// With many pauses; then with many requests that nobody answers.
fn traffic() -> [Axi4; 2] {
    let wrong = Axi4Options { holes: 0.1, too_long: 0.1, ..pausing(0.4) };
    [pausing(0.4), wrong].map(|users| protocol(Pattern::Uniform, 0.8, users))
}

fn named(mutants: &[Mutant], n: usize) {
    let mut faults = Faults::default();
    for Mutant { fault, file, from, to, shows } in some(mutants, n) {
        let bench = Bench::edited(SMALL.0, SMALL.1, file, from, to);
        let told = traffic().iter().find_map(|traffic| run(&bench, traffic, CLOCKS).first_divergence);
        faults.found(fault, told.as_ref(), *shows);
    }
    faults.none();
}
