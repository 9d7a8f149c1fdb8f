//! The network.

use clap::{Args, ValueEnum};
use torusmith_topology::{Degraded, Network};

/// The network.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    #[arg(value_name = "NETWORK", help = known(), value_parser = str::parse::<Network>)]
    network: Network,
    /// Directions of the rings between basic modules
    #[arg(long, value_name = "DIRECTION")]
    links: Option<Links>,
    /// Links out of service, separated by / or the flag repeated: ROUTER:PORT (both ways), ROUTER:PORT> (one way), ROUTER~ROUTER (the only link between two); paths lead around them (docs/faults.md)
    #[arg(long, value_name = "LINK", allow_hyphen_values = true)]
    without: Vec<String>,
    /// Routers out of service, with their nodes and links, separated by / or the flag repeated
    #[arg(long, value_name = "NODE", allow_hyphen_values = true)]
    without_node: Vec<String>,
    /// Leave nodes that are cut off out of service
    #[arg(long)]
    allow_unreachable: bool,
}

/// The families, those of an outside crate too.
fn known() -> String {
    torusmith_topology::families()
        .iter()
        .map(|family| family.syntax)
        .chain([torusmith_topology::concentrated::SYNTAX, "a network file, my.toml or my.json (docs/own_networks.md)"])
        .collect::<Vec<_>>()
        .join("; ")
}

/// Direction of the rings between basic modules.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Links {
    /// One way, +
    Uni,
    /// Both ways
    Bi,
}

impl NetworkArgs {
    /// The network that is meant.
    pub fn resolve(&self) -> anyhow::Result<Network> {
        let network = match self.links {
            None => self.network.clone(),
            Some(links) => self.network.with_bidirectional(matches!(links, Links::Bi))?,
        };
        Ok(Degraded::read(&network, &self.without, &self.without_node, self.allow_unreachable)?)
    }
}
