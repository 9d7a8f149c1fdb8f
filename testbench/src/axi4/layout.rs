//! The record of a node: all signals of its two sides in words, as users drive them and as they are shown. Where its VALID is 0 a signal is 0.

use std::ops::Range;

use super::job::{Answer, WriteBeat};
use super::manager::ManagerDrives;
use super::memory::{MemoryDrives, MemorySees};
use super::request::{Data, Request};
use super::shape::Axi4Shape;
use crate::flits::hex;

/// A signal in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// As the network's top names it; of links, as they are told of.
    pub name: String,
    pub bits: u32,
    /// Its lowest bit in the record. One of more than 32 bits begins with a word, and no other crosses the end of one.
    pub at: u32,
    /// The index of the field that is its VALID.
    pub gate: Option<usize>,
}

/// The signals of a record, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    pub fields: Vec<Field>,
    bits: u32,
}

impl Layout {
    fn add(&mut self, name: impl Into<String>, bits: u32, gate: Option<usize>) -> usize {
        if bits > 32 - self.bits % 32 {
            self.bits = self.bits.next_multiple_of(32);
        }
        self.fields.push(Field { name: name.into(), bits, at: self.bits, gate });
        self.bits += bits;
        self.fields.len() - 1
    }

    pub fn words(&self) -> usize {
        self.bits.div_ceil(32) as usize
    }

    /// All that is valid in a record, in words.
    pub fn text(&self, words: &[u32]) -> String {
        let first = |index: usize| value(&self.fields[index], words)[0] != 0;
        let told = |field: &&Field| field.bits > 0 && field.gate.map_or_else(|| value(field, words)[0] != 0, first);
        let all = self.fields.iter().filter(told).map(|field| format!("{} {}", field.name, shown(field, words)));
        all.collect::<Vec<_>>().join(", ")
    }

    /// VALID, and what it makes valid.
    fn channel(&mut self, channel: &str, signals: &[(&str, u32)]) {
        let valid = self.add(format!("{channel}valid"), 1, None);
        for (name, bits) in signals {
            self.add(format!("{channel}{name}"), *bits, Some(valid));
        }
    }

    fn request(&mut self, channel: &str, id: u32, addr: u32, user: u32) {
        let fixed = [("len", 8), ("size", 3), ("burst", 2), ("lock", 1), ("cache", 4), ("prot", 3), ("qos", 4), ("region", 4)];
        self.channel(channel, &[&fixed[..], &[("id", id), ("addr", addr), ("user", user)]].concat());
    }

    fn write(&mut self, channel: &str, shape: &Axi4Shape) {
        let Axi4Shape { data_width, user_width, .. } = *shape;
        self.channel(channel, &[("last", 1), ("strb", data_width / 8), ("data", data_width), ("user", user_width)]);
    }

    fn response(&mut self, channel: &str, id: u32, shape: &Axi4Shape) {
        self.channel(channel, &[("resp", 2), ("id", id), ("user", shape.user_width)]);
    }

    fn read(&mut self, channel: &str, id: u32, shape: &Axi4Shape) {
        let Axi4Shape { data_width, user_width, .. } = *shape;
        self.channel(channel, &[("last", 1), ("resp", 2), ("id", id), ("data", data_width), ("user", user_width)]);
    }

    fn link(&mut self, [flits, credits]: [&str; 2], vc_bits: u32, width: u32) {
        self.channel(&format!("{flits}_"), &[("head", 1), ("tail", 1), ("vc", vc_bits), ("data", width)]);
        let credit = self.add(format!("{credits}_credit_valid"), 1, None);
        self.add(format!("{credits}_credit_vc"), vc_bits, Some(credit));
    }

    /// Layout of the inputs that the users of a node drive.
    pub fn driven(shape: &Axi4Shape) -> Self {
        let mut all = Self::default();
        all.request("s_axi_aw", shape.id_width, shape.addr_width, shape.user_width);
        all.write("s_axi_w", shape);
        all.add("s_axi_bready", 1, None);
        all.request("s_axi_ar", shape.id_width, shape.addr_width, shape.user_width);
        all.add("s_axi_rready", 1, None);
        all.add("m_axi_awready", 1, None);
        all.add("m_axi_wready", 1, None);
        all.response("m_axi_b", 1, shape);
        all.add("m_axi_arready", 1, None);
        all.read("m_axi_r", 1, shape);
        all
    }

