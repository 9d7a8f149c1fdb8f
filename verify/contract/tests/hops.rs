//! Routing functions as functions of bits: examples worked out manually from `docs/networks.md`, and the model as a second method.

use torusmith_contract::{Bools, Gates, Hops, Ties, VcRule, vector};
use torusmith_sim::config::RouterConfig;
use torusmith_sim::routing::{NetworkRouting, Routing, RoutingOptions, for_router, least_vcs};
use torusmith_topology::{Network, TerminalId};

/// A hop as numbers: port, set of classes (bit n for class n), routing bits after the hop.
type Hop = (usize, u8, u64);

fn bits(value: u64, width: usize) -> Vec<bool> {
    (0..width).map(|b| value >> b & 1 == 1).collect()
}

fn number(bits: &[bool]) -> u64 {
    bits.iter().enumerate().map(|(b, &bit)| u64::from(bit) << b).sum()
}

fn hop(hops: &Hops, node: u32, destination: u32, routing: u64) -> Hop {
    let [node, destination] = [node, destination].map(|node| bits(node.into(), hops.node_bits()));
    let hop = hops.hop(&mut Bools, &node, &destination, &bits(routing, hops.routing_bits()));
    assert_eq!(hop.port.iter().filter(|&&bit| bit).count(), 1, "{:?}", hop.port);
    assert_eq!((hop.classes.len(), hop.onward.len()), (hops.classes(), hops.routing_bits()));
    (hop.port.iter().position(|&bit| bit).unwrap(), number(&hop.classes) as u8, number(&hop.onward))
}

/// The hop without routing bits.
fn step(hops: &Hops, node: u32, destination: u32) -> (usize, u8) {
    let (port, classes, _) = hop(hops, node, destination, 0);
    (port, classes)
}

/// Sets of classes.
const CLASS_0: u8 = 0b01;
const CLASS_1: u8 = 0b10;
const CLASS_2: u8 = 0b100;

fn torus(sides: &[u32], (rule, ties): (VcRule, Ties)) -> Hops {
    Hops::torus(sides, rule, ties).unwrap()
}

const TORUS_RULES: [(VcRule, Ties); 3] =
    [(VcRule::Dateline, Ties::Plus), (VcRule::Dateline, Ties::Balanced), (VcRule::Balanced, Ties::Balanced)];

#[test]
fn ties_of_a_ring() {
    let [plus, balanced, _] = TORUS_RULES.map(|rule| torus(&[8], rule));
    assert_eq!([step(&plus, 2, 6).0, step(&plus, 3, 7).0], [1, 1]);
    assert_eq!([step(&balanced, 2, 6).0, step(&balanced, 3, 7).0], [1, 2]);
    // A ring of 2 has no tie, a ring of 5 neither.
    for rule in TORUS_RULES {
        assert_eq!([step(&torus(&[2], rule), 0, 1).0, step(&torus(&[2], rule), 1, 0).0], [1, 1]);
        assert_eq!([3, 4, 0, 1].map(|to| step(&torus(&[5], rule), 1, to).0), [1, 2, 2, 0]);
    }
}

#[test]
fn class_1_before_the_wrap_link() {
    let ring = torus(&[8], TORUS_RULES[0]);
    assert_eq!([6, 7, 0].map(|node| step(&ring, node, 1)), [(1, CLASS_1), (1, CLASS_1), (1, CLASS_0)]);
    assert_eq!([1, 0, 7].map(|node| step(&ring, node, 6)), [(2, CLASS_1), (2, CLASS_1), (2, CLASS_0)]);
    assert_eq!([step(&ring, 1, 4), step(&ring, 4, 1)], [(1, CLASS_0), (2, CLASS_0)]);
}

