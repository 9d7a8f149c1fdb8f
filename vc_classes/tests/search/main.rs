//! Classes against answers that are known, a search through all, and walks.

mod broken;
mod families;
mod known;
mod properties;
mod small;
#[path = "../support/mod.rs"]
mod support;
mod walked;
