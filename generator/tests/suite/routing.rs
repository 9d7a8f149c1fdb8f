//! The route modules against docs/networks.md: every hop of every path (or a sample of them), from the input at which
//! the packet arrives, in simulation; and the table of turns against the turns that those paths take.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use torusmith_topology::Network;
use torusmith_topology::htn::{BM_X, BM_Y, Htn, X, Y, Z};
use torusmith_topology::torus::Torus;
use torusmith_topology::ttn::{Dim, Ttn};

use crate::tools::{made, run, tool, written};

/// What RC decides: the first candidate's output port and its classes as a mask, which means nothing at the local port; and the
/// port of the second candidate, 0 for none.
pub type Hop = (u32, u32, u32);

/// '+' and wrap on a ring of `side`, from `c` to `t`.
fn ring(side: u32, c: u32, t: u32, avoid_wrap: bool) -> (bool, bool) {
    let distance = (t + side - c) % side;
    let tie = 2 * distance == side;
    let plus = if tie && avoid_wrap { c < t } else { 2 * distance <= side };
    (plus, if plus { c > t } else { c < t })
}

/// route(cur, dst, g) of a TTN; `rule` is one of paper4, min2, least.
pub fn route_ttn(n: &Ttn, rule: &str, cur: u32, dst: u32, g: u32) -> Hop {
    let paper4 = rule == "paper4";
    let top = n.levels.max(3);
    if cur == dst {
        return (0, 0, 0);
    }
    let side = n.side();
    let place = |node: u32| (n.digit(node, 1), n.digit(node, 0));
    let level = (2..=n.levels).rev().find(|&l| [2 * l - 1, 2 * l - 2].iter().any(|&i| n.digit(cur, i) != n.digit(dst, i)));
    let mut target = place(dst);
    if let Some(l) = level {
        let vertical = n.digit(cur, 2 * l - 1) != n.digit(dst, 2 * l - 1);
        let digit = if vertical { 2 * l - 1 } else { 2 * l - 2 };
        target = n.outlet(l, if vertical { Dim::V } else { Dim::H }, g);
        if place(cur) == target {
            let (a, b) = (n.digit(cur, digit), n.digit(dst, digit));
            let (plus, wrap) = if n.bidirectional { ring(side, a, b, !paper4) } else { (true, a > b) };
            let class = if !paper4 && n.bidirectional { 0 } else { u32::from(wrap) };
            return (if plus { 5 } else { 6 }, 1 << class, 0);
        }
    }
    let ((row, column), (to_row, to_column)) = (place(cur), target);
    let (c, t, ports) = if row == to_row { (column, to_column, [1, 2]) } else { (row, to_row, [3, 4]) };
    let (plus, wrap) = ring(side, c, t, !paper4);
    let class = match (rule, level) {
        ("paper4", level) => 2 * u32::from(level.is_none()) + u32::from(wrap),
        ("min2", level) => u32::from(level.is_none()),
        (_, None) => top - 2,
        (_, Some(l)) => {
            let vertical = n.digit(cur, 2 * l - 1) != n.digit(dst, 2 * l - 1);
            let (dim, digit) = if vertical { (Dim::V, 2 * l - 1) } else { (Dim::H, 2 * l - 2) };
            let between = n.inlet(l, dim, g) != n.outlet(l, dim, g) && place(cur) == n.inlet(l, dim, g);
            top - l.max(3) + u32::from(between && n.digit(cur, digit) <= n.digit(dst, digit))
        }
    };
    (if plus { ports[0] } else { ports[1] }, 1 << class, 0)
}

/// Routing of the torus.
fn route_torus(n: &Torus, cur: u32, dst: u32) -> Hop {
    let ((row, column), (to_row, to_column)) = (n.position(cur), n.position(dst));
    let (side, c, t, ports) = match (column == to_column, row == to_row) {
        (false, _) => (n.columns(), column, to_column, [1, 2]),
        (true, false) => (n.rows(), row, to_row, [3, 4]),
        (true, true) => return (0, 0, 0),
    };
    let (plus, wrap) = ring(side, c, t, false);
    (if plus { ports[0] } else { ports[1] }, 1 << u32::from(wrap), 0)
}

