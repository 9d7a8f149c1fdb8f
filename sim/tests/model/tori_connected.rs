//! STTN, MTN and TESH (and TTN): paths by hand, and all hops against a second reading of docs/networks.md that keeps no tables.

use torusmith_sim::routing::{
    Choice, Routing, RoutingAlgorithm, RoutingOptions, Ties, VcRule, algorithms, choose, for_network, least_vcs, path, rules,
};
use torusmith_topology::NetworkSpec;
use torusmith_topology::tori_connected::ToriConnected;

use super::support::network;

/// (node, port, VC) of each hop with ties '+', as many VCs as the rule has classes.
fn hops(name: &str, bidirectional: bool, rule: VcRule, from: &str, to: &str) -> Vec<(String, String, u32)> {
    let network = network(name).with_bidirectional(bidirectional).unwrap();
    let address = |text: &str| network.parse_address(text).unwrap();
    let options = RoutingOptions::new(RoutingAlgorithm::Dor, Some(rule)).with_ties(Ties::Plus);
    let routing = for_network(&network, options, least_vcs(&network, options).unwrap()).unwrap();
    let hops = path(&network.graph(), &routing, address(from), address(to)).unwrap();
    hops.iter().map(|h| (network.format_address(h.node), network.port_name(h.node, h.port), h.vc())).collect()
}

fn check(name: &str, bidirectional: bool, rule: VcRule, to: &str, expected: &[(&str, &str, u32)]) {
    let mut all: Vec<_> = expected.iter().map(|&(node, port, vc)| (node.to_string(), port.to_string(), vc)).collect();
    all.push((to.to_string(), "local".to_string(), 0));
    assert_eq!(hops(name, bidirectional, rule, expected[0].0, to), all, "{name} {rule}");
}

/// The TTN paper's example in an STTN: two hops longer; `level` has a class for each level.
#[test]
fn a_path_in_an_sttn() {
    let expected = [
        ("000000", "y-", 0),
        ("000030", "3V+", 0),
        ("100030", "3V+", 0),
        ("200030", "y+", 0),
        ("200000", "x-", 0),
        ("200003", "3H+", 0),
        ("210003", "3H+", 0),
        ("220003", "3H+", 0),
        ("230003", "x+", 1),
        ("230000", "2V+", 0),
        ("231000", "y-", 1),
        ("231030", "x-", 1),
        ("231033", "2H+", 0),
        // A tie, kept off the wrap link.
        ("231133", "y-", 2),
        ("231123", "y-", 2),
        ("231113", "x-", 2),
    ];
    check("sttn:2,3,0", false, VcRule::Level, "231112", &expected);
}

/// The link from the inlet of a ring of level 4 or 5 to its outlet has the ring's dateline: a class more once the ring's wrap link is behind.
#[test]
fn datelines_in_the_basic_modules_of_an_sttn() {
    // 4V: in at (0,2), out at (0,1). From row 2 to row 1, by the wrap link behind row 3.
    let expected = [
        ("20000001", "4V+", 1),
        ("30000002", "x-", 0),
        ("30000001", "4V+", 1),
        ("00000002", "x-", 1),
        ("00000001", "4V+", 0),
        ("10000002", "x-", 3),
        ("10000001", "x-", 3),
    ];
    check("sttn:2,4,0", false, VcRule::Level, "10000000", &expected);
    // 5H: in at (1,0), out at (2,0); level 5 of 5 has class 0, and the destination's basic module class 4.
    let expected = [("0300000020", "5H+", 1), ("0000000010", "y+", 1), ("0000000020", "5H+", 0), ("0100000010", "y-", 4)];
    check("sttn:2,5,0", false, VcRule::Level, "0100000000", &expected);
}

