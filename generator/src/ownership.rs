//! Which files of a folder a design may replace or remove: those that are still as its manifest, or an earlier one of the same name, says that torusmith
//! wrote them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use torusmith_design::Manifest;
use torusmith_host::folder::Change;
use torusmith_host::sha256;

use crate::flows::FIXED;
use crate::kept::Kept;
use crate::manifest;

/// What a manifest in a folder says of files.
#[derive(Debug)]
struct Record {
    /// The manifest's name.
    name: String,
    /// The design's top.
    top: String,
    /// Hashes of the files, and of the manifest if it is unedited.
    files: BTreeMap<String, String>,
}

/// How a design is written into a folder that has files.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// Files in its way are replaced, whoever wrote them, but for the inputs; so are designs that share names with it.
    pub force: bool,
    /// Files that are never written nor removed, by their canonical paths.
    pub inputs: Vec<PathBuf>,
}

/// A folder, and who wrote what in it.
pub(crate) struct Ownership<'a> {
    dir: &'a Path,
    options: &'a WriteOptions,
    /// The earlier version of the design.
    own: Option<Record>,
    others: Vec<Record>,
}

impl<'a> Ownership<'a> {
    /// Of the design with this manifest.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn read(dir: &'a Path, manifest: &str, options: &'a WriteOptions) -> io::Result<Self> {
        let (own, others) = records(dir)?.into_iter().partition::<Vec<_>, _>(|record| record.name == manifest);
        Ok(Self { dir, options, own: own.into_iter().next(), others })
    }

    /// Those of `files` of which a folder can have one alone, and that another design of the folder has.
    pub fn left_out(&self, files: &[(String, String)]) -> Vec<String> {
        let lost = self.lost(files);
        let has = |path: &str| matches!(self.kept(path), Some(Kept::OfDesign(top)) if !lost.iter().any(|lost| lost.top == top));
        let fixed = FIXED.into_iter().filter(|path| files.iter().any(|(name, text)| name == path && !self.has(path, text)));
        fixed.filter(|path| has(path)).map(str::to_owned).collect()
    }

    /// What is to be done for `files` to be the design.
    ///
    /// # Errors
    /// The files that stand in the way.
    pub fn change<'b>(&'b self, files: &'b [(String, String)]) -> Result<Change<'b>, Vec<(String, Kept)>> {
        let mut kept = Vec::new();
        let mut change = Change::default();
        for (path, text) in files.iter().filter(|(path, text)| !self.has(path, text)) {
            match self.kept(path) {
                Some(why) if !(self.options.force && why.yields()) => kept.push((path.clone(), why)),
                _ => change.write.push((path, text.as_bytes())),
            }
        }
        let lost = self.lost(files);
        let stay = |path: &str| {
            let needed = self.others.iter().filter(|other| !lost.iter().any(|lost| lost.top == other.top));
            files.iter().any(|(name, _)| name == path) || needed.flat_map(|other| other.files.keys()).any(|name| name == path)
        };
        let own = self.own.iter().flat_map(|own| own.files.keys().map(|path| (path, self.options.force)));
        let of_lost = lost.iter().flat_map(|lost| lost.files.keys().map(|path| (path, false)));
        for (path, edited_too) in own.chain(of_lost).filter(|(path, _)| !stay(path) && self.exists(path)) {
            let is_own = self.own.as_ref().is_some_and(|own| own.files.contains_key(path));
            match self.state(path) {
                None | Some(Kept::OfDesign(_)) => change.remove.push(path),
                Some(Kept::Input | Kept::NoFile) => {}
                Some(_) if edited_too => change.remove.push(path),
                Some(why) if is_own => kept.push((path.clone(), why)),
                // Of a design that gives way, what was edited stays.
                Some(_) => {}
            }
        }
        if kept.is_empty() { Ok(change) } else { Err(kept) }
    }

    /// Designs that share names with `files`, where that is no obstacle: they give way.
    fn lost(&self, files: &[(String, String)]) -> Vec<&Record> {
        let shared = files.iter().filter(|(path, text)| self.options.force && !FIXED.contains(&path.as_str()) && !self.has(path, text));
        let tops: Vec<Kept> = shared.filter_map(|(path, _)| self.kept(path)).collect();
        self.others.iter().filter(|other| tops.iter().any(|kept| matches!(kept, Kept::OfDesign(top) if *top == other.top))).collect()
    }

    fn exists(&self, path: &str) -> bool {
        self.dir.join(path).symlink_metadata().is_ok()
    }

    /// The file is there with this text.
    fn has(&self, path: &str, text: &str) -> bool {
        fs::read(self.dir.join(path)).is_ok_and(|bytes| bytes == text.as_bytes())
    }

    /// Why the file at a path that is to be written cannot be; `None` if there is none, or it is this design's.
    fn kept(&self, path: &str) -> Option<Kept> {
        if !self.is_in_folders(path) {
            return Some(Kept::NoFile);
        }
        if self.exists(path) { self.state(path) } else { None }
    }

    /// Why a file that is there stays; `None` if it is this design's, or one of a design that gives way.
    fn state(&self, path: &str) -> Option<Kept> {
        let file = self.dir.join(path);
        if file.canonicalize().is_ok_and(|file| self.options.inputs.contains(&file)) {
            return Some(Kept::Input);
        }
        if file.is_dir() || !self.is_in_folders(path) {
            return Some(Kept::NoFile);
        }
        let hash = fs::read(&file).map(sha256).unwrap_or_default();
        let has = |record: &&Record| !file.is_symlink() && record.files.get(path) == Some(&hash);
        // A file of both is the other's, too.
        if let Some(other) = self.others.iter().find(has) {
            return Some(Kept::OfDesign(other.top.clone()));
        }
        if self.own.as_ref().is_some_and(|own| has(&own)) {
            return None;
        }
        let is_known = self.own.iter().chain(&self.others).any(|record| record.files.contains_key(path) || record.name == path);
        Some(if is_known { Kept::Edited } else { Kept::Unknown })
    }

    /// All that a path leads through are folders, and no links to some elsewhere.
    fn is_in_folders(&self, path: &str) -> bool {
        let folders = Path::new(path).ancestors().skip(1).filter(|folder| !folder.as_os_str().is_empty());
        let mut found = folders.filter_map(|folder| self.dir.join(folder).symlink_metadata().ok());
        found.all(|folder| folder.is_dir())
    }
}

