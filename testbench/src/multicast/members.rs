//! Whom a multicast reaches, by the bit maps' meaning over the graph of the network (docs/multicast_router.md, R3 and N6).

use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::{Rdt, UPPER, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

/// The paths of the eight places of a map from its centre, by bit: C, E, W, N, S, SS, SE, SW.
const PLACES: [&[u8]; 8] = [&[], &[X_PLUS], &[X_MINUS], &[Y_MINUS], &[Y_PLUS], &[Y_PLUS, Y_PLUS], &[Y_PLUS, X_PLUS], &[Y_PLUS, X_MINUS]];

/// The nodes that a multicast of `source` is delivered to, ascending; one that gets it twice stands there twice.
pub(super) fn members(rdt: &Rdt, source: u32, root_rank: u8, maps: &[u8; 5]) -> Vec<u32> {
    let top = match rdt.side {
        8 | 64 => 0xff,
        16 | 128 => 0x53,
        _ => 0x11,
    };
    let mut centres = vec![source];
    for rank in (0..=u32::from(root_rank)).rev() {
        let map = maps[rank as usize] & if rank == rdt.max_rank() { top } else { 0xff };
        let places = |centre: u32| {
            let chosen = PLACES.iter().enumerate().filter(move |(bit, _)| map >> bit & 1 == 1);
            chosen.map(move |(_, path)| path.iter().fold(centre, |node, &way| hop(rdt, node, if rank > 0 { way + UPPER } else { way })))
        };
        centres = centres.into_iter().flat_map(|node| places(centre(rdt, node, rank))).collect();
    }
    centres.sort_unstable();
    centres
}

/// The node of `rank` that stands for a node: itself, or the neighbour by the lowest port that has this rank. Every node is one of rank 0.
fn centre(rdt: &Rdt, node: u32, rank: u32) -> u32 {
    if rank == 0 || rdt.rank(node) == rank {
        return node;
    }
    (X_PLUS..=Y_MINUS).map(|port| hop(rdt, node, port)).find(|&near| rdt.rank(near) == rank).unwrap_or(node)
}

fn hop(rdt: &Rdt, node: u32, port: u8) -> u32 {
    rdt.downstream(node, port).map_or(node, |link| link.node)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A full map of every rank is a broadcast: every node exactly once, from everywhere.
    #[test]
    fn full_maps_reach_everybody_once() {
        for side in [4, 8, 16, 32] {
            let rdt = Rdt::new(side).unwrap();
            let all: Vec<u32> = (0..side * side).collect();
            for source in (0..side * side).step_by(if side > 16 { 37 } else { 1 }) {
                assert_eq!(members(&rdt, source, rdt.max_rank() as u8, &[0xff; 5]), all, "rdt:{side} from {source}");
            }
        }
    }

    /// The eight of rank 0 around (3, 5): itself, E, W, N, S, SS, SE, SW, y growing to the south.
    #[test]
    fn the_eight_of_rank_0() {
        let rdt = Rdt::new(16).unwrap();
        let mut expected: Vec<u32> = [(3, 5), (4, 5), (2, 5), (3, 4), (3, 6), (3, 7), (4, 6), (2, 6)].map(|(x, y)| rdt.node(x, y)).into();
        expected.sort_unstable();
        assert_eq!(members(&rdt, rdt.node(3, 5), 0, &[0xff; 5]), expected);
        assert_eq!(members(&rdt, rdt.node(3, 5), 0, &[1 << 6, 0, 0, 0, 0]), [rdt.node(4, 6)]);
        assert_eq!(members(&rdt, 0, 2, &[0xff, 0xff, 0, 0, 0]), [] as [u32; 0]);
    }
}
