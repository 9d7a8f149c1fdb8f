//! The families whose networks have routing bits: those that are built in, and those that a program adds.

use std::sync::{PoisonError, RwLock};

use torusmith_topology::Network;

use super::family::{FamilyHeaders, Routed, SourceBits};
use super::{htn, rdt, tori_connected};
use crate::Error;

static KNOWN: [&FamilyHeaders; 5] = [&tori_connected::TTN, &tori_connected::MTN, &tori_connected::TESH, &htn::HEADERS, &rdt::HEADERS];

static ADDED: RwLock<Vec<&'static FamilyHeaders>> = RwLock::new(Vec::new());

/// Adds a family whose networks have routing bits. A program does this first of all.
pub fn register(family: &'static FamilyHeaders) {
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(family);
}

/// The sources of a network; `None` if its heads have no routing bits.
///
/// # Errors
/// [`Error::Option`] for a network that has some, and nobody has told which.
pub(crate) fn source_bits(network: &Network, routed: Routed) -> Result<Option<Box<dyn SourceBits>>, Error> {
    if network.route_bits() == 0 {
        return Ok(None);
    }
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    let record = KNOWN.iter().chain(added.iter()).find(|family| family.prefix == network.family().prefix);
    match record.and_then(|family| (family.bits)(network, routed)) {
        Some(bits) => Ok(Some(bits)),
        None => Err(Error::Option {
            field: "network",
            value: network.to_string(),
            allowed: "networks whose routing bits the test bench has been told (docs/adding_a_network.md)".into(),
        }),
    }
}
