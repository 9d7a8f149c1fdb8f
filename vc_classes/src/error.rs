//! What is wrong with routes, or with classes that are given for them.

use std::fmt;

use thiserror::Error;

/// A hop, as it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// At a node, towards a destination ([`crate::Routes::by_destination`]).
    Node {
        /// The node that the hop leaves.
        node: usize,
        /// Where its packets go.
        destination: usize,
    },
    /// The number of a hop ([`crate::Routes::by_hops`]).
    Hop(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Node { node, destination } => write!(f, "at node {node}, to destination {destination}"),
            Self::Hop(hop) => write!(f, "hop {hop}"),
        }
    }
}

/// Why routes or classes are refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A channel's end is no node, or both its ends are the same.
    #[error("channel {channel}: from node {from} to node {to}; allowed are two different nodes of 0..{nodes}")]
    Channel {
        /// Its number.
        channel: usize,
        /// The node that it leaves.
        from: u32,
        /// The node that it enters.
        to: u32,
        /// How many nodes there are.
        nodes: usize,
    },
    /// A table that is not `nodes * nodes` long.
    #[error("a table of {found} entries; {expected} are expected")]
    Length {
        /// Its entries.
        found: usize,
        /// What it should have.
        expected: usize,
    },
    /// More nodes, channels or hops than 32 bits can number.
    #[error("{count} {of}; at most {most} are handled")]
    TooMany {
        /// What there is too much of.
        of: &'static str,
        /// How many.
        count: usize,
        /// The most that is handled.
        most: usize,
    },
    /// A channel that does not exist.
    #[error("{at}: channel {channel}; there are {channels}")]
    NoChannel {
        /// The hop.
        at: Place,
        /// What it names.
        channel: u32,
        /// How many there are.
        channels: usize,
    },
    /// A hop's channel does not leave the node that the packet is at.
    #[error("{at}: channel {channel} leaves node {from}, not node {expected}")]
    Apart {
        /// The hop.
        at: Place,
        /// Its channel.
        channel: u32,
        /// The node that this leaves.
        from: u32,
        /// The node that the packet is at.
        expected: u32,
    },
    /// A route at its own destination.
    #[error("{at}: a packet that has arrived takes no channel")]
    Arrived {
        /// The hop.
        at: Place,
    },
    /// A hop leads to a node that has no route to the destination, or names a next hop that is none.
    #[error("{at}: the route ends at node {end} and does not go on")]
    Ends {
        /// The hop.
        at: Place,
        /// Where its channel leads.
        end: u32,
    },
    /// A packet comes to the same channel again.
    #[error("{at}: the route loops")]
    Loop {
        /// A hop on the loop.
        at: Place,
    },
    /// A class that does not exist.
    #[error("{at}: class {class}; there are {classes}")]
    Class {
        /// The hop.
        at: Place,
        /// What it was given.
        class: u8,
        /// How many classes there are.
        classes: usize,
    },
}
