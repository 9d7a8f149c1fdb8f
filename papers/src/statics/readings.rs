//! TESH(2,2,q) with two groups of links at a level, in other readings of the text: other places, one-way rings, the group nearest to the
//! source.

use torusmith_topology::metrics::Distances;

/// Two groups of V and H links on the 4x4 mesh, (row, column).
#[derive(Debug, Clone, Copy)]
pub struct TwoGroups {
    v: [(i32, i32); 2],
    h: [(i32, i32); 2],
    /// All rings run in the + direction; else in both directions.
    one_way: bool,
    /// Choice of the group: the one with the shortest whole path, else the one whose outlet is nearest to the source; the first of equals.
    best_total: bool,
}

/// Both groups run in one direction, V from (0,0) and (0,3), H from (3,0) and (3,3): the reading of TESH(2,2,1) that has the paper's
/// average.
pub const SAME_WAY: TwoGroups = TwoGroups { v: [(0, 0), (0, 3)], h: [(3, 0), (3, 3)], one_way: true, best_total: false };
/// The ports of TESH(2,2,2) as built, with the group of the nearest outlet.
pub const NEAREST_OUTLET: TwoGroups = TwoGroups { v: [(0, 0), (3, 3)], h: [(0, 3), (3, 0)], one_way: false, best_total: false };
/// The ports and the choice of TESH(2,2,2) as built: the group of the shortest whole path.
pub const BEST_TOTAL: TwoGroups = TwoGroups { best_total: true, ..NEAREST_OUTLET };

impl TwoGroups {
    /// Lengths of the paths of all pairs: to the V outlet of the group, around its ring, to the H outlet, around its ring, to the
    /// destination.
    pub fn ways(&self) -> Distances {
        let nodes: Vec<(i32, i32)> = (0..16).map(|node| (node / 4, node % 4)).collect();
        let mut all = Distances { nodes: 256, diameter: 0, sum: 0 };
        for digits in 0..16 {
            for (&from, &to) in nodes.iter().flat_map(|from| nodes.iter().map(move |to| (from, to))) {
                let length = self.length((digits / 4, digits % 4), from, to);
                all.diameter = all.diameter.max(length);
                // From each of the 16 basic modules.
                all.sum += 16 * u64::from(length);
            }
        }
        all
    }

    fn length(&self, (rows, columns): (u32, u32), from: (i32, i32), to: (i32, i32)) -> u32 {
        let walk = |a: (i32, i32), b: (i32, i32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
        let ring = |steps: u32| if self.one_way { steps } else { steps.min(4 - steps) };
        let total = |group: usize| {
            let (mut at, mut links) = (from, 0);
            for (steps, outlet) in [(rows, self.v[group]), (columns, self.h[group])] {
                if steps > 0 {
                    links += walk(at, outlet) + ring(steps);
                    at = outlet;
                }
            }
            links + walk(at, to)
        };
        let first = if rows > 0 { self.v } else { self.h };
        let group =
            if self.best_total { usize::from(total(1) < total(0)) } else { usize::from(walk(from, first[1]) < walk(from, first[0])) };
        total(group)
    }
}
