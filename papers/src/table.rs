//! A paper's table beside ours, cell by cell.

use std::fmt::Write as _;

use serde::Serialize;

/// How a cell of the paper and ours agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// To the digits that the paper prints.
    Equal,
    /// They are not.
    Different,
    /// The paper has no figure, or it is lost.
    NotPublished,
    /// No model of it here.
    NotComputed,
}

impl Verdict {
    /// As in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Different => "different",
            Self::NotPublished => "not-published",
            Self::NotComputed => "not-computed",
        }
    }
}

/// A figure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cell {
    /// The paper's.
    pub published: Option<f64>,
    /// Ours, in all its digits.
    pub computed: Option<f64>,
    /// How they agree.
    pub verdict: Verdict,
    /// Why not, where they do not and that is known.
    pub reason: Option<&'static str>,
    /// What ours is, where the paper leaves open what it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// What it is about.
    pub row: &'static str,
    /// Digits behind the point that the paper prints.
    pub decimals: usize,
    /// One for each column.
    pub cells: Vec<Cell>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Its number in the paper.
    pub table: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The columns.
    pub columns: &'static [&'static str],
    /// The rows.
    pub rows: Vec<Row>,
    /// What is to be kept in mind.
    pub note: Option<&'static str>,
}

impl Table {
    /// Cells with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.verdict == verdict).count()
    }
}

/// What was computed for a cell: the values that it may mean, each with the name of that reading. The first that is the paper's counts, else the first.
#[derive(Debug, Clone, Default)]
pub struct Computed(Vec<(f64, Option<&'static str>)>);

impl Computed {
    /// One value or another, by name.
    pub fn either(readings: impl IntoIterator<Item = (f64, &'static str)>) -> Self {
        Self(readings.into_iter().map(|(value, name)| (value, Some(name))).collect())
    }
}

impl From<Option<f64>> for Computed {
    fn from(value: Option<f64>) -> Self {
        Self(value.into_iter().map(|value| (value, None)).collect())
    }
}

/// A row as it is printed, with the reasons for what differs; what the paper has no figure for is `None`.
pub struct Published<const N: usize> {
    row: &'static str,
    decimals: usize,
    values: [Option<f64>; N],
    reasons: [&'static str; N],
}

/// A row of whole numbers, with one reason for all cells that differ, empty if there is none.
pub const fn row<const N: usize>(row: &'static str, values: [Option<f64>; N], reason: &'static str) -> Published<N> {
    Published { row, decimals: 0, values, reasons: [reason; N] }
}

impl<const N: usize> Published<N> {
    /// With digits behind the point.
    pub fn decimals(self, decimals: usize) -> Self {
        Self { decimals, ..self }
    }

    /// With a reason of its own for the cell of a column.
    pub fn because(mut self, column: usize, reason: &'static str) -> Self {
        self.reasons[column] = reason;
        self
    }

    /// Beside the values computed.
    pub fn with(self, computed: [impl Into<Computed>; N]) -> Row {
        let digits = |value: f64| (value * 10f64.powi(self.decimals as i32)).round();
        let equal = |published: Option<f64>, value: f64| published.is_some_and(|published| digits(published) == digits(value));
        let cell = |((published, computed), reason): ((Option<f64>, Computed), &'static str)| {
            let Computed(readings) = computed;
            let chosen = readings.iter().find(|(value, _)| equal(published, *value)).or(readings.first()).copied();
            let verdict = match (published, chosen) {
                (Some(_), Some((value, _))) if equal(published, value) => Verdict::Equal,
                (Some(_), Some(_)) => Verdict::Different,
                (None, _) => Verdict::NotPublished,
                (Some(_), None) => Verdict::NotComputed,
            };
            let open = matches!(verdict, Verdict::Different | Verdict::NotComputed);
            let reason = (open && !reason.is_empty()).then_some(reason);
            Cell { published, computed: chosen.map(|(value, _)| value), verdict, reason, reading: chosen.and_then(|(_, name)| name) }
        };
        let cells = self.values.into_iter().zip(computed.map(Into::into)).zip(self.reasons).map(cell).collect();
        Row { row: self.row, decimals: self.decimals, cells }
    }
}

/// `table,row,column,published,computed,verdict`, a line for each cell.
pub fn csv(tables: &[Table]) -> String {
    let mut text = "table,row,column,published,computed,verdict\n".to_owned();
    for (table, row) in tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row))) {
        for (column, cell) in table.columns.iter().zip(&row.cells) {
            let [published, computed] =
                [cell.published, cell.computed].map(|value| value.map_or(String::new(), |v| number(v, row.decimals)));
            let [name, column] = [table.table, column].map(|text| if text.contains(',') { format!("\"{text}\"") } else { text.to_owned() });
            writeln!(text, "{name},\"{}\",{column},{published},{computed},{}", row.row, cell.verdict.name()).expect("a string");
        }
    }
    text
}

/// With as many digits behind the point as the paper prints, none if it is whole.
pub fn number(value: f64, decimals: usize) -> String {
    if value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.decimals$}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reading_that_is_the_papers_counts() {
        let two = |a, b| Computed::either([(a, "one"), (b, "other")]);
        let row = row("r", [Some(7.44), Some(10.67), Some(6.34), None, Some(3.0)], "why").decimals(2).because(2, "").with([
            two(7.4375, 7.47),
            two(10.625, 10.6667),
            two(6.4375, 6.46),
            two(1.0, 2.0),
            Computed::default(),
        ]);
        let told: Vec<_> = row.cells.iter().map(|cell| (cell.verdict, cell.computed, cell.reading, cell.reason)).collect();
        let expected = [
            (Verdict::Equal, Some(7.4375), Some("one"), None),
            (Verdict::Equal, Some(10.6667), Some("other"), None),
            (Verdict::Different, Some(6.4375), Some("one"), None),
            (Verdict::NotPublished, Some(1.0), Some("one"), None),
            (Verdict::NotComputed, None, None, Some("why")),
        ];
        assert_eq!(told, expected);
    }
}