#[test]
fn classes_of_rule_balanced() {
    // k = 8: h = 1, u = 2. Destination 1 is below u, 0 and 3 are not.
    let ring = torus(&[8], TORUS_RULES[2]);
    assert_eq!([6, 7, 0].map(|node| step(&ring, node, 1)), [(1, CLASS_1), (1, CLASS_1), (1, CLASS_0)]);
    assert_eq!([6, 7].map(|node| step(&ring, node, 0)), [(1, CLASS_1), (1, CLASS_0)]);
    assert_eq!([1, 2].map(|node| step(&ring, node, 3)), [(1, CLASS_1), (1, CLASS_0)]);
    // In direction '-' destination 6 is mirrored to 1, destination 4 to 3.
    assert_eq!([1, 0, 7].map(|node| step(&ring, node, 6)), [(2, CLASS_1), (2, CLASS_1), (2, CLASS_0)]);
    assert_eq!([6, 5].map(|node| step(&ring, node, 4)), [(2, CLASS_1), (2, CLASS_0)]);
    // k = 5: h = 1, u = 2.
    let ring = torus(&[5], TORUS_RULES[2]);
    assert_eq!([(0, 2), (1, 3), (2, 3)].map(|(node, to)| step(&ring, node, to)), [(1, CLASS_0), (1, CLASS_1), (1, CLASS_0)]);
    // k = 16: h = 2.
    let ring = torus(&[16], TORUS_RULES[2]);
    assert_eq!([13, 14, 15].map(|node| step(&ring, node, 0)), [(1, CLASS_1), (1, CLASS_0), (1, CLASS_0)]);
    // Rings of 4 have class any: both classes, or one if there is no longer ring.
    let (mixed, small) = (torus(&[4, 8], TORUS_RULES[2]), torus(&[4, 4], TORUS_RULES[2]));
    assert_eq!((mixed.classes(), small.classes()), (2, 1));
    assert_eq!([step(&mixed, 0, 8), step(&small, 0, 4)], [(3, 0b11), (3, 0b1)]);
}

#[test]
fn dimensions_in_order() {
    // Row 2, column 0 is node 8 of the mesh.
    let mesh = Hops::mesh(&[3, 4]).unwrap();
    assert_eq!([(0, 11), (3, 8), (0, 8), (8, 0), (5, 5)].map(|(node, to)| step(&mesh, node, to).0), [1, 2, 3, 4, 0]);
    // A dimension of one node has no ports.
    let gap = torus(&[4, 1, 4], TORUS_RULES[0]);
    assert_eq!([(0, 5), (0, 4), (0, 12), (0, 3)].map(|(node, to)| step(&gap, node, to).0), [1, 3, 4, 2]);
    assert_eq!([8u32, 1].map(|y| step(&torus(&[y, 9 - y], TORUS_RULES[0]), 0, 1).0), [1, 1]);
    let cube = Hops::hypercube(3).unwrap();
    assert_eq!([(0, 0b110), (0b110, 0b101), (0b001, 0b101)].map(|(node, to)| step(&cube, node, to)), [(2, 1), (1, 1), (3, 1)]);
}

/// Packs vectors from rank 0 on, and `crossed`, into routing bits.
fn header(vectors: &[(i64, i64)], crossed: bool) -> u64 {
    let (mut bits, mut at) = (0, 0);
    for (rank, &(x, y)) in vectors.iter().enumerate() {
        let width = if rank == 0 { 4 } else { 3 };
        for component in [x, y] {
            bits |= (component as u64 & ((1 << width) - 1)) << at;
            at += width;
        }
    }
    bits | u64::from(crossed) << at
}

/// Example of the page: 3,5 to 12,1.
#[test]
fn rdt_example() {
    let rdt = Hops::rdt(16).unwrap();
    let at = |x: u32, y: u32| y * 16 + x;
    let path = [
        (at(3, 5), [(1, 0), (-1, -1), (0, 1)], 1, CLASS_2),
        (at(4, 5), [(0, 0), (-1, -1), (0, 1)], 7, CLASS_1),
        (at(12, 5), [(0, 0), (-1, -1), (0, 0)], 1, CLASS_2),
        (at(13, 5), [(-1, 0), (-1, -1), (0, 0)], 8, CLASS_0),
        (at(15, 3), [(-1, 0), (-1, 0), (0, 0)], 6, CLASS_0),
        (at(13, 1), [(-1, 0), (0, 0), (0, 0)], 2, CLASS_0),
        (at(12, 1), [(0, 0), (0, 0), (0, 0)], 0, 0),
    ];
    for (n, &(node, vectors, port, class)) in path.iter().enumerate() {
        let onward = path.get(n + 1).map_or(0, |next| header(&next.1, false));
        let (found_port, found_class, found_onward) = hop(&rdt, node, at(12, 1), header(&vectors, false));
        assert_eq!((found_port, found_onward), (port, onward), "hop {n}");
        assert!(port == 0 || found_class == class, "hop {n}: classes {found_class:b}");
    }
}

