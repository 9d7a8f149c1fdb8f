//! What a routing function answers.

use super::candidates::Candidates;
use super::headers::Headers;

/// A routing function with its VC rule, for one network and number of VCs.
pub trait Routing: Send + Sync {
    /// Where a head flit at `node` may go (rules RC1 to RC3); `bits` are the routing bits of its header.
    fn route(&self, node: u32, destination: u32, bits: u64) -> Candidates;

    /// [`Routing::route`], and the routing bits that the head carries on if it leaves through a port other than 0 (rule RC7): its own, unless
    /// the network [rewrites](Routing::rewrites) them.
    #[inline]
    fn route_onward(&self, node: u32, destination: u32, bits: u64) -> (Candidates, u64) {
        (self.route(node, destination, bits), bits)
    }

    /// Routers rewrite the routing bits of heads (rule RC7). Only then may headers have more than 8 of them, and routing is deterministic.
    fn rewrites(&self) -> bool {
        false
    }

    /// The routing bits that a source may put into a header, the first choice first.
    fn source_choices(&self, _source: u32, _destination: u32) -> Headers {
        Headers::one(0)
    }

    /// The routing bits that the source puts into the header of packet `number`: the choices take turns.
    #[inline]
    fn source_bits(&self, source: u32, destination: u32, number: u32) -> u64 {
        let choices = self.source_choices(source, destination);
        if choices.len() == 1 { choices[0] } else { choices[number as usize % choices.len()] }
    }

    /// Classes that VC allocation has an arbiter for, at every output port but port 0 (rule VA3): K of rule RC3, and 1 with channel selection,
    /// where a candidate may have VCs of several classes.
    fn classes(&self) -> usize {
        1
    }

    /// The VCs of the escape classes, bit w for VC w; bits beyond V mean nothing. All of them for deterministic routing; the others are the
    /// adaptive ones of rule RC6.
    fn escape_vcs(&self) -> u8 {
        u8::MAX
    }

    /// [`Routing::route`] for a packet in the input VC `_input`, (port, VC), of which the VC means nothing at port 0. Another answer than `route`
    /// gives is for the deadlock walk only: a router does not know more than rule RC1 says.
    #[inline]
    fn route_from(&self, node: u32, destination: u32, bits: u64, _input: (u8, u8)) -> Candidates {
        self.route(node, destination, bits)
    }

    /// [`Routing::route_from`] does give other answers.
    fn by_channel(&self) -> bool {
        false
    }

    /// Destinations that stand for all others when dependencies between channels are sought at `node`: for every other destination there is
    /// one among them with the same candidates at `node` and at the next node. `None` if nobody has worked them out.
    fn representatives(&self, _node: u32) -> Option<Vec<u32>> {
        None
    }
}