/// All manifests of a folder, by their names; none of one that is not there.
fn records(dir: &Path) -> io::Result<Vec<Record>> {
    let mut records = Vec::new();
    let entries = match fs::read_dir(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(records),
        entries => entries?,
    };
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".json"));
        records.extend(name.and_then(|name| Record::of(name, &fs::read_to_string(&path).ok()?)));
    }
    records.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(records)
}

impl Record {
    /// What a file says, if it is a manifest.
    fn of(name: &str, text: &str) -> Option<Self> {
        // Of any version.
        #[derive(serde::Deserialize)]
        struct Owned {
            top: String,
            #[serde(default)]
            files: BTreeMap<String, String>,
        }
        let Owned { top, files } = Manifest::is_one(text).then(|| serde_json::from_str(text).ok())??;
        let files = files.into_iter().filter(|(path, _)| is_inside(path));
        let itself = manifest::is_unedited(text).then(|| (name.to_owned(), sha256(text)));
        Some(Self { name: name.to_owned(), top, files: files.chain(itself).collect() })
    }
}

/// A relative path that does not leave the folder.
fn is_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

/// The files of the design of a manifest, or of all designs in a folder, by their manifests, edited or not; none where there is no design.
pub fn files_of_designs(at: &Path) -> Vec<PathBuf> {
    let dir = if at.is_file() { at.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new(".")) } else { at };
    let mut records = records(dir).unwrap_or_default();
    records.retain(|record| !at.is_file() || at.file_name().is_some_and(|name| *name == *record.name));
    records.iter().flat_map(|record| record.files.keys().chain([&record.name])).map(|path| dir.join(path)).collect()
}