#[test]
fn paths_in_an_mtn() {
    // Against three hops up and two columns: one hop by the wrap link, which mends the column.
    check("mtn:2,2,1", true, VcRule::Paper4, "3201", &[("0000", "2V-", 1), ("3200", "x+", 2)]);
    // One way: the wrap link spoils the column.
    let expected = [("3000", "2V+", 1), ("0200", "x-", 1), ("0203", "2H+", 1), ("0303", "2H+", 1), ("0003", "x+", 3), ("0000", "x+", 2)];
    check("mtn:2,2,0", false, VcRule::Paper4, "0001", &expected);
    // Two hops and a column either way: `min2` keeps off the wrap link.
    let up = [("2000", "2V+", 1), ("3000", "2V+", 1), ("0200", "x-", 1), ("0203", "2H-", 0)];
    check("mtn:2,2,1", true, VcRule::Paper4, "0103", &up);
    let down = [("2000", "2V-", 0), ("1000", "2V-", 0), ("0000", "x-", 0), ("0003", "2H+", 0)];
    check("mtn:2,2,1", true, VcRule::Min2, "0103", &down);
}

/// In a straight line: row 0 to row 3 has no short cut.
#[test]
fn a_path_in_a_tesh() {
    let expected = [
        ("0033", "y-", 0),
        ("0023", "y-", 0),
        ("0013", "y-", 0),
        ("0003", "x-", 0),
        ("0002", "x-", 0),
        ("0001", "x-", 0),
        ("0000", "2V+", 0),
        ("1000", "x+", 0),
        ("1001", "x+", 0),
        ("1002", "x+", 0),
        ("1003", "2H+", 0),
        ("1103", "x-", 1),
        ("1102", "x-", 1),
        ("1101", "x-", 1),
    ];
    check("tesh:2,2,0", false, VcRule::Min2, "1100", &expected);
    // Both ways round: a tie goes up under `min2`, with a dateline; `least` keeps off the wrap link and needs none.
    check("tesh:2,2,1", true, VcRule::Min2, "0000", &[("2000", "2V+", 1), ("3000", "2V+", 1)]);
    check("tesh:2,2,1", true, VcRule::Least, "0000", &[("2000", "2V-", 0), ("1000", "2V-", 0)]);
}

/// docs/networks.md read once more: an address is its digits, a_0 first, and every rule a line of its tables.
struct Contract<'a> {
    kind: &'a str,
    m: u32,
    levels: usize,
    bidirectional: bool,
    q: u32,
    rule: &'a str,
    balanced: bool,
    /// x before y on the way to a link between basic modules.
    turn: bool,
}

