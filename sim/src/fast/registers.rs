//! The output registers, for those who look.

use super::fields::Fields;
use super::state::InputVc;
use super::word::Word;
use crate::engine::{Head, PortWord};

/// The output registers of all routers, `node * ports + port` (rule L2). Kept only to be looked at.
pub(super) struct Registers {
    pub words: Vec<PortWord>,
    /// The heads in them where routers rewrite these, in any order.
    heads: Vec<Head>,
}

impl Registers {
    pub fn new(nodes: usize, ports: usize) -> Self {
        Self { words: vec![PortWord::default(); nodes * ports], heads: Vec::new() }
    }

    /// No grants so far (rule ST1).
    pub fn clear(&mut self) {
        self.words.fill(PortWord::default());
        self.heads.clear();
    }

    /// The next flit of the front packet, number `packet`, of input VC `q` wins the switch (rules ST1, ST2); a head with the routing bits `carried`
    /// where there are such.
    #[inline(always)]
    pub fn send<W: Word>(&mut self, node: usize, fields: Fields<W>, q: usize, vc: &InputVc, packet: u32, carried: Option<u64>) {
        let first = node * fields.ports();
        let words = &mut self.words[first..][..fields.ports()];
        let output = vc.output as usize;
        let flit = PortWord::flit(fields.vc(output), vc.left == vc.length, vc.left == 1, packet, (vc.length - vc.left) as usize);
        words[fields.port(output)].0 |= flit.0;
        if let Some(bits) = carried.filter(|_| flit.head()) {
            self.heads.push(Head { at: (first + fields.port(output)) as u32, bits });
        }
        let back = &mut words[fields.port(q)];
        *back = back.with_credit(fields.vc(q));
    }

    pub fn show(&self, into: &mut [PortWord]) {
        into.copy_from_slice(&self.words);
    }

    /// See [`crate::engine::Engine::heads`].
    pub fn show_heads(&mut self, into: &mut Vec<Head>) {
        self.heads.sort_unstable();
        into.clone_from(&self.heads);
    }
}
