//! Classes against known answers, an exhaustive search, and walks.

mod broken;
mod families;
mod known;
mod properties;
mod small;
#[path = "../support/mod.rs"]
mod support;
mod walked;
