//! Network files that commands write (docs/own_networks.md).

use std::path::Path;

use anyhow::{Context, bail};
use torusmith_host::aside;
use torusmith_topology::export::{self, Format, Source};
use torusmith_topology::{Network, RouteTable};

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
    let name = out.file_name().unwrap_or_default().to_string_lossy().into_owned();
    aside::write_files(folder, &[(name, text)]).with_context(|| out.display().to_string())
}
