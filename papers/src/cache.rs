//! Points that were simulated before, in a folder: a study that was interrupted goes on where it was, and studies share what they have in
//! common. An entry is a file named by the hash of all that decides its figures; one that is damaged, or not ours, is computed again.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{fs, io};

use torusmith_host::{aside, sha256};
use torusmith_sim::simulation::Simulation;

use crate::Error;
use crate::figures::Figures;
use crate::sweep::Point;
use crate::verdict::Verdict;

/// Part of every key: raised when the model gives other figures for equal settings.
pub const MODEL_VERSION: u32 = 7;
/// The folder within the cache folder.
const POINTS: &str = "points";

/// Where points are looked up before they are simulated, and kept after.
#[derive(Debug, Default)]
pub struct Cache {
    entries: torusmith_host::Cache,
    simulated: AtomicU64,
    recalled: AtomicU64,
    failed: Mutex<Option<io::Error>>,
}

impl Cache {
    /// No cache: every point is simulated.
    pub fn none() -> Self {
        Self::default()
    }

    /// A cache folder, which is made if need be.
    ///
    /// # Errors
    /// [`Error::Cache`] if it cannot be written.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let points = dir.join(POINTS);
        let made = fs::create_dir_all(&points).and_then(|()| aside::empty_file(&points));
        made.map_err(|source| Error::Cache { path: dir.to_owned(), source })?;
        Ok(Self::at(dir))
    }

    /// A cache folder as it is; it is made when the first point is kept.
    pub fn at(dir: &Path) -> Self {
        Self { entries: torusmith_host::Cache::at(dir.join(POINTS)), ..Self::default() }
    }

    /// The file of what is kept under a key.
    pub fn file(&self, key: &str) -> Option<PathBuf> {
        self.entries.file(&sha256(key))
    }

    /// Removes what killed processes left half written. Nobody else may be at it.
    pub fn tidy(&self) {
        self.entries.tidy();
    }

    /// What studies look at of a simulation, from the folder or run.
    ///
    /// # Errors
    /// A setting that the model refuses; a run in which no packet was measured.
    pub fn point(&self, simulation: &Simulation) -> Result<Point, Error> {
        point(simulation, &self.figures(&key(simulation), simulation)?)
    }

    /// The same, and whether the network is saturated, given its zero-load latency.
    ///
    /// # Errors
    /// As [`Cache::point`].
    pub fn judged(&self, simulation: &Simulation, zero_load: Option<f64>) -> Result<(Point, Verdict), Error> {
        let figures = self.figures(&key(simulation), simulation)?.with_counted(None, zero_load);
        Ok((point(simulation, &figures)?, figures.verdict()))
    }

    /// All figures of a simulation, from the folder or run; `key` is [`key`], or more than that.
    ///
    /// # Errors
    /// A setting that the model refuses.
    pub fn figures(&self, key: &str, simulation: &Simulation) -> Result<Figures, Error> {
        if let Some(figures) = self.known(key).and_then(|body| serde_json::from_str(&body).ok()) {
            self.recalled.fetch_add(1, Relaxed);
            return Ok(figures);
        }
        let figures = Figures::of(simulation, &simulation.run(|_| {})?);
        self.simulated.fetch_add(1, Relaxed);
        if let Err(e) = self.keep(key, &serde_json::to_string(&figures).expect("names and numbers")) {
            *self.failed.lock().expect("no thread panics here") = Some(e);
        }
        Ok(figures)
    }

    /// The line that is kept under a key, if its entry is whole and unchanged.
    pub fn known(&self, key: &str) -> Option<String> {
        self.entries.get(&sha256(key), |text| read(text, key))
    }

    /// Keeps a line under a key.
    ///
    /// # Errors
    /// The folder cannot be written; then it is not kept.
    pub fn keep(&self, key: &str, line: &str) -> io::Result<()> {
        self.entries.put(&sha256(key), &text(key, line))
    }

    /// Points simulated.
    pub fn simulated(&self) -> u64 {
        self.simulated.load(Relaxed)
    }

    /// Points found in the folder.
    pub fn recalled(&self) -> u64 {
        self.recalled.load(Relaxed)
    }

    /// The last reason for which a point could not be kept, if there is one.
    pub fn failed(&self) -> Option<io::Error> {
        self.failed.lock().expect("no thread panics here").take()
    }
}

fn point(simulation: &Simulation, figures: &Figures) -> Result<Point, Error> {
    let Simulation { network, traffic, run, .. } = simulation;
    Point::new(traffic.rate, figures).ok_or_else(|| Error::NoPacket {
        cycles: run.cycles,
        rate: traffic.rate,
        seed: traffic.seed,
        pattern: traffic.pattern.to_string(),
        network: network.to_string(),
    })
}

/// All that decides a simulation's figures, in one line; of traffic from files their names alone. The derived text names every field, so that
/// none can be forgotten.
pub fn key(simulation: &Simulation) -> String {
    line(&format!("{simulation:?}"))
}

/// A key of what torusmith of this version makes of something.
pub fn line(of: &str) -> String {
    format!("torusmith {} model {MODEL_VERSION} {of}", env!("CARGO_PKG_VERSION"))
}

/// The key, what is kept under it, and the hash of both.
fn text(key: &str, line: &str) -> String {
    let body = format!("{key}\n{line}\n");
    let sum = sha256(&body);
    format!("{body}{sum}\n")
}

/// What is kept, if the text is the entry of `key`, whole and unchanged.
fn read(entry: &str, key: &str) -> Option<String> {
    let [own, line, _sum] = *entry.lines().collect::<Vec<_>>() else { return None };
    (own == key && text(key, line) == entry).then(|| line.to_owned())
}
