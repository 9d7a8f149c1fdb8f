//! The virtual channels of a router as bits of a word, and round robin over them.
//!
//! Input VC (i, v), and likewise output VC (o, w), is bit `i * V + v`: a port is a *field* of V bits of the word. All fields are treated at
//! once: a carry that is stopped at each field's top bit finds its lowest bit.

use super::lanes::Lanes;
use super::word::Word;

/// Layout of ports and VCs in a word.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<W> {
    /// V.
    stride: usize,
    /// 2^9 / V and a little more: to divide a bit number, below 64, by V.
    reciprocal: usize,
    ports: usize,
    /// L.
    locals: usize,
    /// See [`Fields::width`].
    width: usize,
    /// Top bit of every field.
    top: W,
    /// See [`Fields::home`].
    home: W,
}

/// Bits that `ports` ports of `vcs` VCs need.
pub(super) fn needed(ports: usize, vcs: usize) -> usize {
    ports * vcs
}

impl<W: Word> Fields<W> {
    /// The layout of `ports` ports, the first `locals` of which are local.
    pub fn new((locals, ports): (usize, usize), vcs: usize) -> Self {
        let top = (0..W::BITS).filter(|bit| bit % vcs == vcs - 1).fold(W::NONE, |top, bit| top | W::bit(bit));
        let home = (0..locals * vcs).fold(W::NONE, |home, bit| home | W::bit(bit));
        Self { stride: vcs, reciprocal: 512 / vcs + 1, ports, locals, width: ports * vcs, top, home }
    }

    /// Bits in use, and words in a table with an entry a VC.
    #[inline(always)]
    pub fn width(self) -> usize {
        self.width
    }

    #[inline(always)]
    pub fn ports(self) -> usize {
        self.ports
    }

    /// L: ports 0..L are local.
    #[inline(always)]
    pub fn locals(self) -> usize {
        self.locals
    }

    /// The bits of the local ports.
    #[inline(always)]
    pub fn home(self) -> W {
        self.home
    }

    #[inline(always)]
    pub fn port(self, bit: usize) -> usize {
        (bit * self.reciprocal) >> 9
    }

    #[inline(always)]
    pub fn vc(self, bit: usize) -> usize {
        bit - self.port(bit) * self.stride
    }

    #[inline(always)]
    pub fn bit(self, port: usize, vc: usize) -> usize {
        port * self.stride + vc
    }

    /// The bits of a port, given as bits 0.. .
    #[inline(always)]
    pub fn at(self, port: usize, vcs: u8) -> W {
        W::low(vcs) << self.bit(port, 0) as u32
    }

    /// The port of bits of one port, and those bits shifted down to bit 0.
    #[inline(always)]
    pub fn split(self, bits: W) -> (usize, u8) {
        let port = self.port(bits.first());
        (port, (bits >> self.bit(port, 0) as u32).byte())
    }

    /// The port after that of a bit (rule SA4).
    #[inline(always)]
    pub fn next_port(self, bit: usize) -> usize {
        let next = self.port(bit) + 1;
        if next == self.ports { 0 } else { next }
    }

    /// Bits at `port` and above.
    #[inline(always)]
    pub fn at_or_after(self, bits: W, port: usize) -> W {
        bits & W::ALL << self.bit(port, 0) as u32
    }

    /// The top bit of every field that has a bit in `x`.
    #[inline(always)]
    fn tops(self, x: Lanes<W>) -> Lanes<W> {
        let (top, rest) = (Lanes::all(self.top), Lanes::all(!self.top));
        (((x & rest) + rest) | x) & top
    }

    /// The lowest bit of every field that has a bit in `x`.
    #[inline(always)]
    fn bottoms(self, x: Lanes<W>) -> Lanes<W> {
        self.tops(x) >> (self.stride as u32 - 1)
    }

    /// All bits of every field that has a bit in `x`.
    #[inline(always)]
    pub fn whole(self, x: Lanes<W>) -> Lanes<W> {
        let tops = self.tops(x);
        (tops << 1) - (tops >> (self.stride as u32 - 1))
    }

    /// Round robin over the VCs of every port (rule SA4): of each field of `requests`, its first bit in `ahead`, else its first bit.
    ///
    /// `ahead` has the bits from each field's pointer up.
    #[inline(always)]
    pub fn pick(self, requests: Lanes<W>, ahead: Lanes<W>) -> Lanes<W> {
        let first = requests & ahead;
        let candidates = first | requests & !self.whole(first);
        candidates & !(candidates - self.bottoms(candidates))
    }

