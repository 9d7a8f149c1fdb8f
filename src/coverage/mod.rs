//! `--coverage DIR`: what lock steps ran of a design's Verilog (docs/verification.md). Runs of the same design add up in the folder.

mod page;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use torusmith_host::{Key, aside};
use torusmith_testbench::{Coverage, Design, Point, PointKind};

use crate::output;

const DATA: &str = "coverage.json";
const PAGE: &str = "index.html";

/// The folder of the counts.
#[derive(Debug, Args)]
pub struct CoverageArgs {
    /// Count covered lines, branches, bits and cases of rules; adds to the folder's earlier runs (docs/verification.md)
    #[arg(long, value_name = "DIR")]
    coverage: Option<PathBuf>,
}

/// A folder whose earlier counts are read, and the design that they are of.
pub struct CoverageFolder {
    dir: PathBuf,
    data: Data,
}

/// `coverage.json`.
#[derive(Serialize, Deserialize)]
struct Data {
    coverage_version: u32,
    network: String,
    top: String,
    /// Hash of all files that are counted.
    design: String,
    /// Runs of `cosim` that were added.
    runs: u64,
    points: Vec<CountedPoint>,
}

#[derive(Serialize, Deserialize)]
struct CountedPoint {
    #[serde(flatten)]
    point: Point,
    count: u64,
}

/// The counts of a folder, in short.
#[derive(Serialize)]
pub struct CoverageSummary {
    folder: PathBuf,
    runs: u64,
    lines: Share,
    branches: Share,
    toggles: Share,
    rules: Share,
    /// What never ran.
    open: Vec<Hole>,
}

/// How many of how many ran.
#[derive(Serialize, Clone, Copy, Default)]
struct Share {
    covered: usize,
    of: usize,
}

#[derive(Serialize)]
struct Hole {
    file: String,
    line: u32,
    kind: PointKind,
    name: String,
}

impl CoverageArgs {
    /// Whether counts are asked for.
    pub fn is_asked(&self) -> bool {
        self.coverage.is_some()
    }

    /// The folder, before any run.
    ///
    /// # Errors
    /// A folder with other files, or with counts of another design.
    pub fn open(&self, design: &Design) -> anyhow::Result<Option<CoverageFolder>> {
        let Some(dir) = &self.coverage else { return Ok(None) };
        let new = Data {
            coverage_version: 1,
            network: design.network.to_string(),
            top: design.manifest.top.clone(),
            design: identity(design)?,
            runs: 0,
            points: Vec::new(),
        };
        let shown = dir.display();
        if dir.exists() && !dir.is_dir() {
            bail!("coverage = {shown} cannot be written: it is a file; allowed: a folder");
        }
        let file = dir.join(DATA);
        if !file.is_file() {
            if dir.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
                bail!("coverage = {shown} is not allowed: it has files and no {DATA}; allowed: a new folder, or that of earlier runs");
            }
            return Ok(Some(CoverageFolder { dir: dir.clone(), data: new }));
        }
        let text = std::fs::read_to_string(&file).with_context(|| format!("coverage = {}", file.display()))?;
        let data: Data = serde_json::from_str(&text).with_context(|| format!("coverage = {}: not written by torusmith", file.display()))?;
        if (data.coverage_version, &data.design) != (new.coverage_version, &new.design) {
            bail!(
                "coverage = {shown} is not allowed: it counts another design, {} of {}; allowed: another folder, or remove it",
                data.top,
                data.network
            );
        }
        Ok(Some(CoverageFolder { dir: dir.clone(), data }))
    }
}

impl CoverageFolder {
    /// Adds a run's counts, and writes the folder.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn add(mut self, counts: Coverage, design: &Design) -> anyhow::Result<CoverageSummary> {
        let mut all = Coverage(std::mem::take(&mut self.data.points).into_iter().map(|counted| (counted.point, counted.count)).collect());
        all.add(counts);
        self.data.points = all.0.into_iter().map(|(point, count)| CountedPoint { point, count }).collect();
        self.data.runs += 1;
        let summary = CoverageSummary::of(&self);
        let data = serde_json::to_string(&self.data).context("coverage")? + "\n";
        let page = page::write(&self.data, &summary, design)?;
        let within = |error: std::io::Error| anyhow::Error::new(error).context(format!("coverage = {}", self.dir.display()));
        std::fs::create_dir_all(&self.dir).map_err(within)?;
        aside::write_files(&self.dir, &[(DATA.to_owned(), data), (PAGE.to_owned(), page)]).map_err(within)?;
        Ok(summary)
    }
}

/// Hash of the files that are counted.
fn identity(design: &Design) -> anyhow::Result<String> {
    let mut key = Key::default();
    for path in design.sources.iter().chain(&design.assertions) {
        key.put(path.strip_prefix(&design.dir).unwrap_or(path).to_string_lossy().as_bytes());
        key.put(std::fs::read(path).with_context(|| path.display().to_string())?);
    }
    Ok(key.hex())
}

impl CoverageSummary {
    fn of(folder: &CoverageFolder) -> Self {
        let points = &folder.data.points;
        let share = |kind: PointKind| {
            let all = || points.iter().filter(move |counted| counted.point.kind == kind);
            Share { covered: all().filter(|counted| counted.count > 0).count(), of: all().count() }
        };
        let open = points.iter().filter(|counted| counted.count == 0).map(|CountedPoint { point, .. }| Hole {
            file: point.file.clone(),
            line: point.line,
            kind: point.kind,
            name: point.name.clone(),
        });
        let mut open: Vec<Hole> = open.collect();
        open.sort_by_key(|hole| hole.kind);
        Self {
            folder: folder.dir.clone(),
            runs: folder.data.runs,
            lines: share(PointKind::Line),
            branches: share(PointKind::Branch),
            toggles: share(PointKind::Toggle),
            rules: share(PointKind::Rule),
            open,
        }
    }

    fn shares(&self) -> [(&'static str, Share); 4] {
        [("lines", self.lines), ("branches", self.branches), ("toggles", self.toggles), ("cases of rules", self.rules)]
    }

    /// A table of shares, and the first places that never ran.
    pub fn text(&self) -> String {
        const SHOWN: usize = 12;
        let rows =
            self.shares().map(|(kind, share)| vec![kind.to_owned(), share.covered.to_string(), share.of.to_string(), share.percent()]);
        let mut text = output::table(&["coverage", "covered", "of", ""], rows);
        for hole in self.open.iter().take(SHOWN) {
            text += &format!("never: {}\n", hole.text());
        }
        if self.open.len() > SHOWN {
            text += &format!("never: {} more, in {}\n", self.open.len() - SHOWN, self.folder.join(DATA).display());
        }
        text + &format!(
            "annotated Verilog, {} run{} in all: {}\n",
            self.runs,
            if self.runs == 1 { "" } else { "s" },
            self.folder.join(PAGE).display()
        )
    }
}

impl Share {
    fn percent(self) -> String {
        let tenths = (1000 * self.covered).checked_div(self.of);
        tenths.map_or("-".into(), |tenths| format!("{:.1} %", tenths as f64 / 10.0))
    }
}

impl Hole {
    fn text(&self) -> String {
        let Self { file, line, kind, name } = self;
        match kind {
            PointKind::Rule => name.clone(),
            PointKind::Toggle => format!("{file}:{line} {name} toggles"),
            PointKind::Line | PointKind::Branch => format!("{file}:{line} {name}"),
        }
    }
}

/// A path in the folder of a design, as an id in the page.
fn anchor(file: &str) -> String {
    Path::new(file).file_name().unwrap_or_default().to_string_lossy().into_owned()
}
