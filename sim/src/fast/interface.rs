//! The network interface at a local port (router.md, section 9): source queue, credits of the local input, sink.

use super::backlog::{Backlog, SourceQueue};
use super::network::Network;
use super::packets::PacketInFlight;
use super::state::Rules;
use super::word::Word;
use crate::config::RouterConfig;

/// Number of packets by place.
#[derive(Debug, Default)]
pub(super) struct PacketCounts {
    /// Packets in the source queues.
    pub queued: usize,
    /// Packets that have begun to leave their source, less those delivered. In a part of a network, packets that cross its border are counted in
    /// other parts.
    pub in_flight: isize,
    /// No packet may start.
    pub closed: bool,
}

/// The source of one terminal. The sink needs no state.
#[derive(Default)]
pub(super) struct Source {
    /// Rule N1: that of message class 0.
    pub queue: SourceQueue,
    /// Rule N2.
    credits: [u8; 8],
    /// The VCs with all credits.
    full: u8,
    /// VC and flits to go of the packet that is being sent; no packet when 0 are to go.
    vc: u8,
    left: u8,
    /// Message class of the packet sent last (rule N3).
    last: u8,
}

impl Source {
    /// After reset.
    pub fn new(config: RouterConfig) -> Self {
        let full = (1u16 << config.vcs).wrapping_sub(1) as u8;
        Self { credits: [config.depth as u8; 8], full, last: config.message_classes as u8 - 1, ..Self::default() }
    }

    /// The source would put a flit on the link if nothing changed. `others` are the queues of the message classes from 1 on.
    fn ready<W: Word>(&self, others: &[SourceQueue], rules: &Rules<W>, backlog: &Backlog, closed: bool) -> bool {
        if self.left > 0 { self.credits[self.vc as usize] > 0 } else { !closed && self.next(others, rules, backlog).is_some() }
    }

    /// Rule N3: the first message class that can start a packet, and the VC for it.
    #[inline(always)]
    fn next<W: Word>(&self, others: &[SourceQueue], rules: &Rules<W>, backlog: &Backlog) -> Option<(u8, usize)> {
        if let Some(mask) = rules.pairs {
            return self.next_in_order(others, rules.vcs_a_class, mask, backlog);
        }
        if others.is_empty() {
            return self.with_room(0, &self.queue, rules, backlog);
        }
        let classes = others.len() as u8 + 1;
        (1..=classes).map(|k| (self.last + k) % classes).find_map(|m| {
            let queue = if m == 0 { &self.queue } else { &others[m as usize - 1] };
            self.with_room(m, queue, rules, backlog)
        })
    }

    /// Message class `m`, whose queue this is, and its VC with room for the oldest packet.
    #[inline(always)]
    fn with_room<W: Word>(&self, m: u8, queue: &SourceQueue, rules: &Rules<W>, backlog: &Backlog) -> Option<(u8, usize)> {
        if queue.is_empty() {
            return None;
        }
        let first = m * rules.vcs_a_class;
        let full = self.full >> first & ((1u16 << rules.vcs_a_class) - 1) as u8;
        // A VC with all credits has room for every packet, and none has more.
        if full != 0 {
            return Some((m, (u32::from(first) + full.trailing_zeros()) as usize));
        }
        let flits = usize::from(backlog.front(queue)?.flits);
        if flits >= rules.depth {
            return None;
        }
        let vcs = (first as usize..usize::from(first + rules.vcs_a_class)).rev();
        let most = vcs.filter(|&vc| rules.reuse_empty & W::bit(vc) == W::NONE).max_by_key(|&vc| self.credits[vc])?;
        (usize::from(self.credits[most]) >= flits).then_some((m, most))
    }

    /// The next packet with `ORDER` = 1, where a packet has a single VC.
    fn next_in_order(&self, others: &[SourceQueue], vcs_a_class: u8, mask: u32, backlog: &Backlog) -> Option<(u8, usize)> {
        let classes = others.len() as u8 + 1;
        (1..=classes).map(|k| (self.last + k) % classes).find_map(|m| {
            let oldest = backlog.front(if m == 0 { &self.queue } else { &others[m as usize - 1] })?;
            let vc = usize::from(m * vcs_a_class) + (oldest.destination.0 & mask) as usize;
            (self.credits[vc] > 0).then_some((m, vc))
        })
    }
}

/// Treats clock t of a source. `others` are the queues of its message classes from 1 on, `home` is VC 0 of the local input among all input VCs,
/// `credits` is the VC of the credit on it, as a bit. Returns the VC of the flit that it puts on the link, in this very clock (rule N4: it has no output
/// register), as a bit, and whether it must be treated in t+1 even if no credit comes and no packet is queued.
#[inline(always)]
pub(super) fn clock<W: Word>(
    source: &mut Source,
    others: &mut [SourceQueue],
    home: usize,
    credits: W,
    net: &mut Network<W>,
    counts: &mut PacketCounts,
) -> (W, bool) {
    if source.left == 0
        && !counts.closed
        && let Some((m, vc)) = source.next(others, &net.rules, &net.backlog)
        && let Some(packet) = net.backlog.pop(if m == 0 { &mut source.queue } else { &mut others[m as usize - 1] })
    {
        source.last = m;
        source.vc = vc as u8;
        source.left = packet.flits;
        counts.queued -= 1;
        counts.in_flight += 1;
        let slot = net.packets.start(PacketInFlight { packet, injected: net.clock });
        net.packets.push(home + vc, slot);
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
    (sent, source.ready(others, &net.rules, &net.backlog, counts.closed))
}
