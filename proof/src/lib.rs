//! The contract `docs/router.md`, written a third time: as a function of bits, for a prover to compare a router with.
//!
//! A [`Router`] is made of [`Parameters`] and a routing function. It steps a [`State`], whose fields are the contract's own, by any [`Gates`]:
//! with [`Bools`] it runs, with the literals of a prover it is a netlist. Rules are named as in `docs/router.md`.

mod allocation;
mod arrivals;
mod credits;
mod error;
mod fronts;
mod gates;
mod guard;
mod links;
mod named;
mod parameters;
mod router;
mod routing;
mod state;
mod step;
mod switch;
pub mod vector;
mod wires;

pub use error::{Error, RouteFault};
pub use gates::{Bools, Gates};
pub use named::{Name, Named};
pub use parameters::{MAX_CANDIDATES, Parameters, Pipeline};
pub use router::Router;
pub use routing::{CandidateBits, Route, RouteBits, Routing};
pub use state::{Chosen, Flit, InputPort, InputVc, OutputPort, OutputVc, State};
pub use wires::{CreditLink, FlitLink, Inputs, Outputs};