/// A wrapped component keeps class 1 to its end; the next component starts anew. Port 0 leaves `crossed` as it is.
#[test]
fn rdt_crossed() {
    let rdt = Hops::rdt(8).unwrap();
    let at = |x: u32, y: u32| y * 8 + x;
    let header = |x, y, crossed| header(&[(x, y), (0, 0)], crossed);
    assert_eq!(hop(&rdt, at(3, 7), 0, header(1, 2, false)), (3, CLASS_1, header(1, 1, true)));
    assert_eq!(hop(&rdt, at(3, 0), 0, header(1, 1, true)), (3, CLASS_1, header(1, 0, false)));
    assert_eq!(hop(&rdt, at(3, 1), 0, header(1, 0, false)), (1, CLASS_0, header(0, 0, false)));
    assert_eq!(hop(&rdt, at(0, 1), 0, header(-2, 0, false)), (2, CLASS_1, header(-1, 0, true)));
    let (port, _, onward) = hop(&rdt, 9, 9, header(0, 0, true));
    assert_eq!((port, onward), (0, header(0, 0, true)));
}

/// A small pseudo-random generator, equal in every build.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

/// The model of a network with as many VCs as the rule has classes: VC w is of class w.
fn model(name: &str, options: RoutingOptions, hops: &Hops) -> (Network, NetworkRouting) {
    let network: Network = name.parse().unwrap();
    let config = RouterConfig { vcs: hops.classes(), ..RouterConfig::default() };
    let routing = for_router(&network, options, config).unwrap_or_else(|error| panic!("{name}: {error}"));
    let (bits, nodes) = (network.route_bits() as usize, network.terminals());
    let classes = least_vcs(&network, options).unwrap();
    assert_eq!((classes, bits, nodes), (hops.classes(), hops.routing_bits(), hops.nodes()), "{name}");
    (network, routing)
}

/// Compares one hop with the model's, and returns it.
fn compare(routing: &NetworkRouting, hops: &Hops, node: u32, destination: u32, bits: u64) -> Result<Hop, String> {
    let found = hop(hops, node, destination, bits);
    let (candidates, onward) = routing.route_onward(node, TerminalId(destination), bits);
    let candidates: Vec<_> = candidates.iter().map(|candidate| (usize::from(candidate.port), candidate.vcs)).collect();
    let classes = if found.0 == 0 { candidates[0].1 } else { found.1 };
    let agree = candidates == [(found.0, classes)] && (found.2 == onward || found.0 == 0);
    agree.then_some(found).ok_or_else(|| {
        format!("node {node}, destination {destination}, routing bits {bits:#x}: {found:x?}, the model has {candidates:?}, {onward:#x}")
    })
}

/// Compares all pairs of a small network, and random pairs of any other.
fn compare_pairs(name: &str, options: RoutingOptions, hops: &Hops) {
    let (_, routing) = model(name, options, hops);
    let (nodes, mut random) = (hops.nodes() as u64, Random(7));
    let pair = |n: u64| if nodes <= 64 { (n / nodes, n % nodes) } else { (random.below(nodes), random.below(nodes)) };
    for (node, destination) in (0..(nodes * nodes).min(4096)).map(pair) {
        compare(&routing, hops, node as u32, destination as u32, 0).unwrap_or_else(|difference| panic!("{name}: {difference}"));
    }
}

