//! Results of yosys and nextpnr, kept by the hash of all that they depend on: sources, script, tool version, seed.

use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

/// A folder of results, a file each: the SHA-256 of the text below it in the first line, then the result as JSON. A file that is not
/// whole counts as absent, and one that cannot be written is not kept: a cache never makes a command fail.
#[derive(Debug, Clone)]
pub struct Cache(Option<PathBuf>);

impl Cache {
    /// Keeps nothing and knows nothing.
    pub fn off() -> Self {
        Self(None)
    }

    /// In a folder, made when the first result is kept.
    pub fn at(folder: &Path) -> Self {
        Self(Some(folder.to_owned()))
    }

    /// Below `$TORUSMITH_CACHE`, else `$XDG_CACHE_HOME/torusmith`, else `~/.cache/torusmith`: the folder `synthesis`.
    pub fn of_the_user() -> Self {
        let from = |name: &str, below: &str| Some(PathBuf::from(std::env::var_os(name).filter(|v| !v.is_empty())?).join(below));
        let folder =
            from("TORUSMITH_CACHE", "").or_else(|| from("XDG_CACHE_HOME", "torusmith")).or_else(|| from("HOME", ".cache/torusmith"));
        Self(folder.map(|folder| folder.join("synthesis")))
    }

    /// The result of that kind and key, or what `make` makes, which is then kept.
    pub(crate) fn or_make<T: Serialize + DeserializeOwned, E>(
        &self,
        kind: &str,
        key: &Key,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let file = self.0.as_ref().map(|folder| folder.join(format!("{kind}-{}.json", key.0)));
        if let Some(kept) = file.as_deref().and_then(get) {
            return Ok(kept);
        }
        let made = make()?;
        if let Some(file) = file {
            put(&file, &made);
        }
        Ok(made)
    }

    /// Whether there is a whole result of that kind and key.
    pub(crate) fn has<T: DeserializeOwned>(&self, kind: &str, key: &Key) -> bool {
        self.0.as_ref().is_some_and(|folder| get::<T>(&folder.join(format!("{kind}-{}.json", key.0))).is_some())
    }
}

/// A hash of all that a result depends on.
#[derive(Debug, Clone)]
pub(crate) struct Key(String);

impl Key {
    /// Of a list of texts; where one ends and the next begins counts.
    pub fn of<'a>(parts: impl IntoIterator<Item = &'a str>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Self(hex(&hash.finalize()))
    }

    /// As a part of another key.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn get<T: DeserializeOwned>(file: &Path) -> Option<T> {
    let text = std::fs::read_to_string(file).ok()?;
    let (sum, body) = text.split_once('\n')?;
    (sum == hex(&Sha256::digest(body))).then(|| serde_json::from_str(body).ok())?
}

/// Written aside and moved into place, so that nobody reads half of it.
fn put(file: &Path, made: &impl Serialize) {
    let write = || -> std::io::Result<()> {
        let folder = file.parent().expect("a file in a folder");
        std::fs::create_dir_all(folder)?;
        let body = serde_json::to_string(made)?;
        let aside = tempfile::NamedTempFile::new_in(folder)?;
        std::fs::write(aside.path(), format!("{}\n{body}", hex(&Sha256::digest(&body))))?;
        aside.persist(file)?;
        Ok(())
    };
    // Not kept, then.
    let _ = write();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(cache: &Cache, key: &str, answer: u32) -> u32 {
        cache.or_make("test", &Key::of([key]), || Ok::<_, ()>(answer)).unwrap()
    }

    #[test]
    fn what_was_made_once_is_found_again_unless_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(&folder.path().join("new"));
        assert_eq!((ask(&cache, "a", 1), ask(&cache, "a", 2), ask(&cache, "b", 3)), (1, 1, 3));
        for entry in std::fs::read_dir(folder.path().join("new")).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            // Still a number, but not the one that was kept.
            std::fs::write(&path, text.replace("\n1", "\n7").replace("\n3", "\n")).unwrap();
        }
        assert_eq!((ask(&cache, "a", 4), ask(&cache, "b", 5)), (4, 5));
        assert_eq!((ask(&cache, "a", 6), ask(&cache, "b", 6)), (4, 5));
        assert_eq!((ask(&Cache::off(), "a", 8), ask(&Cache::off(), "a", 9)), (8, 9));
    }

    #[test]
    fn a_folder_that_cannot_be_is_no_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert_eq!(ask(&Cache::at(&file.path().join("below")), "a", 1), 1);
    }

    #[test]
    fn where_a_part_ends_counts() {
        assert_ne!(Key::of(["ab", "c"]).0, Key::of(["a", "bc"]).0);
    }
}
