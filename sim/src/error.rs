//! Errors of the model, one line each: the field, its value, what is allowed.

use torusmith_design::Order;
use torusmith_topology::TerminalId;

/// A setting that the model refuses.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A number, name or combination out of range.
    #[error("{field} = {value} is not allowed; allowed: {allowed}")]
    Value {
        /// Name of the setting.
        field: &'static str,
        /// The value given.
        value: String,
        /// Allowed values, with the reason where it is not plain.
        allowed: String,
    },
    /// A VC rule that needs more virtual channels than the router has.
    #[error("vcs = {vcs} is not allowed; the VC rule `{rule}` of {network} needs at least {least}")]
    TooFewVcs {
        /// V, as given.
        vcs: usize,
        /// The rule.
        rule: &'static str,
        /// The network.
        network: String,
        /// K, the least V.
        least: usize,
    },
    /// Packets of a pair that are to be kept in order, under a routing algorithm with several paths.
    #[error("order = {order} is not allowed with routing {routing}; allowed: none")]
    Order {
        /// Requested order.
        order: Order,
        /// The routing algorithm.
        routing: String,
    },
    /// A network that is a graph and no more.
    #[error("network {network}: it has no routing; torusmith topology tells what its graph is like")]
    NoRouting {
        /// The network.
        network: String,
    },
    /// A table of routes whose classes are still to be found.
    #[error("network {network}: classes = \"auto\" has not been resolved; allowed here: a number of classes")]
    OpenClasses {
        /// The network.
        network: String,
    },
    /// An error in a file of traffic.
    #[error(transparent)]
    File(torusmith_topology::Error),
    /// A routing function that does not reach a destination.
    #[error("no path from node {from} to node {to}: the routing function leads nowhere at node {at}")]
    Lost {
        /// Source.
        from: TerminalId,
        /// Destination.
        to: TerminalId,
        /// Node at which the path breaks off.
        at: u32,
    },
}

impl Error {
    /// A refused value.
    pub(crate) fn value(field: &'static str, value: impl ToString, allowed: impl Into<String>) -> Self {
        Self::Value { field, value: value.to_string(), allowed: allowed.into() }
    }
}
