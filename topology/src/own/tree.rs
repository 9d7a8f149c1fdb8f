//! A file of keys and values, TOML or JSON, each value with its line.

use super::spot::{FileError, Located, Location, refuse};

/// A value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number; addresses go up to 2^64.
    Number(i128),
    /// Keys and their values.
    Table(Vec<(Located<String>, Tree)>),
    /// Values in order.
    List(Vec<Tree>),
    /// True or false.
    Truth(bool),
    /// A value that no key accepts, with its description: `null`.
    Other(&'static str),
}

/// A value, and its position.
pub type Tree = Located<Value>;

impl Tree {
    /// The kind of value, for messages.
    fn kind(&self) -> &'static str {
        match &self.value {
            Value::Text(_) => "a text",
            Value::Number(_) => "a whole number",
            Value::Table(_) => "a table",
            Value::List(_) => "a list",
            Value::Truth(_) => "true or false",
            Value::Other(kind) => kind,
        }
    }

    /// Refuses the value of `key`.
    pub fn wrong<T>(&self, key: &str, expected: &str) -> Result<T, FileError> {
        refuse(self.location, format!("{key} is {}; expected: {expected}", self.kind()))
    }

    /// A text.
    pub fn text(&self, key: &str, expected: &str) -> Result<&str, FileError> {
        match &self.value {
            Value::Text(text) => Ok(text),
            _ => self.wrong(key, expected),
        }
    }

    /// A name: a text, or a whole number as it is written.
    pub fn name(&self, key: &str, expected: &str) -> Result<String, FileError> {
        match &self.value {
            Value::Text(text) => Ok(text.clone()),
            Value::Number(number) if *number >= 0 => Ok(number.to_string()),
            _ => self.wrong(key, expected),
        }
    }

    /// A whole number of `least..=most`.
    pub fn number(&self, key: &str, least: i64, most: i64) -> Result<i64, FileError> {
        match &self.value {
            Value::Number(number) if (least.into()..=most.into()).contains(number) => Ok(*number as i64),
            Value::Number(number) => refuse(self.location, format!("{key} = {number}; expected: {least} to {most}")),
            _ => self.wrong(key, &format!("a whole number, {least} to {most}")),
        }
    }

    /// True or false.
    pub fn truth(&self, key: &str) -> Result<bool, FileError> {
        match self.value {
            Value::Truth(truth) => Ok(truth),
            _ => self.wrong(key, "true or false"),
        }
    }

    /// A list.
    pub fn list(&self, key: &str, expected: &str) -> Result<&[Tree], FileError> {
        match &self.value {
            Value::List(items) => Ok(items),
            _ => self.wrong(key, expected),
        }
    }
}

/// The most similar key, with at most two wrong letters.
fn nearest<'a>(key: &str, known: &[&'a str]) -> Option<&'a str> {
    let wrong = |other: &&str| strsim::osa_distance(key, other);
    let near = known.iter().copied().min_by_key(wrong)?;
    (wrong(&near) <= 2 && wrong(&near) < key.chars().count().min(near.len())).then_some(near)
}

/// A table whose keys are all known.
pub struct Fields<'a> {
    location: Location,
    /// Description of the table, for messages: `a link`.
    what: &'static str,
    entries: &'a [(Located<String>, Tree)],
}

impl<'a> Fields<'a> {
    /// The keys of a table: all of them `known`, each once.
    pub fn of(tree: &'a Tree, what: &'static str, known: &[&str]) -> Result<Self, FileError> {
        let Value::Table(entries) = &tree.value else {
            return refuse(tree.location, format!("{what} is {}; expected: a table with {}", tree.kind(), known.join(", ")));
        };
        for (i, (key, _)) in entries.iter().enumerate() {
            if !known.contains(&key.value.as_str()) {
                let meant = nearest(&key.value, known).map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"));
                return refuse(key.location, format!("unknown key `{}` in {what}{meant}; expected: {}", key.value, known.join(", ")));
            }
            if let Some((first, _)) = entries[..i].iter().find(|(other, _)| other.value == key.value) {
                return refuse(key.location, format!("`{}` is there twice in {what}; first in line {}", key.value, first.location.line));
            }
        }
        Ok(Self { location: tree.location, what, entries })
    }

    /// Position of the table.
    pub fn location(&self) -> Location {
        self.location
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Tree> {
        self.entries.iter().find(|(known, _)| known.value == key).map(|(_, value)| value)
    }

    /// The value of a required key.
    pub fn need(&self, key: &str) -> Result<&'a Tree, FileError> {
        self.get(key).map_or_else(|| refuse(self.location, format!("no `{key}` in {}", self.what)), Ok)
    }
}
