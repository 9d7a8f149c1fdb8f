//! Declarations in columns: direction, range, name.

/// The text with the ranges of each run of declarations padded to the same width.
pub(crate) fn aligned(text: &str) -> String {
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
        let run: Vec<&str> = lines[at..].iter().copied().take_while(|line| goes_on(&line)).collect();
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
