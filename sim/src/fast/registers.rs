//! Output registers of routers, for observation.

use super::fields::Fields;
use super::state::InputVc;
use super::word::Word;
use crate::engine::{Head, Packet, PortWord};

/// The output registers of all routers, `node * ports + port` (rule L2); with one clock a hop those of credits alone, as flits have none (rule ST1).
/// Kept for observation only.
pub(super) struct Registers {
    pub words: Vec<PortWord>,
    /// The heads in them where routers rewrite these, in any order.
    heads: Vec<Head>,
}

/// The next flit of `packet`, the front packet of an input VC, on the link.
pub(super) fn flit<W: Word>(fields: Fields<W>, vc: &InputVc, packet: &Packet) -> PortWord {
    let (left, length) = (vc.left, packet.flits);
    PortWord::flit(fields.vc(vc.output as usize), left == length, left == 1, packet.number, (length - left) as usize)
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

    /// Records a flit that leaves (rule ST1) by the output `at`; a head with the routing bits `carried` where routers rewrite them.
    #[inline(always)]
    pub fn flit(&mut self, at: usize, flit: PortWord, carried: Option<u64>) {
        self.words[at].0 |= flit.0;
        if let Some(bits) = carried.filter(|_| flit.head()) {
            self.heads.push(Head { at: at as u32, bits });
        }
    }

    /// A credit for VC `vc` goes back through the input `at` (rule ST2).
    #[inline(always)]
    pub fn credit(&mut self, at: usize, vc: usize) {
        self.words[at] = self.words[at].with_credit(vc);
    }

    pub fn show(&self, into: &mut [PortWord]) {
        into.copy_from_slice(&self.words);
    }

    /// Writes the heads: see [`crate::engine::Engine::heads`].
    pub fn show_heads(&mut self, into: &mut Vec<Head>) {
        self.heads.sort_unstable();
        into.clone_from(&self.heads);
    }
}
