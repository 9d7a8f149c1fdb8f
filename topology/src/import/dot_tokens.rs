//! Tokens of Graphviz's DOT language.

use crate::own::spot::{FileError, Lines, Location, refuse};

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A name, a number, or a quoted text; a keyword is an unquoted name.
    Id {
        /// The text, without quotes.
        text: String,
        /// The text is in quotes.
        quoted: bool,
    },
    /// A text in angle brackets.
    Html,
    /// `{ } [ ] ; , : = +`.
    Mark(char),
    /// `->` or `--`.
    Edge {
        /// `->`.
        directed: bool,
    },
}

/// Splits a text into tokens, without comments.
///
/// # Errors
/// A character that begins no token, a quote or a comment without its end.
pub fn tokens(text: &str) -> Result<Vec<(Location, Token)>, FileError> {
    let lines = Lines::of(text);
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let (location, rest) = (lines.at(at), &text[at..]);
        let starts_line = at == 0 || text[..at].ends_with('\n');
        at += match c {
            c if c.is_whitespace() => c.len_utf8(),
            '#' if starts_line => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => match rest[2..].find("*/") {
                Some(end) => end + 4,
                None => return refuse(location, "a comment without its end; expected: */"),
            },
            '"' => {
                let (text, length) = quoted(location, rest)?;
                tokens.push((location, Token::Id { text, quoted: true }));
                length
            }
            '<' => {
                tokens.push((location, Token::Html));
                html(location, rest)?
            }
            '{' | '}' | '[' | ']' | ';' | ',' | ':' | '=' | '+' => {
                tokens.push((location, Token::Mark(c)));
                1
            }
            '-' if rest.starts_with("->") || rest.starts_with("--") => {
                tokens.push((location, Token::Edge { directed: rest.starts_with("->") }));
                2
            }
            c if c.is_alphabetic() || c == '_' => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                tokens.push((location, Token::Id { text: rest[..end].to_owned(), quoted: false }));
                end
            }
            c if c.is_ascii_digit() || c == '.' || c == '-' => {
                let end = 1 + rest[1..].find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len() - 1);
                let is_number = rest[..end].parse::<f64>().is_ok();
                let joined = rest[end..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
                if !is_number || joined {
                    return refuse(location, format!("`{}` is no number; expected: a name, or a text in quotes", shown(rest)));
                }
                tokens.push((location, Token::Id { text: rest[..end].to_owned(), quoted: false }));
                end
            }
            _ => {
                return refuse(
                    location,
                    format!("`{}`; expected: a name, a text in quotes, or one of {{ }} [ ] ; , : = -> --", shown(rest)),
                );
            }
        };
    }
    Ok(tokens)
}

/// Reads a text in quotes; returns it with its length in the file.
fn quoted(location: Location, rest: &str) -> Result<(String, usize), FileError> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek()) {
            ('"', _) => return Ok((text, at + 1)),
            ('\\', Some((_, '"'))) => {
                chars.next();
                text.push('"');
            }
            ('\\', Some((_, '\n'))) => _ = chars.next(),
            (c, _) => text.push(c),
        }
    }
    refuse(location, "a text without its end; expected: \"")
}

/// The length of a text in angle brackets.
fn html(location: Location, rest: &str) -> Result<usize, FileError> {
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Ok(at + 1);
        }
    }
    refuse(location, "a text without its end; expected: >")
}

fn shown(rest: &str) -> String {
    rest.chars().take_while(|c| !c.is_whitespace()).take(20).flat_map(char::escape_debug).collect()
}