impl Contract<'_> {
    fn side(&self) -> u32 {
        1 << self.m
    }

    /// Output and input position (row, column) of the ring of a level.
    fn gates(&self, level: usize, vertical: bool, group: u64) -> [(u32, u32); 2] {
        let n = self.side() - 1;
        let twice = |at| [at, at];
        match (self.kind, level, vertical, group) {
            (_, 2, true, 0) => twice((0, 0)),
            ("sttn", 2, false, _) => twice((n, n)),
            (_, 2, false, 0) => twice((0, n)),
            (_, 2, true, _) => twice((n, n)),
            (_, 2, false, _) => twice((n, 0)),
            (_, 3, true, _) => twice((n, 0)),
            ("sttn", 3, false, _) => twice((0, n)),
            (_, 3, false, _) => twice((n, n)),
            ("sttn", 4, true, _) => [(0, 1), (0, 2)],
            (_, 4, true, _) => [(0, 2), (0, 1)],
            (_, 4, false, _) => [(1, 3), (2, 3)],
            (_, 5, true, _) => [(3, 2), (3, 1)],
            ("sttn", 5, false, _) => [(2, 0), (1, 0)],
            _ => [(1, 0), (2, 0)],
        }
    }

    /// Up or down a ring, and whether its wrap link is on the way.
    fn way(&self, from: u32, to: u32, ties_avoid_wrap: bool) -> (bool, bool) {
        let (up, down) = ((to + self.side() - from) % self.side(), (from + self.side() - to) % self.side());
        let goes_up = match (up == down, self.balanced) {
            (true, true) => from.is_multiple_of(2),
            (true, false) => !ties_avoid_wrap || from < to,
            _ => up < down,
        };
        (goes_up, if goes_up { from > to } else { from < to })
    }

    /// Rule `balanced`: class of a hop in direction + of a ring between basic modules, from digit `a` on the way to `b`.
    fn between(a: u32, b: u32) -> usize {
        !matches!((a, b), (0, 1) | (0, 2) | (1, 2) | (2, 3) | (3, 0)) as usize
    }

    /// Port, class, none for any, and the digits of the next node.
    fn hop(&self, at: &[u32], to: &[u32], group: u64) -> (u8, Option<usize>, Vec<u32>) {
        let side = self.side();
        let avoid = match (self.kind, self.rule) {
            ("tesh", "min2") => false,
            (_, rule) => ["min2", "least", "level"].contains(&rule),
        };
        let level = (2..=self.levels).rev().find(|l| at[2 * l - 2..2 * l] != to[2 * l - 2..2 * l]).unwrap_or(1);
        let mut next = at.to_vec();
        let mut target = (to[1], to[0]);
        let mut dateline = false;
        // TESH, L = 4, 5: the way to the horizontal links of level 2 has the class of the last basic module.
        let last = self.kind == "tesh" && self.levels > 3 && level == 2 && at[3] == to[3];
        if level > 1 {
            let vertical = at[2 * level - 1] != to[2 * level - 1];
            let digit = 2 * level - 1 - !vertical as usize;
            let (mut up, mut wrap) = self.way(at[digit], to[digit], avoid);
            if !self.bidirectional {
                (up, wrap) = (true, at[digit] > to[digit]);
            } else if self.kind == "mtn" && vertical {
                // All hops of both ways, one after the other.
                let hops = |plus: bool| {
                    let (mut row, mut column, mut hops, mut wraps) = (at[digit], at[digit - 1], 0, false);
                    while row != to[digit] {
                        let over = row == if plus { side - 1 } else { 0 };
                        (row, hops, wraps) = ((row + if plus { 1 } else { side - 1 }) % side, hops + 1, wraps || over);
                        column = (column + if over { side / 2 } else { 0 }) % side;
                    }
                    while column != to[digit - 1] {
                        let right = (to[digit - 1] + side - column) % side;
                        column = (column + if 2 * right <= side { 1 } else { side - 1 }) % side;
                        hops += 1;
                    }
                    (hops, wraps)
                };
                up = match (hops(true), hops(false)) {
                    ((plus, _), (minus, _)) if plus == minus && self.balanced => at[digit].is_multiple_of(2),
                    ((plus, wraps), (minus, _)) if plus == minus => !(avoid && wraps),
                    ((plus, _), (minus, _)) => plus < minus,
                };
                wrap = hops(up).1;
            }
            let [output, input] = self.gates(level, vertical, group);
            target = output;
            if (at[1], at[0]) == output {
                let twisted = self.kind == "mtn" && vertical && at[digit] == if up { side - 1 } else { 0 };
                next[digit] = (at[digit] + if up { 1 } else { side - 1 }) % side;
                if twisted {
                    next[digit - 1] = (at[digit - 1] + side / 2) % side;
                }
                (next[1], next[0]) = input;
                let one_class = self.kind != "mtn" && avoid && self.bidirectional;
                let (a, b) = (at[digit], to[digit]);
                let class = match (self.rule, self.bidirectional) {
                    ("balanced", true) if self.kind == "mtn" && vertical => {
                        Some(if up { Self::between(a, b) } else { Self::between(3 - a, 3 - b) })
                    }
                    ("balanced", true) => None,
                    ("balanced", false) => Some(Self::between(a, b)),
                    _ => Some((wrap && !one_class) as usize),
                };
                return (if up { 5 } else { 6 }, class, next);
            }
            dateline = (at[1], at[0]) == input && input != output && !wrap;
        }
        let rows = if self.turn && level > 1 { at[0] == target.1 } else { at[1] != target.0 };
        let (from, goal) = if rows { (at[1], target.0) } else { (at[0], target.1) };
        let (up, wrap) = if self.kind == "tesh" { (from < goal, false) } else { self.way(from, goal, avoid) };
        next[rows as usize] = (from + if up { 1 } else { side - 1 }) % side;
        let top = self.levels.max(3);
        let over = from == if up { side - 1 } else { 0 };
        let marked = match (self.kind, self.turn) {
            _ if self.levels == 3 || self.q == 2 => true,
            ("sttn", false) => up,
            _ => up && !rows,
        };
        let class = match self.rule {
            "balanced" if !(over && marked) => return (1 + 2 * rows as u8 + !up as u8, None, next),
            "balanced" if self.kind == "sttn" => self.levels - level,
            "balanced" => (level == 1) as usize,
            "paper4" => 2 * (level == 1) as usize + wrap as usize,
            "literal" => wrap as usize,
            "min2" => (level == 1) as usize,
            "least" if level == 1 || last => top - 2,
            "least" => top - level.max(3) + dateline as usize,
            _ => self.levels - level + dateline as usize,
        };
        (1 + 2 * rows as u8 + !up as u8, Some(class), next)
    }
}

