//! The route modules against docs/networks.md: every hop of every path (or a sample of them), from the input at which
//! the packet arrives, in simulation; and the table of turns against the turns that those paths take.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use torusmith_generator::Design;
use torusmith_routes::{Choices, Routes, routes};
use torusmith_topology::{Network, TerminalId};

use crate::tools::{SOAK, chosen, made, run, tool, written};

/// A hop as the bench has it: the first candidate's output port and its classes as a mask, which mean nothing at the local port; and the port of the
/// second candidate, 0 for none.
pub type Hop = (u32, u32, u32);

/// A design, and the routes of its network.
pub struct Routed {
    pub design: Design,
    pub net: Network,
    pub routes: Box<dyn Routes>,
}

impl Routed {
    /// The routes by the choices of the manifest.
    pub fn made(network: &str, options: &str) -> Self {
        let (design, net) = (made(network, options), network.parse().unwrap());
        let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        let name = |field: &str| manifest[field].as_str().unwrap_or("plus").to_owned();
        let [routing, vc_rule, ties] = ["routing", "vc_rule", "ties"].map(name);
        let choices = Choices { routing: routing.parse().unwrap(), vc_rule: vc_rule.parse().unwrap(), ties: ties.parse().unwrap() };
        let routes = routes(&net, &choices).unwrap();
        Self { design, net, routes }
    }

    /// The route of a head.
    pub fn hop(&self, node: u32, to: u32, bits: u64) -> Hop {
        let hop = self.routes.route(node, TerminalId(to), bits);
        (hop.first.port.into(), hop.first.classes.into(), hop.second.map_or(0, |second| second.port.into()))
    }

    /// All (input port, node, header, hop) of the paths between pairs of nodes: all pairs, or every `stride`-th.
    pub fn hops(&self, stride: usize) -> BTreeSet<(u32, u32, u32, Hop)> {
        let (graph, nodes) = (self.net.graph(), self.net.routers());
        let mut found = BTreeSet::new();
        for (from, to) in (0..nodes * nodes).step_by(stride).map(|pair| ((pair / nodes) as u32, (pair % nodes) as u32)) {
            let written = (0..self.routes.source_period()).map(|number| self.routes.source_bits(TerminalId(from), TerminalId(to), number));
            for bits in written.collect::<BTreeSet<_>>().into_iter().filter(|_| from != to) {
                let mut heads = vec![(from, 0)];
                while let Some((node, input)) = heads.pop() {
                    let hop = self.hop(node, to, bits);
                    found.insert((input, node, to | (bits as u32) << self.net.address_bits(), hop));
                    for port in [hop.0, hop.2].into_iter().filter(|&port| port != 0) {
                        let far = graph.downstream(node as usize, port as usize).unwrap_or_else(|| panic!("no port {port} at {node}"));
                        heads.push((far.node, far.port.into()));
                    }
                }
            }
        }
        found
    }

    /// What the bench says of the route module and the hops. `None` without the tool.
    pub fn simulated(&self, hops: &BTreeSet<(u32, u32, u32, Hop)>) -> Option<String> {
        simulated_with(&self.design, &self.net, self.routes.classes(), hops)
    }
}

/// A text of a module is replaced, and the hops of every `stride`-th pair of nodes show it.
#[track_caller]
pub fn finds(network: &str, options: &str, stride: usize, module: &str, [from, to]: [&str; 2]) {
    let mut routed = Routed::made(network, options);
    let (_, text) = routed.design.files.iter_mut().find(|(path, _)| path.ends_with(&format!("_{module}.v"))).unwrap();
    assert!(text.contains(from), "{module}.v has no `{from}` to break");
    *text = text.replace(from, to);
    let Some(text) = routed.simulated(&routed.hops(stride)) else { return };
    assert!(text.starts_with("FAIL"), "{network} {options}, {module}: `{from}` -> `{to}` was not found: {text}");
}

const BENCH: &str = include_str!("verilog/route_bench.v");

