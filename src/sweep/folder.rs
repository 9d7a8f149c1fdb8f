//! The folder of a sweep: which plan it is of, a file a point, and what went wrong with points.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use torusmith_host::{Claim, aside, sha256};
use torusmith_papers::cache::Cache;
use torusmith_papers::files;

use super::point::Point;

/// Which plan it is of.
const PLAN: &str = "plan.json";
/// Files of points that are being run.
const CLAIMS: &str = "claims";
/// Errors of points.
const FAILED: &str = "failed";

/// A folder, which need not be there.
pub struct Folder {
    pub dir: PathBuf,
    pub cache: Cache,
    plan: Identity,
}

/// Description of a folder's plan.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Identity {
    /// The hash of all points, in their order, with their settings.
    plan: String,
    points: usize,
}

impl Folder {
    /// The folder of these points.
    pub fn of(dir: &Path, points: &[Point]) -> Self {
        let mut all = String::new();
        for point in points {
            all += &point.name;
            point.settings.iter().for_each(|setting| all += &format!(" {}={}", setting.key, setting.value));
            all.push('\n');
        }
        let plan = Identity { plan: sha256(&all), points: points.len() };
        Self { dir: dir.to_owned(), cache: Cache::at(dir), plan }
    }

    /// Refuses a folder that is of another plan.
    pub fn check(&self) -> anyhow::Result<()> {
        let file = self.dir.join(PLAN);
        let Ok(text) = fs::read_to_string(&file) else { return Ok(()) };
        let found: Option<Identity> = serde_json::from_str(&text).ok();
        let allowed = "allowed: a new folder, or the same plan and version of torusmith as before";
        match found {
            None => bail!("{}: is not what sweep writes; {allowed}", file.display()),
            Some(found) if found != self.plan => {
                let points = found.points;
                bail!("out = {} is not allowed: it has another plan, of {points} points; {allowed}", self.dir.display())
            }
            Some(_) => Ok(()),
        }
    }

    /// Makes it this plan's, unless it is another's.
    pub fn open(&self) -> anyhow::Result<()> {
        self.check()?;
        files::check(&self.dir)?;
        let file = self.dir.join(PLAN);
        if !file.exists() {
            fs::create_dir_all(&self.dir).and_then(|()| self.name(&file)).with_context(|| file.display().to_string())?;
        }
        // Another process may have been faster.
        self.check()
    }

    fn name(&self, file: &Path) -> std::io::Result<()> {
        let written = aside::empty_file(&self.dir)?;
        fs::write(written.path(), serde_json::to_string_pretty(&self.plan)? + "\n")?;
        match written.persist_noclobber(file) {
            Err(e) if e.error.kind() != std::io::ErrorKind::AlreadyExists => Err(e.error),
            _ => Ok(()),
        }
    }

    /// The result of a point, if its file is whole.
    pub fn known(&self, point: &Point) -> Option<serde_json::Value> {
        serde_json::from_str(&self.cache.known(&point.key)?).ok()
    }

    /// Keeps the result of a point.
    pub fn keep(&self, point: &Point, result: &str) -> anyhow::Result<()> {
        self.cache.keep(&point.key, result).with_context(|| format!("{}: cannot be written", self.dir.display()))?;
        let _ = fs::remove_file(self.failed(point));
        Ok(())
    }

    /// The claim on a point; `None` if another process is at it.
    pub fn claim(&self, point: &Point, wait: bool) -> anyhow::Result<Option<Claim>> {
        let claims = self.dir.join(CLAIMS);
        Claim::take(&claims, &point.name, wait).with_context(|| format!("{}: cannot be written", claims.display()))
    }

    /// Error of a point, if it failed.
    pub fn error(&self, point: &Point) -> Option<String> {
        fs::read_to_string(self.failed(point)).ok().map(|text| text.trim_end().to_owned())
    }

    /// Keeps what went wrong with a point.
    pub fn fail(&self, point: &Point, error: &str) -> anyhow::Result<()> {
        let file = self.failed(point);
        let written = fs::create_dir_all(self.dir.join(FAILED)).and_then(|()| aside::write_file(&file, format!("{error}\n")));
        written.with_context(|| file.display().to_string())
    }

    /// When a point was kept.
    pub fn kept(&self, point: &Point) -> Option<std::time::SystemTime> {
        fs::metadata(self.cache.file(&point.key)?).ok()?.modified().ok()
    }

    fn failed(&self, point: &Point) -> PathBuf {
        self.dir.join(FAILED).join(&point.name)
    }

    /// Removes what killed processes left behind, once all points are there.
    pub fn tidy(&self, points: &[Point]) {
        for folder in [CLAIMS, FAILED].map(|name| self.dir.join(name)) {
            points.iter().for_each(|point| _ = fs::remove_file(folder.join(&point.name)));
            let _ = fs::remove_dir(folder);
        }
        self.cache.tidy();
    }
}
