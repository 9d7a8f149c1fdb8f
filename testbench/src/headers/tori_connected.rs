//! TTN, MTN and TESH with q = 2: the group of inter-BM links by which the whole path is shorter.

use torusmith_design::{Ties, VcRule};
use torusmith_topology::tori_connected::{Dim, ToriConnected, UP_MINUS, UP_PLUS, X_MINUS, X_PLUS, Y_MINUS, Y_PLUS};
use torusmith_topology::{Network, NetworkSpec};

use super::family::{FamilyHeaders, Routed, SourceBits};

pub(super) static TTN: FamilyHeaders = FamilyHeaders { prefix: "ttn", bits: groups };
pub(super) static MTN: FamilyHeaders = FamilyHeaders { prefix: "mtn", bits: groups };
pub(super) static TESH: FamilyHeaders = FamilyHeaders { prefix: "tesh", bits: groups };

/// In whatever order dimensions are gone through, a way is as long.
fn groups(network: &Network, routed: Routed) -> Option<Box<dyn SourceBits>> {
    Some(Box::new(Groups::new(*network.of::<ToriConnected>()?, routed.rule, routed.ties)))
}

/// Where a way of half a ring goes. Only in a twisted ring is the rest of the path not as long either way.
#[derive(Clone, Copy)]
enum Tie {
    Plus,
    WithoutWrap,
    ByParity,
}

impl Tie {
    /// Whether '+'.
    fn plus(self, from: u32, to: u32) -> bool {
        match self {
            Self::Plus => true,
            Self::WithoutWrap => from < to,
            Self::ByParity => from.is_multiple_of(2),
        }
    }
}

/// The groups of a network, found by walking both paths once.
struct Groups {
    network: ToriConnected,
    tie: Tie,
    /// By `source * nodes + destination`.
    known: Vec<Option<u8>>,
}

impl SourceBits for Groups {
    /// A tie gives 0.
    fn of(&mut self, source: u32, destination: u32, _number: u32) -> u64 {
        let at = source as usize * self.network.nodes() + destination as usize;
        let nearer = || u8::from(self.links(source, destination, 1) < self.links(source, destination, 0));
        let group = self.known[at].unwrap_or_else(nearer);
        self.known[at] = Some(group);
        group.into()
    }
}

impl Groups {
    fn new(network: ToriConnected, rule: VcRule, ties: Ties) -> Self {
        let tie = match (ties, rule) {
            (Ties::Balanced, _) => Tie::ByParity,
            // In a TESH it is `least` alone, as its basic modules have no wrap links.
            (Ties::Plus, VcRule::Least) => Tie::WithoutWrap,
            (Ties::Plus, VcRule::Min2) if network.wraps() => Tie::WithoutWrap,
            (Ties::Plus, _) => Tie::Plus,
        };
        Self { network, tie, known: vec![None; network.nodes() * network.nodes()] }
    }

    /// Links of the path by a group.
    fn links(&self, source: u32, destination: u32, group: u32) -> u32 {
        let mut node = source;
        for links in 0.. {
            match self.port(node, destination, group) {
                0 => return links,
                port => node = self.network.downstream(node, port).map_or(node, |link| link.node),
            }
        }
        0
    }

    /// `route` of the page.
    fn port(&self, node: u32, destination: u32, group: u32) -> u8 {
        let network = &self.network;
        let digits = |of: u32, level: u32| (network.digit(of, 2 * level - 1), network.digit(of, 2 * level - 2));
        let level = (2..=network.levels).rev().find(|&level| digits(node, level) != digits(destination, level));
        let Some(level) = level else { return self.within(digits(node, 1), digits(destination, 1)) };
        let ((a, a_column), (b, b_column)) = (digits(node, level), digits(destination, level));
        let dim = if a != b { Dim::V } else { Dim::H };
        let target = network.outlet(level, dim, group);
        if digits(node, 1) != target {
            return self.within(digits(node, 1), target);
        }
        let plus = match dim {
            Dim::V if network.twisted() => self.twisted((a, a_column), (b, b_column)),
            Dim::V => self.plus(a, b),
            Dim::H => self.plus(a_column, b_column),
        };
        if plus { UP_PLUS } else { UP_MINUS }
    }

    /// In the basic module: y while the rows differ, then x.
    fn within(&self, (row, column): (u32, u32), (to_row, to_column): (u32, u32)) -> u8 {
        let straight = !self.network.wraps();
        let plus = |from: u32, to: u32| if straight { to > from } else { self.plus(from, to) };
        match (row == to_row, column == to_column) {
            (false, _) if plus(row, to_row) => Y_PLUS,
            (false, _) => Y_MINUS,
            (true, false) if plus(column, to_column) => X_PLUS,
            (true, false) => X_MINUS,
            (true, true) => 0,
        }
    }

