//! `RULES.md`: the rules that the comments of a design's Verilog cite, from the contract's pages in `docs/`; and the rules that these rules name, but for
//! those of options that the design does not have.

use std::collections::BTreeSet;

use torusmith_design::manifest::Manifest;
use torusmith_design::{Interface, Order, Pipeline, RouterKind};

use crate::verilog::comments;

/// A page of the contract.
struct Page {
    name: &'static str,
    text: &'static str,
    /// Sections that a file cites by naming the page alone.
    whole: &'static [&'static str],
}

const ROUTER: Page = Page { name: "router.md", text: include_str!("../../docs/router.md"), whole: &[] };
const STREAMS: Page = Page { name: "axi_interface.md", text: include_str!("../../docs/axi_interface.md"), whole: &[] };
const AXI4: Page = Page { name: "axi4_interface.md", text: include_str!("../../docs/axi4_interface.md"), whole: &[] };
const CHECKER: Page = Page { name: "axi4_checker.md", text: include_str!("../../docs/axi4_checker.md"), whole: &["Rules"] };
const COUNTERS: Page = Page { name: "counters.md", text: include_str!("../../docs/counters.md"), whole: &["What is counted", "Reading"] };
const MULTICAST: Page = Page { name: "multicast_router.md", text: include_str!("../../docs/multicast_router.md"), whole: &[] };

/// The page of the networks: a design has the section of its own.
const NETWORKS: &str = include_str!("../../docs/networks.md");

/// The file's name.
pub(crate) const RULES: &str = "RULES.md";

/// A rule, or the text of a section before its first rule.
struct Rule {
    page: usize,
    section: String,
    name: String,
    text: String,
}

/// Verilog of a design with the name of its own file in place of the contract's pages.
pub(crate) fn cite_file(text: &str) -> String {
    let mut cited = text.to_owned();
    for page in [ROUTER, STREAMS, AXI4, CHECKER, COUNTERS, MULTICAST].iter().map(|page| page.name).chain(["networks.md"]) {
        cited = cited.replace(&format!("docs/{page}"), RULES);
    }
    cited
}

/// The text of the file for the design of a manifest; `files` are its files as path and text, before [`cite_file`].
pub(crate) fn rules(manifest: &Manifest, files: &[(String, String)]) -> String {
    let pages = pages(manifest);
    let all: Vec<Rule> = pages.iter().enumerate().flat_map(|(at, page)| rules_of(at, page.text)).collect();
    let verilog = files.iter().filter(|(path, _)| path.ends_with(".v") || path.ends_with(".vh")).map(|(_, text)| comments(text));
    let verilog = verilog.collect::<Vec<_>>().join("\n");
    let mut wanted: BTreeSet<usize> = cited(&verilog).iter().filter_map(|name| find(&all, name, 0)).collect();
    let whole = |rule: &Rule| pages[rule.page].whole.contains(&&*rule.section) && verilog.contains(pages[rule.page].name);
    wanted.extend((0..all.len()).filter(|&at| whole(&all[at])));
    let mut open: Vec<usize> = wanted.iter().copied().collect();
    while let Some(at) = open.pop() {
        let rule = &all[at];
        let found = named(&rule.text).into_iter().filter_map(|name| find(&all, &name, rule.page));
        let applies = |at: &usize| pages[all[*at].page].name != ROUTER.name || applies(manifest, &all[*at].name);
        open.extend(found.filter(applies).filter(|&at| wanted.insert(at)));
    }
    // What a section says before its first rule
    let sections: BTreeSet<(usize, &str)> = wanted.iter().map(|&at| (all[at].page, &*all[at].section)).collect();
    let chosen =
        |at: &usize| wanted.contains(at) || all[*at].name == all[*at].section && sections.contains(&(all[*at].page, &*all[*at].section));
    let mut text = format!(
        "# Rules of {}\n\n\
         Comments in the Verilog cite rules, most of them in brackets, such as [SA4]. This file has the rules that the files of\n\
         this design cite, from the contract of torusmith {}, and the rules that these name. A rule that is named and not here\n\
         is of an option that this design does not have, or of the network interface in simulations.\n",
        manifest.top,
        env!("CARGO_PKG_VERSION")
    );
    let mut last = (usize::MAX, "");
    for rule in (0..all.len()).filter(chosen).map(|at| &all[at]) {
        if rule.page != last.0 {
            text += &format!("\n## {}\n{}", title(pages[rule.page].text), preface(pages[rule.page].text));
        }
        if (rule.page, &*rule.section) != last {
            text += &format!("\n### {}\n", rule.section);
        }
        if !rule.text.is_empty() {
            text += &format!("\n{}\n", rule.text);
        }
        last = (rule.page, &rule.section);
    }
    without_links(&(text + &network(manifest)))
}

/// The pages that a design follows. Where two have a rule of one name, the first one's is meant.
fn pages(manifest: &Manifest) -> Vec<Page> {
    if manifest.router_kind == RouterKind::Multicast {
        return vec![MULTICAST, ROUTER];
    }
    let interface = match manifest.local_interface {
        Interface::Flit => vec![],
        Interface::Axis => vec![STREAMS],
        Interface::Axi4 => vec![AXI4, STREAMS, CHECKER],
    };
    std::iter::once(ROUTER).chain(interface).chain(manifest.counters.as_ref().map(|_| COUNTERS)).collect()
}

