//! Assignment of virtual channel classes that make given routes free of deadlock.
//!
//! Routes ([`Routes`]) give the channel that a packet takes next at each node. A packet holds a channel while it waits for the next one; if
//! such dependencies close a cycle, packets may wait for each other for all time. [`Dependencies`] detects this, and gives a shortest
//! cycle. [`find`] then searches for a class for each hop, so that the dependencies between the classes of channels have no cycle, with few
//! classes: the routes are unchanged, and a packet's class may change at every hop. [`walk`] checks any classes.
//!
//! ```
//! use torusmith_vc_classes::{Channel, Effort, NONE, Routes, find, walk};
//!
//! // A ring of four, one way round.
//! let channels = (0..4).map(|node| Channel { from: node, to: (node + 1) % 4 }).collect();
//! let table = (0..16).map(|hop| if hop / 4 == hop % 4 { NONE } else { hop / 4 }).collect();
//! let routes = Routes::by_destination(4, channels, table)?;
//! let found = find(&routes, Effort(0))?;
//! assert_eq!((found.count(), found.lower_bound), (2, 2));
//! assert!(walk(&routes, &found.balanced())?.acyclic());
//! # Ok::<(), torusmith_vc_classes::Error>(())
//! ```
//!
//! # The search
//!
//! Only channels that share a strongly connected component with others can be on a cycle; all other hops may use any class. The remaining
//! parts of the routes are trees, from the hops that reach a destination, or leave the component, back to the sources. Suppose a total
//! order of all (channel, class) is given. Then, from the roots on, each hop takes the highest class of its channel that is below the class
//! of the hop after it. If every hop finds one, each dependency goes up in the order, so that there is no cycle. This is complete: any
//! classes without a cycle have such an order, and in it no hop's highest class is below the one that it had. So the search is over orders:
//! by greedy rounds, which maintain one while they add one dependency after the other, and by local search from the best of these. Both
//! treat equal trees as one.
//!
//! # Limits
//!
//! Not supported are adaptive routing, where a packet has several next hops, and classes that depend on the channel that a packet comes
//! from. Routes that depend on the source, or on bits of the header, are given as hops, each with its next hop ([`Routes::by_hops`]).

mod assignment;
mod balance;
mod classes;
mod dependencies;
mod distinct;
mod error;
mod forest;
mod greedy;
mod local_search;
pub mod order;
mod positions;
mod repair;
mod routes;
mod search;
mod walk;

pub use assignment::{Attempts, ClassAssignment, Method};
pub use balance::imbalance;
pub use classes::{Class, Classes, MOST_CLASSES};
pub use dependencies::Dependencies;
pub use error::{Error, HopLocation};
pub use repair::{BrokenRoutes, ClassHop, RepairedRoutes, repair};
pub use routes::{Channel, Hop, NONE, Routes};
pub use search::{Effort, find};
pub use walk::{Walk, walk};