/// The rows of a router's tables, as bit masks of outputs, each table from the last input to the first.
fn rows(router: &str, ports: usize) -> Vec<u32> {
    let bits = |line: &str| Some(line.split_once("'b")?.1.split([',', ' ']).next()?.to_owned());
    // Of a row each group is an output VC of all outputs; several rows are an input's VCs.
    let outputs = |row: &String| row.split('_').map(|group| u32::from_str_radix(group, 2).unwrap()).fold(0, |mask, group| mask | group);
    let of_table = |name: &str| {
        let Some(table) = router.split(&format!("{name} = {{")).nth(1) else { return Vec::new() };
        let rows: Vec<String> = table.lines().skip(1).map_while(|line| bits(line).filter(|_| line.contains("// from "))).collect();
        rows.chunks(rows.len() / ports).map(|rows| rows.iter().map(outputs).fold(0, |mask, row| mask | row)).collect::<Vec<u32>>()
    };
    // The first table of that name: with ports that are not everywhere, `ALL_TURNS`.
    of_table("TURNS").into_iter().chain(of_table("EITHER")).collect()
}

/// The turns in a router that has one candidate, input and output.
pub fn table(router: &str, ports: usize) -> Vec<(u32, u32)> {
    let rows = rows(router, ports);
    assert_eq!(rows.len(), ports);
    let inputs = (0..).zip(rows.into_iter().rev());
    inputs.flat_map(|(input, row)| (0..ports as u32).filter(move |port| row >> port & 1 != 0).map(move |port| (input, port))).collect()
}

/// Simulates the route module on the hops; all turns of the tables must occur (with `complete`), and no others.
#[track_caller]
pub fn check(network: &str, options: &str, stride: usize, complete: bool) {
    let routed = Routed::made(network, options);
    let (net, hops) = (&routed.net, routed.hops(stride));
    let router = routed.design.file(&format!("rtl/{}_router.v", net.slug())).unwrap();

    let ports = net.ports();
    // The turns, and for two candidates those that can be exchanged, each from the last input to the first.
    let rows = rows(router, ports);
    let of_both = |&(input, _, _, (port, _, other)): &(u32, u32, u32, Hop)| {
        let second = if other == 0 { port } else { other };
        [(input, port), (input, second)]
    };
    let taken = hops.iter().flat_map(of_both).collect::<HashSet<_>>();
    let exchanged = hops.iter().filter(|hop| hop.3.2 != 0).flat_map(of_both).collect::<HashSet<_>>();
    assert_eq!(rows.len(), if exchanged.is_empty() { ports } else { 2 * ports }, "{network} {options}");
    for (table, turns) in rows.chunks(ports).zip([taken, exchanged]) {
        for (input, row) in table.iter().rev().enumerate() {
            for port in 0..ports as u32 {
                let (legal, taken) = (row >> port & 1 != 0, turns.contains(&(input as u32, port)));
                assert!(legal || !taken, "{network}: the turn {input} -> {port} is taken and not in the table");
                assert!(taken || !legal || !complete, "{network}: the turn {input} -> {port} is in the table and never taken");
            }
        }
    }

    if let Some(text) = routed.simulated(&hops) {
        assert_eq!(text, format!("PASS {}", hops.len()), "{network} {options}");
    }
}

