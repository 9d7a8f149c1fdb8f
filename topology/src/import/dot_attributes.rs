//! Attributes of Graphviz's edges that describe a link.

use super::dot_drawing::draws;
use crate::own::MOST_SLICES;
use crate::own::spot::{FileError, Located, refuse};

/// Attributes of an edge that describe a link.
#[derive(Debug, Clone, Default)]
pub struct EdgeAttributes {
    /// `dir`.
    pub dir: Option<Located<String>>,
    /// Port at the tail.
    pub tail: Option<String>,
    /// Port at the head.
    pub head: Option<String>,
    /// Registers.
    pub slices: u8,
    /// Kind of the link.
    pub kind: Option<String>,
}

impl EdgeAttributes {
    /// Sets an attribute of an edge.
    pub fn take(&mut self, name: &Located<String>, value: Option<Located<String>>) -> Result<(), FileError> {
        let Some(value) = value else { return refuse_unless_drawing(name, "an edge") };
        match name.value.as_str() {
            "dir" => self.dir = Some(value),
            "taillabel" => self.tail = Some(value.value),
            "headlabel" => self.head = Some(value.value),
            "kind" => self.kind = Some(value.value),
            "slices" => match value.value.parse().ok().filter(|slices| i64::from(*slices) <= MOST_SLICES) {
                Some(slices) => self.slices = slices,
                None => return refuse(value.location, format!("slices = `{}`; expected: 0 to {MOST_SLICES}", value.value.escape_debug())),
            },
            _ => return refuse_unless_drawing(name, "an edge"),
        }
        Ok(())
    }
}

/// Refuses an attribute unless it is a drawing attribute.
pub fn refuse_unless_drawing(name: &Located<String>, of: &str) -> Result<(), FileError> {
    if draws(&name.value) {
        return Ok(());
    }
    let read = match of {
        "an edge" => "dir, taillabel, headlabel, slices, kind, and attributes of drawing",
        "a node" => "terminal, and attributes of drawing",
        _ => "attributes of drawing",
    };
    refuse(name.location, format!("unknown attribute `{}` of {of}; expected: {read}", name.value.escape_debug()))
}
