//! Ranges of the options that are numbers.

use std::fmt;
use std::ops::RangeInclusive;

/// A range of whole numbers, both ends included, printed as `1 to 8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OptionRange {
    /// The least number.
    pub least: usize,
    /// The greatest number.
    pub most: usize,
}

impl OptionRange {
    const fn new(least: usize, most: usize) -> Self {
        Self { least, most }
    }

    /// Whether the number is in the range.
    pub fn contains(self, number: impl TryInto<usize>) -> bool {
        number.try_into().is_ok_and(|number| self.inclusive().contains(&number))
    }

    /// The range as one of the standard library.
    pub const fn inclusive(self) -> RangeInclusive<usize> {
        self.least..=self.most
    }
}

impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.least, self.most)
    }
}

/// The numbers of a list, as in `1, 2, 4`.
pub fn list(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

/// V, virtual channels a port. A VC rule has a least number of its own.
pub const VCS: OptionRange = OptionRange::new(1, 8);
/// M, message classes; V is a multiple of M.
pub const MESSAGE_CLASSES: OptionRange = OptionRange::new(1, 4);
/// D, flits that an input VC's buffer holds, in Verilog.
pub const BUFFER_DEPTH: OptionRange = OptionRange::new(2, 64);
/// D in model and proof, where a buffer of one flit is possible.
pub const MODEL_BUFFER_DEPTH: OptionRange = OptionRange::new(1, 64);
/// Greatest W, data bits of a flit. The least is what the network's header needs.
pub const MAX_FLIT_WIDTH: u32 = 512;
/// Registers on a link, each way (docs/router.md, L5).
pub const LINK_SLICES: OptionRange = OptionRange::new(0, 8);
/// Flits of a packet.
pub const PACKET_FLITS: OptionRange = OptionRange::new(1, 128);

/// W of the multicast router.
pub const MULTICAST_FLIT_WIDTH: OptionRange = OptionRange::new(36, 128);
/// D of the multicast router, whose buffers hold a whole packet.
pub const MULTICAST_BUFFER_DEPTH: usize = 16;
/// Entries of the multicast router's ack table for each class.
pub const ACK_WAYS: [u32; 3] = [1, 2, 4];

/// S, data bits of a stream, in whole bytes.
pub const STREAM_WIDTH: OptionRange = OptionRange::new(8, 512);
/// U, bits of the user signals of AXI4 and AXI4-Stream.
pub const USER_WIDTH: OptionRange = OptionRange::new(0, 64);
/// Places of the FIFOs between clocks.
pub const CLOCK_FIFO: [u32; 5] = [4, 8, 16, 32, 64];

/// Bits of an AXI4 address.
pub const ADDRESS_WIDTH: OptionRange = OptionRange::new(12, 64);
/// Data bits of an AXI4 beat.
pub const DATA_WIDTH: [u32; 5] = [32, 64, 128, 256, 512];
/// Bits of an AXI4 manager's ID.
pub const ID_WIDTH: OptionRange = OptionRange::new(1, 16);
/// AXI4 requests in flight: reads and writes of a manager, reads and writes at a subordinate.
pub const REQUESTS: [u32; 5] = [1, 2, 4, 8, 16];
/// Beats of the longest AXI4 burst.
pub const MAX_BURST: OptionRange = OptionRange::new(1, 256);
/// Most places for data at an AXI4 manager. The least number is the beats of the longest burst.
pub const MAX_BEATS: usize = 1024;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_both_its_ends() {
        assert_eq!([0u32, 1, 8, 9].map(|vcs| VCS.contains(vcs)), [false, true, true, false]);
        assert!(!VCS.contains(-1) && !VCS.contains(u64::MAX) && !VCS.contains((1u64 << 32) + 1));
        assert_eq!((VCS.to_string(), ADDRESS_WIDTH.to_string()), ("1 to 8".to_owned(), "12 to 64".to_owned()));
        assert_eq!(list(&ACK_WAYS), "1, 2, 4");
    }
}
