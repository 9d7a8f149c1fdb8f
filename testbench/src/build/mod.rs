//! From Verilog to a shared object, and the cache of those.
//!
//! An object is found again by a hash of everything it was made from: the Verilog, the shim, the tools' versions and the flags.
//! It is built in a folder of its own and renamed into place, and whoever else wants the same one waits for it.

mod compile;
mod effort;
mod headers;
mod params;
mod phases;
mod verilate;
mod waves;

use std::path::{Path, PathBuf};

use torusmith_host::{Key, is_sealed, or_build, user_folder};

use self::effort::Effort;
use self::params::params;
use crate::binding::Library;
use crate::manifest::Design;
use crate::options::RunOptions;
use crate::tool::{Compiler, Verilator};
use crate::{Error, axi4};

pub use self::waves::Waves;

/// Entries of the cache are sealed: part of all keys.
const SEALED: &[u8] = b"sealed";

/// The shim: the file to compile, and those that it includes.
const SHIM: [(&str, &str); 11] = [
    ("shim.cpp", include_str!("../../cpp/shim.cpp")),
    ("driver.h", include_str!("../../cpp/driver.h")),
    ("axi.h", include_str!("../../cpp/axi.h")),
    ("axi4.h", include_str!("../../cpp/axi4.h")),
    ("axi_users.h", include_str!("../../cpp/axi_users.h")),
    ("instance.h", include_str!("../../cpp/instance.h")),
    ("frame.h", include_str!("../../cpp/frame.h")),
    ("multicast.h", include_str!("../../cpp/multicast.h")),
    ("net.h", include_str!("../../cpp/net.h")),
    ("plain.h", include_str!("../../cpp/plain.h")),
    ("wires.h", include_str!("../../cpp/wires.h")),
];

/// Where Verilated models are made and kept.
#[derive(Debug, Clone)]
pub struct Builder {
    verilator: Verilator,
    compiler: Compiler,
    cache: PathBuf,
    clocks: u64,
    note: fn(&str),
}

impl Builder {
    /// Finds the tools, and the cache folder: `$TORUSMITH_CACHE`, else `$XDG_CACHE_HOME/torusmith`, else `~/.cache/torusmith`,
    /// else `target/torusmith`.
    ///
    /// # Errors
    /// [`Error::MissingTool`], [`Error::Tool`].
    pub fn find() -> Result<Self, Error> {
        let cache = user_folder().unwrap_or_else(|| PathBuf::from("target/torusmith"));
        Self::with(Verilator::find()?, Compiler::find()?, &cache)
    }

    /// With given tools and cache folder.
    ///
    /// # Errors
    /// [`Error::Io`] if the folder cannot be made.
    pub fn with(verilator: Verilator, compiler: Compiler, cache: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(cache).map_err(Error::io(cache))?;
        let cache = std::path::absolute(cache).map_err(Error::io(cache))?;
        Ok(Self { verilator, compiler, cache, clocks: RunOptions::default().cycles, note: |_| () })
    }

    /// For runs of `clocks` clocks in all, 20,000 unless something else is said: a long run is worth a better optimized model, which takes
    /// longer to build.
    #[must_use]
    pub fn expecting(&self, clocks: u64) -> Self {
        Self { clocks, ..self.clone() }
    }

    /// Notes on the cache go to `note`, a line each.
    #[must_use]
    pub fn with_notes(&self, note: fn(&str)) -> Self {
        Self { note, ..self.clone() }
    }

    /// The Verilator in use.
    pub fn verilator(&self) -> &Verilator {
        &self.verilator
    }

    /// Whether waveforms can be written as FST with these tools.
    pub fn has_fst(&self) -> bool {
        compile::has_fst(&self.verilator, &self.compiler)
    }

    /// A design, loaded; the cached object is built again if it does not load, as with libraries of another machine.
    pub(crate) fn load(&self, design: &Design, waves: Waves) -> Result<Library, Error> {
        let object = self.build(design, waves)?;
        let library = Library::load(&object).or_else(|error| {
            (self.note)(&format!("note: {error}; it is built again"));
            std::fs::remove_file(&object).map_err(Error::io(&object))?;
            Library::load(&self.build(design, waves)?)
        })?;
        library.with_assertions(&design.assertions)
    }

    /// The shared object of a design, built if it is not in the cache or damaged there.
    ///
    /// # Errors
    /// [`Error::Tool`] when Verilator or the compiler refuses the Verilog, [`Error::Folder`] when its ports are not those of the
    /// manifest, [`Error::Io`].
    pub fn build(&self, design: &Design, waves: Waves) -> Result<PathBuf, Error> {
        let params = params(design, waves);
        let object = self.cache.join(format!("{}-{}.so", design.manifest.top, self.key(design, &params, waves)?));
        let make = |folder: &Path| self.make(design, &params, waves, folder);
        if or_build(&object, is_sealed, |path, e| Error::io(path)(e), make)? {
            self.damaged(&object);
        }
        Ok(object)
    }

    fn make(&self, design: &Design, params: &str, waves: Waves, folder: &Path) -> Result<PathBuf, Error> {
        for (name, text) in SHIM.into_iter().chain([("params.h", params)]) {
            std::fs::write(folder.join(name), text).map_err(Error::io(folder.join(name)))?;
        }
        let effort = self.effort(design);
        let classes = verilate::run(&self.verilator, design, waves, effort, folder)?;
        let damaged = &|file: &Path| self.damaged(file);
        let shop = compile::Workshop { verilator: &self.verilator, compiler: &self.compiler, folder, cache: &self.cache, effort, damaged };
        compile::run(&shop, design, waves, &classes)
    }

    fn damaged(&self, file: &Path) {
        (self.note)(&format!("note: {} was damaged; it was built again", file.display()));
    }

    fn effort(&self, design: &Design) -> Effort {
        Effort::of(design, self.clocks)
    }

    /// Hash of all that the object depends on.
    fn key(&self, design: &Design, params: &str, waves: Waves) -> Result<String, Error> {
        let mut key = Key::default();
        let mut put = |bytes: &[u8]| key.put(bytes);
        SHIM.iter().for_each(|(_, text)| put(text.as_bytes()));
        put(SEALED);
        put(params.as_bytes());
        put(self.verilator.version.as_bytes());
        put(self.compiler.version.as_bytes());
        put(design.manifest.top.as_bytes());
        if let Some((_, text)) = axi4::bench(design) {
            put(text.as_bytes());
            axi4::CHECKER.iter().for_each(|(_, text)| put(text.as_bytes()));
        }
        put(verilate::flags(design, waves).join(" ").as_bytes());
        put(verilate::BLOCK_FLAGS.as_bytes());
        put(verilate::make_variables(self.effort(design)).as_bytes());
        put(compile::choices(self.effort(design), waves).as_bytes());
        put(compile::flags(waves).join(" ").as_bytes());
        for path in design.sources.iter().chain(&headers(&design.dir)).chain(&design.assertions) {
            put(path.strip_prefix(&design.dir).unwrap_or(path).to_string_lossy().as_bytes());
            put(&std::fs::read(path).map_err(Error::io(path))?);
        }
        Ok(key.short())
    }
}

/// Files that a source may include without the manifest knowing: headers anywhere in the folder, sorted.
fn headers(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "vh" || e == "svh") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
