//! What is wrong with a name, a parameter or an address, in one line.

use std::fmt;

/// What is wrong with a network's name, its parameters or an address. One line, naming field, value and what is allowed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No such network.
    #[error("network `{name}`: unknown{}; known are {known}", nearest.as_ref().map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)")))]
    Unknown {
        /// What was given.
        name: String,
        /// The same with the family that is written most like it.
        nearest: Option<String>,
        /// The families, each with its syntax.
        known: String,
    },
    /// A name that cannot be read.
    #[error("network `{name}`: cannot be read; write it as {form}")]
    Syntax {
        /// What was given.
        name: String,
        /// How it is written.
        form: &'static str,
    },
    /// What a file says is wrong.
    #[error("{file}, line {line}: {what}")]
    File {
        /// The file, as it was named.
        file: String,
        /// The line, from 1.
        line: u32,
        /// What is wrong, and what was expected.
        what: String,
    },
    /// A file that cannot be read.
    #[error("{file}: {what}")]
    Unreadable {
        /// The file, as it was named.
        file: String,
        /// Why.
        what: String,
    },
    /// A parameter out of range.
    #[error("{network}: {field} = {value} is not allowed; allowed: {allowed}")]
    Parameter {
        /// Network family.
        network: &'static str,
        /// Parameter name as in the papers.
        field: &'static str,
        /// The value given.
        value: String,
        /// What is allowed and why.
        allowed: String,
    },
    /// An address that is no node of the network.
    #[error("address `{address}`: not a node of {network}; {allowed}")]
    Address {
        /// What was given.
        address: String,
        /// The network.
        network: String,
        /// How its addresses are written.
        allowed: String,
    },
}

impl Error {
    /// A parameter of a family that is out of range.
    pub fn parameter(network: &'static str, field: &'static str, value: impl fmt::Display, allowed: &str) -> Self {
        Self::Parameter { network, field, value: value.to_string(), allowed: allowed.into() }
    }
}
