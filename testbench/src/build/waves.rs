//! Formats of waveforms.

/// Format of waveforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Waves {
    /// Nothing: the fast build.
    None,
    /// Value change dump.
    Vcd,
    /// GTKWave's compressed format; not every Verilator can be built with it.
    Fst,
}
