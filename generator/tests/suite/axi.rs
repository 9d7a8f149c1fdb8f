//! The AXI4-Stream interface by itself, clock by clock. What is expected is worked out by hand from docs/axi_interface.md; its rules
//! stand beside the clocks.

use std::fs;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::Design;

use crate::tools::{made, run, tool, written};

const BENCH: &str = include_str!("verilog/axi_bench.v");

/// A clock: what goes in, what its outputs show.
///
/// In: `s:DEST:DATA[:l]` a beat is offered; `c:VC` a credit from the router; `f:VC:KIND:DATA` a flit from the router, KIND of `h`ead,
/// `b`ody and `t`ail; `r` the user takes beats; `x` reset. Out: `ready`; `F:VC:KIND:DATA` to the router; `M:SOURCE:DATA[:l]` to the
/// user; `C:VC` a credit to the router; `E`, `E1`, `E2` bits of error. All but VCs in hexadecimal. `u:USER` and `k:KEEP` go with a beat that
/// is offered, and where streams have them a beat that is shown has `:uUSER` and `:kKEEP`; without `k` all bytes are valid. `e`
/// clears errors.
pub(crate) type Clock = (&'static str, &'static str);

/// The line of stimulus for the bench.
fn stimulus(inputs: &str) -> String {
    let [mut control, mut credit, mut credit_vc, mut flit, mut flit_vc, mut dest, mut data, mut flit_data, mut user] = [0u64; 9];
    let mut keep = 0xff;
    let hex = |text: &str| u64::from_str_radix(text, 16).expect(text);
    for word in inputs.split_whitespace() {
        match word.split(':').collect::<Vec<_>>()[..] {
            ["x"] => control |= 8,
            ["r"] => control |= 1,
            ["s", to, word, ref last @ ..] => (control, dest, data) = (control | 4 | u64::from(!last.is_empty()) << 1, hex(to), hex(word)),
            ["c", vc] => (credit, credit_vc) = (credit | 1, hex(vc)),
            ["u", bits] => user = hex(bits),
            ["k", bits] => keep = hex(bits),
            ["e"] => credit |= 2,
            ["f", vc, kind, word] => {
                flit = 4 | u64::from(kind.contains('h')) << 1 | u64::from(kind.contains('t'));
                (flit_vc, flit_data) = (hex(vc), hex(word));
            }
            _ => panic!("{word}"),
        }
    }
    format!("{keep:02x}{user:04x}{control:x}{credit:x}{credit_vc:x}{flit:x}{flit_vc:x}{dest:04x}{data:016x}{flit_data:016x}\n")
}

/// What the interface of `node` of a design shows in each clock; `None` without the tool.
pub(crate) fn shown(design: &Design, node: u32, clocks: &[Clock]) -> Option<Vec<String>> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    let manifest: Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    fs::write(folder.path().join("stimulus.hex"), clocks.iter().map(|clock| stimulus(clock.0)).collect::<String>()).unwrap();
    let address_bits = &manifest["address_bits"];
    let width = |name: &str| manifest["interface"].as_array().unwrap().iter().find(|port| port["name"] == name).map(|port| &port["width"]);
    let optional = [("USER_BITS", "s_axis_tuser"), ("KEEP", "s_axis_tkeep")];
    let optional = optional.into_iter().filter_map(|(name, port)| Some(format!("-D{name}={}", width(port)?)));
    let defines = [
        format!("-DINTERFACE={}_axi_interface", manifest["slug"].as_str().unwrap()),
        format!("-DNODE={address_bits}'d{node}"),
        format!("-DADDRESS_BITS={address_bits}"),
        format!("-DVC_BITS={}", manifest["vc_bits"]),
        format!("-DWIDTH={}", manifest["parameters"]["FLIT_WIDTH"]),
        format!("-DSTREAM={}", manifest["stream_width"]),
        format!("-DCLOCKS={}", clocks.len()),
    ];
    let one_vc = (manifest["vcs"] == 1).then_some("-DONE_VC");
    let list = format!("{}.f", design.top);
    run(
        Command::new(iverilog)
            .args(["-g2001", "-s", "axi_bench", "-o", "bench"])
            .args(defines)
            .args(one_vc)
            .args(optional)
            .args(["-c", &list, "bench.v"]),
        folder.path(),
    );
    let said = run(Command::new("vvp").arg("bench"), folder.path());
    Some(said.lines().map(|line| line.trim().to_owned()).collect())
}

