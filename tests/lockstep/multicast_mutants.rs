//! The multicast router broken on purpose, in its multicast, ack and set-up units: the lock step must name the place that the fault shows at first
//! (see `mutants`).

use torusmith_sim::multicast::{Maps, MulticastTrafficOptions};
use torusmith_sim::traffic::Lengths;

use crate::first::{Faults, First, first, some};
use crate::multicast::run;
use crate::support::Bench;

/// One text of one generated file replaced.
struct Mutant {
    fault: &'static str,
    options: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    /// Where it shows first.
    shows: First<'static>,
}

const MUTANTS: [Mutant; 16] = [
    Mutant {
        fault: "an ack goes up when the first branch is back (A4)",
        options: "ack-ways=1",
        file: "mc_ack_combining",
        from: "count <= count - ONE",
        to: "count <= {BITS{1'b0}}",
        shows: first(11, 47, "local", "out_valid"),
    },
    Mutant {
        fault: "a nack is forgotten when an ack follows (A4)",
        options: "ack-ways=1",
        file: "mc_ack_combining",
        from: "failed | (hit[k] & failure)",
        to: "hit[k] & failure",
        shows: first(216, 56, "local1", "out_data"),
    },
    Mutant {
        fault: "acks are sent into a message slot that is full (A5)",
        options: "ack-ways=1",
        file: "mc_ack_combining",
        from: "(|(entry_port[k*PORTS +: PORTS] & free & {9'h1FF, ~report}))",
        to: "(|(entry_port[k*PORTS +: PORTS] & {9'h1FF, ~report}))",
        shows: first(36, 55, "y+", "out_valid"),
    },
    Mutant {
        fault: "the tag names another way than the one that was given (A2)",
        options: "ack-ways=2",
        file: "mc_ack_combining",
        from: "way = way | n[WAY_BITS-1:0];",
        to: "way = way;",
        shows: first(19, 40, "local", "out_data"),
    },
    Mutant {
        fault: "the ack carries no tag of the parent (A5)",
        options: "ack-ways=1",
        file: "mc_ack_combining",
        from: "if (give[k]) parent <= chosen_parent & {WAYS, 5'h1F};",
        to: "if (give[k]) parent <= chosen_parent & {WAYS, 5'h1E};",
        shows: first(28, 51, "local1", "out_data"),
    },
    Mutant {
        fault: "a granted branch stays pending and is sent again (B5)",
        options: "ack-ways=1",
        file: "mc_multicast_controller",
        from: "(left & ~({10{served}} & gnt[9:0])",
        to: "(left",
        shows: first(7, 36, "local1", "in_credit_valid"),
    },
    Mutant {
        fault: "a buffer is given up before all branches are granted (B7)",
        options: "ack-ways=1",
        file: "mc_multicast_controller",
        from: "known & ~some & ~drop & complete[v] & (~stream[v] | ends)",
        to: "known & ~drop & complete[v] & (ends | (~some & ~stream[v]))",
        shows: first(13, 55, "y-", "in_credit_valid"),
    },
    Mutant {
        fault: "a packet is shot down after two ticks (S1)",
        options: "ack-ways=1",
        file: "mc_multicast_controller",
        from: "tick & (&age)",
        to: "tick & age[1]",
        shows: first(127, 20, "ux-", "out_valid"),
    },
    Mutant {
        fault: "nacks from within give up all pending branches at once (A7)",
        options: "ack-ways=1",
        file: "mc_multicast_controller",
        from: "& ~(|(lost >> (o + 1)))",
        to: "",
        shows: first(408, 51, "local1", "in_credit_valid"),
    },
    Mutant {
        fault: "a copy for a rank below is made of the wrong map (R3)",
        options: "ack-ways=1",
        file: "mc_bitmap_generator",
        from: "(base_south & base[S])",
        to: "(base_south & base[SS])",
        shows: first(10, 55, "local", "out_valid"),
    },
    Mutant {
        fault: "a copy to the north is one for the south (R3)",
        options: "ack-ways=1",
        file: "mc_bitmap_generator",
        from: "own_root & own[N],",
        to: "own_root & own[S],",
        shows: first(11, 18, "uy-", "out_valid"),
    },
    Mutant {
        fault: "a stream does not wait for the message that takes its output (B6)",
        options: "ack-ways=1",
        file: "mc_arbiter",
        from: "|(closed[n*OUTPUTS +: INPUTS] & message)",
        to: "1'b0",
        shows: first(20, 33, "y+", "out_data"),
    },
    Mutant {
        fault: "a buffer that was given away counts as free (B1)",
        options: "ack-ways=1",
        file: "mc_io_controller",
        from: "(free[v] & ~(grant & taken[v]))",
        to: "free[v]",
        shows: first(14, 40, "local", "out_vc"),
    },
    Mutant {
        fault: "the dateline VC is forgotten where SOUTH goes straight on (R3)",
        options: "ack-ways=1",
        file: "mc_io_controller",
        from: "assign to_one = wraps | straight;",
        to: "assign to_one = wraps;",
        shows: first(13, 7, "x-", "out_vc"),
    },
    Mutant {
        fault: "ticks come a clock late (S1)",
        options: "ack-ways=1",
        file: "mc_setup_unit",
        from: "count_next == time_out",
        to: "count == time_out",
        shows: first(167, 32, "y-", "out_valid"),
    },
    Mutant {
        fault: "a report is made of a report (S2)",
        options: "ack-ways=1",
        file: "mc_setup_unit",
        from: "(ended & (type_of == UNICAST))",
        to: "(ended & (type_of != SET_UP))",
        shows: first(330, 40, "local", "out_vc"),
    },
];

fn traffic() -> MulticastTrafficOptions {
    let lengths = Lengths::any_of(&[3, 4, 16]).unwrap();
    MulticastTrafficOptions { share: 0.3, rate: 0.5, maps: Maps::Random, lengths, seed: 3, ..MulticastTrafficOptions::default() }
}

/// What only a network with moves has.
const MOVES: [Mutant; 2] = [
    Mutant {
        fault: "SOUTH goes on as SOUTH (R3)",
        options: "ack-ways=1",
        file: "mc_crossbar",
        from: "i == NORTH && data[PHASE+1]",
        to: "1'b0",
        shows: first(14, 57, "y+", "out_data"),
    },
    Mutant {
        fault: "a copy that should move is spread where it is (R3)",
        options: "ack-ways=1",
        file: "mc_bitmap_generator",
        from: "here & rank[1]",
        to: "here",
        shows: first(6, 134, "x-", "out_valid"),
    },
];

#[test]
#[ignore = "long: a design a mutant"]
fn mutants_of_the_multicast_router_are_named() {
    named("rdt:8", &MUTANTS, 3);
}

#[test]
#[ignore = "long: a network of 256 nodes"]
fn mutants_of_moves_are_named() {
    named("rdt:16", &MOVES, 2);
}

fn named(network: &str, mutants: &[Mutant], n: usize) {
    let mut faults = Faults::default();
    for Mutant { fault, options, file, from, to, shows } in some(mutants, n) {
        let bench = Bench::edited(network, options, file, from, to);
        let report = run(&bench, traffic(), Some(40), 1500);
        faults.found(fault, report.first_divergence.as_ref(), *shows);
    }
    faults.none();
}
