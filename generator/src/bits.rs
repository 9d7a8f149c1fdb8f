//! Widths of numbers.

/// Bits that hold the numbers below `values`; 0 for 1.
pub(crate) fn clog2(values: u32) -> u32 {
    values.next_power_of_two().trailing_zeros()
}
