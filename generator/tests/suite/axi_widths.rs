//! Streams that are narrower or wider than flits, `tkeep` and `tuser`, clock by clock, as in axi.rs. All at node 3 of 16 with V = 2, D = 4:
//! a head is source * 16 + destination. With W = 32, C is 3 and c is 2: counts are 4, 8 and c in the highest digit.

use crate::axi::{Clock, check, difference, shown};
use crate::tools::made;

/// S = 8: three beats a flit.
const PACKED_INTO: &[Clock] = &[
    ("s:5:a1", ""),                     // 0: idle
    ("s:5:a1", "ready F:0:h:35"),       // 1: beat 0 (T8)
    ("s:5:a2", "ready"),                // 2: beat 1
    ("s:5:a3", "ready"),                // 3: beat k - 1: given
    ("s:5:a4:l", "ready F:0:b:a3a2a1"), // 4: the last: given, and counted
    ("s:6:b1", "F:0:t:400000a4"),       // 5: idle; VC 0 has 1
    ("s:6:b1", "ready F:1:h:36"),       // 6: VC 1 has 3
    ("s:6:b2", "ready"),                // 7
    ("s:6:b3", "ready"),                // 8: given
    ("s:6:b4", "ready F:1:b:b3b2b1"),   // 9: 2
    ("", "ready"),                      // 10: no beat
    ("s:6:b5", "ready"),                // 11
    ("s:6:b6", "ready"),                // 12: given
    ("s:6:b7", "ready F:1:b:b6b5b4"),   // 13: 1
    ("s:6:b8", "ready"),                // 14
    ("s:6:b9", "ready"),                // 15: given
    ("s:6:ba", "F:1:b:b9b8b7"),         // 16: none: no beat is taken
    ("s:6:ba c:1", ""),                 // 17
    ("s:6:ba", "ready"),                // 18: 1
    ("s:6:bb:l", "ready"),              // 19: given
    ("", "F:1:t:8000bbba"),             // 20
];

const PACKED_OUT: &[Clock] = &[
    ("f:1:h:23 r", ""),             // 0: passes
    ("f:1:b:ccbbaa r", "C:1"),      // 1: beat 0 of k (M7); the flit goes into its buffer
    ("f:1:t:8000eedd r", "M:2:aa"), // 2
    ("r", "M:2:bb"),                // 3: the last: the flit leaves
    ("r", "M:2:cc C:1"),            // 4: beat 0 of two
    ("", "M:2:dd"),                 // 5: not free
    ("r", "M:2:dd"),                // 6
    ("r f:1:h:43", "M:2:ee:l C:1"), // 7
    ("r f:1:t:c0030201", "C:1"),    // 8
    ("r", "M:4:1"),                 // 9
    ("r", "M:4:2"),                 // 10
    ("r", "M:4:3:l C:1"),           // 11
];

/// S = 24: beats are flits, and the rest of these is 0.
const EVEN: &[Clock] = &[
    ("s:5:a3a2a1:l f:0:h:23 r", ""),
    ("s:5:a3a2a1:l f:0:t:99c3c2c1 r", "ready F:0:h:35 C:0"),
    ("r", "F:0:t:a3a2a1 M:2:c3c2c1:l C:0"),
    ("r", ""),
];

/// S = 64: two flits a beat.
const SPLIT_INTO: &[Clock] = &[
    ("s:5:2222222211111111", ""),
    ("s:5:2222222211111111", "ready F:0:h:35"),         // 1: the lowest bytes (T9)
    ("s:5:4444444433333333:l", "F:0:b:11111111"),       // 2: a flit is left
    ("s:5:4444444433333333:l", "ready F:0:b:22222222"), // 3: VC 0 has 1
    ("", "F:0:b:33333333"),                             // 4: none
    ("c:0", ""),                                        // 5
    ("s:6:6666666655555555", ""),                       // 6: 1: given, and the last
    ("s:6:6666666655555555", "F:0:t:44444444"),         // 7: idle
    ("s:6:6666666655555555", "ready F:1:h:36"),
    ("", "F:1:b:55555555"),
];

const SPLIT_OUT: &[Clock] = &[
    ("f:0:h:23 r", ""),                             // 0: passes
    ("f:0:b:11111111 r", "C:0"),                    // 1: gathered (M8)
    ("f:0:b:22222222 r", "C:0"),                    // 2: a beat
    ("f:0:b:33333333", "M:2:2222222211111111 C:0"), // 3: gathered, though the register is not free
    ("f:0:t:44444444", "M:2:2222222211111111 C:0"), // 4: it waits
    ("", "M:2:2222222211111111"),                   // 5
    ("r", "M:2:2222222211111111"),                  // 6
    ("r", "M:2:4444444433333333:l C:0"),            // 7
    ("r", ""),
];