    /// Layout of the outputs of a node: to its users, its errors, its local links, and those of its routers to others, at the ports `links`.
    pub fn shown(shape: &Axi4Shape, address_bits: u32, vc_bits: u32, widths: [u32; 2], links: Range<u32>) -> Self {
        let mut all = Self::default();
        all.add("s_axi_awready", 1, None);
        all.add("s_axi_wready", 1, None);
        all.response("s_axi_b", shape.id_width, shape);
        all.add("s_axi_arready", 1, None);
        all.read("s_axi_r", shape.id_width, shape);
        let user = shape.request_user_width(address_bits);
        all.request("m_axi_aw", 1, shape.addr_width, user);
        all.write("m_axi_w", shape);
        all.add("m_axi_bready", 1, None);
        all.request("m_axi_ar", 1, shape.addr_width, user);
        all.add("m_axi_rready", 1, None);
        all.add("error", 8, None);
        for (network, width) in ["request", "response"].into_iter().zip(widths) {
            for link in ["in", "out"] {
                let name = format!("{network}_{link}");
                all.link([&name, &name], vc_bits, width);
            }
        }
        for (network, width) in ["request", "response"].into_iter().zip(widths) {
            for port in links.clone() {
                all.link([&format!("{network}_out{port}"), &format!("{network}_in{port}")], vc_bits, width);
            }
        }
        all
    }
}

/// Fills a record in the order of its layout.
pub struct Writer<'a> {
    fields: std::slice::Iter<'a, Field>,
    words: &'a mut [u32],
}

impl<'a> Writer<'a> {
    /// `words` are 0.
    pub fn new(layout: &'a Layout, words: &'a mut [u32]) -> Self {
        Self { fields: layout.fields.iter(), words }
    }

    pub fn put(&mut self, value: u128) {
        self.put_words(&[0, 32, 64, 96].map(|shift| (value >> shift) as u32));
    }

    pub fn put_words(&mut self, value: &[u32]) {
        let field = self.fields.next().expect("a field for each value");
        let (first, shift) = (field.at as usize / 32, field.at % 32);
        for k in 0..field.bits.div_ceil(32) as usize {
            self.words[first + k] |= value.get(k).copied().unwrap_or(0) << shift;
        }
    }

    pub fn bit(&mut self, bit: bool) {
        self.put(bit.into());
    }

    /// All fields of a channel whose VALID is 0.
    fn none(&mut self, fields: usize) {
        (0..fields).for_each(|_| self.put(0));
    }

    pub fn request(&mut self, request: Option<&Request>) {
        let Some(r) = request else { return self.none(12) };
        self.bit(true);
        let fixed = [r.len, r.size, r.burst, r.lock.into(), r.cache, r.prot, r.qos, r.region];
        fixed.into_iter().for_each(|value| self.put(value.into()));
        self.put(r.id.into());
        self.put(r.addr.into());
        self.put(r.user);
    }

    pub fn write(&mut self, beat: Option<&(WriteBeat, bool)>) {
        let Some((beat, last)) = beat else { return self.none(5) };
        self.bit(true);
        self.bit(*last);
        self.put(beat.strb.into());
        self.put_words(&beat.data);
        self.put(beat.user.into());
    }

    pub fn response(&mut self, answer: Option<(u32, &Answer)>) {
        let Some((id, answer)) = answer else { return self.none(4) };
        self.bit(true);
        self.put(answer.resp.into());
        self.put(id.into());
        self.put(answer.user.into());
    }

    pub fn read(&mut self, beat: Option<(u32, &Answer, bool)>) {
        let Some((id, answer, last)) = beat else { return self.none(6) };
        self.bit(true);
        self.bit(last);
        self.put(answer.resp.into());
        self.put(id.into());
        self.put_words(&answer.data);
        self.put(answer.user.into());
    }

    /// A flit (VC, head, tail, data) and the VC of a credit.
    pub fn link(&mut self, flit: Option<(usize, bool, bool, &[u32])>, credit: Option<usize>) {
        match flit {
            None => self.none(5),
            Some((vc, head, tail, data)) => {
                self.bit(true);
                self.bit(head);
                self.bit(tail);
                self.put(vc as u128);
                self.put_words(data);
            }
        }
        self.bit(credit.is_some());
        self.put(credit.unwrap_or(0) as u128);
    }

    /// Inputs that the users of a node drive; `id` is on the ids of the subordinate, which no side reads.
    pub fn drives(&mut self, manager: &ManagerDrives, memory: &MemoryDrives, id: u32) {
        self.request(manager.aw.as_ref());
        self.write(manager.w.as_ref());
        self.bit(manager.b_ready);
        self.request(manager.ar.as_ref());
        self.bit(manager.r_ready);
        self.bit(memory.aw_ready);
        self.bit(memory.w_ready);
        self.response(memory.b.as_ref().map(|answer| (id, answer)));
        self.bit(memory.ar_ready);
        self.read(memory.r.as_ref().map(|(answer, last)| (id, answer, *last)));
    }
}

/// Inputs of a node's manager.
#[derive(Debug, Clone, Copy, Default)]
pub struct ManagerSees {
    pub aw_ready: bool,
    pub w_ready: bool,
    pub b: Option<(u32, Answer)>,
    pub ar_ready: bool,
    pub r: Option<(u32, Answer, bool)>,
}

/// Reads a record in the order of its layout.
pub struct Reader<'a> {
    fields: std::slice::Iter<'a, Field>,
    words: &'a [u32],
}

impl<'a> Reader<'a> {
    pub fn new(layout: &'a Layout, words: &'a [u32]) -> Self {
        Self { fields: layout.fields.iter(), words }
    }

