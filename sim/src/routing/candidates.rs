//! Where a head flit may go.

/// An output port and the VCs of it that a head flit may take (rule RC1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Candidate {
    /// Output port; 0 is the ejection.
    pub port: u8,
    /// Bit w is set when VC w may be taken; never empty.
    pub vcs: u8,
}

/// The ordered candidates of a head flit at a node: one for deterministic routing, up to four for adaptive routing.
// Two words, so that it is passed on in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(8))]
pub struct Candidates {
    list: [Candidate; 4],
    len: u8,
}

impl Candidates {
    /// A deterministic route.
    #[inline]
    pub fn one(port: u8, vcs: u8) -> Self {
        let none = Candidate { port: 0, vcs: 0 };
        Self { list: [Candidate { port, vcs }, none, none, none], len: 1 }
    }

    /// Appends a candidate, of lower preference than those before it.
    ///
    /// # Panics
    /// If there are four already.
    #[inline]
    pub fn push(&mut self, candidate: Candidate) {
        self.list[self.len as usize] = candidate;
        self.len += 1;
    }

    /// The same with every set of VCs moved up by so many: the candidates of another message class (rule RC8).
    #[inline]
    pub fn moved_up(mut self, by: usize) -> Self {
        self.list[..self.len as usize].iter_mut().for_each(|candidate| candidate.vcs <<= by);
        self
    }

    /// The same with every set of VCs cut down to its number `j` mod n, of n from the lowest (rule RC9).
    pub fn kept(mut self, j: usize) -> Self {
        for candidate in &mut self.list[..self.len as usize] {
            let set: Vec<u8> = (0..8).filter(|w| candidate.vcs >> w & 1 == 1).collect();
            candidate.vcs = 1 << set[j % set.len()];
        }
        self
    }
}

impl std::ops::Deref for Candidates {
    type Target = [Candidate];

    #[inline]
    fn deref(&self) -> &[Candidate] {
        &self.list[..self.len as usize]
    }
}
