//! What stands in place of the network interfaces where random drivers do (docs/router.md, section 11).

use super::lanes::Lanes;
use super::links::Links;
use super::word::{LANES, Word};
use crate::config::RouterConfig;
use crate::driver::Drivers;

/// The drivers of all nodes.
pub(super) struct Driven<W: Word> {
    pub drivers: Drivers,
    /// By block, the input VCs of port 0 for which a flit was dropped in the clock before by bit 2 of `error` (rule E5).
    pub barred: Vec<Lanes<W>>,
    pub config: RouterConfig,
    /// Links with nothing on them.
    pub links: Links<W>,
    pub nodes: usize,
}

impl<W: Word> Driven<W> {
    /// `links` are those of clock 0.
    pub fn new(drivers: Drivers, config: RouterConfig, links: Links<W>, nodes: usize) -> Self {
        let barred = vec![Lanes::none(); nodes.div_ceil(LANES)];
        Self { drivers, barred, config, links, nodes }
    }
}
