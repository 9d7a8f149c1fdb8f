//! Network files that commands write (docs/own_networks.md).

use std::path::Path;

use anyhow::{Context, bail};
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::{Network, RouteTable};

use crate::outputs;

/// Refuses a path that no command would read as a network file.
pub fn check(out: &Path) -> anyhow::Result<()> {
    if out.extension().is_none_or(|extension| extension != "toml") {
        bail!("out = {} is not allowed; allowed: a file that ends in .toml", out.display());
    }
    Ok(())
}

/// A network's file, with the routes of `table` row by row, or its own as they are told.
pub fn text(network: &Network, table: Option<&RouteTable>) -> anyhow::Result<String> {
    let mut text = Vec::new();
    export::write(Format::Toml, &Source { network, graph: &network.graph(), table }, &mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Writes it, whole or not at all; its folder is made if need be.
pub fn write(out: &Path, text: String) -> anyhow::Result<()> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref());
    std::fs::create_dir_all(folder).with_context(|| format!("out = {}", out.display()))?;
    outputs::write("out", out, text)
}
