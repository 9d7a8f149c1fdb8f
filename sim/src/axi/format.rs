//! Layout of beats in flits (docs/axi_interface.md, "Widths").

use torusmith_design::OptionRange;
use torusmith_design::ranges::{STREAM_WIDTH, USER_WIDTH};

use super::signals::Data;
use crate::Error;

/// T10: the data of a tail that cuts its packet short.
pub(super) const CUT_MARK: Data = {
    let mut data = [0; 16];
    data[0] = 1;
    data
};

/// Parameters of the streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StreamOptions {
    /// S, bits of `tdata`; W unless it is given.
    pub width: Option<u32>,
    /// The streams have `tkeep`.
    pub tkeep: bool,
    /// U, bits of `tuser`; by default those of the message class.
    pub user_width: Option<u32>,
}

/// The streams of an interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Streams {
    tkeep: bool,
    /// N; 0 where S is not in whole bytes, and no rule needs it.
    beat_bytes: usize,
    class_bits: u32,
    layout: BeatLayout,
    /// Lowest bit of the count of a tail flit, where flits are counted.
    count: Option<u32>,
}

/// One of the three layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BeatLayout {
    Even,
    Split {
        /// B.
        bytes: usize,
        /// k.
        flits: usize,
    },
    Packed {
        /// k.
        beats: usize,
    },
}

/// ceil(log2 n).
fn bits_for(n: u32) -> u32 {
    n.next_power_of_two().ilog2()
}

/// C and c: the most bytes that a flit holds next to their count, and the bits of that count.
fn counted(flit_width: u32) -> (u32, u32) {
    let bytes = (0..=flit_width / 8).rev().find(|&bytes| 8 * bytes + bits_for(bytes + 1) <= flit_width).unwrap_or(0);
    (bytes, bits_for(bytes + 1))
}

impl Streams {
    /// Streams with S = W, without `tkeep`, and with a `tuser` for so many message classes.
    pub fn plain(message_classes: usize) -> Self {
        Self { tkeep: false, beat_bytes: 0, class_bits: bits_for(message_classes as u32), layout: BeatLayout::Even, count: None }
    }

    /// Over flits of W bits.
    ///
    /// # Errors
    /// A width out of range, or flits with no room for a byte.
    pub fn new(flit_width: u32, message_classes: usize, options: StreamOptions) -> Result<Self, Error> {
        let plain = Self::plain(message_classes);
        let StreamOptions { width, tkeep, user_width } = options;
        let users = OptionRange { least: plain.class_bits as usize, ..USER_WIDTH };
        if let Some(user) = user_width.filter(|user| !users.contains(*user)) {
            return Err(Error::value("user-width", user, users.to_string()));
        }
        let width = width.unwrap_or(flit_width);
        let whole = width.is_multiple_of(8) && STREAM_WIDTH.contains(width);
        if !whole && (tkeep || width != flit_width) {
            let or = if tkeep { "" } else { ", or the flit-width" };
            return Err(Error::value("stream-width", width, format!("{STREAM_WIDTH} in whole bytes{or}")));
        }
        if width == flit_width && !tkeep {
            return Ok(Self { beat_bytes: if whole { width as usize / 8 } else { 0 }, ..plain });
        }
        let (most, count_bits) = counted(flit_width);
        let bytes = width / 8;
        let (layout, is_counted) = match tkeep {
            true if bytes > most => (BeatLayout::Split { bytes: most as usize, flits: 0 }, true),
            false if width > flit_width => (BeatLayout::Split { bytes: flit_width as usize / 8, flits: 0 }, false),
            false if 2 * bytes > most => (BeatLayout::Even, false),
            _ => (BeatLayout::Packed { beats: (most / bytes) as usize }, true),
        };
        let layout = match layout {
            BeatLayout::Split { bytes: 0, .. } => {
                let least = if tkeep { 9 } else { 8 };
                return Err(Error::value("stream-width", width, format!("streams over flits of {least} bits and more")));
            }
            BeatLayout::Split { bytes: of_flit, .. } => BeatLayout::Split { bytes: of_flit, flits: (bytes as usize).div_ceil(of_flit) },
            layout => layout,
        };
        Ok(Self { tkeep, beat_bytes: bytes as usize, layout, count: is_counted.then(|| flit_width - count_bits), ..plain })
    }

