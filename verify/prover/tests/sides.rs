//! Rules of the interfaces: those that are generated keep them, and each fault is refuted by the rule that it breaks.

use std::path::Path;

use torusmith_design::{Interface, Scope};
use torusmith_generator::{Axi4Options, Design as Generated, Options, generate};
use torusmith_prover::prove::Verdict;
use torusmith_prover::sides::{SideReport, prove};
use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_synthesis::{Cache, Yosys};
use torusmith_topology::Network;

fn reports(dir: &Path, only: &str) -> Result<Vec<SideReport>, String> {
    prove(&Design::open(dir).unwrap(), only, &Yosys::find().unwrap(), &Cache::off(), 60.0, &|_| ()).map_err(|error| error.to_string())
}

fn streams(vcs: u32, depth: u32) -> Options {
    Options { scope: Scope::Network, interface: Interface::Axis, vcs: Some(vcs), buffer_depth: depth, ..Options::default() }
}

/// A manager with an own link, and subordinates with and without one.
fn small(network: &Network) -> Options {
    let map = "managers = [\"1,1\"]\n[[range]]\nname = \"a\"\nbase = 0x1000\nsize = 0x1000\nnode = \"1,1\"\n\
               [[range]]\nname = \"b\"\nbase = 0x2000\nsize = 0x1000\nnode = \"0,1\"\naddress = \"keep\"\n";
    let map = torusmith_topology::address_map::parse(map, "map.toml", network, 14).unwrap();
    let axi4 = Axi4Options {
        map: Some(map),
        address_width: Some(14),
        data_width: Some(32),
        id_width: Some(2),
        read_slots: Some(2),
        write_slots: Some(2),
        max_burst: Some(4),
        read_beats: Some(4),
        write_beats: Some(4),
        reads_held: Some(2),
        writes_held: Some(2),
        ..Axi4Options::default()
    };
    Options { interface: Interface::Axi4, axi4, ..streams(2, 2) }
}

#[track_caller]
fn proved(network: &str, options: &dyn Fn(&Network) -> Options, modules: usize) -> Vec<SideReport> {
    let network: Network = network.parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    generate(&network, &options(&network)).unwrap().write(folder.path()).unwrap();
    let reports = reports(folder.path(), "").unwrap();
    assert_eq!(reports.len(), modules);
    for report in &reports {
        let not: Vec<_> = report.rules.iter().filter(|rule| rule.result != Verdict::Proved).collect();
        assert!(report.result == Verdict::Proved && not.is_empty(), "{network}: {not:?}, {:?}", report.failed_helpers);
        assert!(report.run.is_none() && report.failed_helpers.is_empty() && report.rules.len() > 8);
    }
    reports
}

#[test]
fn sides_of_axi4_are_proved() {
    let reports = proved("mesh:2,2", &small, 3);
    let modules: Vec<_> = reports.iter().map(|report| (&report.module[9..], report.parameters.ends_with("OWN_LINK=1"))).collect();
    assert_eq!(modules, [("axi4_manager", true), ("axi4_subordinate", true), ("axi4_subordinate", false)]);
}

/// Reads go between the flits of writes.
#[test]
fn sides_with_two_message_classes_are_proved() {
    proved("mesh:2,2", &|network| Options { message_classes: 2, vcs: Some(2), ..small(network) }, 3);
}

/// Credits as a number, packets in any order, user signals.
#[test]
#[ignore = "long: deeper buffers"]
fn sides_without_order_are_proved() {
    let options = |network: &Network| {
        let order = Some(torusmith_design::Order::None);
        Options { vcs: Some(3), buffer_depth: 6, order, user_width: Some(3), ..small(network) }
    };
    proved("mesh:2,2", &options, 3);
}

#[test]
fn streams_are_proved() {
    proved("mesh:2,2", &|_| streams(2, 2), 1);
    proved("torus:4,4", &|_| streams(1, 4), 1);
    // A flit has several beats.
    proved("mesh:2,2", &|_| Options { stream_width: Some(8), ..streams(2, 4) }, 1);
}

/// Routing bits, credits as a number; a beat of several flits, packets in any order.
#[test]
#[ignore = "long: deeper buffers"]
fn larger_streams_are_proved() {
    proved("rdt:8", &|_| streams(4, 6), 1);
    proved(
        "mesh:2,2",
        &|_| Options { stream_width: Some(64), tkeep: true, order: Some(torusmith_design::Order::None), ..streams(2, 4) },
        1,
    );
}

