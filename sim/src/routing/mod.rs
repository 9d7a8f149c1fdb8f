//! Routing functions and virtual-channel rules (docs/router.md RC1 to RC3, docs/networks.md).
//! A family of networks adds its routing in one file: a type that implements [`Routing`], for one network, one [`Choice`] and one number of VCs, and
//! one record, a [`FamilyRouting`], with
//! - the prefix of its networks' names, as in the family's record in `topology`;
//! - the algorithms and the VC rules that it knows, the default ones first, and why a rule is refused;
//! - the ties that go with an algorithm and a rule, the default ones first: none where these two do not go together;
//! - K, the classes of a rule under an algorithm, which is the least number of VCs;
//! - `build`, which makes the routing function and wraps it: `NetworkRouting::new(choice, function)`;
//! - `walk`, for the deadlock check alone, where a rule is no routing function of a router.
//!
//! A record of this crate is a line in `registry`; a program adds its own with [`register`]. A family without a record has no routing. The
//! routing function is asked once a head and hop, by one virtual call; nothing is dispatched a flit.

mod concentrated;
mod dragonfly;
mod family;
mod fattree;
mod flatfly;
mod function;
mod htn;
mod htn_balanced;
mod htn_literal;
mod htn_step;
mod hypercube;
mod lengths;
mod mesh;
mod mh3dt;
mod mtn;
mod network;
mod options;
mod own;
mod path;
pub mod rdt;
mod registry;
mod star;
mod sttn;
mod tesh;
mod tori_connected;
mod tori_connected_rules;
mod torus;
mod ttn;
mod twisted_ring;

pub use family::FamilyRouting;
pub use function::{Candidate, Candidates, Headers, Routing};
pub use lengths::lengths;
pub use network::NetworkRouting;
pub(crate) use options::Selection;
pub use options::{Choice, RoutingOptions, classes};
pub use path::{Hop, path, path_into, path_of};
pub(crate) use registry::for_walk;
pub use registry::{algorithms, choose, for_network, for_router, least_vcs, register, rules};
pub use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
