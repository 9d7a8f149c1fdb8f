//! A Verilog module: its name and its text.

use std::borrow::Cow;

/// A module by its name without the network's slug, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerilogModule {
    /// `route_mesh`: in a design it becomes `mesh_4_4_route_mesh`.
    pub name: Cow<'static, str>,
    /// The whole file, header comment included.
    pub text: Cow<'static, str>,
}

impl VerilogModule {
    /// A module whose text is known when the program is compiled, such as `include_str!("route_star.v")`, or made when it runs.
    pub fn new(name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// The comments of Verilog, those of consecutive lines joined.
pub(crate) fn comments(text: &str) -> String {
    let mut joined = String::new();
    for line in text.lines() {
        match line.split_once("//") {
            Some((_, comment)) if comment.trim().is_empty() => joined.push('\n'),
            // A word that continues on the next line
            Some((_, comment)) if joined.ends_with('-') && !joined.ends_with(" -") => joined += comment.trim(),
            Some((_, comment)) => {
                joined.push(' ');
                joined += comment.trim();
            }
            None => joined.push('\n'),
        }
    }
    joined
}
