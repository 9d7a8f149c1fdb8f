//! The book of docs/: it builds without a warning, has every page, and its links lead somewhere.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::tempdir;

use crate::skip::skip;
use crate::support::{files, root, tool};

/// Every page of docs/ stands in the summary once.
#[test]
fn every_page_is_in_the_book() {
    let docs = root().join("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    let mut listed: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let pages = files(&docs).into_iter().map(|(path, _)| path.display().to_string());
    let mut pages: Vec<String> = pages.filter(|path| path.ends_with(".md") && path != "SUMMARY.md").collect();
    listed.sort_unstable();
    pages.sort();
    assert_eq!(listed, pages);
}

/// What is wrong with a link of a page; what is not in the book is in the repository, where docs/ is.
fn broken(book: &Path, page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, fragment) = target.split_once('#').unwrap_or((target, ""));
    let mut path = page.to_owned();
    if !file.is_empty() {
        path.pop();
        for part in file.split('/') {
            if part == ".." { _ = path.pop() } else { path.push(part) }
        }
    }
    if let Ok(outside) = path.strip_prefix(book.parent().unwrap()).map(|rest| root().join(rest))
        && !path.starts_with(book)
    {
        let there = outside.exists() || outside.with_extension("md").exists();
        return (!there).then(|| "no such file".into());
    }
    let Ok(text) = fs::read(&path) else { return Some("no such file".into()) };
    let heading = format!("id=\"{fragment}\"");
    (!fragment.is_empty() && !String::from_utf8_lossy(&text).contains(&heading)).then(|| "no such heading".into())
}

#[test]
fn the_book_builds_and_its_links_lead_somewhere() {
    let mdbook = std::env::var_os("TORUSMITH_MDBOOK").map(Into::into).or_else(|| tool("mdbook"));
    let Some(mdbook) = mdbook else { return skip("mdbook is missing: run scripts/setup") };
    let dir = tempdir().unwrap();
    let book = dir.path().canonicalize().unwrap().join("docs");
    let output = Command::new(mdbook).arg("build").arg("--dest-dir").arg(&book).current_dir(root()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && !said.contains("WARN") && !said.contains("ERROR"), "{said}");
    let (mut links, mut wrong) = (0, Vec::new());
    for (path, bytes) in files(&book).into_iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "html")) {
        let name = path.display().to_string();
        // One page of all, the page of links that lead nowhere, and what frames show.
        if ["print.html", "404.html", "toc.html"].contains(&&name[..]) {
            continue;
        }
        let text = String::from_utf8(bytes).unwrap();
        let main = text.split("<main>").nth(1).and_then(|rest| rest.split("</main>").next()).unwrap_or_else(|| panic!("{name}"));
        for attribute in ["href=\"", "src=\""] {
            for target in main.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
                links += 1;
                wrong.extend(broken(&book, &book.join(&path), target).map(|why| format!("{name}: {target}: {why}")));
            }
        }
    }
    assert!(links > 300, "{links}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
