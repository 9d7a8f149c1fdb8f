//! Figures that stand on more than one page: they are listed in docs/figures.toml, and are the same wherever they stand.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde::Deserialize;

use crate::pages::{pages, prose};
use crate::workspace::{root, shown};

#[derive(Deserialize)]
struct List {
    figure: Vec<Figure>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    name: String,
    value: f64,
    unit: String,
    /// The page that it comes from.
    source: String,
    /// Per cent that a place may be off.
    #[serde(default)]
    within: f64,
    stands: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Place {
    /// Wherever a page says this, `{}` is the figure.
    Text { text: String },
    /// The cell of `column`, in all rows with these cells.
    Cell { page: String, below: Option<String>, row: BTreeMap<String, String>, column: String },
}

/// A figure where it stands.
struct Found {
    page: String,
    value: f64,
}

/// A page's name, and its text without line breaks in paragraphs.
type Page = (String, String);

fn texts() -> Vec<Page> {
    pages().iter().map(|path| (shown(path), fs::read_to_string(path).unwrap())).collect()
}

/// The number that a text begins with, and what follows it.
fn number(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',').unwrap_or(text.len());
    let digits = text[..end].trim_end_matches(['.', ',']);
    Some((digits.replace(',', "").parse().ok()?, &text[digits.len()..]))
}

/// The figures of a piece of text, line breaks being spaces.
fn in_text(page: &Page, text: &str) -> Vec<Found> {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (before, behind) = text.split_once("{}").unwrap_or_else(|| panic!("{text}: no {{}}"));
    let whole = words(&page.1);
    let rests = whole.match_indices(before).map(|(at, _)| &whole[at + before.len()..]);
    let values = rests.filter_map(number).filter(|(_, rest)| rest.starts_with(behind));
    values.map(|(value, _)| Found { page: page.0.clone(), value }).collect()
}

/// The figures of a table's column.
fn in_table(page: &Page, below: Option<&str>, row: &BTreeMap<String, String>, column: &str) -> Vec<Found> {
    let (mut inside, mut head, mut found) = (below.is_none(), Vec::new(), Vec::new());
    for line in page.1.lines() {
        if let Some(heading) = line.strip_prefix('#') {
            inside = below.is_none_or(|below| heading.trim_start_matches('#').trim() == below);
        }
        if !line.starts_with('|') {
            head.clear();
            continue;
        }
        let cells: Vec<&str> = line.trim().trim_matches('|').split('|').map(str::trim).collect();
        if head.is_empty() {
            head = cells;
            continue;
        }
        let cell = |name: &str| head.iter().position(|title| *title == name).and_then(|at| cells.get(at).copied());
        if inside && row.iter().all(|(name, wanted)| cell(name) == Some(wanted)) {
            found.extend(cell(column).and_then(number).map(|(value, _)| Found { page: page.0.clone(), value }));
        }
    }
    found
}

/// All places of a figure; each one that is listed is there.
fn found(figure: &Figure, texts: &[Page]) -> Vec<Found> {
    let mut all = Vec::new();
    for place in &figure.stands {
        let here: Vec<Found> = match place {
            Place::Text { text } => texts.iter().flat_map(|page| in_text(page, text)).collect(),
            Place::Cell { page, below, row, column } => {
                let page = texts.iter().find(|(name, _)| name == page).unwrap_or_else(|| panic!("{}: no page {page}", figure.name));
                in_table(page, below.as_deref(), row, column)
            }
        };
        assert!(!here.is_empty(), "docs/figures.toml: {}: it does not stand where one of its places says", figure.name);
        all.extend(here);
    }
    all
}

fn list() -> Vec<Figure> {
    toml::from_str::<List>(&fs::read_to_string(root().join("docs/figures.toml")).unwrap()).unwrap().figure
}

#[test]
fn figures_of_two_pages_are_the_same() {
    let (texts, figures, mut wrong) = (texts(), list(), Vec::new());
    for figure in &figures {
        let all = found(figure, &texts);
        let pages: BTreeSet<&str> = all.iter().map(|found| found.page.as_str()).collect();
        assert!(pages.len() > 1 && pages.contains(figure.source.as_str()), "docs/figures.toml: {} stands on {pages:?}", figure.name);
        for Found { page, value } in all.iter().filter(|found| (found.value / figure.value - 1.0).abs() * 100.0 > figure.within) {
            wrong.push(format!(
                "{page}: {} is {value} {}, in docs/figures.toml {}, from {}",
                figure.name, figure.unit, figure.value, figure.source
            ));
        }
    }
    assert!(figures.len() > 15, "{}", figures.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Units of what is measured. A number with one of them says the same wherever it stands.
const UNITS: [&str; 12] =
    ["kGE", "COMB", "LUT4", "LUTs", "MHz", "ns", "Gbit/s", "minutes", "seconds", "comparisons", "dependencies", "channels"];

/// Figures with a unit in the prose of a page, tables not among them.
fn measured(page: &Page) -> BTreeSet<(String, &'static str)> {
    let mut all = BTreeSet::new();
    for (_, line) in prose(&page.1).into_iter().filter(|(_, line)| !line.starts_with('|')) {
        let words: Vec<&str> = line.split([' ', '(', ')', ';', '`']).collect();
        for pair in words.windows(2) {
            let unit = UNITS.iter().find(|unit| pair[1].trim_end_matches(['.', ',', ':']) == **unit);
            let value = number(pair[0]).filter(|(_, rest)| rest.is_empty());
            all.extend(value.zip(unit).map(|((value, _), unit)| (value.to_string(), *unit)));
        }
    }
    all
}

#[test]
fn measured_figures_of_two_pages_are_listed() {
    let figures = list();
    let listed = |value: &str, unit: &str| figures.iter().any(|figure| figure.unit == unit && figure.value.to_string() == value);
    let mut pages: BTreeMap<_, Vec<String>> = BTreeMap::new();
    let mut seen = 0;
    for page in texts() {
        let found = measured(&page);
        seen += found.len();
        found.into_iter().for_each(|figure| pages.entry(figure).or_default().push(page.0.clone()));
    }
    assert!(seen > 5, "{seen}");
    let twice = pages.into_iter().filter(|((value, unit), pages)| pages.len() > 1 && !listed(value, unit));
    let twice: Vec<String> = twice.map(|((value, unit), pages)| format!("{value} {unit}: {}", pages.join(", "))).collect();
    assert!(twice.is_empty(), "figures on two pages that docs/figures.toml does not list:\n{}", twice.join("\n"));
}