/// What the bench says of a design's route module with so many classes and the hops. `None` without the tool.
pub fn simulated_with(design: &Design, net: &Network, classes: u32, hops: &BTreeSet<(u32, u32, u32, Hop)>) -> Option<String> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    let header_bits = net.address_bits() + net.route_bits();
    let vectors = hops.iter().fold(String::new(), |mut text, (input, node, header, (port, classes, other))| {
        writeln!(text, "{input:02x}_{node:08x}_{header:08x}_{port:02x}_{classes:02x}_{other:02x}").unwrap();
        text
    });
    fs::write(folder.path().join("hops.hex"), vectors).unwrap();
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let route = design.file(&format!("rtl/{}_route.v", net.slug())).unwrap();
    let bits_of = |port: &str| {
        let line =
            route.lines().find(|line| line.starts_with("  output wire") && line.trim_end_matches(',').ends_with(&format!(" {port}")))?;
        Some(line.split_once('[').map_or(1, |(_, range)| range.split(':').next().unwrap().parse::<u32>().unwrap() + 1))
    };
    let mut defines = vec![
        format!("-DMODULE={}_route", net.slug()),
        format!("-DADDRESS_BITS={}", net.address_bits()),
        format!("-DHEADER_BITS={header_bits}"),
        format!("-DPORTS={}", net.ports()),
        format!("-DCLASSES={classes}"),
        format!("-DCOUNT={}", hops.len()),
    ];
    if let Some(bits) = bits_of("out_class") {
        defines.push(format!("-DCLASS_BITS={bits}"));
        // A number of two classes has one bit, of three two.
        defines.extend((bits == classes).then(|| "-DMIXED".to_owned()));
    }
    defines.extend(bits_of("either").map(|_| "-DEITHER".to_owned()));
    let list = format!("{}.f", design.top);
    run(
        Command::new(iverilog).args(["-g2001", "-s", "route_bench", "-o", "bench"]).args(defines).args(["-c", &list, "bench.v"]),
        folder.path(),
    );
    Some(run(Command::new("vvp").arg("bench"), folder.path()).trim().to_owned())
}

#[test]
fn ttn_unidirectional() {
    check("ttn:2,2,0", "ties=plus", 1, true);
}

#[test]
fn ttn_bidirectional() {
    check("ttn:2,2,1", "ties=plus", 1, true);
    check("ttn:2,2,1", "vc-rule=min2 vcs=2 ties=plus", 7, false);
    check("ttn:2,2,1", "vc-rule=least vcs=2 ties=plus", 7, false);
}

#[test]
fn ttn_with_two_groups() {
    check("ttn:2,2,2", "ties=plus", 1, true);
}

/// Samples: strides that are prime to the number of pairs.
#[test]
#[ignore = "long: networks of thousands of nodes"]
fn larger_ttns() {
    check("ttn:2,3,1", "vc-rule=min2 vcs=2", 2003, true);
    check("ttn:2,4,0", "ties=plus", 2_000_003, true);
    check("ttn:3,2,1", "", 2003, true);
    if SOAK {
        check("ttn:2,3,0", "ties=plus", 2003, true);
        check("ttn:2,5,0", "", 500_000_003, true);
        check("ttn:3,2,0", "ties=plus", 2003, true);
        check("ttn:3,3,0", "ties=plus", 100_000_003, true);
        check("ttn:3,3,1", "", 100_000_003, true);
    }
}

#[test]
fn sttns() {
    check("sttn:2,2,1", "vc-rule=paper4", 1, true);
    check("sttn:2,2,1", "vc-rule=min2 vcs=2 ties=plus", 7, true);
    check("sttn:2,3,0", "ties=plus", 2003, true);
    check("sttn:2,4,0", "ties=plus", 2_000_003, true);
    if SOAK {
        check("sttn:2,2,0", "ties=plus", 1, true);
        check("sttn:2,2,1", "ties=plus", 1, true);
        check("sttn:2,3,1", "", 2003, true);
        check("sttn:2,5,0", "vcs=5", 500_000_003, true);
        check("sttn:3,2,0", "ties=plus", 2003, true);
        check("sttn:3,2,1", "", 2003, true);
    }
}

#[test]
fn mtns() {
    check("mtn:2,2,1", "ties=plus", 1, true);
    check("mtn:2,2,2", "vc-rule=least", 1, true);
    check("mtn:2,4,0", "", 2_000_003, true);
    check("mtn:3,2,1", "", 503, true);
    if SOAK {
        check("mtn:2,2,0", "ties=plus", 1, true);
        check("mtn:2,2,0", "vc-rule=least", 7, true);
        check("mtn:2,2,1", "vc-rule=min2 vcs=2 ties=plus", 1, true);
        check("mtn:2,3,0", "ties=plus", 2003, true);
        check("mtn:2,3,1", "vc-rule=least", 2003, true);
        check("mtn:2,5,0", "", 500_000_003, true);
        check("mtn:3,2,0", "ties=plus", 2003, true);
    }
}

