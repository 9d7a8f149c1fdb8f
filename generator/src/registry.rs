//! The families that there is Verilog for, by name: those of this crate, and those that a program adds.

use std::sync::{PoisonError, RwLock};

use torusmith_topology::Network;

use crate::error::Error;
use crate::family::FamilyRtl;
use crate::{dragonfly, fattree, flatfly, htn, hypercube, mesh, mtn, own, rdt, star, sttn, tesh, torus, ttn};

/// The families of this crate, in the order of the documentation.
static KNOWN: [&FamilyRtl; 14] = [
    &ttn::FAMILY,
    &sttn::FAMILY,
    &mtn::FAMILY,
    &tesh::FAMILY,
    &htn::FAMILY,
    &rdt::FAMILY,
    &torus::FAMILY,
    &mesh::FAMILY,
    &hypercube::FAMILY,
    &star::FAMILY,
    &fattree::FAMILY,
    &flatfly::FAMILY,
    &dragonfly::FAMILY,
    &own::FAMILY,
];

static ADDED: RwLock<Vec<&'static FamilyRtl>> = RwLock::new(Vec::new());

/// Adds a family, so that Verilog can be made of its networks. A program does this first of all, beside [`torusmith_topology::register`].
///
/// # Panics
/// If there is one with that prefix.
pub fn register(family: &'static FamilyRtl) {
    assert!(families().iter().all(|known| known.prefix != family.prefix), "two families with Verilog begin with {}", family.prefix);
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(family);
}

/// All families, those that were added last.
pub fn families() -> Vec<&'static FamilyRtl> {
    KNOWN.iter().copied().chain(ADDED.read().unwrap_or_else(PoisonError::into_inner).iter().copied()).collect()
}

/// The family of a network.
///
/// # Errors
/// [`Error::NoRtl`] for one without Verilog.
pub(crate) fn family_of(network: &Network) -> Result<&'static FamilyRtl, Error> {
    // Around what is out of service paths are a table.
    let prefix = if network.dead().is_some() { own::FAMILY.prefix } else { network.family().prefix };
    families().into_iter().find(|family| family.prefix == prefix).ok_or_else(|| Error::NoRtl(network.to_string()))
}
