//! Networks from a file: the route module hop by hop against the table, in simulation; the turns by class against walks from every source; how a
//! constant address folds the table.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;
use torusmith_generator::{Design, Options, Scope, generate, generate_node};
use torusmith_synthesis::{Cache, Router, Yosys, area};
use torusmith_topology::export::{Format, Source, write};
use torusmith_topology::own::{OwnNetwork, parse};
use torusmith_topology::{Classes, Network, RouteTable, TableHop, TerminalId};

use crate::routing::{Hop, Routed, simulated_with};
use crate::tools::{chosen, made, parsed, parsed_for, run, tool, written};

/// A network of `examples/networks`.
pub fn example(name: &str) -> Network {
    format!("{}/../examples/networks/{name}", env!("CARGO_MANIFEST_DIR")).parse().unwrap()
}

/// It with classes that are mixed well, of no meaning; `any`: some hops are of class any.
pub fn classed(network: &Network, classes: u8, any: bool) -> Network {
    let own: &OwnNetwork = network.of().unwrap();
    let choices = u32::from(classes) + u32::from(any);
    own.with_classes(classes, |at, TerminalId(to)| {
        Some(((7 * at + 5 * to + (at ^ to) / 2) % choices) as u8).filter(|class| *class < classes)
    })
}

/// A design of a network and options such as `made` reads.
pub fn design(network: &Network, options: &str) -> Design {
    generate(network, &parsed_for(Some(network), options)).unwrap_or_else(|error| panic!("{network} {options}: {error}"))
}

fn count(network: &Network) -> u32 {
    match network.route_table().unwrap().classes() {
        Classes::Given(classes) => classes.into(),
        Classes::Auto => panic!("no classes"),
    }
}

/// The VCs of a hop where a class has one each.
fn lanes(hop: TableHop, classes: u32) -> u32 {
    match hop {
        TableHop { port: 0, .. } | TableHop { class: None, .. } => (1 << classes) - 1,
        TableHop { class: Some(class), .. } => 1 << class,
    }
}

/// Input port, node, destination, hop.
type Hops = BTreeSet<(u32, u32, u32, Hop)>;

/// All hops of the ways from every source to every destination, and of each step of a way the input port, its
/// classes, the output port and its classes.
fn walked(network: &Network) -> (Hops, BTreeSet<[u32; 4]>) {
    let (graph, table, classes) = (network.graph(), network.route_table().unwrap(), count(network));
    let (mut hops, mut steps) = (BTreeSet::new(), BTreeSet::new());
    let nodes = network.routers() as u32;
    for (source, to) in (0..nodes).flat_map(|source| (0..nodes).map(move |to| (source, to))).filter(|(source, to)| source != to) {
        let (mut at, mut input, mut came) = (source, 0, (1 << classes) - 1);
        loop {
            let hop = table.hop(at, TerminalId(to));
            let goes = lanes(hop, classes);
            hops.insert((input, at, to, (hop.port.into(), goes, 0)));
            steps.insert([input, came, hop.port.into(), goes]);
            if at == to {
                break;
            }
            let far = graph.downstream(at as usize, hop.port.into()).unwrap();
            (at, input, came) = (far.node, far.port.into(), goes);
        }
    }
    (hops, steps)
}

/// Networks of each kind: rings, one-way links, a star with many ports, links of uneven ports, one class and many, hops of class any.
fn networks() -> Vec<Network> {
    vec![
        classed(&example("ring_8.toml"), 1, false),
        classed(&example("ring_8.json"), 2, true),
        classed(&example("double_ring_16.toml"), 2, false),
        classed(&example("kautz_24.toml"), 3, true),
        classed(&example("wheel_5.toml"), 8, true),
        classed(&example("mesh_4x4_broken.toml"), 1, true),
        classed(&example("dragonfly_36.toml"), 4, false),
        classed(&example("random_64.toml"), 2, true),
    ]
}

#[test]
fn every_hop_is_the_table_s() {
    for network in networks() {
        let (hops, _) = walked(&network);
        let Some(text) = simulated_with(&design(&network, ""), &network, count(&network), &hops) else { return };
        assert_eq!(text, format!("PASS {}", hops.len()), "{network}");
    }
}

