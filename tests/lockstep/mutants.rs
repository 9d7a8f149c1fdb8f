//! The router broken on purpose: the lock step must name clock, node, port and signal of the first difference, as seen when the fault was put there:
//! any change of them is a change of the router, the traffic or the test bench.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::Pattern;

use crate::first::{Faults, First, first, some};
use crate::support::Bench;

/// One signal of one module given another value.
struct Mutant {
    fault: &'static str,
    options: &'static str,
    module: &'static str,
    signal: &'static str,
    to: &'static str,
    /// Where it shows first.
    shows: First<'static>,
}

const MUTANTS: [Mutant; 14] = [
    Mutant {
        fault: "a tie goes to the same requester again and again (SA4)",
        options: "vcs=2 ties=plus",
        module: "rr_arbiter",
        signal: "above_last",
        to: ".. & ~2",
        shows: first(36, 15, "local", "in_credit_vc"),
    },
    Mutant {
        fault: "the input's pointer stays at a void pick (SA4)",
        options: "vcs=4 ties=plus",
        module: "input_unit",
        signal: ".advance",
        to: "(|asks) & granted",
        shows: first(76, 15, "local", "out_vc"),
    },
    Mutant {
        fault: "heads are not kept behind bodies (SA1)",
        options: "vcs=4 ties=plus",
        module: "input_unit",
        signal: "asks",
        to: ".. | head_request",
        shows: first(14, 9, "local", "out_vc"),
    },
    Mutant {
        fault: "the credit of a tail is lost (ST2)",
        options: "vcs=2 ties=plus",
        module: "input_unit",
        signal: "credit_valid",
        to: ".. & ~flit_tail",
        shows: first(3, 2, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "an output VC is given away while a packet holds it (VC1)",
        options: "vcs=2 ties=plus",
        module: "output_vcs",
        signal: "vc_held",
        to: "2'b00",
        shows: first(16, 5, "x+", "in_credit_valid"),
    },
    Mutant {
        fault: "those who wait for an owned VC are not woken (VC4)",
        options: "vcs=2 reuse=empty ties=plus",
        module: "output_vcs",
        signal: "vc_wake",
        to: ".. & ~vc_held",
        shows: first(10, 1, "x+", "in_credit_valid"),
    },
    Mutant {
        fault: "REUSE_EMPTY is ignored (VC3)",
        options: "vcs=2 reuse=empty ties=plus",
        module: "output_vcs",
        signal: "vc_wake",
        to: "credit_available",
        shows: first(6, 5, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "a fresh head waits to be woken (RQ3 a), one clock late",
        options: "vcs=2 ties=plus",
        module: "input_vc",
        signal: "head_if_kept",
        to: "~holds_vc & not_empty & head_credit",
        shows: first(2, 2, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "the tail mark of a flit is lost (ST1)",
        options: "vcs=2 ties=plus",
        module: "crossbar",
        signal: "out_tail",
        to: "1'b0",
        shows: first(3, 2, "y+", "out_tail"),
    },
    Mutant {
        fault: "the buffer's pointers do not wrap at a depth of three",
        options: "vcs=2 depth=3 ties=plus",
        module: "fifo_pointers",
        signal: "second_slot",
        to: "front_slot + 1'b1",
        shows: first(7, 2, "x-", "out_tail"),
    },
    Mutant {
        fault: "the way round a ring is the longer one",
        options: "vcs=2 ties=plus",
        module: "ring_route",
        signal: "shorter",
        to: "~..",
        shows: first(2, 2, "y+", "out_valid"),
    },
    Mutant {
        fault: "ports x+ and x- are exchanged",
        options: "vcs=2 ties=plus",
        module: "route",
        signal: "port",
        to: ".. ^ (along_x ? 5'b00110 : 5'b00000)",
        shows: first(2, 5, "x+", "out_valid"),
    },
    Mutant {
        fault: "the dateline bit is wrong",
        options: "vcs=2 ties=plus",
        module: "ring_route",
        signal: "wrap_is_on_minus",
        to: "there >= here + 1'b1",
        shows: first(2, 15, "y+", "out_vc"),
    },
    Mutant {
        fault: "PIPELINE = 3 drops a VC when its packet's second flit leaves (VA4)",
        options: "vcs=2 pipeline=3 ties=plus",
        module: "input_vc",
        signal: "holds_vc",
        to: "gets_vc | (holds_vc & ~(sent & ~front_is_head))",
        shows: first(10, 14, "local", "in_credit_valid"),
    },
];

/// Who asks, found out a clock ahead with three clocks a hop.
const THREE: [Mutant; 10] = [
    Mutant {
        fault: "an arbiter's pointer moves for heads that are void (VA3)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "output_vcs",
        signal: ".advance",
        to: "|asks_0",
        shows: first(173, 10, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "the next head is always the lowest that waits (VA5 a)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "head_call",
        signal: ".last",
        to: "4'b0000",
        shows: first(261, 13, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "a head on the link is called before one that waits (VA5 b)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "head_call",
        signal: "called",
        to: "(|head_arrives) ? head_arrives : ..",
        shows: first(101, 15, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "no head is called as it comes in (VA5 b)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "input_vc",
        signal: "head_arrives",
        to: "1'b0",
        shows: first(3, 2, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "a void head is kept though another comes (VA5 c)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "head_call",
        signal: "moves_on",
        to: "gets_vc | (~asks & ((|others) | ~(|called)))",
        shows: first(66, 15, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "no head on the link is called behind a tail (VA5 d)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "input_vc",
        signal: "head_follows",
        to: "has_second & front_is_tail",
        shows: first(9, 6, "x-", "in_credit_valid"),
    },
    Mutant {
        fault: "another flit is picked before the one that lost (VA7)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "flit_pick",
        signal: "moves_on",
        to: "1'b1",
        shows: first(11, 1, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "the next flit is of the lowest VC that waits (VA7 a)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "flit_pick",
        signal: ".last",
        to: "4'b0000",
        shows: first(79, 14, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "a head just given a VC goes before those that had one (VA7 b)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "flit_pick",
        signal: "first",
        to: "gets_vc ? called : other",
        shows: first(23, 10, "local", "in_credit_vc"),
    },
    Mutant {
        fault: "the next flit of a VC waits for a clock (VA7 c)",
        options: "vcs=4 pipeline=3 ties=plus",
        module: "flit_pick",
        signal: "next",
        to: "first",
        shows: first(4, 2, "local", "in_credit_valid"),
    },
];

/// Balanced ties, the VC rule for them, and the turns that come with it.
const BALANCED: [(&str, Mutant); 7] = [
    (
        "torus:4,4",
        Mutant {
            fault: "a tie goes '+' from odd places",
            options: "vcs=1",
            module: "ring_route",
            signal: "shorter",
            to: "(hops < 2'd2) | ((hops == 2'd2) & here[0])",
            shows: first(2, 15, "y+", "out_valid"),
        },
    ),
    (
        "torus:8,8",
        Mutant {
            fault: "where no way goes on behind the wrap link, class 0 two hops before the end",
            options: "vcs=2",
            module: "ring_route",
            signal: "class_plus",
            to: "(there >= 3'd1 && there <= 3'd2) ? ~wrap_is_on_minus : (hops > 3'd2)",
            shows: first(2, 58, "x+", "out_vc"),
        },
    ),
    (
        "torus:8,8",
        Mutant {
            fault: "a place is taken for one whose ways go on behind the wrap link",
            options: "vcs=2",
            module: "ring_route",
            signal: "class_plus",
            to: "(there >= 3'd1 && there <= 3'd3) ? ~wrap_is_on_minus : (hops > 3'd1)",
            shows: first(2, 2, "y+", "out_vc"),
        },
    ),
    (
        "ttn:2,2,0",
        Mutant {
            fault: "dor-turn goes y before x on its way to a link between basic modules",
            options: "vcs=2",
            module: "route",
            signal: "along_x",
            to: "x_left & ~y_left",
            shows: first(2, 5, "x-", "out_valid"),
        },
    ),
    (
        "ttn:2,2,0",
        Mutant {
            fault: "over a marked link the other class",
            options: "vcs=2",
            module: "route",
            signal: "in_bm",
            to: "~..",
            shows: first(2, 15, "x+", "out_vc"),
        },
    ),
    (
        "ttn:2,2,0",
        Mutant {
            fault: "between basic modules the last hop is of class 1",
            options: "vcs=2",
            module: "ring4_class",
            signal: "upper",
            to: "~((left == 2'd0) | ((from == 2'd0) & (to == 2'd2)))",
            shows: first(2, 144, "2V+", "out_vc"),
        },
    ),
    (
        "htn:4,4,2,0",
        Mutant {
            fault: "of half of the destinations, packets turn on from inner rows and not to them",
            options: "vcs=2",
            module: "route",
            signal: "turns",
            to: "inner & (&share | (|share & (y[1] ^ y[0]))) & !BY_EX",
            shows: first(3, 705, "x-", "out_valid"),
        },
    ),
];

/// What only adaptive routing has.
const ADAPTIVE: [Mutant; 3] = [
    Mutant {
        fault: "a head that asks for its second candidate stays with it though the first is woken (RQ3 b)",
        options: "vcs=3 routing=ls",
        module: "other_direction",
        signal: "changes",
        to: "other_credit & ~head_credit",
        shows: first(37, 712, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "an adaptive VC is given away before it is empty (RC6)",
        options: "vcs=3 routing=cs ties=plus",
        module: "output_vcs",
        signal: "vc_wake",
        to: "credit_available",
        shows: first(7, 271, "local", "in_credit_valid"),
    },
    Mutant {
        fault: "another gate plane than the nearest",
        options: "vcs=3 routing=ls+cs",
        module: "route",
        signal: "gate",
        to: "{1'b0, z[0]}",
        shows: first(2, 38, "z+", "out_valid"),
    },
];

#[test]
fn mutants_are_named() {
    named(some(&MUTANTS, 4).map(|mutant| ("torus:4,4", mutant)));
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_three_clocks_are_named() {
    named(some(&THREE, 4).map(|mutant| ("torus:4,4", mutant)));
}

#[test]
#[ignore = "long: a network of 1024 nodes"]
fn mutants_of_adaptive_routing_are_named() {
    named(some(&ADAPTIVE, 3).map(|mutant| ("htn:4,4,2,1", mutant)));
}

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_balanced_ties_are_named() {
    named(some(&BALANCED, 3).map(|(network, mutant)| (*network, mutant)));
}

fn named<'a>(mutants: impl IntoIterator<Item = (&'a str, &'a Mutant)>) {
    let mut faults = Faults::default();
    for (network, mutant) in mutants {
        let bench = Bench::edited(network, mutant.options, mutant.module, mutant.signal, mutant.to);
        let runs = bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 2000, Fast);
        faults.found(mutant.fault, runs[0].first_divergence.as_ref(), mutant.shows);
    }
    faults.none();
}

/// A network top in which the links x+ of nodes 0 and 5 lead to one another's far ends, their credits with them.
#[test]
#[ignore = "long: a whole network of 16 nodes"]
fn a_swapped_link_is_named() {
    let edits = [
        ("n0_x_plus_flit, n2_x_minus_flit}", "n5_x_plus_flit, n2_x_minus_flit}"),
        ("n5_x_plus_flit, n7_x_minus_flit}", "n0_x_plus_flit, n7_x_minus_flit}"),
    ];
    let bench = Bench::broken("torus:4,4", "vcs=2 ties=plus scope=network", "network", &edits);
    let runs = bench.run(&[Pattern::Uniform], 0.2, &[4], 400, Fast);
    let mut faults = Faults::default();
    faults.found("two links are exchanged", runs[0].first_divergence.as_ref(), first(34, 9, "local", "local_out_valid"));
    faults.none();
}
