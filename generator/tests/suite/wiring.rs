//! The links of the tops against the network's graph, every flit and every credit wire, in Icarus: of networks of basic modules the top
//! with basic modules that only say who they are, and one basic module with nodes of that kind, put together here; of the others the
//! top with such nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use torusmith_generator::{Design, Options, Scope, generate};
use torusmith_topology::htn::Htn;
use torusmith_topology::tori_connected::ToriConnected;
use torusmith_topology::{Link, Network};

use crate::outside_family::hidden;
use crate::tools::{made, run, tool, written};

const BENCH: &str = include_str!("verilog/wiring_bench.v");
const BASIC_MODULE: &str = include_str!("verilog/wiring_basic_module_body.v");
const NODE: &str = include_str!("verilog/wiring_node_body.v");

/// The basic module that is looked into.
const BASE: u32 = 9;

/// Two ends: where the flits of a port come from, and where its credits come from.
type Ends = [u32; 2];

/// What the bench prints of `module`, with the module `part` in it reduced to its declaration and `body`.
fn printed(design: &Design, slug: &str, [module, part]: [&str; 2], body: &str, defines: &[String]) -> Option<Vec<String>> {
    let iverilog = tool("iverilog", "TORUSMITH_IVERILOG")?;
    let folder = written(design);
    let text = |name: &str| design.file(&format!("rtl/{slug}_{name}.v")).unwrap();
    let declaration = text(part).split_inclusive(");\n").next().unwrap();
    // The benches call the links between basic modules as an HTN does.
    let named = |text: &str| if slug.starts_with("htn") { text.to_owned() } else { text.replace("edge_", "up_") };
    let sources = [text(module), declaration, &named(body), &named(BENCH)].join("\n").replace("`default_nettype none", "");
    fs::write(folder.path().join("all.v"), sources).unwrap();
    run(Command::new(iverilog).args(["-g2001", "-s", "wiring_bench", "-o", "bench"]).args(defines).arg("all.v"), folder.path());
    Some(run(Command::new("vvp").arg("bench"), folder.path()).lines().map(str::to_owned).collect())
}

/// The numbers of a line; an `x` is none.
#[track_caller]
fn numbers<const N: usize>(line: &str) -> [u32; N] {
    let words: Option<Vec<u32>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
    words.and_then(|words| words.try_into().ok()).unwrap_or_else(|| panic!("{line}"))
}

#[track_caller]
fn wired(name: &str) {
    let net: Network = name.parse().unwrap();
    // Nodes of a basic module, and its links to others.
    let (places, edges) = match (net.of::<Htn>(), net.of::<ToriConnected>()) {
        (Some(htn), _) => (64, 16 * htn.gate_planes()),
        (_, Some(n)) => (n.side() * n.side(), n.rings().count() as u32 * if n.bidirectional { 2 } else { 1 }),
        _ => panic!("{name}"),
    };
    let modules = net.nodes() as u32 / places;
    let design = made(name, "scope=network");
    let slug = net.slug();
    let common = [format!("-DEDGES={edges}"), format!("-DLINKS={}", net.ports() - 1), format!("-DPLACE_BITS={}", places.ilog2())];
    let top = [&common[..], &[format!("-DNETWORK={}", design.top)]].concat();
    let base = format!("-DBASE={}'d{BASE}", modules.ilog2());
    let module = [&common[..], &[format!("-DBASIC_MODULE={slug}_basic_module"), base]].concat();
    let Some(top) = printed(&design, &slug, ["network", "basic_module"], BASIC_MODULE, &top) else { return };
    let Some(inside) = printed(&design, &slug, ["basic_module", "node"], NODE, &module) else { return };

    // By basic module * 64 + k the same of the other end; by k, and by address and port, place * 16 + port or 1024 + k.
    let between: BTreeMap<u32, Ends> =
        top.iter().map(|line| numbers(line)).map(|[base, k, flit, credit]| (base * 64 + k, [flit, credit])).collect();
    let mut borders = BTreeMap::<u32, Ends>::new();
    let mut nodes = BTreeMap::<[u32; 2], Ends>::new();
    for line in &inside {
        if let Some(line) = line.strip_prefix("edge ") {
            let [k, flit, credit] = numbers(line);
            borders.insert(k, [flit, credit]);
        } else {
            let [address, port, flit, credit] = numbers(line.strip_prefix("node ").expect(line));
            assert_eq!(address / places, BASE, "{name}: {line}");
            nodes.insert([address % places, port], [flit, credit]);
        }
    }
    assert_eq!(between.len() as u32, modules * edges, "{name}");

    let mut seen = BTreeSet::new();
    for base in 0..modules {
        // Wire 0 carries flits, wire 1 credits.
        let end = |ends: &Ends, wire: usize| {
            let (base, code) = match ends[wire] {
                code @ 0..1024 => (base, code),
                code => {
                    let far = between[&(base * 64 + code - 1024)][wire];
                    (far / 64, borders[&(far % 64)][wire])
                }
            };
            assert!(code < 1024, "{name}: an inter-BM link goes through basic module {base}");
            [base * places + code / 16, code % 16]
        };
        for ([place, port], ends) in &nodes {
            seen.insert([[base * places + place, *port], end(ends, 0), end(ends, 1)]);
        }
    }
    compare(&net, &seen);
}

