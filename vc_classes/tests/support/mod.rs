//! Networks and routes for the tests and the examples.

pub mod cases;
pub mod layers;
pub mod networks;
pub mod random;
pub mod routing;
