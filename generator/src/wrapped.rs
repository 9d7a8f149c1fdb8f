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

/// The text with lines of at most [`COLUMNS`]: paragraphs of comments that have a longer one are filled anew, code goes on below.
pub(crate) fn in_columns(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    while at < lines.len() {
        let paragraph =
            lines[at..].iter().take_while(|line| Comment::of(line).is_some_and(|comment| comment.goes_on(lines[at]))).count().max(1);
        let whole = &lines[at..at + paragraph];
        match Comment::of(whole[0]) {
            _ if whole.iter().all(|line| line.len() <= COLUMNS) => whole.iter().for_each(|line| out += &format!("{line}\n")),
            Some(comment) => out += &comment.filled(whole),
            None => out += &broken(whole[0]),
        }
        at += paragraph;
    }
    out
}

/// A line of a comment: what is before its words, and where those of the lines below begin.
struct Comment<'a> {
    start: &'a str,
    words: &'a str,
    below: usize,
}

impl<'a> Comment<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let slashes = line.find(|c| c != ' ').filter(|at| line[*at..].starts_with("// "))? + 2;
        let words = line[slashes..].trim_start();
        let start = &line[..line.len() - words.len()];
        // A name, two spaces or more, and what it means; or text, in which they do not occur.
        let below = if start.len() > slashes + 1 {
            words.find("  ").map_or(start.len(), |at| column_behind(line, start.len() + at))
        } else {
            start.len()
        };
        Some(Self { start, words, below })
    }

    /// Whether this line is of the paragraph that begins with `first`.
    fn goes_on(&self, first: &'a str) -> bool {
        let Some(first) = Self::of(first) else { return false };
        let is_first = std::ptr::eq(self.start.as_ptr(), first.start.as_ptr());
        let is_meaning = first.below > first.start.len();
        let (here, there) = (self.start.len(), first.start.len());
        is_first || (if is_meaning { here > there } else { here == there && !self.words.contains("  ") })
    }

    fn filled(&self, lines: &[&'a str]) -> String {
        let slashes = &self.start[..self.start.trim_end().len()];
        let indent = format!("{slashes:<width$}", width = self.below);
        let mut text = lines[0][..self.below.min(lines[0].len())].to_owned();
        let mut column = text.len();
        let others = lines[1..].iter().filter_map(|line| Some(Self::of(line)?.words.trim_end()));
        let words = std::iter::once(lines[0][self.below.min(lines[0].len())..].trim_end()).chain(others);
        for (at, word) in words.flat_map(|line| line.split(' ')).enumerate() {
            if at > 0 && column + 1 + word.len() > COLUMNS {
                text += &format!("\n{indent}");
                column = indent.len();
            } else if at > 0 {
                text.push(' ');
                column += 1;
            }
            text += word;
            column += word.len();
        }
        text + "\n"
    }
}

/// The first column after the spaces at `at`.
fn column_behind(line: &str, at: usize) -> usize {
    line.len() - line[at..].trim_start().len()
}

/// A line of code, broken behind commas and operators; one with text or a comment stays as it is.
fn broken(line: &str) -> String {
    if line.contains(['"', '`']) || line.contains("//") {
        return format!("{line}\n");
    }
    let indent = line.len() - line.trim_start().len();
    let (mut text, mut rest) = (String::new(), line.to_owned());
    while rest.len() > COLUMNS {
        let ends = [", ", " | ", " & ", " = ", " ? ", "&& ", "|| "].into_iter();
        let at = ends.filter_map(|end| rest[..COLUMNS].rfind(end).map(|at| at + end.len())).filter(|at| *at > indent + 4).max();
        let Some(at) = at else { break };
        let below = format!("{:indent$}  {}", "", &rest[at..]);
        text += &format!("{}\n", rest[..at].trim_end());
        rest = below;
    }
    text + &rest + "\n"
}
