//! Options of random drivers, and the parameters that the drivers of a network share (docs/router.md, section 11).

use torusmith_design::Pipeline;
use torusmith_topology::Network;

use super::draws::ONE;
use crate::Error;
use crate::config::RouterConfig;

/// Clocks between the beginnings of two resets, at least (rule D6).
pub(super) const SPAN: u64 = 16;

/// Options of random drivers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DriverOptions {
    /// Seed of all draws (rule D1).
    pub seed: u64,
    /// P: the probability of a wrong flit (rule D3).
    pub faults: f64,
    /// Number of resets during the run (rule D6).
    pub resets: u64,
    /// K: clocks by which routers leave a reset later than the first of them, at most (rules Z4, D6).
    pub skew: u64,
    /// C: clocks in which packets may start.
    pub cycles: u64,
}

impl DriverOptions {
    /// Refuses a probability out of range, and more resets than the run has time for.
    ///
    /// # Errors
    /// The field, and the allowed values.
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
    /// The field, and the allowed values.
    pub fn check_skew(&self, pipeline: Pipeline) -> Result<(), Error> {
        let most = pipeline.clocks().into();
        if self.skew > most {
            return Err(Error::value("reset-skew", self.skew, format!("0 to {most} with pipeline = {pipeline}")));
        }
        Ok(())
    }
}

/// Terminals and addresses of a network (rule D3).
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressSpace {
    /// N.
    pub nodes: u32,
    /// A.
    pub address_bits: u32,
    /// Rule RC7 holds.
    pub rewrites: bool,
}

impl AddressSpace {
    /// Takes the numbers of a network.
    pub fn new(network: &Network) -> Self {
        Self { nodes: network.terminals() as u32, address_bits: network.address_bits(), rewrites: network.rewrites_route_bits() }
    }
}

/// Parameters that all drivers of a network share.
#[derive(Debug, Clone, Copy)]
pub(super) struct DriverContext {
    pub options: DriverOptions,
    pub config: RouterConfig,
    pub space: AddressSpace,
    /// P in 2^32.
    pub faults: u64,
}

impl DriverContext {
    pub fn new(options: DriverOptions, config: RouterConfig, space: AddressSpace) -> Self {
        Self { options, config, space, faults: (options.faults * ONE as f64) as u64 }
    }

    /// 2^b, with b bits in `vc` (rule L1).
    pub fn vc_numbers(&self) -> usize {
        self.config.vcs.next_power_of_two().max(2)
    }

    /// 2^A.
    pub fn addresses(&self) -> u32 {
        1 << self.space.address_bits
    }
}