#[test]
#[ignore = "long: 12,000 registers a manager side"]
fn shipped_sides_are_proved() {
    let options = |network: &Network| {
        let map = small(network).axi4.map;
        let axi4 = Axi4Options { map, address_width: Some(14), ..Axi4Options::default() };
        Options { scope: Scope::Network, interface: Interface::Axi4, axi4, ..Options::default() }
    };
    proved("torus:4,4", &options, 3);
}

/// A design in a folder, with the first `from` in a module's file replaced; of a name, all.
fn broken(network: &Network, design: &Generated, only: &str, (module, from, to): (&str, &str, &str)) -> Result<Vec<SideReport>, String> {
    let folder = tempfile::tempdir().unwrap();
    design.write(folder.path()).unwrap();
    let file = folder.path().join(format!("rtl/{}_{module}.v", network.slug()));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(from), "no `{from}` in {text}");
    let all = if from == "sending" { usize::MAX } else { 1 };
    std::fs::write(&file, text.replacen(from, to, all)).unwrap();
    reports(folder.path(), only)
}

/// Each fault is refuted by a rule, with a run that ends in a clock with something on a link or channel.
fn refuted(side: &str, options: &dyn Fn(&Network) -> Options, faults: &[(&str, &str, &str, &str)]) {
    let network: Network = "mesh:2,2".parse().unwrap();
    let design = generate(&network, &options(&network)).unwrap();
    for (module, from, to, rule) in faults {
        let all = broken(&network, &design, side, (module, from, to)).unwrap();
        let wrong = |report: &&SideReport| report.rules.iter().any(|one| one.rule == *rule && one.result == Verdict::Refuted);
        let Some(report) = all.iter().find(wrong) else { panic!("{to} does not break {rule}: {all:#?}") };
        let run = report.run.as_ref().unwrap();
        let broken = format!("{} {rule} is broken: ", run.clocks);
        assert!(report.result == Verdict::Refuted && run.lines.iter().any(|line| line.starts_with(&broken)), "{to}: {run:?}");
    }
}

#[test]
fn twins_of_known_faults_are_refuted() {
    refuted(
        "axi4_manager",
        &small,
        &[
            // The twin of a fault of another generator: the payload of a held response goes on to the next one.
            ("axi4_write_responses", "if (free) begin\n      bid", "if (free | waits) begin\n      bid", "RS2"),
            // The twin of another: an error burst that arrives switches a beat that is held.
            ("axi4_read_data", "if (free) begin\n      rid", "if (free | err_start) begin\n      rid", "RS5"),
        ],
    );
}

#[test]
#[ignore = "long: a proof for each fault"]
fn faults_of_managers_are_refuted() {
    refuted(
        "axi4_manager",
        &small,
        &[
            ("axi4_write_responses", "if (rst) bvalid <= 1'b0;", "if (rst) bvalid <= 1'b1;", "RS2"),
            ("axi4_read_data", "beat | ~free", "beat & free", "RS5"),
            ("credit_counter", "{1'b0, credits[DEPTH:2]}", "credits", "G1"),
            ("axi4_giver", "out_head <= ~behind_head", "out_head <= 1'b1", "G3"),
            ("axi4_giver", "chosen[1] :", "way[1] :", "G3"),
            ("axi4_taker", "(|pop[1:0]) | passes", "leaves | in_valid", "TK1"),
            ("axi4_manager", "node, read_to", "read_to, read_to", "P1"),
            ("axi4_giver", "out_tail <= behind_head ? tail : ~begins", "out_tail <= behind_head ? tail : 1'b1", "P1"),
            ("axi4_requests", "own      <= (first_to == node) & right", "own      <= right", "G2"),
            ("axi4_requests", "assign asks = full & ", "assign asks = ", "I3"),
        ],
    );
}