/// S = 64, W = 24: three flits a beat, the last with two bytes.
const THIRDS: &[Clock] = &[
    ("s:5:8877665544332211:l f:0:h:23 r", ""),
    ("s:5:8877665544332211:l f:0:b:a3a2a1 r", "ready F:0:h:35 C:0"),
    ("f:0:b:a6a5a4 r", "F:0:b:332211 C:0"),
    ("f:0:t:a8a7 r", "F:0:b:665544 C:0"),
    ("r", "F:0:t:8877 M:2:a8a7a6a5a4a3a2a1:l C:0"),
];

/// `TKEEP`, S = 8: a beat without its byte cuts the packet short, and what was gathered is lost.
const PACKED_CUT: &[Clock] = &[
    ("s:5:a1", ""),
    ("s:5:a1", "ready F:0:h:35"),
    ("s:5:a2 k:0", "ready"),          // 2: not proper (T10): the tail is given
    ("s:5:a3:l", "ready F:0:t:1 E1"), // 3: dropping
    ("s:6:b1:l e", "E1"),             // 4: idle
    ("s:6:b1:l", "ready F:1:h:36"),
    ("", "F:1:t:400000b1"),
];

/// `TKEEP`, S = 32, W = 32: B = C = 3, two flits a beat.
const KEEP_INTO: &[Clock] = &[
    ("s:5:d4c3b2a1", ""),
    ("s:5:d4c3b2a1", "ready F:0:h:35"),
    ("s:5:99998877:l k:3", "F:0:b:c3b2a1"),   // 2
    ("s:5:99998877:l k:3", "ready F:0:b:d4"), // 3: two bytes: one flit; the others are 0
    ("s:6:d8c7b6a5:l", "F:0:t:80008877"),     // 4: idle; VC 0 has 0
    ("s:6:d8c7b6a5:l c:0", "ready F:1:h:36"), // 5: four bytes: two flits
    ("c:0", "F:1:b:c7b6a5"),                  // 6
    ("c:0", "F:1:t:400000d8"),                // 7: idle
    ("c:0", ""),                              // 8
    ("s:5:77665544", ""),                     // 9: VC 0 has 4, VC 1 has 1
    ("s:5:77665544", "ready F:0:h:35"),       // 10
    ("s:5:1 k:d c:1", "F:0:b:665544"),        // 11
    ("s:5:1 k:d c:1", "ready F:0:b:77"),      // 12: not proper: the tail is given
    ("s:5:2 c:1", "ready F:0:t:1 E1"),        // 13: dropping
    ("s:5:3:l k:0", "ready E1"),              // 14: the last
    ("s:6:1:l k:0", "E1"),                    // 15: idle
    ("s:6:1:l k:0 e", "ready F:1:h:36 E1"),   // 16: a null beat alone; cleared
    ("s:7:1:l k:e c:1", "F:1:t:0"),           // 17: idle
    ("s:7:1:l k:e c:1", ""),                  // 18
    ("s:7:1:l k:e", ""),                      // 19: VC 1 has 4
    ("s:7:1:l k:e", "ready F:1:h:37"),        // 20: not proper, and the last
    ("s:8:11:l k:1", "F:1:t:1 E1"),           // 21: idle
    ("s:8:11:l k:1", "E1"),
];

const KEEP_OUT: &[Clock] = &[
    ("f:0:h:23 r", ""),                          // 0: passes
    ("f:0:b:c3b2a1 r", "C:0"),                   // 1: gathered
    ("f:0:b:d4 r", "C:0"),                       // 2: a beat
    ("f:0:t:80008877 r", "M:2:d4c3b2a1:kf C:0"), // 3: n = 2, none gathered
    ("f:0:h:53 r", "M:2:8877:l:k3 C:0"),         // 4
    ("f:0:b:332211 r", "C:0"),                   // 5: gathered
    ("f:0:b:44 r", "C:0"),                       // 6: a beat
    ("f:0:t:1 r e", "M:5:44332211:kf C:0"),      // 7: the cut mark, in the clock of a clear (E6)
    ("r e", "M:5:1:l:k0 C:0 E2"),                // 8
    ("f:0:h:63 r", ""),                          // 9
    ("f:0:t:0 r", "C:0"),                        // 10: n = 0 without the mark: a null beat
    ("f:0:h:73 r", "M:6:0:l:k0 C:0"),            // 11
    ("f:0:b:332211 r", "C:0"),                   // 12
    ("f:0:t:40000044 r", "C:0"),                 // 13: 1 * 3 + 1 bytes
    ("r", "M:7:44332211:l:kf C:0"),              // 14
];

