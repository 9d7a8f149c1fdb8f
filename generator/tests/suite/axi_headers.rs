//! The routing bits that the AXI4-Stream interface puts into heads, clock by clock, as in axi.rs.

use crate::axi::{TURNS, check};

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