fn name(family: &str, sides: &[u32]) -> String {
    format!("{family}:{}", sides.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
}

#[test]
fn tori_and_the_model() {
    let mut all: Vec<Vec<u32>> = (2..=36).map(|side| vec![side]).collect();
    let planes = [[1, 8], [8, 1], [4, 4], [5, 3], [3, 8], [6, 7], [2, 9], [12, 12], [16, 4], [255, 256], [256, 240]];
    all.extend(planes.map(Vec::from));
    all.extend([[4, 1, 4], [2, 3, 2], [5, 4, 3], [17, 31, 29], [100, 101, 102], [64, 128, 128]].map(Vec::from));
    all.extend([[2, 5, 1, 4], [3, 2, 5, 2], [10, 6, 12, 20], [4, 4, 4, 4], [31, 32, 31, 32], [32, 32, 32, 32]].map(Vec::from));
    for (sides, (rule, ties)) in all.iter().flat_map(|sides| TORUS_RULES.map(|rule| (sides, rule))) {
        compare_pairs(&name("torus", sides), RoutingOptions::new(None, Some(rule)).with_ties(ties), &torus(sides, (rule, ties)));
    }
}

#[test]
fn meshes_hypercubes_and_the_model() {
    for sides in [&[8][..], &[13], &[1, 6], &[6, 1], &[3, 4], &[7, 8], &[256, 255], &[23, 250]] {
        compare_pairs(&name("mesh", sides), RoutingOptions::default(), &Hops::mesh(sides).unwrap());
    }
    for dimensions in [1, 3, 9, 14] {
        compare_pairs(&name("hypercube", &[dimensions]), RoutingOptions::default(), &Hops::hypercube(dimensions).unwrap());
    }
}

/// The vectors of the page for a way of (a, b) hops, as routing bits.
fn source_header(ranks: usize, mut a: i64, mut b: i64) -> u64 {
    let dv = |t: i64| t.signum() * ((t.abs() + 1) >> 2);
    let mut vectors = Vec::new();
    for _ in 0..ranks {
        let (g, f) = (dv(a + b), dv(b - a));
        vectors.push((a - 2 * g + 2 * f, b - 2 * g - 2 * f));
        (a, b) = (g, f);
    }
    vectors.push((a, b));
    header(&vectors, false)
}

/// Walks packets from source to destination with the routing bits of each hop.
#[test]
fn rdt_walks_and_the_model() {
    for (side, ranks) in [(4, 1), (8, 1), (16, 2), (32, 3), (64, 3), (128, 4)] {
        let hops = Hops::rdt(side).unwrap();
        let (network, routing) = model(&name("rdt", &[side]), RoutingOptions::default(), &hops);
        let (graph, nodes, mut random) = (network.graph(), u64::from(side * side), Random(side.into()));
        for n in 0..(nodes * nodes).min(4096) {
            let pair = if nodes <= 64 { [n / nodes, n % nodes] } else { [random.below(nodes), random.below(nodes)] };
            let [source, destination] = pair.map(|node| node as u32);
            let way = |from: u32, to: u32| {
                let hops = i64::from((to + side - from) % side);
                if hops > i64::from(side / 2) { hops - i64::from(side) } else { hops }
            };
            let mut bits = source_header(ranks, way(source % side, destination % side), way(source / side, destination / side));
            assert_eq!(bits, routing.source_bits(TerminalId(source), TerminalId(destination), 0), "rdt:{side}, {source} to {destination}");
            let mut node = source;
            for left in (0..=17).rev() {
                let (port, _, onward) = compare(&routing, &hops, node, destination, bits).unwrap_or_else(|d| panic!("rdt:{side}: {d}"));
                if port == 0 {
                    break;
                }
                assert!(left > 0, "rdt:{side}, {source} to {destination}: more hops than the diameter");
                (node, bits) = (graph.downstream(node as usize, port).unwrap().node, onward);
            }
            assert_eq!(node, destination, "rdt:{side}, from {source}");
        }
    }
}

/// Headers that no source sends.
#[test]
fn rdt_arbitrary_headers_and_the_model() {
    for side in [4, 8, 16, 32, 64, 128] {
        let hops = Hops::rdt(side).unwrap();
        let (_, routing) = model(&name("rdt", &[side]), RoutingOptions::default(), &hops);
        let mut random = Random(side.into());
        for _ in 0..4096 {
            let node = random.below(hops.nodes() as u64) as u32;
            // Zero in three of four upper vectors, so that low ranks have their turn.
            let upper = (1..=4).fold(0, |upper, rank| upper | if random.below(4) == 0 { 0x3f << (2 + 6 * rank) } else { 0 });
            let crossed = 1 << (hops.routing_bits() - 1);
            let bits = (random.below(1 << 31) << 16 ^ random.below(1 << 31)) & (upper | 0xff | crossed) & (2 * crossed - 1);
            compare(&routing, &hops, node, node, bits).unwrap_or_else(|difference| panic!("rdt:{side}: {difference}"));
        }
    }
}

/// Counts AND gates; a bit is its value where that is known.
#[derive(Default)]
struct GateCount(usize);

impl Gates for GateCount {
    type Bit = Option<bool>;

    fn constant(&mut self, value: bool) -> Option<bool> {
        Some(value)
    }

    fn not(&mut self, a: Option<bool>) -> Option<bool> {
        a.map(|a| !a)
    }

    fn and(&mut self, a: Option<bool>, b: Option<bool>) -> Option<bool> {
        match (a, b) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), bit) | (bit, Some(true)) => bit,
            (None, None) => (self.0 += 1, None).1,
        }
    }

    fn known(&self, bit: Option<bool>) -> Option<bool> {
        bit
    }
}

