//! Turns of a router: sets of ports as bit masks.

/// Mask of a set of ports.
pub fn ports(list: &[u8]) -> u32 {
    list.iter().fold(0, |mask, &p| mask | 1 << p)
}

/// Whether a packet can go on by a ring of `side` nodes with the shorter way round: on '+', a way of `side` / 2 links at the
/// most, and on '-', a way of less unless a tie may go there.
pub(crate) fn goes_on(side: u32, plus: bool, ties_both_ways: bool) -> bool {
    let longest = if plus || ties_both_ways { side / 2 } else { (side - 1) / 2 };
    longest > 1
}
