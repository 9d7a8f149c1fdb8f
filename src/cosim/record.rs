//! A lock step as a point of a sweep: what decides its result, and the result as JSON.

use std::fs;
use std::path::Path;

use anyhow::Context;
use indicatif::ProgressBar;
use torusmith_host::sha256;
use torusmith_testbench::Design;

use super::driver::AloneRun;
use super::report::ReportedProtocol;
use super::{Args, Job, Watch, lock_steps};
use crate::options::clocks;
use crate::temporary::folder;

/// Names of the files that Verilator or the test bench reads.
const READ: [&str; 3] = [".v", ".vh", ".json"];

impl Args {
    /// All that decides the result: the flags, the Verilog, and the files of the traffic; and the clocks of routers that it takes.
    pub fn key(&self) -> anyhow::Result<(String, f64)> {
        let folder = folder()?;
        let prepared = self.prepared(folder.path())?;
        let sources = sources(&prepared.design.dir)?;
        let texts: Vec<String> = self.asked.texts()?.iter().map(sha256).collect();
        let all: u64 = prepared.traffic().iter().map(|traffic| clocks(traffic.pattern, prepared.cycles)).sum();
        Ok((format!("cosim {self:?} verilog {sources} files {texts:?}"), all as f64 * prepared.network.routers() as f64))
    }

    /// The lock step, on one thread.
    pub fn record(&self) -> anyhow::Result<String> {
        let (folder, cells) = (folder()?, folder()?);
        let prepared = self.mapped(self.prepared(folder.path())?, cells.path())?;
        let options = self.options(&prepared, 1)?;
        let job = Record { options, netlist: self.netlist.netlist };
        if self.compare.packets() { self.asked.each_by_packets(prepared, job) } else { self.asked.each(prepared, job) }
    }
}

/// The report of a lock step as JSON.
struct Record {
    options: torusmith_testbench::RunOptions,
    netlist: Option<torusmith_synthesis::Mapping>,
}

impl Job for Record {
    type Output = String;

    fn run<P: ReportedProtocol + Sync>(self, design: &Design, runs: &[P], alone: Option<AloneRun>) -> anyhow::Result<String> {
        let (report, _) = lock_steps(design, (runs, alone), &self.options, self.netlist, Watch::new(ProgressBar::hidden(), true))?;
        Ok(serde_json::to_string(&report)?)
    }
}

/// The hash of the files of a design, by name.
fn sources(dir: &Path) -> anyhow::Result<String> {
    let mut all = Vec::new();
    let mut folders = vec![dir.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if READ.iter().any(|end| path.to_string_lossy().ends_with(end)) {
                let name = path.strip_prefix(dir).unwrap_or(&path).to_string_lossy().into_owned();
                all.push((name, sha256(fs::read(&path).with_context(|| path.display().to_string())?)));
            }
        }
    }
    all.sort();
    Ok(sha256(format!("{all:?}")))
}
