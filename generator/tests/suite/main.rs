//! The generator's tests, in one binary.

mod design;
mod lint;
mod refusals;
mod routing;
mod simulation;
mod tools;
