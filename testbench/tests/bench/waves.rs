//! What is told of a difference.

use std::fs;

use crate::support::{Folder, builder, options, run};

/// The tail mark is lost at output x+ alone.
fn broken() -> Folder {
    Folder::small().tap("out_tail", 5, "out_tail_ & 5'b11101")
}

#[test]
#[ignore = "long: builds with waveforms in two formats"]
fn a_difference_is_told_with_everything_around_it() {
    let folder = broken();
    let Some(bench) = folder.open() else { return };
    let mut all = options(0.2, 1000);
    let report = run(&bench, &all);
    let first = report.first_divergence.as_ref().unwrap();
    assert_eq!((&first.signal[..], first.port, &first.port_name[..]), ("out_tail", 1, "x+"));
    assert_eq!((&first.expected[..], &first.found[..]), ("1", "0"));
    assert_eq!(first.address, format!("{},{}", first.node / 4, first.node % 4));
    assert!(first.expected_port.starts_with("head and tail flit 0 of packet") || first.expected_port.starts_with("tail flit"), "{first}");
    assert!(first.found_port.starts_with("head flit 0x") || first.found_port.starts_with("body flit 0x"), "{first}");
    assert!(report.cycles + report.drain_cycles == first.clock + 1);

    let dir = tempfile::tempdir().unwrap();
    for (name, fst) in [("a.vcd", false), ("a.fst", builder().unwrap().has_fst())] {
        all.run.wave = Some(dir.path().join(name));
        let told = run(&bench, &all).first_divergence.unwrap();
        let path = told.wave.as_ref().unwrap();
        assert_eq!(path.extension().unwrap() == "fst", fst, "{told}");
        assert_eq!(told.wave_note.is_some(), name == "a.fst" && !fst);
        if fst {
            assert!(fs::metadata(path).unwrap().len() > 1000);
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let scopes = text.lines().filter(|l| l.contains("$scope module node")).count();
        assert_eq!(scopes, 5, "the router and its four neighbours");
        assert!(text.contains(&format!("$scope module node{} $end", told.node)));
        let times: Vec<u64> = text.lines().filter_map(|l| l.strip_prefix('#')?.parse().ok()).collect();
        // Ten units a clock, from 64 clocks before to 16 after.
        assert_eq!(times[0] / 10, told.clock.saturating_sub(64));
        assert_eq!(times.last().unwrap() / 10, told.clock + 17);
        // It says the same but for the file.
        let without = torusmith_testbench::Divergence { wave: None, wave_note: None, ..told.clone() };
        assert_eq!(&without, first);
    }
}

#[test]
fn the_last_flits_at_the_port_are_told() {
    // The bit turns late, so that there are flits before.
    let folder = Folder::small()
        .tap("out_data", 80, "out_data_ ^ {79'd0, age[8]}")
        .with_verilog("reg [8:0] age; always @(posedge clk) age <= rst ? 9'd0 : age + {8'd0, ~age[8]};");
    let Some(bench) = folder.open() else { return };
    let report = run(&bench, &options(0.5, 1000));
    let first = report.first_divergence.unwrap();
    assert_eq!((&first.signal[..], first.port), ("out_data", 0));
    assert!(first.clock >= 256 && first.expected != first.found && first.expected.len() == 6, "{first}");
    let clocks: Vec<u64> = first.recent.iter().map(|l| l.split([' ', ':']).nth(1).unwrap().parse().unwrap()).collect();
    assert_eq!(clocks.len(), 8, "{first}");
    assert!(clocks.is_sorted() && clocks.iter().all(|&c| c < first.clock));
    assert!(report.mismatches > 1 && !first.others.is_empty() && first.others.iter().all(|other| other.signal == "out_data"));
    assert!(first.to_string().starts_with(&format!("clock {}: router {} (", first.clock, first.node)));
}
