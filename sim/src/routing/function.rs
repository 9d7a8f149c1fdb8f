//! The interface of a routing function, and its answers.

use torusmith_topology::TerminalId;

/// A routing function with its VC rule, for one network and number of VCs.
pub trait Routing: Send + Sync {
    /// Outputs that a head flit at router `node` may take (rules RC1 to RC3) on its way to a terminal; `bits` are the routing bits of its header.
    fn route(&self, node: u32, destination: TerminalId, bits: u64) -> Candidates;

    /// [`Routing::route`], and the routing bits that the head carries on if it leaves through a link (rule RC7): its own, unless
    /// the network [rewrites](Routing::rewrites) them.
    #[inline]
    fn route_onward(&self, node: u32, destination: TerminalId, bits: u64) -> (Candidates, u64) {
        (self.route(node, destination, bits), bits)
    }

    /// R, the routing bits of a header (rule L4).
    fn route_bits(&self) -> u32 {
        0
    }

    /// Routers rewrite the routing bits of heads (rule RC7). Only then may headers have more than 8 of them, and routing is deterministic.
    fn rewrites(&self) -> bool {
        false
    }

    /// The routing bits that a source, a terminal, may put into a header, the first choice first.
    fn source_choices(&self, _source: TerminalId, _destination: TerminalId) -> Headers {
        Headers::one(0)
    }

    /// The routing bits that the source puts into the header of packet `number`: the choices take turns.
    #[inline]
    fn source_bits(&self, source: TerminalId, destination: TerminalId, number: u32) -> u64 {
        let choices = self.source_choices(source, destination);
        if choices.len() == 1 { choices[0] } else { choices[number as usize % choices.len()] }
    }

    /// Classes that VC allocation has an arbiter for, at every output port that is a link (rule VA3): K of rule RC3, and 1 with channel selection,
    /// or where some hop is of class any, so that a candidate may have VCs of several classes.
    fn classes(&self) -> usize {
        1
    }

    /// The VCs of the escape classes, bit w for VC w; bits beyond V mean nothing. All of them for deterministic routing; the others are the
    /// adaptive ones of rule RC6.
    fn escape_vcs(&self) -> u8 {
        u8::MAX
    }

    /// [`Routing::route`] for a packet in the input VC `_input`, (port, VC), of which the VC means nothing at a local port. Another answer than `route`
    /// gives is for the deadlock walk only: a router does not know more than rule RC1 says.
    #[inline]
    fn route_from(&self, node: u32, destination: TerminalId, bits: u64, _input: (u8, u8)) -> Candidates {
        self.route(node, destination, bits)
    }

    /// [`Routing::route_from`] does give other answers.
    fn by_channel(&self) -> bool {
        false
    }

    /// Destinations that stand for all others when dependencies between channels are sought at `node`: for every other destination, one of these has
    /// the same candidates at `node` and at the next node. `None` if the network has no such list.
    fn representatives(&self, _node: u32) -> Option<Vec<TerminalId>> {
        None
    }
}

/// An output port and the VCs of it that a head flit may take (rule RC1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Candidate {
    /// Output port; a local one is the ejection.
    pub port: u8,
    /// Bit w is set when VC w may be taken; never empty.
    pub vcs: u8,
}

/// Most candidates of a head flit.
pub const MOST_CANDIDATES: usize = 4;

/// The ordered candidates of a head flit at a node: one for deterministic routing, up to four for adaptive routing.
// Two words, so that it is passed on in registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(8))]
pub struct Candidates {
    list: [Candidate; MOST_CANDIDATES],
    len: u8,
}

impl Candidates {
    /// A deterministic route.
    #[inline]
    pub fn one(port: u8, vcs: u8) -> Self {
        let none = Candidate { port: 0, vcs: 0 };
        Self { list: [Candidate { port, vcs }, none, none, none], len: 1 }
    }

    /// Appends a candidate, of lower preference than those already in the list.
    ///
    /// # Panics
    /// If the list holds four already.
    #[inline]
    pub fn push(&mut self, candidate: Candidate) {
        self.list[self.len as usize] = candidate;
        self.len += 1;
    }

    /// Adds `by` to every port: the base network's candidates in a network with several terminals at a router.
    #[inline]
    pub(super) fn with_ports_up(mut self, by: u8) -> Self {
        self.list[..self.len as usize].iter_mut().for_each(|candidate| candidate.port += by);
        self
    }

    /// Shifts every set of VCs up by `by`: the candidates of another message class (rule RC8).
    #[inline]
    pub fn moved_up(mut self, by: usize) -> Self {
        self.list[..self.len as usize].iter_mut().for_each(|candidate| candidate.vcs <<= by);
        self
    }

    /// Reduces every set of n VCs to one: number `j` mod n, counted from the lowest (rule RC9).
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

/// Permitted values of the routing bits, one to four, in the order of the choices (docs/networks.md).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Headers {
    list: [u64; 4],
    len: u8,
}

impl Headers {
    /// No choice.
    #[inline]
    pub fn one(bits: u64) -> Self {
        Self { list: [bits, 0, 0, 0], len: 1 }
    }
}

impl std::ops::Deref for Headers {
    type Target = [u64];

    #[inline]
    fn deref(&self) -> &[u64] {
        &self.list[..self.len as usize]
    }
}

/// # Panics
/// If the iterator yields more than four.
impl FromIterator<u64> for Headers {
    fn from_iter<I: IntoIterator<Item = u64>>(all: I) -> Self {
        let mut headers = Self { list: [0; 4], len: 0 };
        for bits in all {
            headers.list[headers.len as usize] = bits;
            headers.len += 1;
        }
        headers
    }
}