/// `TKEEP`, S = 32, W = 35: C = 4 and c = 3, a beat a flit.
const WHOLE: &[Clock] = &[
    ("s:5:d4c3b2a1 f:0:h:23 r", ""),
    ("s:5:d4c3b2a1 f:0:b:44332211 r", "ready F:0:h:35 C:0"),
    ("s:5:d8c7b6a5:l k:7 f:0:t:300776655 r", "ready F:0:b:d4c3b2a1 M:2:44332211:kf C:0"),
    ("f:0:h:63 r", "F:0:t:300c7b6a5 M:2:776655:l:k7 C:0"),
    ("f:0:t:1 r", "C:0"),
    ("r", "M:6:1:l:k0 C:0 E2"),
];

/// The same with null beats at both ends: a count of 0 and no mark.
const WHOLE_NULL: &[Clock] = &[
    ("s:5:d4c3b2a1 f:0:h:23 r", ""),
    ("s:5:d4c3b2a1 f:0:b:44332211 r", "ready F:0:h:35 C:0"),
    ("s:5:ffffffff:l k:0 f:0:t:0 r", "ready F:0:b:d4c3b2a1 M:2:44332211:kf C:0"),
    ("r", "F:0:t:0 M:2:0:l:k0 C:0"),
    ("", ""),
];

/// `TKEEP`, S = 8: three beats a flit, N = 1: the null mark is bit 8 * 2.
const PACKED_NULL_INTO: &[Clock] = &[
    ("s:5:a1", ""),
    ("s:5:a1", "ready F:0:h:35"),           // 1
    ("s:5:a2", "ready"),                    // 2
    ("s:5:ff:l k:0", "ready"),              // 3: the null beat, behind g = 2 (T8)
    ("s:6:b1", "F:0:t:8001a2a1"),           // 4: idle; VC 0 has 2
    ("s:6:b1", "ready F:1:h:36"),           // 5
    ("s:6:b2", "ready"),                    // 6
    ("s:6:b3", "ready"),                    // 7: given
    ("s:6:ff:l k:0", "ready F:1:b:b3b2b1"), // 8: behind none
    ("s:7:ff:l k:0 c:0", "F:1:t:10000"),    // 9: idle
    ("s:7:ff:l k:0 c:0", ""),               // 10
    ("s:7:ff:l k:0", ""),                   // 11: VC 0 has 4
    ("s:7:ff:l k:0", "ready F:0:h:37"),     // 12: alone
    ("", "F:0:t:10000"),                    // 13
];

const PACKED_NULL_OUT: &[Clock] = &[
    ("f:1:h:23 r", ""),                    // 0: passes
    ("f:1:t:8001bbaa r", "C:1"),           // 1
    ("f:1:h:43 r", "M:2:aa:k1"),           // 2
    ("f:1:b:332211", "M:2:bb:k1"),         // 3: not free
    ("f:1:t:10000 r", "M:2:bb:k1"),        // 4: the null beat (M7): the flit leaves
    ("r", "M:2:0:l:k0 C:1"),               // 5: picked
    ("r", "C:1"),                          // 6
    ("r", "M:4:11:k1"),                    // 7
    ("f:1:h:53 r", "M:4:22:k1"),           // 8
    ("f:1:t:c0010203 r", "M:4:33:k1 C:1"), // 9: n = 0: the null beat alone
    ("f:1:h:63 r", "M:4:0:l:k0 C:1"),      // 10: picked
    ("f:1:t:1 r", "C:1"),                  // 11: three bytes: bit 16 is the last one's
    ("r", "M:5:3:k1"),                     // 12
    ("r", "M:5:2:k1"),                     // 13
    ("r", "M:5:1:l:k1 C:1"),               // 14: picked
    ("r", "C:1"),                          // 15: the cut mark
    ("r", "M:6:1:l:k0 C:1 E2"),            // 16
];

