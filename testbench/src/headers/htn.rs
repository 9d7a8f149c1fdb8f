//! HTN: which way round the rings of basic modules, and whether it passes their wrap links.

use torusmith_sim::routing::RoutingAlgorithm;

use super::family::{FamilyHeaders, SourceBits};

pub(super) static HEADERS: FamilyHeaders = FamilyHeaders {
    prefix: "htn",
    bits: |_, algorithm, _| Some(Box::new(Choices { both_ways: matches!(algorithm, RoutingAlgorithm::Ls | RoutingAlgorithm::LsCs) })),
};

/// The choices of a network.
struct Choices {
    /// Where both ways round are as short, packets take them by turns.
    both_ways: bool,
}

/// A way round a ring: towards north or east, or not; by its wrap link, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    up: bool,
    wrap: bool,
}

impl SourceBits for Choices {
    /// Bit 0 north, 1 east, 2 wrap_y, 3 wrap_x. Addresses are Y X z y x of two bits each.
    fn of(&mut self, source: u32, destination: u32, number: u32) -> u64 {
        let digit = |node: u32, shift: u32| node >> shift & 3;
        let [y, x] = [8, 6].map(|shift| self.ways(digit(source, shift), digit(destination, shift)));
        // Y takes turns first: (north, east), (south, east), (north, west), (south, west).
        let choice = number as usize % (y.len() * x.len());
        let (y, x) = (y[choice % y.len()], x[choice / y.len()]);
        u64::from(y.up) | u64::from(x.up) << 1 | u64::from(y.wrap) << 2 | u64::from(x.wrap) << 3
    }
}

impl Choices {
    fn ways(&self, from: u32, to: u32) -> Vec<Way> {
        let (plus, minus) = (Way { up: true, wrap: from > to }, Way { up: false, wrap: from < to });
        match (4 + to - from) % 4 {
            0 => vec![Way { up: false, wrap: false }],
            1 => vec![plus],
            2 if self.both_ways => vec![plus, minus],
            2 => vec![plus],
            _ => vec![minus],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page's example, 00321 to 13001: north, then west by the wrap link of X.
    #[test]
    fn the_example_goes_north_and_west() {
        let [from, to] = [0o00321, 0o13001].map(|octal: u32| (0..5).fold(0, |node, i| node | (octal >> (3 * i) & 3) << (2 * i)));
        assert_eq!(Choices { both_ways: false }.of(from, to, 5), 0b1001);
    }

    /// From (0, 0) to (2, 2) both rings tie: four choices in the page's order, the wrap bits 0 for north and east.
    #[test]
    fn choices_take_turns() {
        let to = 2 << 8 | 2 << 6;
        let by_number = |both_ways| [0, 1, 2, 3, 4].map(|number| Choices { both_ways }.of(0, to, number));
        assert_eq!(by_number(true), [0b0011, 0b0110, 0b1001, 0b1100, 0b0011]);
        assert_eq!(by_number(false), [0b0011; 5]);
        // One tie alone: Y 2, X one step to the east.
        assert_eq!([0, 1, 2].map(|n| Choices { both_ways: true }.of(0, 2 << 8 | 1 << 6, n)), [0b0011, 0b0110, 0b0011]);
    }
}
