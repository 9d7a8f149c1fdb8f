//! What package managers of hardware read: a `.core` for FuseSoC (CAPI2), a `Bender.yml`, and `component.xml` (IP-XACT).

use askama::Template;

use crate::error::Error;
use crate::ip_xact::{COMPONENT, component};
use crate::ports::Port;

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
    /// Those of the top, in the order of its declaration.
    pub ports: Vec<Port>,
    /// Its parameters and what they are.
    pub parameters: Vec<(String, u32)>,
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
    /// The files, as path and text.
    ///
    /// # Errors
    /// [`Error::Template`] if a template does not render.
    pub fn files(&self, bench: Option<&Testbench>) -> Result<[(String, String); 3], Error> {
        let Self { top, description, sources, .. } = self;
        let core = Core { top, version: env!("CARGO_PKG_VERSION"), description, sources, bench }.render()?;
        let bender = Bender { top, sources, bench }.render()?;
        let component = component(self, bench)?;
        Ok([(core_path(top), core + "\n"), (BENDER.to_owned(), bender + "\n"), (COMPONENT.to_owned(), component)])
    }
}

/// Where FuseSoC finds a design.
pub(crate) fn core_path(top: &str) -> String {
    format!("{top}.core")
}

/// Where Bender does.
pub(crate) const BENDER: &str = "Bender.yml";

/// Files whose names are fixed: a user may have some of his own.
pub(crate) const FIXED: [&str; 2] = [BENDER, COMPONENT];
