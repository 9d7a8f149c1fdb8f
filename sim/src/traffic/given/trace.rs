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

/// Reads `clock,from,to,flits`, or `clock,from,to,bytes` for flits of so many bits.
///
/// # Errors
/// Clocks that go back, nodes that are none, a length that is none.
pub(super) fn read(network: &Network, file: &Path, flit_width: u32) -> Result<Trace, Error> {
    let mut jobs: Vec<TracePacket> = Vec::new();
    let mut first = 0;
    table::read(file, ["clock", "from", "to", "flits|bytes"], |line| {
        let [clock, from, to, length] = line.cells;
        let before = jobs.last().map_or(0, |job| job.clock);
        let Some(clock) = clock.parse().ok().filter(|clock| (before..=LAST_CLOCK).contains(clock)) else {
            let allowed = format!("{before} to {LAST_CLOCK}, as lines stand by clock");
            return Err(format!("clock = `{}`; expected: {allowed}", clock.escape_debug()));
        };
        let (source, destination) = pair(network, [from, to])?;
        let flits = if line.names[3] == "bytes" { flits_of(length, flit_width)? } else { flits(length)? };
        if clock > before {
            jobs[first..].sort_by_key(|job| job.from);
            first = jobs.len();
        }
        jobs.push(TracePacket { clock, from: source, to: destination, flits });
        Ok(())
    })?;
    jobs[first..].sort_by_key(|job| job.from);
    let shortest = jobs.iter().filter(|job| job.from != job.to).map(|job| job.flits).min().unwrap_or(PACKET_FLITS.most as u8);
    Ok(Trace { jobs, shortest })
}

fn flits(text: &str) -> Result<u8, String> {
    let flits = text.parse().ok().filter(|&flits: &usize| PACKET_FLITS.contains(flits)).map(|flits| flits as u8);
    flits.ok_or_else(|| format!("flits = `{}`; expected: {PACKET_FLITS}", text.escape_debug()))
}

/// The flits of a packet with so many bytes: the head, which has no room for data (rule L4), and as many flits of `width` bits as the bytes take.
fn flits_of(text: &str, width: u32) -> Result<u8, String> {
    let data_flits = PACKET_FLITS.most as u64 - 1;
    let most = data_flits * u64::from(width) / 8;
    let bytes = text.parse().ok().filter(|&bytes: &u64| bytes <= most);
    let flits = bytes.map(|bytes| 1 + (8 * bytes).div_ceil(width.into()) as u8);
    flits.ok_or_else(|| {
        format!("bytes = `{}`; expected: 0 to {most}, a head and up to {data_flits} flits of {width} bits", text.escape_debug())
    })
}
