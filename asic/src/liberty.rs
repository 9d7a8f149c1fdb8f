//! The syntax of Liberty files: groups with attributes, whatever they mean.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

/// A group: `kind (arguments) { attributes and groups }`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Group {
    /// Such as `cell`.
    pub kind: String,
    /// Such as the name of a cell.
    pub arguments: Vec<String>,
    /// Simple attributes, `name : value ;`, and complex ones, `name (value, ..) ;`, in the order of the file.
    pub attributes: Vec<(String, Vec<String>)>,
    /// The groups inside it, in the order of the file.
    pub groups: Vec<Group>,
    /// Its bytes in the file.
    pub span: Range<usize>,
}

impl Group {
    /// The values of the first attribute of this name.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.attributes.iter().find(|(attribute, _)| attribute == name).map(|(_, values)| values.as_slice())
    }

    /// The value of a simple attribute.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }

    /// The first argument, which is the name of most groups.
    pub fn name(&self) -> &str {
        self.arguments.first().map_or("", String::as_str)
    }

    /// The groups of a kind.
    pub fn all<'a>(&'a self, kind: &'a str) -> impl Iterator<Item = &'a Group> {
        self.groups.iter().filter(move |group| group.kind == kind)
    }

    /// The first group of a kind.
    pub fn first(&self, kind: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.kind == kind)
    }
}

/// A syntax error, and the line it is in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct SyntaxError {
    /// From 1.
    pub line: usize,
    /// What the reader expected.
    pub message: String,
}

/// Reads the one group that a file consists of, such as a library.
///
/// # Errors
/// The first [`SyntaxError`].
pub fn parse(text: &str) -> Result<Group, SyntaxError> {
    let mut words = Words { text, chars: text.char_indices().peekable(), line: 1 };
    let mut open = vec![Group::default()];
    loop {
        words.skip()?;
        let start = words.at();
        let Some(word) = words.next()? else { break };
        let Word::Text(name) = word else {
            match word {
                Word::Mark('}') if open.len() > 1 => {
                    let mut group = open.pop().expect("two are open");
                    group.span.end = words.at();
                    open.last_mut().expect("one is open").groups.push(group);
                }
                Word::Mark(';' | ',') => {}
                Word::Mark(mark) => return Err(words.error(format!("unexpected `{mark}`"))),
                Word::Text(_) => unreachable!("matched above"),
            }
            continue;
        };
        let here = open.last_mut().expect("the file's own group is open");
        match words.next()? {
            Some(Word::Mark(':')) => here.attributes.push((name, vec![words.line_of_words()?])),
            Some(Word::Mark('(')) => {
                let arguments = words.arguments()?;
                if words.is_next('{')? {
                    open.push(Group { kind: name, arguments, span: start..start, ..Group::default() });
                } else {
                    here.attributes.push((name, arguments));
                }
            }
            _ => return Err(words.error(format!("`:` or `(` expected after `{name}`"))),
        }
    }
    if open.len() > 1 {
        return Err(words.error(format!("`}}` expected: {} ({}) is not closed", open[1].kind, open[1].name())));
    }
    let groups = open.pop().expect("the file's own group is open").groups;
    groups.into_iter().next().ok_or_else(|| words.error("no group, such as `library (name) {`".to_owned()))
}

enum Word {
    Text(String),
    Mark(char),
}

/// The words of a file, without its comments.
struct Words<'a> {
    text: &'a str,
    chars: Peekable<CharIndices<'a>>,
    line: usize,
}

