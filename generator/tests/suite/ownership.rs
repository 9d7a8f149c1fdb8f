//! What a design may replace and remove in a folder: its own files of before, if they are as they were written.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::{TempDir, tempdir};
use torusmith_generator::{Design, Error, Kept, WriteOptions};

use crate::axi4;
use crate::skip::skip;
use crate::tools::made;

/// All files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned(), fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn force() -> WriteOptions {
    WriteOptions { force: true, ..WriteOptions::default() }
}

/// The files that stand in the way, and why; nothing is written.
fn kept(design: &Design, folder: &Path, options: &WriteOptions) -> Vec<(String, Kept)> {
    let before = files(folder);
    match design.write_with(folder, options) {
        Err(Error::Kept { kept, .. }) => {
            assert_eq!(files(folder), before);
            kept
        }
        other => panic!("{other:?}"),
    }
}

fn is_there(folder: &Path, design: &Design) -> bool {
    let there = files(folder);
    design.files.iter().all(|(path, text)| there.get(path).is_some_and(|bytes| bytes == text.as_bytes()))
}

/// A folder with the first of two versions of one design: the second has other texts, and no `other_direction`.
fn versions() -> (TempDir, Design, Design) {
    let folder = tempdir().unwrap();
    let [one, two] = ["vcs=3 routing=ls+cs name=noc", "vcs=3 name=noc"].map(|options| made("htn:4,4,2,1", options));
    assert!(one.file("rtl/noc_other_direction.v").is_some() && two.file("rtl/noc_other_direction.v").is_none());
    one.write(folder.path()).unwrap();
    (folder, one, two)
}

#[test]
fn a_version_replaces_the_one_before() {
    let (folder, one, two) = versions();
    let path = folder.path();
    fs::write(path.join("notes.txt"), "mine").unwrap();
    two.write(path).unwrap();
    assert!(is_there(path, &two) && files(path).len() == two.files.len() + 1);
    one.write(path).unwrap();
    assert!(is_there(path, &one) && files(path).len() == one.files.len() + 1);
}

/// Edited files stop it: one to be replaced, one to be removed, the manifest.
#[test]
fn an_edited_file_stays_until_force() {
    for (file, edit) in [("rtl/noc_crossbar.v", "// my fix\n"), ("rtl/noc_other_direction.v", "// my fix\n"), ("noc_router.json", "\n")] {
        let (folder, _, two) = versions();
        let path = folder.path();
        let text = fs::read_to_string(path.join(file)).unwrap() + edit;
        fs::write(path.join(file), &text).unwrap();
        assert_eq!(kept(&two, path, &WriteOptions::default()), [(file.to_owned(), Kept::Edited)]);
        two.write_with(path, &force()).unwrap();
        assert!(is_there(path, &two) && files(path).len() == two.files.len(), "{file}");
    }
}

/// Files that torusmith never wrote, and those of a version of it that kept no hashes.
#[test]
fn a_file_without_a_record_stays_until_force() {
    let (folder, one, _) = versions();
    let path = folder.path();
    for (name, _) in one.files.iter().filter(|(name, _)| name.ends_with(".json")) {
        fs::remove_file(path.join(name)).unwrap();
    }
    let two = made("htn:4,4,2,1", "vcs=4 name=noc");
    let all = kept(&two, path, &WriteOptions::default());
    assert!(!all.is_empty() && all.iter().all(|(_, why)| *why == Kept::Unknown), "{all:?}");
    let told = two.write(path).unwrap_err().to_string();
    assert!(told.contains(" and ") && told.contains(" more (not recorded as written by torusmith); allowed: "), "{told}");
    // The same text is no obstacle, whoever wrote it.
    one.write(path).unwrap();
    assert!(is_there(path, &one));
}

/// Two designs in a folder, which has one of each of the files with fixed names; one goes as its own version comes.
#[test]
fn two_designs_live_in_one_folder() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let (a, b) = (made("torus:4,4", ""), made("mesh:3,3", ""));
    a.write(path).unwrap();
    let written = b.write_with(path, &WriteOptions::default()).unwrap();
    assert_eq!(written.left_out, ["Bender.yml", "component.xml", "README.md", "RULES.md"]);
    assert_eq!(written.files.len() + 4, b.files.len());
    assert!(is_there(path, &a) && files(path).len() == a.files.len() + b.files.len() - 4);
    let manifest: Value = serde_json::from_slice(&files(path)["mesh_3_3_router.json"]).unwrap();
    assert_eq!(manifest["files"].as_object().unwrap().len() + 1, written.files.len());
    // Again, and each in another version.
    let (a, b) = (made("torus:4,4", "vcs=2"), made("mesh:3,3", "vcs=2"));
    b.write(path).unwrap();
    a.write(path).unwrap();
    assert!(is_there(path, &a) && files(path)["mesh_3_3_router.core"] == b.file("mesh_3_3_router.core").unwrap().as_bytes());
    // Once the first one is gone, the second has all.
    for (name, _) in &a.files {
        fs::remove_file(path.join(name)).unwrap();
    }
    b.write(path).unwrap();
    assert!(is_there(path, &b) && files(path).len() == b.files.len());
}

