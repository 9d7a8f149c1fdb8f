//! The router broken where sources that send nothing wrong do not look: the lock step agrees with the source, and the random driver of port 0
//! (docs/router.md, section 11) shows clock, node, port and signal of the first difference.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;

use crate::first::{Faults, First, first, some};
use crate::support::Bench;

/// Signals of one module given other values; several with `, ` between them, and their values with `; `.
struct Mutant {
    fault: &'static str,
    network: &'static str,
    options: &'static str,
    module: &'static str,
    signal: &'static str,
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
        module: "local_guard",
        signal: "error",
        to: ".. & 3'b011",
        shows: first(5, 6, "y-", "error"),
    },
    Mutant {
        fault: "error bit 1 is stuck at 0 (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "error",
        to: ".. & 3'b101",
        shows: first(21, 0, "y-", "error"),
    },
    Mutant {
        fault: "error bit 0 is stuck at 0 (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "error",
        to: ".. & 3'b110",
        shows: first(162, 3, "y-", "error"),
    },
    Mutant {
        fault: "framing counts although the buffer is full (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "error",
        to: ".. | {1'b0, in_valid & framing, 1'b0}",
        shows: first(231, 3, "y-", "error"),
    },
    Mutant {
        fault: "only heads are dropped where the buffer is full (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "overflow",
        to: ".. & in_head",
        shows: first(205, 5, "y-", "error"),
    },
    Mutant {
        fault: "a full buffer is not full when a flit leaves it (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "fifo_pointers",
        signal: "full",
        to: ".. & ~read",
        shows: first(942, 12, "y-", "error"),
    },
    Mutant {
        fault: "of a packet to a wrong destination only the head is dropped (E1)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "lost",
        to: "in_head & not_away",
        shows: first(9, 7, "x+", "out_valid"),
    },
    Mutant {
        fault: "bodies on all VCs are dropped with a packet (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "lost",
        to: "in_head ? not_away : |packet_lost",
        shows: first(13, 8, "x+", "out_valid"),
    },
    Mutant {
        fault: "a packet that is dropped stays open behind its tail (E2)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "packet_open",
        to: "(in_tail & ~lost) ? packet_open & ~this_vc : packet_open | this_vc",
        shows: first(9, 6, "y-", "error"),
    },
    Mutant {
        fault: "one packet may be open, not one a VC (E2)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "framing",
        to: "in_head == |packet_open",
        shows: first(8, 14, "y-", "error"),
    },
    Mutant {
        fault: "the first address behind the last node's is taken for one (E1)",
        network: "torus:3,3",
        options: "vcs=3",
        module: "local_guard",
        signal: "no_node",
        to: "in_destination > 4'd9",
        shows: first(133, 1, "y-", "error"),
    },
    Mutant {
        fault: "routing bits that lead to port 0 are not looked at (E1)",
        network: "rdt:4",
        options: "vcs=3",
        module: "local_guard",
        signal: "not_away",
        to: "in_destination == here",
        shows: first(5, 6, "uy-", "error"),
    },
];

