//! A folder that `generate` wrote: its one manifest, and the network that it names.

use std::path::{Path, PathBuf};

use torusmith_topology::{Network, own};

use crate::Error;

/// The one manifest in a folder, with its text.
pub(crate) fn read(dir: &Path) -> Result<(PathBuf, String), Error> {
    if !dir.is_dir() {
        return Err(Error::folder(dir, "no such folder"));
    }
    let mut found: Vec<PathBuf> = std::fs::read_dir(dir)
        .map_err(Error::io(dir))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "json"))
        .collect();
    found.sort();
    let path = match &found[..] {
        [one] => one.clone(),
        [] => return Err(Error::folder(dir, "no manifest <top>.json here; expected a folder that `torusmith generate` wrote")),
        [a, b, ..] => {
            let name = |p: &Path| p.file_name().unwrap_or_default().to_string_lossy().into_owned();
            return Err(Error::folder(dir, format!("more than one manifest: {}, {}", name(a), name(b))));
        }
    };
    let text = std::fs::read_to_string(&path).map_err(Error::io(&path))?;
    Ok((path, text))
}

/// The network of the file, or that `network` and `slug` name; the slug tells the direction of the inter-BM rings.
pub(crate) fn resolve(
    network: &str,
    network_file: Option<&str>,
    slug: &str,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Network, String> {
    let named: Network = match network_file {
        Some(path) => {
            let text = file(path).ok_or_else(|| format!("network_file {path} is missing"))?;
            Network::new(own::parse(&text, path).map_err(|e| e.to_string())?)
        }
        None => network.parse().map_err(|e: torusmith_topology::Error| e.to_string())?,
    };
    let ways = [Ok(named.clone()), named.with_bidirectional(true), named.with_bidirectional(false)];
    ways.into_iter().flatten().find(|n| n.slug() == slug).ok_or_else(|| format!("slug `{slug}` does not belong to network {named}"))
}