impl Words<'_> {
    fn error(&self, message: String) -> SyntaxError {
        SyntaxError { line: self.line, message }
    }

    fn advance(&mut self) -> Option<char> {
        let (_, c) = self.chars.next()?;
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn at(&mut self) -> usize {
        self.chars.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn rest(&mut self) -> &str {
        let at = self.at();
        &self.text[at..]
    }

    /// Skips spaces, comments and line continuations; whether a line ended.
    fn skip(&mut self) -> Result<bool, SyntaxError> {
        let mut ended = false;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                let Some(length) = rest.find("*/") else { return Err(self.error("`*/` expected".to_owned())) };
                let end = self.at() + length + 2;
                while self.at() < end {
                    self.advance();
                }
            } else if rest.starts_with("//") {
                while !matches!(self.chars.peek(), None | Some((_, '\n'))) {
                    self.advance();
                }
            } else if rest.starts_with('\\') {
                self.advance();
                while self.chars.peek().is_some_and(|(_, c)| c.is_whitespace()) && self.advance() != Some('\n') {}
            } else if rest.starts_with(char::is_whitespace) {
                ended |= self.advance() == Some('\n');
            } else {
                return Ok(ended);
            }
        }
    }

    fn next(&mut self) -> Result<Option<Word>, SyntaxError> {
        self.skip()?;
        let Some(&(start, c)) = self.chars.peek() else { return Ok(None) };
        if "{}();:,".contains(c) {
            self.advance();
            return Ok(Some(Word::Mark(c)));
        }
        if c == '"' {
            self.advance();
            let mut text = String::new();
            loop {
                match self.advance() {
                    Some('"') => return Ok(Some(Word::Text(text))),
                    // A continued line inside quotes.
                    Some('\\') if matches!(self.chars.peek(), Some((_, '\n' | '\r'))) => text.push(' '),
                    Some(c) => text.push(c),
                    None => return Err(self.error("`\"` expected".to_owned())),
                }
            }
        }
        while self.chars.peek().is_some_and(|(_, c)| !c.is_whitespace() && !"{}();:,\"".contains(*c)) {
            self.advance();
        }
        Ok(Some(Word::Text(self.text[start..self.at()].to_owned())))
    }

    /// The value of a simple attribute. It ends with a semicolon, which some files leave out at the end of a line.
    fn line_of_words(&mut self) -> Result<String, SyntaxError> {
        let mut value = Vec::new();
        loop {
            let ended = self.skip()?;
            if ended && !value.is_empty() || matches!(self.chars.peek(), None | Some((_, ';' | '}'))) {
                return Ok(value.join(" "));
            }
            match self.next()? {
                Some(Word::Text(text)) => value.push(text),
                Some(Word::Mark(mark)) => value.push(mark.to_string()),
                None => return Ok(value.join(" ")),
            }
        }
    }

    /// Up to the closing parenthesis.
    fn arguments(&mut self) -> Result<Vec<String>, SyntaxError> {
        let mut arguments = Vec::new();
        loop {
            match self.next()? {
                Some(Word::Mark(')')) => return Ok(arguments),
                Some(Word::Mark(',')) => {}
                Some(Word::Mark(':')) => arguments.push(":".to_owned()),
                Some(Word::Text(text)) => arguments.push(text),
                _ => return Err(self.error("`)` expected".to_owned())),
            }
        }
    }

    /// Takes the mark if it is next.
    fn is_next(&mut self, mark: char) -> Result<bool, SyntaxError> {
        self.skip()?;
        let is_next = self.chars.peek().is_some_and(|(_, c)| *c == mark);
        if is_next {
            self.advance();
        }
        Ok(is_next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_attributes_comments_and_continuations() {
        let text = "/* a\n comment */ library(\"lib\") {\n  time_unit : \"1ns\"; // rest\n capacitive_load_unit (1,pf);\n area : 3\n\
            values ( \\\n \"1, 2\", \\\n \"3\");\n  pin(A, B) { function : \"!(A B)\"; area : 2 }\n}\n";
        let library = parse(text).unwrap();
        assert_eq!((library.kind.as_str(), library.name()), ("library", "lib"));
        assert_eq!((library.value("time_unit"), library.value("area")), (Some("1ns"), Some("3")));
        assert_eq!(library.values("capacitive_load_unit").unwrap(), ["1", "pf"]);
        assert_eq!(library.values("values").unwrap(), ["1, 2", "3"]);
        let pin = library.first("pin").unwrap();
        assert_eq!((pin.arguments.len(), pin.value("function"), pin.value("area")), (2, Some("!(A B)"), Some("2")));
        assert_eq!(library.all("pin").count(), 1);
        assert_eq!(&text[pin.span.clone()], "pin(A, B) { function : \"!(A B)\"; area : 2 }");
    }

    #[test]
    fn errors_have_their_line() {
        for (text, line, word) in [
            ("library (a) {\n cell (b) {\n area : 1;\n", 4, "library (a) is not closed"),
            ("library (a) {\n cell }\n", 2, "after `cell`"),
            ("\n/* x", 2, "*/"),
            ("library (a {}", 1, "`)` expected"),
            ("library (a) { x : \"y", 1, "`\"`"),
            ("}", 1, "unexpected `}`"),
            ("", 1, "no group"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.line == line && error.message.contains(word), "{text:?}: {error}");
        }
    }
}
