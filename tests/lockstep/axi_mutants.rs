//! The AXI4-Stream interface broken on purpose: the lock step must name the place that the fault shows at first (see `mutants`).

use torusmith_sim::traffic::Pattern;

use crate::axi::{options, run};
use crate::first::{Faults, First, first, some};
use crate::support::Bench;

/// One text of one generated file replaced.
struct Mutant {
    fault: &'static str,
    network: &'static str,
    options: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    /// Where it shows first.
    shows: First<'static>,
}

const SMALL: (&str, &str) = ("torus:3,3", "interface=axis vcs=2 ties=plus width=16 order=none");
/// Where beats are short of credits.
const SHALLOW: (&str, &str) = ("torus:3,3", "interface=axis vcs=2 ties=plus width=16 depth=2");
/// Where `tuser` has a value that is no class.
const THREE: (&str, &str) = ("torus:3,3", "interface=axis vcs=6 classes=3 ties=plus width=16");
const TWO: (&str, &str) = ("torus:3,3", "interface=axis vcs=4 classes=2 ties=plus width=16");
const HTN: (&str, &str) = ("htn:4,4,2,1", "interface=axis vcs=3 routing=ls");

const fn mutant(
    fault: &'static str,
    (network, options): (&'static str, &'static str),
    file: &'static str,
    [from, to]: [&'static str; 2],
    shows: First<'static>,
) -> Mutant {
    Mutant { fault, network, options, file, from, to, shows }
}

const PACKETIZER: [Mutant; 13] = [
    mutant(
        "a packet to the own node is sent (T4)",
        SMALL,
        "axi_packetizer",
        ["(destination == node) | ", ""],
        first(10, 0, "local", "error"),
    ),
    mutant(
        "a packet to no node is sent (T4)",
        SMALL,
        "axi_packetizer",
        [" | (destination > 4'd8)", ""],
        first(23, 0, "local", "s_axis_tready"),
    ),
    mutant(
        "the highest node is no destination (T4)",
        SMALL,
        "axi_packetizer",
        ["destination > 4'd8", "destination >= 4'd8"],
        first(1, 6, "local", "error"),
    ),
    mutant(
        "an error is told for a clock only (T4)",
        SMALL,
        "axi_packetizer",
        ["(dropped & ~clear_error) | (idle", "(idle"],
        first(11, 0, "local", "error"),
    ),
    mutant(
        "dropping ends with the first beat (T4)",
        SMALL,
        "axi_packetizer",
        ["else idle <= last;", "else idle <= beat;"],
        first(12, 0, "local", "s_axis_tready"),
    ),
    mutant(
        "beats are taken without a credit (T1)",
        SHALLOW,
        "axi_packetizer",
        ["flow <= credit_next & ~stop", "flow <= ~stop"],
        first(2, 2, "local", "s_axis_tready"),
    ),
    mutant(
        "a VC whose buffer is not empty is taken (T5)",
        SMALL,
        "axi_packetizer",
        ["buffer_empty & ~take", "credit_available & ~take"],
        first(12, 4, "local", "s_axis_tready"),
    ),
    mutant(
        "a head is given twice (T5)",
        SMALL,
        "axi_packetizer",
        ["idle <= ~(give | (", "idle <= ~((give & sending) | ("],
        first(2, 6, "local", "s_axis_tready"),
    ),
    mutant(
        "a pause of the master is sent as a beat (T6)",
        SMALL,
        "axi_packetizer",
        ["out_valid <= give | (sending & put)", "out_valid <= give | (sending & s_axis_tready)"],
        first(8, 4, "x+", "out_valid"),
    ),
    mutant("heads of one-beat packets are tails (T6)", SMALL, "axi_packetizer", ["~idle & tail", "tail"], first(3, 6, "local", "error")),
    mutant(
        "source and destination are exchanged (L4)",
        SMALL,
        "axi_interface",
        ["{here, s_axis_tdest}", "{s_axis_tdest, here}"],
        first(2, 2, "local", "error"),
    ),
    mutant(
        "packets to every other node do not count (T7)",
        HTN,
        "axi_interface",
        ["else if (preparing) number <= number", "else if (preparing & ~destination[0]) number <= number"],
        first(9, 262, "y-", "out_data"),
    ),
    mutant(
        "a choice of four takes turns in the other order (T7)",
        HTN,
        "source_htn",
        ["y_tie ? number[1] : number[0]", "y_tie ? number[0] : number[1]"],
        first(9, 262, "y-", "out_data"),
    ),
];

const DEPACKETIZER: [Mutant; 12] = [
    mutant(
        "the next head's source is the `tid` of the beat before (M5)",
        SMALL,
        "axi_depacketizer",
        ["      m_axis_tid   <= source;\n    end", "    end\n    m_axis_tid <= source;"],
        first(50, 4, "local", "m_axis_tid"),
    ),
    mutant(
        "a head waits for the output register (M3)",
        SMALL,
        "axi_depacketizer",
        ["none & ((|waiting) | in_valid)", "none & space & ((|waiting) | in_valid)"],
        first(39, 1, "y+", "in_credit_valid"),
    ),
    mutant(
        "a VC is closed with each beat (M4)",
        SMALL,
        "axi_depacketizer",
        ["open <= tail ?", "open <= (tail | move) ?"],
        first(10, 1, "local", "m_axis_tlast"),
    ),
    mutant(
        "a VC stays open behind a tail (M4)",
        SMALL,
        "axi_depacketizer",
        ["open <= tail ? 2'b00 : read", "open <= read"],
        first(9, 8, "local", "m_axis_tvalid"),
    ),
    mutant(
        "a beat that is not taken is gone (M5)",
        SMALL,
        "axi_depacketizer",
        ["move | ~space", "move"],
        first(12, 1, "local", "m_axis_tvalid"),
    ),
    mutant(
        "a beat that is taken stays (M5)",
        SMALL,
        "axi_depacketizer",
        ["move | ~space", "move | m_axis_tvalid"],
        first(8, 8, "local", "m_axis_tvalid"),
    ),
    mutant(
        "the pointer does not move with heads (M3)",
        SMALL,
        "axi_depacketizer",
        [".advance(start & ~by_link)", ".advance(start & ~by_link & tail)"],
        first(39, 1, "y+", "in_credit_valid"),
    ),
    mutant(
        "a flit passes those that wait in its buffer (M1)",
        SMALL,
        "axi_depacketizer",
        ["~(|(open & waiting));", "1'b1;"],
        first(15, 1, "local", "m_axis_tdata"),
    ),
    mutant(
        "a flit that passes is kept, too (M1)",
        SMALL,
        "axi_depacketizer",
        ["passes = by_link & leave", "passes = 1'b0"],
        first(7, 1, "local", "m_axis_tvalid"),
    ),
    mutant(
        "the credit of a head is lost (M6)",
        SMALL,
        "axi_depacketizer",
        ["out_credit_valid <= leave;", "out_credit_valid <= leave & ~start;"],
        first(16, 1, "x+", "in_credit_valid"),
    ),
    mutant(
        "no beat is the last (M4)",
        SMALL,
        "axi_depacketizer",
        ["m_axis_tlast <= last", "m_axis_tlast <= 1'b0"],
        first(7, 8, "local", "m_axis_tlast"),
    ),
    mutant(
        "the own address is that on the wires (M2, Z2)",
        SMALL,
        "axi_interface",
        ["if (rst) node_q <= node;", "node_q <= node;"],
        first(1, 0, "local", "m_axis_tdest"),
    ),
];

const CLASSES: [Mutant; 4] = [
    mutant(
        "packets take VCs of the other class (T5)",
        TWO,
        "axi_packetizer",
        ["user = s_axis_tuser;", "user = ~s_axis_tuser;"],
        first(3, 2, "x-", "out_vc"),
    ),
    mutant(
        "a packet in no class is sent in class 0 (T4)",
        THREE,
        "axi_packetizer",
        ["user = s_axis_tuser;", "user = s_axis_tuser & {2{~&s_axis_tuser}};"],
        first(29, 5, "local", "error"),
    ),
    mutant(
        "a beat is told to be in the other class (M4)",
        TWO,
        "axi_depacketizer",
        ["m_axis_tuser <= user;", "m_axis_tuser <= ~user;"],
        first(7, 8, "local", "m_axis_tuser"),
    ),
    mutant(
        "classes 1 and 2 are told as one (M4)",
        THREE,
        "axi_depacketizer",
        ["m_axis_tuser <= user;", "m_axis_tuser <= {1'b0, |user};"],
        first(7, 8, "local", "m_axis_tuser"),
    ),
];

/// Three beats of a byte in a flit.
const BYTES: (&str, &str) = ("torus:3,3", "interface=axis vcs=2 ties=plus width=32 stream=8 tkeep=true");

const NULL_BEATS: [Mutant; 3] = [
    mutant(
        "the bytes before a null beat are lost (T8)",
        BYTES,
        "axi_packer",
        ["place[b/BYTES+1] & null_beat", "1'b0"],
        first(13, 1, "x+", "out_data"),
    ),
    mutant(
        "a packet of null beats only is cut short (T10)",
        BYTES,
        "axi_keep",
        ["~holes & (last", "keep[0] & ~holes & (last"],
        first(3, 3, "local", "error"),
    ),
    mutant(
        "a null beat is left out (M7)",
        BYTES,
        "axi_unpacker",
        ["(valid[(b+1)*BYTES-1] & null_mark)", "1'b0"],
        first(23, 2, "local", "m_axis_tlast"),
    ),
];

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_null_beats_are_named() {
    named(&NULL_BEATS, 3);
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_message_classes_are_named() {
    named(&CLASSES, 3);
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_the_way_in_are_named() {
    named(&PACKETIZER, 4);
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_the_way_out_are_named() {
    named(&DEPACKETIZER, 4);
}

fn named(mutants: &[Mutant], n: usize) {
    let mut faults = Faults::default();
    for Mutant { fault, network, options: text, file, from, to, shows } in some(mutants, n) {
        let bench = Bench::edited(network, text, file, from, to);
        let report = run(&bench, &options(Pattern::Uniform, 0.6, &[2, 2, 3, 8], (0.3, 0.5), 2000));
        faults.found(fault, report.first_divergence.as_ref(), *shows);
    }
    faults.none();
}
