//! C++ to a shared object. The compiler is called here and not by Verilator's makefiles, which not every package ships working.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use torusmith_host::{Key, is_sealed, seal};

use super::effort::Effort;
use super::headers;
use super::verilate::{Classes, threads};
use super::waves::Waves;
use crate::Error;
use crate::manifest::Design;
use crate::tool::{Compiler, Verilator, complaint};

/// The most where waveforms are written: nobody waits for the last nanosecond there.
const TRACED: &str = "-O1";
const SLOW: &str = "-O0";
const LIBRARY: &str = "-O1";

/// Bytes of a file that is worth a compiler of its own: reading the headers takes as long as the rest of it.
const LARGE: u64 = 50_000;

/// Flags of every file. Symbols stay inside the object, so that several models can be loaded at once.
pub(super) fn flags(waves: Waves) -> Vec<String> {
    let traced = |format| (waves == format) as u8;
    let plain = "-std=gnu++17 -fPIC -fvisibility=hidden -fvisibility-inlines-hidden -pthread -w -DVL_USER_FINISH -DVL_USER_STOP \
                 -DVL_USER_FATAL -DVM_COVERAGE=0 -DVM_SC=0 -DVM_TIMING=0 -DVM_TRACE_SAIF=0";
    let mut all: Vec<String> = plain.split(' ').map(String::from).collect();
    // What Verilog prints is no part of a report on standard output.
    all.push("-DVL_PRINTF(...)=fprintf(stderr,__VA_ARGS__)".to_owned());
    all.push(format!("-DVM_TRACE={}", (waves != Waves::None) as u8));
    all.push(format!("-DVM_TRACE_VCD={}", traced(Waves::Vcd)));
    all.push(format!("-DVM_TRACE_FST={}", traced(Waves::Fst)));
    all
}

/// Choices of this file on which the object depends besides [`flags`].
pub(super) fn choices(effort: Effort, waves: Waves) -> String {
    [fast(effort, waves), SLOW, LIBRARY].join(" ")
}

/// The flag of what runs in every clock.
fn fast(effort: Effort, waves: Waves) -> &'static str {
    if waves == Waves::None || effort == Effort::Short { effort.flag() } else { TRACED }
}

/// The tools, where they work and where objects are kept.
pub(super) struct Workshop<'a> {
    pub verilator: &'a Verilator,
    pub compiler: &'a Compiler,
    pub folder: &'a Path,
    pub cache: &'a Path,
    pub effort: Effort,
    /// Reports a file of the cache that was damaged and is built again.
    pub damaged: &'a (dyn Fn(&Path) + Sync),
}

/// A file to be compiled.
struct Job {
    source: PathBuf,
    object: PathBuf,
    optimize: &'static str,
}

/// Compiles and links in the workshop's folder; returns the shared object.
pub(super) fn run(shop: &Workshop<'_>, design: &Design, waves: Waves, classes: &Classes) -> Result<PathBuf, Error> {
    let mut jobs = Vec::new();
    let mut objects = library(shop, waves, &classes.library, &mut jobs)?;
    let fast = fast(shop.effort, waves);
    let size = |name: &str| std::fs::metadata(shop.folder.join(name).with_extension("cpp")).map_or(0, |m| m.len());
    // Where nothing is optimized, reading the headers is most of the work: all is one file then.
    let one = fast == SLOW;
    let (large, mut small): (Vec<&String>, Vec<&String>) = classes.fast.iter().partition(|name| !one && size(name) >= LARGE);
    let mut slow: Vec<&String> = classes.slow.iter().collect();
    if one {
        small.append(&mut slow);
    }
    for name in large {
        jobs.push(shop.job(name, fast));
    }
    for (name, parts, optimize) in [("small", small, fast), ("slow", slow, SLOW)].into_iter().filter(|(_, parts, _)| !parts.is_empty()) {
        let text: String = parts.iter().map(|part| format!("#include \"{part}.cpp\"\n")).collect();
        let path = shop.folder.join(name).with_extension("cpp");
        std::fs::write(&path, text).map_err(Error::io(&path))?;
        jobs.push(shop.job(name, optimize));
    }
    objects.extend(jobs.iter().map(|job| job.object.clone()));
    objects.extend(classes.archives.iter().cloned());
    let put = || headers::put(shop.verilator, shop.compiler, shop.folder, shop.cache, &[flags(waves), vec![SLOW.into()]].concat());
    let kept = if jobs.iter().any(|job| ahead(job, waves)) { put()? } else { None };
    let mut compiled = shop.compile(&mut jobs, design, waves);
    if let (Err(_), Some(kept)) = (&compiled, &kept)
        && headers::remove_damaged(kept, shop.folder)
    {
        put()?;
        (shop.damaged)(kept);
        compiled = shop.compile(&mut jobs, design, waves);
    }
    compiled?;
    shop.link(&objects, design, waves)
}

