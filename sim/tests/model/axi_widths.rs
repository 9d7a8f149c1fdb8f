//! Streams of other widths than flits, with `tkeep` and user bits: clocks and data worked out manually from docs/axi_interface.md.

use torusmith_sim::axi::{Beat, Data, Flit, Inputs, Link, StreamOptions, Streams};
use torusmith_sim::config::RouterConfig;

use super::axi::{Bench, credit, flit, head, silence};

/// The interface of node 1 of nine, V = 1: W, S, `TKEEP` and D.
fn bench(flit_width: u32, width: u32, tkeep: bool, depth: usize) -> Bench {
    let streams = Streams::new(flit_width, 1, StreamOptions { width: Some(width), tkeep, user_width: None }).unwrap();
    Bench::with_streams(RouterConfig { vcs: 1, depth, ..RouterConfig::default() }, streams)
}

fn data(low: u64) -> Data {
    let mut data = [0; 16];
    (data[0], data[1]) = (low as u32, (low >> 32) as u32);
    data
}

/// A beat to node 5.
fn beat(tdata: u64, tkeep: u64, tlast: bool) -> Inputs {
    Inputs { tvalid: true, tdata: data(tdata), tkeep, tlast, tdest: 5, tready: true, ..Inputs::default() }
}

fn body(low: u64, last: bool) -> Flit {
    Flit::Beat { data: data(low), last }
}

/// A clock: expected `s_axis_tready`, flit on the link, and `error`; then the inputs from the user and the credit from the router.
type Clock = ((bool, Option<Flit>, u8), (Inputs, Link));

fn check(mut bench: Bench, clocks: &[Clock]) {
    for (clock, (shown, (inputs, router))) in clocks.iter().enumerate() {
        assert_eq!((bench.tready(), bench.sent().map(|(_, flit)| flit), bench.interface.outputs().error), *shown, "clock {clock}");
        bench.step(*inputs, *router);
    }
}

/// Idle and ready, with a beat before it (T2, T5).
fn begins(first: Inputs) -> [Clock; 1] {
    [((false, None, 0), (first, Link::default()))]
}

const NONE: Link = Link { flit: None, credit: None };
const HEAD: Option<Flit> = Some(Flit::Head { source: 1, destination: 5, bits: 0, user: 0 });

/// T8: W = 32, S = 8: three bytes a flit and a count of two bits. Five beats are two flits; a tail with one byte.
#[test]
fn beats_are_packed_into_flits() {
    let rest = [
        ((true, HEAD, 0), (beat(0xa1, 0, false), NONE)),
        ((true, None, 0), (beat(0xa2, 0, false), NONE)),
        ((true, None, 0), (beat(0xa3, 0, false), NONE)),
        ((true, Some(body(0xa3_a2a1, false)), 0), (silence(true), NONE)), // a pause
        ((true, None, 0), (beat(0xa4, 0, false), NONE)),
        ((true, None, 0), (beat(0xa5, 0, true), NONE)),
        ((false, Some(body(2 << 30 | 0xa5a4, true)), 0), (beat(0xb1, 0, true), NONE)), // idle
        ((false, None, 0), (beat(0xb1, 0, true), credit(0))),
        ((false, None, 0), (beat(0xb1, 0, true), credit(0))),
        ((false, None, 0), (beat(0xb1, 0, true), credit(0))),
        ((false, None, 0), (beat(0xb1, 0, true), NONE)), // D = 4 credits again: the head is given
        ((true, HEAD, 0), (beat(0xb1, 0, true), NONE)),
        ((false, Some(body(1 << 30 | 0xb1, true)), 0), (silence(true), NONE)),
    ];
    check(bench(32, 8, false, 4), &[&begins(beat(0xa1, 0, false))[..], &rest].concat());
}

