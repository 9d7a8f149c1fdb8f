//! What takes many minutes a test: built with the feature `soak` alone, run by scripts/soak.

#[path = "../lockstep/agree.rs"]
mod agree;
mod by_packets;
mod deadlock;
#[path = "../lockstep/edit.rs"]
mod edit;
mod large;
mod netlist;
mod own;
#[allow(dead_code, reason = "it serves the lock steps of the plain tests too")]
#[path = "../lockstep/support.rs"]
mod support;
