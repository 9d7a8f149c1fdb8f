//! Trees: `networks/rdt.md`, B5.

use std::collections::BTreeSet;

use torusmith_sim::multicast::{Geometry, Tree, map};

use super::{FULL, rdt};

/// (N, steps from a source of rank R, from any other; copies on links, least and most).
const BROADCASTS: [(u32, u32, u32, usize, usize); 4] =
    [(4, 3, 3, 15, 15), (8, 4, 4, 63, 63), (16, 7, 8, 259, 260), (32, 9, 10, 1041, 1042)];

#[test]
fn a_broadcast_reaches_every_terminal_exactly_once() {
    for (side, near, far, least, most) in BROADCASTS {
        let geometry = Geometry::new(rdt(side));
        for source in 0..geometry.nodes() as u32 {
            let tree = Tree::new(&geometry, source, geometry.max_rank, &FULL);
            let members: BTreeSet<u32> = tree.members.iter().map(|&(node, _)| node).collect();
            assert_eq!((members.len(), tree.members.len()), (geometry.nodes(), geometry.nodes()), "N = {side}, source {source}");
            let top = geometry.rank(source) == geometry.max_rank;
            assert_eq!(tree.steps(), if top { near } else { far }, "N = {side}, source {source}");
            assert_eq!(tree.hops.len(), if top { least } else { most }, "N = {side}, source {source}");
        }
    }
}

/// 8^(i+1) nodes, at most those of the network, none of them twice.
#[test]
fn the_territory_of_a_root_rank() {
    for side in [8, 16, 32, 64] {
        let geometry = Geometry::new(rdt(side));
        for source in [0, 1, side + 3, side * side - 1] {
            for rank in 0..=geometry.max_rank {
                let tree = Tree::new(&geometry, source, rank, &FULL);
                let members: BTreeSet<u32> = tree.members.iter().map(|&(node, _)| node).collect();
                let territory = 8usize.pow(u32::from(rank) + 1).min(geometry.nodes());
                assert_eq!((members.len(), tree.members.len()), (territory, territory), "N = {side}, source {source}, rank {rank}");
            }
        }
    }
}

/// Rank 0 worked out manually: the eight places around a centre, one bit of the map each.
#[test]
fn a_bit_of_the_map_is_a_place() {
    let geometry = Geometry::new(rdt(16));
    let (x, y) = (5, 9);
    let places = [
        (map::C, 0, 0),
        (map::E, 1, 0),
        (map::W, -1, 0),
        (map::N, 0, -1),
        (map::S, 0, 1),
        (map::SS, 0, 2),
        (map::SE, 1, 1),
        (map::SW, -1, 1),
    ];
    for (bit, dx, dy) in places {
        let tree = Tree::new(&geometry, geometry.rdt.node(x, y), 0, &[bit, 0, 0, 0, 0]);
        let place = geometry.rdt.node(x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        assert_eq!(tree.members, [(place, (dx.abs() + dy.abs()) as u32)]);
    }
}