/// Heads behind other packets at port 0, sinks that hold credits back, credits of what is dropped.
const QUEUES: [Mutant; 7] = [
    Mutant {
        fault: "a head that waits behind another packet at port 0 has no hop (RC4)",
        network: "torus:4,4",
        options: "vcs=2 pipeline=1",
        module: "input_unit",
        signal: "in_hop",
        to: "4'd0",
        shows: first(26, 9, "x+", "out_valid"),
    },
    Mutant {
        fault: "flits that are dropped by bits 0 and 1 give credits back (E3)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "dropped",
        to: "in_valid & ~accept",
        shows: first(22, 0, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "bodies leave by port 0 without a credit (RQ2)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "input_vc",
        signal: "body_credit",
        to: ".. | output_port[0]",
        shows: first(16, 10, "local", "out_valid"),
    },
    Mutant {
        fault: "a flit that is dropped by bit 2 gives no credit back (E5)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "dropped",
        to: "1'b0",
        shows: first(6, 6, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "the local input takes part in SA behind a drop (E5)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "input_unit",
        signal: ".pause",
        to: "1'b0",
        shows: first(214, 3, "x-", "out_valid"),
    },
    Mutant {
        fault: "what is picked at the local input asks behind a drop (E5)",
        network: "torus:4,4",
        options: "vcs=2 pipeline=3",
        module: "flit_pick",
        signal: "request",
        to: "asks",
        shows: first(10, 6, "x-", "out_valid"),
    },
    Mutant {
        fault: "clear_error clears nothing (E6)",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "error",
        to: "error | ..",
        shows: first(111, 0, "y-", "error"),
    },
];

/// Registers that the first reset sets, and no other (Z1).
const RESETS: [Mutant; 7] = [
    Mutant {
        fault: "error is not cleared",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "reset error",
        to: "done ? error : ..",
        shows: first(444, 8, "y-", "error"),
    },
    Mutant {
        fault: "open packets are not forgotten",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "reset packet_open",
        to: "done ? packet_open : ..",
        shows: first(446, 6, "y-", "error"),
    },
    Mutant {
        fault: "packets to wrong destinations are not forgotten",
        network: "torus:4,4",
        options: "vcs=2",
        module: "local_guard",
        signal: "reset packet_open, reset packet_lost",
        to: "done ? packet_open & packet_lost : ..; done ? packet_lost : ..",
        shows: first(451, 14, "y-", "error"),
    },
    Mutant {
        fault: "credits stay spent",
        network: "torus:4,4",
        options: "vcs=2",
        module: "credit_counter",
        signal: "reset credits",
        to: "done ? credits : ..",
        shows: first(449, 0, "x+", "out_vc"),
    },
    Mutant {
        fault: "round robin does not begin anew",
        network: "torus:4,4",
        options: "vcs=2",
        module: "rr_arbiter",
        signal: "reset above_last",
        to: "done ? above_last : ..",
        shows: first(454, 8, "local", "out_tail"),
    },
    Mutant {
        fault: "output VCs stay owned",
        network: "torus:4,4",
        options: "vcs=2",
        module: "output_vcs",
        signal: "reset vc_held",
        to: "done ? vc_held : ..",
        shows: first(449, 0, "x+", "out_vc"),
    },
    Mutant {
        fault: "who is called stays called (VA1)",
        network: "torus:4,4",
        options: "vcs=2 pipeline=3",
        module: "head_call",
        signal: "reset called, reset port",
        to: "done ? called : ..; done ? port : ..",
        shows: first(447, 0, "x-", "in_credit_valid"),
    },
];

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_the_guard_are_named() {
    named(&GUARD, 4, &[1, 2, 5, 16]);
}

/// Local ports are one another's business in nothing.
const TERMINALS: [Mutant; 3] = [
    Mutant {
        fault: "a dropped flit bars local input 0 in place of its own (E5)",
        network: "mesh:2,2:3",
        options: "vcs=2",
        module: "router",
        signal: ".pause",
        to: "i == 0 && (|local_drop)",
        shows: first(9, 2, "local0", "in_credit_valid"),
    },
    Mutant {
        fault: "the credit of a dropped flit comes back at local port 0 (E5)",
        network: "mesh:2,2:3",
        options: "vcs=2 pipeline=3",
        module: "router",
        signal: ".return_credit",
        to: "i == 0 && (|local_dropped)",
        shows: first(8, 2, "local0", "in_credit_valid"),
    },
    Mutant {
        fault: "errors of the first local port alone are cleared (E6)",
        network: "mesh:2,2:3",
        options: "vcs=2 pipeline=1",
        module: "router",
        signal: ".clear_error",
        to: "clear_error & (k == 0)",
        shows: first(111, 0, "y-", "error"),
    },
];

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_local_ports_are_named() {
    named(&TERMINALS, 1, &[1, 2, 5, 16]);
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_queues_are_named() {
    // Packets of fewer flits than a buffer holds would queue up behind one another, too (N3).
    named(&QUEUES, 3, &[16, 32]);
}

#[test]
#[ignore = "long: a design a mutant"]
fn registers_that_reset_forgets_are_named() {
    named(&RESETS, 3, &[1, 2, 5, 16]);
}

fn named(mutants: &[Mutant], n: usize, flits: &[usize]) {
    let mut faults = Faults::default();
    for mutant in some(mutants, n) {
        let edits: Vec<_> = mutant.signal.split(", ").zip(mutant.to.split("; ")).collect();
        let bench = Bench::broken(mutant.network, mutant.options, mutant.module, &edits);
        let source = &bench.run(&[Pattern::Uniform], 0.6, flits, 1000, Fast)[0];
        assert!(source.good(), "{}: found by the source, too: {source:?}", mutant.fault);
        let run = bench.driven(0.02, 2, 1000, Fast);
        faults.found(mutant.fault, run.first_divergence.as_ref(), mutant.shows);
    }
    faults.none();
}
