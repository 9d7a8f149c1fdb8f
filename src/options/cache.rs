//! Where results of yosys and nextpnr are kept.

use std::path::PathBuf;

use clap::Args;
use torusmith_synthesis::Cache;

/// Where results of yosys and nextpnr are kept.
#[derive(Debug, Args)]
pub struct CacheArgs {
    /// Cache of yosys' and nextpnr's results (docs/cli.md) [default: $TORUSMITH_CACHE or ~/.cache/torusmith, below it synthesis]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Run the tools again, and keep nothing
    #[arg(long)]
    no_cache: bool,
}

impl CacheArgs {
    /// The cache that is meant.
    pub fn cache(&self) -> Cache {
        match &self.cache {
            _ if self.no_cache => Cache::off(),
            Some(folder) => Cache::at(folder),
            None => Cache::of_the_user(),
        }
    }
}
