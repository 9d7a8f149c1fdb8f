//! The AXI4 interface broken on purpose: the lock step must name the place that the fault shows at first (see `mutants`).

use torusmith_sim::traffic::Pattern;

use crate::axi4::{pausing, protocol, run};
use crate::first::{Faults, First, first};
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

const MANAGER: [Mutant; 9] = [
    mutant(
        "a burst of MAX_BURST beats is refused (I1)",
        "axi4_requests",
        ["info_1[7:0] > MOST", "info_1[7:0] >= MOST"],
        first(0, 0, "local", ""),
    ),
    mutant(
        "no range and too long are told as one another (I5)",
        "axi4_requests",
        ["found ? SLVERR : DECERR", "found ? DECERR : SLVERR"],
        first(0, 0, "local", ""),
    ),
    mutant("an ID may go to another node (I2)", "axi4_slots", ["(its_where != where)", "1'b0"], first(0, 0, "local", "")),
    mutant(
        "a slot is free a clock early (I3)",
        "axi4_slots",
        ["some_free = ~(&busy)", "some_free = ~(&(busy & ~frees))"],
        first(0, 0, "local", ""),
    ),
    mutant(
        "a write starts without its last beat (I4)",
        "axi4_write_data",
        ["assign whole = |lasts;", "assign whole = there;"],
        first(0, 0, "local", ""),
    ),
    mutant("the dropper forgets the error (I5)", "axi4_write_data", ["resp <= drop_resp", "resp <= 2'd0"], first(0, 0, "local", "")),
    mutant(
        "a read goes without places for its data (I3)",
        "axi4_read_data",
        ["places > {3'd0, len}", "places != 11'd0"],
        first(0, 0, "local", ""),
    ),
    mutant("beats of two reads are mixed (M5)", "axi4_read_data", ["(~in_buffer & erring", "(erring"], first(0, 0, "local", "")),
    mutant(
        "a response is told twice (M2)",
        "axi4_write_responses",
        ["bvalid <= there | ~free;", "bvalid <= there | bvalid;"],
        first(0, 0, "local", ""),
    ),
];

const OTHERS: [Mutant; 7] = [
    mutant(
        "reads and writes do not take turns (G4)",
        "axi4_giver",
        ["gave_read <= read_given", "gave_read <= 1'b0"],
        first(0, 0, "local", ""),
    ),
    mutant("beats go without a credit (G1)", "axi4_giver", ["room    <= ~ends &", "room    <= ~ends | "], first(0, 0, "local", "")),
    mutant("a VC stays open behind a tail (K2)", "axi4_taker", ["~(|open)", "~(|(open & waiting))"], first(0, 0, "local", "")),
    mutant("a request more is held (S1)", "axi4_held", ["held < MOST", "held <= MOST"], first(0, 0, "local", "")),
    mutant(
        "strobes and data change places (P1)",
        "axi4_subordinate",
        ["{m_axi_wstrb, m_axi_wdata} = w", "{m_axi_wdata, m_axi_wstrb} = w"],
        first(0, 0, "local", ""),
    ),
    mutant(
        "a request changes before it is taken (S1)",
        "axi4_subordinate",
        ["if (read_free) ar <= rest;", "ar <= rest;"],
        first(0, 0, "local", ""),
    ),
    mutant("a range is a page too long (the map)", "axi4_map", ["20'h2)", "20'h3)"], first(0, 0, "local", "")),
];

#[test]
fn every_mutant_of_the_manager_side_is_named() {
    named(&MANAGER);
}

#[test]
fn every_mutant_of_what_both_sides_have_is_named() {
    named(&OTHERS);
}

fn named(mutants: &[Mutant]) {
    let mut faults = Faults::default();
    for Mutant { fault, file, from, to, shows } in mutants {
        let bench = Bench::edited(SMALL.0, SMALL.1, file, from, to);
        let report = run(&bench, &protocol(Pattern::Uniform, 0.8, pausing(0.4)), 3000);
        faults.found(fault, report.first_divergence.as_ref(), *shows);
    }
    faults.none();
}
