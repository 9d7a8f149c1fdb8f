//! The network.

use clap::{Args, ValueEnum};
use torusmith_topology::Network;

/// The network.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    #[arg(value_name = "NETWORK", help = known(), value_parser = str::parse::<Network>)]
    network: Network,
    /// Rings between basic modules: one direction or both, if the network leaves the choice
    #[arg(long, value_name = "DIRECTION")]
    links: Option<Links>,
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
        Ok(match self.links {
            None => self.network.clone(),
            Some(links) => self.network.with_bidirectional(matches!(links, Links::Bi))?,
        })
    }
}
