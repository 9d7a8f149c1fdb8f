//! The pages: links lead somewhere, lines are short, and the table of rules is true.

use std::fs;
use std::path::{Path, PathBuf};

use crate::workspace::{crates, root, shown};

/// Characters of a line, at most, but in tables and blocks of code.
const MOST: usize = 120;

/// Every page of the front door and of `docs/`.
pub fn pages() -> Vec<PathBuf> {
    let docs = ["docs", "docs/results"].into_iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let docs = docs.map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> =
        docs.chain(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/ecp5/README.md"].map(|name| root().join(name))).collect();
    all.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    all.sort();
    assert!(all.len() > 15, "{all:?}");
    all
}

/// The lines outside of blocks of code.
pub fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut code = false;
    let outside = |(_, line): &(usize, &str)| {
        let fence = line.trim_start().starts_with("```");
        code ^= fence;
        !fence && !code
    };
    (1..).zip(text.lines()).filter(outside).collect()
}

/// `#what-each-step-brings` of a heading, as code hosts make it.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    heading.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// What is wrong with a link of a page.
fn broken(page: &Path, target: &str) -> Option<String> {
    if target.contains("://") || target.starts_with("mailto:") {
        return None;
    }
    let (file, part) = target.split_once('#').unwrap_or((target, ""));
    let path = if file.is_empty() { page.to_owned() } else { page.parent().unwrap().join(file) };
    if !path.exists() {
        return Some("no such file".to_owned());
    }
    let text = if part.is_empty() { return None } else { fs::read_to_string(&path).unwrap() };
    let found = prose(&text).into_iter().any(|(_, line)| line.starts_with('#') && anchor(line) == part);
    (!found).then(|| "no such heading".to_owned())
}

#[test]
fn links_of_pages_lead_somewhere() {
    let (mut wrong, mut links) = (Vec::new(), 0);
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for (line, words) in prose(&text) {
            for target in words.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                links += 1;
                wrong.extend(broken(&page, target).map(|why| format!("{}:{line}: {target}: {why}", shown(&page))));
            }
        }
    }
    assert!(links > 100, "{links} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lines_of_pages_are_short() {
    let mut wrong = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let long: Vec<usize> = prose(&text)
            .into_iter()
            .filter(|(_, line)| line.chars().count() > MOST && !line.trim_start().starts_with('|'))
            .map(|(number, _)| number)
            .collect();
        let name = shown(&page);
        if !long.is_empty() {
            wrong.push(format!("{name}: {} lines of more than {MOST} characters: {long:?}", long.len()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A line of a paragraph, or of a table, that begins with a sign is no quote, no new list and no row of that table.
fn misread(before: &str, line: &str) -> bool {
    let sign = |line: &str, signs: &str| line.split_once(' ').is_some_and(|(first, _)| first.len() == 1 && signs.contains(first));
    let text = |line: &str| line.starts_with(|c: char| c.is_alphanumeric() || "`*([".contains(c)) && !sign(line, "*");
    let row = |line: &str| line.starts_with('|');
    let list = sign(line, "+") || sign(line, "-*") && !before.ends_with([':', '.', ';']);
    line.starts_with('>') || text(before) && (list || row(line) && line.ends_with('|')) || row(before) && text(line)
}

#[test]
fn paragraphs_are_not_read_as_something_else() {
    assert!(misread("text", ">= 2A") && misread("text, W =", "+ U") && misread("| a | b |", "text") && misread("text", "| a | b |"));
    assert!(!misread("text", "more") && !misread("- one", "- two") && !misread("| a | b |", "| c | d |") && !misread("", "| a | b |"));
    let mut wrong = Vec::new();
    let more = fs::read_dir(root().join("docs/networks")).unwrap().map(|entry| entry.unwrap().path());
    for page in pages().into_iter().chain(more) {
        let text = fs::read_to_string(&page).unwrap();
        let lines = prose(&text);
        let pairs = lines.windows(2).filter(|pair| pair[0].0 + 1 == pair[1].0 && misread(pair[0].1, pair[1].1));
        wrong.extend(pairs.map(|pair| format!("{}:{}: {}", shown(&page), pair[1].0, pair[1].1)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the page of verdicts counts is what the full tables count.
#[test]
fn verdicts_are_those_of_the_full_tables() {
    let page = fs::read_to_string(root().join("docs/reproduction.md")).unwrap();
    let table = page.split("<!-- verdicts -->").nth(1).unwrap().split("<!-- end of verdicts -->").next().unwrap();
    let rows: Vec<&str> = table.lines().skip(3).collect();
    assert!(rows.len() > 10, "{rows:?}");
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let file = cells[5].split(['(', ')']).nth(1).unwrap();
        let text = fs::read_to_string(root().join("docs").join(file)).unwrap();
        let (made, held) = (cells[2].split(' ').next().unwrap(), cells[3]);
        if let Some((of, kind)) = cells[1].split_once(": ") {
            // Claims of one kind, counted in the table of their seeds: two blanks stand before each.
            let table = text.split("-seeds -->").nth(if of.ends_with("three seeds") { 1 } else { 0 }).unwrap();
            let claims: Vec<&str> = table
                .lines()
                .filter(|line| line.starts_with('§') && [" ", ","].iter().any(|end| line.contains(&format!("  {kind}{end}"))))
                .collect();
            let hold = claims.iter().filter(|line| line.ends_with("  holds")).count();
            assert_eq!((claims.len().to_string().as_str(), hold.to_string().as_str()), (made, held), "{row}");
            continue;
        }
        let counts = |line: &str| [made, held].iter().all(|number| line.split(|c: char| !c.is_ascii_digit()).any(|word| word == *number));
        let told = text.lines().any(|line| (line.contains("hold") || line.contains("are equal")) && counts(line));
        assert!(told, "benches/performance verdicts: {file} does not say {made} and {held}");
    }
}

/// Each file of the table of rules names the rule of its row.
#[test]
fn rules_are_where_the_table_says() {
    let page = fs::read_to_string(root().join("docs/architecture.md")).unwrap();
    let table = page.split("<!-- rules -->").nth(1).unwrap().split("<!-- end of rules -->").next().unwrap();
    let mut checked = 0;
    for row in table.lines().skip(3) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for (cell, folder) in cells[3..6].iter().zip(["rtl", "sim/src", "verify/contract/src"]).filter(|(cell, _)| !cell.is_empty()) {
            let path = root().join(folder).join(cell.trim_matches('`'));
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let named = text.split(|c: char| !c.is_alphanumeric()).any(|word| word == cells[1]);
            assert!(named, "{} does not name {}", shown(&path), cells[1]);
            checked += 1;
        }
    }
    assert!(checked > 40, "{checked}");
}

/// The front page of each crate that is a library begins with an example that the tests run.
#[test]
fn every_crate_shows_how_it_is_used() {
    let mut seen = 0;
    for dir in crates() {
        let Ok(text) = fs::read_to_string(dir.join("src/lib.rs")) else { continue };
        let page: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(page.contains(&"//! ```"), "{}: no example on its front page", shown(&dir));
        seen += 1;
    }
    assert!(seen > 8, "{seen}");
}
