//! What docs/networks.md says of routing, by the letter.

use std::cmp::Ordering;

use torusmith_topology::htn::{BM_X, BM_Y, Htn, X, Y, Z};
use torusmith_topology::hypercube::Hypercube;
use torusmith_topology::mesh::Mesh;
use torusmith_topology::tori_connected::{Dim, ToriConnected};
use torusmith_topology::torus::Torus;
use torusmith_topology::{Network, NetworkSpec};

use crate::ties::{Tie, balanced_class, way};

/// What RC decides: the first candidate's output port and its classes as a mask, which means nothing at the local port; and the
/// port of the second candidate, 0 for none.
pub type Hop = (u32, u32, u32);

/// What decides a route beside the nodes.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    pub rule: &'a str,
    pub routing: &'a str,
    /// Ties are balanced.
    pub balanced: bool,
}

impl<'a> Rules<'a> {
    /// Those of a design's options; what is not asked for is the first that goes with the rest.
    pub fn of(network: &Network, options: &'a str) -> Self {
        let option = |name: &str| options.split(name).nth(1).and_then(|rest| rest.split(' ').next());
        let asked = |name: &str, value: &str| option(name).is_none_or(|asked| asked == value);
        let goes = |rules: &Rules| {
            let ties = if rules.balanced { "balanced" } else { "plus" };
            asked("routing=", rules.routing) && asked("vc-rule=", rules.rule) && asked("ties=", ties)
        };
        combinations(network).into_iter().find(goes).unwrap_or_else(|| panic!("{network} {options}"))
    }
}

/// What goes together in a network, the preferred ones first.
fn combinations(network: &Network) -> Vec<Rules<'static>> {
    let of = |routing, rule, balanced| Rules { rule, routing, balanced };
    let any = |routing, rule| [of(routing, rule, true), of(routing, rule, false)];
    match (network.family().prefix, network.of::<ToriConnected>()) {
        (family, Some(n)) => {
            let rules: &[&str] = match (family, n.m, n.levels) {
                ("tesh", 3, _) => &["min2"],
                ("tesh", _, ..=3) => &["min2", "least"],
                ("tesh", ..) => &["least"],
                (_, 3, _) => &["paper4"],
                ("sttn", _, ..=3) => &["level", "paper4", "min2"],
                ("sttn", ..) => &["level"],
                (_, _, ..=3) => &["paper4", "min2", "least"],
                _ => &["least"],
            };
            let first = match (family, n.m, n.levels) {
                ("tesh", ..) | (_, 3, _) | (_, _, 4..) => vec![],
                (_, _, 2) => vec![of("dor-turn", "balanced", true), of("dor", "balanced", true)],
                _ => vec![of("dor", "balanced", true)],
            };
            // What is cyclic has no Verilog.
            let acyclic = |rules: &Rules| rules.balanced || (family, n.levels > 3) != ("mtn", true);
            first.into_iter().chain(rules.iter().flat_map(|&rule| any("dor", rule))).filter(acyclic).collect()
        }
        ("htn", _) => {
            let turns = ["dor-early", "dor-both"].map(|routing| of(routing, "balanced", true));
            let [ls, ls_cs] = ["ls", "ls+cs"].map(|routing| of(routing, "phase", false));
            let dor = [of("dor-turn", "balanced", true), of("dor", "balanced", true)].into_iter().chain(any("dor", "phase"));
            let both = [ls_cs, of("ls+cs-turn", "balanced", true)];
            dor.chain(turns).chain([ls]).chain(any("cs", "phase")).chain(both).collect()
        }
        ("torus", _) => [of("dor", "balanced", true)].into_iter().chain(any("dor", "dateline")).collect(),
        _ => vec![of("dor", "", false)],
    }
}

/// K.
pub fn classes(network: &Network, Rules { rule, routing, .. }: Rules) -> u32 {
    if let (Some(n), "balanced") = (network.of::<Torus>(), rule) {
        return if n.sides().iter().all(|&side| side <= 4) { 1 } else { 2 };
    }
    match (network.family().prefix, network.of::<ToriConnected>(), rule) {
        ("sttn", Some(n), "balanced") => n.levels,
        (_, Some(_), "paper4") => 4,
        (_, Some(_), "min2") => 2,
        (_, Some(n), "least") => n.levels.max(3) - 1,
        (_, Some(n), "level") => n.levels,
        ("htn", ..) if ["ls", "cs", "ls+cs", "ls+cs-turn"].contains(&routing) => 3,
        ("mesh" | "hypercube", ..) => 1,
        _ => 2,
    }
}

