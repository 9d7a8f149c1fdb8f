//! The functions of a shared object (cpp/shim.cpp).

use std::ffi::{c_char, c_int, c_void};
use std::path::{Path, PathBuf};

use super::layout::{DriverCounts, DriverSettings, Flit, RawFrame, Totals};
use crate::Error;

/// A network inside the object.
#[repr(C)]
pub struct RawNet {
    _opaque: [u8; 0],
}

/// The functions; they are valid as long as `_object` is loaded, which is as long as this lives.
pub struct Library {
    pub(super) new: unsafe extern "C" fn(u32, *const i32, *const i32, *const i32, *const u8, u32, u32, *mut c_int) -> *mut RawNet,
    pub(super) free: unsafe extern "C" fn(*mut RawNet),
    pub(super) error: unsafe extern "C" fn(*const RawNet) -> *const c_char,
    pub(super) header: unsafe extern "C" fn(*mut RawNet, u32, u64),
    pub(super) step: unsafe extern "C" fn(*mut RawNet, *const RawFrame, u32, u32, *mut Totals) -> c_int,
    pub(super) port: unsafe extern "C" fn(*const RawNet, u64, u32, u32) -> *const c_void,
    pub(super) sent: unsafe extern "C" fn(*const RawNet, u64, u32) -> *const c_void,
    pub(super) arrives: unsafe extern "C" fn(*const RawNet, u64) -> *const u8,
    pub(super) errors: unsafe extern "C" fn(*const RawNet, u64, u32) -> u8,
    pub(super) queued: unsafe extern "C" fn(*const RawNet) -> u64,
    pub(super) drive: unsafe extern "C" fn(*mut RawNet, *const DriverSettings) -> c_int,
    pub(super) driven: unsafe extern "C" fn(*const RawNet, *mut DriverCounts),
    pub(super) by_hand: unsafe extern "C" fn(*mut RawNet, *const u32),
    pub(super) recent: unsafe extern "C" fn(*const RawNet, u32, u32, *mut Flit) -> u32,
    pub(super) recent_capacity: u32,
    pub(super) data_words: u32,
    /// Most nodes in one call of `step`.
    pub(super) batch: u32,
    /// Clock edges need not go through `eval()`.
    pub(super) short_way: bool,
    pub(super) take_short_way: unsafe extern "C" fn(*mut RawNet, c_int),
    pub(super) trace: unsafe extern "C" fn(*mut RawNet, *const c_char, *const u32, u32) -> c_int,
    pub(super) coverage: unsafe extern "C" fn(*mut RawNet, *const c_char) -> c_int,
    pub(super) trace_close: unsafe extern "C" fn(*mut RawNet),
    /// Assertions of the design: file, line at which Verilator stops for them, name.
    assertions: Vec<(PathBuf, usize, String)>,
    _object: libloading::Library,
}

impl Library {
    /// Names the assertions of these files in messages. The object may have been built from files elsewhere, which are gone.
    pub(crate) fn with_assertions(mut self, files: &[PathBuf]) -> Result<Self, Error> {
        for file in files {
            let text = std::fs::read_to_string(file).map_err(Error::io(file))?;
            let mut name = None;
            for (at, line) in text.lines().enumerate() {
                let label =
                    line.split_once(": ").filter(|(_, rest)| rest.starts_with("assert property") || rest.starts_with("assume property"));
                name = label.map(|(name, _)| name.trim().to_owned()).or(name);
                self.assertions.extend(name.iter().map(|name| (file.clone(), at + 1, name.clone())));
            }
        }
        Ok(self)
    }

    /// A message of the shim; where the Verilog stopped at an assertion, with its name and its place in the design's files.
    pub(super) fn explain(&self, message: &str) -> String {
        let place = message.strip_prefix("$stop at ").and_then(|place| place.rsplit_once(':'));
        let Some((path, line)) = place else { return message.to_owned() };
        let is_here = |file: &Path, at: usize| file.file_name() == Path::new(path).file_name() && line.parse() == Ok(at);
        match self.assertions.iter().find(|(file, at, _)| is_here(file, *at)) {
            Some((file, at, name)) => format!("$stop at {}:{at}: {name}", file.display()),
            None => message.to_owned(),
        }
    }

    /// Loads an object that [`crate::build::Builder`] made.
    pub(crate) fn load(path: &Path) -> Result<Self, Error> {
        let bad = |e: libloading::Error| Error::Tool { tool: "dlopen".into(), subject: path.display().to_string(), message: e.to_string() };
        // SAFETY: the object was compiled from the shim of this very crate (its text is part of the cache key), so each symbol has the
        // type it is given here; its initializers are those of the C++ run-time and of Verilator.
        unsafe {
            let object = libloading::Library::new(path).map_err(bad)?;
            macro_rules! function {
                ($name:literal) => {
                    *object.get(concat!($name, "\0").as_bytes()).map_err(bad)?
                };
            }
            let recent_capacity: unsafe extern "C" fn() -> u32 = function!("tm_recent_capacity");
            let data_words: unsafe extern "C" fn() -> u32 = function!("tm_data_words");
            let batch: unsafe extern "C" fn() -> u32 = function!("tm_batch");
            let short_way: unsafe extern "C" fn() -> c_int = function!("tm_short_way");
            Ok(Self {
                new: function!("tm_new"),
                free: function!("tm_free"),
                error: function!("tm_error"),
                header: function!("tm_header"),
                step: function!("tm_step"),
                port: function!("tm_port"),
                sent: function!("tm_sent"),
                arrives: function!("tm_arrives"),
                errors: function!("tm_errors"),
                queued: function!("tm_queued"),
                drive: function!("tm_drive"),
                driven: function!("tm_driven"),
                by_hand: function!("tm_by_hand"),
                recent: function!("tm_recent"),
                recent_capacity: recent_capacity(),
                data_words: data_words(),
                batch: batch(),
                short_way: short_way() != 0,
                take_short_way: function!("tm_take_short_way"),
                trace: function!("tm_trace"),
                coverage: function!("tm_coverage"),
                trace_close: function!("tm_trace_close"),
                assertions: Vec::new(),
                _object: object,
            })
        }
    }
}