/// `TKEEP`, S = 32, W = 32: behind a beat of two flits.
const SPLIT_NULL: &[Clock] = &[
    ("s:5:d4c3b2a1", ""),
    ("s:5:d4c3b2a1", "ready F:0:h:35"),
    ("s:5:ffffffff:l k:0", "F:0:b:c3b2a1"),
    ("s:5:ffffffff:l k:0", "ready F:0:b:d4"), // one flit (T9)
    ("", "F:0:t:0"),
    ("", ""),
];

/// U = 12, M = 1: the head carries all of it above 2A + R = 8 bits.
const USER: &[Clock] = &[
    ("s:5:a1:l u:abc f:0:h:fed23 r", ""),
    ("s:5:a1:l f:0:b:b1 r", "ready F:0:h:abc35 C:0"),
    ("r f:0:t:b2", "F:0:t:a1 M:2:b1:ufed C:0"),
    ("r", "M:2:b2:l:ufed C:0"),
];

/// U = 5, M = 2, one VC each: the lowest bit is the class, and the head carries the others.
const USER_AND_CLASS: &[Clock] =
    &[("s:5:a1:l u:15 f:1:h:623 r", ""), ("s:5:a1:l f:1:t:b1 r", "ready F:1:h:a35 C:1"), ("r", "F:1:t:a1 M:2:b1:l:ud C:1")];

const NARROW: &str = "stream-width=8";
const WIDE: &str = "stream-width=64 flit-width=32";
const THREE: &str = "stream-width=64 flit-width=24";
const NARROW_KEEP: &str = "stream-width=8 tkeep=1";
const KEEP: &str = "stream-width=32 flit-width=32 tkeep=1";

#[test]
fn narrow_streams() {
    check("mesh:4,4", "vcs=2 stream-width=8", 3, PACKED_INTO);
    check("mesh:4,4", "vcs=2 stream-width=8", 3, PACKED_OUT);
    check("mesh:4,4", "vcs=2 stream-width=24", 3, EVEN);
}

#[test]
fn wide_streams() {
    check("mesh:4,4", &format!("vcs=2 {WIDE}"), 3, SPLIT_INTO);
    check("mesh:4,4", &format!("vcs=2 {WIDE}"), 3, SPLIT_OUT);
    check("mesh:4,4", &format!("vcs=2 {THREE}"), 3, THIRDS);
}

#[test]
fn beats_with_bytes_that_are_not_valid() {
    check("mesh:4,4", &format!("vcs=2 {NARROW_KEEP}"), 3, PACKED_CUT);
    check("mesh:4,4", &format!("vcs=2 {KEEP}"), 3, KEEP_INTO);
    check("mesh:4,4", &format!("vcs=2 {KEEP}"), 3, KEEP_OUT);
    check("mesh:4,4", "vcs=2 tkeep=1", 3, WHOLE);
}

#[test]
fn packets_that_end_with_a_null_beat() {
    check("mesh:4,4", &format!("vcs=2 {NARROW_KEEP}"), 3, PACKED_NULL_INTO);
    check("mesh:4,4", &format!("vcs=2 {NARROW_KEEP}"), 3, PACKED_NULL_OUT);
    check("mesh:4,4", "vcs=2 tkeep=1", 3, WHOLE_NULL);
    check("mesh:4,4", &format!("vcs=2 {KEEP}"), 3, SPLIT_NULL);
}

#[test]
fn bits_of_the_user() {
    check("mesh:4,4", "vcs=2 user-width=12", 3, USER);
    check("mesh:4,4", "vcs=2 message-classes=2 user-width=5", 3, USER_AND_CLASS);
}