/// The first clock that differs, or that none does.
pub(crate) fn difference(shown: &[String], clocks: &[Clock]) -> Option<String> {
    assert_eq!(shown.len(), clocks.len());
    let (t, (seen, (inputs, expected))) = shown.iter().zip(clocks).enumerate().find(|(_, (seen, clock))| seen.as_str() != clock.1)?;
    Some(format!("clock {t}, with `{inputs}`: `{seen}`, not `{expected}`"))
}

#[track_caller]
pub(crate) fn check(network: &str, options: &str, node: u32, clocks: &[Clock]) {
    let design = made(network, &format!("interface=axis order=none {options}"));
    if let Some(shown) = shown(&design, node, clocks) {
        assert_eq!(difference(&shown, clocks), None, "{network} {options}");
    }
}

/// Node 3 of 16, V = 2, D = 4: A = 4, no routing bits, so a head is source * 16 + destination.
const INTO: &[Clock] = &[
    ("s:5:a1", ""),                     // 0: idle (T2)
    ("s:5:a1", ""),                     // 1: preparing (T3)
    ("s:5:a1", ""),                     // 2: ready, both counters are 4: VC 0 (T5)
    ("s:5:a1", "ready F:0:h:35"),       // 3: sending on VC 0
    ("s:9:a2:l", "ready F:0:b:a1"),     // 4: the last of n + 3 = 5 clocks; tdest does not count
    ("s:6:b1:l", "F:0:t:a2"),           // 5: idle (T6)
    ("s:6:b1:l", ""),                   // 6: preparing
    ("s:6:b1:l", ""),                   // 7: ready; VC 0 has 1, VC 1 has 4
    ("s:6:b1:l", "ready F:1:h:36"),     // 8
    ("s:7:c1", "F:1:t:b1"),             // 9: idle
    ("s:7:c1", ""),                     // 10: preparing
    ("s:7:c1 c:1", ""),                 // 11: ready; VC 0 has 1, VC 1 has 2
    ("s:7:c1 c:1", ""),                 // 12: VC 1 has 3
    ("s:7:c1", ""),                     // 13: VC 1 has 4: given
    ("s:7:c1", "ready F:1:h:37"),       // 14: 3
    ("", "ready F:1:b:c1"),             // 15: 2; no beat is offered
    ("s:7:c2", "ready"),                // 16: 2
    ("s:7:c3", "ready F:1:b:c2"),       // 17: 1
    ("s:7:c4 c:0", "F:1:b:c3"),         // 18: none; a credit of another VC does not help
    ("s:7:c4 c:1", ""),                 // 19: none
    ("s:7:c4 c:1", "ready"),            // 20: 1, a credit comes as one is spent
    ("s:7:c5:l", "ready F:1:b:c4"),     // 21: 1
    ("s:3:d1", "F:1:t:c5"),             // 22: idle; to itself
    ("s:3:d1", ""),                     // 23: preparing
    ("s:3:d1", "ready E"),              // 24: dropping (T4)
    ("", "ready E"),                    // 25
    ("s:4:d2:l", "ready E"),            // 26: the last
    ("s:4:e1:l", "E"),                  // 27: idle
    ("s:4:e1:l c:0", "E"),              // 28: preparing; VC 0 has 2
    ("s:4:e1:l c:0", "E"),              // 29: ready, VC 0 has 3
    ("s:4:e1:l", "E"),                  // 30: VC 0 has 4
    ("s:4:e1:l x", "ready F:0:h:34 E"), // 31: a reset as the beat is taken
    ("s:8:f1:l", ""),                   // 32: idle (Z1)
    ("s:8:f1:l", ""),                   // 33
    ("s:8:f1:l", ""),                   // 34: all counters are 4
    ("s:8:f1:l", "ready F:0:h:38"),     // 35
    ("", "F:0:t:f1"),                   // 36
];

#[test]
fn into_the_network() {
    check("torus:4,4", "vcs=2", 3, INTO);
}

