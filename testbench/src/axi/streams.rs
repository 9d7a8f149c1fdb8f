//! The control word of port 0, the two streams of a node.

/// A beat is shown; it is the last of its packet; the other stream is taken from.
pub(super) const TVALID: u32 = 1;
pub(super) const TLAST: u32 = 2;
pub(super) const TREADY: u32 = 4;

/// Lowest bit of `tuser`, and its bits there.
pub(super) const USER_AT: u32 = 4;
pub(super) const USER: u32 = 3 << USER_AT;

/// Lowest bit of `error` in the model's word, and the interface's bit of it.
pub(super) const ERROR_AT: u32 = 16;
pub(super) const DROPPED: u8 = 8;

/// The message class of a beat, in words; nothing where there is one class.
pub(super) fn in_class(class: u32, classes: u32) -> String {
    if classes > 1 { format!(" in class {class}") } else { String::new() }
}

/// `bit` or 0.
pub(super) fn bit(set: bool, bit: u32) -> u32 {
    if set { bit } else { 0 }
}
