//! A paper's table beside ours, as text.

use torusmith_papers::table::{Cell, Table, Verdict, number};

use crate::output;

/// `published / ours` in each cell, what differs marked, with the reasons below; ours alone where the paper has no figures at all.
pub fn beside(table: &Table) -> String {
    let published = table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.published.is_some());
    let mut reasons: Vec<&str> = Vec::new();
    let mut cell = |cell: &Cell, decimals| {
        let [paper, ours] = [cell.published, cell.computed].map(|value| value.map_or("-".to_owned(), |value| number(value, decimals)));
        if !published {
            return ours;
        }
        let mark = match (cell.verdict, cell.reason) {
            (Verdict::Different, Some(reason)) => {
                let known = reasons.iter().position(|known| *known == reason);
                let at = known.unwrap_or_else(|| {
                    reasons.push(reason);
                    reasons.len() - 1
                });
                format!(" [{}]", at + 1)
            }
            (Verdict::Different, None) => " [?]".to_owned(),
            _ => String::new(),
        };
        format!("{paper} / {ours}{mark}")
    };
    let rows: Vec<Vec<String>> = table
        .rows
        .iter()
        .map(|row| [row.row.to_owned()].into_iter().chain(row.cells.iter().map(|of| cell(of, row.decimals))).collect())
        .collect();
    let header: Vec<&str> = [if published { "paper / ours" } else { "ours" }].into_iter().chain(table.columns.iter().copied()).collect();
    let number = table.table;
    let name =
        if number.starts_with(|c: char| c.is_ascii_digit() || "IVX".contains(c)) { format!("Table {number}") } else { capital(number) };
    let mut text = format!("{name}: {}\n{}", table.title, output::table(&header, rows));
    for (i, reason) in reasons.iter().enumerate() {
        text += &format!("[{}] {reason}\n", i + 1);
    }
    if let Some(note) = table.note {
        text += &format!("{note}\n");
    }
    text + "\n"
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
