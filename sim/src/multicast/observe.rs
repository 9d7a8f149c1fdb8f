//! Observation of a network from outside, besides its wires.

use super::Network;
use super::buffer::Buffer;
use super::check::{AckReceived, MulticastDelivery, Totals, Violation};
use super::geometry::PORTS;
use super::interface::Interface;
use super::router::{Router, VCS};
use super::watchdog::{Resource, WaitingBuffer};
use super::wires::Stream;
use super::wires::bits;

impl Network {
    /// Packets that have not begun to leave their source.
    pub fn queued(&self) -> usize {
        self.interfaces.iter().flatten().map(Interface::queued).sum()
    }

    /// Packets that have begun and have not come to their end: a unicast its delivery, a multicast its ack at the source, a set-up packet its
    /// register.
    pub fn in_flight(&self) -> usize {
        self.ledger.in_flight
    }

    /// No packet is in flight, no entry of an ack table used, no buffer full, no credit out.
    pub fn quiet(&self) -> bool {
        let router = |router: &Router| {
            let free = (0..PORTS).all(|port| router.free[port] == self.shared.geometry.vcs(port as u8));
            !router.busy() && router.acks.empty() && free
        };
        self.in_flight() == 0 && self.routers.iter().all(router) && self.interfaces.iter().flatten().all(Interface::at_rest)
    }

    /// Appends the deliveries of the clocks that have passed, and forgets them.
    pub fn take_deliveries(&mut self, into: &mut Vec<MulticastDelivery>) {
        into.append(&mut self.deliveries);
    }

    /// Appends the acks at sources of the clocks that have passed, and forgets them.
    pub fn take_acks(&mut self, into: &mut Vec<AckReceived>) {
        into.append(&mut self.acks);
    }

    /// Counts since reset.
    pub fn totals(&self) -> Totals {
        self.ledger.totals
    }

    /// Flits and messages that have gone to output registers since reset.
    pub fn moved(&self) -> u64 {
        self.routers.iter().map(|router| router.moved).sum()
    }

    /// Nothing has gone wrong so far.
    ///
    /// # Errors
    /// The first thing that has.
    pub fn check(&self) -> Result<(), Violation> {
        self.violations.first().cloned().map_or(Ok(()), Err)
    }

    /// Nothing has gone wrong, and every packet that has begun has come to its end.
    ///
    /// # Errors
    /// The first thing that is not so.
    pub fn check_drained(&self) -> Result<(), Violation> {
        self.check()?;
        self.ledger.flying()
    }

    /// A line on a router's state in the current clock: buffers, streams, ack table, unit.
    pub fn trace(&self, node: u32) -> String {
        let router = &self.routers[node as usize];
        let mut parts = vec![format!("clock {} node {node}:", self.clock())];
        for b in bits(router.occupied) {
            let (port, vc) = (b / VCS, b % VCS);
            let Buffer { number, kind, len, tail, stage, pending, age, shot, .. } = router.buffers[port][vc];
            let more = if tail { "" } else { "+" };
            let shot = if shot { " shot" } else { "" };
            parts.push(format!("({port},{vc}) packet {number} {kind:?} {len}{more} {stage:?} pending {pending:#013b} age {age}{shot};"));
        }
        for input in bits(router.streaming.into()) {
            let Stream { vc, outputs, index } = router.stream[input];
            parts.push(format!("stream ({input},{vc}) -> {outputs:#013b} flit {index};"));
        }
        for (tag, port, parent, count, failed) in router.acks.entries() {
            parts.push(format!("entry {tag:#09b} port {port} parent {parent:#09b} count {count}{};", if failed { " failed" } else { "" }));
        }
        let slots = router.acks.slots;
        parts.push(format!("slots {slots:#012b} disabled {:#012b} report {}", router.unit.disabled, router.unit.report.is_some()));
        parts.join(" ")
    }

    /// Buffers that are not empty, by node, port and VC, and the resources that each waits for.
    pub fn waiting(&self) -> Vec<WaitingBuffer> {
        let of = |(node, router): (usize, &Router)| bits(router.occupied).map(|b| waiting(node as u32, router, b)).collect::<Vec<_>>();
        self.routers.iter().enumerate().flat_map(of).collect()
    }
}

/// Resources that buffer (b / 3, b mod 3) waits for.
fn waiting(node: u32, router: &Router, b: usize) -> WaitingBuffer {
    let (port, vc) = (b / VCS, b % VCS);
    let buffer = &router.buffers[port][vc];
    let has = |mask: u32| mask >> b & 1 == 1;
    let wants = if has(router.asking) {
        vec![Resource::Entry { class: buffer.class }]
    } else if has(router.nacking) {
        vec![Resource::Nack]
    } else if has(router.ready) {
        let vcs = |o: usize| bits(buffer.vcs[o].into()).map(move |vc| Resource::Output { port: o as u8, vc: vc as u8 });
        bits(buffer.pending.into()).flat_map(vcs).collect()
    } else {
        vec![Resource::Flits]
    };
    WaitingBuffer { node, port: port as u8, vc: vc as u8, packet: buffer.number, wants }
}
