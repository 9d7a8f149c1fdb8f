//! Long lists in Verilog, in lines of no more than 100 columns.

/// The longest line.
const COLUMNS: usize = 100;

/// A list with `mark` and a space between its items, in lines of no more than [`COLUMNS`], the first behind `used` columns, each other one behind
/// `indent`.
pub(crate) fn wrapped(items: impl Iterator<Item = String>, mark: &str, used: usize, indent: &str) -> String {
    let mut text = String::new();
    let mut column = used;
    for item in items {
        if !text.is_empty() {
            text += mark;
            // With the comma, bracket or semicolon behind it
            if column + item.len() + 4 > COLUMNS {
                text += indent;
                column = indent.len();
            } else {
                text.push(' ');
                column += 2;
            }
        }
        column += item.len();
        text += &item;
    }
    text
}
