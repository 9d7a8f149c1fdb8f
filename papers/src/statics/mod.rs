//! Static studies: tables and curves of a paper that follow from the networks' graphs and routing alone, without simulation.

pub mod mtn;
pub mod readings;
pub mod sttn;
pub mod thin;
pub mod ttn;
mod values;

use serde::Serialize;

pub use crate::claims::StaticClaim;
pub use values::{Values, measure};

use crate::figure::{self, Curve};
use crate::files::Files;
use crate::table::{self, Table, Verdict};
use crate::{Error, Progress};

/// The JSON of a static study (docs/cli.md).
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// `ttn-static`, `sttn-static`, `mtn-static`.
    pub study: &'static str,
    /// The paper's cells that equal the model's, to the printed digits.
    pub cells_equal: usize,
    /// The paper's cells that differ from the model's.
    pub cells_different: usize,
    /// The paper's cells that the model does not compute.
    pub cells_not_computed: usize,
    /// Claims that hold.
    pub claims_held: usize,
    /// Claims that could be tested.
    pub claims_made: usize,
    /// The paper's tables, in order.
    pub tables: Vec<Table>,
    /// The tables in other readings of the text; they do not count.
    pub other_readings: Vec<Table>,
    /// The text's claims.
    pub claims: Vec<StaticClaim>,
    /// Figures to draw.
    pub figures: Vec<Figure>,
}

/// Curves over the number of nodes.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figure {
    /// Part of the file's name.
    pub name: &'static str,
    /// Title of the figure.
    pub title: &'static str,
    /// Quantity drawn over the nodes.
    pub quantity: &'static str,
    /// The curves.
    pub curves: Vec<NamedCurve>,
}

/// A network's curve.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NamedCurve {
    /// The network.
    pub network: &'static str,
    /// (nodes, value).
    pub points: Vec<(u64, f64)>,
}

impl Report {
    fn new(study: &'static str, tables: Vec<Table>, other_readings: Vec<Table>, claims: Vec<StaticClaim>, figures: Vec<Figure>) -> Self {
        let cells = |verdict| tables.iter().map(|table| table.count(verdict)).sum();
        Self {
            study,
            cells_equal: cells(Verdict::Equal),
            cells_different: cells(Verdict::Different),
            cells_not_computed: cells(Verdict::NotComputed),
            claims_held: claims.iter().filter(|claim| claim.holds == Some(true)).count(),
            claims_made: claims.iter().filter(|claim| claim.holds.is_some()).count(),
            tables,
            other_readings,
            claims,
            figures,
        }
    }
}

/// The static studies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Study {
    /// Table 1 of the TTN paper.
    Ttn,
    /// Figures 4 to 7 and Table 1 of the STTN paper.
    Sttn,
    /// Tables 1 to 3 of the MTN paper.
    Mtn,
}

/// Runs a study.
///
/// # Errors
/// A routing function that leads nowhere.
pub fn run(study: Study, progress: &(dyn Fn(Progress) + Sync)) -> Result<Report, Error> {
    match study {
        Study::Ttn => ttn::run(progress),
        Study::Sttn => sttn::run(progress),
        Study::Mtn => mtn::run(progress),
    }
}

/// `STUDY.csv` with every cell, `STUDY.json`, and `STUDY-FIGURE.svg`.
///
/// # Errors
/// A figure that cannot be drawn.
pub fn files(report: &Report) -> Result<Files, Error> {
    let json = serde_json::to_string_pretty(report).expect("a report in JSON") + "\n";
    let tables: Vec<Table> = report.tables.iter().chain(&report.other_readings).cloned().collect();
    let mut files = vec![(format!("{}.csv", report.study), table::csv(&tables)), (format!("{}.json", report.study), json)];
    for figure in &report.figures {
        let curve = |of: &NamedCurve| {
            let points = of.points.iter().map(|&(nodes, value)| (nodes as f64, value)).collect();
            Curve { name: of.network.to_owned(), points }
        };
        let curves: Vec<Curve> = figure.curves.iter().map(curve).collect();
        files.push((format!("{}-{}.svg", report.study, figure.name), figure::over_nodes(figure.title, figure.quantity, &curves)?));
    }
    Ok(files)
}
