//! The generator's tests, in one binary.

mod adaptive;
mod design;
mod formal;
mod lint;
mod rdt;
mod multicast;
mod refusals;
mod routing;
mod simulation;
mod skip;
mod tools;
mod wiring;
