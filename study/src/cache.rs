//! Points that were simulated before, in a folder: a study that was interrupted goes on where it was, and studies share what they have in
//! common. An entry is a file named by the hash of all that decides its figures; one that is damaged, or not ours, is computed again.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::{fs, io};

use torusmith_host::{aside, sha256};
use torusmith_sim::simulation::Simulation;

use crate::Error;
use crate::sweep::Point;

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
        Ok(Self { entries: torusmith_host::Cache::at(points), ..Self::default() })
    }

    /// The figures of a simulation, from the folder or run.
    ///
    /// # Errors
    /// A setting that the model refuses.
    pub fn point(&self, simulation: &Simulation) -> Result<Point, Error> {
        let key = key(simulation);
        let name = sha256(&key);
        if let Some(point) = self.entries.get(&name, |text| read(text, &key)) {
            self.recalled.fetch_add(1, Relaxed);
            return Ok(point);
        }
        let point = Point::of(simulation)?;
        self.simulated.fetch_add(1, Relaxed);
        if let Err(e) = self.entries.put(&name, &text(&key, &point)) {
            *self.failed.lock().expect("no thread panics here") = Some(e);
        }
        Ok(point)
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

/// All that decides the figures, in one line. The derived text names every field, so that none can be forgotten.
fn key(simulation: &Simulation) -> String {
    format!("torusmith {} model {MODEL_VERSION} {simulation:?}", env!("CARGO_PKG_VERSION"))
}

/// The key, the figures so that they are read back bit by bit, and the hash of both.
fn text(key: &str, point: &Point) -> String {
    let Point { rate, offered, accepted, latency_mean, latency_p99, dead } = point;
    let body = format!("{key}\n{rate:?} {offered:?} {accepted:?} {latency_mean:?} {latency_p99} {dead}\n");
    let sum = sha256(&body);
    format!("{body}{sum}\n")
}

/// The point, if the text is the entry of `key`, whole and unchanged.
fn read(entry: &str, key: &str) -> Option<Point> {
    let [own, figures, _sum] = *entry.lines().collect::<Vec<_>>() else { return None };
    let [rate, offered, accepted, latency_mean, latency_p99, dead] = *figures.split(' ').collect::<Vec<_>>() else { return None };
    let point = Point {
        rate: rate.parse().ok()?,
        offered: offered.parse().ok()?,
        accepted: accepted.parse().ok()?,
        latency_mean: latency_mean.parse().ok()?,
        latency_p99: latency_p99.parse().ok()?,
        dead: dead.parse().ok()?,
    };
    (own == key && text(key, &point) == entry).then_some(point)
}