/// T1, T8: a beat that only is gathered wants a credit, too, and takes none.
#[test]
fn gathering_waits_for_a_credit() {
    let rest = [
        ((true, HEAD, 0), (beat(1, 0, false), NONE)),
        ((true, None, 0), (beat(2, 0, false), NONE)),
        ((true, None, 0), (beat(3, 0, false), NONE)),
        ((false, Some(body(0x30201, false)), 0), (beat(4, 0, true), credit(0))), // D = 2: none left
        ((true, None, 0), (beat(4, 0, true), NONE)),
        ((false, Some(body(1 << 30 | 4, true)), 0), (silence(true), NONE)),
    ];
    check(bench(32, 8, false, 2), &[&begins(beat(1, 0, false))[..], &rest].concat());
}

/// T9: W = 32, S = 64: two flits a beat, the lowest bytes first; the second waits for its credit, and a beat for the second.
#[test]
fn beats_are_split_into_flits() {
    let (a, b) = (0x0807_0605_0403_0201, 0x1817_1615_1413_1211);
    let rest = [
        ((true, HEAD, 0), (beat(a, 0, false), NONE)),
        ((false, Some(body(0x0403_0201, false)), 0), (beat(b, 0, true), NONE)),
        ((false, Some(body(0x0807_0605, false)), 0), (beat(b, 0, true), credit(0))), // D = 3: no credit
        ((true, None, 0), (beat(b, 0, true), NONE)),
        ((false, Some(body(0x1413_1211, false)), 0), (silence(true), NONE)), // no credit for the tail
        ((false, None, 0), (silence(true), credit(0))),
        ((false, None, 0), (beat(a, 0, true), NONE)), // given; still no beat is looked at
        ((false, Some(body(0x1817_1615, true)), 0), (beat(a, 0, true), NONE)), // idle, without a credit
        ((false, None, 0), (silence(true), NONE)),
    ];
    check(bench(32, 64, false, 3), &[&begins(beat(a, 0, false))[..], &rest].concat());
}

/// T9, T10: W = 32, S = 32 with `tkeep`: three bytes a flit. A last beat of three bytes is one flit, one of four is two.
#[test]
fn a_last_beat_has_as_many_flits_as_its_bytes_take() {
    let rest = [
        ((true, HEAD, 0), (beat(0x0403_0201, 15, false), NONE)),
        ((false, Some(body(0x03_0201, false)), 0), (beat(0xff13_1211, 7, true), NONE)),
        ((true, Some(body(0x04, false)), 0), (beat(0xff13_1211, 7, true), NONE)),
        ((false, Some(body(3 << 30 | 0x13_1211, true)), 0), (silence(true), NONE)), // the byte that is not valid is 0
    ];
    check(bench(32, 32, true, 8), &[&begins(beat(0x0403_0201, 15, false))[..], &rest].concat());
    let rest = [
        ((true, HEAD, 0), (beat(0x0403_0201, 15, true), NONE)),
        ((false, Some(body(0x03_0201, false)), 0), (silence(true), NONE)),
        ((false, Some(body(1 << 30 | 4, true)), 0), (silence(true), NONE)),
        ((false, None, 0), (silence(true), NONE)),
    ];
    check(bench(32, 32, true, 8), &[&begins(beat(0x0403_0201, 15, true))[..], &rest].concat());
}

/// T8 with `tkeep`: W = 35, S = 32, a beat a flit; the count is in bits 32 to 34.
#[test]
fn a_beat_and_its_count_are_a_flit() {
    let rest = [
        ((true, HEAD, 0), (beat(0x0403_0201, 15, false), NONE)),
        ((true, Some(body(0x0403_0201, false)), 0), (beat(0xeeee_1211, 3, true), NONE)),
        ((false, Some(body(2 << 32 | 0x1211, true)), 0), (silence(true), NONE)),
    ];
    check(bench(35, 32, true, 8), &[&begins(beat(0x0403_0201, 15, false))[..], &rest].concat());
}