    /// The shorter way round a ring.
    fn plus(&self, from: u32, to: u32) -> bool {
        let (side, distance) = (self.network.side(), self.distance(from, to));
        if 2 * distance == side { self.tie.plus(from, to) } else { 2 * distance < side }
    }

    /// Hops in + direction.
    fn distance(&self, from: u32, to: u32) -> u32 {
        (self.network.side() + to - from) % self.network.side()
    }

    /// A V ring of an MTN: the wrap link leads half a row of basic modules further on, so the H hops count too.
    fn twisted(&self, (a, a_column): (u32, u32), (b, b_column): (u32, u32)) -> bool {
        let side = self.network.side();
        let hops = |vertical: u32, wrap: bool| {
            let column = (a_column + if wrap { side / 2 } else { 0 }) % side;
            vertical + self.distance(column, b_column).min(self.distance(b_column, column))
        };
        let (plus, minus) = (hops(self.distance(a, b), a > b), hops(self.distance(b, a), a < b));
        if plus == minus { self.tie.plus(a, b) } else { plus < minus }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(name: &str) -> Groups {
        let network: Network = name.parse().unwrap();
        Groups::new(*network.of().unwrap(), VcRule::Min2, Ties::Plus)
    }

    /// MTN(2,2,2), by hand, from row 1, column 0 of the modules to row 3, column 1. '+' is two links down without the wrap link and one to the
    /// east; '-' is two links up over the wrap link, which leads to column 2, and one to the west. Either way an H link follows. From row 1,
    /// column 0 to row 3, column 2 '-' mends the column, and no H link follows: no tie.
    #[test]
    fn a_tie_of_a_twisted_ring_by_parity() {
        let network: Network = "mtn:2,2,2".parse().unwrap();
        let groups = |ties| Groups::new(*network.of().unwrap(), VcRule::Min2, ties);
        let (even, odd) = ((0, 0), (1, 0));
        assert_eq!([Ties::Plus, Ties::Balanced].map(|ties| groups(ties).twisted(odd, (3, 1))), [true, false]);
        assert_eq!([Ties::Plus, Ties::Balanced].map(|ties| groups(ties).twisted(even, (2, 1))), [true, true]);
        assert_eq!([Ties::Plus, Ties::Balanced].map(|ties| groups(ties).twisted((2, 0), (0, 1))), [false, true]);
        assert_eq!([Ties::Plus, Ties::Balanced].map(|ties| groups(ties).twisted(odd, (3, 2))), [false, false]);
        assert_eq!([Ties::Plus, Ties::Balanced].map(|ties| groups(ties).twisted(even, (2, 0))), [true, true]);
    }

    /// By hand: V links are at (0,0) and (3,3) of a basic module, H links at (0,3) and (3,0).
    #[test]
    fn the_nearer_corner_is_taken() {
        for name in ["ttn:2,2,2", "tesh:2,2,2"] {
            let mut groups = groups(name);
            // Addresses of four digits: row and column of the module, row and column in it.
            let node = |digits: [u32; 4]| digits.into_iter().fold(0, |node, digit| node << 2 | digit);
            assert_eq!(groups.of(node([0, 0, 0, 0]), node([1, 0, 0, 0]), 0), 0);
            assert_eq!(groups.of(node([0, 0, 3, 3]), node([1, 0, 3, 3]), 0), 1);
            assert_eq!(groups.of(node([0, 0, 3, 0]), node([0, 1, 3, 0]), 0), 1);
            assert_eq!(groups.of(node([0, 0, 0, 3]), node([0, 1, 0, 3]), 0), 0);
            assert_eq!(groups.of(node([0, 0, 0, 3]), node([1, 0, 3, 0]), 0), 0, "a tie");
            assert_eq!(groups.of(node([0, 0, 1, 1]), node([0, 0, 2, 3]), 0), 0, "within a module there is no choice");
        }
    }

    /// Both paths lead to every destination, and never by more links than the diameter of the page; TESH(2,2,2) has mean 7.7988.
    #[test]
    fn paths_are_as_long_as_the_page_says() {
        let mut groups = groups("tesh:2,2,2");
        let lengths = |groups: &mut Groups, source: u32, destination: u32| {
            let group = groups.of(source, destination, 0) as u32;
            groups.links(source, destination, group)
        };
        let all: Vec<u32> = (0..256 * 256).map(|pair| lengths(&mut groups, pair / 256, pair % 256)).collect();
        let mean = f64::from(all.iter().sum::<u32>()) / 65536.0;
        assert_eq!((all.iter().max(), format!("{mean:.4}")), (Some(&13), "7.7988".into()));
    }
}
