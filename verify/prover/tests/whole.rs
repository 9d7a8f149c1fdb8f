//! Whole routers: those that are generated are proved, those that are broken are refuted, in a pinned clock by a pinned output.

use std::path::Path;

#[cfg(feature = "soak")]
use torusmith_design::RoutingAlgorithm;
use torusmith_design::{Order, Pipeline, VcRule};
use torusmith_generator::{Options, Target, VcReuse, generate};
use torusmith_prover::filter::Kind;
use torusmith_prover::prove::{Limits, ProofReport, Verdict, prove};
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Yosys};

/// Built for scripts/soak: what takes long is looked at, too.
const SOAK: bool = cfg!(feature = "soak");

/// A small router of a torus.
fn small() -> Options {
    Options { vcs: Some(2), buffer_depth: 2, flit_width: Some(8), ..Options::default() }
}

fn report(dir: &Path) -> ProofReport {
    within(dir, 12)
}

/// The solver seeks runs of so many clocks.
fn within(dir: &Path, clocks: usize) -> ProofReport {
    let limits = Limits { seconds: 100.0, clocks };
    prove(&Design::open(dir).unwrap(), &Yosys::find().unwrap(), &Cache::off(), limits, &|_| {}).unwrap()
}

#[track_caller]
fn proved(network: &str, options: &Options, heads: Kind) {
    let folder = tempfile::tempdir().unwrap();
    generate(&network.parse().unwrap(), options).unwrap().write(folder.path()).unwrap();
    let report = report(folder.path());
    assert_eq!((report.result, report.heads), (Verdict::Proved, Some(heads)), "{report:?}");
    assert!(report.size.outputs > 20 && report.size.claims > 5 * report.size.outputs, "{:?}", report.size);
}

/// What the router with one text of a module replaced does wrong: (clock, output).
#[track_caller]
fn refuted(network: &str, options: &Options, module: &str, from: &str, to: &str) -> (usize, String) {
    let report = broken(network, options, [module, from, to], 12);
    let trace = report.trace.expect("a run");
    let first = &trace.differences[0];
    (first.clock, first.signal.clone())
}

