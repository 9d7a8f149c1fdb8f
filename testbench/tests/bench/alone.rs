//! Routers by themselves: the sound ones agree with the model's, and a fault shows where several inputs ask for the same output VC.

use torusmith_design::{Order, Pipeline};
use torusmith_testbench::{Alone, Error, Silent};

use crate::support::Folder;

/// Of about so many clocks.
fn alone(folder: &Folder, clocks: u64) -> Option<Result<Alone, Error>> {
    Some(folder.open()?.alone(1, clocks, None, &mut Silent))
}

#[test]
fn a_router_agrees() {
    agree([Folder::small()]);
}

#[test]
#[ignore = "long: a design a kind"]
fn routers_of_all_kinds_agree() {
    agree([
        Folder::new("rdt:4", |o| o.pipeline = Pipeline::Three),
        Folder::new("rdt:4", |o| o.pipeline = Pipeline::One),
        Folder::new("torus:4,4", |o| (o.vcs, o.pipeline) = (Some(2), Pipeline::One)),
        Folder::new("torus:4,4", |o| (o.vcs, o.message_classes, o.order) = (Some(4), 2, Some(Order::Pair))),
        Folder::new("mesh:3,2", |o| (o.vcs, o.flit_width, o.buffer_depth) = (Some(1), Some(65), 2)),
    ]);
}

fn agree<const N: usize>(kinds: [Folder; N]) {
    for folder in kinds {
        let Some(found) = alone(&folder, 1 << 14) else { return };
        let found = found.unwrap();
        assert!(found.good(), "{found:?}");
        assert!(found.packets > found.routers * 100, "{found:?}");
    }
}

#[test]
fn the_same_seed_sends_the_same() {
    let folder = Folder::small();
    let Some(found) = alone(&folder, 1 << 12) else { return };
    assert_eq!(found.unwrap(), alone(&folder, 1 << 12).unwrap().unwrap());
    assert_ne!(folder.open().unwrap().alone(2, 1 << 12, None, &mut Silent).unwrap(), alone(&folder, 1 << 12).unwrap().unwrap());
}

/// Requester 1 is passed over after requester 0 was served, at each output: seen where a third one asks, too.
#[test]
#[ignore = "long: a build with waveforms"]
fn an_arbiter_that_passes_one_over() {
    let folder = Folder::small().edit("rr_arbiter.v", "<= above(grant);", "<= above(grant) & ~2;");
    let Some(bench) = folder.open() else { return };
    let dir = tempfile::tempdir().unwrap();
    let found = bench.alone(1, 1 << 14, Some(&dir.path().join("a.vcd")), &mut Silent).unwrap();
    let first = found.first_divergence.expect("not noticed");
    let wave = std::fs::read_to_string(first.wave.as_ref().unwrap()).unwrap();
    assert!(wave.contains("$enddefinitions") && wave.contains("out_data"));
    assert_eq!((first.clock, first.node, &*first.port_name, &*first.signal), (84, 0, "local", "out_data"), "{first}");
}

/// With one clock a hop a neighbour's heads are those that the Verilog itself lets out: that it lets none out is not passed over. Output 2 is x-, by which
/// node 0 goes to column 3; the tie to column 2 goes x+ from an even column.
#[test]
fn an_output_that_is_dead() {
    let folder = Folder::new("torus:4,4", |o| (o.vcs, o.flit_width, o.pipeline) = (Some(2), Some(32), Pipeline::One));
    let Some(found) = alone(&folder.tap("out_valid", 5, "out_valid_ & 5'b11011"), 1 << 12) else { return };
    let found = found.unwrap();
    assert_eq!(found.violations, ["router 0 (0,0): a head for 3 (0,3) does not leave it, though it is empty"]);
}

#[test]
fn of_a_whole_network_no_router_is_by_itself() {
    let Some(found) = alone(&Folder::whole(), 1000) else { return };
    let error = found.unwrap_err().to_string();
    assert!(error.contains("driver = alone") && error.contains("whole network"), "{error}");
}
