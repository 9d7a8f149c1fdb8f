//! A network of any family, as a value.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::{Error, NetworkSpec, TerminalId};

/// A network of any family: a shared description ([`NetworkSpec`]), inexpensive to clone.
#[derive(Clone)]
pub struct Network(Arc<dyn NetworkSpec>);

impl Network {
    /// Creates a network from a description.
    pub fn new(spec: impl NetworkSpec) -> Self {
        Self(Arc::new(spec))
    }

    /// The description, if its type is `T`: for properties of one family.
    pub fn of<T: NetworkSpec>(&self) -> Option<&T> {
        (&*self.0 as &dyn Any).downcast_ref()
    }

    /// A, the bits of an address: enough for every node number.
    pub fn address_bits(&self) -> u32 {
        (self.terminals() - 1).max(1).ilog2() + 1
    }

    /// Data bits of a flit unless another width is asked for: 32, or the fewest that hold the header of a packet (docs/router.md, L4).
    pub fn usual_flit_width(&self) -> u32 {
        (2 * self.address_bits() + self.route_bits()).max(32)
    }

    /// Bits of a router's address: enough for every router number, 1 at least.
    pub fn router_bits(&self) -> u32 {
        (self.routers().max(2) - 1).ilog2() + 1
    }

    /// Whether the links of an output port lead from one basic module to another; `false` in a network without basic modules.
    pub fn joins_modules(&self, port: u8) -> bool {
        self.basic_modules().is_some_and(|modules| port >= modules.first_port)
    }

    /// The network with rings between basic modules in one direction or in both.
    ///
    /// # Errors
    /// [`Error::Parameter`] where the direction cannot be chosen.
    pub fn with_bidirectional(&self, bidirectional: bool) -> Result<Self, Error> {
        self.with_links(bidirectional).map(Self)
    }

    /// Parses an address as written by [`NetworkSpec::format_address`].
    ///
    /// # Errors
    /// [`Error::Address`] if the text is no node of this network.
    pub fn parse_address(&self, text: &str) -> Result<u32, Error> {
        self.read_address(text).map_err(|allowed| Error::Address { address: text.into(), network: self.to_string(), allowed })
    }

    /// Parses a terminal's address as written by [`NetworkSpec::format_terminal`].
    ///
    /// # Errors
    /// [`Error::Address`] if the text is no terminal of this network.
    pub fn parse_terminal(&self, text: &str) -> Result<TerminalId, Error> {
        self.read_terminal(text).map_err(|allowed| Error::Address { address: text.into(), network: self.to_string(), allowed })
    }
}

impl Deref for Network {
    type Target = dyn NetworkSpec;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for Network {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.identity() == other.identity()
    }
}

impl Eq for Network {}

impl Hash for Network {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// Debug output is the identity, so that it is equal in every process, whatever the description contains.
impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Network").field(&self.identity()).finish()
    }
}

/// The name in the papers' form: `TTN(2,2,1)`, `HTN(4,4,2,1)`, `RDT(2,2,1)/alpha 16x16`, `torus(8,8)`, `hypercube(6)`.
impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}
