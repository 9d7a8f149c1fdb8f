//! What random drivers are told (docs/router.md, section 11).

use torusmith_design::Pipeline;

use crate::Error;

/// Clocks between the beginnings of two resets, at least (rule D6).
pub(super) const SPAN: u64 = 16;

/// What a random driver is told.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriverOptions {
    /// Of all draws (rule D1).
    pub seed: u64,
    /// P: the probability of a wrong flit (rule D3).
    pub faults: f64,
    /// Resets under way (rule D6).
    pub resets: u64,
    /// K: clocks by which routers leave a reset later than the first of them, at most (rules Z4, D6).
    pub skew: u64,
    /// C: clocks in which packets may start.
    pub cycles: u64,
}

impl DriverOptions {
    /// Refuses a rate that is none, and more resets than there is time for.
    ///
    /// # Errors
    /// The field, and what it may be.
    pub fn check(&self) -> Result<(), Error> {
        if !(0.0..=1.0).contains(&self.faults) {
            return Err(Error::value("faults", self.faults, "0 to 1"));
        }
        let most = (self.cycles / SPAN).saturating_sub(1);
        if self.resets > most {
            return Err(Error::value("resets", self.resets, format!("0 to {most} in {} clocks", self.cycles)));
        }
        Ok(())
    }

    /// Refuses a skew with which flits may be lost. An engine takes any.
    ///
    /// # Errors
    /// The field, and what it may be.
    pub fn check_skew(&self, pipeline: Pipeline) -> Result<(), Error> {
        let most = pipeline.clocks().into();
        if self.skew > most {
            return Err(Error::value("reset-skew", self.skew, format!("0 to {most} with pipeline = {pipeline}")));
        }
        Ok(())
    }
}