/// T10: a beat with a hole, or without all bytes before the last one, or without any: a tail with the cut mark, the rest is thrown away.
#[test]
fn a_beat_that_is_not_proper_cuts_its_packet_short() {
    for tkeep in [0b1011, 0b0011, 0] {
        let rest = [
            ((true, HEAD, 0), (beat(0x0403_0201, 15, false), NONE)),
            ((true, Some(body(0x0403_0201, false)), 0), (beat(9, tkeep, false), NONE)),
            ((true, Some(body(1, true)), 2), (beat(8, 15, false), NONE)), // dropping
            ((true, None, 2), (silence(true), NONE)),
            ((true, None, 2), (Inputs { clear_error: true, ..beat(7, 0, true) }, NONE)), // E6; no beat is looked at
            ((false, None, 0), (beat(6, 15, true), NONE)),                               // idle
            ((false, None, 0), (silence(true), NONE)),
        ];
        check(bench(35, 32, true, 8), &[&begins(beat(0x0403_0201, 15, false))[..], &rest].concat());
    }
    // A null beat last, after a gathered beat: two beats of two bytes in a flit.
    let rest = [
        ((true, HEAD, 0), (beat(0xa2a1, 3, false), NONE)),
        ((true, None, 0), (beat(0xa4a3, 0b10, true), NONE)),
        ((false, Some(body(1, true)), 2), (beat(0xb2b1, 3, true), credit(0))), // idle
        ((false, None, 2), (beat(0xb2b1, 3, true), credit(0))),
        ((false, None, 2), (beat(0xb2b1, 3, true), NONE)),
        ((true, HEAD, 2), (beat(0xb2b1, 3, true), NONE)),
        ((false, Some(body(2 << 32 | 0xb2b1, true)), 2), (silence(true), NONE)), // nothing is left of the packet before
    ];
    check(bench(35, 16, true, 4), &[&begins(beat(0xa2a1, 3, false))[..], &rest].concat());
}

/// T8, T9: whole beats of `0xa1`, `0xa2`, .., a byte each, and a null beat: the flits after the head; the bytes of the null beat do not count.
#[test]
fn a_null_beat_ends_its_packet() {
    let flits = |(flit_width, width): (u32, u32), whole: u64| {
        let (mut bench, mut sent, mut taken) = (bench(flit_width, width, true, 8), Vec::new(), 0);
        for _ in 0..40 {
            let beat = if taken < whole { beat(0xa1 + taken, (1 << (width / 8)) - 1, false) } else { beat(u64::MAX, 0, true) };
            taken += u64::from(bench.tready() && taken <= whole);
            sent.extend(bench.sent().map(|(_, flit)| flit));
            bench.step(if taken > whole && !bench.tready() { silence(true) } else { beat }, NONE);
        }
        assert_eq!((bench.interface.outputs().error, sent.remove(0)), (0, HEAD.unwrap()), "{flit_width} {width}");
        sent
    };
    // S = 8: three beats a flit; the null mark is bit 8 * 2, counts are in bits 30 and 31.
    let narrow = (32, 8);
    assert_eq!(flits(narrow, 0), [body(1 << 16, true)]);
    assert_eq!(flits(narrow, 1), [body(1 << 30 | 1 << 16 | 0xa1, true)]);
    assert_eq!(flits(narrow, 2), [body(2 << 30 | 1 << 16 | 0xa2a1, true)]);
    assert_eq!(flits(narrow, 3), [body(0xa3_a2a1, false), body(1 << 16, true)]);
    // S = 32: a beat a flit of 35 bits, two flits a beat over 32.
    assert_eq!(flits((35, 32), 0), [body(0, true)]);
    assert_eq!(flits((35, 32), 1), [body(0xa1, false), body(0, true)]);
    assert_eq!(flits((32, 32), 0), [body(0, true)]);
    assert_eq!(flits((32, 32), 1), [body(0xa1, false), body(0, false), body(0, true)]);
}

