//! The crates of the workspace, and their files.

use std::path::{Path, PathBuf};

/// The repository.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of all crates, the root package's first, by the members in `Cargo.toml` and the folders in `examples/` that are crates.
pub fn crates() -> Vec<PathBuf> {
    let manifest: toml::Table = std::fs::read_to_string(root().join("Cargo.toml")).unwrap().parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    let members = members.iter().map(|name| root().join(name.as_str().unwrap()));
    let found: Vec<PathBuf> = [root().to_owned()].into_iter().chain(members).collect();
    assert!(found.len() > 5 && found.iter().all(|dir| dir.join("src").is_dir()), "{found:?}");
    found
}

/// The files of crates that modules begin in.
pub fn crate_roots(dir: &Path) -> Vec<PathBuf> {
    ["lib.rs", "main.rs"].map(|name| dir.join("src").join(name)).into_iter().filter(|path| path.is_file()).collect()
}

/// All `.rs` files below a folder, sorted.
pub fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap_or_else(|error| panic!("{}: {error}", dir.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A path as it is told: from the repository on.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}
