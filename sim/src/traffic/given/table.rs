//! Tables in CSV files, line by line; a name that ends in `.gz` is unpacked.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use csv::{ErrorKind, ReaderBuilder, StringRecord, Trim};
use flate2::read::MultiGzDecoder;
use torusmith_topology::{Error as TopologyError, Network, TerminalId};

use crate::Error;

/// Most lines that are no comments.
pub(super) const MOST_LINES: usize = 1 << 24;
/// Most bytes, unpacked.
const MOST_BYTES: u64 = 1 << 30;

/// A line of a table.
pub(super) struct Line<'a, const N: usize> {
    /// Line number in the file, from 1.
    pub number: u32,
    /// Cells in the order of the requested columns.
    pub cells: [&'a str; N],
    /// Name of each of these columns: of `flits|bytes` the one that the file has.
    pub names: [&'a str; N],
}

/// Calls `each` for every line after the header of a file; it returns the error of the line, if any. Columns may be in any order; empty lines, and
/// lines that begin with `#`, are skipped. A column `flits|bytes` has one of these names.
///
/// # Errors
/// A file that cannot be read, that lacks a column or has others, that has no lines or more than 2^24; an error of `each`.
pub(super) fn read<const N: usize>(
    file: &Path,
    columns: [&str; N],
    mut each: impl FnMut(Line<'_, N>) -> Result<(), String>,
) -> Result<(), Error> {
    let name = file.display().to_string();
    let wrong = |line: u32, what: String| Err(Error::File(TopologyError::File { file: name.clone(), line, what }));
    let unreadable = |what: String| Error::File(TopologyError::Unreadable { file: name.clone(), what });
    let raw = File::open(file).map_err(|e| unreadable(e.to_string()))?;
    let packed = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    let bytes: Box<dyn Read> = if packed { Box::new(MultiGzDecoder::new(raw)) } else { Box::new(raw) };
    // If the last line is terminated, the reader's position after a record is always the line after it.
    let lines = UnixLines { bytes, left: MOST_BYTES }.chain(&b"\n"[..]);
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).comment(Some(b'#')).from_reader(lines);
    let known = listed(columns);
    let (mut record, mut order, mut head, mut count) = (StringRecord::new(), None, 1, 0);
    loop {
        let more = reader.read_record(&mut record);
        let behind = reader.position().line() as u32;
        match more {
            Ok(true) => {}
            Ok(false) if order.is_none() => return wrong(1, format!("no columns; expected: a first line with {known}")),
            Ok(false) if count == 0 => return wrong(head, format!("no lines below; expected: one and more with {known}")),
            Ok(false) => return Ok(()),
            Err(e) => match e.kind() {
                ErrorKind::Io(e) if behind <= 1 => return Err(unreadable(e.to_string())),
                ErrorKind::Io(e) => return wrong(behind, format!("cannot be read: {e}")),
                _ => return wrong(behind.saturating_sub(1).max(1), "is no text in UTF-8".into()),
            },
        }
        let inside: usize = record.iter().map(|cell| cell.matches('\n').count()).sum();
        let number = behind - 1 - inside as u32;
        if record.iter().eq([""]) {
            continue;
        }
        let Some(order) = &order else {
            head = number;
            order = Some(match heads(&record, columns) {
                Ok(order) => order,
                Err(what) => return wrong(number, what),
            });
            continue;
        };
        if record.len() != N {
            return wrong(number, format!("{} cells; expected: {N}, {known}", record.len()));
        }
        count += 1;
        if count > MOST_LINES {
            return wrong(number, format!("more lines than {MOST_LINES}; expected: up to so many"));
        }
        let (cells, names) = (order.map(|(at, _)| &record[at]), order.map(|(_, name)| name));
        if let Err(what) = each(Line { number, cells, names }) {
            return wrong(number, what);
        }
    }
}

/// The columns in a refusal.
fn listed<const N: usize>(columns: [&str; N]) -> String {
    columns.map(|column| column.split_once('|').map_or(column.to_owned(), |(name, other)| format!("{name} (or {other})"))).join(",")
}

/// Positions of the columns in the header, and their names there.
fn heads<'a, const N: usize>(record: &StringRecord, columns: [&'a str; N]) -> Result<[(usize, &'a str); N], String> {
    let known = listed(columns);
    if let Some(name) = record.iter().find(|name| !columns.iter().any(|column| column.split('|').any(|own| own == *name))) {
        return Err(format!("unknown column `{}`; expected: {known}", name.escape_debug()));
    }
    let mut heads = [(0, ""); N];
    for (head, column) in heads.iter_mut().zip(columns) {
        let mut found = record.iter().enumerate().filter_map(|(at, cell)| Some((at, column.split('|').find(|name| *name == cell)?)));
        *head = match (found.next(), found.next()) {
            (Some(first), None) => first,
            (None, _) => return Err(format!("no column `{}`; expected: {known}", column.replace('|', "` or `"))),
            (Some((_, name)), Some((_, other))) if name == other => {
                return Err(format!("column `{name}` is there twice; expected: {known}"));
            }
            (Some((_, name)), Some((_, other))) => return Err(format!("columns `{name}` and `{other}` are both there; expected: {known}")),
        };
    }
    Ok(heads)
}

/// Text with ends of lines as Unix has them, and no longer than allowed.
struct UnixLines<R> {
    bytes: R,
    left: u64,
}

impl<R: Read> Read for UnixLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.bytes.read(buffer)?;
            self.left = self.left.checked_sub(count as u64).ok_or_else(|| io::Error::other(format!("more than {MOST_BYTES} bytes")))?;
            let mut kept = 0;
            for at in 0..count {
                buffer[kept] = buffer[at];
                kept += usize::from(buffer[at] != b'\r');
            }
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}

/// The terminal of an address of the network, or of a number; `@12` is a number in any case.
///
/// # Errors
/// The text that names no node, and the expected forms.
pub(super) fn node(network: &Network, text: &str) -> Result<TerminalId, String> {
    let count = network.terminals();
    let numbered = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().map(TerminalId).filter(|node| digits && node.index() < count)
    };
    let allowed = match text.strip_prefix('@') {
        Some(number) => match numbered(number) {
            Some(node) => return Ok(node),
            None => format!("@ and a number 0 to {}", count - 1),
        },
        None => match network.read_terminal(text) {
            Ok(node) => return Ok(node),
            Err(allowed) => match numbered(text) {
                Some(node) => return Ok(node),
                None => format!("{allowed}; or a number 0 to {}", count - 1),
            },
        },
    };
    Err(format!("unknown node `{}`; expected: {allowed}", text.escape_debug()))
}

/// The two ends of a line.
///
/// # Errors
/// As [`node`].
pub(super) fn pair(network: &Network, [from, to]: [&str; 2]) -> Result<(TerminalId, TerminalId), String> {
    Ok((node(network, from)?, node(network, to)?))
}
