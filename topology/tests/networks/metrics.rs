//! Metrics against the published tables, networks/rdt.md, networks/ttn-tesh-sttn-mtn.md, and second methods.

use petgraph::algo::ford_fulkerson;
use petgraph::graph::{DiGraph, NodeIndex};
use torusmith_topology::metrics::{BisectionKind, Distances, arc_connectivity, bisection, distances, wiring};
use torusmith_topology::{Graph, Link, Network, TerminalId, every_terminal};

use super::super::{graph, network};

fn distances_of(network: &Network) -> Distances {
    distances(&network.graph(), &network.orbits(), &|_, _| ())
}

/// (diameter, mean over different nodes, mean with self): RDT paper, Tables II and V; TTN paper, Table 1 (mesh; torus with self); networks/
/// ttn-tesh-sttn-mtn.md, section 1, last lines (TTN, with self); networks/htn.md, A2; networks/rdt.md, B4.
const DISTANCES: &[(&str, u32, Option<f64>, Option<f64>)] = &[
    ("torus:64,64", 64, Some(32.0078), Some(32.0)),
    ("torus:16,16,16", 24, Some(12.0029), None),
    ("torus:8,8,8,8", 16, Some(8.0020), None),
    ("hypercube:12", 12, Some(6.0015), None),
    ("torus:256,256", 256, None, None),
    ("torus:32,32,64", 64, None, None),
    ("torus:16,16,16,16", 32, None, None),
    ("hypercube:16", 16, None, None),
    ("mesh:16,16", 30, Some(10.6667), None),
    ("mesh:64,64", 126, Some(42.6667), None),
    ("torus:16,16", 16, None, Some(8.0)),
    ("ttn:2,2,0", 14, None, Some(7.1562)),
    ("ttn:2,3,0", 20, None, Some(11.1523)),
    ("ttn:2,2,1", 12, None, Some(6.1562)),
    ("ttn:2,3,1", 16, None, Some(9.1523)),
    ("htn:4,4,2,1", 15, Some(7.2258), None),
    ("rdt:32", 7, Some(4.53), None),
    ("rdt:64", 8, Some(5.48), None),
    ("rdt:128", 10, Some(6.61), None),
];

#[test]
fn distances_are_the_published_ones() {
    for &(name, diameter, mean, with_self) in DISTANCES {
        let found = distances_of(&network(name));
        assert_eq!(found.diameter, diameter, "{name}");
        for (mean, found) in [(mean, found.average()), (with_self, found.average_with_self())] {
            let near = if name.starts_with("rdt") { 0.005 } else { 0.00006 };
            assert!(mean.is_none_or(|mean| (found - mean).abs() <= near), "{name}: {found}");
        }
    }
}

#[test]
fn one_node_of_an_orbit_stands_for_the_others() {
    for name in [
        "ttn:2,2,0",
        "ttn:2,2,1",
        "ttn:2,2,2",
        "ttn:2,3,0",
        "ttn:3,2,1",
        "htn:4,4,2,0",
        "htn:4,4,2,1",
        "rdt:4",
        "rdt:8",
        "rdt:16",
        "rdt:32",
        "torus:3,4",
        "torus:2,5,4",
        "torus:3,2,2,5",
        "mesh:2,2",
        "mesh:3,5",
        "mesh:4,7",
        "mesh:6,6",
        "hypercube:1",
        "hypercube:7",
    ] {
        let network = network(name);
        let orbits = network.orbits();
        assert_eq!(orbits.iter().map(|orbit| orbit.count).sum::<u64>(), network.routers() as u64, "{name}");
        let all = distances(&network.graph(), &every_terminal(network.routers()), &|_, _| ());
        assert_eq!(distances_of(&network), all, "{name}");
    }
}

