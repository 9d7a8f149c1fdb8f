//! Loads of links by counting paths, against sums worked out manually and figures of another program (docs/results/routing.md).

use torusmith_sim::loads::Loads;
use torusmith_sim::routing::{RoutingAlgorithm, RoutingOptions, Ties, for_network, lengths};
use torusmith_sim::traffic::Pattern;

use super::support::{network, papers_routing, routing};

fn loads(name: &str, ties: Ties, pattern: Pattern) -> Loads {
    let network = network(name);
    let routing = for_network(&network, RoutingOptions::new(RoutingAlgorithm::Dor, None).with_ties(ties), 4).unwrap();
    Loads::new(&network, &network.graph(), &routing, pattern, &|_, _| ()).unwrap()
}

/// The least and the greatest load of links by a port, to two places.
fn range(loads: &Loads, port: u8) -> (String, String) {
    let of_port = || loads.links.iter().filter(|link| link.port == port).map(|link| link.load);
    (format!("{:.2}", of_port().fold(f64::MAX, f64::min)), format!("{:.2}", of_port().fold(0.0, f64::max)))
}

/// Sides of 8: of 63 destinations 8 are at each distance along x. '+' carries 1 + 2 + 3 hops and the tie's 4, '-' 1 + 2 + 3; balanced, half of the
/// ties go in each direction and lie on all links alike.
#[test]
fn a_torus_is_what_a_sum_says() {
    let unit = 8.0 / 63.0;
    for (ties, plus, minus) in [(Ties::Plus, 10.0, 6.0), (Ties::Balanced, 8.0, 8.0)] {
        let loads = loads("torus:8,8", ties, Pattern::Uniform);
        for link in &loads.links {
            let expected = unit * if link.port % 2 == 1 { plus } else { minus };
            assert!((link.load - expected).abs() < 1e-9, "{ties} {link:?}: {expected}");
        }
        assert!((loads.mean() - unit * 8.0).abs() < 1e-9);
        assert!((loads.bound().unwrap() - 1.0 / (unit * plus)).abs() < 1e-9);
        assert_eq!((loads.senders, loads.adaptive), (1.0, false));
    }
}

/// Links of a 4 x 4 torus never carry more than .8 of the nodes' offered load, so its local ports are full first.
#[test]
fn local_ports_bound_a_small_torus() {
    let loads = loads("torus:4,4", Ties::Plus, Pattern::Uniform);
    assert!((loads.busiest().unwrap().load - 0.8).abs() < 1e-9 && (loads.ejection - 1.0).abs() < 1e-9);
    assert!((loads.bound().unwrap() - 1.0).abs() < 1e-9);
}

/// Figures of a program of its own that counted all pairs: the busiest links between modules, and within them.
#[test]
fn ties_make_the_bounds_of_hierarchical_networks() {
    for (name, ties, port, busiest, bound) in [
        ("ttn:2,2,1", Ties::Plus, 5, "12.05", "0.083"),
        ("ttn:2,2,1", Ties::Balanced, 5, "8.03", "0.093"),
        ("htn:4,4,2,1", Ties::Plus, 8, "13.51", "0.074"),
        ("htn:4,4,2,1", Ties::Balanced, 8, "9.01", "0.111"),
    ] {
        let loads = loads(name, ties, Pattern::Uniform);
        assert_eq!((range(&loads, port).1.as_str(), format!("{:.3}", loads.bound().unwrap()).as_str()), (busiest, bound), "{name} {ties}");
    }
    // The link from the V gate to the H gate.
    assert_eq!(range(&loads("ttn:2,2,1", Ties::Balanced, Pattern::Uniform), 2).1, "10.76");
}

/// A one-way ring between modules: every link of it carries the same.
#[test]
fn one_way_links_carry_three_times_as_much() {
    let loads = loads("ttn:2,2,0", Ties::Plus, Pattern::Uniform);
    assert_eq!(range(&loads, 5), ("24.09".into(), "24.09".into()));
    assert_eq!(format!("{:.4}", loads.bound().unwrap()), "0.0415");
}

/// Every flit loads as many links as its path is long.
#[test]
fn the_loads_add_up_to_the_hops() {
    for name in ["rdt:16", "mtn:2,2,2", "sttn:2,2,0", "mesh:4,8", "hypercube:6"] {
        let network = network(name);
        let graph = network.graph();
        for routing in [routing(&network, 4), papers_routing(&network, 4)] {
            let loads = Loads::new(&network, &graph, &routing, Pattern::Uniform, &|_, _| ()).unwrap();
            let hops = lengths(&network, &graph, &routing, &network.orbits(), &|_, _| ()).unwrap().average();
            let sum: f64 = loads.links.iter().map(|link| link.load).sum();
            assert!((sum / graph.routers() as f64 - hops).abs() < 1e-6, "{name} {routing:?}: {sum} {hops}");
        }
    }
}

/// 4 x 4: complement goes from (r, c) to (3 - r, 3 - c), an odd distance on both rings, so each link on the path of c = 0 -> 3 and 3 -> 0 carries one
/// node's, those of 1 -> 2 and 2 -> 1 likewise, and the others none. Transposition leaves the diagonal silent.
#[test]
fn permutations_load_what_they_use() {
    let complement = loads("torus:4,4", Ties::Plus, Pattern::Complement);
    let used = complement.links.iter().filter(|link| link.load > 0.0).count();
    assert_eq!((used, complement.busiest().unwrap().load), (32, 1.0));
    let transpose = loads("torus:4,4", Ties::Plus, Pattern::Transpose);
    assert_eq!(transpose.senders, 0.75);
    assert!((transpose.bound().unwrap() - 0.75 / transpose.busiest().unwrap().load).abs() < 1e-9);
}

/// A hot node gets 5 % of all that the others in its part of the network send, and its share of the rest.
#[test]
fn a_hot_spot_fills_the_port_of_its_node() {
    let loads = loads("ttn:2,2,1", Ties::Plus, Pattern::HotSpot(5));
    // 16 modules of 16 nodes: 15 others send it 5 % each and 95 % / 255 besides, 240 send it 95 % / 255, hot nodes 1 / 255.
    let (others, hot) = (240.0, 15.0);
    let expected = 15.0 * 0.05 + (others * 0.95 + hot) / 255.0;
    assert!((loads.ejection - expected).abs() < 1e-9, "{} {expected}", loads.ejection);
}
