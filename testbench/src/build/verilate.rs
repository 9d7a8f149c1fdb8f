//! Verilog to C++.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use torusmith_design::Scope;
use torusmith_design::{Direction, Signal};
use torusmith_host::find_tool;

use super::effort::Effort;
use super::phases;
use super::waves::Waves;
use crate::manifest::Design;
use crate::tool::{Verilator, complaint};
use crate::{Error, axi4};

/// The C++ files that Verilator lists, without `.cpp`.
pub(super) struct Classes {
    /// Run in every clock.
    pub fast: Vec<String>,
    /// Run once.
    pub slow: Vec<String>,
    /// Of Verilator's own run-time library.
    pub library: Vec<String>,
    /// Archives that are compiled already: the blocks of a hierarchical build.
    pub archives: Vec<PathBuf>,
}

/// For the C++ of a hierarchical build, which Verilator's makefiles compile.
pub(super) const BLOCK_FLAGS: &str = "-fPIC -fvisibility=hidden -w -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL";

/// Variables that the makefiles of some packages of Verilator lack.
const MAKE_VARIABLES: &str = "CFG_CXXFLAGS_PCH_I=-include CFG_LDLIBS_THREADS=-pthread PYTHON3=python3";

/// The makefiles' own level comes behind [`BLOCK_FLAGS`].
pub(super) fn make_variables(effort: Effort) -> String {
    let fast = effort.flag();
    format!("{MAKE_VARIABLES} OPT_FAST={fast} OPT_SLOW=-O0 OPT_GLOBAL={fast}")
}

/// Flags besides file names. Registers start at random (`--x-initial unique`), so that a reset that forgets one is seen.
pub(super) fn flags(design: &Design, waves: Waves) -> Vec<String> {
    let mut all: Vec<String> = [
        "--cc",
        "-O3",
        "--x-assign",
        "fast",
        "--x-initial",
        "unique",
        if design.assertions.is_empty() { "--noassert" } else { "--assert" },
        "--no-timing",
        "-Wno-fatal",
        "--timescale-override",
        "1ns/1ns",
        "--prefix",
        "Vtm",
    ]
    .map(String::from)
    .into();
    all.extend(design.coverage.then(|| "--coverage".into()));
    let around = axi4::bench(design).map(|(name, _)| name);
    all.extend(["--top-module".into(), around.unwrap_or_else(|| design.manifest.top.clone())]);
    match waves {
        Waves::None => {}
        Waves::Vcd => all.push("--trace".into()),
        Waves::Fst => all.push("--trace-fst".into()),
    }
    all
}

/// Runs Verilator in `folder`, and checks that the top's ports are those that the shim drives.
///
/// A whole network is built hierarchically, each variant of the router once; flat, the C++ grows by a megabyte a node. A small one is built sooner flat.
pub(super) fn run(verilator: &Verilator, design: &Design, waves: Waves, effort: Effort, folder: &Path) -> Result<Classes, Error> {
    let whole = is_hierarchical(design, effort);
    let mut command = Command::new(&verilator.command);
    command.current_dir(folder).args(flags(design, waves)).args(["--Mdir", "."]);
    if whole {
        // Makefiles end a target at a colon.
        if let Some(path) = design.sources.iter().map(PathBuf::as_path).chain([folder]).find_map(with_colon) {
            return Err(Error::folder(path, "has `:` in its name, at which makefiles end a target; allowed: a folder without `:`"));
        }
        write(&folder.join("blocks.vlt"), &format!("`verilator_config\nhier_block -module \"{}\"\n", design.manifest.router))?;
        command.args(["--hierarchical", "blocks.vlt", "--build", "-j"]).arg(threads().to_string());
        if effort == Effort::Short {
            // One file, as the headers take longer than what a part of it says.
            command.args(["--output-split", "0"]);
        }
        command.args(["-CFLAGS", BLOCK_FLAGS, "-MAKEFLAGS"]).arg(make_variables(effort));
    }
    for source in &design.sources {
        let source = source.canonicalize().map_err(Error::io(source))?;
        if let Some(parent) = source.parent() {
            command.arg(format!("+incdir+{}", parent.display()));
        }
        command.arg(source);
    }
    if let Some((_, text)) = axi4::bench(design) {
        for (name, text) in axi4::CHECKER.into_iter().chain([("axi4_bench.v", text.as_str())]) {
            write(&folder.join(name), text)?;
            command.arg(name);
        }
    }
    // A netlist of the router has no parameters.
    let flat = design.assertions.iter().any(|file| !file.starts_with(&design.dir));
    command.args(flat.then_some("+define+TORUSMITH_SVA_FLAT"));
    for file in &design.assertions {
        command.arg(file.canonicalize().map_err(Error::io(file))?);
    }
    let output = command.output().map_err(Error::io(&verilator.command))?;
    if !output.status.success() {
        return Err(Error::Tool {
            tool: "verilator".into(),
            subject: format!("module {}", design.manifest.top),
            message: complaint(&output),
        });
    }
    let header = read(&folder.join("Vtm.h"))?;
    for want in design.driven_ports() {
        let bad = |what: String| Error::folder(&design.dir, format!("top module {}: port {} {what}", design.manifest.top, want.name));
        match port(&header, &want.name) {
            None => return Err(bad("is missing".into())),
            Some(found) if found != want => {
                return Err(bad(format!("is {:?} [{}], expected {:?} [{}]", found.direction, found.width, want.direction, want.width)));
            }
            Some(_) => {}
        }
    }
    let list = read(&folder.join("Vtm_classes.mk"))?;
    let files = |names: [&str; 2]| names.iter().flat_map(|name| variable(&list, name)).collect();
    let mut fast: Vec<String> = files(["VM_CLASSES_FAST", "VM_SUPPORT_FAST"]);
    let mut slow = files(["VM_CLASSES_SLOW", "VM_SUPPORT_SLOW"]);
    let known = if design.manifest.scope == Scope::Router && waves == Waves::None && design.assertions.is_empty() && !design.coverage {
        short_way(folder, &fast)?
    } else {
        None
    };
    write(
        &folder.join("phases.h"),
        &format!(
            "#define TM_PHASES {}\n#define TM_ASSERTIONS {}\n#define TM_COVERAGE {}\n",
            known.is_some() as u8,
            !design.assertions.is_empty() as u8,
            design.coverage as u8
        ),
    )?;
    if let Some(source) = known {
        write(&folder.join("phases.cpp"), &source)?;
        fast.push("phases".into());
    }
    let archives = if whole { archives(folder)? } else { Vec::new() };
    if whole {
        (fast, slow) = (Vec::new(), Vec::new());
    }
    fast.push("shim".into());
    Ok(Classes { fast, slow, library: files(["VM_GLOBAL_FAST", "VM_GLOBAL_SLOW"]), archives })
}

