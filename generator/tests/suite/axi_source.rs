//! Routing bits at the source (docs/axi_interface.md, T7), for every pair of nodes, against the description of its routes; of two groups also
//! by walking both paths.

use std::fs;
use std::process::Command;

use torusmith_generator::Design;
use torusmith_topology::TerminalId;

use crate::routing::Routed;
use crate::tools::{made, run, tool, written};

const BENCH: &str = include_str!("verilog/source_bench.v");

/// What a source module gives from every `stride`-th node, a line each, to every node and for every packet number.
fn given(design: &Design, module: &str, bits: [u32; 2], stride: u32, numbers: Option<u32>) -> Option<Vec<Vec<u64>>> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let [address_bits, route_bits] = bits;
    let mut defines = vec![
        format!("-DSOURCE={module}"),
        format!("-DADDRESS_BITS={address_bits}"),
        format!("-DROUTE_BITS={route_bits}"),
        format!("-DFROM={stride}"),
        format!("-DNUMBERS={}", numbers.unwrap_or(1)),
    ];
    defines.extend(numbers.map(|_| "-DNUMBERED".to_owned()));
    let list = format!("{}.f", design.top);
    run(
        Command::new(iverilog).args(["-g2001", "-s", "source_bench", "-o", "bench"]).args(defines).args(["-c", &list, "bench.v"]),
        folder.path(),
    );
    let digits = route_bits.div_ceil(4) as usize;
    let parsed = |line: &str| -> Vec<u64> {
        (0..line.len()).step_by(digits).map(|at| u64::from_str_radix(&line[at..at + digits], 16).unwrap_or(u64::MAX)).collect()
    };
    Some(run(Command::new("vvp").arg("bench"), folder.path()).lines().map(parsed).collect())
}

