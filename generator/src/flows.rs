//! What package managers of hardware read: a `.core` for FuseSoC (CAPI2) and a `Bender.yml`.

use askama::Template;

use crate::error::Error;

/// A test bench that goes with a design, made by somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Testbench {
    /// Its top module.
    pub module: String,
    /// Path relative to the output folder, and the Verilog.
    pub source: (String, String),
    /// The same of the file that it reads when it runs.
    pub record: (String, String),
}

/// What the files say of a design.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Flows {
    pub top: String,
    /// One line.
    pub description: String,
    /// The Verilog in compile order, relative to the output folder.
    pub sources: Vec<String>,
}

#[derive(Template)]
#[template(path = "design.core")]
struct Core<'a> {
    top: &'a str,
    version: &'a str,
    description: &'a str,
    sources: &'a [String],
    bench: Option<&'a Testbench>,
}

#[derive(Template)]
#[template(path = "Bender.yml")]
struct Bender<'a> {
    top: &'a str,
    sources: &'a [String],
    bench: Option<&'a Testbench>,
}

impl Flows {
    /// The two files, as path and text.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub fn files(&self, bench: Option<&Testbench>) -> Result<[(String, String); 2], Error> {
        let Self { top, description, sources } = self;
        let core = Core { top, version: env!("CARGO_PKG_VERSION"), description, sources, bench }.render()?;
        let bender = Bender { top, sources, bench }.render()?;
        Ok([(core_path(top), core + "\n"), (BENDER.to_owned(), bender + "\n")])
    }
}

/// Where FuseSoC finds a design.
pub(crate) fn core_path(top: &str) -> String {
    format!("{top}.core")
}

/// Where Bender does: the name is fixed.
pub(crate) const BENDER: &str = "Bender.yml";
