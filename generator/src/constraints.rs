//! The clock constraint of a design, for three tool families.

use askama::Template;

use crate::Error;

/// The clock that the constraints ask for until the user changes them.
const MEGAHERTZ: u32 = 100;

/// nextpnr for ECP5.
#[derive(Template)]
#[template(path = "clock.lpf")]
struct Lpf<'a> {
    top: &'a str,
    megahertz: u32,
}

/// Quartus, OpenSTA and others.
#[derive(Template)]
#[template(path = "clock.sdc")]
struct Sdc<'a> {
    top: &'a str,
    period: String,
}

/// Vivado.
#[derive(Template)]
#[template(path = "clock.xdc")]
struct Xdc<'a> {
    top: &'a str,
    period: String,
}

/// The files of `constraints/`, as path and text.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub(crate) fn constraints(top: &str) -> Result<[(String, String); 3], Error> {
    let period = format!("{:.3}", 1000.0 / f64::from(MEGAHERTZ));
    let lpf = Lpf { top, megahertz: MEGAHERTZ }.render()?;
    let sdc = Sdc { top, period: period.clone() }.render()?;
    let xdc = Xdc { top, period }.render()?;
    Ok([("lpf", lpf), ("sdc", sdc), ("xdc", xdc)].map(|(kind, text)| (format!("constraints/{top}.{kind}"), text + "\n")))
}
