//! The ports of a multicast router in words.

use crate::binding::{Data, Flit};
use crate::flits::hex;
use crate::link::{self, Link};
use crate::protocol::{self, ClockView, Signal};

pub(super) struct Ports<'a> {
    pub scene: ClockView<'a, Data>,
    pub width: u32,
}

impl Ports<'_> {
    fn expected_link(&self, at: usize) -> Link {
        let words = self.width.div_ceil(32) as usize;
        let data = hex(&self.scene.frame.extras.0[at][..words], self.width);
        Link { control: self.scene.frame.words[at].0 as u32, data }
    }

    /// Every bit of a head is defined.
    fn found_link(&self, at: usize) -> Link {
        let wires = self.scene.wires(at);
        Link { control: wires.control, data: hex(wires.data, self.width) }
    }
}

impl protocol::Ports for Ports<'_> {
    fn signals(&self, at: usize) -> Vec<Signal> {
        let mut all = link::signals(&self.expected_link(at), &self.found_link(at));
        if self.scene.last_port(at) {
            let error = |bits: u64| format!("{bits:04b}");
            all.push(Signal::new("error", error(self.scene.frame.words[at].0 >> 16 & 15), error(self.scene.errors(at).into())));
        }
        all
    }

    fn expected(&self, at: usize) -> String {
        self.expected_link(at).text()
    }

    fn found(&self, at: usize) -> String {
        self.found_link(at).text()
    }

    fn before(&self, _at: usize, flit: &Flit) -> String {
        link::flit(flit.word.0 as u32, &link::data_before(flit, self.width))
    }
}
