//! HTN: which way round the rings of basic modules, and whether it passes their wrap links; and which packets do not turn early.

use torusmith_design::{RoutingAlgorithm, Ties};

use super::family::{FamilyHeaders, Routed, SourceBits};

pub(super) static HEADERS: FamilyHeaders = FamilyHeaders { prefix: "htn", bits: |_, routed| Some(Box::new(Choices::of(routed))) };

/// The choices of a network.
struct Choices {
    /// Where both ways round are as short, packets take them by turns (`ls`, `ls+cs`; `ls+cs-turn` selects links in basic modules alone).
    both_ways: bool,
    /// There a packet goes by the parity of the source's basic module.
    balanced: bool,
    /// Every other packet stays in its row (`dor-both`).
    stays: bool,
}

/// A way round a ring: towards north or east, or not; by its wrap link, or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    up: bool,
    wrap: bool,
}

impl SourceBits for Choices {
    /// Bit 0 north, 1 east, 2 wrap_y or `stay`, 3 wrap_x. Addresses are Y X z y x of two bits each.
    fn of(&mut self, source: u32, destination: u32, number: u32) -> u64 {
        let digit = |node: u32, shift: u32| node >> shift & 3;
        let [y, x] = [8, 6].map(|shift| self.ways(digit(source, shift), digit(destination, shift)));
        // Y takes turns first: (north, east), (south, east), (north, west), (south, west).
        let choice = number as usize % (y.len() * x.len());
        let (y, x) = (y[choice % y.len()], x[choice / y.len()]);
        let bit_2 = if self.stays { number % 2 == 1 } else { y.wrap };
        u64::from(y.up) | u64::from(x.up) << 1 | u64::from(bit_2) << 2 | u64::from(x.wrap) << 3
    }
}

impl Choices {
    fn of(Routed { algorithm, ties, .. }: Routed) -> Self {
        Self {
            both_ways: matches!(algorithm, RoutingAlgorithm::Ls | RoutingAlgorithm::LsCs),
            balanced: ties == Ties::Balanced,
            stays: algorithm == RoutingAlgorithm::DorBoth,
        }
    }

    fn ways(&self, from: u32, to: u32) -> Vec<Way> {
        let (plus, minus) = (Way { up: true, wrap: from > to }, Way { up: false, wrap: from < to });
        match (4 + to - from) % 4 {
            0 => vec![Way { up: false, wrap: false }],
            1 => vec![plus],
            2 if self.both_ways => vec![plus, minus],
            2 if self.balanced && from % 2 == 1 => vec![minus],
            2 => vec![plus],
            _ => vec![minus],
        }
    }
}

#[cfg(test)]
mod tests {
    use torusmith_design::VcRule;

    use super::*;

    /// Routing `dor` with ties to '+'.
    const DOR: Choices = Choices { both_ways: false, balanced: false, stays: false };

    fn bits(mut choices: Choices, from: u32, to: u32, number: u32) -> u64 {
        choices.of(from, to, number)
    }

    /// The page's example, 00321 to 13001: north, then west by the wrap link of X.
    #[test]
    fn the_example_goes_north_and_west() {
        let [from, to] = [0o00321, 0o13001].map(|octal: u32| (0..5).fold(0, |node, i| node | (octal >> (3 * i) & 3) << (2 * i)));
        assert_eq!(bits(DOR, from, to, 5), 0b1001);
    }

    /// From (0, 0) to (2, 2) both rings tie: four choices in the page's order, the wrap bits 0 for north and east.
    #[test]
    fn choices_take_turns() {
        let to = 2 << 8 | 2 << 6;
        let by_number = |both_ways| [0, 1, 2, 3, 4].map(|number| bits(Choices { both_ways, ..DOR }, 0, to, number));
        assert_eq!(by_number(true), [0b0011, 0b0110, 0b1001, 0b1100, 0b0011]);
        assert_eq!(by_number(false), [0b0011; 5]);
        // One tie alone: Y 2, X one step to the east.
        assert_eq!([0, 1, 2].map(|n| bits(Choices { both_ways: true, ..DOR }, 0, 2 << 8 | 1 << 6, n)), [0b0011, 0b0110, 0b0011]);
    }

    /// `ls+cs-turn` has the source's bits of `dor-turn`: from (1, 1) to (3, 3) south and west, whatever the number; `ls+cs` takes turns.
    #[test]
    fn selection_with_turns_is_no_choice_of_the_source() {
        let by_number = |algorithm: &str, ties| {
            let routed = Routed { algorithm: algorithm.parse().unwrap(), rule: VcRule::Balanced, ties };
            [0, 1, 2, 3].map(|number| bits(Choices::of(routed), 1 << 8 | 1 << 6, 3 << 8 | 3 << 6, number))
        };
        assert_eq!(by_number("ls+cs-turn", Ties::Balanced), [0b1100; 4]);
        assert_eq!(by_number("dor-turn", Ties::Balanced), [0b1100; 4]);
        assert_eq!(by_number("ls+cs", Ties::Plus), [0b0011, 0b0110, 0b1001, 0b1100]);
    }

    /// From an even row of basic modules north, from an odd one south; and so by columns east and west.
    #[test]
    fn balanced_ties_go_by_the_parity_of_the_source() {
        let balanced = |from: (u32, u32), to: (u32, u32)| {
            let node = |(y, x): (u32, u32)| y << 8 | x << 6 | 0b101010;
            bits(Choices { balanced: true, ..DOR }, node(from), node(to), 1)
        };
        assert_eq!(balanced((0, 0), (2, 2)), 0b0011);
        assert_eq!(balanced((2, 2), (0, 0)), 0b1111);
        assert_eq!(balanced((1, 0), (3, 2)), 0b0110);
        assert_eq!(balanced((3, 3), (1, 1)), 0b0000);
        assert_eq!(balanced((0, 1), (0, 3)), 0b1000);
        // No ties: one step to the north and one to the west, both from odd places
        assert_eq!(balanced((1, 1), (2, 0)), 0b0001);
    }

    /// Bit 2 is the number's lowest, whatever the way: south by the wrap link, north without, along X alone.
    #[test]
    fn every_other_packet_stays() {
        let stays = Choices { balanced: true, stays: true, ..DOR };
        for (from, to, rest) in [(0, 3 << 8, 0b0000), (0, 1 << 8, 0b0001), (0, 1 << 6, 0b0010)] {
            let numbers = [0, 1, 2, 5].map(|number| bits(Choices { ..stays }, from, to, number));
            assert_eq!(numbers, [rest, rest | 0b0100, rest, rest | 0b0100], "{from} {to}");
        }
    }
}