    pub(super) fn layout(&self) -> BeatLayout {
        self.layout
    }

    /// N.
    pub(super) fn beat_bytes(&self) -> usize {
        self.beat_bytes
    }

    /// T2: the message class of a `tuser`, and its upper bits.
    pub(super) fn split_user(&self, tuser: u64) -> (usize, u64) {
        let class = tuser & ((1 << self.class_bits) - 1);
        (class as usize, tuser >> self.class_bits)
    }

    /// M4.
    pub(super) fn join_user(&self, class: usize, user: u64) -> u64 {
        user << self.class_bits | class as u64
    }

    /// `tkeep` of a beat whose lowest bytes are valid.
    pub(super) fn keep(&self, bytes: usize) -> u64 {
        if self.tkeep { lowest(bytes) } else { 0 }
    }

    /// T10: the valid bytes of a beat; `None` if it is not proper.
    pub(super) fn valid(&self, tkeep: u64, tlast: bool) -> Option<usize> {
        if !self.tkeep {
            return Some(self.beat_bytes);
        }
        let bytes = tkeep.trailing_ones() as usize;
        let whole = bytes == self.beat_bytes;
        (tkeep == lowest(bytes) && (whole || tlast)).then_some(bytes)
    }

    /// T8: the lowest bit of the place of a flit's last beat, of several. It is 1 in a tail that ends with a null beat, of fewer bytes than come before
    /// that place, or as many.
    fn null_mark(&self) -> Option<usize> {
        let BeatLayout::Packed { beats } = self.layout else { return None };
        (beats > 1).then(|| 8 * (beats - 1) * self.beat_bytes)
    }

    /// T8: the data of a tail with the null mark, where flits have several beats.
    pub(super) fn with_null_mark(&self, mut data: Data) -> Data {
        if let Some(at) = self.null_mark() {
            data[at / 32] |= 1 << (at % 32);
        }
        data
    }

    /// M7: whether a null beat follows a tail of `count` bytes.
    pub(super) fn ends_with_null(&self, data: &Data, count: usize) -> bool {
        let marked = |at: usize| count <= at / 8 && data[at / 32] >> (at % 32) & 1 == 1;
        count == 0 || self.null_mark().is_some_and(marked)
    }

    /// A flit's data with its count, where flits have one.
    pub(super) fn with_count(&self, mut data: Data, bytes: usize) -> Data {
        if let Some(at) = self.count {
            (0..7).filter(|bit| bytes >> bit & 1 == 1).map(|bit| at as usize + bit).for_each(|bit| data[bit / 32] |= 1 << (bit % 32));
        }
        data
    }

    /// The count of a tail flit, where flits have one.
    pub(super) fn count_of(&self, data: &Data) -> Option<usize> {
        let at = self.count? as usize;
        Some((0..7).filter(|bit| at + bit < 512 && data[(at + bit) / 32] >> ((at + bit) % 32) & 1 == 1).map(|bit| 1 << bit).sum())
    }
}

/// So many ones from bit 0 up.
fn lowest(ones: usize) -> u64 {
    if ones == 64 { u64::MAX } else { (1 << ones) - 1 }
}

/// Byte j of a beat or flit.
fn byte(data: &Data, j: usize) -> u32 {
    data[j / 4] >> (8 * (j % 4)) & 0xff
}