/// Routing of an HTN; `routing` is one of dor, ls, cs, ls+cs.
fn route_htn(n: &Htn, routing: &str, cur: u32, dst: u32, bits: u32) -> Hop {
    let at = |i| (n.digit(cur, i), n.digit(dst, i));
    let [north, east, wrap_y, wrap_x] = [0, 1, 2, 3].map(|bit| bits >> bit & 1 != 0);
    let gate = [[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 2, 3]][n.q as usize][n.digit(cur, Z) as usize];
    // Of the ring of BMs: its address digit, the same one in the BM, the way along it, the wrap bit, the '+' port in the BM, the link.
    let outer = [(BM_Y, Y, north, wrap_y, 3, 7), (BM_X, X, east, wrap_x, 1, 8)];
    let ring = outer.into_iter().find(|&(digit, ..)| at(digit).0 != at(digit).1);
    let (steps, exit, wrapped, exit_wraps) = match ring {
        Some((digit, inner, plus, wrap, port, exit)) => {
            let (a, b) = at(digit);
            let ahead = if plus { a > b } else { a < b };
            let edge = if plus { 3 } else { 0 };
            (vec![(5, (n.digit(cur, Z), gate)), (port, (n.digit(cur, inner), edge))], exit, wrap && !ahead, a == edge)
        }
        None => (vec![(5, at(Z)), (3, at(Y)), (1, at(X))], 0, true, true),
    };
    let adaptive = if routing.ends_with("cs") { 4 } else { 0 };
    match steps.into_iter().find(|(_, (c, t))| c != t) {
        Some((plus, (c, t))) => {
            let tie = (t + 4 - c) % 4 == 2;
            let up = if tie { c % 2 == 0 } else { (t + 4 - c) % 4 == 1 };
            let [port, other] = if up { [plus, plus + 1] } else { [plus + 1, plus] };
            (port, 1 << u32::from(wrapped) | adaptive, if tie && routing.starts_with("ls") { other } else { 0 })
        }
        None if exit == 0 => (0, 0, 0),
        None => (exit, 1 << u32::from(wrapped || exit_wraps) | adaptive, 0),
    }
}

/// The routing bits that the source of a packet can choose.
fn choices(network: &Network, routing: &str, from: u32, to: u32) -> Vec<u32> {
    let Network::Htn(n) = network else { return (0..1 << network.route_bits()).collect() };
    let along = |digit, bit: u32| {
        let (a, b) = (n.digit(from, digit), n.digit(to, digit));
        let ways: &[bool] = match (b + 4 - a) % 4 {
            0 => return vec![0],
            1 => &[true],
            2 if routing.starts_with("ls") => &[true, false],
            2 => &[true],
            _ => &[false],
        };
        ways.iter().map(|&plus| (u32::from(plus) | u32::from(if plus { a > b } else { a < b }) << 2) << bit).collect()
    };
    let (y, x) = (along(BM_Y, 0), along(BM_X, 1));
    x.iter().flat_map(|x| y.iter().map(move |y| x | y)).collect()
}

/// All (input port, node, header, hop) of the paths between pairs of nodes: all pairs, or every `stride`-th.
fn hops(network: &Network, rule: &str, routing: &str, stride: usize) -> BTreeSet<(u32, u32, u32, Hop)> {
    let graph = network.graph();
    let nodes = network.nodes();
    let mut found = BTreeSet::new();
    for pair in (0..nodes * nodes).step_by(stride) {
        let (from, to) = ((pair / nodes) as u32, (pair % nodes) as u32);
        if from == to {
            continue;
        }
        for bits in choices(network, routing, from, to) {
            let mut heads = vec![(from, 0)];
            while let Some((cur, input)) = heads.pop() {
                let hop = match network {
                    Network::Ttn(n) => route_ttn(n, rule, cur, to, bits),
                    Network::Htn(n) => route_htn(n, routing, cur, to, bits),
                    Network::Torus(n) => route_torus(n, cur, to),
                    Network::Rdt(_) => panic!("its routing bits change: see rdt.rs"),
                    Network::Mesh(_) | Network::Hypercube(_) => panic!("no Verilog for {network}"),
                };
                found.insert((input, cur, to | bits << network.address_bits(), hop));
                for port in [hop.0, hop.2].into_iter().filter(|&port| port != 0) {
                    let far = graph.downstream(cur as usize, port as usize).unwrap_or_else(|| panic!("{network}: no port {port} at {cur}"));
                    heads.push((far.node, far.port.into()));
                }
            }
        }
    }
    found
}

const BENCH: &str = include_str!("verilog/route_bench.v");

