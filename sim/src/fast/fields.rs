//! The virtual channels of a router as bits of a word, and round robin over them.
//!
//! Input VC (i, v), and likewise output VC (o, w), is bit `i * stride + v`; the stride is V rounded up to a power of two, so that a port
//! is a *field* of the word. All fields are treated at once: a carry that is stopped at each field's top bit finds its lowest bit.

/// The set bits of a word, lowest first.
#[derive(Clone, Copy)]
pub(super) struct Bits(pub u64);

impl Iterator for Bits {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let bit = std::num::NonZeroU64::new(self.0)?.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(bit as usize)
    }
}

/// How ports and VCs lie in a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields {
    shift: u32,
    ports: usize,
    /// Top bit of every field.
    top: u64,
}

impl Fields {
    /// Bits in a word: ports times V rounded up to a power of two may not be more.
    pub const BITS: usize = 64;

    /// Bits that `ports` ports of `vcs` VCs need.
    pub fn needed(ports: usize, vcs: usize) -> usize {
        ports * vcs.next_power_of_two()
    }

    pub fn new(ports: usize, vcs: usize) -> Self {
        let stride = vcs.next_power_of_two() as u32;
        let top = (0..64).filter(|bit| bit % stride == stride - 1).fold(0, |top, bit| top | 1 << bit);
        Self { shift: stride.ilog2(), ports, top }
    }

    /// Bits in use, and words in a table with an entry a VC.
    pub fn width(self) -> usize {
        self.ports << self.shift
    }

    #[inline(always)]
    pub fn ports(self) -> usize {
        self.ports
    }

    #[inline(always)]
    pub fn port(self, bit: usize) -> usize {
        bit >> self.shift
    }

    #[inline(always)]
    pub fn vc(self, bit: usize) -> usize {
        bit & ((1 << self.shift) - 1)
    }

    #[inline(always)]
    pub fn bit(self, port: usize, vc: usize) -> usize {
        port << self.shift | vc
    }

    /// The bits of a port, given as bits 0.. .
    #[inline(always)]
    pub fn at(self, port: usize, vcs: u8) -> u64 {
        (vcs as u64) << (port << self.shift)
    }

    /// The port after `port` (rule SA4).
    #[inline(always)]
    pub fn next_port(self, port: usize) -> usize {
        if port + 1 == self.ports { 0 } else { port + 1 }
    }

    /// Of the bits of one or more ports, those at `port` and above.
    #[inline(always)]
    pub fn from_port(self, bits: u64, port: usize) -> u64 {
        bits >> (port << self.shift) << (port << self.shift)
    }

    /// The top bit of every field that has a bit in `x`.
    #[inline(always)]
    fn tops(self, x: u64) -> u64 {
        ((x & !self.top) + !self.top | x) & self.top
    }

    /// The lowest bit of every field that has a bit in `x`.
    #[inline(always)]
    fn bottoms(self, x: u64) -> u64 {
        self.tops(x) >> ((1 << self.shift) - 1)
    }

    /// All bits of every field that has a bit in `x`.
    #[inline(always)]
    pub fn whole(self, x: u64) -> u64 {
        let tops = self.tops(x);
        (tops << 1).wrapping_sub(tops >> ((1 << self.shift) - 1))
    }

    /// Round robin over the VCs of every port (rule SA4): of each field of `requests`, its first bit in `ahead`, else its first bit.
    ///
    /// `ahead` has the bits from each field's pointer up.
    #[inline(always)]
    pub fn pick(self, requests: u64, ahead: u64) -> u64 {
        let first = requests & ahead;
        let candidates = first | requests & !self.whole(first);
        candidates & !(candidates - self.bottoms(candidates))
    }

    /// `ahead` with the pointers of the fields of `moved`, which has at most one bit in each, behind that bit.
    ///
    /// A field without a bit in use in `ahead` is a pointer of 0: `pick` then takes the first bit of all.
    #[inline(always)]
    pub fn pass(self, ahead: u64, moved: u64) -> u64 {
        let bottoms = self.bottoms(moved);
        let whole = self.whole(moved);
        ahead & !whole | whole & !(moved | moved.wrapping_sub(bottoms))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rule SA4 as it is written, one port at a time, against the word-wide form.
    #[test]
    fn round_robin_is_rule_sa4() {
        for (ports, vcs) in [(5, 4), (5, 3), (8, 8), (8, 5), (16, 4), (7, 1), (3, 2), (64, 1)] {
            let fields = Fields::new(ports, vcs);
            let mut pointers = vec![0; ports];
            let mut ahead = u64::MAX;
            let mut random = 1u64;
            let mut draw = || {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                random >> 32 | random << 32
            };
            let used: u64 = (0..ports).map(|p| fields.at(p, (1u16 << vcs).wrapping_sub(1) as u8)).sum();
            for _ in 0..2000 {
                let requests = draw() & draw() & used;
                let expected: u64 = (0..ports)
                    .filter_map(|p| (0..vcs).map(|k| fields.bit(p, (pointers[p] + k) % vcs)).find(|&b| requests >> b & 1 == 1))
                    .fold(0, |all, b| all | 1 << b);
                assert_eq!(fields.pick(requests, ahead), expected, "{ports} ports, {vcs} VCs, requests {requests:x}");
                let moved = expected & draw();
                ahead = fields.pass(ahead, moved);
                for bit in Bits(moved) {
                    pointers[fields.port(bit)] = (fields.vc(bit) + 1) % vcs;
                }
            }
        }
    }
}
