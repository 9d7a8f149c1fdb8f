//! A paper's table against the model's values, cell by cell.

use std::fmt::Write as _;

use serde::Serialize;

/// Agreement of a cell of the paper with the model's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Equal, to the digits that the paper prints.
    Equal,
    /// Different.
    Different,
    /// The paper has no value, or it is lost.
    NotPublished,
    /// The model does not compute the value.
    NotComputed,
}

impl Verdict {
    /// Name in the JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Different => "different",
            Self::NotPublished => "not-published",
            Self::NotComputed => "not-computed",
        }
    }
}

/// A value of a table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Cell {
    /// The paper's value.
    pub published: Option<f64>,
    /// The model's value, with all digits.
    pub computed: Option<f64>,
    /// Their agreement.
    pub verdict: Verdict,
    /// Reason for a difference, if known.
    pub reason: Option<&'static str>,
    /// Reading of the model's value, if the paper leaves open what it counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reading: Option<&'static str>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// Name of the row.
    pub row: &'static str,
    /// Decimals that the paper prints.
    pub decimals: usize,
    /// One cell for each column.
    pub cells: Vec<Cell>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// Number of the table in the paper.
    pub table: &'static str,
    /// Title of the table.
    pub title: &'static str,
    /// The columns.
    pub columns: &'static [&'static str],
    /// The rows.
    pub rows: Vec<Row>,
    /// A remark on the table.
    pub note: Option<&'static str>,
}

impl Table {
    /// Number of cells with a verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.verdict == verdict).count()
    }
}

/// Computed values of a cell: one for each possible reading, with its name. The first one that equals the paper's counts, else the first.
#[derive(Debug, Clone, Default)]
pub struct Computed(Vec<(f64, Option<&'static str>)>);

impl Computed {
    /// Several readings, by name.
    pub fn either(readings: impl IntoIterator<Item = (f64, &'static str)>) -> Self {
        Self(readings.into_iter().map(|(value, name)| (value, Some(name))).collect())
    }
}

impl From<Option<f64>> for Computed {
    fn from(value: Option<f64>) -> Self {
        Self(value.into_iter().map(|value| (value, None)).collect())
    }
}

/// A row as printed, with the reasons for differences; `None` where the paper has no value.
pub struct PublishedRow<const N: usize> {
    row: &'static str,
    decimals: usize,
    values: [Option<f64>; N],
    reasons: [&'static str; N],
}

/// A row of whole numbers, with one reason for all cells that differ, empty without a reason.
pub const fn row<const N: usize>(row: &'static str, values: [Option<f64>; N], reason: &'static str) -> PublishedRow<N> {
    PublishedRow { row, decimals: 0, values, reasons: [reason; N] }
}

impl<const N: usize> PublishedRow<N> {
    /// Sets the number of decimals.
    pub fn decimals(self, decimals: usize) -> Self {
        Self { decimals, ..self }
    }

    /// Sets the reason for the cell of a column.
    pub fn because(mut self, column: usize, reason: &'static str) -> Self {
        self.reasons[column] = reason;
        self
    }

    /// Adds the computed values.
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

/// A number with as many decimals as the paper prints, without decimals if it is whole.
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
