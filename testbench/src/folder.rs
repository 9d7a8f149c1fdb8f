//! A folder that `generate` wrote: its one manifest, and the network that it names.

use std::path::{Path, PathBuf};

use torusmith_topology::{Network, own};

use crate::Error;

/// The folder of a file.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A manifest, which `at` names, or which is the one in the folder `at`; and its text.
pub(crate) fn read(at: &Path) -> Result<(PathBuf, String), Error> {
    let dir = if at.is_file() { folder_of(at) } else { at };
    if torusmith_host::folder::is_unfinished(dir) {
        return Err(Error::folder(dir, "`torusmith generate` was interrupted while it replaced a design here; run it again"));
    }
    if at.is_file() {
        return Ok((at.into(), std::fs::read_to_string(at).map_err(Error::io(at))?));
    }
    if !dir.is_dir() {
        return Err(Error::folder(dir, "no such folder"));
    }
    let entries = std::fs::read_dir(dir).map_err(Error::io(dir))?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut named: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    named.sort();
    // Other programs write JSON, too: files that may be manifests count, unless none is one.
    let is_manifest = |path: &&PathBuf| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|found| found["tool"] == "torusmith")
    };
    let manifests: Vec<PathBuf> = named.iter().filter(is_manifest).cloned().collect();
    let path = match if manifests.is_empty() { &named[..] } else { &manifests[..] } {
        [one] => one.clone(),
        [] => return Err(Error::folder(dir, "no manifest <top>.json here; expected a folder that `torusmith generate` wrote")),
        [a, b, ..] => {
            let name = |p: &Path| p.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let told = format!("more than one manifest: {}, {}; allowed: the path of one of them", name(a), name(b));
            return Err(Error::folder(dir, told));
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
