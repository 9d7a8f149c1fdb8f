//! A head's own bits (docs/router.md, rule L4): not compared, in the lock step and in the recorded bench; all others are. Here those of torus(4,4) with
//! flits of 36 bits, 35 to 28, which lie in two words of the shim.

use torusmith_testbench::{PlainCounts, RunReport};

use crate::support::{Folder, options, run};

/// `flipped` is what the crossbar's data is flipped by, of output `o`.
pub fn flipping(flipped: &str) -> Folder {
    let folder = Folder::new("torus:4,4", |o| (o.vcs, o.flit_width) = (Some(2), Some(36)));
    let (assigns, last) = ("out_data[o*FLIT_WIDTH +: FLIT_WIDTH] =", "& data[4*FLIT_WIDTH +: FLIT_WIDTH]);");
    let folder = folder.edit("_crossbar.v", assigns, &format!("{assigns} {flipped} ^ ("));
    folder.edit("_crossbar.v", last, "& data[4*FLIT_WIDTH +: FLIT_WIDTH]));")
}

/// All of the own bits, in heads.
pub const OWN_OF_HEADS: &str = "{{8{out_head[o]}}, 28'd0}";
/// The highest bit below them.
pub const FREE_OF_HEADS: &str = "{8'd0, out_head[o], 27'd0}";
/// The same bits as the first, in the flits that are no heads.
pub const OWN_OF_BODIES: &str = "{{8{~out_head[o]}}, 28'd0}";

fn lock_step(flipped: &str) -> Option<RunReport<PlainCounts>> {
    Some(run(&flipping(flipped).open()?, &options(0.3, 1000)))
}

#[test]
fn own_bits_of_heads_may_hold_anything() {
    let Some(report) = lock_step(OWN_OF_HEADS) else { return };
    assert!(report.good() && report.counts.packets_delivered > 300, "{report:?}");
}

#[test]
fn the_bits_below_them_are_compared() {
    let Some(report) = lock_step(FREE_OF_HEADS) else { return };
    let first = report.first_divergence.expect("a difference");
    // Nine digits, the first two the own bits; bit 27 is in the third.
    assert_eq!((&first.signal[..], &first.expected[..5], &first.found[..5]), ("out_data", "0x000", "0x008"), "{first}");
}

#[test]
fn of_other_flits_they_are_compared() {
    let Some(report) = lock_step(OWN_OF_BODIES) else { return };
    let first = report.first_divergence.expect("a difference");
    assert_eq!(first.signal, "out_data");
    assert!(!first.found_port.contains("head"), "{first}");
}
