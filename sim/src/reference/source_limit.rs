//! The load that sources give routers which keep no flit waiting (docs/router.md, section 9).

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use torusmith_design::Pipeline;
use torusmith_topology::TerminalId;

use super::interface::Interface;
use super::router::Routed;
use crate::Error;
use crate::config::RouterConfig;
use crate::engine::Packet;
use crate::routing::for_router;
use crate::simulation::Simulation;
use crate::traffic::{Destinations, Lengths};

/// Clocks that a source is played.
const CLOCKS: u64 = 1 << 14;

impl Simulation {
    /// The load, in flits a node and clock, that the sources would give if their queues were never empty and the switch of every router took each flit of
    /// the local input in the first clock in which it can: by rules N2 to N4. `None` for a trace and for a table of Noxim, and if no node sends.
    ///
    /// # Errors
    /// The first setting that is refused.
    pub fn source_limit(&self) -> Result<Option<f64>, Error> {
        if !self.traffic.pattern.has_loads() {
            return Ok(None);
        }
        let destinations = Destinations::new(&self.network, self.traffic.pattern)?;
        let senders = TerminalId::all(self.network.terminals()).filter(|&source| destinations.sends(source)).count();
        let config = self.router.for_routing(&for_router(&self.network, self.routing, self.router)?); // RC6
        Ok((senders > 0)
            .then(|| flits_a_clock(config, &self.traffic.lengths) * senders as f64 / self.network.attached().live().count() as f64))
    }
}

/// What one source gives. Packets go to all destinations by turns (rule N3 with `ORDER` = 1).
fn flits_a_clock(config: RouterConfig, lengths: &Lengths) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut interface = Interface::new(config);
    let (mut number, mut sent) = (0, 0);
    // By VC, the clock in which the switch took a flit last.
    let mut taken = vec![0; config.vcs];
    // Credits by the clock from which on they count.
    let mut credits: Vec<(u64, usize)> = Vec::new();
    for clock in 0..CLOCKS {
        for (_, vc) in credits.extract_if(.., |&mut (from, _)| from == clock) {
            interface.credits[vc] += 1;
        }
        for _ in 0..config.message_classes {
            let destination = TerminalId(number / config.message_classes as u32);
            interface.offer(Packet { number, source: TerminalId(0), destination, bits: 0, flits: lengths.draw(&mut rng), created: clock });
            number += 1;
        }
        let Some((vc, flit)) = interface.send() else { continue };
        sent += 1;
        // In the buffer in t+1, and with three clocks a hop a head has its VC then (VA1).
        let first = clock + 1 + u64::from(flit.head() && config.pipeline == Pipeline::Three);
        taken[vc] = first.max(taken[vc] + 1);
        credits.push((taken[vc] + 2, vc)); // ST2, VC2
    }
    sent as f64 / CLOCKS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(vcs: usize, depth: usize, pipeline: Pipeline, reuse_empty: u8, flits: &[usize]) -> f64 {
        let config = RouterConfig { vcs, depth, pipeline, reuse_empty, ..RouterConfig::default() };
        flits_a_clock(config, &Lengths::any_of(flits).unwrap())
    }

    /// A flit sent in t has its credit counted in t+3. So a VC alone sends D flits in three clocks at most; a packet of n flits, 2 and more, waits for
    /// min(n, D) of D credits, min(n, D) + 2 - D clocks behind the tail before it.
    #[test]
    fn limits_by_hand() {
        for (vcs, depth, reuse_empty, flits, expected) in [
            (1, 4, 0, 1, 1.0),
            (1, 4, 0, 2, 1.0),
            (1, 4, 0, 3, 3.0 / 4.0),
            (1, 4, 0, 4, 4.0 / 6.0),
            (1, 4, 0, 16, 16.0 / 18.0),
            (1, 2, 0, 1, 2.0 / 3.0),
            (1, 2, 0, 2, 2.0 / 4.0),
            (1, 1, 0, 1, 1.0 / 3.0),
            (2, 1, 0, 1, 2.0 / 3.0),
            (3, 1, 0, 1, 1.0),
            (1, 4, 1, 1, 1.0 / 3.0),
            (2, 4, 0b11, 1, 2.0 / 3.0),
            (2, 4, 0, 4, 1.0),
            // Pairs of flits three clocks apart, the last in 21; the next packet in 24.
            (1, 2, 0, 15, 15.0 / 24.0),
        ] {
            let found = limit(vcs, depth, Pipeline::Two, reuse_empty, &[flits]);
            assert!((found - expected).abs() < 2e-3, "{vcs} {depth} {reuse_empty} {flits}: {found}");
        }
    }
}
