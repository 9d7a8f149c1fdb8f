//! The values of a plan's keys, each with the line it stands in.

use std::ops::Range;
use std::path::Path;

use anyhow::anyhow;
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

/// `key = value` in a plan.
#[derive(Debug, Clone)]
pub struct Entry {
    pub key: String,
    /// Counted from 1.
    pub line: usize,
    pub value: Value,
    /// The entries of a table, or of each table of a list of them.
    pub tables: Vec<Vec<Entry>>,
}

/// The entries of a file, in its order.
pub fn entries(file: &Path, text: &str) -> anyhow::Result<Vec<Entry>> {
    let line = |span: Range<usize>| text[..span.start.min(text.len())].matches('\n').count() + 1;
    let wrong = |e: &toml::de::Error| anyhow!("plan {}, line {}: {}", file.display(), e.span().map_or(1, line), e.message());
    let places = DeTable::parse(text).map_err(|e| wrong(&e))?;
    let values: Table = toml::from_str(text).map_err(|e| wrong(&e))?;
    Ok(of_table(places.get_ref(), &values, &line))
}

fn of_table(places: &DeTable<'_>, values: &Table, line: &impl Fn(Range<usize>) -> usize) -> Vec<Entry> {
    let mut found: Vec<(usize, Entry)> = Vec::new();
    for (name, place) in places {
        let (key, value) = (name.get_ref().to_string(), values[name.get_ref().as_ref()].clone());
        let tables = match (place.get_ref(), &value) {
            (DeValue::Table(places), Value::Table(values)) => vec![of_table(places, values, line)],
            (DeValue::Array(places), Value::Array(values)) => {
                let both = places.iter().zip(values).filter_map(|(place, value)| match (place.get_ref(), value) {
                    (DeValue::Table(places), Value::Table(values)) => Some(of_table(places, values, line)),
                    _ => None,
                });
                both.collect()
            }
            _ => Vec::new(),
        };
        found.push((name.span().start, Entry { key, line: line(name.span()), value, tables }));
    }
    found.sort_by_key(|(start, _)| *start);
    found.into_iter().map(|(_, entry)| entry).collect()
}