    fn words(&mut self) -> Data {
        let field = self.fields.next().expect("a field for each value");
        value(field, self.words)
    }

    fn get(&mut self) -> u128 {
        let words = self.words();
        (0..4).fold(0, |all, k| all | u128::from(words[k]) << (32 * k))
    }

    fn bit(&mut self) -> bool {
        self.get() != 0
    }

    fn request(&mut self) -> Option<Request> {
        let valid = self.bit();
        let [len, size, burst, lock, cache, prot, qos, region] = [(); 8].map(|()| self.get() as u8);
        let (id, addr, user) = (self.get() as u32, self.get() as u64, self.get());
        valid.then_some(Request { id, addr, len, size, burst, lock: lock != 0, cache, prot, qos, region, user })
    }

    fn write(&mut self) -> Option<(WriteBeat, bool)> {
        let (valid, last, strb, data, user) = (self.bit(), self.bit(), self.get() as u64, self.words(), self.get() as u64);
        valid.then_some((WriteBeat { data, strb, user }, last))
    }

    fn response(&mut self) -> Option<(u32, Answer)> {
        let (valid, resp, id, user) = (self.bit(), self.get() as u8, self.get() as u32, self.get() as u64);
        valid.then_some((id, Answer { resp, user, ..Answer::default() }))
    }

    fn read(&mut self) -> Option<(u32, Answer, bool)> {
        let (valid, last, resp) = (self.bit(), self.bit(), self.get() as u8);
        let (id, data, user) = (self.get() as u32, self.words(), self.get() as u64);
        valid.then_some((id, Answer { data, resp, user }, last))
    }

    /// Inputs of both users of a node, and `error`.
    pub fn sees(&mut self) -> (ManagerSees, MemorySees, u8) {
        let manager = ManagerSees { aw_ready: self.bit(), w_ready: self.bit(), b: self.response(), ar_ready: self.bit(), r: self.read() };
        let memory = MemorySees { aw: self.request(), w: self.write(), b_ready: self.bit(), ar: self.request(), r_ready: self.bit() };
        (manager, memory, self.get() as u8)
    }
}

/// The words of a field.
pub fn value(field: &Field, words: &[u32]) -> Data {
    let (first, shift) = (field.at as usize / 32, field.at % 32);
    let count = field.bits.div_ceil(32) as usize;
    let mut all = [0; 16];
    for k in 0..count.min(16) {
        let bits = (field.bits - 32 * k as u32).min(32);
        all[k] = (words[first + k] >> shift) & (u32::MAX >> (32 - bits));
    }
    all
}

/// A field in words.
pub fn shown(field: &Field, words: &[u32]) -> String {
    let value = value(field, words);
    if field.bits == 1 { value[0].to_string() } else { hex(&value[..field.bits.div_ceil(32).min(16) as usize], field.bits.min(512)) }
}

#[cfg(test)]
mod tests {
    use torusmith_design::IdOrder;

    use super::super::request::INCR;
    use super::*;

    const SHAPE: Axi4Shape = Axi4Shape {
        addr_width: 40,
        data_width: 128,
        id_width: 3,
        user_width: 5,
        slots: [4; 2],
        max_burst: 64,
        beats: [64; 2],
        held: [8; 2],
        id_order: IdOrder::Destination,
        exclusive: true,
        write_start: None,
        own_bits: 0,
    };

    #[test]
    fn what_is_put_into_a_record_is_read_from_it() {
        let layout = Layout::shown(&SHAPE, 4, 2, [160, 140], 1..3);
        let request =
            Request { addr: 0x12_3456_7890, len: 7, size: 4, burst: INCR, lock: true, cache: 15, user: 0xabc, ..Request::default() };
        let mut data = [0; 16];
        data[..4].copy_from_slice(&[1, 2, 3, u32::MAX]);
        let answer = Answer { data, resp: 2, user: 31 };
        let beat = (WriteBeat { data, strb: 0x8001, user: 17 }, true);
        let mut words = vec![0; layout.words()];
        let mut writer = Writer::new(&layout, &mut words);
        writer.bit(true);
        writer.bit(false);
        writer.response(None);
        writer.bit(true);
        writer.read(Some((5, &answer, true)));
        writer.request(Some(&request));
        writer.write(Some(&beat));
        writer.bit(true);
        writer.request(None);
        writer.bit(false);
        writer.put(0x81);
        writer.link(Some((3, true, false, &[1, 2, 3, 4, 5])), None);
        let (manager, memory, error) = Reader::new(&layout, &words).sees();
        assert_eq!((manager.aw_ready, manager.w_ready, manager.b, manager.ar_ready), (true, false, None, true));
        assert_eq!(manager.r, Some((5, answer, true)));
        assert_eq!((memory.aw, memory.w, memory.b_ready, memory.ar, memory.r_ready), (Some(request), Some(beat), true, None, false));
        assert_eq!(error, 0x81);
    }
}
