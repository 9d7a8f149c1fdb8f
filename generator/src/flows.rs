//! What package managers of hardware read: a `.core` for FuseSoC (CAPI2), a `Bender.yml`, and `component.xml` (IP-XACT).

use askama::Template;

use crate::error::Error;
use crate::ip_xact::{COMPONENT, component};
use crate::package::{Package, Testbench};
use crate::readme::README;
use crate::rules::RULES;

#[derive(Template)]
#[template(path = "design.core")]
struct Core<'a> {
    top: &'a str,
    version: &'a str,
    description: &'a str,
    sources: &'a [String],
    simulation: &'a [String],
    bench: Option<&'a Testbench>,
}

#[derive(Template)]
#[template(path = "Bender.yml")]
struct Bender<'a> {
    top: &'a str,
    sources: &'a [String],
    simulation: &'a [String],
    bench: Option<&'a Testbench>,
}

/// The files, as path and text.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub(crate) fn files(package: &Package, bench: Option<&Testbench>) -> Result<[(String, String); 3], Error> {
    let Package { top, description, sources, simulation, .. } = package;
    let core = Core { top, version: env!("CARGO_PKG_VERSION"), description, sources, simulation, bench }.render()?;
    let bender = Bender { top, sources, simulation, bench }.render()?;
    let component = component(package, bench)?;
    Ok([(format!("{top}.core"), core + "\n"), (BENDER.to_owned(), bender + "\n"), (COMPONENT.to_owned(), component)])
}

/// Where Bender does.
pub(crate) const BENDER: &str = "Bender.yml";

/// Files whose names are fixed, so that a folder has one for one design; a user may have some of his own.
pub(crate) const FIXED: [&str; 4] = [BENDER, COMPONENT, README, RULES];
