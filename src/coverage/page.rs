//! The page of counts: cases of rules, then each file with its lines, in one file without scripts.

use std::collections::BTreeMap;

use anyhow::Context;
use askama::Template;
use torusmith_testbench::{Design, PointKind};

use super::{CountedPoint, CoverageSummary, Data, Share, anchor};

#[derive(Template)]
#[template(path = "coverage.html")]
struct Page<'a> {
    network: &'a str,
    top: &'a str,
    runs: u64,
    shares: Vec<(&'static str, usize, usize, String)>,
    rules: Vec<(&'a str, u64)>,
    files: Vec<File>,
}

struct File {
    name: String,
    anchor: String,
    /// Covered and all points that are no cases of rules.
    share: Share,
    lines: Vec<Line>,
}

/// A line of a file: what its statements and branches were run, and how many of its bits toggled.
struct Line {
    number: usize,
    runs: String,
    bits: String,
    class: &'static str,
    text: String,
}

/// The page's text.
pub fn write(data: &Data, summary: &CoverageSummary, design: &Design) -> anyhow::Result<String> {
    let mut by_file: BTreeMap<&str, Vec<&CountedPoint>> = BTreeMap::new();
    let mut rules: BTreeMap<&str, u64> = BTreeMap::new();
    for counted in &data.points {
        match counted.point.kind {
            PointKind::Rule => *rules.entry(&counted.point.name).or_default() += counted.count,
            _ => by_file.entry(&counted.point.file).or_default().push(counted),
        }
    }
    let mut files = Vec::new();
    for (name, points) in by_file {
        let path = design.dir.join(name);
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        files.push(File { name: name.to_owned(), anchor: anchor(name), share: share(&points), lines: lines(&text, &points) });
    }
    let shares = summary.shares().map(|(kind, share)| (kind, share.covered, share.of, share.percent())).into();
    let page = Page { network: &data.network, top: &data.top, runs: data.runs, shares, rules: rules.into_iter().collect(), files };
    Ok(page.render()?)
}

fn share(points: &[&CountedPoint]) -> Share {
    Share { covered: points.iter().filter(|counted| counted.count > 0).count(), of: points.len() }
}

fn lines(text: &str, points: &[&CountedPoint]) -> Vec<Line> {
    let mut runs: BTreeMap<usize, u64> = BTreeMap::new();
    let mut bits: BTreeMap<usize, Share> = BTreeMap::new();
    for counted in points {
        let point = &counted.point;
        if point.kind == PointKind::Toggle {
            let share = bits.entry(point.line as usize).or_default();
            share.of += 1;
            share.covered += usize::from(counted.count > 0);
            continue;
        }
        // Of several ways through a line, the rarest is shown.
        for line in numbers(&point.lines).chain([point.line as usize]) {
            runs.entry(line).and_modify(|least| *least = counted.count.min(*least)).or_insert(counted.count);
        }
    }
    let line = |(number, text): (usize, &str)| {
        let (runs, bits) = (runs.get(&number), bits.get(&number));
        let missed = runs == Some(&0) || bits.is_some_and(|share| share.covered < share.of);
        Line {
            number,
            runs: runs.map_or(String::new(), u64::to_string),
            bits: bits.map_or(String::new(), |share| format!("{}/{}", share.covered, share.of)),
            class: if missed {
                "miss"
            } else if runs.is_some() || bits.is_some() {
                "hit"
            } else {
                ""
            },
            text: text.to_owned(),
        }
    };
    (1..).zip(text.lines()).map(line).collect()
}

/// The numbers of `35,38-40`.
fn numbers(list: &str) -> impl Iterator<Item = usize> + '_ {
    list.split(',')
        .filter_map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            Some(first.parse::<usize>().ok()?..=last.parse().ok()?)
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_lines_are_read() {
        assert_eq!(numbers("35,38-40").collect::<Vec<_>>(), [35, 38, 39, 40]);
        assert_eq!(numbers("").count(), 0);
    }
}