/// The vectors themselves: each of these defects must show.
#[test]
fn broken_widths_are_found() {
    let broken = [
        (NARROW, PACKED_INTO, "axi_packer", "if (rst | given)", "if (rst | (given & tlast))"),
        (NARROW, PACKED_INTO, "axi_packer", "place[BEATS-1] | tlast", "place[BEATS-1]"),
        (NARROW, PACKED_INTO, "axi_packer", "COUNT_BITS{proper & tlast}", "COUNT_BITS{proper}"),
        (NARROW, PACKED_INTO, "axi_packetizer", "put ? |(chosen & credit_after_send)", "beat ? |(chosen & credit_after_send)"),
        (NARROW, PACKED_OUT, "axi_unpacker", "count > BELOW", "count >= BELOW"),
        (NARROW, PACKED_OUT, "axi_unpacker", "if (hand) its", "its"),
        (NARROW, PACKED_OUT, "axi_depacketizer", "last = tail & ~stays", "last = tail"),
        ("stream-width=24", EVEN, "axi_packetizer", "next_data = {FLIT_WIDTH{1'b0}}", "next_data = {FLIT_WIDTH{1'b1}}"),
        (WIDE, SPLIT_INTO, "axi_packetizer", "flow & ~left", "flow"),
        (WIDE, SPLIT_INTO, "axi_splitter", "busy & room", "busy"),
        (THREE, THIRDS, "axi_splitter", "rest <= rest_next", "rest <= rest"),
        (WIDE, SPLIT_INTO, "axi_splitter", "ending & ~left_next[0]", "ending & left_next[0]"),
        (WIDE, SPLIT_OUT, "axi_depacketizer", "gathers | space", "space & gathers"),
        (KEEP, KEEP_OUT, "axi_joiner", "~tail & ~place", "~place"),
        (NARROW_KEEP, PACKED_CUT, "axi_packer", "tlast | ~proper);", "tlast);"),
        (NARROW_KEEP, PACKED_CUT, "axi_packer", "data[0] | ~proper", "data[0]"),
        (NARROW_KEEP, PACKED_CUT, "axi_packetizer", "(sending & cut);", "cut & drop & 1'b0;"),
        (NARROW_KEEP, PACKED_NULL_INTO, "axi_packer", "place[b/BYTES+1] & null_beat", "1'b0"),
        (NARROW_KEEP, PACKED_NULL_INTO, "axi_packer", "STREAM_WIDTH] | null_beat", "STREAM_WIDTH]"),
        (NARROW_KEEP, PACKED_NULL_OUT, "axi_unpacker", "valid[(b+1)*BYTES-1] & null_mark", "1'b0"),
        (NARROW_KEEP, PACKED_NULL_OUT, "axi_unpacker", "~valid[(BEATS-1)*BYTES] & flit", "tail & flit"),
        (NARROW_KEEP, PACKED_NULL_OUT, "axi_unpacker", "if (null_mark)", "if (1'b0)"),
        (NARROW_KEEP, PACKED_NULL_OUT, "axi_unpacker", "~valid[0] & flit[0]", "~valid[0]"),
        (KEEP, SPLIT_NULL, "axi_splitter", "| (~busy & ~proper)", "| ~busy"),
        (KEEP, KEEP_INTO, "axi_splitter", "| (~busy & ~proper)", ""),
        (KEEP, KEEP_INTO, "axi_keep", "~holes & (last", "(last"),
        (KEEP, KEEP_INTO, "axi_keep", "& (last | keep", "& (keep"),
        (KEEP, KEEP_INTO, "axi_packetizer", "stop & ~drop", "stop"),
        (KEEP, KEEP_INTO, "axi_packetizer", "was_cut & ~clear_error", "was_cut"),
        (KEEP, KEEP_INTO, "axi_splitter", "busy ? last_count", "busy ? 1'b0 & last_count"),
        (KEEP, KEEP_INTO, "axi_splitter", "{8{tkeep[b] & proper}}", "{8{proper}}"),
        (KEEP, KEEP_OUT, "axi_joiner", "~(|count) & flit[0]", "~(|count)"),
        (KEEP, KEEP_OUT, "axi_joiner", "rst | (leave & ~gathers)", "rst | (leave & tail)"),
        (KEEP, KEEP_OUT, "axi_depacketizer", "(move & cut)", "(move & cut & ~clear_error)"),
        (KEEP, KEEP_OUT, "axi_depacketizer", "error & ~clear_error", "error"),
        ("tkeep=1", WHOLE, "axi_packer", "{8{tkeep[b]}}", "{8{1'b1}}"),
        ("user-width=12", USER, "axi_depacketizer", "kept <= data[", "kept <= ~data["),
        ("user-width=12", USER, "axi_packetizer", "{user[11:0], header}", "{{12{user[0]}}, header}"),
        ("message-classes=2 user-width=5", USER_AND_CLASS, "axi_depacketizer", "{kept, class_of}", "{kept, ~class_of}"),
    ];
    let mut missed = Vec::new();
    for (options, clocks, module, from, to) in broken {
        let mut broken = made("mesh:4,4", &format!("vcs=2 interface=axis order=none {options}"));
        let (_, text) = broken.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        if shown(&broken, 3, clocks).is_some_and(|shown| difference(&shown, clocks).is_none()) {
            missed.push(format!("{options}, {module}: `{from}` -> `{to}`"));
        }
    }
    assert_eq!(missed, Vec::<String>::new());
}
