//! Designs with AXI4-Stream interfaces: what is refused, what is told.

use torusmith_design::Interface;
use torusmith_sim::traffic::{Lengths, Pattern, Sources, TrafficOptions};
use torusmith_testbench::{Axi, Design, Error, RecordOptions, RunOptions, Silent, UserOptions, check, record};

use crate::support::{Folder, options};

fn folder() -> Folder {
    Folder::new("torus:3,3", |o| (o.vcs, o.flit_width, o.interface) = (Some(2), Some(16), Interface::Axis))
}

fn axi(lengths: &[usize]) -> Axi {
    let traffic = TrafficOptions {
        pattern: Pattern::Uniform,
        rate: 0.5,
        lengths: Lengths::any_of(lengths).unwrap(),
        seed: 3,
        sources: Sources::default(),
    };
    Axi { traffic, users: UserOptions::default() }
}

fn run() -> RunOptions {
    RunOptions { cycles: 1000, ..RunOptions::default() }
}

/// Neither kind of lock step takes the other's designs, and streams are not recorded.
#[test]
fn the_interface_decides_what_can_be_run() {
    let told = |result: Result<(), Error>| result.unwrap_err().to_string();
    let streams = folder();
    let flits = Folder::small();
    let refused = told(check(&Design::open(flits.path()).unwrap(), &axi(&[2]), &run()));
    assert!(refused.contains("not AXI4-Stream interfaces"), "{refused}");
    let design = Design::open(streams.path()).unwrap();
    let traffic = axi(&[2]).traffic;
    let refused = told(record(&design, &RecordOptions { traffic, cycles: 10, node: None }, &mut Silent).map(|_| ()));
    assert!(refused.contains("torus_3_3_axi_node") && refused.contains("cosim"), "{refused}");
    let refused = told(check(&design, &axi(&[1, 2]), &run()));
    assert!(refused.contains("packet-flits = 1 ") && refused.contains("2 to 128"), "{refused}");
    let plain = options(0.1, 10);
    let refused = told(check(&design, &plain.plain, &plain.run));
    assert!(refused.contains("not flits and credits"), "{refused}");
}

/// A manifest whose ports are not those of such a node.
#[test]
fn ports_that_do_not_fit_are_told() {
    let folder = folder().edit(
        "axi_node.json",
        "\"name\":\"m_axis_tid\",\"direction\":\"output\",\"width\":4",
        "\"name\":\"m_axis_tid\",\"direction\":\"output\",\"width\":5",
    );
    let told = Design::open(folder.path()).unwrap_err().to_string();
    assert!(told.contains("m_axis_tid is Output [5], expected Output [4]"), "{told}");
    let folder = self::folder().edit("axi_node.json", "\"local_interface\": \"axis\"", "\"local_interface\": \"ahb\"");
    let told = Design::open(folder.path()).unwrap_err().to_string();
    assert!(told.contains("interface = ahb") && told.contains("flit, axis, axi4"), "{told}");
}

/// `tuser` has ceil(log2 M) bits, and is there only where M > 1.
#[test]
fn message_classes_have_ports() {
    let folder = |classes| {
        Folder::new("mesh:3,3", |o| {
            (o.vcs, o.flit_width, o.interface, o.message_classes) = (Some(classes), Some(16), Interface::Axis, classes)
        })
    };
    for classes in 1..=4 {
        check(&Design::open(folder(classes).path()).unwrap(), &axi(&[2]), &run()).unwrap();
    }
    for (classes, port) in [(2, "s_axis_tuser"), (3, "m_axis_tuser")] {
        let name = |port: &str| format!("\"name\":\"{port}\",\"direction\"");
        let folder = folder(classes).edit("axi_node.json", &name(port), &name("tuser"));
        let told = Design::open(folder.path()).unwrap_err().to_string();
        assert!(told.contains(&format!("{port} is missing")), "{told}");
    }
}

/// The manifest's widths are those of the ports, and go together.
#[test]
fn streams_have_ports_of_their_widths() {
    let folder = || {
        Folder::new("mesh:3,3", |o| {
            (o.flit_width, o.interface, o.stream_width, o.tkeep, o.user_width) = (Some(35), Interface::Axis, Some(32), true, Some(3));
        })
    };
    check(&Design::open(folder().path()).unwrap(), &axi(&[2]), &run()).unwrap();
    let told = |from: &str, to: &str| Design::open(folder().edit("axi_node.json", from, to).path()).unwrap_err().to_string();
    for (from, to, words) in [
        ("\"stream_width\": 32", "\"stream_width\": 12", "stream-width = 12 is not allowed; allowed: 8 to 512 in whole bytes"),
        ("\"stream_width\": 32", "\"stream_width\": 24", "s_axis_tdata is Input [32], expected Input [24]"),
        ("\"name\":\"m_axis_tkeep\"", "\"name\":\"tkeep\"", "m_axis_tkeep is missing"),
        ("\"user_width\": 3", "\"user_width\": 65", "user-width = 65 is not allowed; allowed: 0 to 64"),
        ("\"user_width\": 3", "\"user_width\": 30", "user_width = 30; heads with 30 user bits need FLIT_WIDTH = 46, not 35"),
    ] {
        let told = told(from, to);
        assert!(told.contains(words), "{told}");
    }
}

/// The first difference, with the beats before it.
#[test]
fn a_difference_is_told_with_node_and_signal() {
    let flip = "m_axis_tdata <= (node == 4'd5 && tail) ? ~beat : beat;";
    let Some(bench) = folder().edit("_axi_depacketizer.v", "m_axis_tdata <= beat;", flip).open() else { return };
    let report = bench.cosim(&axi(&[5]), &run(), &mut Silent).unwrap();
    let first = report.first_divergence.as_ref().unwrap_or_else(|| panic!("{report:?}"));
    assert_eq!((first.node, first.port, &*first.port_name, &*first.signal), (5, 0, "local", "m_axis_tdata"));
    let value = |text: &str| u32::from_str_radix(text.trim_start_matches("0x"), 16).unwrap();
    assert_eq!(value(&first.expected), !value(&first.found) & 0xffff);
    assert!(first.found_port.starts_with(&format!("last beat {} from ", first.found)), "{first}");
    // Three good beats of this packet, of four.
    assert!(first.recent.len() >= 3 && first.recent.iter().all(|line| line.contains(": beat 0x")), "{first}");
    assert!(!report.good() && report.mismatches >= 1);
}