/// Walks from every `step`-th source to every `step`-th destination by both, by every algorithm, rule and ties that go together, hop by hop.
fn both_agree(name: &str, bidirectional: bool, step: usize) {
    let named = network(name).with_bidirectional(bidirectional).unwrap();
    let n = named.of::<ToriConnected>().unwrap_or_else(|| panic!("{name}"));
    let pairs = algorithms(&named).iter().flat_map(|&algorithm| rules(&named).iter().map(move |&rule| (algorithm, rule)));
    let all = pairs
        .flat_map(|(algorithm, rule)| [Ties::Plus, Ties::Balanced].map(|ties| RoutingOptions::new(algorithm, Some(rule)).with_ties(ties)));
    for (options, choice) in all.filter_map(|options| Some((options, choose(&named, options).ok()?))) {
        let Choice { algorithm, rule, ties } = choice;
        let classes = least_vcs(&named, options).unwrap();
        let routing = for_network(&named, options, classes).unwrap();
        let kind = name.split(':').next().unwrap();
        let contract = Contract {
            kind,
            m: n.m,
            levels: n.levels as usize,
            bidirectional,
            q: n.q,
            rule: rule.name(),
            balanced: ties == Ties::Balanced,
            turn: algorithm == RoutingAlgorithm::DorTurn,
        };
        let digits = |node: u32| (0..2 * n.levels).map(|i| node / contract.side().pow(i) % contract.side()).collect::<Vec<u32>>();
        let length = |from: &[u32], to: &[u32], group: u64| {
            let (mut at, mut links) = (from.to_vec(), 0);
            while at != to {
                at = contract.hop(&at, to, group).2;
                links += 1;
                assert!(links < 100, "{name} {rule}");
            }
            links
        };
        for source in (0..n.nodes() as u32).step_by(step) {
            for destination in (0..n.nodes() as u32).skip(source as usize % 7).step_by(step).filter(|&d| d != source) {
                let (mut node, mut at, to) = (source, digits(source), digits(destination));
                let bits = routing.source_bits(source, destination, 3);
                let nearer = n.q == 2 && length(&at, &to, 1) < length(&at, &to, 0);
                assert_eq!(bits, nearer as u64, "{name} {rule} {source} {destination}");
                while at != to {
                    let (port, class, next) = contract.hop(&at, &to, bits);
                    let candidates = routing.route(node, destination, bits);
                    let here = (candidates.len(), candidates[0].port, candidates[0].vcs);
                    let vcs = class.map_or((1 << classes) - 1, |class| 1 << class);
                    assert_eq!(here, (1, port, vcs), "{name} {bidirectional} {choice:?}: {at:?} to {to:?}");
                    node = n.downstream(node, port).unwrap().node;
                    assert_eq!(digits(node), next, "{name} {bidirectional}: {at:?} by {port}");
                    at = next;
                }
                assert_eq!(routing.route(node, destination, bits)[0].port, 0);
            }
        }
    }
}

#[test]
fn every_hop_is_that_of_the_contract() {
    // Of large networks some pairs, and more of them in soaks.
    let [three_levels, large_modules, four_levels, five_levels] =
        if cfg!(feature = "soak") { [31, 37, 509, 8191] } else { [67, 73, 1021, 16381] };
    for kind in ["ttn", "sttn", "mtn", "tesh"] {
        for bidirectional in [false, true] {
            both_agree(&format!("{kind}:2,2,0"), bidirectional, 1);
            both_agree(&format!("{kind}:2,3,1"), bidirectional, three_levels);
            both_agree(&format!("{kind}:3,2,0"), bidirectional, large_modules);
        }
        if kind != "sttn" {
            both_agree(&format!("{kind}:2,2,2"), true, 1);
        }
        both_agree(&format!("{kind}:2,4,0"), false, four_levels);
        both_agree(&format!("{kind}:2,5,0"), false, five_levels);
    }
}
