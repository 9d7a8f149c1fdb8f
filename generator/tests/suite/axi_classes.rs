//! The AXI4-Stream interface with message classes, clock by clock, as in axi.rs.

use crate::axi::{Clock, check};

/// Node 3 of 16, V = 4, M = 2, D = 4: the VCs of message class 1 are 2 and 3.
const INTO_CLASSES: &[Clock] = &[
    ("s:5:a1:l u:1", ""),               // 0: idle: the lowest VC of class 1 (T2, T5)
    ("s:5:a1:l", "ready F:2:h:35"),     // 1: tuser does not count any more
    ("s:6:b1:l u:1", "F:2:t:a1"),       // 2: idle; VC 2 has 2, VC 3 has 4
    ("s:6:b1:l", "ready F:3:h:36"),     // 3
    ("s:7:c1:l u:1", "F:3:t:b1"),       // 4: idle; VCs 0 and 1 have 4, and are not of this class
    ("s:7:c1:l u:1 c:2", ""),           // 5: VC 2 has 2
    ("s:7:c1:l u:1 c:2", ""),           // 6: 3
    ("s:7:c1:l u:1", ""),               // 7: 4: given
    ("s:7:c1:l", "ready F:2:h:37"),     // 8
    ("s:8:d1:l u:0", "F:2:t:c1"),       // 9: idle
    ("s:8:d1:l u:1", "ready F:0:h:38"), // 10
    ("", "F:0:t:d1"),                   // 11
];

/// The same out of the network: a packet on VC 3, then one on VC 1, which came before its end.
const OUT_OF_CLASSES: &[Clock] = &[
    ("r f:3:h:93", ""),                // 0: passes (M1)
    ("r f:1:h:53", "C:3"),             // 1: VC 3 is open
    ("r f:3:t:77", ""),                // 2: passes (M4)
    ("r f:1:t:88", "M:9:77:l:u1 C:3"), // 3: VC 1 is picked (M3)
    ("r", "C:1"),                      // 4
    ("r", "M:5:88:l:u0 C:1"),          // 5
    ("r", ""),                         // 6
];

/// M = 3: there is no class 3.
const NO_SUCH_CLASS: &[Clock] = &[
    ("s:5:a1:l u:3", ""),             // 0: idle
    ("s:5:a1:l u:2", "ready E"),      // 1: dropping (T4)
    ("s:5:b1:l u:2", "E"),            // 2: idle
    ("s:5:b1:l", "ready F:2:h:35 E"), // 3
    ("", "F:2:t:b1 E"),               // 4
];

/// T5 with `ORDER` = 1: node 3 of 16, V = 4, M = 2, D = 4: VC 2m + d mod 2, with a counter above 0.
const IN_ORDER: &[Clock] = &[
    ("s:5:a1:l u:1", ""),               // 0: idle: VC 2 + 1, though VC 2 has 4 credits
    ("s:5:a1:l", "ready F:3:h:35"),     // 1
    ("s:7:b1 u:1", "F:3:t:a1"),         // 2: idle; VC 3 has 2
    ("s:7:b1", "ready F:3:h:37"),       // 3: 1
    ("s:7:b2:l", "F:3:b:b1"),           // 4: 0
    ("s:7:b2:l c:3", ""),               // 5
    ("s:7:b2:l", "ready"),              // 6: 1
    ("s:9:c1:l u:1", "F:3:t:b2"),       // 7: idle; VC 3 has 0
    ("s:9:c1:l u:1 c:3", ""),           // 8
    ("s:9:c1:l u:1", ""),               // 9: 1: the head is given
    ("s:9:c1:l", "F:3:h:39"),           // 10: 0: no room for a beat
    ("s:9:c1:l c:3", ""),               // 11
    ("s:9:c1:l", "ready"),              // 12: 1
    ("s:8:d1:l u:0", "F:3:t:c1"),       // 13: idle: VC 0
    ("s:8:d1:l u:1", "ready F:0:h:38"), // 14
    ("", "F:0:t:d1"),                   // 15
];

/// V = 3: 2^b is 2, so that VC 2 is never taken; V = 8: 8, d mod 8 is 5.
const OF_THREE: &[Clock] = &[("s:6:a1:l", ""), ("s:6:a1:l", "ready F:0:h:36"), ("", "F:0:t:a1")];
const OF_EIGHT: &[Clock] = &[("s:d:a1:l", ""), ("s:d:a1:l", "ready F:5:h:3d"), ("", "F:5:t:a1")];

#[test]
fn packets_of_a_pair_have_one_vc() {
    check("mesh:4,4", "vcs=4 message-classes=2 order=pair", 3, IN_ORDER);
    check("mesh:4,4", "vcs=3 order=pair", 3, OF_THREE);
    check("mesh:4,4", "vcs=8 order=pair", 3, OF_EIGHT);
}

#[test]
fn message_classes() {
    check("mesh:4,4", "vcs=4 message-classes=2", 3, INTO_CLASSES);
    check("mesh:4,4", "vcs=4 message-classes=2", 3, OUT_OF_CLASSES);
    check("mesh:4,4", "vcs=3 message-classes=3", 3, NO_SUCH_CLASS);
}
