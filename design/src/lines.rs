//! JSON as manifests have it.

use std::io::{self, Write};

/// JSON with a line for each item of the two outer levels.
#[derive(Default)]
pub(crate) struct Lines {
    depth: usize,
    empty: bool,
}

impl Lines {
    fn begin(&mut self) {
        self.depth += 1;
        self.empty = true;
    }

    fn item<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.empty = false;
        writer.write_all(if first { b"" } else { b"," })?;
        self.line(writer)
    }

    fn end<W: ?Sized + Write>(&mut self, writer: &mut W, bracket: &[u8]) -> io::Result<()> {
        let (depth, empty) = (self.depth, std::mem::take(&mut self.empty));
        self.depth -= 1;
        if depth <= 2 && !empty {
            writer.write_all(b"\n")?;
            writer.write_all(&b"    "[..2 * self.depth])?;
        }
        writer.write_all(bracket)
    }

    fn line<W: ?Sized + Write>(&self, writer: &mut W) -> io::Result<()> {
        if self.depth > 2 {
            return Ok(());
        }
        writer.write_all(b"\n")?;
        writer.write_all(&b"    "[..2 * self.depth])
    }
}

impl serde_json::ser::Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin();
        writer.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"]")
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.begin();
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.item(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.depth <= 2 { b": " } else { b":" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.end(writer, b"}")
    }
}

#[cfg(test)]
mod tests {
    use serde::ser::Serialize;

    use super::*;

    #[test]
    fn a_line_for_each_item_of_two_levels() {
        let value = serde_json::json!({"a": [], "b": [{"c": [1, 2]}, {}], "d": {"e": {"f": null}}});
        let mut out = Vec::new();
        value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Lines::default())).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "{\n  \"a\": [],\n  \"b\": [\n    {\"c\":[1,2]},\n    {}\n  ],\n  \"d\": {\n    \"e\": {\"f\":null}\n  }\n}");
    }
}
