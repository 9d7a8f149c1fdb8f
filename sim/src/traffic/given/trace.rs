//! Packets one by one, each with its clock.

use std::path::Path;

use torusmith_design::ranges::PACKET_FLITS;
use torusmith_topology::{Network, TerminalId};

use super::table::{self, pair};
use crate::Error;

/// A packet.
#[derive(Debug, Clone, Copy)]
pub(in crate::traffic) struct TracePacket {
    /// Clock of its creation.
    pub clock: u64,
    pub from: TerminalId,
    pub to: TerminalId,
    pub flits: u8,
}

/// Packets, by clock, then by source, including those to their own source; packets of one source and clock are in the order of the file.
#[derive(Debug)]
pub(in crate::traffic) struct Trace {
    pub jobs: Vec<TracePacket>,
    /// Flits of the shortest that enters the network.
    pub shortest: u8,
}

/// The greatest clock: all that is counted up to it is a whole number in the JSON of any program, which may read numbers as doubles.
const LAST_CLOCK: u64 = (1 << 53) - 1;

/// Reads `clock,from,to,flits`.
///
/// # Errors
/// Clocks that go back, nodes that are none, a length that is none.
pub(super) fn read(network: &Network, file: &Path) -> Result<Trace, Error> {
    let mut jobs: Vec<TracePacket> = Vec::new();
    let mut first = 0;
    table::read(file, ["clock", "from", "to", "flits"], |line| {
        let [clock, from, to, flits] = line.cells;
        let before = jobs.last().map_or(0, |job| job.clock);
        let Some(clock) = clock.parse().ok().filter(|clock| (before..=LAST_CLOCK).contains(clock)) else {
            let allowed = format!("{before} to {LAST_CLOCK}, as lines stand by clock");
            return Err(format!("clock = `{}`; expected: {allowed}", clock.escape_debug()));
        };
        let (source, destination) = pair(network, [from, to])?;
        let Some(flits) = flits.parse().ok().filter(|&flits: &usize| PACKET_FLITS.contains(flits)) else {
            return Err(format!("flits = `{}`; expected: {PACKET_FLITS}", flits.escape_debug()));
        };
        if clock > before {
            jobs[first..].sort_by_key(|job| job.from);
            first = jobs.len();
        }
        jobs.push(TracePacket { clock, from: source, to: destination, flits: flits as u8 });
        Ok(())
    })?;
    jobs[first..].sort_by_key(|job| job.from);
    let shortest = jobs.iter().filter(|job| job.from != job.to).map(|job| job.flits).min().unwrap_or(PACKET_FLITS.most as u8);
    Ok(Trace { jobs, shortest })
}
