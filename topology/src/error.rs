//! Errors in names, parameters, addresses and files, in one line.

use std::fmt;

/// An error in a network's name, its parameters, an address or a file. One line that names field, value and allowed range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No family has this name.
    #[error("network `{name}`: unknown{}; known are {known}", nearest.as_ref().map_or_else(String::new, |nearest| format!(" (did you mean `{nearest}`?)")))]
    Unknown {
        /// The name that was given.
        name: String,
        /// The given name, with the most similar family.
        nearest: Option<String>,
        /// The families, each with its syntax.
        known: String,
    },
    /// A name that cannot be parsed.
    #[error("network `{name}`: cannot be read; write it as {form}")]
    Syntax {
        /// The name that was given.
        name: String,
        /// The expected form.
        form: &'static str,
    },
    /// Invalid contents of a file.
    #[error("{file}, line {line}: {what}")]
    File {
        /// The file, as the user named it.
        file: String,
        /// The line, from 1.
        line: u32,
        /// The mistake, and what is expected.
        what: String,
    },
    /// A file that cannot be read.
    #[error("{file}: {what}")]
    Unreadable {
        /// The file, as the user named it.
        file: String,
        /// The reason.
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
        /// The allowed range, and why.
        allowed: String,
    },
    /// A link or node that does not exist, in words.
    #[error("{what}")]
    Missing {
        /// What is missing, and what exists.
        what: String,
    },
    /// A router with terminals that packets cannot reach, or cannot leave.
    #[error("node `{node}` is cut off; allowed: with --allow-unreachable, which leaves it out")]
    CutOff {
        /// Address of the router.
        node: String,
    },
    /// An address of no node.
    #[error("address `{address}`: not a node of {network}; {allowed}")]
    Address {
        /// The address that was given.
        address: String,
        /// The network.
        network: String,
        /// The form of the network's addresses.
        allowed: String,
    },
}

impl Error {
    /// Refuses a parameter of a family.
    pub fn parameter(network: &'static str, field: &'static str, value: impl fmt::Display, allowed: &str) -> Self {
        Self::Parameter { network, field, value: value.to_string(), allowed: allowed.into() }
    }
}