/// M7, M8: beats of such flits. A byte in the place of the null mark is no mark, and a tail with the cut mark is another case.
#[test]
fn null_beats_come_out_as_they_went_in() {
    let beats = |(flit_width, width): (u32, u32), flits: &[Flit]| -> (Vec<_>, u8) {
        let seen = out(bench(flit_width, width, true, 8), &[&[head(4, 1)], flits].concat(), &[], 12);
        let error = seen.last().unwrap().2;
        (seen.into_iter().filter_map(|(beat, ..)| beat).collect(), error)
    };
    let (narrow, null) = ((32, 8), (0, 0, true));
    assert_eq!(beats(narrow, &[body(1 << 16, true)]), (vec![null], 0));
    assert_eq!(beats(narrow, &[body(1 << 30 | 1 << 16 | 0xa1, true)]), (vec![(0xa1, 1, false), null], 0));
    assert_eq!(beats(narrow, &[body(2 << 30 | 1 << 16 | 0xa2a1, true)]), (vec![(0xa1, 1, false), (0xa2, 1, false), null], 0));
    assert_eq!(beats(narrow, &[body(3 << 30 | 0x01_0203, true)]), (vec![(3, 1, false), (2, 1, false), (1, 1, true)], 0));
    assert_eq!(beats(narrow, &[body(1, true)]), (vec![(1, 0, true)], 4));
    let a = 0x0403_0201;
    for (wide, whole) in [((35, 32), vec![body(a, false)]), ((32, 32), vec![body(a & 0xff_ffff, false), body(4, false)])] {
        assert_eq!(beats(wide, &[&whole[..], &[body(0, true)]].concat()), (vec![(a, 15, false), null], 0));
        assert_eq!(beats(wide, &[&whole[..], &[body(1, true)]].concat()), (vec![(a, 15, false), (1, 0, true)], 4));
        assert_eq!(beats(wide, &[body(0, true)]), (vec![null], 0));
    }
}

/// A beat as (data, `tkeep`, `tlast`), whether a credit is given, and `error`.
type Seen = (Option<(u64, u64, bool)>, bool, u8);

/// Outputs to the user in each clock; `tready` is 1 except in the given clocks.
fn out(mut bench: Bench, arrivals: &[Flit], unready: &[usize], clocks: usize) -> Vec<Seen> {
    let seen = |clock: usize| {
        let outputs = bench.interface.outputs();
        let beat = outputs.beat.map(|Beat { tdata, tkeep, tlast, .. }| (u64::from(tdata[1]) << 32 | u64::from(tdata[0]), tkeep, tlast));
        let shown = (beat, bench.interface.link().credit.is_some(), outputs.error);
        bench.step(silence(!unready.contains(&clock)), arrivals.get(clock).map_or(NONE, |&arrival| flit(0, arrival)));
        shown
    };
    (0..clocks).map(seen).collect()
}

/// M7: W = 32, S = 8. A full flit gives three beats and leaves with the last of them; of the tail its two bytes.
#[test]
fn packed_flits_give_their_beats_one_by_one() {
    let arrivals = [head(4, 1), body(0xa3_a2a1, false), body(2 << 30 | 0xa5a4, true)];
    let seen = out(bench(32, 8, false, 4), &arrivals, &[3], 9);
    let expected = [
        (None, false, 0), // the head passes
        (None, true, 0),  // the first beat is handed over
        (Some((0xa1, 0, false)), false, 0),
        (Some((0xa2, 0, false)), false, 0), // not taken
        (Some((0xa2, 0, false)), false, 0),
        (Some((0xa3, 0, false)), true, 0),
        (Some((0xa4, 0, false)), false, 0),
        (Some((0xa5, 0, true)), true, 0),
        (None, false, 0),
    ];
    assert_eq!(seen, expected);
}

/// M8: W = 32, S = 64. The first flit of a beat leaves whether the register is free or not, the second only if it is.
#[test]
fn split_flits_make_a_beat() {
    let arrivals = [head(4, 1), body(0x0403_0201, false), body(0x0807_0605, false), body(0x1413_1211, false), body(0x1817_1615, true)];
    let (a, b) = (0x0807_0605_0403_0201, 0x1817_1615_1413_1211);
    let seen = out(bench(32, 64, false, 4), &arrivals, &[3, 4, 5], 9);
    let expected = [
        (None, false, 0),               // the head passes
        (None, true, 0),                // and the first flit
        (None, true, 0),                // and the second, into the register
        (Some((a, 0, false)), true, 0), // and the third
        (Some((a, 0, false)), true, 0),
        (Some((a, 0, false)), false, 0),
        (Some((a, 0, false)), false, 0), // taken
        (Some((b, 0, true)), true, 0),
        (None, false, 0),
    ];
    assert_eq!(seen, expected);
}