/// Whether a rule of the router's page binds a design of these options.
fn applies(manifest: &Manifest, rule: &str) -> bool {
    let three = manifest.pipeline == Pipeline::Three;
    match rule {
        "RC5" | "RC6" => manifest.reuse_empty != 0,
        "RC7" => manifest.network.starts_with("RDT"),
        "RC8" => manifest.message_classes > 1,
        "RC9" => manifest.order == Order::Pair,
        "L5" => manifest.link_slices.is_some(),
        "SA1" | "SA2" | "SA5" => !three,
        _ if rule.starts_with("VA") => three,
        // Sections 9 to 11: simulations
        _ => !rule.starts_with(['N', 'O', 'D']),
    }
}

/// The heading of a page.
fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches("# ").trim_end_matches(": a cycle-exact contract")
}

/// Names and parameters, which a page explains before its first section.
fn preface(page: &str) -> String {
    let before = page.split("\n## ").next().unwrap_or_default();
    let paragraphs = before.split("\n\n").filter(|text| text.starts_with("Names: ") || text.starts_with("| parameter"));
    paragraphs.map(|text| format!("\n{}\n", text.trim_end())).collect()
}

/// The rules of a page, and what its sections say before their first rule, in their order.
fn rules_of(page: usize, text: &str) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("<!--")) {
        let name =
            line.strip_prefix("**").and_then(|rest| rest.split_once("**")).map(|(name, _)| name).filter(|name| parts(name).is_some());
        if let Some(section) = line.strip_prefix("## ") {
            let section = section.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start().to_owned();
            rules.push(Rule { page, name: section.clone(), section, text: String::new() });
        } else if let Some((name, section)) = name.zip(rules.last().map(|rule| rule.section.clone())) {
            rules.push(Rule { page, section, name: name.to_owned(), text: format!("{line}\n") });
        } else if let Some(rule) = rules.last_mut() {
            rule.text += &format!("{line}\n");
        }
    }
    for rule in &mut rules {
        rule.text = rule.text.trim().to_owned();
    }
    rules
}

/// The rule of that name, of the page `first` if that has one.
fn find(rules: &[Rule], name: &str, first: usize) -> Option<usize> {
    let on = |page: Option<usize>| rules.iter().position(|rule| rule.name == name && page.is_none_or(|page| rule.page == page));
    on(Some(first)).or_else(|| on(None))
}

/// Letters and number of a rule's name, such as `SA3`.
fn parts(name: &str) -> Option<(&str, u32)> {
    let (letters, number) = name.split_at(name.find(|c: char| !c.is_ascii_uppercase())?);
    let is_name = (1..=2).contains(&letters.len()) && number.bytes().all(|c| c.is_ascii_digit());
    is_name.then(|| number.parse().ok())?.map(|number| (letters, number))
}

/// Names from the first one to the last.
fn range(first: &str, last: &str) -> Option<Vec<String>> {
    let ((letters, from), (same, to)) = (parts(first)?, parts(last)?);
    (letters == same).then(|| (from..=to).map(|number| format!("{letters}{number}")).collect())
}

/// What comments cite in brackets and parentheses: names of rules and of sections.
fn cited(comments: &str) -> Vec<String> {
    let mut names = Vec::new();
    for group in comments.split(['[', '(']).skip(1).filter_map(|rest| rest.split([']', ')']).next()) {
        for piece in group.split([',', ';']).map(str::trim) {
            let ends = piece.split_once(" - ").or_else(|| piece.split_once(" to ")).or_else(|| piece.split_once('-'));
            let all = ends.and_then(|(first, last)| range(first, last));
            names.extend(all.unwrap_or_else(|| vec![piece.to_owned()]));
        }
    }
    names
}

/// The names of rules in a rule's text.
fn named(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let ranges = words.windows(3).filter(|three| three[1] == "to").filter_map(|three| range(three[0], three[2])).flatten();
    words.iter().filter(|word| parts(word).is_some()).map(|word| (*word).to_owned()).chain(ranges).collect()
}

/// What `docs/networks.md` says of the network: addresses, ports, routing, and its VC rule.
fn network(manifest: &Manifest) -> String {
    let family = manifest.network.split(['(', ':']).next().unwrap_or_default();
    let is_own = |title: &str| match manifest.network_file {
        Some(_) => title == "A network from a file",
        None => title.split(", ").any(|name| name.split(['(', ':']).next() == Some(family)),
    };
    let section = NETWORKS.split("\n## ").skip(1).find_map(|text| text.split_once('\n').filter(|(title, _)| is_own(title)));
    let Some((title, text)) = section else { return String::new() };
    let rule = format!("VC rule `{}`", manifest.vc_rule);
    let mut chosen = true;
    let mut told = format!("\n## The network: {title}\n");
    for paragraph in text.split("\n### ").next().unwrap_or_default().trim().split("\n\n") {
        if let Some(label) = paragraph.strip_prefix("**").and_then(|rest| rest.split("**").next()) {
            chosen = ["Addresses", "Ports", "Routing", "Vectors", "VC rules"].iter().any(|start| label.starts_with(start))
                || label.starts_with(&rule);
        }
        if chosen {
            told += &format!("\n{paragraph}\n");
        }
    }
    told
}

/// Markdown with the text of each link in its place: the pages that links lead to are not in the folder.
fn without_links(text: &str) -> String {
    let mut parts = text.split("](");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once(')').unwrap_or(("", part));
        if let Some(open) = plain.rfind('[') {
            plain.remove(open);
        }
        plain += rest;
    }
    plain
}