/// The first entry that differs, or the number of entries.
fn compare(given: &[Vec<u64>], stride: u32, numbers: u32, expected: impl Fn(u32, u32, u32) -> u64) -> Result<usize, String> {
    let mut count = 0;
    for (from, line) in (0..).step_by(stride as usize).zip(given) {
        for (k, &seen) in (0..).zip(line) {
            let (to, number) = (k / numbers, k % numbers);
            let expected = expected(from, to, number);
            if seen != expected {
                return Err(format!("{from} to {to}, packet {number}: {seen:b}, not {expected:b}"));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// From every 61st node: there is one in every basic module, and the bits depend on the modules and the packet alone.
#[test]
fn htn() {
    for (options, selects, stays, balanced) in [
        ("vcs=2 ties=plus", false, false, false),
        ("vcs=2 vc-rule=phase", false, false, true),
        ("vcs=3 routing=cs ties=plus", false, false, false),
        ("vcs=3 routing=cs", false, false, true),
        ("vcs=3 routing=ls", true, false, false),
        ("vcs=3 routing=ls+cs", true, false, false),
        ("vcs=2", false, false, true),
        ("vcs=2 routing=dor-both", false, true, true),
        ("vcs=3 routing=ls+cs-turn", false, false, true),
    ] {
        let Routed { design, routes, .. } = Routed::made("htn:4,4,2,1", &format!("{options} interface=axis"));
        let [selection, stay, ties] = [u32::from(selects), u32::from(stays), 2 * u32::from(balanced)];
        let module = format!("htn_4_4_2_1_source_htn #(.LINK_SELECTION({selection}), .STAY({stay}), .TIES({ties}))");
        let interface = design.file("rtl/htn_4_4_2_1_axi_interface.v").unwrap();
        assert!(
            interface.contains(&format!(".LINK_SELECTION({selection}),\n    .STAY          ({stay}),\n    .TIES          ({ties})\n")),
            "{options}"
        );
        // Packets take turns only if they are counted.
        assert_eq!(interface.contains("number <= number + 2'd1"), selects || stays, "{options}");
        let Some(given) = given(&design, &module, [10, 4], 61, Some(4)) else { return };
        let expected = |from, to, number| routes.source_bits(TerminalId(from), TerminalId(to), number);
        assert_eq!(compare(&given, 61, 4, expected), Ok(17 * 4096), "{options}");
    }
}

/// For every pair, whether the way by group 1 is the shorter one.
fn shorter(network: &str, options: &str) -> Vec<u64> {
    let Routed { net, routes, .. } = Routed::made(network, options);
    let links = |from: u32, to: u32, group: u64| {
        let step = |node: &u32| Some(net.downstream(*node, routes.route(*node, TerminalId(to), group).first.port)?.node);
        std::iter::successors(Some(from), step).count()
    };
    (0..256 * 256).map(|pair| (links(pair / 256, pair % 256, 1) < links(pair / 256, pair % 256, 0)).into()).collect()
}

/// Network, options, `BM_WRAPS`, `TWISTED`, `TIES`.
const WITH_TWO_GROUPS: [(&str, &str, [u32; 3]); 9] = [
    ("ttn:2,2,2", "ties=plus", [1, 0, 0]),
    ("mtn:2,2,2", "vc-rule=paper4 ties=plus", [1, 1, 0]),
    ("mtn:2,2,2", "vc-rule=min2 ties=plus", [1, 1, 1]),
    ("tesh:2,2,2", "ties=plus", [0, 0, 0]),
    ("tesh:2,2,2", "vc-rule=least ties=plus", [0, 0, 1]),
    ("ttn:2,2,2", "vc-rule=paper4", [1, 0, 2]),
    ("mtn:2,2,2", "vc-rule=paper4", [1, 1, 2]),
    ("tesh:2,2,2", "", [0, 0, 2]),
    ("mtn:2,2,2", "", [1, 1, 2]),
];

/// The source module with its parameters, as the interface has it.
fn source(design: &Design, network: &str, [wraps, twisted, ties]: [u32; 3]) -> String {
    let slug = network.replace([':', ','], "_");
    let interface = design.file(&format!("rtl/{slug}_axi_interface.v")).unwrap();
    let own = format!(".BM_WRAPS({wraps}),\n    .TWISTED ({twisted}),\n    .TIES    ({ties})\n");
    assert!(interface.contains(&own), "{network}: {interface}");
    format!("{slug}_source_tori_connected #(.BM_WRAPS({wraps}), .TWISTED({twisted}), .TIES({ties}))")
}

#[test]
fn two_groups() {
    for (network, options, parameters) in WITH_TWO_GROUPS {
        let design = made(network, &format!("interface=axis {options}"));
        let all = shorter(network, options);
        let routes = Routed::made(network, options).routes;
        assert_eq!(
            all,
            (0..256 * 256).map(|pair| routes.source_bits(TerminalId(pair / 256), TerminalId(pair % 256), 0)).collect::<Vec<_>>(),
            "{network} {options}"
        );
        let Some(given) = given(&design, &source(&design, network, parameters), [8, 1], 1, None) else { return };
        let expected = |from: u32, to: u32, _| all[(from * 256 + to) as usize];
        assert_eq!(compare(&given, 1, 1, expected), Ok(256 * 256), "{network} {options}");
    }
}

#[test]
#[ignore = "long: a simulation in Icarus a fault"]
fn two_groups_broken() {
    let [ttn, mtn, mtn_min2, tesh, .., mtn_balanced, _, _] = WITH_TWO_GROUPS;
    let broken = [
        (ttn, "source_tori_connected", "{1'b0, ~v}", "{1'b0, v}"),
        (ttn, "source_tori_connected", "{1'b0, h}", "{1'b0, ~h}"),
        (ttn, "source_tori_connected", "length_1 < length", "length_1 <= length"),
        (ttn, "source_tori_connected", "(v | h) & ", ""),
        (ttn, "corner_distance", "row[1] & ~row[0]", "row[1]"),
        (mtn, "source_tori_connected", "differ & (plus ^ (to[7:6] > from[7:6]))", "1'b0"),
        (mtn, "source_tori_connected", "plus ^ (to[7:6] > from[7:6])", "(to[7:6] > from[7:6])"),
        (mtn, "source_tori_connected", ".TIES(TIES)", ".TIES(1)"),
        (mtn_min2, "source_tori_connected", ".TIES(TIES)", ".TIES(0)"),
        (mtn_balanced, "source_tori_connected", ".TIES(TIES)", ".TIES(0)"),
        (tesh, "source_tori_connected", ".WRAPS(BM_WRAPS)", ".WRAPS(1)"),
    ];
    for ((network, options, parameters), module, from, to) in broken {
        let mut design = made(network, &format!("interface=axis {options}"));
        let source = source(&design, network, parameters);
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        let all = shorter(network, options);
        let Some(given) = given(&design, &source, [8, 1], 1, None) else { return };
        let found = compare(&given, 1, 1, |from, to, _| all[(from * 256 + to) as usize]);
        assert!(found.is_err(), "{network}, {module}: `{from}` -> `{to}` was not found");
    }
}

#[test]
fn rdt() {
    let Routed { design, routes, .. } = Routed::made("rdt:8", "interface=axis");
    let expected = |from, to, _| routes.source_bits(TerminalId(from), TerminalId(to), 0);
    let Some(given) = given(&design, "rdt_8_vector_encoder #(.SIDE_BITS(3), .MAX_RANK(1))", [6, 15], 1, None) else { return };
    assert_eq!(compare(&given, 1, 1, expected), Ok(64 * 64));
    let interface = design.file("rtl/rdt_8_axi_interface.v").unwrap();
    assert!(interface.contains(".SIDE_BITS(3),\n    .MAX_RANK (1)\n"), "{interface}");
}