/// The ends that a top has, by node and port, against those of the graph.
#[track_caller]
fn compare(net: &Network, seen: &BTreeSet<[[u32; 2]; 3]>) {
    let graph = net.graph();
    let mut expected = BTreeSet::new();
    for node in 0..net.nodes() {
        for port in 1..net.ports() {
            let far = |link: Link| [link.node, link.port.into()];
            // These links go both ways: a port has an input and an output, or neither.
            if let (Some(up), Some(down)) = (graph.upstream(node, port), graph.downstream(node, port)) {
                expected.insert([[node as u32, port as u32], far(up), far(down)]);
            }
        }
    }
    let wrong = seen.symmetric_difference(&expected).next();
    assert_eq!(wrong, None, "{net}: node and port, where its flits come from, where its credits come from");
}

/// A top of nodes, without basic modules.
#[track_caller]
fn wired_flat(name: &str) {
    wired_flat_as(&name.parse().unwrap(), &made(name, "scope=network"));
}

#[track_caller]
fn wired_flat_as(net: &Network, design: &Design) {
    let defines = [
        "-DEDGES=8".to_owned(),
        format!("-DLINKS={}", net.ports() - 1),
        format!("-DNETWORK={}", design.top),
        format!("-DPLACE_BITS={}", net.address_bits()),
    ];
    let Some(lines) = printed(design, &net.slug(), ["network", "node"], NODE, &defines) else { return };
    let ends = |line: &String| {
        let [node, port, flit, credit] = numbers(line.strip_prefix("node ").expect(line));
        [[node, port], [flit / 16, flit % 16], [credit / 16, credit % 16]]
    };
    compare(net, &lines.iter().map(ends).collect());
}

/// The tops of a family that brings none, made from the graph.
#[test]
fn links_of_any_graph() {
    for name in ["mesh:2,2", "mesh:3,7", "torus:3,2,4", "hypercube:1", "ttn:2,2,0", "ttn:2,2,2", "rdt:8"] {
        let net = hidden(name);
        let options = Options { scope: Scope::Network, ..Options::default() };
        wired_flat_as(&net, &generate(&net, &options).unwrap());
    }
}

/// Rank 0 and rank 1.
#[test]
fn rdt_links() {
    for side in [4, 8] {
        wired_flat(&format!("rdt:{side}"));
    }
}

#[test]
fn torus_links() {
    for name in ["torus:4,4", "torus:2,5", "torus:3,2,4", "torus:4,4,4", "torus:2,3,4,5"] {
        wired_flat(name);
    }
}

#[test]
fn mesh_links() {
    for name in ["mesh:2,2", "mesh:4,4", "mesh:3,7", "mesh:9,2"] {
        wired_flat(name);
    }
}

#[test]
fn hypercube_links() {
    for name in ["hypercube:1", "hypercube:2", "hypercube:7"] {
        wired_flat(name);
    }
}

/// The neighbours of every rank, of tops that are too large to be simulated: what the top says they are, with its nodes and wires,
/// which are those of [`rdt_links`], taken out.
#[test]
fn rdt_neighbours_of_every_rank() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    for side in [16, 32, 64, 128] {
        let net: Network = format!("rdt:{side}").parse().unwrap();
        let design = made(&format!("rdt:{side}"), "scope=network");
        let top = design.file(&format!("rtl/rdt_{side}_network.v")).unwrap();
        let (head, body) = top.split_once(") (\n").unwrap();
        let (functions, body) = body[body.find("  // The node at (x, y)").unwrap()..].split_once("      // This node's outputs").unwrap();
        let (_, tail) = body.split_once("(error[n*3 +: 3])\n      );\n").unwrap();
        let constants: String = top.lines().filter(|line| line.starts_with("  localparam")).map(|line| format!("{line}\n")).collect();
        let display = r#"      initial $display("%0d %0d %0d %0d %0d %0d %0d %0d %0d", n, EAST, WEST, SOUTH, NORTH, UX_NEXT, UX_LAST, UY_NEXT, UY_LAST);"#;
        let folder = written(&design);
        std::fs::write(folder.path().join("all.v"), format!("{head});\n{constants}{functions}{display}\n{tail}")).unwrap();
        run(Command::new(&iverilog).args(["-g2001", "-s", &design.top, "-o", "bench", "all.v"]), folder.path());
        let text = run(Command::new("vvp").arg("bench"), folder.path());
        let graph = net.graph();
        assert_eq!(text.lines().count(), net.nodes(), "{net}");
        for line in text.lines() {
            let [node, neighbours @ ..] = numbers::<9>(line);
            for (port, neighbour) in (1..).zip(neighbours) {
                assert_eq!(neighbour, graph.downstream(node as usize, port).unwrap().node, "{net}: node {node}, port {port}");
            }
        }
    }
}

#[test]
fn htn_links_of_one_gate_plane() {
    wired("htn:4,4,2,0");
}

#[test]
fn htn_links_of_two_gate_planes() {
    wired("htn:4,4,2,1");
}

#[test]
fn htn_links_of_four_gate_planes() {
    wired("htn:4,4,2,2");
}

/// Those of L = 2, and one of 4096 nodes.
fn under_tori(family: &str, large: &str) {
    for parameters in ["2,2,0", "2,2,1"] {
        wired(&format!("{family}:{parameters}"));
    }
    wired(&format!("{family}:{large}"));
}

#[test]
fn links_of_ttns() {
    wired("ttn:2,2,2");
    under_tori("ttn", "3,2,1");
}

#[test]
fn links_of_sttns() {
    under_tori("sttn", "2,3,0");
}

#[test]
fn links_of_mtns() {
    wired("mtn:2,2,2");
    under_tori("mtn", "3,2,1");
}

#[test]
fn links_of_teshes() {
    wired("tesh:2,2,2");
    under_tori("tesh", "3,2,1");
}
