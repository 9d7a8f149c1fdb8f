//! `doctor --designs`: designs whose modules cannot be in one file list.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use torusmith_design::Manifest;

use crate::exit::Verdict;
use crate::outcome::{Outcome, verdict};

/// A design: its manifest, and the text of each module.
struct Design {
    manifest: PathBuf,
    config_hash: String,
    modules: BTreeMap<String, Vec<u8>>,
}

/// The JSON of `doctor --designs` (docs/cli.md).
#[derive(Serialize)]
struct ModuleCollisions {
    ok: bool,
    designs: usize,
    collisions: Vec<Pair>,
}

/// Two designs with modules of the same names.
#[derive(Serialize)]
struct Pair {
    designs: [PathBuf; 2],
    config_hashes: [String; 2],
    /// Modules that differ.
    differ: Vec<String>,
    /// Modules that are the same.
    same: usize,
}

/// Compares all designs in these folders; a path may also be that of a manifest.
pub fn run(paths: &[PathBuf], json: bool) -> anyhow::Result<Verdict> {
    let designs = paths.iter().map(|path| read(path)).collect::<anyhow::Result<Vec<_>>>()?.concat();
    let designs = designs.iter().map(|path| open(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let pairs = designs.iter().enumerate().flat_map(|(i, a)| designs[i + 1..].iter().filter_map(move |b| Pair::of(a, b)));
    let collisions: Vec<Pair> = pairs.collect();
    let report = ModuleCollisions { ok: collisions.iter().all(|pair| pair.differ.is_empty()), designs: designs.len(), collisions };
    report.print(json)
}

/// The manifests that a path stands for.
fn read(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = path.read_dir().with_context(|| format!("designs = {}", path.display()))?;
    let files = entries.flatten().map(|entry| entry.path()).filter(|file| file.extension().is_some_and(|end| end == "json"));
    let mut found: Vec<PathBuf> = files.filter(|file| fs::read_to_string(file).is_ok_and(|text| Manifest::is_one(&text))).collect();
    if found.is_empty() {
        bail!("designs = {}: no manifest <top>.json here; allowed: folders that `torusmith generate` wrote", path.display());
    }
    found.sort();
    Ok(found)
}

fn open(path: &Path) -> anyhow::Result<Design> {
    let manifest = fs::read_to_string(path).map_err(anyhow::Error::from).and_then(|text| Ok(Manifest::parse(&text)?));
    let Manifest { config_hash, sources, simulation, .. } = manifest.with_context(|| format!("designs = {}", path.display()))?;
    let dir = path.parent().unwrap_or(path);
    let module = |source: &String| {
        let text = fs::read(dir.join(source)).with_context(|| dir.join(source).display().to_string())?;
        anyhow::Ok((Path::new(source).file_stem().unwrap_or_default().to_string_lossy().into_owned(), text))
    };
    let modules = sources.iter().chain(&simulation).map(module).collect::<anyhow::Result<_>>()?;
    Ok(Design { manifest: path.to_owned(), config_hash, modules })
}

impl Pair {
    fn of(a: &Design, b: &Design) -> Option<Self> {
        let shared = a.modules.iter().filter_map(|(name, text)| Some((name, text == b.modules.get(name)?)));
        let (same, differ): (Vec<_>, Vec<_>) = shared.partition(|(_, same)| *same);
        let differ: Vec<String> = differ.into_iter().map(|(name, _)| name.clone()).collect();
        let designs = [a, b].map(|design| design.manifest.clone());
        let config_hashes = [a, b].map(|design| design.config_hash.clone());
        (same.len() + differ.len() > 0).then_some(Self { designs, config_hashes, differ, same: same.len() })
    }

    fn text(&self) -> String {
        let [a, b] = self.designs.each_ref().map(|path| path.display());
        let [hash_a, hash_b] = self.config_hashes.each_ref().map(|hash| hash.get(..8).unwrap_or(hash));
        match self.differ.first() {
            Some(first) => format!(
                "{a} and {b}: {} modules have one name and differ, the first {first} (configurations {hash_a} and {hash_b}). Generate one of the two with another --name.\n",
                self.differ.len()
            ),
            None => format!("{a} and {b}: {} modules are the same. List their files once.\n", self.same),
        }
    }
}

impl Outcome for ModuleCollisions {
    fn verdict(&self) -> Verdict {
        verdict(self.ok)
    }

    fn text(&self) -> String {
        let pairs = self.collisions.iter().map(Pair::text).collect::<String>();
        let verdict = if self.ok { "no two modules of one name differ" } else { "they cannot be in one file list" };
        format!("{pairs}{} designs: {verdict}\n", self.designs)
    }
}
