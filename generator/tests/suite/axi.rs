//! The AXI4-Stream interface by itself, clock by clock. What is expected is worked out by hand from docs/axi_interface.md; its rules
//! stand beside the clocks.

use std::fs;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::Design;

use crate::axi_headers::PREPARED;
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
    ("s:5:a1", ""),                     // 0: idle, both counters are 4: the head is given, on VC 0 (T2, T5)
    ("s:5:a1", "ready F:0:h:35"),       // 1: sending on VC 0
    ("s:9:a2:l", "ready F:0:b:a1"),     // 2: the last of n + 1 = 3 clocks; tdest does not count
    ("s:6:b1:l", "F:0:t:a2"),           // 3: idle (T6); VC 0 has 1, VC 1 has 4
    ("s:6:b1:l", "ready F:1:h:36"),     // 4
    ("s:7:c1", "F:1:t:b1"),             // 5: idle; VC 0 has 1, VC 1 has 2
    ("s:7:c1 c:1", ""),                 // 6
    ("s:7:c1 c:1", ""),                 // 7: VC 1 has 3
    ("s:7:c1", ""),                     // 8: VC 1 has 4: given
    ("s:7:c1", "ready F:1:h:37"),       // 9: 3
    ("", "ready F:1:b:c1"),             // 10: 2; no beat is offered
    ("s:7:c2", "ready"),                // 11: 2
    ("s:7:c3", "ready F:1:b:c2"),       // 12: 1
    ("s:7:c4 c:0", "F:1:b:c3"),         // 13: none; a credit of another VC does not help
    ("s:7:c4 c:1", ""),                 // 14: none
    ("s:7:c4 c:1", "ready"),            // 15: 1, a credit comes as one is spent
    ("s:7:c5:l", "ready F:1:b:c4"),     // 16: 1
    ("s:3:d1", "F:1:t:c5"),             // 17: idle; to itself
    ("s:3:d1", "ready E"),              // 18: dropping (T4)
    ("", "ready E"),                    // 19
    ("s:4:d2:l", "ready E"),            // 20: the last
    ("s:4:e1:l c:0", "E"),              // 21: idle; VC 0 has 2
    ("s:4:e1:l c:0", "E"),              // 22: VC 0 has 3
    ("s:4:e1:l", "E"),                  // 23: VC 0 has 4
    ("s:4:e1:l x", "ready F:0:h:34 E"), // 24: a reset as the beat is taken
    ("s:8:f1:l", ""),                   // 25: idle, all counters are 4 (Z1)
    ("s:8:f1:l", "ready F:0:h:38"),     // 26
    ("", "F:0:t:f1"),                   // 27
];

#[test]
fn into_the_network() {
    check("torus:4,4", "vcs=2", 3, INTO);
}

/// D = 2: the head takes one of two places.
#[test]
fn a_short_buffer() {
    check(
        "torus:4,4",
        "vcs=2 buffer-depth=2",
        3,
        &[
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
            ("s:5:a1", "ready F:0:h:35"),
            ("s:5:a2", "ready F:0:b:a1"),
            ("s:5:a3", "ready F:0:b:a2"),
            ("s:5:a4", "ready F:0:b:a3"),
            ("s:5:a5:l", "F:0:b:a4"), // 5 flits are on their way
            ("s:5:a5:l c:0", ""),
            ("s:5:a5:l", "ready"),
            ("s:6:b1:l", "F:0:t:a5"),
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
            ("s:9:a1:l", "ready E"),
            ("s:8:a2:l", "E"),
            ("s:8:a2:l", "ready F:0:h:8 E"),
            ("s:f:a3:l", "F:0:t:a2 E"),
            ("s:f:a3:l", "ready E"),
            ("", "E"),
        ],
    );
}

