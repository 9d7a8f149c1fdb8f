//! Standard output: JSON, tables and text, buffered; a closed pipe is an error that ends the command quietly.

use std::io::{self, BufWriter, Write};

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;

/// Standard output with a buffer of its own; flush it at the end.
pub fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

/// Prints a report as one indented JSON object.
pub fn json(report: &(impl Serialize + ?Sized)) -> io::Result<()> {
    let mut out = stdout();
    serde_json::to_writer_pretty(&mut out, report).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()
}

/// Prints text as it is.
pub fn text(text: &str) -> io::Result<()> {
    let mut out = stdout();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// A table without lines: a header, columns two spaces apart, numbers to the right.
pub fn table(header: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(header.to_vec());
    let rows: Vec<Vec<String>> = rows.into_iter().collect();
    for (i, column) in table.column_iter_mut().enumerate() {
        let is_number = |row: &Vec<String>| row[i].starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if rows.iter().all(is_number) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        column.set_padding((0, 2));
    }
    table.add_rows(rows);
    lines(&table)
}

/// Names and values, one a line.
pub fn facts(rows: &[(&str, String)]) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).add_rows(rows.iter().map(|(name, value)| vec![(*name).to_owned(), value.clone()]));
    table.column_iter_mut().for_each(|column| _ = column.set_padding((0, 2)));
    lines(&table)
}

fn lines(table: &Table) -> String {
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Packets to their own node, of what is called `title`: a line.
pub fn own_packets(title: &str, count: u64) -> String {
    let packets = if count == 1 { "packet" } else { "packets" };
    format!("{title}: {count} {packets} to the own node, delivered there without entering the network\n")
}
