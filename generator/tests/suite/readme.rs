//! The pages of a design's folder: `README.md` names what is there, `RULES.md` has the rules that the Verilog cites, in the words of the contract.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;
use torusmith_generator::Design;

use crate::axi4;
use crate::tools::made;

/// Designs of each kind, with the pages of `docs/` that they follow.
fn designs() -> Vec<(Design, Vec<&'static str>)> {
    let mut designs = vec![
        (made("torus:4,4", ""), vec!["router.md"]),
        (made("ttn:2,2,2", "vcs=4 pipeline=3 message-classes=2"), vec!["router.md"]),
        (made("htn:4,4,2,1", "vcs=3 routing=ls+cs pipeline=1"), vec!["router.md"]),
        (made("rdt:8", "scope=network link-slices=1 reset-tree=yes"), vec!["router.md"]),
        (
            made("torus:4,4", "vcs=2 scope=network interface=axis counters=yes stream-width=64"),
            vec!["router.md", "axi_interface.md", "counters.md"],
        ),
        (made("rdt:8", "ack-ways=1"), vec!["multicast_router.md", "router.md"]),
    ];
    let with_map = axi4::made("torus:4,4", "", &["0,0"], &["3,3"]);
    designs.push((with_map, vec!["router.md", "axi4_interface.md", "axi_interface.md"]));
    designs
}

fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)).unwrap()
}

/// Texts of paragraphs that begin with a rule's name, links without their targets.
fn rules(page: &str) -> BTreeSet<(String, String)> {
    let paragraphs = page.split("\n\n").filter_map(|text| Some((text.strip_prefix("**")?.split_once("**")?.0, text)));
    let is_rule = |name: &str| name.ends_with(|c: char| c.is_ascii_digit()) && name.starts_with(|c: char| c.is_ascii_uppercase());
    // Letters and digits without names of pages
    let is_word = |word: &&str| !word.contains(".md") && !word.contains('#') && word.contains(char::is_alphanumeric);
    let words = |text: &str| text.replace("](", " ").split(['[', ')', ' ', '\n']).filter(is_word).collect::<String>();
    paragraphs.filter(|(name, _)| is_rule(name)).map(|(name, text)| (name.to_owned(), words(text))).collect()
}

/// `[SA3, SA4]` and `RC1 - RC3` in the comments of a design, read letter by letter: names of rules, the ends of ranges alone.
fn cited(design: &Design) -> BTreeSet<String> {
    let verilog = design.files.iter().filter(|(path, _)| path.ends_with(".v"));
    let comments = verilog.flat_map(|(_, text)| text.lines().filter_map(|line| Some(line.split_once("//")?.1.to_owned())));
    let brackets =
        comments.flat_map(|line| line.split('[').skip(1).map(|rest| rest.split(']').next().unwrap().to_owned()).collect::<Vec<_>>());
    let words = brackets.flat_map(|inside| inside.split([',', ' ']).map(str::to_owned).collect::<Vec<_>>());
    let is_rule = |word: &String| {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        letters.len() < word.len() && (1..=2).contains(&letters.len()) && letters.chars().all(|c| c.is_ascii_uppercase())
    };
    words.filter(is_rule).collect()
}

#[test]
fn the_rules_are_those_that_the_verilog_cites_in_the_words_of_the_contract() {
    for (design, pages) in designs() {
        let (top, text) = (&design.top, design.file("RULES.md").unwrap());
        let found = rules(text);
        let names: BTreeSet<&str> = found.iter().map(|(name, _)| &**name).collect();
        let contract: BTreeSet<(String, String)> = pages.iter().flat_map(|name| rules(&page(name))).collect();
        let others: Vec<_> = found.difference(&contract).collect();
        assert!(others.is_empty(), "{top}: {others:?}");
        let cited = cited(&design);
        let missing: Vec<_> = cited.iter().filter(|name| !names.contains(name.as_str())).collect();
        assert!(missing.is_empty() && (cited.len() > 10 || top.contains("multicast")), "{top}: {missing:?} of {cited:?}");
        assert!(!text.contains("](") && !text.contains("<!--"), "{top}: links and remarks of the page");
        let pages_named: Vec<&str> =
            design.files.iter().filter(|(path, text)| path.ends_with(".v") && text.contains("docs/")).map(|(path, _)| &**path).collect();
        assert!(pages_named.is_empty(), "{top}: pages that the folder has not: {pages_named:?}");
    }
}

/// What only other options have is left out: VA is of three cycles a hop, SA1 of one and two, RC8 of message classes, RC9 of an order, L5 of slices.
#[test]
fn rules_of_other_options_are_left_out() {
    let has =
        |network: &str, options: &str, name: &str| made(network, options).file("RULES.md").unwrap().contains(&format!("\n**{name}** "));
    for (options, with, without) in [
        ("", "SA5", "VA5"),
        ("pipeline=3", "VA5", "SA1"),
        ("vcs=2 message-classes=2", "RC8", "RC9"),
        ("vcs=2 order=pair", "RC9", "RC8"),
        ("scope=network link-slices=1", "L5", "E4"),
        ("", "L2", "L5"),
    ] {
        assert!(has("torus:4,4", options, with) && !has("torus:4,4", options, without), "{options}: {with}, not {without}");
    }
    assert!(!has("torus:4,4", "", "N6") && !has("torus:4,4", "", "D3"), "rules of simulations");
}

/// Each file has its row, those of some folders one together; each port of the top its own; and the manifest has the hash of both pages.
#[test]
fn the_readme_names_files_and_ports() {
    for (design, _) in designs() {
        let (top, text) = (&design.top, design.file("README.md").unwrap());
        let manifest: Value = serde_json::from_str(design.file(&format!("{top}.json")).unwrap()).unwrap();
        for path in ["README.md", "RULES.md"] {
            assert!(manifest["files"][path].is_string(), "{top}: {path}");
        }
        for (path, _) in &design.files {
            let row = match path.split_once('/') {
                Some(("formal", _)) => "| `formal/*.vh` |".to_owned(),
                Some(("constraints", _)) => "| `constraints/*` |".to_owned(),
                _ => format!("| `{path}` |"),
            };
            let line = text.lines().find(|line| line.starts_with(&row)).unwrap_or_else(|| panic!("{top}: no {path}"));
            let what = line.split('|').nth(2).unwrap().trim();
            assert!(what.len() > 6 && !what.contains('['), "{top}: {line}");
        }
        for port in manifest["interface"].as_array().unwrap() {
            let row = format!("| `{}` | {} | {} |", port["name"].as_str().unwrap(), port["direction"].as_str().unwrap(), port["width"]);
            assert!(text.contains(&row), "{top}: {row}");
            assert!(text.contains(&format!(".{0}({0})", port["name"].as_str().unwrap())), "{top}: instance without {port}");
        }
        for (name, value) in manifest["parameters"].as_object().unwrap() {
            assert!(text.contains(&format!(".{name}({value})")), "{top}: {name}");
        }
        assert!(!text.contains("\n\n\n"), "{top}: empty lines");
    }
    assert!(
        made("torus:4,4", "").file("README.md").unwrap().contains("| `rtl/torus_4_4_rr_arbiter.v` | round robin among WIDTH requesters |")
    );
}

/// A user's page of that name stays, and nothing is written.
#[test]
fn a_readme_of_the_users_own_stays() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("README.md"), "mine").unwrap();
    let told = made("torus:4,4", "").write(folder.path()).unwrap_err().to_string();
    assert!(told.contains("README.md (not recorded as written by torusmith); allowed: another folder, or --force"), "{told}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