/// Node 3 of 16, V = 2, D = 4.
const OUT_OF: &[Clock] = &[
    ("f:1:h:23 r", ""),              // 0: nothing waits, so the head passes (M1, M3)
    ("f:1:b:aa r", "C:1"),           // 1: open and its buffer empty: aa passes (M4)
    ("f:1:t:bb r", "M:2:aa C:1"),    // 2
    ("r", "M:2:bb:l C:1"),           // 3: none open
    ("f:0:h:53 r", ""),              // 4: M5
    ("f:1:h:63 r", "C:0"),           // 5: VC 0 is open, VC 1 waits
    ("f:0:b:11 r", ""),              // 6: 11 passes
    ("f:1:b:21 r", "M:5:11 C:0"),    // 7: VC 0 has no front
    ("f:0:t:12 r", ""),              // 8: 12 passes
    ("f:1:t:22", "M:5:12:l C:0"),    // 9: VC 1 is picked, though the register is not free; p = 0
    ("", "M:5:12:l C:1"),            // 10: VC 1 is open and waits for the register, whose tid stays (M5)
    ("r", "M:5:12:l"),               // 11: 21 leaves
    ("r", "M:6:21 C:1"),             // 12: 22 leaves
    ("r", "M:6:22:l C:1"),           // 13
    ("f:0:h:73 r", ""),              // 14
    ("f:1:ht:93 r", "C:0"),          // 15: VC 0 is open, VC 1 waits
    ("f:0:t:33 r", ""),              // 16: 33 passes
    ("f:0:ht:83", "M:7:33:l C:0"),   // 17: VC 1 waits, so 83 does not pass; VC 1 is a tail as well; p = 0
    ("f:1:h:a3", "M:7:33:l C:1"),    // 18: VC 0; p = 1
    ("f:1:b:41 r", "M:7:33:l C:0"),  // 19: VC 1; p = 0
    ("f:1:b:42", "C:1"),             // 20: 41 leaves into the free register
    ("f:1:b:43", "M:a:41 C:1"),      // 21: not free
    ("f:1:b:44", "M:a:41"),          // 22
    ("f:1:b:45", "M:a:41"),          // 23
    ("r", "M:a:41"),                 // 24: D = 4 flits are there: 42 leaves
    ("r f:1:t:46", "M:a:42 C:1"),    // 25
    ("r", "M:a:43 C:1"),             // 26
    ("r", "M:a:44 C:1"),             // 27
    ("r", "M:a:45 C:1"),             // 28
    ("r", "M:a:46:l C:1"),           // 29
    ("", ""),                        // 30
    ("f:0:h:13", ""),                // 31
    ("f:0:b:51 x", "C:0"),           // 32: a reset as the flit passes
    ("f:1:h:b3", ""),                // 33: nothing is there, none open, p = 0 (M2)
    ("f:1:t:52", "C:1"),             // 34: into the free register
    ("f:0:h:c3", "M:b:52:l C:1"),    // 35: a head passes, and p stays 0
    ("f:0:t:61", "M:b:52:l C:0"),    // 36: not free
    ("f:1:ht:d3", "M:b:52:l"),       // 37
    ("f:0:ht:e3 r", "M:b:52:l"),     // 38: 61 leaves
    ("f:0:ht:f3 r", "M:c:61:l C:0"), // 39: VC 0 is picked before VC 1; p = 1
    ("r", "C:0"),                    // 40: VC 1; p = 0
    ("r", "C:1"),                    // 41: VC 0; p = 1
    ("f:1:h:13 r", "C:0"),           // 42: a head passes, and p stays 1
    ("f:0:ht:23", "C:1"),            // 43
    ("f:1:b:71", ""),                // 44: 71 passes into the free register
    ("f:1:t:72", "M:1:71 C:1"),      // 45: not free
    ("f:1:ht:33", "M:1:71"),         // 46
    ("r", "M:1:71"),                 // 47: 72 leaves
    ("r", "M:1:72:l C:1"),           // 48: VC 1 is picked before VC 0; p = 0
    ("r", "C:1"),                    // 49: VC 0
    ("r", "C:0"),                    // 50
    ("r", ""),                       // 51
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
            ("f:0:h:13 r", ""),    // passes
            ("f:2:h:23 r", "C:0"), // VC 0 is open and waits for its tail
            ("f:2:t:71 r", ""),
            ("f:1:h:33 r", ""),
            ("f:1:t:72 r", ""),
            ("f:0:t:70 r", ""),              // passes
            ("f:0:ht:43 r", "M:1:70:l C:0"), // VC 1 is picked; p = 2
            ("r", "C:1"),                    // 72
            ("r", "M:3:72:l C:1"),           // VC 2 is picked before VC 0; p = 0
            ("r", "C:2"),                    // 71
            ("r", "M:2:71:l C:2"),           // VC 0
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
    let design = made("torus:4,4", "vcs=2 interface=axis order=none");
    let turns = made("htn:4,4,2,1", "vcs=3 routing=ls+cs interface=axis");
    let prepared = made("htn:4,4,2,1", "vcs=2 interface=axis order=none");
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
        (&design, INTO, "axi_packetizer", "buffer_empty & ~take", "~take"),
        (&design, INTO, "axi_packetizer", "destination == node", "1'b0"),
        (&design, INTO, "axi_packetizer", "(dropped & ~clear_error) | (idle", "(idle"),
        (&design, INTO, "axi_packetizer", "idle <= stop", "idle <= put"),
        (&design, INTO, "axi_packetizer", "flow <= flow & ~last", "flow <= flow & ~beat"),
        (&design, INTO, "axi_packetizer", "chosen <= lowest", "chosen <= 1"),
        (&design, INTO, "axi_packetizer", "out_vc <= lowest_vc", "out_vc <= 0"),
        (&design, INTO, "axi_packetizer", "~idle & tail", "stop & 1'b0"),
        (&design, OUT_OF, "axi_depacketizer", "none & ((|waiting) | in_valid)", "none & space & ((|waiting) | in_valid)"),
        (&design, OUT_OF, "axi_depacketizer", "there & space", "there"),
        (&design, OUT_OF, "axi_depacketizer", "~m_axis_tvalid | m_axis_tready", "m_axis_tready"),
        (&design, OUT_OF, "axi_depacketizer", "~m_axis_tvalid | m_axis_tready", "~m_axis_tvalid"),
        (&design, OUT_OF, "axi_depacketizer", "(by_link ? comes : picked) : open", "(by_link ? comes : picked) : picked"),
        (&design, OUT_OF, "axi_depacketizer", ".advance(start & ~by_link)", ".advance(1'b0)"),
        (&design, OUT_OF, "axi_depacketizer", ".advance(start & ~by_link)", ".advance(start)"),
        (&design, OUT_OF, "axi_depacketizer", "none ? ~(|waiting) : ~(|(open & waiting))", "~(|(open & waiting))"),
        (&design, OUT_OF, "axi_depacketizer", "none ? ~(|waiting) : ~(|(open & waiting))", "~(|waiting)"),
        (&design, OUT_OF, "axi_depacketizer", "passes = by_link & leave", "passes = 1'b0"),
        (&design, OUT_OF, "axi_depacketizer", "pop    = leave & ~by_link", "pop    = leave"),
        (&design, OUT_OF, "axi_depacketizer", "tail ? 2'b00 : read", "read"),
        (&design, OUT_OF, "axi_depacketizer", "m_axis_tid   <= source", "m_axis_tid   <= data[7:4]"),
        (&design, OUT_OF, "axi_depacketizer", "move | ~space", "move"),
        (&design, OUT_OF, "axi_depacketizer", "out_credit_valid <= leave", "out_credit_valid <= move"),
        (&design, OUT_OF, "vc_buffers", "raddr = {out_vc, rd_out}", "raddr = {in_vc, rd_out}"),
        (&turns, TURNS, "axi_interface", "else if (preparing) number", "else if (preparing & ~error) number"),
        (&turns, TURNS, "source_htn", "y_tie ? number[1] : number[0]", "number[0]"),
        (&turns, TURNS, "source_htn", "from[7:6] < to[7:6]", "from[7:6] > to[7:6]"),
        (&prepared, PREPARED, "axi_packetizer", "(ready & ~give)", "1'b0"),
        (&prepared, PREPARED, "axi_packetizer", "(preparing & bad)", "(preparing & bad & 1'b0)"),
        (&prepared, PREPARED, "axi_packetizer", "if (preparing) flow <= bad", "if (preparing) flow <= 1'b0"),
    ];
    for (design, node, clocks) in [(&design, 3, INTO), (&design, 3, OUT_OF), (&turns, 0, TURNS), (&prepared, 0, PREPARED)] {
        assert_eq!(shown(design, node, clocks).and_then(|shown| difference(&shown, clocks)), None, "without a defect");
    }
    let mut missed = Vec::new();
    for (design, clocks, module, from, to) in broken {
        let mut broken = design.clone();
        let (_, text) = broken.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        let node = if [INTO, OUT_OF].contains(&clocks) { 3 } else { 0 };
        if shown(&broken, node, clocks).is_some_and(|shown| difference(&shown, clocks).is_none()) {
            missed.push(format!("{module}: `{from}` -> `{to}`"));
        }
    }
    assert_eq!(missed, Vec::<String>::new());
}
