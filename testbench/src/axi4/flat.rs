//! The flat memory: what every byte of every subordinate must be.

use std::collections::HashMap;
use std::ops::Range;

use super::job::{Byte, WriteBeat};
use super::request::{Request, lane};

const PAGE: u64 = 4096;

/// Value of a byte before it is written.
pub fn initial(node: u32, address: u64) -> u8 {
    let mixed = (address ^ u64::from(node) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 56) as u8
}

/// Bytes of one subordinate's memory that were written; the others are as [`initial`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bytes(HashMap<u64, Box<[u8]>>);

impl Bytes {
    pub fn get(&self, node: u32, address: u64) -> u8 {
        self.0.get(&(address / PAGE)).map_or_else(|| initial(node, address), |page| page[(address % PAGE) as usize])
    }

    pub fn set(&mut self, node: u32, address: u64, byte: u8) {
        let first = address / PAGE * PAGE;
        let page = self.0.entry(address / PAGE).or_insert_with(|| (0..PAGE).map(|k| initial(node, first + k)).collect());
        page[(address % PAGE) as usize] = byte;
    }

    /// A beat of a write to addresses as the subordinate sees them.
    pub fn write(&mut self, node: u32, request: &Request, k: usize, beat: &WriteBeat, bytes: usize, mut wrote: impl FnMut(u64, u8)) {
        for address in request.beat(k) {
            let at = (address % bytes as u64) as usize;
            if beat.strb >> at & 1 == 1 {
                let byte = lane(&beat.data, at);
                self.set(node, address, byte);
                wrote(address, byte);
            }
        }
    }

    /// The lowest byte in which two memories differ.
    pub fn difference(&self, other: &Self, node: u32) -> Option<(u64, u8, u8)> {
        let mut pages: Vec<u64> = self.0.keys().chain(other.0.keys()).copied().collect();
        pages.sort_unstable();
        let bytes = pages.into_iter().flat_map(|page| page * PAGE..=page * PAGE + (PAGE - 1));
        bytes.map(|address| (address, self.get(node, address), other.get(node, address))).find(|(_, one, two)| one != two)
    }
}

/// All subordinates' bytes in the order in which managers ask, by who may write what: each page of a subordinate has one manager that writes it.
#[derive(Debug, Default)]
pub struct Flat {
    managers: Vec<u32>,
    memories: HashMap<u32, Bytes>,
    /// All that was ever written to a byte.
    written: HashMap<(u32, u64), Vec<u8>>,
}

impl Flat {
    pub fn new(managers: Vec<u32>) -> Self {
        Self { managers, ..Self::default() }
    }

    /// The manager that may write an address of a subordinate.
    pub fn owner(&self, node: u32, address: u64) -> u32 {
        let at = (address / PAGE).wrapping_add(u64::from(node)) % self.managers.len() as u64;
        self.managers[at as usize]
    }

    /// A write with addresses as the subordinate sees them.
    pub fn write(&mut self, node: u32, request: &Request, beats: &[WriteBeat], bytes: usize) {
        let memory = self.memories.entry(node).or_default();
        for (k, beat) in beats.iter().enumerate() {
            memory.write(node, request, k, beat, bytes, |address, byte| {
                let all = self.written.entry((node, address)).or_default();
                if !all.contains(&byte) {
                    all.push(byte);
                }
            });
        }
    }

    /// Bytes that a manager must see in a beat that it reads now.
    pub fn read(&self, manager: u32, node: u32, beat: Range<u64>) -> Vec<Byte> {
        let byte = |address| match self.owner(node, address) == manager {
            true => Byte::Own(self.memories.get(&node).map_or_else(|| initial(node, address), |memory| memory.get(node, address))),
            false => Byte::Others,
        };
        beat.map(byte).collect()
    }

    /// The byte was there at some time.
    pub fn ever(&self, node: u32, address: u64, byte: u8) -> bool {
        byte == initial(node, address) || self.written.get(&(node, address)).is_some_and(|all| all.contains(&byte))
    }

    /// Takes the memories as they are: after a reset nobody knows which writes were carried out.
    pub fn take<'a>(&mut self, memories: impl Iterator<Item = (u32, &'a Bytes)>) {
        self.memories = memories.map(|(node, bytes)| (node, bytes.clone())).collect();
    }

    pub fn memory(&self, node: u32) -> Bytes {
        self.memories.get(&node).cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::INCR;
    use super::*;

    fn request(addr: u64) -> Request {
        Request { addr, len: 1, size: 2, burst: INCR, ..Request::default() }
    }

    #[test]
    fn strobes_say_which_bytes_are_written() {
        let mut flat = Flat::new(vec![3]);
        let data = |word| std::array::from_fn(|k| if k == 0 { word } else { 0 });
        let beats =
            [WriteBeat { data: data(0x4433_2211), strb: 0b1010, user: 0 }, WriteBeat { data: data(0x8877_6655), strb: 0b0001, user: 0 }];
        flat.write(9, &request(0x102), &beats, 4);
        // The first beat has the bytes 0x102 and 0x103.
        let now: Vec<u8> = (0x100..0x108).map(|address| flat.memory(9).get(9, address)).collect();
        let was: Vec<u8> = (0x100..0x108).map(|address| initial(9, address)).collect();
        assert_eq!(now, [was[0], was[1], was[2], 0x44, 0x55, was[5], was[6], was[7]]);
        assert!(flat.ever(9, 0x103, 0x44) && flat.ever(9, 0x103, was[3]) && !flat.ever(9, 0x102, 0x33));
        assert_eq!(flat.read(3, 9, 0x103..0x105), [Byte::Own(0x44), Byte::Own(0x55)]);
        assert_eq!(flat.memory(9).difference(&Bytes::default(), 9), Some((0x103, 0x44, was[3])));
    }
}
