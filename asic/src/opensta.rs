//! OpenSTA as a second opinion on the timing.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use torusmith_synthesis::Error;

use crate::library::Library;
use crate::netlist::Netlist;
use crate::timing::{Conditions, Timing};

/// An OpenSTA.
#[derive(Debug, Clone)]
pub struct OpenSta {
    command: PathBuf,
    limit: Duration,
}

const TOOL: &str = "OpenSTA";
/// A period that every path keeps, in nanoseconds.
const PERIOD: f64 = 100.0;

impl OpenSta {
    /// `$TORUSMITH_OPENSTA`, else `sta` of the PATH, else `.tools/bin/sta` here or in a folder above.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if there is none.
    pub fn find(limit: Duration) -> Result<Self, Error> {
        let hint = "looked for `sta` in $TORUSMITH_OPENSTA, the PATH and .tools/bin; run TORUSMITH_ASIC=1 ./scripts/setup, or install it: \
                    apt-get install opensta";
        let found = torusmith_host::find_tool(Some("TORUSMITH_OPENSTA"), &["sta"]);
        let runs = |command: &PathBuf| Command::new(command).arg("-version").stdin(Stdio::null()).output().is_ok();
        let command = found.filter(runs).ok_or_else(|| Error::MissingTool { tool: TOOL, hint: hint.into() })?;
        Ok(Self::at(&command, limit))
    }

    /// The OpenSTA of that name.
    pub fn at(command: &Path, limit: Duration) -> Self {
        Self { command: command.to_owned(), limit }
    }

    /// The shortest clock period of paths between registers, by OpenSTA: to be compared with [`Timing::register_period`].
    ///
    /// # Errors
    /// [`Error::Tool`] if it does not answer in time, or if what it says is not a slack. [`Error::Io`].
    pub fn register_period(&self, netlist: &Netlist, library: &Library, conditions: &Conditions, timing: &Timing) -> Result<f64, Error> {
        let folder = tempfile::tempdir().map_err(|source| Error::Io { path: std::env::temp_dir(), source })?;
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).map_err(|source| Error::Io { path, source })
        };
        // OpenSTA would add the wires of a library's model without a word.
        let without_wires: Vec<&str> = library.mapping_text.lines().filter(|line| !line.contains("default_wire_load")).collect();
        write("cells.lib", &without_wires.join("\n"))?;
        write("netlist.v", &netlist.verilog(library))?;
        write("run.tcl", &script(netlist, library, conditions, timing))?;
        let said = self.run(folder.path())?;
        let fail = |message: String| Error::Tool { tool: TOOL, message };
        // The version of 2019 exits with code 0 after an error.
        if let Some(error) = said.lines().find(|line| line.starts_with("Error")) {
            return Err(fail(error.trim().to_owned()));
        }
        let of_line = |line: &str| line.trim().strip_prefix("worst slack")?.split_whitespace().last()?.parse().ok();
        let slack = said.lines().rev().find_map(of_line).filter(|slack: &f64| slack.is_finite());
        let slack = slack.ok_or_else(|| fail(last_line(&said)))?;
        Ok(PERIOD - slack)
    }

    fn run(&self, at: &Path) -> Result<String, Error> {
        let fail = |message: String| Error::Tool { tool: TOOL, message };
        let file = |name: &str| std::fs::File::create(at.join(name)).map_err(|source| Error::Io { path: at.join(name), source });
        let mut command = Command::new(&self.command);
        command.args(["-no_splash", "-exit", "run.tcl"]).current_dir(at).stdin(Stdio::null()).stdout(file("said")?).stderr(file("errors")?);
        let mut child = command.spawn().map_err(|e| fail(format!("{}: {e}", self.command.display())))?;
        let status = wait(&mut child, self.limit).map_err(|e| fail(e.to_string()))?;
        let status = status.ok_or_else(|| fail(format!("no answer within {} s", self.limit.as_secs())))?;
        let read = |name: &str| String::from_utf8_lossy(&std::fs::read(at.join(name)).unwrap_or_default()).into_owned();
        let said = read("errors") + &read("said");
        match status.success() || said.lines().any(|line| line.starts_with("Error")) {
            true => Ok(said),
            false => Err(fail(last_line(&said))),
        }
    }
}

fn last_line(said: &str) -> String {
    said.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or("it said nothing").to_owned()
}

/// The exit status of a process; `None`, and the process is ended, if it takes too long.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<std::process::ExitStatus>> {
    let end = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= end {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Inputs have no arrival, so that paths from registers alone are timed; what outputs drive at their links is a load of their ports.
fn script(netlist: &Netlist, library: &Library, conditions: &Conditions, timing: &Timing) -> String {
    let clock = netlist.ports.iter().find(|port| {
        let net = port.bits.first().and_then(|bit| bit.net()).filter(|_| !port.is_output && port.bits.len() == 1);
        let is_clock = |&(i, pin): &(usize, usize)| library.cells[netlist.instances[i].cell].pins[pin].is_clock;
        net.is_some_and(|net| netlist.nets[net].sinks.iter().any(is_clock))
    });
    let clock = clock.map_or("clk", |port| port.name.as_str());
    let transition = conditions.clock_transition;
    let mut text = format!(
        "read_liberty cells.lib\nread_verilog netlist.v\nlink_design {}\nset_cmd_units -time ns -capacitance pF\n\
         create_clock -name clock -period {PERIOD} [get_ports {clock}]\nset_clock_transition {transition} [get_clocks clock]\n\
         set_input_transition {transition} [all_inputs]\n",
        netlist.top
    );
    let own = |net: usize, edge: usize| {
        let sinks = netlist.nets[net].sinks.iter();
        sinks.map(|&(i, pin)| library.cells[netlist.instances[i].cell].pins[pin].capacitance[edge]).sum::<f64>()
    };
    for port in netlist.ports.iter().filter(|port| port.is_output) {
        for (i, net) in port.bits.iter().enumerate().filter_map(|(i, bit)| Some((i, bit.net()?))) {
            let name = if port.bits.len() == 1 { port.name.clone() } else { format!("{}[{i}]", port.name) };
            for (edge, flag) in ["-rise", "-fall"].into_iter().enumerate() {
                let load = (timing.load[net][edge] - own(net, edge)) / netlist.nets[net].outputs as f64;
                let _ = writeln!(text, "set_load {flag} {load:.6} [get_ports {{{name}}}]");
            }
        }
    }
    text + "report_worst_slack -digits 6\n"
}
