//! The ports of a node with AXI4-Stream interfaces in words: port 0 is its streams.

use super::streams::{DATA_AT, ERROR_AT, EXPECTED_AT, TLAST, TREADY, TVALID, Words, told_user, two};
use crate::binding::{Flit, Streams, Wires};
use crate::flits::{Format, hex};
use crate::link::{self, Link};
use crate::protocol::{self, ClockView, Signal};
use crate::stream_shape::{StreamShape, class_bits};

pub(super) struct Ports<'a> {
    pub scene: ClockView<'a, Streams>,
    pub format: Format,
    pub streams: StreamShape,
}

/// Outputs of a node's streams, of one side.
struct Shown {
    control: u32,
    tdest: u32,
    tid: u32,
    tuser: u64,
    tkeep: u64,
    data: String,
    error: u32,
}

impl Shown {
    /// `last beat 0x12 from 5 in class 1; s_axis_tready 1`.
    fn text(&self, classes: u32) -> String {
        let beat = if self.control & TVALID != 0 {
            let user = told_user(self.tuser, classes, class_bits(classes as usize));
            format!("{} from {}{user}", beat(self.control, &self.data), self.tid)
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
        all.push(Signal::new("m_axis_tuser", want.tuser, have.tuser));
        all.push(Signal::new("m_axis_tkeep", format!("{:#x}", want.tkeep), format!("{:#x}", have.tkeep)));
        all.push(Signal::new("m_axis_tdata", &want.data, &have.data));
    }
    let error = |bits: u32| format!("{bits:06b}");
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

    /// The model's word, and what belongs to it.
    fn word(&self, at: usize) -> (u32, &[u32]) {
        let words = EXPECTED_AT + self.scene.design.data_words();
        (self.scene.frame.words[at].0 as u32, &self.scene.frame.extras.expected[at * words..][..words])
    }

    /// `tdest` is the node's own address in every clock (M2).
    fn expected_stream(&self, at: usize) -> Shown {
        let (word, own) = self.word(at);
        let tdest = self.scene.place(at).0 as u32;
        Shown {
            control: word & (TVALID | TLAST | TREADY),
            tdest,
            tid: own[0],
            tuser: two(&own[1..]),
            tkeep: two(&own[3..]),
            data: hex(&own[EXPECTED_AT..], self.streams.width),
            error: word >> ERROR_AT & 63,
        }
    }

    fn found_stream(&self, at: usize) -> Shown {
        let wires = self.scene.wires(at);
        let (words, error) = (Words::of(&wires), self.scene.errors(at).into());
        let (tdest, tid, tuser, tkeep) = (words.tdest(), words.tid(), words.tuser(), words.tkeep());
        Shown { control: wires.control, tdest, tid, tuser, tkeep, data: hex(words.data(), self.streams.width), error }
    }

    fn expected_link(&self, at: usize) -> Link {
        let (control, own) = self.word(at);
        Link { control, data: hex(&own[EXPECTED_AT..], self.format.width) }
    }

    fn found_link(&self, at: usize) -> Link {
        let Wires { control, data } = self.scene.wires(at);
        let words = self.format.width.div_ceil(32) as usize;
        Link::found(Wires { control, data: &data[DATA_AT..][..words] }, self.format)
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
        let (control, stream) = (flit.word.0 as u32, self.is_stream(at));
        let data = link::data_before(flit, if stream { self.streams.width } else { self.format.width });
        if stream { beat(control, &data) } else { link::flit(control, &data) }
    }
}
