//! Errors of parameters and routes, in one line: field, value, allowed range.

/// A refused router.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A parameter out of range.
    #[error("{field} = {value} is not allowed; allowed: {allowed}")]
    Value {
        /// Name of the parameter.
        field: &'static str,
        /// The value given.
        value: String,
        /// The allowed range.
        allowed: String,
    },
    /// A route that is impossible for a router with these parameters.
    #[error("the route at node {node} to node {destination} with routing bits {bits:#x}: {fault}")]
    Route {
        /// The node.
        node: u32,
        /// The destination.
        destination: u32,
        /// The routing bits.
        bits: u64,
        /// The mistake in the route.
        fault: RouteError,
    },
}

/// A mistake in a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RouteError {
    /// No candidate, or more than the parameters allow.
    #[error("it has {0} candidates, allowed are 1 to the router's `candidates`")]
    Candidates(usize),
    /// A port that the router does not have.
    #[error("port {0} is none of the router's")]
    Port(u8),
    /// An empty set of VCs, or VCs that no message class has.
    #[error("the set of VCs {0:#b} is empty or goes beyond V / M")]
    Vcs(u8),
    /// Routing bits out of range, or changed without `rewrites`.
    #[error("it carries on routing bits {0:#x}, which do not fit or are rewritten without `rewrites`")]
    Onward(u64),
}

impl Error {
    pub(crate) fn value(field: &'static str, value: impl ToString, allowed: impl Into<String>) -> Self {
        Self::Value { field, value: value.to_string(), allowed: allowed.into() }
    }
}
