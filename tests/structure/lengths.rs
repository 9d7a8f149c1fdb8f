//! Files are short: one idea each.

use crate::workspace::{crates, shown, sources};

/// Lines of a file, at most.
const MOST: usize = 400;

/// Longer ones, with the reason; one that is short enough is to be struck here.
const EXCUSED: &[(&str, &str)] = &[("sim/src/reference/router.rs", "one router, rule by rule in the order of the contract")];

#[test]
fn files_are_short() {
    let folders = crates().into_iter().flat_map(|dir| ["src", "tests"].map(|name| dir.join(name))).filter(|dir| dir.is_dir());
    let lines = |path: &std::path::Path| std::fs::read_to_string(path).unwrap().lines().count();
    let mut all: Vec<(usize, String)> = folders.flat_map(|dir| sources(&dir)).map(|path| (lines(&path), shown(&path))).collect();
    all.sort();
    let long: Vec<&(usize, String)> = all.iter().filter(|(lines, _)| *lines > MOST).collect();
    let excused = |name: &str| EXCUSED.iter().any(|(file, _)| *file == name);
    let wrong: Vec<_> = long.iter().filter(|(_, name)| !excused(name)).collect();
    assert!(wrong.is_empty(), "more than {MOST} lines: {wrong:?}");
    let gone: Vec<_> = EXCUSED.iter().filter(|(file, _)| !long.iter().any(|(_, name)| name == file)).collect();
    assert!(gone.is_empty(), "short enough, to be struck from the list: {gone:?}");
}
