//! The constraints of a design, for four tool families: its clock, and the paths that are false.

use askama::Template;

use crate::error::Error;

/// The clock that the constraints ask for until the user changes them.
const MEGAHERTZ: u32 = 100;

/// nextpnr for ECP5.
#[derive(Template)]
#[template(path = "clock.lpf")]
struct Lpf<'a> {
    top: &'a str,
    megahertz: u32,
}

/// nextpnr for iCE40.
#[derive(Template)]
#[template(path = "clock.pcf")]
struct Pcf<'a> {
    top: &'a str,
    megahertz: u32,
}

/// Quartus, OpenSTA and others.
#[derive(Template)]
#[template(path = "clock.sdc")]
struct Sdc<'a> {
    top: &'a str,
    period: String,
    node: Option<&'a str>,
}

/// Vivado.
#[derive(Template)]
#[template(path = "clock.xdc")]
struct Xdc<'a> {
    top: &'a str,
    period: String,
    node: Option<&'a str>,
}

/// The extensions of [`constraints`].
pub(crate) const EXTENSIONS: [&str; 4] = ["lpf", "pcf", "sdc", "xdc"];

/// The files of `constraints/`, as path and text. `node` is the input of the top that has the node's address (rule Z2), if there is one: its paths are false.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub(crate) fn constraints(top: &str, node: Option<&str>) -> Result<[(String, String); 4], Error> {
    let period = format!("{:.3}", 1000.0 / f64::from(MEGAHERTZ));
    let lpf = Lpf { top, megahertz: MEGAHERTZ }.render()?;
    let pcf = Pcf { top, megahertz: MEGAHERTZ }.render()?;
    let sdc = Sdc { top, period: period.clone(), node }.render()?;
    let xdc = Xdc { top, period, node }.render()?;
    let texts = [lpf, pcf, sdc, xdc];
    Ok(std::array::from_fn(|i| (format!("constraints/{top}.{}", EXTENSIONS[i]), texts[i].trim_end().to_owned() + "\n")))
}