#[test]
#[ignore = "long: a proof for each fault"]
fn faults_of_subordinates_are_refuted() {
    refuted(
        "axi4_subordinate",
        &small,
        &[
            ("axi4_subordinate", "if (read_free) ar ", "if (read_free | takes) ar ", "S1"),
            ("axi4_subordinate", "takes_write | ~write_free", "takes_write", "S1"),
            ("axi4_subordinate", "if (data_free) begin", "if (takes) begin", "S1"),
            ("axi4_giver", "has_credit[1] & read_to", "has_credit[1]", "G2"),
            ("axi4_held", "own      <= next_own", "own      <= 1'b0", "G2"),
            ("axi4_giver", "out_valid <= 1'b0;", "out_valid <= 1'b1;", "S4"),
            ("axi4_taker", "by_link ? in_tail : from[2] ? own_tail_out : vc_tail", "by_link ? in_tail : vc_tail", "S1"),
            ("axi4_subordinate", "w_last <= tail", "w_last <= tail & ~w[0]", "S1"),
            ("axi4_held", "out_slot <= next_slot", "out_slot <= slot", "S2"),
            ("axi4_held", "(held != MOST", "(1'b1", "S2"),
            ("axi4_skid_buffer", "out    <= second_full ? second : in", "out    <= in", "S4"),
            ("axi4_subordinate", "put = room & m_axi_rvalid", "put = room & m_axi_rvalid & m_axi_rready & ~b_there", "S4"),
            ("axi4_subordinate", "if (rst) w_valid <= 1'b0", "if (rst) w_valid <= 1'b1", "S1"),
            ("axi4_giver", "read_given & ~tail", "write_given | read_given & ~tail", "P1"),
        ],
    );
}

#[test]
fn faults_of_streams_are_refuted() {
    refuted(
        "axi_interface",
        &|_| streams(2, 2),
        &[
            ("axi_depacketizer", "if (space) begin", "if (there) begin", "M5"),
            ("axi_depacketizer", "out_credit_valid <= leave", "out_credit_valid <= leave | there", "M6"),
            ("axi_depacketizer", "m_axis_tvalid    <= 1'b0;", "m_axis_tvalid    <= 1'b1;", "M3"),
            ("axi_depacketizer", "data = by_link ? in_data : buffer_data", "data = in_data", "M4"),
            ("axi_depacketizer", "m_axis_tlast <= last", "m_axis_tlast <= last & by_link", "M4"),
            ("axi_packetizer", "flow <= credit_next & ~stop", "flow <= ~stop", "T1"),
            ("axi_packetizer", "out_head <= idle", "out_head <= flow", "T6"),
            ("axi_packetizer", "tail = s_axis_tlast", "tail = s_axis_tlast | s_axis_tdata[0]", "T6"),
            ("axi_packetizer", "~idle & tail", "tail", "T5"),
            ("axi_packetizer", "next_data[3:0] = header", "next_data[3:0] = ~header", "T5"),
            ("axi_packetizer", "wire bad = destination == node", "wire bad = 1'b0", "T4"),
            ("axi_packetizer", "out_valid <= 1'b0", "out_valid <= 1'b1", "T2"),
        ],
    );
}

/// A run is printed clock by clock: a held response whose payload changes.
#[test]
fn a_run_names_the_signals() {
    let network: Network = "mesh:2,2".parse().unwrap();
    let design = generate(&network, &small(&network)).unwrap();
    let fault = ("axi4_write_responses", "if (free) begin\n      bid", "if (free | waits) begin\n      bid");
    let all = broken(&network, &design, "axi4_manager", fault).unwrap();
    let run = all[0].run.as_ref().unwrap();
    let held: Vec<&String> = run.lines.iter().filter(|line| line.contains(" s_axi_bvalid ")).collect();
    let [.., before, after] = held[..] else { panic!("{run:?}") };
    assert!(before.contains(" ready=0 "), "{before}");
    let payload =
        |line: &str| line.split_whitespace().filter(|word| word.starts_with("id=") || word.starts_with("resp=")).collect::<String>();
    assert_ne!(payload(before), payload(after));
    assert!(run.lines.iter().any(|line| line.contains(" s_axi_awvalid addr=")), "{run:?}");
}

#[test]
fn what_cannot_be_proved_is_refused_in_a_line() {
    let network: Network = "mesh:2,2".parse().unwrap();
    let design = generate(&network, &streams(2, 2)).unwrap();
    let told = broken(&network, &design, "", ("axi_packetizer", "sending", "sends")).unwrap_err();
    assert!(told.contains("mesh_2_2_axi_interface has no u_packetizer.sending, of which the proof speaks: keep the names"), "{told}");
    let flits = generate(&network, &Options { interface: Interface::Flit, ..streams(2, 2) }).unwrap();
    let folder = tempfile::tempdir().unwrap();
    flits.write(folder.path()).unwrap();
    let told = reports(folder.path(), "").unwrap_err();
    assert!(told.contains("mesh_2_2_network has no interfaces to AXI4 or AXI4-Stream: generate with --scope network"), "{told}");
}
