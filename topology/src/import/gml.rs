//! GML, the Graph Modelling Language: keys with values, which are numbers, texts in quotes, or lists in brackets.
//!
//! The reader takes a file's list `graph`, with its lists `node` and `edge` ([`super::node_link`]).

use super::data::IgnoredData;
use super::node_link::{self, GraphParts, entries, get};
use crate::own::draft::NetworkDraft;
use crate::own::spot::{FileError, Lines, Located, Location, refuse};
use crate::own::tree::{Tree, Value};

/// Most levels of lists within lists.
const DEEPEST: usize = 16;

/// Reads a network.
///
/// # Errors
/// Text that is not GML, or not a network.
pub fn read(text: &str, ignored: &mut IgnoredData) -> Result<NetworkDraft, FileError> {
    let mut reader = Reader { text, at: 0, lines: Lines::of(text) };
    let file = reader.list(0)?;
    let Some(graph) = get(&file, "graph")? else { return refuse(Location::line(1), "no graph; expected: graph [ .. ]") };
    for (key, _) in file.iter().filter(|(key, _)| !["Creator", "Version", "comment"].contains(&key.value.as_str())) {
        ignored.is_read(key.location, "file", &key.value, &["graph"])?;
    }
    let all = entries(graph, "graph", "a list in brackets")?;
    let directed = match get(all, "directed")? {
        None => false,
        Some(tree) => tree.number("directed", 0, 1)? == 1,
    };
    let of = |name: &str| all.iter().filter(|(key, _)| key.value == name).map(|(_, tree)| tree).collect();
    let own = |key: &str| !["directed", "multigraph", "node", "edge"].contains(&key);
    let graph = all.iter().filter(|(key, _)| own(&key.value)).collect();
    node_link::draft(&GraphParts { directed, graph, nodes: of("node"), edges: of("edge"), labels: true }, ignored)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    lines: Lines,
}

impl Reader<'_> {
    fn location(&self) -> Location {
        self.lines.at(self.at)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Skips blanks, and lines that begin with #.
    fn blank(&mut self) {
        loop {
            let blanks = self.rest().len() - self.rest().trim_start().len();
            self.at += blanks;
            let starts_line = self.at == 0 || self.text[..self.at].trim_end_matches([' ', '\t']).ends_with('\n');
            if !(starts_line && self.rest().starts_with('#')) {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn shown(&self) -> String {
        self.rest().chars().take_while(|c| !c.is_whitespace()).take(20).flat_map(char::escape_debug).collect()
    }

    /// Reads keys and values up to the closing bracket; at depth 0, to the end of the file.
    fn list(&mut self, depth: usize) -> Result<Vec<(Located<String>, Tree)>, FileError> {
        let mut all = Vec::new();
        loop {
            self.blank();
            let location = self.location();
            match self.rest().chars().next() {
                None if depth == 0 => return Ok(all),
                None => return refuse(location, "the file ends in a list; expected: ]"),
                Some(']') if depth > 0 => {
                    self.at += 1;
                    return Ok(all);
                }
                Some(c) if c.is_ascii_alphabetic() || c == '_' => {
                    let length = self.rest().find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(self.rest().len());
                    let key = Located { location, value: self.rest()[..length].to_owned() };
                    self.at += length;
                    self.blank();
                    all.push((key, self.value(depth)?));
                }
                Some(_) => {
                    return refuse(
                        location,
                        format!("`{}`; expected: a key, a letter first{}", self.shown(), if depth > 0 { ", or ]" } else { "" }),
                    );
                }
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Tree, FileError> {
        let location = self.location();
        let value = match self.rest().chars().next() {
            Some('[') if depth == DEEPEST => return refuse(location, format!("a list in {DEEPEST} others; expected: fewer")),
            Some('[') => {
                self.at += 1;
                Value::Table(self.list(depth + 1)?)
            }
            Some('"') => {
                let Some(length) = self.rest()[1..].find('"') else { return refuse(location, "a text without its end; expected: \"") };
                let text = unescaped(&self.rest()[1..=length]);
                self.at += length + 2;
                Value::Text(text)
            }
            _ => {
                let length = self.rest().find(|c: char| c.is_whitespace() || "[]\"".contains(c)).unwrap_or(self.rest().len());
                let word = &self.rest()[..length];
                let value = match (word.parse::<i128>(), word.parse::<f64>()) {
                    (Ok(number), _) => Value::Number(number),
                    (_, Ok(_)) => Value::Other("a number with a fraction"),
                    _ => {
                        return refuse(
                            location,
                            format!("`{}`; expected: a number, a text in quotes, or a list in brackets", self.shown()),
                        );
                    }
                };
                self.at += length;
                value
            }
        };
        Ok(Located { location, value })
    }
}

/// Decodes a text in which quotes, `&` and characters beyond ASCII are HTML entities.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('&');
    let mut all = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let character = part.split_once(';').and_then(|(name, rest)| {
            let character = match name {
                "quot" => '"',
                "amp" => '&',
                "apos" => '\'',
                "lt" => '<',
                "gt" => '>',
                _ => char::from_u32(name.strip_prefix('#')?.parse().ok()?)?,
            };
            Some((character, rest))
        });
        match character {
            Some((character, rest)) => {
                all.push(character);
                all += rest;
            }
            None => {
                all.push('&');
                all += part;
            }
        }
    }
    all
}
