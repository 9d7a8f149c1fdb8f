//! Message classes of the AXI4-Stream interface (docs/axi_interface.md; docs/router.md, RC8), clocks worked out manually.

use torusmith_sim::axi::{Beat, Flit, Inputs, Link};

use super::axi::{Bench, beat, body, credit, flit, head, silence};

/// A beat to node 5 with a `tuser`.
pub(super) fn of_class(tuser: u64, word: u32, tlast: bool) -> Inputs {
    Inputs { tuser, ..beat(word, tlast, 5) }
}

/// A clock: expected `s_axis_tready` and flit on the link, then the inputs from the user and from the router.
pub(super) type Clock = ((bool, Option<(usize, Flit)>), (Inputs, Link));

pub(super) fn check(mut bench: Bench, clocks: &[Clock]) {
    for (clock, (shown, (inputs, router))) in clocks.iter().enumerate() {
        assert_eq!((bench.tready(), bench.sent()), *shown, "clock {clock}");
        bench.step(*inputs, *router);
    }
}

/// T2, T5: M = 2, V = 4, D = 3. A packet of class 1 goes by VC 2 or 3; the `tuser` of a later beat, and of the first in later clocks, is not looked at.
#[test]
fn a_packet_takes_the_lowest_whole_vc_of_its_class() {
    let none = Link::default();
    let wait = (false, None);
    let sent = |vc, flit| Some((vc, flit));
    check(
        Bench::with_classes(4, 3, 2),
        &[
            (wait, (of_class(1, 10, false), none)), // idle and ready: VC 2
            ((true, sent(2, head(1, 5))), (of_class(0, 10, false), none)),
            ((true, sent(2, body(10, false))), (of_class(0, 11, true), none)),
            ((false, sent(2, body(11, true))), (of_class(1, 20, false), none)), // ready: VC 2 has no credit left, VC 3
            ((true, sent(3, head(1, 5))), (of_class(1, 20, false), none)),
            ((true, sent(3, body(20, false))), (of_class(1, 21, true), none)),
            ((false, sent(3, body(21, true))), (of_class(1, 30, true), none)), // ready; of VCs 0 and 1, which have all their credits, none is taken
            (wait, (of_class(1, 30, true), credit(3))),
            (wait, (of_class(1, 30, true), credit(3))),
            (wait, (of_class(1, 30, true), credit(3))),
            (wait, (of_class(1, 30, true), none)), // VC 3 has three credits again
            ((true, sent(3, head(1, 5))), (of_class(1, 30, true), none)),
            ((false, sent(3, body(30, true))), (of_class(0, 40, true), none)), // ready: VC 0
            ((true, sent(0, head(1, 5))), (of_class(0, 40, true), none)),
            ((false, sent(0, body(40, true))), (silence(true), none)),
        ],
    );
}

/// T4: M = 3, V = 3. There is no class 3; the packet is dropped though its destination is a node, and the next one, of class 2, is sent.
#[test]
fn a_class_that_is_none_is_dropped() {
    let mut bench = Bench::with_classes(3, 4, 3);
    let mut seen = Vec::new();
    for inputs in [
        of_class(3, 10, false), // idle
        of_class(2, 10, false), // dropping
        of_class(2, 11, true),
        of_class(2, 20, true), // ready: VC 2
        of_class(3, 20, true),
        silence(true),
    ] {
        seen.push((bench.tready(), bench.interface.outputs().error, bench.sent()));
        bench.step(inputs, Link::default());
    }
    let none = |tready, error| (tready, error, None);
    let sent = |tready, flit| (tready, 1, Some((2, flit)));
    let expected = [none(false, 0), none(true, 1), none(true, 1), none(false, 1), sent(true, head(1, 5)), sent(false, body(20, true))];
    assert_eq!(seen, expected);
}

/// M2, M4: M = 2, V = 4. `tuser` belongs to the beat in the register, not to the head that M3 has picked since.
#[test]
fn tuser_is_that_of_the_beat() {
    let mut bench = Bench::with_classes(4, 4, 2);
    let arrivals = [flit(1, head(4, 1)), flit(1, body(10, true)), flit(2, head(7, 1)), flit(2, body(20, true))];
    let seen: Vec<_> = (0..7)
        .map(|clock| {
            let beat = bench.interface.outputs().beat.map(|Beat { tdata, tlast, tid, tuser, .. }| (tdata[0], tlast, tid, tuser));
            let shown = (beat, bench.interface.link().credit);
            // Not ready up to clock 3.
            bench.step(silence(clock > 3), arrivals.get(clock).copied().unwrap_or_default());
            shown
        })
        .collect();
    let (first, second) = (Some((10, true, 4, 0)), Some((20, true, 7, 1)));
    let expected = [
        (None, None), // the head on VC 1 passes
        (None, Some(1)),
        (first, Some(1)), // the head on VC 2 passes
        (first, Some(2)),
        (first, None),
        (second, Some(2)),
        (None, None),
    ];
    assert_eq!(seen, expected);
}

/// RC8: of six VCs each of three classes has two.
#[test]
fn every_vc_has_its_class() {
    let class_of = |vc| {
        let mut bench = Bench::with_classes(6, 4, 3);
        for arrival in [flit(vc, head(4, 1)), flit(vc, body(10, true))] {
            bench.step(silence(true), arrival);
        }
        bench.interface.outputs().beat.map(|beat| beat.tuser)
    };
    assert_eq!([0, 1, 2, 3, 4, 5].map(class_of), [0, 0, 1, 1, 2, 2].map(Some));
}
