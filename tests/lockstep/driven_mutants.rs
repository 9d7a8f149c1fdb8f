//! The router broken where sources that send nothing wrong do not look: the lock step agrees with the source, and the random driver of port 0
//! (docs/router.md, section 11) shows clock, node, port and signal of the first difference.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;

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

/// What comes in is checked.
const GUARD: [Mutant; 12] = [
    Mutant {
        fault: "error bit 2 is stuck at 0 (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "| {drop,",
        to: "| {1'b0,",
        shows: first(5, 6, "y-", "error"),
    },
    Mutant {
        fault: "error bit 1 is stuck at 0 (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "in_valid & ~overflow & framing,",
        to: "1'b0,",
        shows: first(21, 0, "y-", "error"),
    },
    Mutant {
        fault: "error bit 0 is stuck at 0 (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "in_valid & overflow};",
        to: "1'b0};",
        shows: first(162, 3, "y-", "error"),
    },
    Mutant {
        fault: "framing counts although the buffer is full (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "in_valid & ~overflow & framing,",
        to: "in_valid & framing,",
        shows: first(231, 3, "y-", "error"),
    },
    Mutant {
        fault: "only heads are dropped where the buffer is full (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "|(vcs & full);",
        to: "|(vcs & full) & in_head;",
        shows: first(205, 5, "y-", "error"),
    },
    Mutant {
        fault: "a full buffer is not full when a flit leaves it (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "fifo_pointers",
        from: "nonempty & (wr == rd);",
        to: "nonempty & (wr == rd) & ~pop;",
        shows: first(942, 12, "y-", "error"),
    },
    Mutant {
        fault: "of a packet to a wrong destination only the head is dropped (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: ": |(vcs & dropping);",
        to: ": 1'b0;",
        shows: first(9, 7, "x+", "out_valid"),
    },
    Mutant {
        fault: "bodies on all VCs are dropped with a packet (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: ": |(vcs & dropping);",
        to: ": |dropping;",
        shows: first(13, 8, "x+", "out_valid"),
    },
    Mutant {
        fault: "a packet that is dropped stays open behind its tail (E2)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "in_tail ? open & ~vcs",
        to: "in_tail & ~destination ? open & ~vcs",
        shows: first(9, 6, "y-", "error"),
    },
    Mutant {
        fault: "one packet may be open, not one a VC (E2)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "(in_head == |(vcs & open))",
        to: "(in_head == |open)",
        shows: first(8, 14, "y-", "error"),
    },
    Mutant {
        fault: "the first address behind the last node's is taken for one (E1)",
        network: "torus:3,3",
        options: "vcs=3",
        file: "local_guard",
        from: "in_header > LAST;",
        to: "in_header > LAST + 1'b1;",
        shows: first(133, 1, "y-", "error"),
    },
    Mutant {
        fault: "routing bits that lead to port 0 are not looked at (E1)",
        network: "rdt:4",
        options: "vcs=3",
        file: "router",
        from: "ends[0] ? here : in_data",
        to: "in_data",
        shows: first(5, 6, "uy-", "error"),
    },
];