/// Each defect is found where it is: the first hop that it breaks.
#[test]
fn broken_routes_are_found() {
    let network = classed(&example("double_ring_16.toml"), 2, false);
    let (hops, _) = walked(&network);
    for (from, to, told) in [
        // Node 3 to node 4: port 1, class 0; the last but four of the row.
        ("_01_00_12_12_02;  // 3", "_02_00_12_12_02;  // 3", "FAIL from 0 node 3 header 4: port 100 classes 01, expected 010 01"),
        ("_01_00_12_12_02;  // 3", "_11_00_12_12_02;  // 3", "FAIL from 0 node 3 header 4: port 010 classes 10, expected 010 01"),
        ("4'd0: hop = ROW_0[", "4'd0: hop = ROW_1[", "FAIL from 0 node 0 header 1: port 000 classes 01, expected 010 10"),
        ("(hop[3:0] == PORT[3:0])", "(hop[3:0] >= PORT[3:0])", "FAIL from 0 node 0 header 9: port 110 classes 10, expected 100 10"),
        ("out_class = hop[4:4]", "out_class = ~hop[4:4]", "FAIL from 0 node 0 header 1: port 010 classes 01, expected 010 10"),
        // What came by port 1 goes on by port 2
        ("3'b101,", "3'b001,", "FAIL from 1 node 0 header a: port 000 classes 10, expected 100 10"),
    ] {
        let mut design = design(&network, "");
        let (_, text) = design.files.iter_mut().find(|(path, _)| path.ends_with("_route.v")).unwrap();
        assert!(text.contains(from), "route.v has no `{from}` to break: {text}");
        *text = text.replace(from, to);
        let Some(text) = simulated_with(&design, &network, 2, &hops) else { return };
        assert_eq!(text.lines().next(), Some(told), "`{from}` -> `{to}`");
    }
}

fn manifest(design: &Design) -> Value {
    serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap()
}

#[test]
fn turns_are_those_of_all_walks() {
    for network in networks() {
        let (_, steps) = walked(&network);
        let (ports, classes) = (network.ports() as u32, count(&network));
        let row = |input: u32, class: u32| {
            let to = |port: u32| {
                let of_turn = |step: &&[u32; 4]| step[0] == input && step[1] >> class & 1 == 1 && step[2] == port;
                let goes = steps.iter().filter(of_turn).fold(0, |all, step| all | step[3]);
                format!("{goes:0width$b}", width = classes as usize)
            };
            (0..ports).rev().map(to).collect::<Vec<_>>().join("_")
        };
        let expected: Vec<Vec<String>> = (0..ports).map(|input| (0..classes).map(|class| row(input, class)).collect()).collect();
        assert_eq!(manifest(&design(&network, ""))["turns_by_class"], serde_json::json!(expected), "{network}");
    }
}

#[test]
fn choices_and_classes() {
    let ring = example("ring_8.toml");
    for (network, classes, mixed) in [(classed(&ring, 3, true), 3, 1), (classed(&ring, 3, false), 3, 0), (classed(&ring, 1, true), 1, 0)] {
        let design = design(&network, "");
        // Of three classes the set has three bits, the number two.
        let route = design.file("rtl/ring_of_8_route.v").unwrap();
        let bits = route.lines().find(|line| line.starts_with("  output") && line.contains("out_class")).map(|line| line.contains("[2:0]"));
        assert_eq!(bits, (classes > 1).then_some(mixed == 1), "{network}");
        let manifest = manifest(&design);
        let told = ["classes", "vc_rule", "routing"].map(|field| manifest[field].to_string());
        assert_eq!(told, [classes.to_string(), "\"table\"".into(), "\"table\"".into()]);
        assert_eq!(manifest["vcs"], classes);
    }
    for (options, told) in [
        ("ties=balanced", "ties `balanced`: not allowed; allowed for ring of 8: plus"),
        ("routing=dor", "routing `dor`: not allowed; allowed for ring of 8: table"),
        ("vc-rule=any", "vc-rule `any`: not allowed; allowed for this own network: table"),
        ("vcs=2", "vcs `2`: not allowed; allowed: 3 to 8 (VC rule table needs 3)"),
    ] {
        assert_eq!(generate(&classed(&ring, 3, true), &parsed(options)).unwrap_err().to_string(), told);
    }
    let unknown = generate(&ring, &Options::default()).unwrap_err().to_string();
    assert_eq!(unknown, "classes `auto`: not allowed; allowed in a router: 1 to 8 (classes are found before it is made)");
}