/// The rows of a router's tables of turns, as bit masks of outputs, each table from the last input to the first.
fn rows(router: &str, ports: usize) -> Vec<u32> {
    let rows = router.lines().filter(|line| line.contains("// from "));
    let bits = rows.map(|line| line.split("'b").nth(1).unwrap().chars().take(ports).collect::<String>());
    bits.map(|bits| u32::from_str_radix(&bits, 2).unwrap()).collect()
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
fn check(network: &str, options: &str, stride: usize, complete: bool) {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let design = made(network, options);
    let folder = written(&design);
    let net: Network = network.parse().unwrap();
    let option = |name: &str| options.split(name).nth(1).and_then(|rest| rest.split(' ').next());
    let (named, routing) = (option("vc-rule="), option("routing=").unwrap_or("dor"));
    let deep = network.starts_with("ttn:2,4") || network.starts_with("ttn:2,5");
    let hops = hops(&net, named.unwrap_or(if deep { "least" } else { "paper4" }), routing, stride);
    let router = design.file(&format!("rtl/{}_router.v", net.slug())).unwrap();

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

    let header_bits = net.address_bits() + net.route_bits();
    let vectors = hops.iter().fold(String::new(), |mut text, (input, node, header, (port, classes, other))| {
        writeln!(text, "{input:01x}_{node:08x}_{header:08x}_{port:01x}_{classes:02x}_{other:01x}").unwrap();
        text
    });
    fs::write(folder.path().join("hops.hex"), vectors).unwrap();
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let instance: String =
        router.lines().skip_while(|line| !line.contains("_route_")).take_while(|line| !line.contains(") u_route")).collect();
    let (module, parameters) = instance.split_once("#(").unwrap();
    // As many VCs as classes, so that a class is a VC.
    let vcs = match &net {
        Network::Ttn(n) if deep => n.levels - 1,
        Network::Ttn(_) if named.is_none() => 4,
        Network::Htn(_) if routing != "dor" => 3,
        _ => 2,
    };
    let parameters = parameters.replace("NUM_VCS(NUM_VCS)", &format!("NUM_VCS({vcs})")).replace("FROM(i)", "FROM(p)");
    let defines = [
        format!("-DMODULE={}", module.trim()),
        format!("-DPARAMETERS={}", parameters.trim()),
        format!("-DADDRESS_BITS={}", net.address_bits()),
        format!("-DHEADER_BITS={header_bits}"),
        format!("-DPORTS={ports}"),
        format!("-DVCS={vcs}"),
        format!("-DCOUNT={}", hops.len()),
    ];
    let list = format!("{}.f", design.top);
    run(
        Command::new(iverilog).args(["-g2001", "-s", "route_bench", "-o", "bench"]).args(defines).args(["-c", &list, "bench.v"]),
        folder.path(),
    );
    let text = run(Command::new("vvp").arg("bench"), folder.path());
    assert_eq!(text.trim(), format!("PASS {}", hops.len()), "{network} {options}");
}

#[test]
fn ttn_unidirectional() {
    check("ttn:2,2,0", "", 1, true);
}

#[test]
fn ttn_bidirectional() {
    check("ttn:2,2,1", "", 1, true);
    check("ttn:2,2,1", "vc-rule=min2 vcs=2", 7, false);
    check("ttn:2,2,1", "vc-rule=least vcs=2", 7, false);
}

#[test]
fn ttn_with_two_groups() {
    check("ttn:2,2,2", "", 1, true);
}

/// Samples: strides that are prime to the number of pairs.
#[test]
fn larger_ttns() {
    check("ttn:2,3,0", "", 2003, true);
    check("ttn:2,3,1", "vc-rule=min2 vcs=2", 2003, true);
    check("ttn:2,4,0", "", 2_000_003, false);
    check("ttn:2,5,0", "", 500_000_003, false);
    check("ttn:3,2,0", "", 2003, true);
    check("ttn:3,2,1", "", 2003, true);
}

/// Samples of the pairs; of those, all ways that the source and the routers can choose.
#[test]
fn htns() {
    for (q, stride) in [(0, 257), (1, 101), (2, 257)] {
        for routing in ["dor", "ls", "cs", "ls+cs"] {
            check(&format!("htn:4,4,2,{q}"), &format!("vcs=3 routing={routing}"), stride, true);
        }
    }
}

#[test]
fn tori() {
    check("torus:8,8", "", 1, true);
    check("torus:5,7", "", 1, true);
    check("torus:6,4", "", 1, true);
    check("torus:2,3", "", 1, false);
    check("torus:16,12", "vcs=3", 5, true);
}
