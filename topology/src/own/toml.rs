//! TOML as a tree.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::spot::{FileError, Lines, Located, refuse};
use super::tree::{Tree, Value};

/// Reads TOML.
///
/// # Errors
/// Text that is not TOML.
pub fn read(text: &str) -> Result<Tree, FileError> {
    let lines = Lines::of(text);
    match DeTable::parse(text) {
        Ok(table) => Ok(Located { location: lines.at(0), value: table_of(table.get_ref(), &lines) }),
        Err(e) => refuse(lines.at(e.span().map_or(0, |span| span.start)), format!("is no TOML: {}", e.message().replace('\n', "; "))),
    }
}

fn table_of(table: &DeTable<'_>, lines: &Lines) -> Value {
    let key = |name: &Spanned<_>| Located { location: lines.at(name.span().start), value: AsRef::<str>::as_ref(name.get_ref()).to_owned() };
    Value::Table(table.iter().map(|(name, value)| (key(name), tree(value, lines))).collect())
}

fn tree(value: &Spanned<DeValue<'_>>, lines: &Lines) -> Tree {
    let location = lines.at(value.span().start);
    let value = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            i128::from_str_radix(number.as_str(), number.radix()).map_or(Value::Other("a number that is too large"), Value::Number)
        }
        DeValue::Float(_) => Value::Other("a number with a fraction"),
        DeValue::Boolean(truth) => Value::Truth(*truth),
        DeValue::Datetime(_) => Value::Other("a date"),
        DeValue::Array(items) => Value::List(items.iter().map(|item| tree(item, lines)).collect()),
        DeValue::Table(table) => table_of(table, lines),
    };
    Located { location, value }
}