#[test]
fn teshes() {
    check("tesh:2,2,0", "ties=plus", 1, true);
    check("tesh:2,2,2", "vc-rule=least", 1, true);
    check("tesh:2,4,0", "", 2_000_003, true);
    check("tesh:3,2,1", "", 2003, true);
    if SOAK {
        check("tesh:2,2,1", "ties=plus", 1, true);
        check("tesh:2,2,1", "vc-rule=least ties=plus", 1, true);
        check("tesh:2,3,0", "vc-rule=least", 2003, true);
        check("tesh:2,3,1", "", 2003, true);
        check("tesh:2,4,0", "ties=plus", 2_000_003, true);
        check("tesh:2,5,0", "", 500_000_003, true);
        check("tesh:3,2,0", "ties=plus", 2003, true);
        check("tesh:3,3,0", "ties=plus", 100_000_003, true);
        check("tesh:3,3,1", "", 100_000_003, true);
    }
}

/// Each of these defects must show.
#[test]
fn broken_routes_of_four_levels_are_found() {
    for (network, from, to) in [
        // The way to level 2's H link, and none but that
        ("tesh:2,4,0", "    4'd3) : header", "    4'd2) : header"),
        ("tesh:2,4,0", "v3_first ? 4'd12", "v3_first ? 4'd3"),
        // From a ring's input to its output, behind the wrap link
        ("tesh:2,4,0", "(here[3:0] == 4'd11) & h4_ahead", "(here[3:0] == 4'd11) & ~h4_ahead"),
        ("mtn:2,4,0", "(v4_past ? 2'd1 :", "(v4_past ? 2'd0 :"),
    ] {
        finds(network, "", 20_000_003, "route", [from, to]);
    }
}

/// Samples of the pairs; of those, all ways that the source and the routers can choose.
#[test]
fn htns() {
    for (q, stride, ties) in chosen(&[(1, 101, "ties=plus"), (0, 257, ""), (2, 257, "")], 1) {
        for routing in ["dor", "ls", "cs", "ls+cs"] {
            check(&format!("htn:4,4,2,{q}"), &format!("vcs=3 routing={routing} vc-rule=phase {ties}"), *stride, true);
        }
    }
}

#[test]
fn tori() {
    check("torus:8,8", "ties=plus", 1, true);
    check("torus:5,7", "ties=plus", 1, true);
    check("torus:6,4", "", 1, true);
    check("torus:2,3", "", 1, true);
    check("torus:16,12", "vcs=3 ties=plus", 5, true);
    check("torus:2,2,2", "ties=plus", 1, true);
    check("torus:4,4,4", "", 1, true);
    check("torus:3,2,5", "ties=plus", 1, true);
    check("torus:9,6,7", "", 17, true);
    check("torus:3,3,3,3", "", 1, true);
    check("torus:2,5,4,3", "ties=plus", 3, true);
    // Dimensions of one node are none: rings of their own.
    check("torus:8", "", 1, true);
    check("torus:1,7", "ties=plus", 1, true);
    check("torus:4,1,3", "", 1, true);
}

#[test]
fn meshes() {
    check("mesh:2,2", "", 1, true);
    check("mesh:4,4", "", 1, true);
    check("mesh:2,7", "vcs=1", 1, true);
    check("mesh:9,3", "vcs=3", 1, true);
    check("mesh:16,12", "", 5, true);
    check("mesh:8", "", 1, true);
    check("mesh:5,1", "vcs=3", 1, true);
    check("mesh:1,2", "", 1, true);
}

/// The largest has 65536 nodes and 17 ports; a turn from the first to the last is one in as many pairs.
#[test]
fn hypercubes() {
    check("hypercube:1", "", 1, true);
    check("hypercube:3", "vcs=1", 1, true);
    check("hypercube:6", "", 1, true);
    check("hypercube:8", "", 1, true);
    check("hypercube:16", "", 2_000_003, false);
}
