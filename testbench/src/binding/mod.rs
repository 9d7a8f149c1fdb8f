//! The Verilated network behind a safe interface: the only place with `unsafe`.
//!
//! `library` loads the shared object and holds the shim's functions; `net` owns one network in it; `team` steps it clock by clock on
//! several threads; `frame` is what a clock brings, in the structs of `layout`. What makes it sound: the shim is compiled with the object and checked by its cache key, so the signatures are
//! those of `cpp/shim.cpp`; a network is freed before its library is closed; in a clock each node is stepped once, by one
//! thread, and a barrier lies between two clocks.

#![allow(unsafe_code)]

mod barrier;
mod frame;
mod layout;
mod library;
mod net;
mod team;

pub use frame::{Data, Frame, FrameExtras, Heads, Signals, Streams};
pub use layout::{DriverCounts, DriverSettings, Flit, Offer, Rewritten, Totals, assertions};
pub use library::Library;
pub use net::{Net, Wires, Wiring};
pub use team::{Director, Next, View, run};
