//! What is refused, one line each: the field, its value, what is allowed.

/// A router that is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A parameter out of range.
    #[error("{field} = {value} is not allowed; allowed: {allowed}")]
    Value {
        /// Name of the parameter.
        field: &'static str,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
    /// A routing function that gives what a router with these parameters cannot do.
    #[error("the route at node {node} to node {destination} with routing bits {bits:#x}: {fault}")]
    Route {
        /// The node.
        node: u32,
        /// The destination.
        destination: u32,
        /// The routing bits.
        bits: u64,
        /// What is wrong with it.
        fault: RouteFault,
    },
}

/// What is wrong with a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RouteFault {
    /// No candidate, or more than the parameters say.
    #[error("it has {0} candidates, allowed are 1 to the router's `candidates`")]
    Candidates(usize),
    /// A port that the router does not have.
    #[error("port {0} is none of the router's")]
    Port(u8),
    /// An empty set of VCs, or VCs that no message class has.
    #[error("the set of VCs {0:#b} is empty or goes beyond V / M")]
    Vcs(u8),
    /// Routing bits that do not fit, or that are changed where nothing rewrites them.
    #[error("it carries on routing bits {0:#x}, which do not fit or are rewritten without `rewrites`")]
    Onward(u64),
}

impl Error {
    pub(crate) fn value(field: &'static str, value: impl ToString, allowed: impl Into<String>) -> Self {
        Self::Value { field, value: value.to_string(), allowed: allowed.into() }
    }
}
