//! Cache of simulated points in a folder: an interrupted study resumes, and studies share their common points. An entry is a file named by
//! the hash of everything that determines its figures; a damaged or foreign entry is computed again.

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

/// Part of every key; must be raised when the model's figures change for equal settings.
pub const MODEL_VERSION: u32 = 8;
/// Subfolder of the cache folder.
const POINTS: &str = "points";

/// A cache of simulated points.
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

    /// Opens a cache folder, creating it if needed.
    ///
    /// # Errors
    /// [`Error::Cache`] if the folder cannot be written.
    pub fn open(dir: &Path) -> Result<Self, Error> {
        let points = dir.join(POINTS);
        let made = fs::create_dir_all(&points).and_then(|()| aside::empty_file(&points));
        made.map_err(|source| Error::Cache { path: dir.to_owned(), source })?;
        Ok(Self::at(dir))
    }

    /// A cache folder that is created with the first point.
    pub fn at(dir: &Path) -> Self {
        Self { entries: torusmith_host::Cache::at(dir.join(POINTS)), ..Self::default() }
    }

    /// The file of a key's entry.
    pub fn file(&self, key: &str) -> Option<PathBuf> {
        self.entries.file(&sha256(key))
    }

    /// Removes half-written files of killed processes. No other process may use the folder.
    pub fn tidy(&self) {
        self.entries.tidy();
    }

    /// A simulation's point, from the folder or simulated.
    ///
    /// # Errors
    /// A setting that the model refuses; a run in which no packet was measured.
    pub fn point(&self, simulation: &Simulation) -> Result<Point, Error> {
        point(simulation, &self.figures(&key(simulation), simulation)?)
    }

    /// A simulation's point, and whether the network is saturated, given its zero-load latency.
    ///
    /// # Errors
    /// A setting that the model refuses; a run in which no packet was measured.
    pub fn judged(&self, simulation: &Simulation, zero_load: Option<f64>) -> Result<(Point, Verdict), Error> {
        let figures = self.figures(&key(simulation), simulation)?.with_counted(None, zero_load);
        Ok((point(simulation, &figures)?, figures.verdict()))
    }

    /// All figures of a simulation, from the folder or simulated; `key` is [`key`], or a longer key that contains it.
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

    /// The line stored under a key, if its entry is complete and unchanged.
    pub fn known(&self, key: &str) -> Option<String> {
        self.entries.get(&sha256(key), |text| read(text, key))
    }

    /// Stores a line under a key.
    ///
    /// # Errors
    /// A folder that cannot be written; the line is not stored.
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

    /// Takes the last error on storing a point, if there is one.
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

/// Everything that determines a simulation's figures, in one line; of traffic from files, only their names. The derived text names every
/// field, so that none can be forgotten.
pub fn key(simulation: &Simulation) -> String {
    line(&format!("{simulation:?}"))
}

/// A key for a result of this version of torusmith.
pub fn line(of: &str) -> String {
    format!("torusmith {} model {MODEL_VERSION} {of}", env!("CARGO_PKG_VERSION"))
}

/// An entry: key, line, and the hash of both.
fn text(key: &str, line: &str) -> String {
    let body = format!("{key}\n{line}\n");
    let sum = sha256(&body);
    format!("{body}{sum}\n")
}

/// The line of an entry, if the entry is complete, unchanged, and has this key.
fn read(entry: &str, key: &str) -> Option<String> {
    let [own, line, _sum] = *entry.lines().collect::<Vec<_>>() else { return None };
    (own == key && text(key, line) == entry).then(|| line.to_owned())
}
