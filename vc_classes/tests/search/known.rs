//! Networks with known answers.

use torusmith_vc_classes::{Channel, Class, Classes, Dependencies, Effort, Method, NONE, Routes, find, imbalance, walk};

use crate::support::networks::{grid, hypercube, one_way_ring, ring};
use crate::support::routing::Ties::First;
use crate::support::routing::{dimension_order, shortest};

/// All paths go round in one direction: each of the 8 channels waits for the next; two classes, as with a dateline, are enough.
#[test]
fn a_one_way_ring_needs_two() {
    let routes = shortest(&one_way_ring(8), First);
    let facts = Dependencies::of(&routes);
    assert_eq!((facts.channels(), facts.count(), facts.components().len(), facts.cyclic()), (8, 8, 1, true));
    assert_eq!(facts.shortest_cycle(), [0, 1, 2, 3, 4, 5, 6, 7]);
    let found = find(&routes, Effort::NONE).unwrap();
    assert_eq!((found.count(), found.lower_bound, found.method), (2, 2, Method::Greedy));
    assert_eq!(found.tried.iter().map(|tried| (tried.classes, tried.rounds, tried.failures)).collect::<Vec<_>>(), [(2, 1, 0)]);
    assert!(walk(&routes, &found.latest()).unwrap().acyclic());
    // A hop is on a cycle if another comes before or after it: in a one-way ring every hop, except that of a path of one hop.
    assert!((0..64).filter(|&hop| routes.channel(hop).is_some()).all(|hop| matches!(found.latest().of(hop), Class::One(0 | 1))));
}

#[test]
fn dimension_order_needs_one_in_a_mesh_or_hypercube_and_two_in_a_torus() {
    let mesh = dimension_order(&grid(&[4, 4], false), &[4, 4], false);
    let found = find(&mesh, Effort::usual(&mesh)).unwrap();
    assert_eq!((found.count(), found.lower_bound, found.method, found.tried.len()), (1, 1, Method::Acyclic, 0));
    assert!((0..256).all(|hop| found.latest().of(hop) == Class::Any && found.balanced().of(hop) == Class::Any));
    assert_eq!(imbalance(&mesh, &found.latest()), 1.0);
    let cube = dimension_order(&hypercube(4), &[2; 4], false);
    assert_eq!(find(&cube, Effort::NONE).unwrap().count(), 1);
    // 16 rows and columns with a ring of 8 in each direction: each a component. Between x and y there are no cycles.
    let torus = dimension_order(&grid(&[8, 8], true), &[8, 8], true);
    let facts = Dependencies::of(&torus);
    assert_eq!((facts.channels(), facts.components().len(), facts.shortest_cycle().len()), (256, 32, 8));
    assert!(facts.components().iter().all(|component| component.len() == 8));
    // A channel is followed by the next one in its ring, and an x channel by two y channels.
    assert_eq!(facts.count(), 256 + 128 * 2);
    let found = find(&torus, Effort::NONE).unwrap();
    assert_eq!((found.count(), found.lower_bound), (2, 2));
}

/// In a bidirectional ring of four, paths of two hops go `+`: no `-` channel waits for another.
#[test]
fn hops_that_are_on_no_cycle_may_use_any_class() {
    let routes = dimension_order(&ring(4), &[4], true);
    let found = find(&routes, Effort::NONE).unwrap();
    let classes = found.latest();
    for hop in (0..16).filter(|hop| hop / 4 != hop % 4) {
        let back = (hop / 4 + 3) % 4 == hop % 4;
        assert_eq!(classes.of(hop) == Class::Any, back, "{hop}");
    }
    assert_eq!(Dependencies::of(&routes).components().len(), 1);
}

/// Six packets per channel, from 1, 2 and 3 sources: the best split into two classes is half of them.
#[test]
fn loads_are_counted_in_packets() {
    let routes = shortest(&one_way_ring(4), First);
    assert!(
        (0..16).filter(|&hop| routes.channel(hop).is_some()).all(|hop| routes.flow(hop) == 4 - (hop as u32 % 4 + 4 - hop as u32 / 4) % 4)
    );
    let of = |last: Class| {
        let class = |node: usize, destination: usize| if (node + 1) % 4 == destination { last } else { Class::One(1) };
        let each: Vec<Class> = (0..16).map(|hop| if hop / 4 == hop % 4 { Class::Any } else { class(hop / 4, hop % 4) }).collect();
        imbalance(&routes, &Classes::new(&routes, 2, &each).unwrap())
    };
    // The last hop has three of the six packets.
    assert_eq!(of(Class::One(1)), 2.0);
    assert_eq!(of(Class::One(0)), 1.0);
    assert_eq!(of(Class::Any), 1.5);
}

/// A dateline in each direction balances a ring of 16 up to a quarter; the imbalance after balancing must not exceed the published one.
#[test]
fn balanced_classes_are_more_even() {
    for (routes, most) in [(shortest(&ring(16), First), 1.30), (dimension_order(&grid(&[8, 8], true), &[8, 8], true), 1.21)] {
        let found = find(&routes, Effort::NONE).unwrap();
        let (latest, balanced) = (imbalance(&routes, &found.latest()), imbalance(&routes, &found.balanced()));
        assert!(latest > 1.7 && balanced <= most, "{latest} {balanced}");
        assert!(walk(&routes, &found.balanced()).unwrap().acyclic());
    }
}

/// Of two components, the shorter cycle is reported, and of equal ones the cycle with the lowest channel.
#[test]
fn the_shortest_cycle_is_told_from_its_lowest_channel() {
    let ring = |first: usize, nodes: usize| (0..nodes).map(move |node| (first + node, first + (node + 1) % nodes));
    let of = |rings: &[(usize, usize)]| {
        let nodes: usize = rings.iter().map(|&(_, nodes)| nodes).sum();
        let links: Vec<(usize, usize)> = rings.iter().flat_map(|&(first, nodes)| ring(first, nodes)).collect();
        let channels = links.iter().map(|&(from, to)| Channel { from: from as u32, to: to as u32 }).collect();
        let mut table = vec![NONE; nodes * nodes];
        for &(first, size) in rings {
            for (node, destination) in
                (0..size * size).map(|hop| (hop / size, hop % size)).filter(|(node, destination)| node != destination)
            {
                table[(first + node) * nodes + first + destination] = (first + node) as u32;
            }
        }
        Dependencies::of(&Routes::by_destination(nodes, channels, table).unwrap())
    };
    assert_eq!(of(&[(0, 5), (5, 3)]).shortest_cycle(), [5, 6, 7]);
    assert_eq!(of(&[(0, 3), (3, 3)]).shortest_cycle(), [0, 1, 2]);
    assert_eq!(of(&[(0, 5), (5, 3)]).components(), [vec![0, 1, 2, 3, 4], vec![5, 6, 7]]);
}
