//! A folder with the certificates of the proof of a whole router (docs/certificates.md).

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, bail};
use tempfile::TempDir;
use torusmith_host::{aside, sha256};
use torusmith_prover::certificate::Certificate;
use torusmith_prover::induction::Query;
use torusmith_prover::subject::parameters;
use torusmith_testbench::Design;

/// First word of an index.
const HEAD: &str = "torusmith-proof ";

/// The name of the index.
const INDEX: &str = "index.txt";

/// The hashes of the Verilog, as `sha256sum` writes and checks them.
const SOURCES: &str = "sources.sha256";

/// All that a folder of certificates holds, the index first.
const FILES: [&str; 6] = [INDEX, SOURCES, "base.cnf", "base.lrat", "step.cnf", "step.lrat"];

/// Where certificates are written aside, to be moved into place together.
pub struct Folder {
    place: PathBuf,
    aside: TempDir,
    /// Behind `aside`, which is dropped first.
    _made: Option<Made>,
}

/// A folder that was not there before: it goes if nothing came into it.
struct Made(PathBuf);

impl Drop for Made {
    fn drop(&mut self) {
        let _ = fs::remove_dir(&self.0);
    }
}

impl Folder {
    /// The folder, which is made if need be. A certificate that is there goes: it may be of another router, or of this one before it was edited.
    pub fn open(place: &Path) -> anyhow::Result<Self> {
        let told = || format!("certificate = {}", place.display());
        let head = fs::read_to_string(place.join(INDEX)).unwrap_or_default();
        let there = FILES.iter().find(|name| !head.starts_with(HEAD) && place.join(name).exists());
        if let Some(name) = there {
            bail!("certificate = {}: its {name} is not of a certificate; allowed: another folder", place.display());
        }
        let made = if place.exists() { None } else { Some(fs::create_dir(place).map(|()| Made(place.to_owned())).with_context(told)?) };
        // The index last: by it the others are known.
        for file in FILES.map(|name| place.join(name)).iter().rev().filter(|file| file.exists()) {
            fs::remove_file(file).with_context(told)?;
        }
        let aside = aside::empty_folder(place).with_context(told)?;
        Ok(Self { place: place.to_owned(), aside, _made: made })
    }

    /// Where to write them.
    pub fn path(&self) -> &Path {
        self.aside.path()
    }

    /// Moves them into place, the index last, with the hashes of the design's Verilog.
    pub fn keep(&self, design: &Design, all: &[Certificate]) -> anyhow::Result<()> {
        let mut index = format!("{HEAD}1\nnetwork {}\nrouter {}\n", design.network, design.manifest.router);
        index.extend(parameters(design).iter().map(|(name, value)| format!("parameter {name} {value}\n")));
        for Certificate { query, cnf, lrat, claims, variables, clauses } in all {
            let query = match query {
                Query::Base => "base",
                Query::Step => "step",
            };
            index += &format!("{query} {cnf} {lrat} {claims} {variables} {clauses}\n");
        }
        let names = all.iter().flat_map(|one| [one.cnf.as_str(), &one.lrat]);
        let keep = || {
            fs::write(self.path().join(INDEX), index)?;
            fs::write(self.path().join(SOURCES), hashes(design)?)?;
            names.chain([SOURCES, INDEX]).try_for_each(|name| fs::rename(self.path().join(name), self.place.join(name)))
        };
        keep().with_context(|| format!("certificate = {}", self.place.display()))
    }
}

/// The hash of each Verilog file, with its path in the design's folder.
fn hashes(design: &Design) -> io::Result<String> {
    let mut lines = String::new();
    for source in &design.sources {
        let name = source.strip_prefix(&design.dir).unwrap_or(source).display();
        lines += &format!("{}  {name}\n", sha256(fs::read(source)?));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_certificate_goes_and_other_files_stay() {
        let place = tempfile::tempdir().unwrap();
        FILES.iter().chain(&["notes.txt"]).for_each(|name| fs::write(place.path().join(name), "old").unwrap());
        let told = Folder::open(place.path()).err().unwrap().to_string();
        assert!(told.contains("index.txt is not of a certificate"), "{told}");
        assert_eq!(fs::read_dir(&place).unwrap().count(), 7);
        fs::write(place.path().join(INDEX), "torusmith-proof 1\n").unwrap();
        drop(Folder::open(place.path()).unwrap());
        let left: Vec<_> = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["notes.txt"]);
    }
}
