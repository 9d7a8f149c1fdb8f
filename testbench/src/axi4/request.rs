//! Requests, and which bytes their beats have (AMBA AXI4, A3.4).

use std::ops::Range;

/// `AxBURST`: each beat has the same address.
pub const FIXED: u8 = 0;
/// `AxBURST`: addresses go up.
pub const INCR: u8 = 1;
/// `AxBURST`: they go on at the bottom of the burst's bytes.
pub const WRAP: u8 = 2;

/// `xRESP`.
pub const OKAY: u8 = 0;
pub const EXOKAY: u8 = 1;
pub const SLVERR: u8 = 2;
pub const DECERR: u8 = 3;

/// Contents of AW or AR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Request {
    /// The manager's; 0 at a subordinate.
    pub id: u32,
    /// Of the first byte.
    pub addr: u64,
    /// Beats, less one.
    pub len: u8,
    /// Bytes of a beat are 2^size.
    pub size: u8,
    /// 0 FIXED, 1 INCR, 2 WRAP.
    pub burst: u8,
    /// An exclusive access.
    pub lock: bool,
    /// 4 bits.
    pub cache: u8,
    /// 3 bits.
    pub prot: u8,
    /// 4 bits.
    pub qos: u8,
    /// 4 bits.
    pub region: u8,
    /// As many bits as the interface has for it.
    pub user: u128,
}

impl Request {
    /// Of its data.
    pub fn beats(&self) -> usize {
        usize::from(self.len) + 1
    }

    /// Addresses of the bytes that beat `k` carries.
    pub fn beat(&self, k: usize) -> Range<u64> {
        let (bytes, beats, k) = (1u64 << self.size, self.beats() as u64, k as u64);
        let aligned = self.addr / bytes * bytes;
        match self.burst {
            FIXED => self.addr..aligned + bytes,
            WRAP => {
                let low = self.addr / (bytes * beats) * (bytes * beats);
                let first = low + (self.addr - low + k * bytes) % (bytes * beats);
                first..first + bytes
            }
            _ if k == 0 => self.addr..aligned + bytes,
            _ => aligned + k * bytes..aligned + (k + 1) * bytes,
        }
    }

    /// From the lowest to behind the highest of all its bytes.
    pub fn span(&self) -> Range<u64> {
        let beats = (0..self.beats()).map(|k| self.beat(k));
        beats.reduce(|all, beat| all.start.min(beat.start)..all.end.max(beat.end)).expect("a beat at least")
    }

    /// The lanes of beat `k`, a bit a byte, where the data has `bytes`.
    pub fn lanes(&self, k: usize, bytes: usize) -> u64 {
        self.beat(k).fold(0, |lanes, address| lanes | 1 << (address % bytes as u64))
    }
}

/// Data of the widest beat, in words.
pub type Data = [u32; 16];

/// A byte lane of data.
pub fn lane(data: &Data, lane: usize) -> u8 {
    (data[lane / 4] >> (8 * (lane % 4))) as u8
}

/// Puts a byte into a lane that is 0.
pub fn put_lane(data: &mut Data, lane: usize, byte: u8) {
    data[lane / 4] |= u32::from(byte) << (8 * (lane % 4));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(addr: u64, len: u8, size: u8, burst: u8) -> Request {
        Request { addr, len, size, burst, ..Request::default() }
    }

    fn beats(request: Request) -> Vec<Range<u64>> {
        (0..request.beats()).map(|k| request.beat(k)).collect()
    }

    /// Examples worked by hand from the formulas of A3.4.1.
    #[test]
    fn bursts_go_on_as_the_specification_says() {
        assert_eq!(beats(request(0x07, 2, 2, INCR)), [0x07..0x08, 0x08..0x0c, 0x0c..0x10]);
        assert_eq!(beats(request(0x38, 3, 3, WRAP)), [0x38..0x40, 0x20..0x28, 0x28..0x30, 0x30..0x38]);
        assert_eq!(beats(request(0x0d, 1, 1, FIXED)), [0x0d..0x0e, 0x0d..0x0e]);
        assert_eq!(beats(request(0x04, 3, 1, WRAP)), [0x04..0x06, 0x06..0x08, 0x00..0x02, 0x02..0x04]);
        assert_eq!(request(0x38, 3, 3, WRAP).span(), 0x20..0x40);
    }

    #[test]
    fn lanes_are_those_of_the_addresses() {
        let lanes = |request: Request| (0..request.beats()).map(|k| request.lanes(k, 8)).collect::<Vec<_>>();
        assert_eq!(lanes(request(0x05, 2, 2, INCR)), [0b1110_0000, 0b0000_1111, 0b1111_0000]);
        assert_eq!(lanes(request(0x0d, 1, 1, FIXED)), [0b0010_0000, 0b0010_0000]);
    }
}
