//! The router without a model: edits that change nothing but the timing pass, and what breaks a rule of the links is named with link and clock.

use torusmith_sim::simulation::EngineKind::Fast;
use torusmith_sim::traffic::{Lengths, Pattern, TrafficOptions};
use torusmith_testbench::{ByPackets, Plain, RunOptions, Silent};

use crate::support::{Bench, Run};

fn by_packets(bench: &Bench) -> Run {
    let traffic = TrafficOptions { pattern: Pattern::Uniform, rate: 0.6, lengths: Lengths::any_of(&[1, 2, 5, 16]).unwrap(), seed: 11 };
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

/// Credits a clock later, and arbiters that prefer the lowest requester.
#[test]
#[ignore = "long: a design an edit"]
fn edits_of_the_timing_pass_and_are_no_lock_step() {
    let late = "  reg               late;\n  reg [VC_BITS-1:0] late_vc;\n  always @(posedge clk) begin\n    late            <= granted & ~rst;\n    \
                late_vc         <= vc_picked;\n    in_credit_valid <= late & ~rst;\n    in_credit_vc    <= late_vc;";
    for (file, from, to) in [
        (
            "input_unit",
            "  always @(posedge clk) begin\n    in_credit_valid <= (granted | gives_back) & ~rst;\n    in_credit_vc    <= gives_back ? dropped_vc : vc_picked;",
            late,
        ),
        ("rr_arbiter", "from_pointer[1] <= gnt[0];", "from_pointer[1] <= 1'b0;"),
        ("input_vc", "(nonempty ? (woken | woken_across) : push)", "(nonempty & (woken | woken_across))"),
    ] {
        let bench = Bench::edited("torus:4,4", "vcs=2", file, from, to);
        let run = by_packets(&bench);
        assert!(run.good() && run.counts.packets_injected > 100, "{file}: {run:?}");
        assert!(!bench.run(&[Pattern::Uniform], 0.6, &[1, 2, 5, 16], 400, Fast)[0].good(), "{file} is in lock step");
    }
}

/// A fault, and what is told of it first.
struct Fault {
    options: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    told: &'static str,
}

const FAULTS: &[Fault] = &[
    // The credit of a tail is lost.
    Fault {
        options: "vcs=2",
        file: "input_unit",
        from: "in_credit_valid <= (granted | gives_back) & ~rst;",
        to: "in_credit_valid <= (granted | gives_back) & ~rst & ~flit_tail;",
        told: "clock 3: router 2 (0,2), port 0 (local): credits lost on VC 0: 1; the last flit left in this clock",
    },
    // A credit is given twice.
    Fault {
        options: "vcs=2",
        file: "input_unit",
        from: "in_credit_valid <= (granted | gives_back) & ~rst;",
        to: "in_credit_valid <= (granted | in_credit_valid) & ~rst;",
        told: "clock 4: router 2 (0,2), port 0 (local): a credit for VC 0, whose buffer is empty",
    },
    // The wrong class at the dateline.
    Fault {
        options: "vcs=2 ties=plus",
        file: "ring_way",
        from: "ahead  = there > here;",
        to: "ahead  = there >= here + 1'b1;",
        told: "clock 2: router 15 (3,3), port 3 (y+): a head from 15 to 7 on VC 0; allowed: y+ on VC 1",
    },
    // The longer way round a ring.
    #[cfg(feature = "soak")]
    Fault {
        options: "vcs=2 ties=plus",
        file: "ring_way",
        from: "plus = distance <= HALF",
        to: "plus = distance > HALF",
        told: "clock 2: router 2 (0,2), port 4 (y-): a head from 2 to 6 on VC 1; allowed: y+ on VC 0",
    },
    // A flit is on the link for two clocks.
    Fault {
        options: "vcs=2",
        file: "crossbar",
        from: "valid_q <= ~rst & (|from);",
        to: "valid_q <= ~rst & ((|from) | (valid_q & tail_q & ~head_q));",
        told: "clock 4: router 2 (0,2), port 3 (y+): a flit that has not come in, or has left before",
    },
    // A packet of one flit is lost.
    Fault {
        options: "vcs=2",
        file: "crossbar",
        from: "valid_q <= ~rst & (|from);",
        to: "valid_q <= ~rst & (|from) & ~(head & take_tail[o] & (o == 3));",
        told: "clock 14: router 2 (0,2), port 1 (x+): flits lost on VC 0: 2; their credits came back, and the first came in this clock",
    },
    // A packet loses its end.
    #[cfg(feature = "soak")]
    Fault {
        options: "vcs=2",
        file: "crossbar",
        from: "tail_q  <= take_tail[o];",
        to: "tail_q  <= 1'b0;",
        told: "clock 3: router 2 (0,2), port 3 (y+): a flit that has not come in, or has left before",
    },
    // An output VC is given away while a packet holds it.
    Fault {
        options: "vcs=2",
        file: "vc_allocator",
        from: "(take & ~{NUM_VCS{take_tail}}) | (owned & ~take)",
        to: "{NUM_VCS{1'b0}}",
        told: "clock 37: router 9 (2,1), port 4 (y-): a head flit inside a packet on VC 0",
    },
    // A VC for empty buffers alone is given away before.
    Fault {
        options: "vcs=2 reuse=empty",
        file: "vc_allocator",
        from: "(whole & REUSE_EMPTY)",
        to: "(spare & REUSE_EMPTY)",
        told: "clock 13: router 15 (3,3), port 2 (x-): a head flit on VC 0, which is for an empty buffer alone, with 3 of 4 credits",
    },
    // The pointers of a buffer do not wrap: a flit is another one.
    #[cfg(feature = "soak")]
    Fault {
        options: "vcs=2 depth=3",
        file: "fifo_pointers",
        from: "(rd == LAST) ? {PTR_BITS{1'b0}} : rd + ONE",
        to: "rd + ONE",
        told: "clock 7: router 2 (0,2), port 2 (x-): a flit that has not come in, or has left before",
    },
];

#[test]
#[ignore = "long: a design a fault"]
fn what_breaks_a_rule_is_named() {
    let mut wrong = Vec::new();
    for Fault { options, file, from, to, told } in FAULTS {
        let run = by_packets(&Bench::edited("torus:4,4", options, file, from, to));
        let found = run.violations.first().map_or("nothing", String::as_str);
        if found != *told {
            wrong.push(format!("{file}, {to}: expected `{told}`, found `{found}`, dead {:?}", run.dead.map(|dead| dead.since)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Heads that wait are never woken: the network stands still, and the watchdog says since when.
#[test]
fn a_network_that_stands_still_is_dead() {
    let run = by_packets(&Bench::edited("torus:4,4", "vcs=2", "vc_allocator", "wake = (spare", "wake = {NUM_VCS{rst}} & (spare"));
    assert_eq!((run.violations.len(), run.dead.map(|dead| dead.since)), (0, Some(35)), "{:?}", run.violations);
}