/// Heads behind other packets at port 0, sinks that hold credits back, credits of what is dropped.
const QUEUES: [Mutant; 7] = [
    Mutant {
        fault: "a head that waits behind another packet at port 0 has no hop (RC4)",
        network: "torus:4,4",
        options: "vcs=2 pipeline=1",
        file: "input_unit",
        from: "(in_head && CARRIED == 0) ? in_hop",
        to: "(in_head && CARRIED == 0) ? {HOP_BITS{1'b0}}",
        shows: first(26, 9, "x+", "out_valid"),
    },
    Mutant {
        fault: "flits that are dropped by bits 0 and 1 give credits back (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "dropped <= drop;",
        to: "dropped <= in_valid & ~accept;",
        shows: first(22, 0, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "bodies leave by port 0 without a credit (RQ2)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "input_vc",
        from: "{NUM_VCS{port[0]}} & spare[NUM_VCS-1:0] & REACH",
        to: "{NUM_VCS{port[0]}} & REACH",
        shows: first(16, 10, "local", "out_valid"),
    },
    Mutant {
        fault: "a flit that is dropped by bit 2 gives no credit back (E5)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "dropped <= drop;",
        to: "dropped <= 1'b0;",
        shows: first(6, 6, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "the local input takes part in SA behind a drop (E5)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "input_vc",
        from: "rst || (hold && PIPELINE != 3)",
        to: "rst",
        shows: first(214, 3, "x-", "out_valid"),
    },
    Mutant {
        fault: "what is picked at the local input asks behind a drop (E5)",
        network: "torus:4,4",
        options: "vcs=2 pipeline=3",
        file: "flit_pick",
        from: "rst || (hold && GUARDED != 0)",
        to: "rst",
        shows: first(10, 6, "x-", "out_valid"),
    },
    Mutant {
        fault: "clear_error clears nothing (E6)",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "error & ~{3{clear_error}}",
        to: "error",
        shows: first(111, 0, "y-", "error"),
    },
];

/// Registers that the first reset sets, and no other (Z1).
const RESETS: [Mutant; 7] = [
    Mutant {
        fault: "error is not cleared",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "always @(posedge clk) begin\n    if (rst) begin\n      open     <= {NUM_VCS{1'b0}};\n      dropping <= {NUM_VCS{1'b0}};\n      dropped  <= 1'b0;\n      error    <= 3'b000;",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n    if (rst) begin\n      open     <= {NUM_VCS{1'b0}};\n      dropping <= {NUM_VCS{1'b0}};\n      dropped  <= 1'b0;\n      error    <= done ? error : 3'b000;",
        shows: first(444, 8, "y-", "error"),
    },
    Mutant {
        fault: "open packets are not forgotten",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "always @(posedge clk) begin\n    if (rst) begin\n      open     <= {NUM_VCS{1'b0}};\n      dropping <= {NUM_VCS{1'b0}};\n      dropped  <= 1'b0;\n      error    <= 3'b000;",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n    if (rst) begin\n      open     <= done ? open : {NUM_VCS{1'b0}};\n      dropping <= {NUM_VCS{1'b0}};\n      dropped  <= 1'b0;\n      error    <= 3'b000;",
        shows: first(446, 6, "y-", "error"),
    },
    Mutant {
        fault: "packets to wrong destinations are not forgotten",
        network: "torus:4,4",
        options: "vcs=2",
        file: "local_guard",
        from: "always @(posedge clk) begin\n    if (rst) begin\n      open     <= {NUM_VCS{1'b0}};\n      dropping <= {NUM_VCS{1'b0}};\n      dropped  <= 1'b0;\n      error    <= 3'b000;",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n    if (rst) begin\n      open     <= done ? open & dropping : {NUM_VCS{1'b0}};\n      dropping <= done ? dropping : {NUM_VCS{1'b0}};\n      dropped  <= 1'b0;\n      error    <= 3'b000;",
        shows: first(451, 14, "y-", "error"),
    },
    Mutant {
        fault: "credits stay spent",
        network: "torus:4,4",
        options: "vcs=2",
        file: "credit_counter",
        from: "always @(posedge clk) begin\n        if (rst) level",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n        if (rst & ~done) level",
        shows: first(449, 0, "x+", "out_vc"),
    },
    Mutant {
        fault: "round robin does not begin anew",
        network: "torus:4,4",
        options: "vcs=2",
        file: "rr_arbiter",
        from: "always @(posedge clk) begin\n        if (rst) begin",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n        if (rst & ~done) begin",
        shows: first(454, 8, "local", "out_tail"),
    },
    Mutant {
        fault: "output VCs stay owned",
        network: "torus:4,4",
        options: "vcs=2",
        file: "vc_allocator",
        from: "always @(posedge clk) begin\n    if (rst) begin\n      owned <= {",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n    if (rst) begin\n      owned <= done ? owned : {",
        shows: first(449, 0, "x+", "out_vc"),
    },
    Mutant {
        fault: "who is called stays called (VA1)",
        network: "torus:4,4",
        options: "vcs=2 pipeline=3",
        file: "head_call",
        from: "always @(posedge clk) begin\n    if (rst) begin\n      called <= {NUM_VCS{1'b0}};\n      port   <= {NUM_PORTS{1'b0}};",
        to: "reg done;\n  initial done = 1'b0;\n  always @(posedge clk) if (!rst) done <= 1'b1;\n  always @(posedge clk) begin\n    if (rst) begin\n      called <= done ? called : {NUM_VCS{1'b0}};\n      port   <= done ? port : {NUM_PORTS{1'b0}};",
        shows: first(447, 0, "x-", "in_credit_valid"),
    },
];

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_the_guard_are_named() {
    named(&GUARD, 4);
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_queues_are_named() {
    named(&QUEUES, 3);
}

#[test]
#[ignore = "long: a design a mutant"]
fn registers_that_reset_forgets_are_named() {
    named(&RESETS, 3);
}

fn named(mutants: &[Mutant], n: usize) {
    let mut faults = Faults::default();
    for mutant in some(mutants, n) {
        let bench = Bench::edited(mutant.network, mutant.options, mutant.file, mutant.from, mutant.to);
        let source = &bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 1000, Fast)[0];
        assert!(source.good(), "{}: found by the source, too: {source:?}", mutant.fault);
        let run = bench.driven(0.02, 2, 1000, Fast);
        faults.found(mutant.fault, run.first_divergence.as_ref(), mutant.shows);
    }
    faults.none();
}
