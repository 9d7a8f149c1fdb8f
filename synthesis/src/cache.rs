//! Results of yosys and nextpnr, kept by the hash of all that they depend on: sources, script, tool version, seed.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
pub(crate) use torusmith_host::Key;
use torusmith_host::{sha256, user_folder};

/// A folder of results, a file each: the SHA-256 of the text below it in the first line, then the result as JSON. A file that is not
/// whole counts as absent, and one that cannot be written is not kept: a cache never makes a command fail.
#[derive(Debug, Clone)]
pub struct Cache(torusmith_host::Cache);

impl Cache {
    /// Keeps nothing and knows nothing.
    pub fn off() -> Self {
        Self(torusmith_host::Cache::off())
    }

    /// In a folder, made when the first result is kept.
    pub fn at(folder: &Path) -> Self {
        Self(torusmith_host::Cache::at(folder))
    }

    /// Below `$TORUSMITH_CACHE`, else `$XDG_CACHE_HOME/torusmith`, else `~/.cache/torusmith`: the folder `synthesis`.
    pub fn of_the_user() -> Self {
        user_folder().map_or_else(Self::off, |folder| Self::at(&folder.join("synthesis")))
    }

    /// The result of that kind and key, or what `make` makes, which is then kept.
    pub(crate) fn or_make<T: Serialize + DeserializeOwned, E>(
        &self,
        kind: &str,
        key: &Key,
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        let name = name(kind, key);
        if let Some(kept) = self.0.get(&name, whole) {
            return Ok(kept);
        }
        let made = make()?;
        if let Ok(body) = serde_json::to_string(&made) {
            let _ = self.0.put(&name, &format!("{}\n{body}", sha256(&body)));
        }
        Ok(made)
    }

    /// Whether there is a whole result of that kind and key.
    pub(crate) fn has<T: DeserializeOwned>(&self, kind: &str, key: &Key) -> bool {
        self.0.get(&name(kind, key), whole::<T>).is_some()
    }
}

fn name(kind: &str, key: &Key) -> String {
    format!("{kind}-{}.json", key.hex())
}

fn whole<T: DeserializeOwned>(entry: &str) -> Option<T> {
    let (sum, body) = entry.split_once('\n')?;
    (sum == sha256(body)).then(|| serde_json::from_str(body).ok())?
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
}
