//! Checks of flits that arrive at a local port (docs/router.md, rules E1 to E3, E6).

use torusmith_topology::TerminalId;

/// Fields of a flit that are checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GuardedFlit {
    pub vc: usize,
    pub head: bool,
    pub tail: bool,
    /// A head's destination.
    pub destination: TerminalId,
    pub bits: u64,
}

const OVERFLOW: usize = 0;
const FRAMING: usize = 1;
/// Bit of `error` for a wrong destination: a flit that this bit drops gives its credit back (rule E5).
pub(crate) const DESTINATION: usize = 2;

/// A packet that is open on a VC (rule E2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PacketVerdict {
    Accepted,
    /// The packet's destination was wrong.
    Dropped,
}

/// State of the packets at a local input.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Guard {
    open: [Option<PacketVerdict>; 8],
    /// Rules E3, E6.
    pub error: u8,
}

impl Guard {
    /// Accepts a flit, or returns the bit of `error` that it sets. `full`: its buffer holds D flits; `lost`: a head leads nowhere.
    pub fn check(&mut self, flit: &GuardedFlit, vcs: usize, full: bool, lost: impl Fn(TerminalId, u64) -> bool) -> Result<(), usize> {
        let verdict = self.verdict(flit, vcs, full, lost);
        if let Err(bit) = verdict {
            self.error |= 1 << bit;
        }
        verdict
    }

    fn verdict(&mut self, flit: &GuardedFlit, vcs: usize, full: bool, lost: impl Fn(TerminalId, u64) -> bool) -> Result<(), usize> {
        if full {
            return Err(OVERFLOW);
        }
        if flit.vc >= vcs || flit.head == self.open[flit.vc].is_some() {
            return Err(FRAMING);
        }
        let packet = match self.open[flit.vc] {
            Some(packet) => packet,
            None if lost(flit.destination, flit.bits) => PacketVerdict::Dropped,
            None => PacketVerdict::Accepted,
        };
        self.open[flit.vc] = (!flit.tail).then_some(packet);
        if packet == PacketVerdict::Dropped { Err(DESTINATION) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flit(vc: usize, head: bool, tail: bool, destination: u32) -> GuardedFlit {
        GuardedFlit { vc, head, tail, destination: TerminalId(destination), bits: 0 }
    }

    /// Rule E1 worked out manually, at node 5 of three VCs.
    #[test]
    fn the_first_rule_that_is_broken_counts() {
        let mut guard = Guard::default();
        let mut check = |flit: GuardedFlit, full: bool| guard.check(&flit, 3, full, |to, _| to == TerminalId(5));
        assert_eq!(check(flit(3, true, true, 1), false), Err(FRAMING), "no VC");
        assert_eq!(check(flit(0, false, true, 1), false), Err(FRAMING), "nothing is open");
        assert_eq!(check(flit(0, false, true, 1), true), Err(OVERFLOW), "before framing");
        assert_eq!(check(flit(0, true, false, 5), true), Err(OVERFLOW), "before destination, and it opens nothing");
        assert_eq!(check(flit(0, true, false, 1), false), Ok(()));
        assert_eq!(check(flit(0, true, true, 5), false), Err(FRAMING), "before destination, and it closes nothing");
        assert_eq!(check(flit(0, false, true, 5), true), Err(OVERFLOW));
        assert_eq!(check(flit(1, true, false, 5), false), Err(DESTINATION));
        assert_eq!(check(flit(1, false, false, 1), false), Err(DESTINATION), "up to its tail");
        assert_eq!(check(flit(0, false, true, 5), false), Ok(()), "other VCs are not affected");
        assert_eq!(check(flit(1, false, true, 1), false), Err(DESTINATION));
        assert_eq!(check(flit(1, true, true, 1), false), Ok(()));
        assert_eq!(guard.error, 0b111);
    }
}
