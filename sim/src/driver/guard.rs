//! The checks of what comes in at port 0 (docs/router.md, rules E1 to E3, E6).

/// What is checked of a flit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Coming {
    pub vc: usize,
    pub head: bool,
    pub tail: bool,
    /// Of a head.
    pub destination: u32,
    pub bits: u64,
}

const OVERFLOW: usize = 0;
const FRAMING: usize = 1;
/// Of a packet that goes nowhere: a flit that this bit drops gives its credit back (rule E5).
pub(crate) const DESTINATION: usize = 2;

/// A packet that is open on a VC (rule E2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Packet {
    Accepted,
    /// Its destination was wrong.
    Dropped,
}

/// What a router knows of the packets at its local input.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Guard {
    open: [Option<Packet>; 8],
    /// Rules E3, E6.
    pub error: u8,
}

impl Guard {
    /// Whether a flit is accepted, or else the bit of `error` that it sets. `full`: its buffer holds D flits; `lost`: a head leads nowhere.
    pub fn check(&mut self, flit: &Coming, vcs: usize, full: bool, lost: impl Fn(u32, u64) -> bool) -> Result<(), usize> {
        let verdict = self.verdict(flit, vcs, full, lost);
        if let Err(bit) = verdict {
            self.error |= 1 << bit;
        }
        verdict
    }

    fn verdict(&mut self, flit: &Coming, vcs: usize, full: bool, lost: impl Fn(u32, u64) -> bool) -> Result<(), usize> {
        if full {
            return Err(OVERFLOW);
        }
        if flit.vc >= vcs || flit.head == self.open[flit.vc].is_some() {
            return Err(FRAMING);
        }
        let packet = match self.open[flit.vc] {
            Some(packet) => packet,
            None if lost(flit.destination, flit.bits) => Packet::Dropped,
            None => Packet::Accepted,
        };
        self.open[flit.vc] = (!flit.tail).then_some(packet);
        if packet == Packet::Dropped { Err(DESTINATION) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flit(vc: usize, head: bool, tail: bool, destination: u32) -> Coming {
        Coming { vc, head, tail, destination, bits: 0 }
    }

    /// Rule E1 by hand, at node 5 of three VCs.
    #[test]
    fn the_first_rule_that_is_broken_counts() {
        let mut guard = Guard::default();
        let mut told = |flit: Coming, full: bool| guard.check(&flit, 3, full, |to, _| to == 5);
        assert_eq!(told(flit(3, true, true, 1), false), Err(FRAMING), "no VC");
        assert_eq!(told(flit(0, false, true, 1), false), Err(FRAMING), "nothing is open");
        assert_eq!(told(flit(0, false, true, 1), true), Err(OVERFLOW), "before framing");
        assert_eq!(told(flit(0, true, false, 5), true), Err(OVERFLOW), "before destination, and it opens nothing");
        assert_eq!(told(flit(0, true, false, 1), false), Ok(()));
        assert_eq!(told(flit(0, true, true, 5), false), Err(FRAMING), "before destination, and it closes nothing");
        assert_eq!(told(flit(0, false, true, 5), true), Err(OVERFLOW));
        assert_eq!(told(flit(1, true, false, 5), false), Err(DESTINATION));
        assert_eq!(told(flit(1, false, false, 1), false), Err(DESTINATION), "up to its tail");
        assert_eq!(told(flit(0, false, true, 5), false), Ok(()), "other VCs are not affected");
        assert_eq!(told(flit(1, false, true, 1), false), Err(DESTINATION));
        assert_eq!(told(flit(1, true, true, 1), false), Ok(()));
        assert_eq!(guard.error, 0b111);
    }
}