    /// Moves the pointers of `ahead` in the fields of `moved`, which has at most one bit in each, to the place after that bit.
    ///
    /// A field without a bit in use in `ahead` is a pointer of 0: `pick` then takes the first bit of all.
    #[inline(always)]
    pub fn pass(self, ahead: Lanes<W>, moved: Lanes<W>) -> Lanes<W> {
        ahead & !self.whole(moved) | self.behind(moved)
    }

    /// In each field of `requests`, the first bit after that of `last`, which has at most one in each; the field's first bit where `last` has none
    /// (rules VA5 a, VA7 a).
    #[inline(always)]
    pub fn pick_behind(self, requests: Lanes<W>, last: Lanes<W>) -> Lanes<W> {
        self.pick(requests, self.behind(last))
    }

    /// Bits after those of `last`, which has at most one in each field, in the same field; further bits have no effect.
    #[inline(always)]
    fn behind(self, last: Lanes<W>) -> Lanes<W> {
        // The bits from the last one up to the field's top bit are the bits after the last one, one place too low.
        (self.tops(last) - last) << 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::word::{Bits, LANES};
    use super::*;

    /// Rule SA4 taken literally, one port at a time, against the word-wide form, with a pointer and after a VC.
    fn check<W: Word + TryFrom<u64>>(ports: usize, vcs: usize) {
        let fields = Fields::<W>::new((1, ports), vcs);
        let mut pointers = [const { Vec::new() }; LANES].map(|_: Vec<usize>| vec![0; ports]);
        let mut ahead = Lanes::all(W::ALL);
        let mut random = 1u64;
        let mut draw = || {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let bits = random.rotate_left(32);
            W::try_from(if W::BITS == 32 { bits >> 32 } else { bits }).ok().unwrap()
        };
        let used = (0..ports).map(|p| fields.at(p, (1u16 << vcs).wrapping_sub(1) as u8)).fold(W::NONE, |all, port| all | port);
        for _ in 0..500 {
            let requests: [W; LANES] = std::array::from_fn(|_| draw() & draw() & used);
            let picked = fields.pick(requests.into(), ahead);
            let mut moved = Lanes::none();
            for lane in 0..LANES {
                let expected = (0..ports)
                    .filter_map(|p| (0..vcs).map(|k| fields.bit(p, (pointers[lane][p] + k) % vcs)).find(|&b| requests[lane].has(b)))
                    .fold(W::NONE, |all, b| all | W::bit(b));
                assert_eq!(picked[lane], expected, "{ports} ports, {vcs} VCs, requests {:x?}", requests[lane]);
                moved[lane] = expected & draw();
                for bit in Bits(moved[lane]) {
                    pointers[lane][fields.port(bit)] = (fields.vc(bit) + 1) % vcs;
                }
            }
            ahead = fields.pass(ahead, moved);

            // The one moved now is the last one of the next choice.
            let behind = fields.pick_behind(requests.into(), moved);
            for lane in 0..LANES {
                let last = |p: usize| (0..vcs).find(|&v| moved[lane].has(fields.bit(p, v)));
                let first = |p: usize| (0..vcs).map(move |k| fields.bit(p, (last(p).map_or(0, |v| v + 1) + k) % vcs));
                let expected = (0..ports).filter_map(|p| first(p).find(|&b| requests[lane].has(b))).fold(W::NONE, |all, b| all | W::bit(b));
                assert_eq!(behind[lane], expected, "{ports} ports, {vcs} VCs, requests {:x?} behind {:x?}", requests[lane], moved[lane]);
            }
        }
    }

    #[test]
    fn bits_and_channels_are_each_others_inverse() {
        for vcs in 1..=8 {
            let fields = Fields::<u64>::new((1, 64 / vcs), vcs);
            for (port, vc) in (0..64 / vcs).flat_map(|port| (0..vcs).map(move |vc| (port, vc))) {
                let bit = fields.bit(port, vc);
                assert_eq!((fields.port(bit), fields.vc(bit), bit), (port, vc, port * vcs + vc));
            }
        }
    }

    #[test]
    fn round_robin_is_rule_sa4_with_a_pointer_and_behind_a_vc() {
        for (ports, vcs) in [(5, 4), (5, 3), (8, 8), (8, 5), (16, 4), (7, 1), (3, 2), (64, 1), (9, 7), (9, 5), (10, 6), (21, 3)] {
            check::<u64>(ports, vcs);
        }
        for (ports, vcs) in [(5, 4), (8, 3), (4, 8), (16, 2), (32, 1)] {
            check::<u32>(ports, vcs);
        }
    }
}
