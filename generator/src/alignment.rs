//! Declarations in columns: direction, range, name; and connections of instances: port, signal.

/// The text with the ranges of each run of declarations padded to the same width, and the ports of each instance; no two empty
/// lines follow one another.
pub(crate) fn aligned(text: &str) -> String {
    let mut text = connected(&parameters(&declared(text)));
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    text
}

/// The text with the values of each run of parameters in a column.
fn parameters(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let name = |line: &'_ &str| {
        line.trim_start().starts_with("parameter ").then(|| line.split_once('=').map_or(0, |(name, _)| name.trim_end().len()))
    };
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < lines.len() {
        let run: Vec<&str> = lines[at..].iter().copied().take_while(|line| name(line).is_some()).collect();
        let width = run.iter().filter_map(name).max().unwrap_or(0);
        for line in &run {
            match line.split_once('=') {
                Some((name, value)) => out += &format!("{:<width$} ={value}\n", name.trim_end()),
                None => out += &format!("{line}\n"),
            }
        }
        if run.is_empty() {
            out += lines[at];
            out.push('\n');
        }
        at += run.len().max(1);
    }
    out
}

/// The text with the names of the ports, or parameters, of each instance padded to the same width.
fn connected(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < lines.len() {
        let Some((indent, ..)) = connection(lines[at]) else {
            out += lines[at];
            out.push('\n');
            at += 1;
            continue;
        };
        // A connection may go on in further lines; the list ends with its closing parenthesis.
        let of_list = |line: &&&str| !line.trim_start().starts_with(')');
        let list: Vec<&str> = lines[at..].iter().take_while(of_list).copied().collect();
        let own = |line: &str| connection(line).is_some_and(|(other, ..)| other == indent);
        let lists = list.iter().filter(|line| own(line)).filter_map(|line| connection(line));
        let width = lists.map(|(_, name, _)| name.len()).max().unwrap_or(0);
        for line in &list {
            match connection(line).filter(|_| own(line)) {
                Some((_, name, signal)) => out += &format!("{indent}.{name:<width$}{signal}\n"),
                None => out += &format!("{line}\n"),
            }
        }
        at += list.len();
    }
    out
}

/// Indentation, name and the rest of a line that begins a connection.
fn connection(line: &str) -> Option<(&str, &str, &str)> {
    let (indent, text) = line.split_at(line.len() - line.trim_start().len());
    let (name, _) = text.strip_prefix('.')?.split_once('(')?;
    let trimmed = name.trim_end();
    let is_name = !trimmed.is_empty() && trimmed.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // Several connections a line are as they are.
    let is_one = !text[1..].contains(", .");
    (is_name && is_one).then(|| (indent, trimmed, &text[1 + name.len()..]))
}

fn declared(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < lines.len() {
        let Some(first) = Declaration::of(lines[at]) else {
            out += lines[at].trim_end();
            out.push('\n');
            at += 1;
            continue;
        };
        // A module's ports are one run, whatever blank lines are between them.
        let goes_on = |line: &&str| Declaration::of(line).map_or(first.is_port && line.is_empty(), |next| next.indent == first.indent);
        let run: Vec<&str> = lines[at..].iter().copied().take_while(|line| goes_on(line)).collect();
        let width = run.iter().filter_map(|line| Declaration::of(line)).map(|one| one.range.len()).max().unwrap_or(0);
        for line in &run {
            match Declaration::of(line) {
                Some(one) if width > 0 => out += &format!("{}{} {:<width$} {}", one.indent, one.kind, one.range, one.name),
                Some(one) => out += &format!("{}{} {}", one.indent, one.kind, one.name),
                None => {}
            }
            out.push('\n');
        }
        at += run.len();
    }
    out
}

/// A port or a signal.
struct Declaration<'a> {
    is_port: bool,
    indent: &'a str,
    kind: &'a str,
    range: &'a str,
    /// Its name and what follows.
    name: &'a str,
}

impl<'a> Declaration<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let text = line.trim_start();
        let indent = &line[..line.len() - text.len()];
        let kinds = ["input  wire ", "output wire ", "output reg  ", "wire ", "reg  "];
        let kind = kinds.into_iter().find(|kind| text.starts_with(kind))?;
        let rest = text[kind.len()..].trim_start();
        let (range, name) = if rest.starts_with('[') { rest.split_at(rest.find("] ")? + 1) } else { ("", rest) };
        Some(Self { is_port: kind.len() > 5, indent, kind: &text[..kind.len() - 1], range, name: name.trim() })
    }
}