#[test]
fn gates_of_large_networks() {
    let balanced = |sides: &[u32]| torus(sides, TORUS_RULES[2]);
    let networks =
        [balanced(&[32; 4]), balanced(&[101; 3]), Hops::mesh(&[256; 2]).unwrap(), Hops::hypercube(16).unwrap(), Hops::rdt(128).unwrap()];
    for (hops, most) in networks.iter().zip([2000, 4000, 400, 400, 2000]) {
        let mut gates = GateCount::default();
        hops.hop(&mut gates, &vec![None; hops.node_bits()], &vec![None; hops.node_bits()], &vec![None; hops.routing_bits()]);
        assert!(gates.0 < most && gates.0 > most / 4, "{hops:?}: {} gates", gates.0);
    }
}

#[test]
fn arithmetic() {
    for (a, b) in (0..32u64).flat_map(|a| (0..32u64).map(move |b| (a, b))) {
        let (bits_a, bits_b) = (bits(a, 5), bits(b, 5));
        assert_eq!(number(&vector::add(&mut Bools, &bits_a, &bits_b)), (a + b) % 32);
        let (difference, below) = vector::subtract(&mut Bools, &bits_a, &bits_b);
        assert_eq!((number(&difference), below), ((a + 32 - b) % 32, a < b));
    }
    for (n, divisor) in (0..200u64).flat_map(|n| (1..=40u64).map(move |divisor| (n, divisor))) {
        let (quotient, remainder) = vector::divide(&mut Bools, &bits(n, 8), divisor as usize, 8);
        assert_eq!((number(&quotient), number(&remainder)), (n / divisor, n % divisor), "{n} / {divisor}");
    }
}

#[test]
fn refused() {
    let refusals = [
        (Hops::torus(&[4, 4], VcRule::Balanced, Ties::Plus), "ties = plus is not allowed; allowed: balanced, with rule balanced"),
        (Hops::torus(&[4, 4], VcRule::Any, Ties::Plus), "vc-rule = any is not allowed; allowed: dateline, balanced"),
        (Hops::torus(&[257], VcRule::Dateline, Ties::Plus), "side = 257 is not allowed; allowed: 1 to 256"),
        (Hops::torus(&[256, 256, 17], VcRule::Dateline, Ties::Plus), "nodes = 1114112 is not allowed; allowed: 2 to 1048576"),
        (Hops::torus(&[2; 5], VcRule::Dateline, Ties::Plus), "dimensions = 5 is not allowed; allowed: 1 to 4"),
        (Hops::mesh(&[1, 1]), "nodes = 1 is not allowed; allowed: 2 to 1048576"),
        (Hops::hypercube(17), "dimensions = 17 is not allowed; allowed: 1 to 16"),
        (Hops::rdt(12), "side = 12 is not allowed; allowed: 4, 8, 16, 32, 64, 128"),
    ];
    for (hops, message) in refusals {
        assert_eq!(hops.unwrap_err().to_string(), message);
    }
}
