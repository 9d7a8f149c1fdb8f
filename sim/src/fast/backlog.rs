//! The source queues (rule N1), in chunks from one pool: past saturation they grow without end, and queued packets are not moved.

use crate::engine::Packet;

/// Packets in a chunk.
const ROOM: usize = 10;

/// No chunk.
const NONE: u32 = u32::MAX;

struct Chunk {
    packets: [Packet; ROOM],
    /// The next one of the queue, or the next free one.
    next: u32,
}

/// The queue of one node: its first and last chunk, where its packets start in the first and end in the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct SourceQueue {
    first: u32,
    last: u32,
    start: u8,
    end: u8,
}

impl SourceQueue {
    /// Position after a full chunk, so that the next packet takes a new one.
    const EMPTY: Self = Self { first: NONE, last: NONE, start: ROOM as u8, end: ROOM as u8 };

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.first == NONE
    }
}

impl Default for SourceQueue {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The packets in all source queues.
pub(super) struct Backlog {
    chunks: Vec<Chunk>,
    free: u32,
}

impl Default for Backlog {
    fn default() -> Self {
        Self { chunks: Vec::new(), free: NONE }
    }
}

impl Backlog {
    #[inline]
    pub fn push(&mut self, queue: &mut SourceQueue, packet: Packet) {
        if queue.end as usize == ROOM {
            let chunk = self.take(packet);
            if queue.is_empty() {
                (queue.first, queue.start) = (chunk, 0);
            } else {
                self.chunks[queue.last as usize].next = chunk;
            }
            (queue.last, queue.end) = (chunk, 0);
        }
        self.chunks[queue.last as usize].packets[queue.end as usize] = packet;
        queue.end += 1;
    }

    /// The oldest packet of a queue.
    #[inline]
    pub fn front(&self, queue: &SourceQueue) -> Option<&Packet> {
        self.chunks.get(queue.first as usize).map(|chunk| &chunk.packets[queue.start as usize])
    }

    #[inline]
    pub fn pop(&mut self, queue: &mut SourceQueue) -> Option<Packet> {
        let chunk = self.chunks.get_mut(queue.first as usize)?;
        let packet = chunk.packets[queue.start as usize];
        queue.start += 1;
        let emptied = queue.first == queue.last && queue.start == queue.end;
        if emptied || queue.start as usize == ROOM {
            let freed = queue.first;
            *queue = if emptied { SourceQueue::EMPTY } else { SourceQueue { first: chunk.next, start: 0, ..*queue } };
            chunk.next = self.free;
            self.free = freed;
        }
        Some(packet)
    }

    /// Takes a free chunk, or adds one; `filler` is any packet.
    fn take(&mut self, filler: Packet) -> u32 {
        match self.chunks.get(self.free as usize) {
            Some(chunk) => std::mem::replace(&mut self.free, chunk.next),
            None => {
                self.chunks.push(Chunk { packets: [filler; ROOM], next: NONE });
                (self.chunks.len() - 1) as u32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use torusmith_topology::TerminalId;

    use super::*;

    #[test]
    fn queues_are_first_in_first_out() {
        let mut backlog = Backlog::default();
        let mut queues = [SourceQueue::EMPTY; 3];
        let mut plain = [const { VecDeque::new() }; 3];
        let mut random = 1u64;
        for number in 0..20_000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let (node, grows) = ((random >> 33) as usize % 3, number % 2000 < 1000);
            if (random >> 48) % 8 < if grows { 6 } else { 2 } {
                let packet = Packet { number, source: TerminalId(node as u32), destination: TerminalId(0), bits: 0, flits: 1, created: 0 };
                backlog.push(&mut queues[node], packet);
                plain[node].push_back(packet);
            } else {
                assert_eq!(backlog.front(&queues[node]), plain[node].front());
                assert_eq!(backlog.pop(&mut queues[node]), plain[node].pop_front());
            }
            assert_eq!(queues[node].is_empty(), plain[node].is_empty());
        }
        let most = backlog.chunks.len();
        assert!(most * ROOM < 2500, "{most} chunks, none of which is used again");
    }
}
