//! The network interface at port 0 (router.md, section 9): source queue, credits of the local input, sink.

use super::backlog::SourceQueue;
use super::network::Network;
use super::packets::Flight;
use super::state::InputVc;
use super::word::Word;

/// Where packets are, by number.
#[derive(Debug, Default)]
pub(super) struct Census {
    /// In the source queues.
    pub queued: usize,
    /// Begun to leave their source, not delivered.
    pub in_flight: usize,
    /// No packet may start.
    pub closed: bool,
}

/// The source of one node. The sink needs no state.
#[derive(Default)]
pub(super) struct Source {
    /// Rule N1.
    pub queue: SourceQueue,
    /// Rule N2.
    credits: [u8; 8],
    /// The VCs with all credits.
    full: u8,
    /// VC and flits to go of the packet that is being sent; no packet when 0 are to go.
    vc: u8,
    left: u8,
}

impl Source {
    /// After reset, with V VCs.
    pub fn new(vcs: usize, depth: usize) -> Self {
        Self { credits: [depth as u8; 8], full: (1u16 << vcs).wrapping_sub(1) as u8, ..Self::default() }
    }

    /// It would put a flit on the link if nothing changed.
    fn ready(&self, closed: bool) -> bool {
        if self.left > 0 { self.credits[self.vc as usize] > 0 } else { !closed && !self.queue.is_empty() && self.full != 0 }
    }
}

/// Treats clock t of a source. `local` are the VCs of the local input, `credits` is the VC of the credit on it, as a bit. Returns the VC of the flit that it puts
/// on the link, in this very clock (rule N4: it has no output register), as a bit, and whether it must be treated in t+1 even if no credit comes
/// and no packet is queued.
#[inline(always)]
pub(super) fn clock<R, W: Word>(
    source: &mut Source,
    local: &mut [InputVc],
    credits: W,
    net: &mut Network<R, W>,
    census: &mut Census,
) -> (W, bool) {
    if source.left == 0
        && !census.closed
        && source.full != 0
        && let Some(packet) = net.backlog.pop(&mut source.queue)
    {
        // The lowest VC (rule N3).
        let vc = source.full.trailing_zeros() as usize;
        source.vc = vc as u8;
        source.left = packet.flits;
        census.queued -= 1;
        census.in_flight += 1;
        let slot = net.flights.start(Flight { packet, injected: net.clock });
        net.flights.push(&mut local[vc].queue, slot);
    }
    let vc = source.vc as usize;
    let mut sent = W::NONE;
    if source.left > 0 && source.credits[vc] > 0 {
        source.credits[vc] -= 1;
        source.full &= !(1 << vc);
        source.left -= 1;
        sent = W::bit(vc);
    }
    if credits != W::NONE {
        let vc = credits.first();
        source.credits[vc] += 1;
        source.full |= ((source.credits[vc] as usize == net.rules.depth) as u8) << vc;
    }
    (sent, source.ready(census.closed))
}
