//! Dimension-order routing in the plain torus, x first, with the `dateline` rule (docs/networks.md, "torus").

use std::cmp::Ordering;

use torusmith_topology::torus::{Torus, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};

use super::{Candidate, Candidates, Routing, rule};

/// The hop on a ring of `side` nodes from `c` to `t` != `c`: (in + direction, wrap link still ahead). A tie goes '+'.
fn ring(side: u32, c: u32, t: u32) -> (bool, bool) {
    let distance = if t > c { t - c } else { t + side - c };
    match (2 * distance).cmp(&side) {
        Ordering::Less | Ordering::Equal => (true, c > t),
        Ordering::Greater => (false, c < t),
    }
}

/// K of the rule `dateline`.
const CLASSES: usize = 2;

/// The routing function of one torus.
#[derive(Debug, Clone)]
pub struct TorusRouting {
    network: Torus,
    all: u8,
    /// (row, column) of every node.
    position: Vec<(u8, u8)>,
    /// `[c * side + t]` for x, then y.
    rings: [Vec<Candidate>; 2],
}

impl TorusRouting {
    /// `vcs` must be 2 or more: [`super::for_network`] sees to it.
    pub(super) fn new(network: Torus, vcs: usize) -> Self {
        let masks = rule::classes(CLASSES, vcs);
        let table = |side: u32, plus: u8, minus: u8| {
            let entry = |c, t| {
                if c == t {
                    return Candidate::default();
                }
                let (up, wrap) = ring(side, c, t);
                Candidate { port: if up { plus } else { minus }, vcs: masks[wrap as usize] }
            };
            (0..side * side).map(|i| entry(i / side, i % side)).collect()
        };
        Self {
            network,
            all: (1u16 << vcs).wrapping_sub(1) as u8,
            position: (0..network.nodes() as u32).map(|node| network.position(node)).map(|(y, x)| (y as u8, x as u8)).collect(),
            rings: [table(network.columns, X_PLUS, X_MINUS), table(network.rows, Y_PLUS, Y_MINUS)],
        }
    }
}

impl Routing for TorusRouting {
    #[inline]
    fn route(&self, node: u32, destination: u32, _bits: u64) -> Candidates {
        let (y, x) = self.position[node as usize];
        let (to_y, to_x) = self.position[destination as usize];
        let hop = if x != to_x {
            self.rings[0][x as usize * self.network.columns as usize + to_x as usize]
        } else if y != to_y {
            self.rings[1][y as usize * self.network.rows as usize + to_y as usize]
        } else {
            Candidate { port: 0, vcs: self.all }
        };
        Candidates::one(hop.port, hop.vcs)
    }

    /// The row of the destination counts only where its column is reached, at `node` or one hop on.
    fn representatives(&self, node: u32) -> Option<Vec<u32>> {
        let Torus { rows, columns } = self.network;
        let (y, x) = self.network.position(node);
        let near = [(x + columns - 1) % columns, x, (x + 1) % columns];
        let in_columns = near.into_iter().flat_map(|x| (0..rows).map(move |y| (y, x)));
        Some(in_columns.chain((0..columns).map(|x| (y, x))).map(|(y, x)| self.network.node(y, x)).collect())
    }
}
