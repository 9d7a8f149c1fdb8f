//! The node whose router is measured.

use anyhow::Context;
use clap::Args;
use torusmith_synthesis::Router;
use torusmith_topology::Network;
use torusmith_topology::own::OwnNetwork;

/// The node whose router is measured.
#[derive(Debug, Args)]
pub struct NodeArgs {
    /// Measure the router of this node, without logic that only others use [default: the router that serves every node; of a network file, the first node with the most ports]
    #[arg(long, value_name = "NODE", allow_hyphen_values = true)]
    pub node: Option<String>,
}

impl NodeArgs {
    /// The node; `None` is any of them.
    pub fn resolve(&self, network: &Network) -> anyhow::Result<Option<u32>> {
        match &self.node {
            Some(address) => Ok(Some(network.parse_address(address).context("node")?)),
            // Its routes are a table, of which a router that serves every node has the rows of all.
            None => Ok((network.of::<OwnNetwork>().is_some() || network.dead().is_some()).then(|| most_ports(network))),
        }
    }
}

/// The first of the nodes with most ports.
fn most_ports(network: &Network) -> u32 {
    let graph = network.graph();
    let local = |node: usize| (0..graph.local_ports() as u8).filter(|&port| graph.terminal(node as u32, port).is_some()).count();
    let ports = |node: usize| graph.port_mask(node).count_ones() as usize + local(node);
    (0..graph.routers()).min_by_key(|&node| std::cmp::Reverse(ports(node))).unwrap_or(0) as u32
}

/// The router at a node.
pub fn at_node(router: &Router, network: &Network, node: u32) -> Router {
    let graph = network.graph();
    let local = (0..graph.local_ports() as u8).filter(|&port| graph.terminal(node, port).is_some());
    router.at_node(node, local.fold(graph.port_mask(node as usize), |mask, port| mask | 1 << port))
}

/// How a report names the node.
pub fn at(node: Option<&str>) -> String {
    node.map_or_else(String::new, |node| format!(" at node {node}"))
}
