//! The random driver of a local port (docs/router.md, section 11) as far as it is not in the shim (`cpp/driver.h`): resets, and what was sent.

use std::ops::Range;

use serde::Serialize;
use torusmith_sim::driver::DriverOptions;

use crate::binding::{DriverCounts, DriverSettings, Frame, FrameExtras};
use crate::flits::mix;
use crate::manifest::Design;

/// Counts of what random drivers did in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Driven {
    /// Flits of packets that were sent.
    pub flits_sent: u64,
    /// Wrong flits that were sent, those of packets to a wrong destination included.
    pub flits_wrong: u64,
    /// Faults by kind (rule D3).
    pub faults: Faults,
    /// Flits that the model dropped, by the bit of `error` that they set: overflow, framing, destination.
    pub flits_dropped: [u64; 3],
    /// Resets of all routers.
    pub resets: u64,
    /// Packets that were under way at a reset.
    pub packets_lost: u64,
}

/// Faults by kind (rule D3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the kinds of the contract")]
pub struct Faults {
    pub overflow: u64,
    pub no_vc: u64,
    pub head_in_packet: u64,
    pub body_outside: u64,
    pub own_node: u64,
    pub no_node: u64,
    pub led_home: u64,
}

impl Faults {
    fn new([overflow, no_vc, head_in_packet, body_outside, own_node, no_node, led_home]: [u64; 7]) -> Self {
        Self { overflow, no_vc, head_in_packet, body_outside, own_node, no_node, led_home }
    }
}

/// The upper half of a draw of h(a, b) (rule D1).
fn draws(seed: u64, a: u64, b: u64, draw: u64) -> u64 {
    mix(mix(mix(mix(seed) ^ a) ^ b).wrapping_add(draw)) >> 32
}

/// The drivers of a run.
pub(super) struct Driver {
    options: DriverOptions,
    pub settings: DriverSettings,
    /// Clock of the last reset: flits that were on links before it are lost.
    since: u64,
    /// Packets that were under way at a reset.
    pub lost: u64,
    sent: DriverCounts,
    dropped: [u64; 3],
}

impl Driver {
    pub fn new(design: &Design, options: DriverOptions) -> Self {
        let settings = DriverSettings {
            seed: options.seed,
            faults: (options.faults * 2f64.powi(32)) as u64,
            skew: options.skew,
            nodes: design.network.terminals() as u32,
            rewrites: design.network.rewrites_route_bits().into(),
        };
        Self { options, settings, since: 0, lost: 0, sent: DriverCounts::default(), dropped: [0; 3] }
    }

    /// Rule D6: `rst` is 1 at all nodes in a clock.
    pub fn resets(&self, clock: u64) -> bool {
        self.since_reset(clock) == 0
    }

    /// Clocks since that was so, before clock 0 the last time.
    fn since_reset(&self, clock: u64) -> u64 {
        let DriverOptions { resets, cycles, .. } = self.options;
        let latest = if resets == 0 { 0 } else { (clock / (cycles / (resets + 1))).min(resets) };
        let begun = (1..=latest).rev().take(2).map(|k| self.reset(k)).find(|reset| reset.start <= clock);
        let over = begun.map_or(0, |reset| reset.end);
        (clock + 1).saturating_sub(over)
    }

    /// The clocks of reset k at all nodes.
    fn reset(&self, k: u64) -> Range<u64> {
        let DriverOptions { seed, resets, cycles, .. } = self.options;
        let apart = cycles / (resets + 1);
        let below = |draw: u64, m: u64| (draws(seed, 1 << 63, k, draw) * m) >> 32;
        let first = k * apart + below(1, apart / 2);
        first..first + 1 + below(2, 4)
    }

    /// Rule D7: `clear_error` is 1 in a clock.
    fn clears(&self, clock: u64) -> bool {
        clock < self.options.cycles && draws(self.options.seed, (1 << 63) + 1, clock, 3) < 1 << 26
    }

    /// Puts what there is of resets into a frame; whether the clock before had one, so that all before is lost.
    pub fn drive<B: FrameExtras>(&mut self, frame: &mut Frame<B>) -> bool {
        let was = frame.clock > 0 && self.resets(frame.clock - 1);
        if was {
            self.since = frame.clock;
        }
        frame.reset = Some(self.since_reset(frame.clock));
        frame.clear = self.clears(frame.clock);
        frame.since = self.since;
        was
    }

    /// The run is over.
    pub fn settle(&mut self, sent: DriverCounts, dropped: [u64; 3]) {
        (self.sent, self.dropped) = (sent, dropped);
    }

    /// Counts so far.
    pub fn counts(&self) -> Driven {
        Driven {
            flits_sent: self.sent.flits,
            flits_wrong: self.sent.wrong,
            faults: Faults::new(self.sent.faults),
            flits_dropped: self.dropped,
            resets: self.options.resets,
            packets_lost: self.lost,
        }
    }

    /// Violation on which both sides agree: wrong flits, and no others, are dropped (rule D8).
    pub fn wrong(&self) -> Option<String> {
        let (wrong, dropped) = (self.sent.wrong, self.dropped.iter().sum::<u64>());
        (dropped != wrong).then(|| format!("{wrong} wrong flits were sent into the Verilog, and the model has dropped {dropped}"))
    }
}
