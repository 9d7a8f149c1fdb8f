//! YAML, as files of configurations use it: one document of mappings, sequences and scalars. Numbers are those of YAML 1.1, `0x1000_0000` included.

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span};

use crate::own::spot::{FileError, Located, Location, refuse};
use crate::own::tree::{Tree, Value};

/// Most levels of lists and mappings within others.
const DEEPEST: usize = 32;

/// Reads a document.
///
/// # Errors
/// Text that is not YAML, several documents, aliases, keys that are no texts.
pub fn read(text: &str) -> Result<Tree, FileError> {
    let mut reader = Reader { parser: Parser::new_from_str(text), last: Location::line(1) };
    loop {
        match reader.next()? {
            (Event::DocumentStart(_), _) => break,
            (Event::StreamEnd, location) => return refuse(location, "an empty file; expected: a mapping"),
            _ => {}
        }
    }
    let first = reader.next()?;
    let tree = reader.value(first, 0)?;
    loop {
        match reader.next()? {
            (Event::StreamEnd, _) => return Ok(tree),
            (Event::DocumentStart(_), location) => return refuse(location, "a second document; expected: one"),
            _ => {}
        }
    }
}

struct Reader<'a> {
    parser: Parser<'a, saphyr_parser::StrInput<'a>>,
    /// Position of the last event.
    last: Location,
}

impl<'a> Reader<'a> {
    fn next(&mut self) -> Result<(Event<'a>, Location), FileError> {
        let bad = |e: &ScanError| refuse(Location::line(e.marker().line().max(1)), format!("is no YAML: {}", e.info()));
        match self.parser.next() {
            Some(Ok((event, Span { start, .. }))) => {
                self.last = Location::line(start.line().max(1));
                Ok((event, self.last))
            }
            Some(Err(e)) => bad(&e),
            None => Ok((Event::StreamEnd, self.last)),
        }
    }

    fn value(&mut self, (event, location): (Event<'a>, Location), depth: usize) -> Result<Tree, FileError> {
        if depth == DEEPEST {
            return refuse(location, format!("a value in {DEEPEST} others; expected: fewer"));
        }
        let value = match event {
            Event::Scalar(text, ScalarStyle::Plain, ..) => plain(&text),
            Event::Scalar(text, ..) => Value::Text(text.into_owned()),
            Event::SequenceStart(..) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        (Event::SequenceEnd, _) => break Value::List(items),
                        other => items.push(self.value(other, depth + 1)?),
                    }
                }
            }
            Event::MappingStart(..) => {
                let mut entries = Vec::new();
                loop {
                    let (event, location) = self.next()?;
                    match event {
                        Event::MappingEnd => break Value::Table(entries),
                        Event::Scalar(key, ..) => {
                            let next = self.next()?;
                            entries.push((Located { location, value: key.into_owned() }, self.value(next, depth + 1)?));
                        }
                        _ => return refuse(location, "a key that is no text; expected: a text"),
                    }
                }
            }
            Event::Alias(_) => return refuse(location, "an alias; expected: the value itself"),
            _ => return refuse(location, "the file ends; expected: a value"),
        };
        Ok(Located { location, value })
    }
}

/// The value of a scalar without quotes.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Other("null"),
        "true" | "True" | "TRUE" => return Value::Truth(true),
        "false" | "False" | "FALSE" => return Value::Truth(false),
        _ => {}
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'b', ..] => (&digits[2..], 2),
        [b'0', _, ..] => return Value::Text(text.to_owned()),
        _ => (digits, 10),
    };
    let first = digits.chars().next().is_some_and(|c| c.is_digit(radix));
    let number = i128::from_str_radix(&digits.replace('_', ""), radix).ok().filter(|_| first);
    number.map_or_else(|| Value::Text(text.to_owned()), |number| Value::Number(sign * number))
}
