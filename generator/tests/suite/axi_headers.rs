//! The routing bits that the AXI4-Stream interface puts into heads, clock by clock, as in axi.rs.

use crate::axi::{Clock, TURNS, check};

/// HTN, node 0, V = 2, D = 4: heads to 280 hexadecimal as in `TURNS`, with the same routing bits in all packets. R > 0.
pub(crate) const PREPARED: &[Clock] = &[
    ("s:280:a1", ""),                 // 0: idle (T2)
    ("s:280:a1", ""),                 // 1: preparing (T3)
    ("s:280:a1", ""),                 // 2: ready, both counters are 4: VC 0 (T5)
    ("s:280:a1", "ready F:0:h:e80"),  // 3: sending on VC 0
    ("s:280:a2:l", "ready F:0:b:a1"), // 4: the last of n + 3 = 5 clocks
    ("s:280:b1:l", "F:0:t:a2"),       // 5: idle (T6)
    ("s:280:b1:l", ""),               // 6: preparing
    ("s:280:b1:l", ""),               // 7: ready; VC 0 has 1, VC 1 has 4
    ("s:280:b1:l", "ready F:1:h:e80"),
    ("s:280:c1:l c:1", "F:1:t:b1"),    // 9: idle; VC 1 has 2
    ("s:280:c1:l", ""),                // 10: preparing; 3
    ("s:280:c1:l c:1", ""),            // 11: it stays ready (T5); 3
    ("s:280:c1:l", ""),                // 12: 4: given
    ("s:280:c1:l", "ready F:1:h:e80"), // 13
    ("s:0:d1", "F:1:t:c1"),            // 14: idle; to itself
    ("s:0:d1", ""),                    // 15: preparing
    ("s:0:d1", "ready E"),             // 16: dropping (T4)
    ("s:0:d2:l", "ready E"),           // 17: the last
    ("s:280:e1:l e", "E"),             // 18: idle
    ("s:280:e1:l", ""),                // 19: preparing; VC 0 has 1, VC 1 has 2
    ("s:280:e1:l x", ""),              // 20: a reset of what is ready
    ("s:280:f1:l", ""),                // 21: idle (Z1)
    ("s:280:f1:l", ""),                // 22: preparing
    ("s:280:f1:l", ""),                // 23: ready, both counters are 4
    ("s:280:f1:l", "ready F:0:h:e80"), // 24
    ("", "F:0:t:f1"),                  // 25
];

#[test]
fn routing_bits_take_two_clocks() {
    check("htn:4,4,2,1", "vcs=2", 0, PREPARED);
}

#[test]
fn choices_of_an_htn() {
    check("htn:4,4,2,1", "vcs=3 routing=ls+cs", 0, TURNS);
    check("htn:4,4,2,1", "vcs=3 routing=ls", 0, TURNS);
    for options in ["vcs=3 routing=cs", "vcs=3 routing=ls+cs-turn", "vcs=2"] {
        check(
            "htn:4,4,2,1",
            options,
            0,
            &[
                ("s:280:a1:l", ""),
                ("s:280:a1:l", ""),
                ("s:280:a1:l", ""),
                ("s:280:a1:l", "ready F:0:h:e80"),
                ("s:280:a2:l", "F:0:t:a1"),
                ("s:280:a2:l", ""),
                ("s:280:a2:l", ""),
                ("s:280:a2:l", "ready F:1:h:e80"),
            ],
        );
    }
}

/// From (1,2) to (5,9) of 16 x 16: the vectors of the RDT paper's Figure 5, v0 = (0,-1), v1 = (1,-1), v2 = (1,0). A = 8, R = 21.
#[test]
fn vectors_of_an_rdt() {
    check(
        "rdt:16",
        "",
        0x21,
        &[
            ("s:95:a1:l", ""),
            ("s:95:a1:l", ""),
            ("s:95:a1:l", ""),
            // 0x21 << 29 | (0xf << 4 | 1 << 8 | 7 << 11 | 1 << 14) << 8 | 0x95
            ("s:95:a1:l", "ready F:0:h:42079f095"),
            ("f:0:h:42079f021 r", "F:0:t:a1"),
            ("f:0:t:b1 r", "C:0"),
            ("r", "M:21:b1:l C:0"),
        ],
    );
}
