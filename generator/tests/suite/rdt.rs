//! The RDT's routing, rewriting and encoder against docs/networks.md, in simulation.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use torusmith_generator::Design;
use torusmith_routes::Routes;
use torusmith_topology::{Graph, TerminalId};

use crate::routing::{Routed, table};
use crate::tools::{SOAK, chosen, made, run, tool, written};

const ROUTE_BENCH: &str = include_str!("verilog/rdt_route_bench.v");
const ENCODER_BENCH: &str = include_str!("verilog/vector_encoder_bench.v");
const ROUTER_BENCH: &str = include_str!("verilog/rdt_router_bench.v");

/// R.
fn max_rank(side: i32) -> usize {
    [1, 1, 2, 3, 3, 4][side.ilog2() as usize - 2]
}

/// Input port, node, routing bits, output port, class, routing bits behind it.
type Hop = (u32, u32, u64, u32, u32, u64);

/// The hops from a node with routing bits: adds them to `found`. The node where they end, and how many they are.
fn walk(graph: &Graph, routes: &dyn Routes, from: u32, bits: u64, found: &mut BTreeSet<Hop>) -> (u32, u64) {
    let (mut node, mut input, mut bits, mut hops) = (from, 0, bits, 0);
    loop {
        let hop = routes.route(node, TerminalId(0), bits);
        // At port 0 the class means nothing.
        let (port, class) = (hop.first.port, if hop.first.port == 0 { 0 } else { hop.first.classes.trailing_zeros() });
        found.insert((input, node, bits, port.into(), class, hop.bits));
        if port == 0 {
            return (node, hops);
        }
        let far = graph.downstream(node as usize, port.into()).expect("a link");
        (node, input, bits, hops) = (far.node, far.port.into(), hop.bits, hops + 1);
    }
}

/// Random routing bits with half of the components 0.
fn strange_bits(side: i32, random: &mut impl Iterator<Item = u64>) -> u64 {
    let (bits, kept) = (random.next().unwrap(), random.next().unwrap());
    let sizes = [4; 2].into_iter().chain(std::iter::repeat_n(3, 2 * max_rank(side)));
    let fields = sizes.scan(0, |at, size| Some((std::mem::replace(at, *at + size), size))).zip(0..);
    fields.filter(|(_, k)| kept >> k & 1 == 1).fold(0, |all, ((at, size), _)| all | bits & ((1 << size) - 1) << at)
}

