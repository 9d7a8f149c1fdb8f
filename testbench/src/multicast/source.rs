//! Packets, clock by clock.

use torusmith_sim::multicast::{MulticastTraffic, Packet};

/// Traffic, after a set-up packet of each node in clock 0 if there is a time-out.
pub struct Source {
    pub set_up: Vec<Packet>,
    pub traffic: MulticastTraffic,
}

impl Source {
    /// Appends the packets created in `clock`, numbered on from the last one. Called for 0, 1, ..
    pub fn create(&mut self, clock: u64, into: &mut Vec<Packet>) {
        into.append(&mut self.set_up);
        self.traffic.packets_at(clock, |packet| into.push(packet));
    }
}