/// Node 3 of 16, V = 4, M = 2, D = 4: the VCs of message class 1 are 2 and 3.
/// D = 2 and V = 8: the head takes one of two places, the eighth packet the last VC.
#[test]
fn a_short_buffer() {
    check(
        "torus:4,4",
        "vcs=2 buffer-depth=2",
        3,
        &[
            ("s:5:a1", ""),
            ("s:5:a1", ""),
            ("s:5:a1", ""),
            ("s:5:a1", "ready F:0:h:35"),
            ("s:5:a2:l", "F:0:b:a1"), // no credit is left
            ("s:5:a2:l c:0", ""),
            ("s:5:a2:l", "ready"),
            ("", "F:0:t:a2"),
        ],
    );
}

/// A depth that is counted in binary.
#[test]
fn a_deep_buffer() {
    check(
        "torus:4,4",
        "vcs=3 buffer-depth=5",
        3,
        &[
            ("s:5:a1", ""),
            ("s:5:a1", ""),
            ("s:5:a1", ""),
            ("s:5:a1", "ready F:0:h:35"),
            ("s:5:a2", "ready F:0:b:a1"),
            ("s:5:a3", "ready F:0:b:a2"),
            ("s:5:a4", "ready F:0:b:a3"),
            ("s:5:a5:l", "F:0:b:a4"), // 5 flits are on their way
            ("s:5:a5:l c:0", ""),
            ("s:5:a5:l", "ready"),
            ("s:6:b1:l", "F:0:t:a5"),
            ("s:6:b1:l", ""),
            ("s:6:b1:l", ""),
            ("s:6:b1:l", "ready F:1:h:36"),
        ],
    );
}

/// 9 nodes, addresses of 4 bits: 8 is the last one.
#[test]
fn a_destination_that_is_no_node() {
    check(
        "torus:3,3",
        "vcs=2",
        0,
        &[
            ("s:9:a1:l", ""),
            ("s:9:a1:l", ""),
            ("s:9:a1:l", "ready E"),
            ("s:8:a2:l", "E"),
            ("s:8:a2:l", "E"),
            ("s:8:a2:l", "E"),
            ("s:8:a2:l", "ready F:0:h:8 E"),
            ("s:f:a3:l", "F:0:t:a2 E"),
            ("s:f:a3:l", "E"),
            ("s:f:a3:l", "ready E"),
            ("", "E"),
        ],
    );
}

/// Node 3 of 16, V = 2, D = 4.
const OUT_OF: &[Clock] = &[
    ("f:1:h:23 r", ""),             // 0
    ("f:1:b:aa r", ""),             // 1: VC 1 is the first from 0 on that is not empty (M3); p = 0
    ("f:1:t:bb r", "C:1"),          // 2: open; aa leaves (M4)
    ("r", "M:2:aa C:1"),            // 3: bb leaves
    ("r", "M:2:bb:l C:1"),          // 4: none open
    ("f:0:h:53 r", ""),             // 5: M5
    ("f:1:h:63 r", ""),             // 6: VC 0 is picked; p = 1
    ("f:0:b:11 r", "C:0"),          // 7: VC 0 is open and empty, VC 1 waits
    ("f:1:b:21 r", ""),             // 8: 11 leaves
    ("f:0:t:12 r", "M:5:11 C:0"),   // 9: VC 0 is empty
    ("f:1:t:22 r", ""),             // 10: 12 leaves
    ("", "M:5:12:l C:0"),           // 11: VC 1 is picked, though the register is not free; p = 0
    ("", "M:5:12:l C:1"),           // 12: VC 1 is open and waits for the register, whose tid stays (M5)
    ("r", "M:5:12:l"),              // 13: 21 leaves
    ("r", "M:6:21 C:1"),            // 14: 22 leaves
    ("r", "M:6:22:l C:1"),          // 15
    ("f:0:h:73 r", ""),             // 16
    ("f:1:ht:93 r", ""),            // 17: VC 0 is picked; p = 1
    ("f:0:t:33 r", "C:0"),          // 18: open and empty
    ("f:0:ht:83 r", ""),            // 19: 33 leaves
    ("", "M:7:33:l C:0"),           // 20: both wait: VC 1 from p on; it is a tail as well; p = 0
    ("f:1:h:a3", "M:7:33:l C:1"),   // 21: VC 0
    ("f:1:b:41 r", "M:7:33:l C:0"), // 22: VC 1; p = 0
    ("f:1:b:42", "C:1"),            // 23: 41 leaves into the free register
    ("f:1:b:43", "M:a:41 C:1"),     // 24: not free
    ("f:1:b:44", "M:a:41"),         // 25
    ("f:1:b:45", "M:a:41"),         // 26
    ("r", "M:a:41"),                // 27: D = 4 flits are there: 42 leaves
    ("r f:1:t:46", "M:a:42 C:1"),   // 28
    ("r", "M:a:43 C:1"),            // 29
    ("r", "M:a:44 C:1"),            // 30
    ("r", "M:a:45 C:1"),            // 31
    ("r", "M:a:46:l C:1"),          // 32
    ("", ""),                       // 33
    ("f:0:h:13", ""),               // 34
    ("f:0:b:51 x", ""),             // 35: a reset as the head leaves
    ("f:1:h:b3", ""),               // 36: nothing is there, none open, p = 0 (M2)
    ("f:1:t:52", ""),               // 37
    ("", "C:1"),                    // 38
    ("", "M:b:52:l C:1"),           // 39
];