/// RDT paper, Table III; TTN paper, Table 1, but for L = 3, where networks/ttn-tesh-sttn-mtn.md has 128 and 256 (STTN paper, eq. 4).
#[test]
fn bisections_are_the_published_ones() {
    for (name, width, kind) in [
        ("torus:64,64", 128, BisectionKind::Exact),
        ("torus:16,16,16", 512, BisectionKind::Exact),
        ("torus:8,8,8,8", 1024, BisectionKind::Exact),
        ("hypercube:12", 2048, BisectionKind::Exact),
        ("rdt:64", 2 * 13 * 64, BisectionKind::UpperBound),
        ("rdt:128", 2 * 28 * 128, BisectionKind::UpperBound),
        ("mesh:16,16", 16, BisectionKind::Exact),
        ("mesh:64,64", 64, BisectionKind::Exact),
        ("torus:16,16", 32, BisectionKind::Exact),
        ("ttn:2,2,0", 8, BisectionKind::Exact),
        ("ttn:2,2,1", 16, BisectionKind::Exact),
        ("sttn:2,2,0", 8, BisectionKind::Exact),
        ("mtn:2,2,1", 16, BisectionKind::Exact),
        ("tesh:2,2,0", 8, BisectionKind::Exact),
        ("tesh:2,3,0", 128, BisectionKind::UpperBound),
        ("ttn:2,2,2", 32, BisectionKind::UpperBound),
        ("ttn:2,3,0", 128, BisectionKind::UpperBound),
        ("ttn:2,3,1", 256, BisectionKind::UpperBound),
    ] {
        let network = network(name);
        let found = bisection(&network, &network.graph());
        assert_eq!((found.width, found.kind), (width, kind), "{name}: {}", found.cut);
    }
    let ttn = network("ttn:2,2,1");
    let found = bisection(&ttn, &ttn.graph());
    assert_eq!((found.links, found.channels), (8, 16));
}

/// Least cut over all halves of a small network's terminals, which differ by as few as the terminals of routers allow; each link counted once.
fn least_cut(graph: &Graph) -> usize {
    let wires: Vec<(u32, u32)> = graph.iter_links().filter(|(from, to)| from < to).map(|(from, to)| (from.node, to.node)).collect();
    let routers: Vec<u32> = TerminalId::all(graph.terminals()).map(|terminal| graph.at(terminal).router).collect();
    let uneven = |half: u32| (2 * routers.iter().filter(|&&router| half >> router & 1 == 1).count()).abs_diff(routers.len());
    let width = |half: u32| wires.iter().filter(|(a, b)| (half >> a ^ half >> b) & 1 == 1).count();
    (0u32..1 << graph.routers())
        .map(|half| (uneven(half), half))
        .fold((usize::MAX, usize::MAX), |best, (uneven, half)| if uneven > best.0 { best } else { best.min((uneven, width(half))) })
        .1
}

#[test]
fn bisections_of_small_networks_are_exact() {
    for name in [
        "torus:2,2",
        "torus:3,3",
        "torus:4,4",
        "torus:2,4",
        "torus:3,4",
        "torus:4,3",
        "torus:3,5",
        "torus:2,6",
        "torus:2,7",
        "torus:2,2,4",
        "torus:3,2,3",
        "torus:2,2,2,2",
        "mesh:2,2",
        "mesh:3,3",
        "mesh:4,4",
        "mesh:2,5",
        "mesh:3,5",
        "mesh:5,3",
        "mesh:3,6",
        "hypercube:1",
        "hypercube:2",
        "hypercube:3",
        "hypercube:4",
        "rdt:4",
        "flatfly:4,2,1",
        "flatfly:2,4,2",
        "flatfly:6,1,2",
        "flatfly:3,2,2",
        "fattree:2,2",
        "fattree:2,3",
        "fattree:3,2",
        "mesh:3,4:2",
    ] {
        let network = network(name);
        let graph = network.graph();
        let found = bisection(&network, &graph);
        assert_eq!((found.width, found.kind), (least_cut(&graph), BisectionKind::Exact), "{name}: {}", found.cut);
    }
}