/// Whether the headers are compiled ahead: where the rest takes longer, it is not worth the space.
fn ahead(job: &Job, waves: Waves) -> bool {
    job.optimize == SLOW && waves == Waves::None
}

/// Verilator's run-time library, the same for all designs: compiled once and kept.
fn library(shop: &Workshop<'_>, waves: Waves, names: &[String], jobs: &mut Vec<Job>) -> Result<Vec<PathBuf>, Error> {
    let mut kept = Vec::new();
    for name in names {
        let source = shop.verilator.root.join("include").join(name).with_extension("cpp");
        let text = std::fs::read(&source).map_err(Error::io(&source))?;
        let (verilator, compiler, flags) = (&shop.verilator.version, &shop.compiler.version, flags(waves).join(" "));
        let key = Key::of([super::SEALED, &text[..], verilator.as_bytes(), compiler.as_bytes(), LIBRARY.as_bytes(), flags.as_bytes()]);
        let object = shop.cache.join(format!("{name}-{}.o", key.short()));
        if is_sealed(&object) {
            kept.push(object);
            continue;
        }
        if object.is_file() {
            (shop.damaged)(&object);
        }
        jobs.push(Job { source, object, optimize: LIBRARY });
    }
    Ok(kept)
}

impl Workshop<'_> {
    fn job(&self, name: &str, optimize: &'static str) -> Job {
        Job { source: self.folder.join(name).with_extension("cpp"), object: self.folder.join(name).with_extension("o"), optimize }
    }

    fn fail(&self, subject: String, message: String) -> Error {
        Error::Tool { tool: self.compiler.command.display().to_string(), subject, message }
    }

    fn compile(&self, jobs: &mut [Job], design: &Design, waves: Waves) -> Result<(), Error> {
        let size = |job: &Job| std::fs::metadata(&job.source).map_or(0, |m| m.len());
        jobs.sort_by_key(size);
        let queue = Mutex::new(jobs.iter().collect::<Vec<&Job>>());
        let failure = Mutex::new(None);
        let work = || {
            loop {
                let Some(job) = queue.lock().unwrap().pop() else { return };
                if let Err(message) = self.compile_one(job, waves) {
                    queue.lock().unwrap().clear();
                    let file = job.source.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    failure.lock().unwrap().get_or_insert(self.fail(format!("{file} of module {}", design.manifest.top), message));
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads() {
                scope.spawn(work);
            }
        });
        failure.into_inner().unwrap().map_or(Ok(()), Err)
    }

    /// Makes the object aside and renames it, as it may be one for the cache, where it is sealed.
    fn compile_one(&self, job: &Job, waves: Waves) -> Result<(), String> {
        let include = self.verilator.root.join("include");
        let made = self.folder.join(job.object.file_name().unwrap_or_default()).with_extension("made");
        let mut command = Command::new(&self.compiler.command);
        command.current_dir(self.folder).args(flags(waves)).arg(job.optimize).arg("-I").arg(self.folder).arg("-I").arg(&include);
        if ahead(job, waves) {
            command.args(["-include", headers::NAME]);
        }
        command.arg("-I").arg(include.join("vltstd")).arg("-c").arg(&job.source).arg("-o").arg(&made);
        let output = command.output().map_err(|e| e.to_string())?;
        if !output.status.success() {
            return Err(complaint(&output));
        }
        let sealed = if job.object.starts_with(self.folder) { Ok(()) } else { seal(&made) };
        sealed.and_then(|()| std::fs::rename(&made, &job.object)).map_err(|e| format!("{}: {e}", job.object.display()))
    }

    fn link(&self, objects: &[PathBuf], design: &Design, waves: Waves) -> Result<PathBuf, Error> {
        let linked = self.folder.join("model.so");
        let link = |libraries: &[&str]| {
            let mut command = Command::new(&self.compiler.command);
            command.current_dir(self.folder).args(["-shared", "-pthread", "-Wl,-z,defs", "-o"]).arg(&linked).args(objects).args(libraries);
            command.output().map_err(Error::io(&self.compiler.command))
        };
        // Newer Verilators want the system's lz4 for FST, older ones bring it along.
        let libraries: &[&[&str]] = if waves == Waves::Fst { &[&["-lz"], &["-lz", "-llz4"]] } else { &[&[]] };
        let mut output = link(libraries[0])?;
        for more in &libraries[1..] {
            if !output.status.success() {
                output = link(more)?;
            }
        }
        if output.status.success() { Ok(linked) } else { Err(self.fail(format!("module {}", design.manifest.top), complaint(&output))) }
    }
}

/// Whether FST can be built at all: a look of a second at what takes a minute to fail.
pub(super) fn has_fst(verilator: &Verilator, compiler: &Compiler) -> bool {
    let include = verilator.root.join("include");
    let mut command = Command::new(&compiler.command);
    command.args(flags(Waves::Fst)).arg("-fsyntax-only").arg("-I").arg(&include).arg(include.join("verilated_fst_c.cpp"));
    command.output().is_ok_and(|output| output.status.success())
}
