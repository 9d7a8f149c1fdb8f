//! A third, independent formulation of the contract `docs/router.md`: a function of bits, for a prover to compare routers with.
//!
//! A [`Router`] consists of [`Parameters`] and a routing function. It steps a [`State`], whose fields are the contract's own, with any
//! [`Gates`]: [`Bools`] run it, the literals of a prover turn it into a netlist. Rules are named as in `docs/router.md`.
//!
//! Example: a router of two ports at node 1 receives a packet of one flit for its own node. This is an error, which sets bit 2 of `error`.
//!
//! ```
//! use torusmith_contract::{Bools, FlitLink, Inputs, Parameters, Pipeline, Route, Router};
//!
//! let parameters = Parameters {
//!     ports: 2, vcs: 1, flit_width: 8, depth: 2, address_bits: 2, routing_bits: 0, nodes: 4, apart: None,
//!     pipeline: Pipeline::Two, message_classes: 1, reuse_empty: 0, classes: 1, candidates: 1, rewrites: false, order: false, hop_bits: 0, turns: Parameters::all_turns(2),
//! };
//! // Local traffic leaves by port 0, all other by port 1; both have VC 0.
//! let router = Router::new(parameters, |node, to, bits| Route::new(&[(u8::from(node != to), 1)], bits))?;
//! let bits = |value: u64, width: usize| (0..width).map(|k| value >> k & 1 == 1).collect::<Vec<bool>>();
//! let state = router.reset(&mut Bools, &bits(1, 2));
//! let mut inputs = Inputs::of(router.parameters(), false);
//! inputs.flits[0] = FlitLink { valid: true, vc: bits(0, 1), head: true, tail: true, data: bits(0b0101, 8) };
//! let (next, _) = router.step(&mut Bools, &state, &inputs);
//! assert_eq!(router.outputs(&mut Bools, &next).error, [false, false, true]);
//! # Ok::<(), torusmith_contract::Error>(())
//! ```

mod allocation;
mod arrivals;
mod credits;
mod error;
mod fronts;
mod gates;
mod guard;
mod hops;
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

pub use error::{Error, RouteError};
pub use gates::{Bools, Gates};
pub use hops::{HopBits, Hops};
pub use named::{BitName, NamedBits};
pub use parameters::{Apart, MAX_CANDIDATES, Parameters};
pub use router::Router;
pub use routing::{CandidateBits, Route, RouteBits, Routing};
pub use state::{Flit, InputPort, InputVc, LocalGuard, OutputPort, OutputVc, State, VcChoice};
pub use torusmith_design::{Pipeline, Ties, VcRule};
pub use wires::{CreditLink, FlitLink, Inputs, Outputs};
