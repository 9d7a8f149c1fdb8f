//! A folder with the certificates of the proof of a whole router (docs/certificates.md).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use tempfile::TempDir;
use torusmith_host::aside;
use torusmith_prover::certificate::Certificate;
use torusmith_prover::induction::Query;

/// The name of the index.
const INDEX: &str = "index.txt";

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
    /// The folder, which is made if need be.
    pub fn open(place: &Path) -> anyhow::Result<Self> {
        let told = || format!("certificate = {}", place.display());
        let made = if place.exists() { None } else { Some(fs::create_dir(place).map(|()| Made(place.to_owned())).with_context(told)?) };
        let aside = aside::empty_folder(place).with_context(told)?;
        Ok(Self { place: place.to_owned(), aside, _made: made })
    }

    /// Where to write them.
    pub fn path(&self) -> &Path {
        self.aside.path()
    }

    /// Moves them into place, the index last.
    pub fn keep(&self, about: &[(&str, &str)], all: &[Certificate]) -> anyhow::Result<()> {
        let mut index = String::from("torusmith-proof 1\n");
        index.extend(about.iter().map(|(name, value)| format!("{name} {value}\n")));
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
            names.chain([INDEX]).try_for_each(|name| fs::rename(self.path().join(name), self.place.join(name)))
        };
        keep().with_context(|| format!("certificate = {}", self.place.display()))
    }
}
