//! Where a fault shows first, to the clock.

use torusmith_testbench::Divergence;

/// The first difference of a run: clock, node, port and signal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct First<'a> {
    clock: u64,
    node: u32,
    port: &'a str,
    signal: &'a str,
}

pub const fn first<'a>(clock: u64, node: u32, port: &'a str, signal: &'a str) -> First<'a> {
    First { clock, node, port, signal }
}

impl<'a> First<'a> {
    fn of(told: &'a Divergence) -> Self {
        first(told.clock, told.node, &told.port_name, &told.signal)
    }
}

/// Collects the faults that show elsewhere than they should, so that all are told at once.
#[derive(Default)]
pub struct Faults(Vec<String>);

impl Faults {
    /// What a run with a fault in it found.
    pub fn found(&mut self, fault: &str, told: Option<&Divergence>, expected: First<'_>) {
        match told {
            None => self.0.push(format!("{fault}: no first difference, expected {expected:?}")),
            Some(told) if First::of(told) != expected => {
                self.0.push(format!("{fault}: expected {expected:?}, found {:?}\n{told}", First::of(told)))
            }
            Some(_) => {}
        }
    }

    #[track_caller]
    pub fn none(&self) {
        assert!(self.0.is_empty(), "{} faults show elsewhere:\n{}", self.0.len(), self.0.join("\n"));
    }
}

/// Every `n`th of a test's mutants, as each is a design to be built; in soaks all.
pub fn some<T>(mutants: &[T], n: usize) -> impl Iterator<Item = &T> {
    mutants.iter().step_by(if cfg!(feature = "soak") { 1 } else { n })
}