#[test]
fn out_of_the_network() {
    check("torus:4,4", "vcs=2", 3, OUT_OF);
}

/// From p = 1, three VCs: 1, 2, then 0. A depth that is no power of two; VC 2 has its own words.
#[test]
fn round_robin() {
    check(
        "torus:4,4",
        "vcs=3 buffer-depth=3",
        3,
        &[
            ("f:0:h:13 r", ""),
            ("f:2:h:23 r", ""),    // VC 0 is picked; p = 1
            ("f:2:t:71 r", "C:0"), // VC 0 is open and waits for its tail
            ("f:1:h:33 r", ""),
            ("f:1:t:72 r", ""),
            ("f:0:t:70 r", ""),
            ("f:0:ht:43 r", ""),   // 70 leaves
            ("r", "M:1:70:l C:0"), // VC 1 is picked; p = 2
            ("r", "C:1"),          // 72
            ("r", "M:3:72:l C:1"), // VC 2 is picked before VC 0; p = 0
            ("r", "C:2"),          // 71
            ("r", "M:2:71:l C:2"), // VC 0
            ("r", "C:0"),
            ("r", ""),
        ],
    );
}

/// HTN, node 0 to 280 hexadecimal: Y = 2, X = 2 of 4, so either way round is as short. Routing bits at bit 10: (north, east) 3;
/// (south, east) wraps in Y, 6; (north, west) wraps in X, 9; (south, west) c (networks.md). Packets 1 and 3 are dropped, and count.
pub(crate) const TURNS: &[Clock] = &[
    ("s:280:a1:l", ""),
    ("s:280:a1:l", ""), // n = 0
    ("s:280:a1:l", ""),
    ("s:280:a1:l", "ready F:0:h:e80"),
    ("s:0:a2:l", "F:0:t:a1"),
    ("s:0:a2:l", ""), // n = 1
    ("s:0:a2:l", "ready E"),
    ("s:280:a3:l", "E"),
    ("s:280:a3:l", "E"), // n = 2
    ("s:280:a3:l", "E"),
    ("s:280:a3:l", "ready F:1:h:2680 E"),
    ("s:0:a4:l", "F:1:t:a3 E"),
    ("s:0:a4:l", "E"), // n = 3
    ("s:0:a4:l", "ready E"),
    ("s:280:a5:l", "E"),
    ("s:280:a5:l", "E"), // n = 4
    ("s:280:a5:l", "E"),
    ("s:280:a5:l", "ready F:2:h:e80 E"),
    ("x", "F:2:t:a5 E"),
    ("s:0:b1:l", ""),
    ("s:0:b1:l", ""), // n = 0
    ("s:0:b1:l", "ready E"),
    ("s:280:b2:l", "E"),
    ("s:280:b2:l", "E"), // n = 1
    ("s:280:b2:l", "E"),
    ("s:280:b2:l", "ready F:0:h:1a80 E"),
    ("s:280:b3:l", "F:0:t:b2 E"),
    ("s:280:b3:l", "E"), // n = 2
    ("s:280:b3:l", "E"),
    ("s:280:b3:l", "ready F:1:h:2680 E"),
    ("s:280:b4:l", "F:1:t:b3 E"),
    ("s:280:b4:l", "E"), // n = 3
    ("s:280:b4:l", "E"),
    ("s:280:b4:l", "ready F:2:h:3280 E"),
];

