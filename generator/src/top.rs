//! Texts that every network top is made of, for families whose tops are not templates of this crate.

use askama::Template;

use crate::common::Common;
use crate::error::Error;
use crate::parameters::Parameters;
use crate::signals::{Local, connect};

/// A node in a top; all but the name are Verilog expressions.
#[derive(Debug, Clone)]
pub struct NodeInstance {
    /// Name of the instance.
    pub name: String,
    /// The node's number, by which it takes its slice of the top's local ports.
    pub number: String,
    /// Its address.
    pub address: String,
    /// `PORTS_PRESENT`, a bit a port.
    pub present: String,
    /// What drives its inputs from links: `FLIT_BITS` a port, the first link lowest.
    pub flit_in: String,
    /// What takes the credits of its inputs: `CREDIT_BITS` a port.
    pub credit_out: String,
    /// What its outputs drive: `FLIT_BITS` a port.
    pub flit_out: String,
    /// What gives its outputs credits: `CREDIT_BITS` a port.
    pub credit_in: String,
    /// What its local ports are connected to, where terminals are apart; otherwise the slices of its number.
    pub local: Option<String>,
}

#[derive(Template)]
#[template(path = "partials/network_declaration.v")]
struct Declaration {
    c: Common,
    local: Local,
}

#[derive(Template)]
#[template(path = "network/node_instance_template.v")]
struct Instance<'a> {
    c: Common,
    node: &'a NodeInstance,
    connections: String,
}

/// `module <slug>_network #(..) (..);` with the parameters and ports that the top must have, the last line included.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub fn network_declaration(p: &Parameters) -> Result<String, Error> {
    Ok(Declaration { c: Common::new(p), local: Local::of_nodes(p.network.terminals(), p) }.render()?)
}

/// An instance of the design's node module, indented by two. The module around it has `clk`, `rst`, and the parameters and ports of
/// [`network_declaration`].
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub fn node_instance(p: &Parameters, node: &NodeInstance) -> Result<String, Error> {
    let connections = node.local.clone().unwrap_or_else(|| connect(&node.number, "", "    ", p));
    Ok(Instance { c: Common::new(p), node, connections }.render()?)
}