/// Direction and wrap on a ring of rows of an MTN, from (a, a') to (b, b'), (row, column) of the level.
fn midimew(side: u32, (a, a1): (u32, u32), (b, b1): (u32, u32), tie: Tie) -> (bool, bool) {
    let hops = |v: u32, wrap: bool| {
        let c = (a1 + if wrap { side / 2 } else { 0 }) % side;
        v + ((b1 + side - c) % side).min((c + side - b1) % side)
    };
    let up = hops((b + side - a) % side, a > b);
    let down = hops((a + side - b) % side, a < b);
    let plus = match up.cmp(&down) {
        Ordering::Equal => tie.plus(a, b),
        order => order == Ordering::Less,
    };
    (plus, if plus { a > b } else { a < b })
}

/// route(cur, dst, g) of a TTN, STTN, MTN or TESH.
pub fn route_tori_connected(n: &ToriConnected, Rules { rule, routing, balanced }: Rules, cur: u32, dst: u32, g: u32) -> Hop {
    if cur == dst {
        return (0, 0, 0);
    }
    let family = n.kind.id.prefix;
    let tesh = family == "tesh";
    let tie = match rule {
        _ if balanced => Tie::ByParity,
        "paper4" => Tie::Plus,
        "min2" if tesh => Tie::Plus,
        _ => Tie::WithoutWrap,
    };
    let side = n.side();
    let place = |node: u32| (n.digit(node, 1), n.digit(node, 0));
    let at = |node: u32, l: u32| (n.digit(node, 2 * l - 1), n.digit(node, 2 * l - 2));
    let level = (2..=n.levels).rev().find(|&l| at(cur, l) != at(dst, l));
    // Of the ring that the packet goes to: its outlet, whether its input is another node and the packet there, and wrap.
    let mut target = place(dst);
    let mut dim_there = None;
    let mut between = false;
    let mut behind = false;
    if let Some(l) = level {
        let ((row, _), (to_row, _)) = (at(cur, l), at(dst, l));
        let (dim, digit) = if row != to_row { (Dim::V, 2 * l - 1) } else { (Dim::H, 2 * l - 2) };
        let (a, b) = (n.digit(cur, digit), n.digit(dst, digit));
        target = n.outlet(l, dim, g);
        dim_there = Some(dim);
        between = n.inlet(l, dim, g) != target && place(cur) == n.inlet(l, dim, g);
        let (plus, wrap) = match (n.bidirectional, family, dim) {
            (false, ..) => (true, a > b),
            (true, "mtn", Dim::V) => midimew(side, at(cur, l), at(dst, l), tie),
            (true, ..) => way(side, a, b, tie),
        };
        behind = !wrap;
        if place(cur) == target {
            if rule == "balanced" {
                let classes = match (n.bidirectional, family, dim) {
                    (false, ..) => 1 << class_between(a, b),
                    (true, "mtn", Dim::V) if plus => 1 << class_between(a, b),
                    (true, "mtn", Dim::V) => 1 << class_between(3 - a, 3 - b),
                    (true, ..) => any(n),
                };
                return (if plus { 5 } else { 6 }, classes, 0);
            }
            let dateline = !n.bidirectional || rule == "paper4" || family == "mtn" || tesh && rule == "min2";
            return (if plus { 5 } else { 6 }, 1 << u32::from(wrap && dateline), 0);
        }
    }
    let ((row, column), (to_row, to_column)) = (place(cur), target);
    let along_x = if routing == "dor-turn" && level.is_some() { column != to_column } else { row == to_row };
    let (c, t, ports) = if along_x { (column, to_column, [1, 2]) } else { (row, to_row, [3, 4]) };
    let (plus, wrap) = if tesh { (c < t, false) } else { way(side, c, t, tie) };
    let more = u32::from(between && behind);
    let (levels, level) = (n.levels, level.unwrap_or(1));
    let port = if plus { ports[0] } else { ports[1] };
    if rule == "balanced" {
        let over = if plus { (c, (c + 1) % side) == (3, 0) } else { (c, (c + side - 1) % side) == (0, 3) };
        let marked: &[u32] = match (levels, n.groups(), family, routing) {
            (3, ..) | (_, 2, ..) => &[1, 2, 3, 4],
            (_, _, "sttn", "dor") => &[1, 3],
            _ => &[1],
        };
        let class = if family == "sttn" { levels - level } else { u32::from(level == 1) };
        return (port, if over && marked.contains(&port) { 1 << class } else { any(n) }, 0);
    }
    let class = match rule {
        "paper4" => 2 * u32::from(level == 1) + u32::from(wrap),
        "min2" => u32::from(level == 1),
        "level" => levels - level + more,
        _ if level == 1 => levels.max(3) - 2,
        // A TESH of levels 4, 5: K - 1 on the way to the H link of level 2
        _ if tesh && levels > 3 && level == 2 && dim_there == Some(Dim::H) => levels.max(3) - 2,
        _ => levels.max(3) - level.max(3) + more,
    };
    (port, 1 << class, 0)
}

