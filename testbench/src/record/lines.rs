//! The recording as `$readmemh` reads it: a line for each flit and each credit, in the order of clocks.

use std::fmt::Write as _;

use super::events::{PortEvent, PortFlit, PortSink};

/// The lines so far.
pub(super) struct Lines {
    text: String,
    count: u64,
    /// Hexadecimal digits of a flit's data.
    digits: usize,
    pub flits_in: u64,
    pub flits_out: u64,
}

/// The clock of the line that marks the end.
const END: u64 = 0xffff_ffff;

impl Lines {
    /// `width` is that of a flit, in bits; `head` begins the file, a comment.
    pub fn new(width: u32, head: &str) -> Self {
        let text = head.lines().fold(String::new(), |text, line| text + "// " + line + "\n");
        Self { text, count: 0, digits: width.div_ceil(4) as usize, flits_in: 0, flits_out: 0 }
    }

    /// Bits of the data column.
    pub fn data_bits(&self) -> usize {
        4 * self.digits
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    fn line(&mut self, clock: u64, kind: PortEvent, lane: usize, vc: usize, ends: u8, data: &[u32]) {
        self.count += 1;
        let kind = kind as u8;
        let all: String = data.iter().rev().map(|word| format!("{word:08x}")).collect();
        let data = &all[all.len().saturating_sub(self.digits)..];
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{clock:08x}_{lane:04x}_{kind:x}_{vc:x}_{ends:x}_{data:0>digits$}", digits = self.digits);
    }

    /// The file, with the line that marks its end.
    pub fn finish(mut self) -> String {
        self.line(END, PortEvent::FlitIn, 0, 0, 0, &[]);
        self.text
    }
}

impl PortSink for Lines {
    fn flit(&mut self, clock: u64, event: PortEvent, lane: usize, flit: &PortFlit) {
        match event {
            PortEvent::FlitIn => self.flits_in += 1,
            _ => self.flits_out += 1,
        }
        self.line(clock, event, lane, flit.vc, u8::from(flit.head) | u8::from(flit.tail) << 1, &flit.data);
    }

    fn credit(&mut self, clock: u64, event: PortEvent, lane: usize, vc: usize) {
        self.line(clock, event, lane, vc, 0, &[]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_the_bench() {
        let mut lines = Lines::new(34, "a\nb");
        let flit = PortFlit { vc: 3, head: true, tail: false, data: vec![0x9abc_def0, 2] };
        lines.flit(18, PortEvent::FlitOut, 5, &flit);
        lines.credit(19, PortEvent::CreditIn, 0, 1);
        assert_eq!((lines.count(), lines.data_bits(), lines.flits_in, lines.flits_out), (2, 36, 0, 1));
        let expected =
            ["// a", "// b", "00000012_0005_2_3_1_29abcdef0", "00000013_0000_1_1_0_000000000", "ffffffff_0000_0_0_0_000000000", ""];
        assert_eq!(lines.finish(), expected.join("\n"));
    }
}