/// Numbers that look random, the same in every run.
fn scattered(seed: u64) -> impl Iterator<Item = u64> {
    (1..).map(move |k: u64| {
        let z = (k + (seed << 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let z = (z ^ z >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z ^ z >> 32
    })
}

/// Runs a bench with the modules of a design.
fn simulated(design: &Design, slug: &str, side: i32, bench: &str, top: &str, defines: &[String], data: &str) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    fs::write(folder.path().join("hops.hex"), data).unwrap();
    fs::write(folder.path().join("bench.v"), bench).unwrap();
    let names = [("ROUTE", "route"), ("ENCODER", "vector_encoder")];
    let mut command = Command::new(iverilog);
    command.args(["-g2001", "-s", top, "-o", "bench"]).args(defines);
    command.args(names.map(|(name, module)| format!("-D{name}={slug}_{module}")));
    command.args([format!("-DSIDE_BITS={}", side.ilog2()), format!("-DMAX_RANK={}", max_rank(side))]);
    run(command.args(["-c", &format!("{}.f", design.top), "bench.v"]), folder.path());
    Some(run(Command::new("vvp").arg("bench"), folder.path()))
}

/// What the bench says of a design's route module on the hops.
fn routed(design: &Design, side: i32, hops: &BTreeSet<Hop>) -> Option<String> {
    let data = hops.iter().fold(String::new(), |mut text, (input, node, route, port, class, left)| {
        writeln!(text, "{input:01x}_{node:04x}_{route:010x}_{port:01x}_{class:01x}_{left:09x}").unwrap();
        text
    });
    let slug = format!("rdt_{side}");
    let route = design.file(&format!("rtl/{slug}_route.v")).unwrap();
    // A number of two classes has one bit.
    let class_bits =
        if route.contains("[1:0]") && route.lines().any(|line| line.contains("[1:0]") && line.contains("out_class")) { 2 } else { 1 };
    let defines = [format!("-DCOUNT={}", hops.len()), format!("-DCLASS_BITS={class_bits}")];
    simulated(design, &slug, side, ROUTE_BENCH, "rdt_route_bench", &defines, &data)
}

/// The route module on every hop of the paths between all pairs of nodes, or every `stride`-th, and of those that `strange`
/// routing bits lead; the turns in the router's table must occur, and no others. Mean and longest distance of the pairs.
#[track_caller]
fn check(side: i32, stride: usize, strange: usize) -> (f64, u64) {
    let Routed { design, net, routes } = Routed::made(&format!("rdt:{side}"), "");
    let (graph, nodes) = (net.graph(), (side * side) as usize);
    let mut hops = BTreeSet::new();
    let (mut pairs, mut sum, mut longest) = (0, 0, 0);
    for pair in (0..nodes * nodes).step_by(stride).filter(|pair| pair / nodes != pair % nodes) {
        let (from, to) = ((pair / nodes) as u32, (pair % nodes) as u32);
        let (end, distance) = walk(&graph, &*routes, from, routes.source_bits(TerminalId(from), TerminalId(to), 0), &mut hops);
        assert_eq!(end, to, "{side}: {from} -> {to}");
        (pairs, sum, longest) = (pairs + 1, sum + distance, longest.max(distance));
    }
    let taken: HashSet<(u32, u32)> = hops.iter().map(|hop| (hop.0, hop.3)).collect();
    let mut random = scattered(side as u64);
    for _ in 0..strange {
        let (from, bits) = (random.next().unwrap() % nodes as u64, strange_bits(side, &mut random));
        // The guard of the local port lets none in that leads nowhere.
        if bits != 0 {
            walk(&graph, &*routes, from as u32, bits, &mut hops);
        }
    }
    let router = design.file(&format!("rtl/rdt_{side}_router.v")).unwrap();
    let table: HashSet<(u32, u32)> = table(router, 9).into_iter().collect();
    assert_eq!(taken, table, "{side}: packets of the encoder take all turns, and no others");

    if let Some(text) = routed(&design, side, &hops) {
        assert_eq!(text.trim(), format!("PASS {}", hops.len()), "{side}");
    }
    (sum as f64 / f64::from(pairs), longest)
}

/// The means and diameters are those of the page's "Distances".
#[test]
fn all_pairs() {
    check(4, 1, 2000);
    assert_eq!(check(8, 1, 2000).1, 3);
    let (mean, diameter) = check(16, 1, 2000);
    assert_eq!((format!("{mean:.4}"), diameter), ("4.0431".into(), 7));
}

/// Samples: strides that are prime to the number of pairs.
#[test]
#[ignore = "long: networks of up to 16384 nodes"]
fn samples_of_pairs() {
    check(32, 211, 2000);
    check(128, 48017, 500);
    if SOAK {
        check(64, 4001, 2000);
        check(128, 48017, 2000);
    }
}

/// What the encoder gives from (x, y) for every (dx, dy).
fn encoded(design: &Design, side: i32, (x, y): (i32, i32)) -> Option<Vec<u64>> {
    let defines = [format!("-DX={x}"), format!("-DY={y}")];
    let text = simulated(design, &format!("rdt_{side}"), side, ENCODER_BENCH, "vector_encoder_bench", &defines, "")?;
    Some(text.lines().map(|line| u64::from_str_radix(line, 16).expect(line)).collect())
}

#[test]
fn encoder() {
    for side in [4, 8, 16, 32, 64, 128] {
        let Routed { design, routes, .. } = Routed::made(&format!("rdt:{side}"), "");
        let node = |(x, y): (i32, i32)| (y.rem_euclid(side) * side + x.rem_euclid(side)) as u32;
        for from in [(0, 0), (side - 1, side / 2 - 1)] {
            let Some(seen) = encoded(&design, side, from) else { return };
            assert_eq!(seen.len() as i32, side * side);
            for (k, seen) in (0..).zip(seen) {
                let (dx, dy) = (k / side, k % side);
                let expected = routes.source_bits(TerminalId(node(from)), TerminalId(node((from.0 + dx, from.1 + dy))), 0);
                assert_eq!(seen, expected, "{side}: from {from:?} by {dx},{dy}: {seen:b}, not {expected:b}");
            }
        }
    }
}

/// The RDT paper, Figure 5: from (1,2) to (5,9), v0 = (0,-1), v1 = (1,-1), v2 = (1,0).
#[test]
fn encoder_on_the_example_of_the_paper() {
    let design = made("rdt:16", "");
    let Some(seen) = encoded(&design, 16, (1, 2)) else { return };
    let fields = [(0b0000, 0), (0b1111, 4), (0b001, 8), (0b111, 11), (0b001, 14), (0b000, 17), (0, 20)];
    assert_eq!(seen[4 * 16 + 7], fields.into_iter().fold(0, |bits, (field, at)| bits | field << at));
}

/// RC7 in a router: a head by ux+ has one step of rank 1 less, its body is as it was, and what goes to port 0, too; E1, bit 2: no head
/// may enter that leads to port 0. The times are those of ST1 and E3.
#[test]
fn rewriting_in_a_router() {
    let design = made("rdt:8", "vcs=2");
    for crossed in [0, 1] {
        let defines = ["-DROUTER=rdt_8_router".to_owned(), format!("-DCROSSED={crossed}")];
        let Some(text) = simulated(&design, "rdt_8", 8, ROUTER_BENCH, "rdt_router_bench", &defines, "") else { return };
        let (head, body, here) = (0x1a << 21 | 18, 0x5a << 21 | 1 << 14 | 18, 0x25 << 21 | 1 << 20);
        assert_eq!(text, format!("2 5 {head:08x}\n3 5 {body:08x}\n4 error 100\n8 0 {here:08x}\n"));
    }
}

/// "VC rule `descending`": class 2, the VCs w with floor(3w / V) = 2 (docs/router.md, RC3), exists on rank-0 links only, and not for
/// N = 4, 8. An input VC, and the credit counter of an output VC, for each VC of the 9 ports but those.
#[test]
#[ignore = "long: many runs of yosys"]
fn no_vcs_for_moves_at_upper_ports() {
    let Some(yosys) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    for &(network, vcs) in chosen(&[("rdt:8", 3), ("rdt:16", 4), ("rdt:16", 3), ("rdt:16", 5), ("rdt:32", 8)], 2) {
        let design = made(network, &format!("vcs={vcs} buffer-depth=2"));
        let folder = written(&design);
        // Each kind of module by itself: only what is flat is left out by synthesis where nothing comes of it.
        let count = |module: &str| {
            let script = format!(
                "read_verilog rtl/*.v; hierarchy -check -top {0}; proc; setattr -mod -set keep_hierarchy 1 *_{module}*; flatten; opt -full; \
                 simplemap; opt; cd {0}; select -count t:*_{module}*",
                design.top
            );
            let said = run(Command::new(yosys.as_os_str()).args(["-p", &script]), folder.path());
            said.lines().find_map(|line| line.strip_suffix(" objects.")?.parse::<usize>().ok()).unwrap()
        };
        let found = ["input_vc", "credit_counter"].map(count);
        let of_moves = (0..vcs).filter(|w| 3 * w / vcs == 2).count();
        // Where columns have one rank moves go along x alone.
        let without = match network {
            "rdt:8" => 0,
            "rdt:16" => 6,
            _ => 4,
        };
        let expected = 9 * vcs - without * of_moves;
        assert_eq!(found, [expected, expected], "{network}, {vcs} VCs");
    }
}

/// The benches themselves: each of these defects must show, on 32 x 32 nodes.
#[test]
fn broken_modules_are_found() {
    let side = 32;
    let Routed { design, net, routes } = Routed::made("rdt:32", "");
    let (graph, mut hops) = (net.graph(), BTreeSet::new());
    for (from, to) in (0..1024 * 1024).step_by(1511).map(|pair| (pair / 1024, pair % 1024)).filter(|(from, to)| from != to) {
        walk(&graph, &*routes, from, routes.source_bits(TerminalId(from), TerminalId(to), 0), &mut hops);
    }
    let broken = [
        ("route", "? there[2:0] & nearer[2:0] :", "? there[2:0] :"),
        ("route", "(crossed | wraps", "(wraps"),
        ("route", "past_edge & (|rest)", "past_edge"),
        ("route", "(|upper_y) & !BY_UX", "~(|upper_x)"),
        ("route", "open[0] & ~(", "open[0] & (1'b1 | "),
        ("rdt_wraps", "r == 3 ? {x_up, x_down, x_up, x_down}", "r == 3 ? {x_down, x_up, x_up, x_down}"),
        ("route", "{move, past_edge}", "{move, past_edge | move}"),
    ];
    for (module, from, to) in broken {
        let mut design = design.clone();
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
        assert!(text.contains(from), "{module}.v has no `{from}` to break");
        *text = text.replace(from, to);
        if let Some(text) = routed(&design, side, &hops) {
            assert!(text.contains("FAIL"), "{module}: `{from}` -> `{to}` was not found: {text}");
        }
    }
}
