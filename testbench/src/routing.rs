//! The model's routing of a design.

use torusmith_sim::routing::{NetworkRouting, for_router};

use crate::Error;
use crate::manifest::Design;

/// The routing function that the manifest names.
pub(crate) fn routing(design: &Design) -> Result<NetworkRouting, Error> {
    Ok(for_router(&design.network, design.routing_options(), design.config)?)
}