/// M8 with `tkeep`, W = 32, S = 32: a last beat of three bytes in one flit, one of four in two; M7's end of a packet that was cut short.
#[test]
fn tails_tell_how_many_bytes_are_valid() {
    let beats = |arrivals: &[Flit]| -> Vec<_> {
        out(bench(32, 32, true, 8), arrivals, &[], 12).into_iter().filter_map(|(beat, ..)| beat).collect()
    };
    let whole = [body(0x03_0201, false), body(4, false)];
    let first = (0x0403_0201, 15, false);
    assert_eq!(beats(&[head(4, 1), whole[0], whole[1], body(3 << 30 | 0x13_1211, true)]), [first, (0x13_1211, 7, true)]);
    assert_eq!(beats(&[head(4, 1), whole[0], body(1 << 30 | 4, true)]), [(0x0403_0201, 15, true)]);
    let cut = [head(4, 1), body(1, true), head(7, 1), whole[0], body(1 << 30 | 4, true)];
    assert_eq!(beats(&cut), [(1, 0, true), (0x0403_0201, 15, true)]);
    let errors: Vec<u8> = out(bench(32, 32, true, 8), &cut, &[], 6).into_iter().map(|(.., error)| error).collect();
    assert_eq!(errors, [0, 0, 4, 4, 4, 4], "with the beat, and it stays");
}

/// M7 with `tkeep`: two beats of 16 bits in a flit of W = 35; the last has one byte.
#[test]
fn a_tail_of_packed_beats_ends_within_a_beat() {
    let arrivals = [head(4, 1), body(0xa4a3_a2a1, false), body(3 << 32 | 0xa7_a6a5, true)];
    let beats: Vec<_> = out(bench(35, 16, true, 4), &arrivals, &[], 10).into_iter().filter_map(|(beat, ..)| beat).collect();
    assert_eq!(beats, [(0xa2a1, 3, false), (0xa4a3, 3, false), (0xa6a5, 3, false), (0xa7, 1, true)]);
    let cut = [head(4, 1), body(0xa4a3_a2a1, false), body(1, true)];
    let beats: Vec<_> = out(bench(35, 16, true, 4), &cut, &[], 10).into_iter().filter_map(|(beat, ..)| beat).collect();
    assert_eq!(beats, [(0xa2a1, 3, false), (0xa4a3, 3, false), (1, 0, true)]);
}

/// T2, M3, M4: M = 3, U = 7: the class in two bits, five bits in the head; with every beat of a packet, whatever head has been picked since.
#[test]
fn user_bits_travel_in_the_head() {
    let streams = Streams::new(32, 3, StreamOptions { user_width: Some(7), ..StreamOptions::default() }).unwrap();
    let config = RouterConfig { vcs: 3, message_classes: 3, ..RouterConfig::default() };
    let mut bench = Bench::with_streams(config, streams);
    bench.step(Inputs { tuser: 0b10110 << 2 | 1, ..beat(1, 0, true) }, NONE);
    assert_eq!(bench.sent(), Some((1, Flit::Head { source: 1, destination: 5, bits: 0, user: 0b10110 })));

    let of = |source, user| Flit::Head { source, destination: 1, bits: 0, user };
    let arrivals = [(2, of(4, 0b11111)), (2, body(10, false)), (2, body(11, true)), (0, of(7, 0b00001)), (0, body(20, true))];
    let mut seen = Vec::new();
    for clock in 0..9 {
        seen.extend(bench.interface.outputs().beat.map(|beat| (beat.tdata[0], beat.tid, beat.tuser)));
        let arrival = arrivals.get(clock).map_or(NONE, |&(vc, arrival)| flit(vc, arrival));
        bench.step(silence(true), arrival);
    }
    assert_eq!(seen, [(10, 4, 0b11111 << 2 | 2), (11, 4, 0b11111 << 2 | 2), (20, 7, 1 << 2)]);
}
