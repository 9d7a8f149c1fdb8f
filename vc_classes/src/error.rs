//! Errors in routes, or in classes given for them.

use std::fmt;

use thiserror::Error;

/// A hop, as its routes were given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HopLocation {
    /// At a node, towards a destination ([`crate::Routes::by_destination`]).
    Node {
        /// The node that the hop leaves.
        node: usize,
        /// Destination of the packets.
        destination: usize,
    },
    /// The number of a hop ([`crate::Routes::by_hops`]).
    Hop(usize),
}

impl fmt::Display for HopLocation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Node { node, destination } => write!(f, "at node {node}, to destination {destination}"),
            Self::Hop(hop) => write!(f, "hop {hop}"),
        }
    }
}

/// An error in routes or classes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Error {
    /// A channel with an end that is no node, or with two equal ends.
    #[error("channel {channel}: from node {from} to node {to}; allowed are two different nodes of 0..{nodes}")]
    Channel {
        /// Number of the channel.
        channel: usize,
        /// The node that it leaves.
        from: u32,
        /// The node that it enters.
        to: u32,
        /// Number of nodes.
        nodes: usize,
    },
    /// A terminal at a node that does not exist.
    #[error("terminal {terminal}: at node {node}; allowed are nodes of 0..{nodes}")]
    Terminal {
        /// Number of the terminal.
        terminal: usize,
        /// Its node.
        node: u32,
        /// Number of nodes.
        nodes: usize,
    },
    /// A table that is not `nodes * destinations` long.
    #[error("a table of {found} entries; {expected} are expected")]
    Length {
        /// Entries of the table.
        found: usize,
        /// Entries expected.
        expected: usize,
    },
    /// More nodes, channels or hops than 32 bits can number.
    #[error("{count} {of}; at most {most} are handled")]
    TooMany {
        /// The items counted: nodes, channels, hops or classes.
        of: &'static str,
        /// The count.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A channel that does not exist.
    #[error("{at}: channel {channel}; there are {channels}")]
    NoChannel {
        /// The hop.
        at: HopLocation,
        /// The channel that the hop names.
        channel: u32,
        /// Number of channels.
        channels: usize,
    },
    /// A hop whose channel does not leave the node that the packet is at.
    #[error("{at}: channel {channel} leaves node {from}, not node {expected}")]
    Apart {
        /// The hop.
        at: HopLocation,
        /// Its channel.
        channel: u32,
        /// The node that the channel leaves.
        from: u32,
        /// The node that the packet is at.
        expected: u32,
    },
    /// A route at its own destination.
    #[error("{at}: a packet that has arrived takes no channel")]
    Arrived {
        /// The hop.
        at: HopLocation,
    },
    /// A hop to a node without a route to the destination, or with a next hop that does not exist.
    #[error("{at}: the route ends at node {end} and does not go on")]
    Ends {
        /// The hop.
        at: HopLocation,
        /// The node that the channel leads to.
        end: u32,
    },
    /// A packet that visits a channel twice.
    #[error("{at}: the route loops")]
    Loop {
        /// A hop on the loop.
        at: HopLocation,
    },
    /// A class that does not exist.
    #[error("{at}: class {class}; there are {classes}")]
    Class {
        /// The hop.
        at: HopLocation,
        /// The class given.
        class: u8,
        /// Number of classes.
        classes: usize,
    },
}
