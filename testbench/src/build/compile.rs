//! C++ to a shared object. The compiler is called here and not by Verilator's makefiles, which not every package ships working.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use super::Waves;
use super::verilate::Classes;
use crate::Error;
use crate::manifest::Design;
use crate::tool::{Compiler, Verilator, complaint};

const FAST: &str = "-O2";
const SLOW: &str = "-O0";

/// Flags of every file. Symbols stay inside the object, so that several models can be loaded at once.
pub(super) fn flags(waves: Waves) -> Vec<String> {
    let traced = |format| (waves == format) as u8;
    let mut all: Vec<String> =
        ["-std=gnu++17", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden", "-pthread", "-w"].map(String::from).into();
    all.extend(
        ["-DVL_USER_FINISH", "-DVL_USER_STOP", "-DVL_USER_FATAL", "-DVM_COVERAGE=0", "-DVM_SC=0", "-DVM_TIMING=0"].map(String::from),
    );
    all.extend([
        format!("-DVM_TRACE={}", (waves != Waves::None) as u8),
        format!("-DVM_TRACE_VCD={}", traced(Waves::Vcd)),
        format!("-DVM_TRACE_FST={}", traced(Waves::Fst)),
        "-DVM_TRACE_SAIF=0".into(),
        // They are part of the cache's key.
        format!("-DTM_BUILD=\"{FAST}{SLOW}\""),
    ]);
    all
}

/// Compiles and links in `folder`; returns the shared object.
pub(super) fn run(
    verilator: &Verilator,
    compiler: &Compiler,
    design: &Design,
    waves: Waves,
    folder: &Path,
    classes: &Classes,
) -> Result<PathBuf, Error> {
    let include = verilator.root.join("include");
    let fail =
        |subject: &str, message: String| Error::Tool { tool: compiler.command.display().to_string(), subject: subject.into(), message };
    let waveform = if waves == Waves::None { FAST } else { "-O1" };
    let mut jobs: Vec<(PathBuf, PathBuf, &str)> = Vec::new();
    for (names, from, optimize) in
        [(&classes.fast, folder, waveform), (&classes.slow, folder, SLOW), (&classes.library, include.as_path(), "-O1")]
    {
        jobs.extend(names.iter().map(|name| (from.join(name).with_extension("cpp"), folder.join(name).with_extension("o"), optimize)));
    }
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |m| m.len());
    jobs.sort_by_key(|(source, _, _)| size(source));
    let objects: Vec<PathBuf> = jobs.iter().map(|(_, object, _)| object.clone()).collect();

    let queue = Mutex::new(jobs);
    let failure = Mutex::new(None);
    let work = || {
        loop {
            let Some((source, object, optimize)) = queue.lock().unwrap().pop() else { return };
            let mut command = Command::new(&compiler.command);
            command.current_dir(folder).args(flags(waves)).arg(optimize).arg("-I").arg(folder).arg("-I").arg(&include);
            command.arg("-I").arg(include.join("vltstd")).arg("-c").arg(&source).arg("-o").arg(&object);
            let problem = match command.output() {
                Ok(output) if output.status.success() => continue,
                Ok(output) => complaint(&output),
                Err(e) => e.to_string(),
            };
            queue.lock().unwrap().clear();
            *failure.lock().unwrap() =
                Some(fail(&format!("{} of module {}", source.file_name().unwrap_or_default().to_string_lossy(), design.top), problem));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            scope.spawn(work);
        }
    });
    if let Some(error) = failure.into_inner().unwrap() {
        return Err(error);
    }

    let linked = folder.join("model.so");
    let link = |libraries: &[&str]| {
        let mut command = Command::new(&compiler.command);
        command.current_dir(folder).args(["-shared", "-pthread", "-Wl,-z,defs", "-o"]).arg(&linked).args(&objects).args(libraries);
        command.output().map_err(Error::io(&compiler.command))
    };
    // Newer Verilators want the system's lz4 for FST, older ones bring it along.
    let libraries: &[&[&str]] = if waves == Waves::Fst { &[&["-lz"], &["-lz", "-llz4"]] } else { &[&[]] };
    let mut output = link(libraries[0])?;
    for more in &libraries[1..] {
        if !output.status.success() {
            output = link(more)?;
        }
    }
    if !output.status.success() {
        return Err(fail(&format!("module {}", design.top), complaint(&output)));
    }
    Ok(linked)
}

/// Whether FST can be built at all: a look of a second at what takes a minute to fail.
pub(super) fn has_fst(verilator: &Verilator, compiler: &Compiler) -> bool {
    let include = verilator.root.join("include");
    let mut command = Command::new(&compiler.command);
    command.args(flags(Waves::Fst)).arg("-fsyntax-only").arg("-I").arg(&include).arg(include.join("verilated_fst_c.cpp"));
    command.output().is_ok_and(|output| output.status.success())
}
