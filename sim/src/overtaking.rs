//! Packets that arrive behind later ones of their pair.

use std::collections::HashMap;

use crate::engine::Packet;

/// What has arrived of the packets of one message class: by source and destination, the highest number.
#[derive(Debug, Clone, Default)]
pub struct Overtaking {
    latest: HashMap<(u32, u32), u32>,
}

impl Overtaking {
    /// A packet arrives: one of the same source and destination that was created later has arrived before.
    pub fn overtaken(&mut self, packet: &Packet) -> bool {
        let latest = self.latest.entry((packet.source, packet.destination)).or_insert(packet.number);
        let overtaken = packet.number < *latest;
        *latest = packet.number.max(*latest);
        overtaken
    }
}
