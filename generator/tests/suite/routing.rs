//! The route modules against docs/networks.md: every hop of every path (or a sample of them), from the input at which
//! the packet arrives, in simulation; and the table of turns against the turns that those paths take.

use std::collections::{BTreeSet, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use torusmith_topology::Network;
use torusmith_topology::torus::Torus;
use torusmith_topology::ttn::{Dim, Ttn};

use crate::tools::{made, run, tool, written};

/// What RC decides: output port and class; the class means nothing at the local port.
type Hop = (u32, u32);

/// '+' and wrap on a ring of `side`, from `c` to `t`.
fn ring(side: u32, c: u32, t: u32, avoid_wrap: bool) -> (bool, bool) {
    let distance = (t + side - c) % side;
    let tie = 2 * distance == side;
    let plus = if tie && avoid_wrap { c < t } else { 2 * distance <= side };
    (plus, if plus { c > t } else { c < t })
}

/// route(cur, dst, g) of a TTN; `rule` is one of paper4, min2, least.
fn route_ttn(n: &Ttn, rule: &str, cur: u32, dst: u32, g: u32) -> Hop {
    let paper4 = rule == "paper4";
    let top = n.levels.max(3);
    if cur == dst {
        return (0, 0);
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
            return (if plus { 5 } else { 6 }, class);
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
    (if plus { ports[0] } else { ports[1] }, class)
}

/// Routing of the torus.
fn route_torus(n: &Torus, cur: u32, dst: u32) -> Hop {
    let ((row, column), (to_row, to_column)) = (n.position(cur), n.position(dst));
    let (side, c, t, ports) = match (column == to_column, row == to_row) {
        (false, _) => (n.columns, column, to_column, [1, 2]),
        (true, false) => (n.rows, row, to_row, [3, 4]),
        (true, true) => return (0, 0),
    };
    let (plus, wrap) = ring(side, c, t, false);
    (if plus { ports[0] } else { ports[1] }, u32::from(wrap))
}

/// All (input port, node, header, hop) of the paths between pairs of nodes: all pairs, or every `stride`-th.
fn hops(network: &Network, rule: &str, stride: usize) -> BTreeSet<(u32, u32, u32, Hop)> {
    let graph = network.graph();
    let nodes = network.nodes();
    let mut found = BTreeSet::new();
    for pair in (0..nodes * nodes).step_by(stride) {
        let (from, to) = ((pair / nodes) as u32, (pair % nodes) as u32);
        for group in 0..if from == to { 0 } else { 1 << network.route_bits() } {
            let (mut cur, mut input) = (from, 0);
            loop {
                let hop = match network {
                    Network::Ttn(n) => route_ttn(n, rule, cur, to, group),
                    Network::Htn(_) => unreachable!("no route module"),
                    Network::Torus(n) => route_torus(n, cur, to),
                };
                found.insert((input, cur, to | group << network.address_bits(), hop));
                if hop.0 == 0 {
                    break;
                }
                let far = graph.downstream(cur as usize, hop.0 as usize).unwrap_or_else(|| panic!("{network}: no port {} at {cur}", hop.0));
                (cur, input) = (far.node, far.port.into());
            }
        }
    }
    found
}

const BENCH: &str = include_str!("verilog/route_bench.v");

/// Simulates the route module on the hops; all turns of the table must occur (with `complete`), and no others.
#[track_caller]
fn check(network: &str, options: &str, stride: usize, complete: bool) {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    let design = made(network, options);
    let folder = written(&design);
    let net: Network = network.parse().unwrap();
    let named = options.split("vc-rule=").nth(1).and_then(|rest| rest.split(' ').next());
    let deep = network.starts_with("ttn:2,4") || network.starts_with("ttn:2,5");
    let hops = hops(&net, named.unwrap_or(if deep { "least" } else { "paper4" }), stride);
    let router = design.file(&format!("rtl/{}_router.v", net.slug())).unwrap();

    let ports = net.ports();
    let rows = router.lines().filter(|line| line.contains("// from ")).map(|line| {
        let bits = line.split("'b").nth(1).unwrap().chars().take(ports).collect::<String>();
        u32::from_str_radix(&bits, 2).unwrap()
    });
    let table: Vec<u32> = rows.collect::<Vec<_>>().into_iter().rev().collect();
    let turns: HashSet<(u32, u32)> = hops.iter().map(|&(input, _, _, (port, _))| (input, port)).collect();
    for input in 0..ports as u32 {
        for port in 0..ports as u32 {
            let (legal, taken) = (table[input as usize] >> port & 1 != 0, turns.contains(&(input, port)));
            assert!(legal || !taken, "{network}: the turn {input} -> {port} is taken and not in the table");
            assert!(taken || !legal || !complete, "{network}: the turn {input} -> {port} is in the table and never taken");
        }
    }

    let header_bits = net.address_bits() + net.route_bits();
    let vectors = hops.iter().fold(String::new(), |mut text, (input, node, header, (port, class))| {
        writeln!(text, "{input:01x}_{node:08x}_{header:08x}_{port:01x}_{class:01x}").unwrap();
        text
    });
    fs::write(folder.path().join("hops.hex"), vectors).unwrap();
    fs::write(folder.path().join("bench.v"), BENCH).unwrap();
    let instance: String =
        router.lines().skip_while(|line| !line.contains("_route_t")).take_while(|line| !line.contains(") u_route")).collect();
    let (module, parameters) = instance.split_once("#(").unwrap();
    // As many VCs as classes, so that a class is a VC.
    let vcs = match &net {
        Network::Ttn(n) if deep => n.levels - 1,
        Network::Ttn(_) if named.is_none() => 4,
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

#[test]
fn tori() {
    check("torus:8,8", "", 1, true);
    check("torus:5,7", "", 1, true);
    check("torus:6,4", "", 1, true);
    check("torus:2,3", "", 1, false);
    check("torus:16,12", "vcs=3", 5, true);
}