/// A built-in network with its own routes as a network from a file.
fn as_a_file(network: &str, options: &str, classes: u8) -> Network {
    let routed = Routed::made(network, options);
    let built_in = &routed.net;
    let graph = built_in.graph();
    let table = RouteTable::new(&built_in.attached(), Classes::Given(classes), |at, to| {
        let (port, lanes, _) = routed.hop(at, to.0, 0);
        TableHop { port: port as u8, class: (classes == 1 || lanes.count_ones() == 1).then_some(lanes.trailing_zeros() as u8) }
    });
    let mut text = Vec::new();
    write(Format::Toml, &Source { network: built_in, graph: &graph, table: Some(&table) }, &mut text).unwrap();
    Network::new(parse(&String::from_utf8(text).unwrap(), "net.toml").unwrap())
}

/// Where a constant address leaves a row of the table, that costs no more than rules: at most 15 % more gates than the router of the same torus
/// that knows its rule.
#[test]
#[ignore = "long: many runs of yosys"]
fn gates_of_a_row() {
    if tool("yosys", "TORUSMITH_YOSYS").is_none() {
        return;
    }
    let yosys = Yosys::find().unwrap();
    let gates = |design: &Design, node: Option<u32>| {
        let folder = written(design);
        let router = Router::read(folder.path(), &design.top).unwrap();
        let router = node.map_or(router.clone(), |node| router.at_node(node, 0b11111));
        let blocks = ["flit_buffer", "input_unit", "crossbar"];
        area(&yosys, &Cache::off(), &router.sources, &router.module, &blocks).unwrap().logic_total
    };
    for &(options, classes) in chosen(&[("ties=plus vcs=2", 2), ("vcs=2", 1)], 1) {
        let rule = gates(&made("torus:4,4", options), None);
        let network = as_a_file("torus:4,4", options, classes);
        let at_node = generate_node(&network, &parsed_for(Some(&network), "vcs=2")).unwrap();
        let [table, any_node] = [(&at_node, Some(6)), (&design(&network, "vcs=2"), None)].map(|(design, node)| gates(design, node));
        assert!(table <= 1.15 * rule, "{options}: {table} gates, by rule {rule}");
        assert!(table < any_node, "{options}: {table} gates at one node, {any_node} at any");
    }
}

/// Every node of a network that is wired up is told that its address is a constant; a router alone is not.
#[test]
fn addresses_are_constants_in_a_network() {
    let built_in = ["ttn:2,2,1", "tesh:2,2,0", "htn:4,4,2,0", "rdt:16", "torus:3,3", "mesh:2,3", "hypercube:3"];
    let designs = built_in.map(|network| made(network, "scope=network interface=axis"));
    for design in designs.iter().chain([&design(&classed(&example("ring_8.toml"), 2, false), "scope=network")]) {
        let verilog: String = design.files.iter().filter(|(path, _)| path.ends_with(".v")).map(|(_, text)| text.as_str()).collect();
        let nodes = |text: &str| verilog.lines().filter(|line| line.trim_end_matches(',').trim() == text).count();
        let instances =
            verilog.lines().filter(|line| line.ends_with("node #(") && line.starts_with("  ") && line.contains("_node #(")).count();
        let inside = if design.top.contains("ring_of_8") { 0 } else { 1 };
        assert_eq!(nodes(".NODE_CONSTANT(1)"), instances - inside, "{}", design.top);
    }
    assert!(!made("torus:4,4", "").file("rtl/torus_4_4_router.v").unwrap().contains("NODE_CONSTANT"));
}

/// A row that an address selects, and one that a constant address leaves.
#[test]
#[ignore = "long: many runs of yosys"]
fn a_constant_address_folds_the_table() {
    let Some(yosys) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let network = classed(&example("random_64.toml"), 2, false);
    let made = generate(&network, &Options { scope: Scope::Router, ..parsed("") }).unwrap();
    let folder = written(&made);
    let cells = |constant: u32| {
        let top = format!(
            "module top (input [5:0] to, output [63:0] out);\n  random_64_route u_route (.here({node}), .header(to), .port(out[{ports}-1:0]), \
             .out_class(out[63]));\nendmodule\n",
            ports = network.ports(),
            node = if constant == 1 { "6'd9" } else { "to ^ {to[0], to[5:1]}" },
        );
        std::fs::write(folder.path().join("top.v"), top).unwrap();
        let read = " rtl/random_64_route.v";
        let script = format!("read_verilog{read} top.v; synth -flatten -top top; tee -o cells.txt select -count t:*");
        run(Command::new(&yosys).args(["-q", "-p", &script]), folder.path());
        let text = std::fs::read_to_string(folder.path().join("cells.txt")).unwrap();
        text.split_whitespace().next().unwrap().parse::<u32>().unwrap()
    };
    let [one, all] = [cells(1), cells(0)];
    assert!(8 * one < all, "{one} cells of a row, {all} of the table");
}