/// Class any of these networks.
fn any(n: &ToriConnected) -> u32 {
    if n.kind.id.prefix == "sttn" { (1 << n.levels) - 1 } else { 3 }
}

/// The class of a hop in a ring between basic modules under the VC rule `balanced`.
fn class_between(a: u32, b: u32) -> u32 {
    match b {
        1 | 2 => u32::from(a > b),
        _ => u32::from((b + 4 - a) % 4 != 1),
    }
}

/// Routing of a torus: the first dimension in which the nodes differ.
fn route_torus(n: &Torus, Rules { rule, balanced, .. }: Rules, cur: u32, dst: u32) -> Hop {
    let (at, to) = (n.coordinates(cur), n.coordinates(dst));
    let Some(d) = (0..n.sides().len()).find(|&d| at[d] != to[d]) else { return (0, 0, 0) };
    let side = n.sides()[d];
    let (plus, wrap) = way(side, at[d], to[d], if balanced { Tie::ByParity } else { Tie::Plus });
    let classes = match rule {
        "balanced" if side > 4 => 1 << balanced_class(side, at[d], to[d], plus),
        // Any: one of one class or of two
        "balanced" if n.sides().iter().all(|&side| side <= 4) => 1,
        "balanced" => 3,
        _ => 1 << u32::from(wrap),
    };
    (2 * d as u32 + if plus { 1 } else { 2 }, classes, 0)
}

/// Routing of a mesh.
fn route_mesh(n: &Mesh, cur: u32, dst: u32) -> Hop {
    let ((column, row), (to_column, to_row)) = (n.position(cur), n.position(dst));
    let port = match (column.cmp(&to_column), row.cmp(&to_row)) {
        (Ordering::Less, _) => 1,
        (Ordering::Greater, _) => 2,
        (_, Ordering::Less) => 3,
        (_, Ordering::Greater) => 4,
        _ => 0,
    };
    (port, 1, 0)
}

/// Routing of a hypercube: port d + 1 mends bit d.
fn route_hypercube(cur: u32, dst: u32) -> Hop {
    (if cur == dst { 0 } else { (cur ^ dst).trailing_zeros() + 1 }, 1, 0)
}

