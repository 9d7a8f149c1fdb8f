//! MH3DT: a path worked out manually, every hop and the dependency graph against a second reading of docs/networks/mh3dt-ccc.md, figures worked out manually.

use torusmith_sim::deadlock::{Walk, check};
use torusmith_sim::routing::{Routing, RoutingOptions, lengths, path};
use torusmith_topology::TerminalId;

use super::support::{network, routing};

/// Two classes, here VCs 0 and 1: towards the destination's basic module, and in it.
#[test]
fn a_path() {
    let network = network("mh3dt:4,4,2,2");
    let address = |text: &str| network.parse_terminal(text).unwrap();
    let hops = path(&network.graph(), &routing(&network, 2), address("000213"), address("213232")).unwrap();
    let hops: Vec<_> = hops.iter().map(|h| (network.format_address(h.node), network.port_name(h.node, h.port), h.vc())).collect();
    let expected = [
        ("000213", "y-", 0), // to the gate line of Z at (y, x) = (0, 0), z = 2 as it is
        ("000203", "x+", 0),
        ("000200", "2Z+", 0), // a tie without the wrap link
        ("100200", "2Z+", 0),
        ("200200", "x-", 0), // to that of Y at (0, 3)
        ("200203", "2Y+", 0),
        ("210203", "y-", 0), // to that of X at (3, 3)
        ("210233", "2X-", 0),
        ("213233", "x-", 1),
        ("213232", "local", 0),
    ];
    assert_eq!(hops, expected.map(|(node, port, vc)| (node.to_string(), port.to_string(), vc)));
}

/// Digits x, y, z, X, Y, Z to port and class, and the next node's digits.
fn hop(gates: u32, at: [u32; 6], to: [u32; 6]) -> (u8, usize, [u32; 6]) {
    let step = |from: u32, to: u32| match (to + 4 - from) % 4 {
        1 => (0, 1),
        3 => (1, 3),
        _ if from < to => (0, 1),
        _ => (1, 3),
    };
    let mut next = at;
    let mut target = [to[0], to[1], to[2]];
    let outer = [5, 4, 3].into_iter().find(|&i| at[i] != to[i]);
    if let Some(i) = outer {
        let z = if at[2] < gates { at[2] } else { [0, 1, 1, 0][at[2] as usize] % gates };
        target = match i {
            5 => [0, 0, z],
            4 => [3, 0, z],
            _ => [3, 3, z],
        };
        if at[..3] == target {
            let (down, add) = step(at[i], to[i]);
            next[i] = (at[i] + add) % 4;
            return (7 + down, 0, next);
        }
    }
    let i = [2, 1, 0].into_iter().find(|&i| at[i] != target[i]).expect("another node");
    let (down, add) = step(at[i], target[i]);
    next[i] = (at[i] + add) % 4;
    (1 + 2 * i as u8 + down, outer.is_none() as usize, next)
}

fn digits(node: u32) -> [u32; 6] {
    std::array::from_fn(|i| node / 4u32.pow(i as u32) % 4)
}

fn node(digits: [u32; 6]) -> usize {
    digits.into_iter().rev().fold(0, |node, digit| 4 * node + digit as usize)
}

/// Every node and destination, and the channels asked for one hop on.
#[test]
fn every_hop_and_every_dependency() {
    // docs/results/networks.md.
    for (q, figures) in [(30144, 73728), (31616, 78976), (34560, 86528)].into_iter().enumerate() {
        let network = network(&format!("mh3dt:4,4,2,{q}"));
        let (routing, graph) = (routing(&network, 2), network.graph());
        // Channels asked for at the end of channel `(node * 9 + port) * 2 + class`, bit `port * 2 + class`.
        let mut asked = vec![None::<u32>; 4096 * 18];
        for (from, to) in (0..4096).flat_map(|from| (0..4096).map(move |to| (from, to))).filter(|(from, to)| from != to) {
            let (port, class, next) = hop(1 << q, digits(from), digits(to));
            let candidates = routing.route(from, TerminalId(to), 0);
            assert_eq!((candidates.len(), candidates[0].port, candidates[0].vcs), (1, port, 1 << class), "{q}: {from} {to}");
            assert_eq!(graph.downstream(from as usize, port.into()).unwrap().node as usize, node(next), "{q}: {from} {port}");
            let asked = asked[(from as usize * 9 + port as usize) * 2 + class].get_or_insert(0);
            if node(next) != to as usize {
                let (port, class, _) = hop(1 << q, next, digits(to));
                *asked |= 1 << (2 * port as usize + class);
            }
        }
        let channels = asked.iter().flatten().count();
        let dependencies = asked.iter().flatten().map(|asked| asked.count_ones() as usize).sum::<usize>();
        let report = check(&network, RoutingOptions::default(), None, Walk::Exhaustive, &|_, _| ()).unwrap();
        assert_eq!((report.channels, report.dependencies, report.acyclic()), (channels, dependencies, true), "{q}: {:?}", report.cycle);
        assert_eq!((channels, dependencies), figures, "{q}");
    }
}

/// q = 2. A basic module has 48 rings of 8 channels of class 1. Of class 0: in each of 16 y rings 3 channels to y = 0 and 3 to y = 3; in the x rings
/// of y = 0 as many, in those of y = 3 only those to x = 3. Between basic modules 3 dimensions x 4 gates, both directions.
#[test]
fn channels_by_hand() {
    let of_a_module = 48 * 8 + 16 * 6 + 4 * 6 + 4 * 3 + 3 * 4 * 2;
    let report = check(&network("mh3dt:4,4,2,2"), RoutingOptions::default(), None, Walk::Automatic, &|_, _| ()).unwrap();
    assert_eq!(report.channels, 64 * of_a_module);
}

/// TTN paper, Table 1: diameter 18, mean 9.37. With self 3 links between basic modules and 3 in the last one; before that 2 to the first gate
/// unless the basic module is the same (63/64); 1 from Z to Y and from Y to X, 9/16 each; 2 from Z to X where Y agrees, 9/64.
#[test]
fn path_lengths_are_the_published_ones() {
    let network = network("mh3dt:4,4,2,2");
    let found = lengths(&network, &network.graph(), &routing(&network, 2), &network.orbits(), &|_, _| ()).unwrap();
    let mean = 6.0 + 2.0 * 63.0 / 64.0 + 9.0 / 16.0 + 9.0 / 16.0 + 2.0 * 9.0 / 64.0;
    assert_eq!((found.diameter, found.average_with_self()), (18, mean));
    assert!((mean - 9.37f64).abs() < 0.006);
}
