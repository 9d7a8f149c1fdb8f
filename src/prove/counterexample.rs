//! The run that refutes a router, as a file for `cosim --replay`.

use std::path::Path;

use anyhow::bail;
use serde::Serialize;
use torusmith_prover::trace::Trace;
use torusmith_topology::Network;

use crate::outputs;
use crate::shell::{quoted, quoted_path};

/// The file (docs/cli.md).
#[derive(Serialize)]
struct File<'a> {
    network: String,
    #[serde(flatten)]
    trace: &'a Trace,
}

/// Writes it, whole or not at all.
pub fn write(path: &Path, network: &Network, trace: &Trace) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(&File { network: network.to_string(), trace })? + "\n";
    outputs::write("counterexample", path, text)
}

/// Refuses a place that there is not, before anything is proved.
pub fn check(path: &Path) -> anyhow::Result<()> {
    match path.parent().filter(|dir| !dir.as_os_str().is_empty() && !dir.is_dir()) {
        Some(dir) => bail!("counterexample = {}: no such folder: {}", path.display(), dir.display()),
        None => Ok(()),
    }
}

/// How the run is replayed, or kept for that.
pub fn hint(path: Option<&Path>, network: &Network, dir: &Path) -> String {
    match path {
        Some(path) => {
            let (network, dir, path) = (quoted(&network.to_string()), quoted_path(dir), quoted_path(path));
            format!("replay: torusmith cosim {network} --rtl {dir} --replay {path}\n")
        }
        None => "hint: with --counterexample FILE the run is kept, and cosim --replay plays it to Verilog and model\n".into(),
    }
}
