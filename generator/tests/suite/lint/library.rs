//! Which files of `rtl/` a design is made of, by the lines that only one of them has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use serde_json::Value;
use torusmith_generator::Design;

use crate::tools::made;

/// Files of `rtl/` by their paths below it.
static FILES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let rtl = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rtl");
    let folders = fs::read_dir(rtl).unwrap().map(|folder| folder.unwrap().path());
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()));
    let name = |path: &Path| format!("{}/{}", path.parent().unwrap().file_name().unwrap().display(), path.file_name().unwrap().display());
    files.map(|path| (name(&path), fs::read_to_string(path).unwrap())).collect()
});

/// Lines that one file alone has, and the file: no statements or expressions of a template.
static LINES: LazyLock<BTreeMap<String, &str>> = LazyLock::new(|| {
    let mut lines: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (file, text) in &*FILES {
        let is_plain =
            |line: &&str| line.trim().len() > 8 && !["${", "@{", "//#", "<%", "<#", "#>", "docs/"].iter().any(|mark| line.contains(mark));
        text.lines().filter(is_plain).for_each(|line| {
            lines.entry(spaced(line)).or_default().insert(file);
        });
    }
    lines.into_iter().filter(|(_, files)| files.len() == 1).filter_map(|(line, files)| Some((line, files.into_iter().next()?))).collect()
});

/// A line with one space between words.
fn spaced(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The files that a design has lines of.
pub fn made_of(design: &Design) -> BTreeSet<&'static str> {
    let manifest: Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    let prefix = format!("{}_", manifest["name"].as_str().unwrap());
    let verilog = design.files.iter().filter(|(path, _)| [".v", ".vh", ".sv"].iter().any(|end| path.ends_with(end)));
    verilog
        .flat_map(|(_, text)| text.lines().filter_map(|line| LINES.get(&spaced(&line.replace(&prefix, ""))).copied()).collect::<Vec<_>>())
        .collect()
}

/// The configurations that have a file of `rtl/` that none before them has.
pub fn covering<'a>(configurations: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let mut found = BTreeSet::new();
    let is_new = |(network, options): &(&str, &str)| {
        let before = found.len();
        found.extend(made_of(&made(network, options)));
        found.len() > before
    };
    configurations.iter().copied().filter(is_new).collect()
}

/// Files of which no design has a line; and those without a line of their own that no other file and no source of the generator names.
pub fn unused(found: &BTreeSet<&str>) -> Vec<&'static str> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let sources = [src.clone(), src.join("router")].into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let sources: Vec<String> = sources.filter_map(|file| fs::read_to_string(file.unwrap().path()).ok()).collect();
    let own: BTreeSet<&str> = LINES.values().copied().collect();
    let is_named = |file: &str| {
        let name = file.split('/').next_back().unwrap();
        let names = [file, name, name.split('.').next().unwrap()].map(|name| format!("\"{name}\""));
        FILES.values().chain(&sources).any(|text| names.iter().any(|name| text.contains(name)))
    };
    let is_used = |file: &str| if own.contains(file) { found.contains(file) } else { is_named(file) };
    FILES.keys().map(String::as_str).filter(|file| !is_used(file)).collect()
}
