//! The AXI4 interface: managers and subordinates over two networks of routers, cycle-exact to docs/axi4_interface.md.
//! A user drives [`Inputs`] in every clock and reads [`ManagerOutputs`] and [`SubordinateOutputs`]. The routers are those of the reference engine,
//! once for requests and once for responses; their flits carry the fields of a packet.
//!
//! A read over two hops of a memory that answers in one clock (docs/axi4_interface.md):
//!
//! ```
//! use torusmith_sim::axi4::{Axi4Network, Axi4Options, Inputs, ManagerInputs, ReadBeat, Request, SubordinateInputs};
//! use torusmith_sim::config::RouterConfig;
//! use torusmith_sim::routing::{RoutingOptions, for_network};
//! use torusmith_design::Order;
//! use torusmith_topology::{Network, address_map};
//!
//! let network: Network = "mesh:3,3".parse()?;
//! let text = "managers = ['0,0']\n[[range]]\nname = 'ram'\nbase = 0\nsize = 0x1000\nnode = '1,1'\n";
//! let map = address_map::parse(text, "map.toml", &network, 32)?;
//! let config = RouterConfig { order: Order::Pair, ..RouterConfig::default() };
//! let routing = for_network(&network, RoutingOptions::default(), config.vcs)?;
//! let mut axi4 = Axi4Network::new(&network, network.graph(), routing, config, Axi4Options::default(), map)?;
//! let mut answer = None;
//! while axi4.manager(0).unwrap().r.is_none() {
//!     let mut inputs = vec![Inputs::default(); 9];
//!     let ar = (axi4.clock() == 0).then(|| Request { addr: 0x40, size: 3, burst: 1, ..Request::default() });
//!     inputs[0].manager = ManagerInputs { ar, rready: true, ..ManagerInputs::default() };
//!     let memory = axi4.subordinate(4).unwrap();
//!     inputs[4].subordinate = SubordinateInputs { arready: true, r: answer, ..SubordinateInputs::default() };
//!     answer = answer.filter(|_| !memory.rready).or(memory.ar.map(|_| ReadBeat { last: true, ..ReadBeat::default() }));
//!     axi4.step(&inputs, false);
//! }
//! assert_eq!(axi4.clock(), 19);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod flits;
mod format;
mod links;
mod manager;
mod network;
mod options;
mod places;
mod responses;
mod signals;
mod stages;
mod subordinate;
mod write_data;

pub use flits::{Header, RequestFlit, ResponseFlit};
pub use format::{FlitBits, Format};
pub use links::Link;
pub use network::Axi4Network;
pub use options::Axi4Options;
pub use signals::{
    Data, Inputs, ManagerInputs, ManagerOutputs, ReadBeat, Request, SubordinateInputs, SubordinateOutputs, WriteBeat, WriteResponse,
};
pub use torusmith_design::IdOrder;
