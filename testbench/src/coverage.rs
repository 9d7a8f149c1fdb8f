//! Coverage of a design's Verilog: how often each line and branch ran, each bit toggled, and each case of a rule happened.
//!
//! The counts are Verilator's. Cases of rules are `cover property` statements of the assertions (docs/verification.md); of the assertions'
//! own code nothing else is counted. Instances of a module are counted together.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use serde::{Deserialize, Serialize};

use crate::{Design, Error};

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointKind {
    /// Statements that run together.
    Line,
    /// A way of a condition.
    Branch,
    /// A case of a rule.
    Rule,
    /// A bit that changes.
    Toggle,
}

/// A place in a design that is counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Point {
    /// File, in the folder of the design.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
    /// What is counted.
    pub kind: PointKind,
    /// `if`, `else`, `block`; the bit; the name of the cover statement.
    pub name: String,
    /// Lines that run with it, such as `35,38-40`.
    pub lines: String,
}

/// Counts by place.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage(pub BTreeMap<Point, u64>);

/// Counts of all networks made of a design; they are added when a network is dropped.
pub(crate) type SharedCoverage = Arc<Mutex<Result<Coverage, Error>>>;

impl Coverage {
    /// Adds counts of other runs of the same design.
    pub fn add(&mut self, other: Self) {
        for (point, count) in other.0 {
            let sum = self.0.entry(point).or_default();
            *sum = sum.saturating_add(count);
        }
    }

    /// Reads a file of counts that Verilator's run-time library wrote: `C 'keys' count`, where a key is between the bytes 1 and 2.
    pub(crate) fn read(text: &str, design: &Design) -> Self {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let relative = |path: &Path| path.strip_prefix(&design.dir).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let files: BTreeMap<String, (String, bool)> = design
            .sources
            .iter()
            .map(|path| (name(path), (relative(path), false)))
            .chain(design.assertions.iter().map(|path| (name(path), (relative(path), true))))
            .collect();
        let mut coverage = Self::default();
        for line in text.lines() {
            let Some((keys, count)) = line.strip_prefix("C '").and_then(|line| line.rsplit_once("' ")) else { continue };
            let value = |key: &str| {
                let pair = keys.split('\u{1}').find_map(|pair| pair.split_once('\u{2}').filter(|(name, _)| *name == key));
                pair.map_or("", |(_, value)| value)
            };
            let Some((file, asserts)) = files.get(&name(Path::new(value("f")))) else { continue };
            let kind = match value("page").split('/').next() {
                Some("v_line") if !asserts => PointKind::Line,
                Some("v_branch") if !asserts => PointKind::Branch,
                Some("v_toggle") if !asserts => PointKind::Toggle,
                Some("v_user") => PointKind::Rule,
                _ => continue,
            };
            let number = |key: &str| value(key).parse().unwrap_or(0);
            let point = Point {
                file: file.clone(),
                line: number("l"),
                column: number("n"),
                kind,
                name: value("o").to_owned(),
                lines: value("S").to_owned(),
            };
            *coverage.0.entry(point).or_default() += count.parse::<u64>().unwrap_or(0);
        }
        coverage
    }
}