/// The vectors themselves: each of these defects must show.
#[test]
fn broken_interfaces_are_found() {
    let design = made("torus:4,4", "vcs=2 interface=axis");
    let turns = made("htn:4,4,2,1", "vcs=3 routing=ls+cs interface=axis");
    let broken = [
        (&design, INTO, "axi_packetizer", "flow <= credit_next & ~stop", "flow <= ~stop"),
        (
            &design,
            INTO,
            "axi_packetizer",
            "put ? |(chosen & credit_after_send) : |(chosen & credit_available)",
            "|(chosen & credit_available)",
        ),
        (
            &design,
            INTO,
            "axi_packetizer",
            "put ? |(chosen & credit_after_send) : |(chosen & credit_available)",
            "|(chosen & credit_after_send)",
        ),
        (
            &design,
            INTO,
            "axi_packetizer",
            "put ? |(chosen & credit_after_send) : |(chosen & credit_available)",
            "put ? |credit_after_send : |credit_available",
        ),
        (&design, INTO, "axi_packetizer", "(~take & credit_available)", "~take"),
        (&design, INTO, "axi_packetizer", "destination == node", "1'b0"),
        (&design, INTO, "axi_packetizer", "(dropped & ~clear_error) | (preparing & bad)", "preparing & bad"),
        (&design, INTO, "axi_packetizer", "idle <= stop", "idle <= put"),
        (&design, INTO, "axi_packetizer", "flow <= flow & ~last", "flow <= flow & ~beat"),
        (&design, INTO, "axi_packetizer", "chosen <= lowest", "chosen <= 1"),
        (&design, INTO, "axi_packetizer", "out_vc <= lowest_vc", "out_vc <= 0"),
        (&design, INTO, "axi_packetizer", "~ready & tail", "stop & 1'b0"),
        (&design, OUT_OF, "axi_depacketizer", "none & (|waiting)", "none & (|waiting) & space"),
        (&design, OUT_OF, "axi_depacketizer", "there & space", "there"),
        (&design, OUT_OF, "axi_depacketizer", "~m_axis_tvalid | m_axis_tready", "m_axis_tready"),
        (&design, OUT_OF, "axi_depacketizer", "~m_axis_tvalid | m_axis_tready", "~m_axis_tvalid"),
        (&design, OUT_OF, "axi_depacketizer", "none ? picked : open", "picked"),
        (&design, OUT_OF, "axi_depacketizer", ".advance(start)", ".advance(1'b0)"),
        (&design, OUT_OF, "axi_depacketizer", "tail ? 2'b00 : read", "read"),
        (&design, OUT_OF, "axi_depacketizer", "m_axis_tid   <= source", "m_axis_tid   <= data[7:4]"),
        (&design, OUT_OF, "axi_depacketizer", "move | ~space", "move"),
        (&design, OUT_OF, "axi_depacketizer", "out_credit_valid <= leave", "out_credit_valid <= move"),
        (&design, OUT_OF, "vc_buffers", "raddr = {out_vc, rd_out}", "raddr = {in_vc, rd_out}"),
        (&turns, TURNS, "axi_interface", "else if (preparing) number", "else if (preparing & ~error) number"),
        (&turns, TURNS, "source_htn", "y_tie ? number[1] : number[0]", "number[0]"),
        (&turns, TURNS, "source_htn", "from[7:6] < to[7:6]", "from[7:6] > to[7:6]"),
    ];
    let mut missed = Vec::new();
    for (design, clocks, module, from, to) in broken {
        let mut broken = design.clone();
        let (_, text) = broken.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        let node = if std::ptr::eq(clocks, TURNS) { 0 } else { 3 };
        if shown(&broken, node, clocks).is_some_and(|shown| difference(&shown, clocks).is_none()) {
            missed.push(format!("{module}: `{from}` -> `{to}`"));
        }
    }
    assert_eq!(missed, Vec::<String>::new());
}
