//! The ports of a node with AXI4-Stream interfaces in words: port 0 is its streams.

use super::streams::{ERROR_AT, TLAST, TREADY, TVALID, USER, USER_AT, in_class};
use crate::binding::{Flit, Streams, Wires};
use crate::flits::{Format, hex};
use crate::link::{self, Link};
use crate::protocol::{self, Scene, Signal};

pub(super) struct Ports<'a> {
    pub scene: Scene<'a, Streams>,
    pub format: Format,
}

/// What one side shows at a node's streams.
struct Shown {
    control: u32,
    tdest: u32,
    tid: u32,
    data: String,
    error: u32,
}

impl Shown {
    /// `last beat 0x12 from 5 in class 1; s_axis_tready 1`.
    fn text(&self, classes: u32) -> String {
        let beat = if self.control & TVALID != 0 {
            let class = in_class((self.control & USER) >> USER_AT, classes);
            format!("{} from {}{class}", beat(self.control, &self.data), self.tid)
        } else {
            "no beat".into()
        };
        format!("{beat}; s_axis_tready {}", u8::from(self.control & TREADY != 0))
    }
}

/// `last beat 0x12`.
fn beat(control: u32, data: &str) -> String {
    format!("{}beat {data}", if control & TLAST != 0 { "last " } else { "" })
}

/// The streams: valid before the fields that it makes valid.
fn signals(want: &Shown, have: &Shown) -> Vec<Signal> {
    let bit = |name, bit: u32| Signal::field(name, want.control, have.control, bit.trailing_zeros(), 1);
    let mut all = vec![bit("m_axis_tvalid", TVALID)];
    if want.control & TVALID != 0 {
        all.extend([bit("m_axis_tlast", TLAST), Signal::new("m_axis_tid", want.tid, have.tid)]);
        all.push(Signal::field("m_axis_tuser", want.control, have.control, USER_AT, USER >> USER_AT));
        all.push(Signal::new("m_axis_tdata", &want.data, &have.data));
    }
    let error = |bits: u32| format!("{bits:04b}");
    all.extend([bit("s_axis_tready", TREADY), Signal::new("error", error(want.error), error(have.error))]);
    all.push(Signal::new("m_axis_tdest", want.tdest, have.tdest));
    all
}

impl Ports<'_> {
    fn is_stream(&self, at: usize) -> bool {
        self.scene.place(at).1 == 0
    }

    fn classes(&self) -> u32 {
        self.scene.design.config.message_classes as u32
    }

    /// The model's word, `tid` and data.
    fn word(&self, at: usize) -> (u32, u32, &[u32]) {
        let words = self.format.width.div_ceil(32) as usize;
        let own = &self.scene.frame.beside.expected[at * (1 + words)..][..1 + words];
        (self.scene.frame.words[at].0 as u32, own[0], &own[1..])
    }

    /// `tdest` is the node's own address in every clock (M2).
    fn expected_stream(&self, at: usize) -> Shown {
        let (word, tid, data) = self.word(at);
        let tdest = self.scene.place(at).0 as u32;
        Shown {
            control: word & (TVALID | TLAST | TREADY | USER),
            tdest,
            tid,
            data: hex(data, self.format.width),
            error: word >> ERROR_AT & 15,
        }
    }

    fn found_stream(&self, at: usize) -> Shown {
        let Wires { control, data } = self.scene.wires(at);
        let error = self.scene.errors(at).into();
        Shown { control, tdest: data[0], tid: data[1], data: hex(&data[2..], self.format.width), error }
    }

    fn expected_link(&self, at: usize) -> Link {
        let (control, _, data) = self.word(at);
        Link { control, data: hex(data, self.format.width) }
    }

    fn found_link(&self, at: usize) -> Link {
        let Wires { control, data } = self.scene.wires(at);
        Link::found(Wires { control, data: &data[2..] }, self.format)
    }
}

impl protocol::Ports for Ports<'_> {
    fn signals(&self, at: usize) -> Vec<Signal> {
        match self.is_stream(at) {
            true => signals(&self.expected_stream(at), &self.found_stream(at)),
            false => link::signals(&self.expected_link(at), &self.found_link(at)),
        }
    }

    fn expected(&self, at: usize) -> String {
        if self.is_stream(at) { self.expected_stream(at).text(self.classes()) } else { self.expected_link(at).text() }
    }

    fn found(&self, at: usize) -> String {
        if self.is_stream(at) { self.found_stream(at).text(self.classes()) } else { self.found_link(at).text() }
    }

    fn before(&self, at: usize, flit: &Flit) -> String {
        let (control, data) = (flit.word.0 as u32, link::data_before(flit, self.format.width));
        if self.is_stream(at) { beat(control, &data) } else { link::flit(control, &data) }
    }
}
