//! The families whose routes are described: those of this crate, and those that a program adds.

use std::sync::{PoisonError, RwLock};

use torusmith_topology::{Concentrated, Network, NetworkSpec};

use crate::concentrated::ConcentratedRoutes;
use crate::dragonfly::DragonflyRoutes;
use crate::fattree::FatTreeRoutes;
use crate::flatfly::FlatButterflyRoutes;
use crate::htn::HtnRoutes;
use crate::hypercube::HypercubeRoutes;
use crate::own::table_routes;
use crate::rdt::RdtRoutes;
use crate::star::StarRoutes;
use crate::tori_connected::ToriConnectedRoutes;
use crate::torus::GridRoutes;
use crate::{Choices, Routes};

/// The routes of a network, if it is of the family and its routes by these choices are described.
pub type FamilyRoutes = fn(&Network, &Choices) -> Option<Box<dyn Routes>>;

static KNOWN: [FamilyRoutes; 12] = [
    |network, choices| build(network, choices, ToriConnectedRoutes::new),
    |network, choices| build(network, choices, HtnRoutes::new),
    |network, choices| build(network, choices, RdtRoutes::new),
    |network, choices| build(network, choices, GridRoutes::of_torus),
    |network, choices| build(network, choices, GridRoutes::of_mesh),
    |network, choices| build(network, choices, HypercubeRoutes::new),
    |network, choices| build(network, choices, StarRoutes::new),
    |network, choices| build(network, choices, FatTreeRoutes::new),
    |network, choices| build(network, choices, FlatButterflyRoutes::new),
    |network, choices| build(network, choices, DragonflyRoutes::new),
    concentrated,
    |network, _| table_routes(network),
];

static ADDED: RwLock<Vec<FamilyRoutes>> = RwLock::new(Vec::new());

fn build<T: NetworkSpec, R: Routes + 'static>(
    network: &Network,
    choices: &Choices,
    new: fn(&T, &Choices) -> Option<R>,
) -> Option<Box<dyn Routes>> {
    Some(Box::new(new(network.of()?, choices)?))
}

fn concentrated(network: &Network, choices: &Choices) -> Option<Box<dyn Routes>> {
    let network: &Concentrated = network.of()?;
    Some(Box::new(ConcentratedRoutes { base: routes(network.base(), choices)?, each: network.each() }))
}

/// Adds a family. A program does this first of all, next to [`torusmith_topology::register`].
pub fn register(family: FamilyRoutes) {
    ADDED.write().unwrap_or_else(PoisonError::into_inner).push(family);
}

/// The routes of a network by choices that it has; `None` if no family describes them.
pub fn routes(network: &Network, choices: &Choices) -> Option<Box<dyn Routes>> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    KNOWN.iter().chain(added.iter()).find_map(|family| family(network, choices))
}
