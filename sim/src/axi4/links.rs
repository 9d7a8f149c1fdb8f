//! The links of a node's sides.

use super::giver::Giver;
use super::taker::Taker;
use crate::reference::router::{Routed, Wires};

/// A link in a clock (rule L1): the flit on it with its VC, and the credit on the way back beside it. An own link (P4) is VC V.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<F> {
    /// VC and flit.
    pub flit: Option<(usize, F)>,
    /// VC of the credit.
    pub credit: Option<usize>,
}

impl<F> Default for Link<F> {
    fn default() -> Self {
        Self { flit: None, credit: None }
    }
}

impl<F> From<Wires<F>> for Link<F> {
    fn from(Wires { flit, credit }: Wires<F>) -> Self {
        Self { flit, credit }
    }
}

/// What comes towards a side in a clock, from its routers and over the own links.
pub(super) struct Arriving<F> {
    /// Of the network that it sends on.
    pub credits: [Option<usize>; 2],
    /// Of the network that it takes from.
    pub flits: [Option<(usize, F)>; 2],
}

/// What the sides of a node show the router of one network.
pub(super) fn to_router<F: Routed>(giver: Option<&Giver<F>>, taker: Option<&Taker<F>>) -> Wires<F> {
    Wires { flit: giver.and_then(Giver::to_router), credit: taker.and_then(Taker::to_router) }
}

/// The own link of one network.
pub(super) fn own<F: Routed>(giver: Option<&Giver<F>>, taker: Option<&Taker<F>>) -> Wires<F> {
    Wires { flit: giver.and_then(Giver::to_own), credit: taker.and_then(Taker::to_own) }
}
