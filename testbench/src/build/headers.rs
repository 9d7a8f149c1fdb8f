//! Verilator's headers, compiled once and kept: reading them is a third of the time that a small design's C++ takes.

use std::path::{Path, PathBuf};
use std::process::Command;

use torusmith_host::{Key, is_sealed, or_build};

use crate::Error;
use crate::tool::{Compiler, Verilator};

/// The file in the folder of a build: g++ takes what is compiled of it, of this name and `.gch`, or else reads it.
pub(super) const NAME: &str = "headers.h";
const COMPILED: &str = "headers.h.gch";

/// What the C++ of all designs includes.
const TEXT: &str = "#include \"verilated.h\"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>
";

/// Puts the headers into `folder`, compiled with `flags` and kept in `cache`, and returns the file there. A compiler that cannot is no error: it reads
/// them. A file that is kept is taken as it is; its hash is only looked at when it was of no use, as it takes a tenth of a second ([`remove_damaged`]).
pub(super) fn put(
    verilator: &Verilator,
    compiler: &Compiler,
    folder: &Path,
    cache: &Path,
    flags: &[String],
) -> Result<Option<PathBuf>, Error> {
    let here = folder.join(NAME);
    std::fs::write(&here, TEXT).map_err(Error::io(&here))?;
    // What clang compiles ahead is only good as long as the file that it read is there.
    if compiler.version.contains("clang") {
        return Ok(None);
    }
    let include = verilator.root.join("include");
    let first = include.join("verilated.h");
    let text = std::fs::read(&first).map_err(Error::io(&first))?;
    let versions = [verilator.version.as_bytes(), compiler.version.as_bytes()];
    let mut key = Key::of([versions[0], versions[1], include.as_os_str().as_encoded_bytes(), &text, TEXT.as_bytes()]);
    flags.iter().for_each(|flag| key.put(flag));
    let kept = cache.join(format!("headers-{}.gch", key.short()));
    let made = or_build(
        &kept,
        Path::is_file,
        |_, _| (),
        |aside| {
            let made = aside.join("made");
            let mut command = Command::new(&compiler.command);
            command.args(flags).arg("-I").arg(&include).args(["-x", "c++-header"]).arg(&here).arg("-o").arg(&made);
            let output = command.output().map_err(drop)?;
            if output.status.success() { Ok(made) } else { Err(()) }
        },
    );
    if made.is_err() {
        return Ok(None);
    }
    let beside = folder.join(COMPILED);
    if std::fs::hard_link(&kept, &beside).is_err() {
        std::fs::copy(&kept, &beside).map_err(Error::io(&beside))?;
    }
    Ok(Some(kept))
}

/// Removes headers that are damaged, here and in the cache. Whether they were.
pub(super) fn remove_damaged(kept: &Path, folder: &Path) -> bool {
    let damaged = !is_sealed(kept);
    if damaged {
        [kept, &folder.join(COMPILED)].into_iter().for_each(|file| _ = std::fs::remove_file(file));
    }
    damaged
}