/// Least maximum flow from node 0, by petgraph; a link pair is an edge in each direction.
fn by_petgraph(graph: &Graph) -> usize {
    let mut edges = DiGraph::<(), u32>::new();
    (0..graph.routers()).for_each(|_| _ = edges.add_node(()));
    for (from, to) in graph.iter_links() {
        let paired = graph.downstream(to.node as usize, to.port as usize) == Some(from);
        edges.add_edge(NodeIndex::new(from.node as usize), NodeIndex::new(to.node as usize), 1);
        if !paired {
            edges.add_edge(NodeIndex::new(to.node as usize), NodeIndex::new(from.node as usize), 1);
        }
    }
    let flow = |t: usize| ford_fulkerson(&edges, NodeIndex::new(0), NodeIndex::new(t)).0;
    (1..graph.routers()).map(flow).min().unwrap() as usize
}

/// TTN paper, Table 1: mesh 2, torus and TTN 4; other networks against petgraph, or against their degree.
#[test]
fn arc_connectivity_is_the_published_one() {
    for (name, arcs) in [
        ("mesh:16,16", 2),
        ("torus:16,16", 4),
        ("ttn:2,2,0", 4),
        ("ttn:2,2,1", 4),
        ("mesh:64,64", 2),
        ("torus:64,64", 4),
        ("ttn:2,3,0", 4),
        ("ttn:2,3,1", 4),
        ("torus:16,16,16", 6),
        ("torus:8,8,8,8", 8),
        ("hypercube:12", 12),
        ("htn:4,4,2,1", 6),
        ("rdt:64", 8),
    ] {
        assert_eq!(arc_connectivity(&graph(name)), arcs, "{name}");
    }
    for name in ["ttn:2,2,0", "ttn:2,2,2", "rdt:4", "rdt:8", "torus:2,3,4", "torus:2,2", "mesh:3,5", "hypercube:5"] {
        assert_eq!(arc_connectivity(&graph(name)), by_petgraph(&graph(name)), "{name}");
    }
}

/// Random links between 24 nodes of up to six ports, including parallel links: minimum cuts of zero to five links, often below any degree.
#[test]
fn arc_connectivity_of_random_graphs() {
    let mut random = 1u64;
    let mut draw = |below: usize| {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (random >> 33) as usize % below
    };
    let mut seen = [0; 7];
    let mut below_degree = 0;
    for case in 0..2000 {
        let mut ends: Vec<Link> = (0..24).flat_map(|node| (1..7).map(move |port| Link { node, port })).collect();
        let mut far = [[None; 7]; 24];
        for _ in 0..36 + case % 37 {
            let a = ends.swap_remove(draw(ends.len()));
            // Two halves with few links between them.
            let near: Vec<usize> = (0..ends.len()).filter(|&i| ends[i].node != a.node && (ends[i].node < 12) == (a.node < 12)).collect();
            let other: Vec<usize> = (0..ends.len()).filter(|&i| ends[i].node != a.node).collect();
            let from = if draw(8) > 0 && !near.is_empty() { near } else { other };
            if from.is_empty() {
                break;
            }
            let b = ends.swap_remove(from[draw(from.len())]);
            far[a.node as usize][a.port as usize] = Some(b);
            far[b.node as usize][b.port as usize] = Some(a);
        }
        let graph = Graph::new(24, 7, |node, port| far[node as usize][port as usize]);
        let (found, degree) = (arc_connectivity(&graph), (0..24).map(|node| graph.degree(node)).min().unwrap());
        assert_eq!(found, by_petgraph(&graph), "case {case}");
        seen[found] += 1;
        below_degree += usize::from(found < degree);
    }
    assert!(seen[..4].iter().all(|&cases| cases > 10) && below_degree > 20, "{seen:?} {below_degree}");
}

/// TTN paper, Table 1 (ends); MTN paper, Table 2 (links).
#[test]
fn wiring_is_the_published_one() {
    for (name, links, ends) in [
        ("mesh:16,16", 480, 480),
        ("torus:16,16", 512, 512),
        ("mesh:64,64", 8064, 8064),
        ("torus:64,64", 8192, 8192),
        ("ttn:2,2,0", 544, 576),
        ("ttn:2,2,1", 544, 640),
        ("ttn:2,3,0", 9216, 10240),
        ("ttn:2,3,1", 9216, 12288),
        ("hypercube:12", 24576, 24576),
    ] {
        let found = wiring(&network(name), &graph(name));
        assert_eq!((found.links, found.ends), (links, ends), "{name}");
    }
}
