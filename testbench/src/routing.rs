//! The routing of a design: the model's, and the routing bits of the sources in front of the Verilog.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use torusmith_routes::{Choices, Routes, routes};
use torusmith_sim::routing::{NetworkRouting, for_router};

use crate::Error;
use crate::manifest::Design;

/// The routing function that the manifest names.
pub(crate) fn routing(design: &Design) -> Result<NetworkRouting, Error> {
    Ok(for_router(&design.network, design.routing_options(), design.config)?)
}

/// The routes by which sources write routing bits, described apart from the model: what goes into the Verilog must not come from the model that it is
/// compared with. `None` for a network without routing bits.
///
/// # Errors
/// [`Error::Option`] for a network with routing bits whose routes are not described.
pub(crate) fn source_routes(design: &Design) -> Result<Option<Box<dyn Routes>>, Error> {
    if design.network.route_bits() == 0 {
        return Ok(None);
    }
    let choices = Choices { routing: renamed(design.routing), vc_rule: renamed(design.vc_rule), ties: renamed(design.ties) };
    let unknown = || Error::Option {
        field: "network",
        value: design.network.to_string(),
        allowed: "networks whose routing bits the test bench has been told (docs/adding_a_network.md)".into(),
    };
    routes(&design.network, &choices).map(Some).ok_or_else(unknown)
}

/// A value in the vocabulary of all crates.
fn renamed<T: FromStr<Err: Debug>>(value: impl Display) -> T {
    value.to_string().parse().expect("a name of the vocabulary")
}