/// The whole path of a file if there is a colon in it.
fn with_colon(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok().filter(|path| path.to_string_lossy().contains(':'))
}

/// Jobs at a time.
pub(super) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// Nodes up to which a network with AXI4 interfaces, whose sides are flat anyhow, is built sooner flat.
const FEW: usize = 4;

/// Where nothing is optimized, a block takes as long as two or three routers of a flat network: each is a run of Verilator and of make.
fn is_hierarchical(design: &Design, effort: Effort) -> bool {
    if design.manifest.scope != Scope::Network {
        return false;
    }
    let graph = design.network.graph();
    let blocks = || (0..graph.routers()).map(|node| graph.port_mask(node)).collect::<BTreeSet<u32>>().len();
    let sides = if design.axi4.is_some() { FEW } else { 0 };
    let flat = if effort == Effort::Short { (2 * sides).max(2 + 2 * blocks()) } else { sides };
    // Verilator builds the blocks with make.
    graph.routers() > flat && find_tool(None, &["make"]).is_some()
}

/// The top first, then the blocks that it calls.
fn archives(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = vec![folder.join("Vtm__ALL.a")];
    let mut blocks = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::io(folder))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let library = entry.path().join(format!("lib{}.a", name.trim_start_matches('V')));
        if library.is_file() {
            blocks.push(library);
        }
    }
    blocks.sort();
    found.extend(blocks);
    Ok(found)
}

/// See [`phases`].
fn short_way(folder: &Path, fast: &[String]) -> Result<Option<String>, Error> {
    let code: Vec<String> = fast.iter().map(|name| read(&folder.join(name).with_extension("cpp"))).collect::<Result<_, _>>()?;
    Ok(phases::source(&code.join("\n")))
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(Error::io(path))
}

fn read(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(Error::io(path))
}

/// The words of a make variable: `NAME += \`, one word a line, to an empty line.
fn variable(text: &str, name: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|l| !l.starts_with(&format!("{name} +=")));
    lines.next();
    lines.map(|l| l.trim().trim_end_matches('\\').trim().to_owned()).take_while(|word| !word.is_empty()).collect()
}

/// A port as the generated header declares it: `VL_IN8(&clk,0,0);`, `VL_OUTW(&out_data,223,0,7);`.
fn port(header: &str, name: &str) -> Option<Signal> {
    header.lines().find_map(|line| {
        let (kind, arguments) = line.trim().strip_prefix("VL_")?.split_once('(')?;
        let mut arguments = arguments.split([',', ')']);
        if arguments.next()?.trim_start_matches('&') != name {
            return None;
        }
        let direction = if kind.starts_with("IN") { Direction::Input } else { Direction::Output };
        let (high, low): (u32, u32) = (arguments.next()?.parse().ok()?, arguments.next()?.parse().ok()?);
        Some(Signal::new(name, direction, high - low + 1))
    })
}
