//! Behaviour of managers and subordinates, besides following a pattern.

use crate::Error;

/// Probabilities are 0..=1, pauses at most 0.99: they are drawn in each clock anew, in half of the spans of 64 clocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axi4Options {
    /// A request is a read.
    pub reads: f64,
    /// A manager does not show what it has, on AW, W and AR.
    pub valid_pause: f64,
    /// A manager is not ready, on B and R.
    pub ready_pause: f64,
    /// A subordinate does not show what it has, on B and R.
    pub answer_pause: f64,
    /// A subordinate is not ready, on AW, W and AR.
    pub take_pause: f64,
    /// A write's address waits for up to 64 clocks while its data goes ahead, or its data while its address does.
    pub apart: f64,
    /// A request names an address of no range.
    pub holes: f64,
    /// A burst has more beats than `MAX_BURST`, where there are such.
    pub too_long: f64,
    /// A burst has as many beats as it may.
    pub longest: f64,
    /// A request goes to the subordinate of the manager's own node, where there is one.
    pub own: f64,
    /// A subordinate answers with an error.
    pub errors: f64,
    /// `clear_error` is 1 in a clock.
    pub clear_error: f64,
    /// Clocks from a request at a subordinate to the first beat of its answer, at least 1.
    pub latency: u64,
    /// Requests of a manager under way, of which some wait at its port.
    pub under_way: usize,
}

impl Default for Axi4Options {
    fn default() -> Self {
        Self {
            reads: 0.5,
            valid_pause: 0.25,
            ready_pause: 0.25,
            answer_pause: 0.25,
            take_pause: 0.25,
            apart: 0.1,
            holes: 0.02,
            too_long: 0.02,
            longest: 0.02,
            own: 0.1,
            errors: 0.02,
            clear_error: 0.0,
            latency: 1,
            under_way: 16,
        }
    }
}

impl Axi4Options {
    pub(super) fn check(&self) -> Result<(), Error> {
        let pauses = [
            ("valid-pause", self.valid_pause),
            ("ready-pause", self.ready_pause),
            ("answer-pause", self.answer_pause),
            ("take-pause", self.take_pause),
        ];
        let shares = [
            ("reads", self.reads),
            ("apart", self.apart),
            ("holes", self.holes),
            ("too-long", self.too_long),
            ("longest", self.longest),
            ("own", self.own),
            ("subordinate-errors", self.errors),
            ("clear-error", self.clear_error),
        ];
        let all = pauses.map(|(field, p)| (field, p, 0.99)).into_iter().chain(shares.map(|(field, p)| (field, p, 1.0)));
        for (field, value, most) in all {
            if !(0.0..=most).contains(&value) {
                return Err(Error::Option { field, value: value.to_string(), allowed: format!("0 to {most}") });
            }
        }
        if self.latency == 0 {
            return Err(Error::Option { field: "latency", value: "0".into(), allowed: "1 and more".into() });
        }
        if self.under_way == 0 {
            return Err(Error::Option { field: "under-way", value: "0".into(), allowed: "1 and more".into() });
        }
        Ok(())
    }
}
