//! Networks and routes for the tests and the examples.

pub mod layers;
pub mod networks;
pub mod random;
pub mod routing;

use torusmith_classes::Routes;

/// A network with routes, as it is called in a table.
pub struct Case {
    pub name: String,
    pub routes: Routes,
    /// The most classes that are expected.
    pub classes: usize,
}

pub mod cases;
