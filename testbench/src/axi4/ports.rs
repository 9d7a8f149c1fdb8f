//! The record of a node in words.

use super::layout::{Field, Layout, shown, value};
use crate::binding::{Flit, Signals};
use crate::protocol::{self, ClockView, Signal};

pub(super) struct Ports<'a> {
    pub scene: ClockView<'a, Signals>,
    pub layout: &'a Layout,
    /// Words of a node's record in a frame.
    pub words: usize,
}

impl Ports<'_> {
    fn want(&self, at: usize) -> &[u32] {
        &self.scene.frame.extras.expected[at * self.words..][..self.words]
    }

    fn have(&self, at: usize) -> &[u32] {
        self.scene.wires(at).data
    }
}

impl protocol::Ports for Ports<'_> {
    /// Those of which the model's VALID is 1, and all without one.
    fn signals(&self, at: usize) -> Vec<Signal> {
        let (want, have) = (self.want(at), self.have(at));
        let valid = |field: &&Field| field.bits > 0 && field.gate.is_none_or(|gate| value(&self.layout.fields[gate], want)[0] != 0);
        self.layout.fields.iter().filter(valid).map(|field| Signal::new(&field.name, shown(field, want), shown(field, have))).collect()
    }

    fn expected(&self, at: usize) -> String {
        self.layout.text(self.want(at))
    }

    fn found(&self, at: usize) -> String {
        self.layout.text(self.have(at))
    }

    fn before(&self, _at: usize, flit: &Flit) -> String {
        format!("clock {}", flit.clock)
    }
}