/// Bytes `from` .. `from + count` of some data become the bytes `to` .. of others, which are 0 there.
pub(super) fn copy(of: &Data, from: usize, count: usize, into: &mut Data, to: usize) {
    for j in 0..count {
        into[(to + j) / 4] |= byte(of, from + j) << (8 * ((to + j) % 4));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(flit_width: u32, width: u32, tkeep: bool) -> (BeatLayout, Option<u32>) {
        let streams = Streams::new(flit_width, 1, StreamOptions { width: Some(width), tkeep, user_width: None }).unwrap();
        (streams.layout, streams.count)
    }

    /// C worked out manually: 3 bytes and 2 bits in 26 bits and more, 4 and 3 in 35, 7 and 3 in 59, 8 and 4 in 68.
    #[test]
    fn a_flit_holds_as_many_bytes_as_fit_beside_their_count() {
        let most = |width| counted(width).0;
        assert_eq!([8, 9, 17, 18, 25, 26, 34, 35, 58, 59, 67, 68, 512].map(most), [0, 1, 1, 2, 2, 3, 3, 4, 6, 7, 7, 8, 63]);
    }

    /// The table of "Widths".
    #[test]
    fn there_are_three_ways() {
        use BeatLayout::{Even, Packed, Split};
        for (flit_width, width, tkeep, expected) in [
            (32, 32, false, (Even, None)),
            (32, 24, false, (Even, None)), // 3 of 3 bytes
            (32, 16, false, (Even, None)), // 2 > 3 / 2
            (32, 8, false, (Packed { beats: 3 }, Some(30))),
            (64, 16, false, (Packed { beats: 3 }, Some(61))), // C = 7
            (32, 64, false, (Split { bytes: 4, flits: 2 }, None)),
            (35, 64, false, (Split { bytes: 4, flits: 2 }, None)),
            (32, 72, false, (Split { bytes: 4, flits: 3 }, None)),
            (65, 65, false, (Even, None)),
            (32, 32, true, (Split { bytes: 3, flits: 2 }, Some(30))),
            (35, 32, true, (Packed { beats: 1 }, Some(32))),
            (32, 24, true, (Packed { beats: 1 }, Some(30))),
            (32, 8, true, (Packed { beats: 3 }, Some(30))),
            (17, 64, true, (Split { bytes: 1, flits: 8 }, Some(16))),
        ] {
            assert_eq!(layout(flit_width, width, tkeep), expected, "{width} over {flit_width}, tkeep {tkeep}");
        }
    }

    #[test]
    fn other_widths_are_refused() {
        let told = |flit_width, classes, width, tkeep, user_width| {
            Streams::new(flit_width, classes, StreamOptions { width, tkeep, user_width }).unwrap_err().to_string()
        };
        let bytes = "8 to 512 in whole bytes";
        assert_eq!(told(32, 1, Some(12), false, None), format!("stream-width = 12 is not allowed; allowed: {bytes}, or the flit-width"));
        assert!(told(32, 1, Some(520), true, None).contains(bytes));
        assert_eq!(told(35, 1, None, true, None), format!("stream-width = 35 is not allowed; allowed: {bytes}"));
        assert!(told(7, 1, Some(16), false, None).contains("flits of 8 bits"));
        assert!(told(8, 1, Some(16), true, None).contains("flits of 9 bits"));
        assert_eq!(told(32, 3, None, false, Some(1)), "user-width = 1 is not allowed; allowed: 2 to 64");
        assert!(told(32, 1, None, false, Some(65)).contains("0 to 64"));
    }

    #[test]
    fn a_proper_beat_has_its_lowest_bytes() {
        let streams = Streams::new(32, 1, StreamOptions { width: Some(32), tkeep: true, user_width: None }).unwrap();
        for (tkeep, tlast, valid) in [
            (0b1111, false, Some(4)),
            (0b1111, true, Some(4)),
            (0b0111, true, Some(3)),
            (0b0001, true, Some(1)),
            (0b0111, false, None),
            (0b0000, true, Some(0)),
            (0b0000, false, None),
            (0b1101, true, None),
            (0b1110, true, None),
        ] {
            assert_eq!(streams.valid(tkeep, tlast), valid, "{tkeep:04b} {tlast}");
        }
    }

    #[test]
    fn a_count_is_in_the_highest_bits() {
        let streams = Streams::new(35, 1, StreamOptions { width: Some(32), tkeep: true, user_width: None }).unwrap();
        for bytes in 0..=4 {
            let data = streams.with_count([0; 16], bytes);
            assert_eq!((data[0], data[1], streams.count_of(&data)), (0, bytes as u32, Some(bytes)));
        }
    }
}
