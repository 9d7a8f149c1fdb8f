//! The signals of AXI4 at the two sides of an interface, in the order of their declaration (docs/axi4_interface.md, Ports).

use crate::axi4::Axi4;

/// A signal of a manager or a subordinate, as a port of the interface.
#[derive(Debug, Clone)]
pub(crate) struct AxiSignal {
    pub name: String,
    pub output: bool,
    /// Bits of each manager or subordinate.
    pub bits: u32,
}

/// Names and bits of an address channel, less the user signal and the handshake.
fn request(id: u32, addr: u32) -> [(&'static str, u32); 10] {
    let rest = [("len", 8), ("size", 3), ("burst", 2), ("lock", 1), ("cache", 4), ("prot", 3), ("qos", 4), ("region", 4)];
    let mut all = [("id", id), ("addr", addr), ("", 0), ("", 0), ("", 0), ("", 0), ("", 0), ("", 0), ("", 0), ("", 0)];
    all[2..].copy_from_slice(&rest);
    all
}

/// All channels; `outward` for the side that gives requests, `id` bits of an ID, `request_user` of the user signals of requests.
fn channels(a: &Axi4, prefix: &str, outward: bool, id: u32, request_user: u32) -> Vec<AxiSignal> {
    let mut all = Vec::new();
    let mut channel = |way: &str, forward: bool, fields: &[(&str, u32)]| {
        let output = forward == outward;
        let mut add = |name: &str, output: bool, bits: u32| {
            if bits > 0 {
                all.push(AxiSignal { name: format!("{prefix}_{way}{name}"), output, bits });
            }
        };
        for &(name, bits) in fields {
            add(name, output, bits);
        }
        add("valid", output, 1);
        add("ready", !output, 1);
    };
    let asked = [&request(id, a.addr)[..], &[("user", request_user)]].concat();
    channel("aw", true, &asked);
    channel("w", true, &[("data", a.data), ("strb", a.data / 8), ("last", 1), ("user", a.user)]);
    channel("b", false, &[("id", id), ("resp", 2), ("user", a.user)]);
    channel("ar", true, &asked);
    channel("r", false, &[("id", id), ("data", a.data), ("resp", 2), ("last", 1), ("user", a.user)]);
    all
}

/// The side of a manager.
pub(crate) fn manager(a: &Axi4) -> Vec<AxiSignal> {
    channels(a, "s_axi", false, a.id, a.user)
}

/// The side of a subordinate, in a network of `address_bits` = A.
pub(crate) fn subordinate(a: &Axi4, address_bits: u32) -> Vec<AxiSignal> {
    let who = if a.exclusive { address_bits + a.id } else { 0 };
    channels(a, "m_axi", true, 1, a.user + who)
}

impl AxiSignal {
    fn direction(&self) -> &'static str {
        if self.output { "output wire" } else { "input  wire" }
    }

    /// As the port of a module of one side.
    pub fn declared(&self) -> String {
        format!("{} {} {}", self.direction(), range(self.bits), self.name)
    }

    /// As the port of a module of `count` sides, side by side.
    pub fn declared_for(&self, count: usize) -> String {
        format!("{} [{}:0] {}", self.direction(), count as u32 * self.bits - 1, self.name)
    }

    /// Its connection to the slice of side `index`.
    pub fn connected(&self, index: &str) -> String {
        let slice = if self.bits == 1 { format!("[{index}]") } else { format!("[{index}*{0} +: {0}]", self.bits) };
        format!(".{0}({0}{slice})", self.name)
    }
}

/// The range of a port; nothing for one bit.
fn range(bits: u32) -> String {
    if bits == 1 { String::new() } else { format!("[{}:0]", bits - 1) }
}