/// The report on the router with one text of a module replaced, which must be refuted.
#[track_caller]
fn broken(network: &str, options: &Options, [module, from, to]: [&str; 3], clocks: usize) -> ProofReport {
    let folder = tempfile::tempdir().unwrap();
    let design = generate(&network.parse().unwrap(), options).unwrap();
    design.write(folder.path()).unwrap();
    let slug = design.top.trim_end_matches("_router");
    let file = folder.path().join(format!("rtl/{slug}_{module}.v"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{module} has no `{from}`");
    std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
    let report = within(folder.path(), clocks);
    assert_eq!(report.result, Verdict::Refuted, "{report:?}");
    let failure = report.failure.as_ref().expect("claims that fail");
    assert!(!failure.claims.is_empty() && !failure.state.is_empty());
    let trace = report.trace.as_ref().expect("a run");
    let first = &trace.differences[0];
    assert_ne!(first.found, first.expected);
    assert_eq!(first.clock + 1, trace.clocks.len());
    report
}

/// Where the solver finds no run, one is found by chance; what is not needed is left out of it.
#[test]
#[ignore = "long: several proofs"]
fn a_run_is_found_by_chance() {
    let fault = ["output_vcs", "(vc_held | send) & ~released", "vc_held | send"];
    let [shortest, by_chance] = [12, 0].map(|clocks| broken("torus:4,4", &small(), fault, clocks).trace.unwrap());
    assert!(shortest.clocks.len() <= by_chance.clocks.len() && by_chance.clocks.len() < 100, "{by_chance:?}");
    // A VC that stays with its packet is missed by the next one: two packets, of a flit each or more.
    let flits = by_chance.clocks.iter().map(|clock| clock.flits.len()).sum::<usize>();
    assert!((2..=8).contains(&flits), "{by_chance:?}");
}

#[test]
fn a_torus_is_proved_with_two_stages_and_with_three() {
    proved("torus:4,4", &small(), Kind::Turns);
    proved("torus:4,4", &Options { pipeline: Pipeline::Three, ..small() }, Kind::Turns);
}

/// The hop lies in the head's own bits there.
#[test]
fn a_router_of_registers_is_proved_with_what_it_keeps_in_a_heads_own_bits() {
    proved("hypercube:3", &Options { target: Target::Asic, buffer_depth: 3, ..Options::default() }, Kind::Turns);
}

/// One clock a hop, with the hop in the own bits of heads on links (L4).
fn ahead() -> Options {
    Options { flit_width: Some(16), pipeline: Pipeline::One, ..small() }
}

#[test]
#[ignore = "long: several proofs"]
fn routing_a_hop_ahead_is_proved() {
    proved("torus:4,4", &ahead(), Kind::Turns);
    // One VC an input.
    proved("hypercube:3", &Options { vcs: Some(1), ..ahead() }, Kind::Turns);
    if SOAK {
        // Neighbours that are not there, and a buffer of registers; sides that are no powers of two.
        proved("mesh:2,3", &Options { message_classes: 2, target: Target::Asic, ..ahead() }, Kind::Turns);
        proved("torus:3,5", &Options { order: Some(Order::Pair), vcs: Some(4), flit_width: Some(20), ..ahead() }, Kind::Turns);
    }
}

/// What the next router reads in a head's own bits is shown to it by this one.
#[test]
fn a_wrong_hop_ahead_is_refuted() {
    let found = refuted("torus:4,4", &ahead(), "neighbours", "node[3:2], x_minus", "node[3:2], x_plus");
    assert_eq!(found, (1, "out[2].next_hop".into()));
}

#[test]
#[ignore = "long: several proofs"]
fn vcs_that_are_reused_empty_and_message_classes_are_proved() {
    proved("torus:4,4", &Options { vc_reuse: VcReuse::Empty, ..small() }, Kind::Turns);
    proved("mesh:2,3", &Options { message_classes: 2, ..small() }, Kind::Turns);
}

/// Packets of a pair on one VC (RC9); in soaks at every number of clocks.
#[test]
#[ignore = "long: several proofs"]
fn order_is_proved() {
    for &pipeline in if SOAK { &[Pipeline::One, Pipeline::Two, Pipeline::Three][..] } else { &[Pipeline::Two] } {
        let in_order = Options { vcs: Some(4), order: Some(Order::Pair), pipeline, ..small() };
        proved("torus:4,4", &in_order, Kind::Turns);
    }
}

#[test]
#[ignore = "long: a proof a fault"]
fn broken_order_is_refuted() {
    let in_order = Options { vcs: Some(4), order: Some(Order::Pair), ..small() };
    let found = refuted("torus:4,4", &in_order, "input_vc", "4'd1 << NUMBER", "4'd1");
    assert_eq!(found, (2, "out[0].vc".into()));
}

/// One router, with local ports alone.
#[test]
fn a_star_is_proved() {
    proved("star:4", &small(), Kind::Turns);
}

/// Most of its routers have no terminal.
#[test]
fn a_fat_tree_is_proved() {
    proved("fattree:2,3", &Options { vcs: Some(1), ..small() }, Kind::Turns);
}

#[test]
#[ignore = "long: several proofs"]
fn large_routers_with_terminals_apart_are_proved() {
    proved("star:8", &small(), Kind::Turns);
    proved("mesh:4,4:4", &Options { vcs: Some(1), flit_width: Some(12), ..small() }, Kind::Turns);
    let torus = Options { vc_rule: Some(VcRule::Dateline), flit_width: Some(12), ..small() };
    for pipeline in [Pipeline::One, Pipeline::Two, Pipeline::Three] {
        proved("torus:4,4:2", &Options { pipeline, ..torus.clone() }, Kind::Turns);
        proved("star:4", &Options { pipeline, message_classes: 2, order: Some(Order::Pair), ..small() }, Kind::Turns);
    }
}

/// The guard of local port 2 takes the terminal of port 1 for its own (E1).
#[test]
fn a_broken_guard_of_a_local_port_is_refuted() {
    let found = refuted("star:4", &small(), "router", "terminals[2*k +: 2]", "terminals[2*((k == 2) ? 1 : k) +: 2]");
    assert_eq!(found, (1, "error[8]".into()));
}

/// The arbiters of local outputs (VA3), one a message class: their pointers stay.
#[test]
#[ignore = "long: several proofs"]
fn broken_allocation_at_a_local_port_is_refuted() {
    let three = Options { pipeline: Pipeline::Three, vc_rule: Some(VcRule::Dateline), flit_width: Some(12), ..small() };
    let found = refuted("torus:4,4:2", &three, "local_vcs", ".advance((|asks_0) & any_free_0)", ".advance(1'b0)");
    assert_eq!(found, (4, "out[0].valid".into()));
}

/// Heads leave with other routing bits (RC7), and turn by them alone.
#[test]
#[ignore = "long: several proofs"]
fn rewritten_heads_are_proved() {
    let options = Options { buffer_depth: 2, flit_width: Some(23), ..Options::default() };
    proved("rdt:4", &options, Kind::Turns);
    if SOAK {
        proved("rdt:4", &Options { pipeline: Pipeline::Three, ..options }, Kind::Turns);
    }
}

#[test]
#[ignore = "long: a proof a fault"]
fn broken_rewriting_is_refuted() {
    let options = Options { buffer_depth: 2, flit_width: Some(23), ..Options::default() };
    let found = refuted("rdt:4", &options, "route", "(first[0] & hop_y) ? rest[2:0] : route[13:11]", "rest[2:0]");
    assert_eq!(found, (2, "out[0].data".into()));
}

/// Routers of networks with too many routes for a table: for every routing function, and route computation apart.
#[track_caller]
fn large(network: &str, options: &Options, [module, from, to]: [&str; 3]) -> ProofReport {
    let folder = tempfile::tempdir().unwrap();
    let design = generate(&network.parse().unwrap(), options).unwrap();
    design.write(folder.path()).unwrap();
    let file = folder.path().join(format!("rtl/{}_{module}.v", design.top.trim_end_matches("_router")));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "{module} has no `{from}`");
    std::fs::write(&file, text.replacen(from, to, 1)).unwrap();
    let report = report(folder.path());
    assert!(report.any_routes, "{report:?}");
    report
}

/// A torus of 8192 nodes, 26 bits of addresses.
fn large_torus(fault: [&str; 3]) -> ProofReport {
    large("torus:128,64", &Options { buffer_depth: 2, flit_width: Some(26), ..Options::default() }, fault)
}

#[test]
fn a_router_of_8192_nodes_is_proved_and_wrong_routes_are_named() {
    let report = large_torus(["route", "module", "module"]);
    assert_eq!((report.result, report.heads), (Verdict::Proved, Some(Kind::Turns)), "{report:?}");
    // A tie from an even place goes '-'; the class is that of the ring's other half.
    for (from, to, claims) in
        [("& ~here[0])", "& here[0])", &["route_class", "route_port"][..]), ("? ~wrap_is_on_minus", "? wrap_is_on_minus", &["route_class"])]
    {
        let report = large_torus(["ring_route_64", from, to]);
        assert_eq!(report.result, Verdict::Open);
        let failed = report.failure.expect("claims that fail").claims;
        assert!(failed.iter().all(|claim| claims.iter().any(|name| claim.starts_with(name))), "{from}: {failed:?}");
    }
}

/// Route computation that depends on more than node and head: on another input, on a register.
#[test]
fn routes_are_functions_of_node_and_head() {
    for other in ["in_vc[i]", "in_credit_valid[0]"] {
        let fault = ["router", ".header   (data[12:0])", &format!(".header   (data[12:0] ^ {{12'd0, {other}}})")];
        let report = large_torus(fault);
        assert_eq!(report.result, Verdict::Open, "{other}");
        assert!(report.failure.expect("claims that fail").claims.iter().any(|claim| claim.starts_with("route_port")), "{other}");
    }
}

#[test]
#[ignore = "long: several proofs"]
fn larger_networks_are_proved_and_a_broken_router_is_not() {
    let report = large_torus(["output_vcs", "(vc_held | send) & ~released", "vc_held | send"]);
    assert!(report.failure.is_some_and(|failure| failure.claims.iter().all(|claim| !claim.starts_with("route"))));
    let options = Options { buffer_depth: 2, pipeline: Pipeline::Three, flit_width: Some(26), ..Options::default() };
    assert_eq!(large("mesh:128,64", &options, ["route", "module", "module"]).result, Verdict::Proved);
    if SOAK {
        let options = Options { buffer_depth: 2, flit_width: Some(37), ..Options::default() };
        assert_eq!(large("rdt:16", &options, ["route", "module", "module"]).result, Verdict::Proved);
    }
}

/// The ways round a ring on a tie are two candidates (RC5). Of the broken one no run is sought: in a network of this size that takes long.
#[cfg(feature = "soak")]
#[test]
fn heads_with_two_candidates_are_proved_and_a_router_that_never_takes_the_second_is_not() {
    let options = Options { routing: Some(RoutingAlgorithm::Ls), vcs: Some(3), flit_width: Some(24), ..small() };
    let limits = Limits { seconds: 600.0, clocks: 1 };
    let folder = tempfile::tempdir().unwrap();
    let design = generate(&"htn:4,4,2,1".parse().unwrap(), &options).unwrap();
    design.write(folder.path()).unwrap();
    let proof = || prove(&Design::open(folder.path()).unwrap(), &Yosys::find().unwrap(), &Cache::off(), limits, &|_| {}).unwrap();
    let report = proof();
    assert_eq!((report.result, report.heads), (Verdict::Proved, Some(Kind::Neighbour)), "{report:?}");
    let file = folder.path().join("rtl/htn_4_4_2_1_other_direction.v");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("waits & changes", "1'b0", 1)).unwrap();
    let report = proof();
    // Of 1024 nodes: the run is one that is found by chance.
    assert_eq!(report.result, Verdict::Refuted);
    let trace = report.trace.expect("a run");
    assert_eq!(trace.differences[0].clock + 1, trace.clocks.len());
    let failed = report.failure.expect("claims that fail").claims;
    assert!(failed.iter().any(|claim| claim.starts_with("front_candidate[")), "{failed:?}");
}