/// Routing of an HTN.
fn route_htn(n: &Htn, Rules { rule, routing, .. }: Rules, cur: u32, dst: u32, bits: u32) -> Hop {
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
            let mut steps = vec![(5, (n.digit(cur, Z), gate)), (port, (n.digit(cur, inner), edge))];
            if digit == BM_X && turn(n, routing, cur, dst, wrap_y) {
                steps.insert(1, (3, at(Y)));
            }
            (steps, exit, wrap && !ahead, a == edge)
        }
        None => (vec![(5, at(Z)), (3, at(Y)), (1, at(X))], 0, true, true),
    };
    let adaptive = if ["cs", "ls+cs", "ls+cs-turn"].contains(&routing) { 4 } else { 0 };
    match steps.into_iter().find(|(_, (c, t))| c != t) {
        Some((plus, (c, t))) => {
            let tie = (t + 4 - c) % 4 == 2;
            let up = if tie { c % 2 == 0 } else { (t + 4 - c) % 4 == 1 };
            let [port, other] = if up { [plus, plus + 1] } else { [plus + 1, plus] };
            let second = if tie && routing.starts_with("ls") { other } else { 0 };
            if routing == "ls+cs-turn" {
                return (port, 1 << u32::from(ring.is_none()) | adaptive, second);
            }
            if rule == "balanced" {
                let nears = if up { c == 2 || c == 3 } else { c == 1 || c == 0 };
                let apart = match plus {
                    1 => nears,
                    3 => nears || routing != "dor",
                    _ => false,
                };
                return (port, if apart { 1 << u32::from(ring.is_none()) } else { 3 }, 0);
            }
            (port, 1 << u32::from(wrapped) | adaptive, second)
        }
        None if exit == 0 => (0, 0, 0),
        None if rule == "balanced" => (exit, 3 | adaptive, 0),
        None => (exit, 1 << u32::from(wrapped || exit_wraps) | adaptive, 0),
    }
}

/// turn(y) of an HTN.
fn turn(n: &Htn, routing: &str, cur: u32, dst: u32, stay: bool) -> bool {
    let (y, yd) = (n.digit(cur, Y), n.digit(dst, Y));
    let s = (n.digit(dst, Z) + n.digit(dst, X)) % 4;
    y != yd
        && (yd == 1 || yd == 2)
        && match routing {
            "dor-early" => true,
            "dor-turn" | "ls+cs-turn" => s == 3 || ((s == 1 || s == 2) && (y == 0 || y == 3)),
            "dor-both" => !stay,
            _ => false,
        }
}

/// Links of the whole path with routing bit `g`.
pub fn links(n: &ToriConnected, rules: Rules, from: u32, to: u32, g: u32) -> u32 {
    let mut node = from;
    for links in 0.. {
        match route_tori_connected(n, rules, node, to, g).0 {
            0 => return links,
            port => node = n.downstream(node, port as u8).expect("a link").node,
        }
    }
    0
}

/// The routing bits that the source of a packet can choose.
pub fn choices(network: &Network, rules: Rules, from: u32, to: u32) -> Vec<u32> {
    if let Some(n) = network.of::<ToriConnected>() {
        let by_1 = || links(n, rules, from, to, 1) < links(n, rules, from, to, 0);
        return vec![u32::from(n.groups() == 2 && by_1())];
    }
    let Some(n) = network.of::<Htn>() else { return vec![0] };
    let Rules { routing, balanced, .. } = rules;
    let along = |digit, bit: u32| {
        let (a, b) = (n.digit(from, digit), n.digit(to, digit));
        let ways = match (b + 4 - a) % 4 {
            0 => return vec![0],
            1 => vec![true],
            2 if ["ls", "ls+cs"].contains(&routing) => vec![true, false],
            2 => vec![!balanced || a % 2 == 0],
            _ => vec![false],
        };
        ways.into_iter().map(|plus| (u32::from(plus) | u32::from(if plus { a > b } else { a < b }) << 2) << bit).collect()
    };
    let (y, x) = (along(BM_Y, 0), along(BM_X, 1));
    let bits = x.iter().flat_map(|x| y.iter().map(move |y| x | y));
    if routing == "dor-both" { bits.flat_map(|bits| [bits & !4, bits | 4]).collect() } else { bits.collect() }
}

/// The hop of any of these networks but the RDT, whose routing bits change: see rdt.rs.
pub fn hop(network: &Network, rules: Rules, [cur, to]: [u32; 2], bits: u32) -> Hop {
    if let Some(n) = network.of() {
        route_tori_connected(n, rules, cur, to, bits)
    } else if let Some(n) = network.of() {
        route_htn(n, rules, cur, to, bits)
    } else if let Some(n) = network.of() {
        route_torus(n, rules, cur, to)
    } else if let Some(n) = network.of() {
        route_mesh(n, cur, to)
    } else if network.of::<Hypercube>().is_some() {
        route_hypercube(cur, to)
    } else {
        panic!("no routing of {network} here")
    }
}