/// Designs whose modules have the same names cannot both be there. By force the other one goes, but for what was edited.
#[test]
fn designs_that_share_names_do_not_share_a_folder() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let (router, network) = (made("torus:4,4", ""), made("torus:4,4", "scope=network"));
    router.write(path).unwrap();
    let all = kept(&network, path, &WriteOptions::default());
    assert!(!all.is_empty() && all.iter().all(|(_, why)| *why == Kept::OfDesign("torus_4_4_router".into())), "{all:?}");
    let file = "constraints/torus_4_4_router.sdc";
    fs::write(path.join(file), "my clock").unwrap();
    let told = network.write(path).unwrap_err().to_string();
    assert!(told.contains("rtl/torus_4_4_router.v (of the design torus_4_4_router); ") && told.ends_with("and that design"), "{told}");
    let written = network.write_with(path, &force()).unwrap();
    assert!(written.left_out.is_empty() && is_there(path, &network));
    assert_eq!(files(path).len(), network.files.len() + 1);
    assert_eq!(files(path)[file], b"my clock");
}

/// Whatever its name and whoever wrote it: also by force, and where it is read through a link.
#[test]
fn an_input_is_never_written_nor_removed() {
    let (folder, one, two) = versions();
    let path = folder.path();
    for file in ["rtl/noc_input_unit.v", "rtl/noc_other_direction.v"] {
        let inputs = vec![fs::canonicalize(path.join(file)).unwrap()];
        let before = fs::read(path.join(file)).unwrap();
        for force in [false, true] {
            let options = WriteOptions { force, inputs: inputs.clone() };
            if one.file(file).is_some() && two.file(file).is_some() {
                let kept = kept(&two, path, &options);
                assert_eq!(kept, [(file.to_owned(), Kept::Input)]);
            } else {
                two.write_with(path, &options).unwrap();
                one.write(path).unwrap();
            }
            assert_eq!(fs::read(path.join(file)).unwrap(), before, "{file} {force}");
        }
        // As it is, it is no obstacle.
        one.write_with(path, &WriteOptions { force: false, inputs }).unwrap();
    }
}

/// Nothing is written through a link or in the place of a folder, by force neither.
#[test]
fn links_and_folders_are_no_files() {
    let design = made("torus:4,4", "");
    let dir = tempdir().unwrap();
    let (out, elsewhere) = (dir.path().join("out"), dir.path().join("elsewhere"));
    fs::create_dir_all(out.join("torus_4_4_router.f/x")).unwrap();
    fs::create_dir(&elsewhere).unwrap();
    std::os::unix::fs::symlink(&elsewhere, out.join("rtl")).unwrap();
    let all = kept(&design, &out, &force());
    assert!(all.iter().all(|(path, why)| *why == Kept::NoFile && (path.starts_with("rtl/") || path == "torus_4_4_router.f")), "{all:?}");
    assert_eq!(fs::read_dir(elsewhere).unwrap().count(), 0);
}

/// `sha256sum` finds the hashes that the manifest has; its own is of the lines above its last field.
#[test]
fn the_hashes_of_the_manifest_are_those_of_the_files() {
    let (folder, one, _) = versions();
    let text = one.file("noc_router.json").unwrap();
    let manifest: Value = serde_json::from_str(text).unwrap();
    let hashes = manifest["files"].as_object().unwrap();
    assert_eq!(hashes.len() + 1, one.files.len());
    let list: String = hashes.iter().map(|(path, hash)| format!("{}  {path}\n", hash.as_str().unwrap())).collect();
    let above = text.split(",\n  \"manifest_sha256\"").next().unwrap();
    fs::write(folder.path().join("above"), above).unwrap();
    let list = list + &format!("{}  above\n", manifest["manifest_sha256"].as_str().unwrap());
    fs::write(folder.path().join("list"), list).unwrap();
    let Ok(output) = Command::new("sha256sum").args(["--check", "--strict", "--quiet", "list"]).current_dir(folder.path()).output() else {
        return skip("sha256sum is missing");
    };
    assert!(output.status.success(), "{output:?}");
}

/// Files with one text may be of two designs. A new version of one of these does not take them from the other.
#[test]
fn what_two_designs_have_is_not_replaced_for_one() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let of_both = axi4::made("torus:4,4", "", &["0,0"], &["3,3"]);
    let manifest: Value = serde_json::from_str(of_both.file("torus_4_4_axi4_network.json").unwrap()).unwrap();
    let width = manifest["axi4"]["REQUEST_WIDTH"].as_u64().unwrap();
    let [one, two] = [1, 2].map(|vcs| made("torus:4,4", &format!("scope=network order=pair flit-width={width} vcs={vcs}")));
    of_both.write(path).unwrap();
    one.write(path).unwrap();
    let router = "rtl/torus_4_4_router.v";
    assert_eq!(of_both.file(router), one.file(router), "they share no router");
    let all = kept(&two, path, &WriteOptions::default());
    assert!(all.contains(&(router.to_owned(), Kept::OfDesign("torus_4_4_axi4_network".into()))), "{all:?}");
    two.write_with(path, &force()).unwrap();
    assert!(!path.join("torus_4_4_axi4_network.json").exists(), "a design is left whose files are gone");
}

/// A manifest that names files elsewhere has no say in what is removed.
#[test]
fn a_manifest_does_not_lead_out_of_the_folder() {
    let (folder, _, two) = versions();
    let (path, victim) = (folder.path().join("noc_router.json"), tempdir().unwrap());
    let file: PathBuf = victim.path().join("x");
    fs::write(&file, "abc").unwrap();
    // FIPS 180-2, appendix B.1.
    let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    let up = "../".repeat(folder.path().components().count());
    let names = [file.to_str().unwrap().to_owned(), format!("{up}{}", file.to_str().unwrap().trim_start_matches('/'))];
    let lines = names.map(|name| format!("\n    \"{name}\": \"{hash}\",")).concat();
    let text = fs::read_to_string(&path).unwrap().replace("\"files\": {", &format!("\"files\": {{{lines}"));
    fs::write(&path, text).unwrap();
    two.write_with(folder.path(), &force()).unwrap();
    assert!(file.exists());
}