/// An edit of a module, and the first clock and output that show it.
type Case<'a> = (&'a str, &'a str, &'a str, usize, &'a str);

/// The first of the cases in every run, the others in soaks.
#[track_caller]
fn all_refuted(options: &Options, first: usize, cases: &[Case<'_>]) {
    let cases = if SOAK { cases } else { &cases[..first] };
    let found: Vec<_> = cases.iter().map(|(module, from, to, ..)| refuted("torus:4,4", options, module, from, to)).collect();
    let pinned: Vec<_> = cases.iter().map(|(.., clock, signal)| (*clock, (*signal).to_owned())).collect();
    assert_eq!(found, pinned);
}

#[test]
#[ignore = "long: a proof a fault"]
fn broken_heads_and_switches_are_refuted() {
    let cases: [Case<'_>; 6] = [
        ("ring_route", "& ~here[0]", "& here[0]", 2, "out[1].valid"),
        ("crossbar", "out_vc[o] <= send[5+o]", "out_vc[o] <= |from", 2, "out[0].vc"),
        ("switch_allocator", ".advance(|asks)", ".advance(1'b0)", 3, "out[0].head"),
        ("input_vc", "else if (sent) holds_vc <= ~front_is_tail;", "else if (sent) holds_vc <= 1'b0;", 3, "out[0].head"),
        ("output_vcs", "(released & credit_after_send) |", "released |", 4, "out[0].vc"),
        ("input_unit", "if (one_hot[port_at+1])", "if (one_hot[port_at+1] && port_at != 3)", 4, "out[0].valid"),
    ];
    all_refuted(&small(), 3, &cases);
}

#[test]
#[ignore = "long: a proof a fault"]
fn broken_buffers_counters_and_guards_are_refuted() {
    let cases: [Case<'_>; 4] = [
        ("local_guard", "{drop, in_valid", "{1'b0, in_valid", 1, "error[2]"),
        ("credit_counter", "credits <= {DEPTH{1'b1}}", "credits <= 1", 3, "out[0].valid"),
        ("input_unit", "(granted | return_credit) & ~rst", "(granted | return_credit)", 0, "in[0].credit_valid"),
        ("fifo_pointers", "not_empty & (write_slot == front_slot)", "1'b0", 4, "error[0]"),
    ];
    all_refuted(&small(), 3, &cases);
}

/// E5 and E6.
#[test]
#[ignore = "long: a proof a fault"]
fn credits_of_dropped_flits_that_are_lost_or_wrong_and_errors_that_stay_are_refuted() {
    let cases: [Case<'_>; 4] = [
        ("local_guard", "error & ~{3{clear_error}}", "error", 2, "error[1]"),
        ("input_unit", "return_credit ? return_credit_vc : picked_vc", "picked_vc", 2, "in[0].credit_vc"),
        ("input_unit", "(granted | return_credit)", "granted", 2, "in[0].credit_valid"),
        ("input_vc", "rst || pause", "rst", 4, "out[1].valid"),
    ];
    all_refuted(&small(), 2, &cases);
}

#[test]
fn a_router_of_one_clock_a_hop_that_is_broken_is_refuted() {
    let cases: [Case<'_>; 2] = [
        ("switch_allocator", ".advance(|asks)", ".advance(1'b0)", 2, "out[0].head"),
        ("input_vc", "rst || pause", "rst", 3, "out[1].valid"),
    ];
    all_refuted(&Options { pipeline: Pipeline::One, ..small() }, 1, &cases);
}

#[test]
#[ignore = "long: a proof a fault"]
fn broken_calls_and_picks_are_refuted() {
    let cases: [Case<'_>; 3] = [
        ("head_call", "head_request & ~called", "head_request", 4, "out[0].valid"),
        ("flit_pick", "body_if_kept & ~picked", "body_if_kept", 4, "out[0].valid"),
        ("flit_pick", "asks & {5{~pause}}", "asks", 3, "out[1].valid"),
    ];
    all_refuted(&Options { pipeline: Pipeline::Three, ..small() }, 2, &cases);
}
