//! The router without a model: edits that change nothing but the timing pass, and what breaks a rule of the links is named with link and clock.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{ByPackets, Plain, RunOptions, Silent};

use crate::support::{Bench, Run};

fn by_packets(bench: &Bench) -> Run {
    let traffic = TrafficOptions {
        pattern: Pattern::Uniform,
        rate: 0.6,
        lengths: Lengths::any_of(&[1, 2, 5, 16]).unwrap(),
        seed: 11,
        sources: Sources::default(),
    };
    let options = RunOptions { cycles: 1000, ..RunOptions::default() };
    let run = bench.bench.cosim(&ByPackets(Plain { traffic, engine: Fast, driver: None }), &options, &mut Silent);
    run.unwrap_or_else(|e| panic!("{}: {e}", bench.name))
}

fn pass(rows: &[(&str, &str)]) {
    for (network, options) in rows {
        let run = by_packets(&Bench::new(network, options));
        assert!(run.good() && run.counts.packets_injected > 100, "{network} {options}: {run:?}");
    }
}

#[test]
fn routers_as_they_are_pass() {
    pass(&[("torus:4,4", "vcs=2")]);
}

#[test]
#[ignore = "long: a design a row"]
fn more_routers_as_they_are_pass() {
    pass(&[
        ("torus:4,4", "vcs=4 classes=2 pipeline=1 slices=1,wrap=3"),
        ("torus:3,3", "vcs=3 pipeline=3 reuse=empty"),
        ("rdt:4", "vcs=3"),
        ("ttn:2,2,0", "vcs=2"),
    ]);
}

/// A credit before it is kept for another cycle.
const LATE: &str =
    "\n);\n  reg late;\n  reg late_vc;\n  always @(posedge clk) begin\n    late    <= granted & ~rst;\n    late_vc <= picked[1];\n  end\n";

/// Credits a clock later, and arbiters that prefer the lowest requester.
#[test]
#[ignore = "long: a design an edit"]
fn edits_of_the_timing_pass_and_are_no_lock_step() {
    let edits: [(&str, &[(&str, &str)]); 3] = [
        // The registers of the credit are wires, and registers follow them.
        ("input_unit", &[("credit_valid", "late & ~rst"), ("credit_vc", "late_vc"), ("\n);\n", LATE)]),
        ("rr_arbiter", &[("above_last", ".. & ~2")]),
        ("input_vc", &[("head_if_kept", "~holds_vc & not_empty & head_credit")]),
    ];
    for (module, edits) in edits {
        let bench = Bench::broken("torus:4,4", "vcs=2", module, edits);
        let run = by_packets(&bench);
        assert!(run.good() && run.counts.packets_injected > 100, "{module}: {run:?}");
        assert!(!bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 400, Fast)[0].good(), "{module} is in lock step");
    }
}

/// A fault, and what is told of it first.
struct Fault {
    options: &'static str,
    module: &'static str,
    signal: &'static str,
    to: &'static str,
    told: &'static str,
}

const FAULTS: &[Fault] = &[
    // The credit of a tail is lost.
    Fault {
        options: "vcs=2",
        module: "input_unit",
        signal: "credit_valid",
        to: ".. & ~flit_tail",
        told: "clock 3: router 5 (1,1), port 0 (local): credits lost on VC 0: 1; the last flit left in this clock",
    },
    // A credit is given twice.
    Fault {
        options: "vcs=2",
        module: "input_unit",
        signal: "credit_valid",
        to: "(granted | credit_valid) & ~rst",
        told: "clock 4: router 2 (0,2), port 0 (local): a credit for VC 0, whose buffer is empty",
    },
    // The wrong class at the dateline.
    Fault {
        options: "vcs=2 ties=plus",
        module: "ring_route",
        signal: "wrap_is_on_minus",
        to: "there >= here + 1'b1",
        told: "clock 2: router 15 (3,3), port 3 (y+): a head from 15 to 7 on VC 0; allowed: y+ on VC 1",
    },
    // The longer way round a ring.
    #[cfg(feature = "soak")]
    Fault {
        options: "vcs=2 ties=plus",
        module: "ring_route",
        signal: "shorter",
        to: "~..",
        told: "clock 2: router 2 (0,2), port 4 (y-): a head from 2 to 6 on VC 1; allowed: y+ on VC 0",
    },
    // A flit is on the link for two clocks.
    Fault {
        options: "vcs=2",
        module: "crossbar",
        signal: "out_valid",
        to: "~rst & ((|from) | (out_valid[o] & out_tail[o] & ~out_head[o]))",
        told: "clock 4: router 2 (0,2), port 3 (y+): a flit that has not come in, or has left before",
    },
    // A packet of one flit is lost.
    Fault {
        options: "vcs=2",
        module: "crossbar",
        signal: "out_valid",
        to: ".. & ~((|(from & flit_head)) & send_tail[o] & (o == 3))",
        told: "clock 14: router 2 (0,2), port 1 (x+): flits lost on VC 0: 2; their credits came back, and the first came in this clock",
    },
    // A packet loses its end.
    #[cfg(feature = "soak")]
    Fault {
        options: "vcs=2",
        module: "crossbar",
        signal: "out_tail",
        to: "1'b0",
        told: "clock 3: router 2 (0,2), port 3 (y+): a flit that has not come in, or has left before",
    },
    // An output VC is given away while a packet holds it.
    Fault {
        options: "vcs=2",
        module: "output_vcs",
        signal: "vc_held",
        to: "2'b00",
        told: "clock 37: router 9 (2,1), port 4 (y-): a head flit inside a packet on VC 0",
    },
    // A VC for empty buffers alone is given away before.
    Fault {
        options: "vcs=2 reuse=empty",
        module: "output_vcs",
        signal: "vc_wake",
        to: "credit_available",
        told: "clock 13: router 15 (3,3), port 2 (x-): a head flit on VC 0, which is for an empty buffer alone, with 3 of 4 credits",
    },
    // The pointers of a buffer do not wrap: a flit is another one.
    #[cfg(feature = "soak")]
    Fault {
        options: "vcs=2 depth=3",
        module: "fifo_pointers",
        signal: "second_slot",
        to: "front_slot + 1'b1",
        told: "clock 7: router 2 (0,2), port 2 (x-): a flit that has not come in, or has left before",
    },
];

#[test]
#[ignore = "long: a design a fault"]
fn what_breaks_a_rule_is_named() {
    let mut wrong = Vec::new();
    for Fault { options, module, signal, to, told } in FAULTS {
        let run = by_packets(&Bench::edited("torus:4,4", options, module, signal, to));
        let found = run.violations.first().map_or("nothing", String::as_str);
        if found != *told {
            wrong.push(format!("{module}, {signal}: expected `{told}`, found `{found}`, dead {:?}", run.dead.map(|dead| dead.since)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A VC that waits for credits is never free again: the network stands still, and the watchdog says since when.
#[test]
fn a_network_that_stands_still_is_dead() {
    let run = by_packets(&Bench::edited("torus:4,4", "vcs=2", "output_vcs", "vc_free", "released & credit_after_send"));
    assert_eq!((run.violations.len(), run.dead.map(|dead| dead.since)), (0, Some(52)), "{:?}", run.violations);
}
