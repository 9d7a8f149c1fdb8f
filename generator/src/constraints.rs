//! The constraints of a design, for four tool families: its clock, and the paths that are false.

use askama::Template;
use torusmith_design::Pipeline;

use crate::error::Error;

/// What a router's clock depends on most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Ports of the router.
    pub ports: usize,
    /// VCs of each.
    pub vcs: u32,
    /// Clocks a hop.
    pub pipeline: Pipeline,
    /// Routing gives several candidates.
    pub adaptive: bool,
    /// Routers like it are in docs/results/choices.md.
    pub measured: bool,
}

impl Pace {
    /// The clock that the constraints ask for until the user changes them, in MHz: one that the slowest router of its kind in docs/results/choices.md meets in an
    /// ECP5 of speed grade 6. For more VCs or ports than there, less than that of the largest.
    pub fn megahertz(self) -> u32 {
        let many = self.ports > 7;
        let two_clocks = match self.vcs {
            1 => 90,
            2 if many => 65,
            2 => 85,
            3 | 4 if many || self.adaptive => 50,
            3 | 4 => 60,
            _ => 35,
        };
        if self.pipeline == Pipeline::One { two_clocks * 3 / 20 * 5 } else { two_clocks }
    }
}

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
    measured: bool,
}

/// Vivado.
#[derive(Template)]
#[template(path = "clock.xdc")]
struct Xdc<'a> {
    top: &'a str,
    period: String,
    measured: bool,
}

/// Paths between the network's clock and those of streams, for Vivado and for others.
#[derive(Template)]
#[template(path = "clocks.tcl", ext = "txt")]
struct StreamClocks<'a> {
    top: &'a str,
    period: &'a str,
    vivado: bool,
}

/// The paths that are false, for both.
#[derive(Template)]
#[template(path = "exceptions.tcl", ext = "txt")]
struct Exceptions<'a> {
    top: &'a str,
    node: &'a str,
}

/// How the names of the files of [`constraints`] go on behind that of the top.
const ENDS: [&str; 8] = [".lpf", ".pcf", ".sdc", ".xdc", "_exceptions.sdc", "_exceptions.xdc", "_clocks.sdc", "_clocks.xdc"];

/// The files of `constraints/`, as path and text. `node` is the input of the top that has the node's address (rule Z2), if there is one: its paths are false. `own_clocks`: streams have
/// some.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub(crate) fn constraints(top: &str, node: Option<&str>, own_clocks: bool, pace: Pace) -> Result<Vec<(String, String)>, Error> {
    let (megahertz, measured) = (pace.megahertz(), pace.measured);
    let period = format!("{:.3}", 1000.0 / f64::from(megahertz));
    let lpf = Lpf { top, megahertz }.render()?;
    let pcf = Pcf { top, megahertz }.render()?;
    let sdc = Sdc { top, period: period.clone(), measured }.render()?;
    let xdc = Xdc { top, period: period.clone(), measured }.render()?;
    let exceptions = node.map(|node| Exceptions { top, node }.render()).transpose()?;
    let clocks = |vivado: bool| own_clocks.then(|| StreamClocks { top, period: &period, vivado }.render()).transpose();
    let [clocks_sdc, clocks_xdc] = [clocks(false)?, clocks(true)?];
    let texts = [Some(lpf), Some(pcf), Some(sdc), Some(xdc), exceptions.clone(), exceptions, clocks_sdc, clocks_xdc];
    let named = ENDS.into_iter().zip(texts).filter_map(|(end, text)| Some((end, text?)));
    Ok(named.map(|(end, text)| (format!("constraints/{top}{end}"), text.trim_end().to_owned() + "\n")).collect())
}
