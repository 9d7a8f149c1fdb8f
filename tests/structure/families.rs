//! A network's family is known by name in its own files and in the registries, and nowhere else: a new one is a file a crate and a line a registry.

use std::path::Path;

use crate::modules::Crate;
use crate::workspace::{crate_roots, crates, root, shown};

/// What the families' descriptions are called.
const TYPES: [&str; 10] = ["Ccc", "Htn", "HtnGeneral", "HtnSize", "Hypercube", "Mesh", "Mh3dt", "Rdt", "ToriConnected", "Torus"];

/// Modules of families: a file whose name begins with one belongs to it.
const MODULES: [&str; 13] =
    ["ccc", "htn", "hypercube", "mesh", "mh3dt", "mtn", "rdt", "sttn", "tesh", "tori_connected", "torus", "ttn", "twisted_ring"];

/// Where else a family is named: where files begin so, with the reason.
const EXCUSED: &[(&str, &str)] = &[
    ("sim/src/multicast/", "the multicast router is a router of the RDT alone"),
    ("testbench/src/", "so are its bench and the manifest that asks for it"),
    ("src/options/multicast", "its options are those of the RDT"),
    ("papers/src/", "papers compare networks by name"),
    ("verify/contract/src/hops", "routing functions in bits are those of a few families"),
];

/// A file of a family, or a registry.
fn knows(path: &Path) -> bool {
    let stem = path.file_stem().unwrap().to_str().unwrap();
    let folders = path.parent().unwrap().iter().filter_map(|name| name.to_str());
    stem == "registry" || MODULES.iter().any(|family| stem.starts_with(family)) || folders.rev().take(1).any(|name| MODULES.contains(&name))
}

/// A path with a family's description; the variant of another type than `Network` may be called so.
fn names_a_family(path: &[String]) -> bool {
    let of_another_type = |before: &String| before.starts_with(char::is_uppercase) && before != "Network";
    (0..path.len()).any(|at| TYPES.contains(&path[at].as_str()) && !path[..at].last().is_some_and(of_another_type))
}

#[test]
fn families_are_named_in_their_files_and_the_registries_alone() {
    let (mut named, mut used) = (Vec::new(), [false; EXCUSED.len()]);
    for first in crates().iter().flat_map(|dir| crate_roots(dir)) {
        let parsed = Crate::read(&first);
        for module in &parsed.modules {
            let path = &parsed.files[module.file];
            let imports = module.imports.iter().filter(|import| !import.shown).map(|import| &import.path);
            let Some(found) = module.paths.iter().chain(imports).find(|path| names_a_family(path)) else { continue };
            let name = shown(path);
            match EXCUSED.iter().position(|(start, _)| name.starts_with(start)) {
                _ if knows(path.strip_prefix(root()).unwrap()) => {}
                Some(excuse) => used[excuse] = true,
                None => named.push(format!("{name}: {}", found.join("::"))),
            }
        }
    }
    assert!(named.is_empty(), "a family of networks by name:\n{}", named.join("\n"));
    assert!(used.iter().all(|&used| used), "to be struck from the list: {EXCUSED:?}, {used:?}");
}
