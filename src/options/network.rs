//! The network.

use clap::{Args, ValueEnum};
use torusmith_topology::Network;

/// The network.
#[derive(Debug, Args)]
pub struct NetworkArgs {
    /// TTN(m,L,q) or ttn:m,L,q; sttn:, mtn:, tesh:m,L,q; HTN(m,n,L,q) or htn:m,n,L,q; mh3dt:m,n,L,q; rdt:N or RDT(2,R,1)/alpha; torus:ROWS,COLUMNS or of 3 or 4 sides; mesh:ROWS,COLUMNS; hypercube:D
    #[arg(value_name = "NETWORK", value_parser = str::parse::<Network>)]
    network: Network,
    /// Inter-BM rings one way or both ways, where the network leaves the choice
    #[arg(long, value_name = "DIRECTION")]
    links: Option<Links>,
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
