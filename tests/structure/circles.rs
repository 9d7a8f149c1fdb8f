//! No file needs, by way of others, itself: a file in a circle of imports cannot be read, tested or moved alone.

use std::collections::BTreeSet;
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::modules::Crate;
use crate::workspace::{crate_roots, crates, shown};

/// Circles that are there and known: their files from the repository on, and why. One that is gone, or smaller, is to be struck here.
const EXCUSED: &[(&[&str], &str)] = &[];

/// The files of each circle, sorted, and what they use of one another.
fn circles(parsed: &Crate) -> Vec<(Vec<usize>, Vec<String>)> {
    let uses = parsed.uses();
    let name = |file: usize| shown(&parsed.files[file]);
    let told = |files: &[usize]| {
        let inside = uses.iter().filter(|((a, b), _)| files.contains(a) && files.contains(b));
        inside.map(|((a, b), path)| format!("    {} uses {} as {path}", name(*a), name(*b))).collect()
    };
    let edges: Vec<(usize, usize)> = uses.keys().copied().collect();
    rings(parsed, &edges).into_iter().map(|files| (files.clone(), told(&files))).collect()
}

/// A folder's own file may put together the files in it, and these may use what it says for all: such a circle is left out, and what
/// goes in a circle without that file is not.
fn rings(parsed: &Crate, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let graph = DiGraph::<(), (), usize>::from_edges(edges);
    let mut found = Vec::new();
    for ring in tarjan_scc(&graph).into_iter().filter(|files| files.len() > 1) {
        let mut ring: Vec<usize> = ring.into_iter().map(|file| file.index()).collect();
        ring.sort_unstable();
        match ring.iter().find(|&&head| ring.iter().all(|&file| parsed.is_below(file, head))) {
            None => found.push(ring),
            Some(head) => {
                let inside = edges.iter().filter(|(a, b)| [a, b].into_iter().all(|file| file != head && ring.contains(file)));
                found.extend(rings(parsed, &inside.copied().collect::<Vec<_>>()));
            }
        }
    }
    found
}

#[test]
fn files_do_not_import_in_circles() {
    let (mut seen, mut wrong, mut files) = (BTreeSet::new(), Vec::new(), 0);
    for first in crates().iter().flat_map(|dir| crate_roots(dir)) {
        let parsed = Crate::read(&first);
        files += parsed.files.len();
        for (circle, uses) in circles(&parsed) {
            let circle: Vec<String> = circle.into_iter().map(|file| shown(&parsed.files[file])).collect();
            match EXCUSED
                .iter()
                .position(|(files, _)| files.iter().copied().collect::<BTreeSet<_>>() == circle.iter().map(String::as_str).collect())
            {
                Some(known) => _ = seen.insert(known),
                None => wrong.push(format!("{} files in a circle:\n{}", circle.len(), uses.join("\n"))),
            }
        }
    }
    assert!(files > 200, "{files} files were read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let gone: Vec<_> = (0..EXCUSED.len()).filter(|known| !seen.contains(known)).map(|known| EXCUSED[known]).collect();
    assert!(gone.is_empty(), "no circles any more, to be struck from the list: {gone:?}");
}

/// A crate of files; the names of those in circles.
fn in_circles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let parsed = Crate::read(&folder.path().join("lib.rs"));
    assert_eq!(parsed.files.len(), files.len(), "files that no `mod` leads to");
    let name = |path: &Path| path.strip_prefix(&folder).unwrap().display().to_string();
    let names = |files: Vec<usize>| {
        let mut names: Vec<String> = files.into_iter().map(|file| name(&parsed.files[file])).collect();
        names.sort();
        names
    };
    circles(&parsed).into_iter().map(|(files, _)| names(files)).collect()
}

/// Every way to name a thing of another file closes the circle.
#[test]
fn a_circle_is_found() {
    let lib = "mod a; mod b; pub use b::B; fn own() {}";
    let a = "use crate::b::B; pub struct A(B); pub fn twice() {}";
    for b in [
        "pub struct B; use super::a::A; impl Drop for A { fn drop(&mut self) {} }",
        "pub struct B; fn f() { crate::a::twice() }",
        "pub struct B; use crate::a; fn f() { a::twice() }",
        "pub struct B; use super::*; fn f() { let _ = vec![1, a::twice()]; }",
        "pub struct B; mod inner { use super::super::a::twice as other; fn f() { other() } }",
        "pub struct B; fn f() { use crate::{a::{self, twice}}; }",
        "pub struct B; macro_rules! m { () => { crate::a::twice() } }",
    ] {
        assert_eq!(in_circles(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]), [["a.rs", "b.rs"]], "{b}");
    }
    // By a name that the root shows on; of files below another; of a folder's files with one outside of it.
    let shown = [
        ("lib.rs", "mod a; mod b; pub use b::B;"),
        ("a.rs", "use crate::B; pub struct A(B);"),
        ("b.rs", "pub struct B; type T = crate::a::A;"),
    ];
    assert_eq!(in_circles(&shown), [["a.rs", "b.rs"]]);
    let below = [
        ("lib.rs", "mod a; fn f() -> a::A { panic!() }"),
        ("a/mod.rs", "mod c; mod d; pub struct A(c::C);"),
        ("a/c.rs", "pub struct C(super::A, super::d::D);"),
        ("a/d.rs", "pub struct D(super::c::C, crate::a::A);"),
    ];
    assert_eq!(in_circles(&below), [["a/c.rs", "a/d.rs"]]);
    let out = [
        ("lib.rs", "mod a; mod b;"),
        ("a/mod.rs", "pub mod c; pub fn f() -> c::C {}"),
        ("a/c.rs", "pub struct C(crate::b::B);"),
        ("b.rs", "pub struct B; fn f() { crate::a::f() }"),
    ];
    assert_eq!(in_circles(&out), [["a/c.rs", "a/mod.rs", "b.rs"]]);
}

#[test]
fn what_is_no_circle_is_let_be() {
    for (lib, a, b) in [
        // What a root shows on is not what it needs, and its things may be used below.
        ("mod a; mod b; pub use b::B; pub struct Root;", "use crate::b::B; pub struct A(B);", "pub struct B(crate::Root);"),
        // A folder's own file puts together what lies in it.
        (
            "mod a; mod b; pub struct Root; fn f(a: a::A, b: b::B) {}",
            "use crate::b::B; pub struct A(B, crate::Root);",
            "pub struct B(crate::Root);",
        ),
        // A test of one file may use another.
        ("mod a; mod b;", "use crate::b::B; pub struct A(B);", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; }"),
        // A field, a local name, another crate's name, a text.
        (
            "mod a; mod b;",
            "use crate::b::B; pub struct A(B);",
            "pub struct B; fn f(x: B) { let a = \"crate::a::A\"; g!(x.a, std::a::A, a); }",
        ),
    ] {
        assert_eq!(in_circles(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]), Vec::<Vec<String>>::new(), "{b}");
    }
}
