//! The modules of `rtl/` that a design takes by their names, and their renaming into a design.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::error::Error;
use crate::templates::{self, Values};
use crate::verilog::VerilogModule;

/// The folder `rtl/`: modules by folder, templates of networks whose names end with `_template`, `partials/` of those, and `formal/` and
/// `sva/`, the properties of modules.
static RTL: Dir = include_dir!("$CARGO_MANIFEST_DIR/rtl");

/// Texts of the modules by their names.
static MODULES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let folders = RTL.dirs().filter(|dir| !["partials", "formal", "router", "sva"].iter().any(|name| dir.path().ends_with(name)));
    let named = |file: &'static include_dir::File| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?));
    folders.flat_map(|dir| dir.files().filter_map(named)).filter(|(name, _)| !name.ends_with("_template")).collect()
});

/// The cells that other modules are made of, each before those that use it.
const CELLS: [&str; 14] = [
    "lowest_one",
    "onehot_mux",
    "onehot_index",
    "rr_arbiter",
    "next_after",
    "fifo_pointers",
    "flit_buffer",
    "front_buffer",
    "credit_counter",
    "credit_counter_whole",
    "vc_buffers",
    "link_slice",
    "reset_tree",
    "head_choice",
];

/// A module that several families use, such as `midimew_way`, for a family's list of modules.
///
/// # Panics
/// If the library has no such module.
pub fn library_module(name: &str) -> VerilogModule {
    let (name, text) = MODULES.get_key_value(name).expect("a module of rtl/");
    VerilogModule::new(*name, *text)
}

/// A cell of that name is there.
pub(crate) fn has_template(name: &str) -> bool {
    CELLS.contains(&name)
}

/// The cells that modules use, and those that these use, in compile order.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn cells<'a>(modules: impl Iterator<Item = &'a str>, values: &Values) -> Result<Vec<VerilogModule>, Error> {
    let mut texts: Vec<String> = modules.map(str::to_owned).collect();
    let mut used = Vec::new();
    for name in CELLS.into_iter().rev() {
        if texts.iter().any(|text| instantiates(text, name)) {
            let text = templates::render(&format!("cells/{name}.v"), values)?;
            texts.push(text.clone());
            used.push(VerilogModule::new(name, text));
        }
    }
    used.reverse();
    Ok(used)
}

/// A line begins with an instance of the module.
fn instantiates(text: &str, module: &str) -> bool {
    text.lines().any(|line| line.trim_start().strip_prefix(module).is_some_and(|rest| rest.starts_with(" #(") || rest.starts_with(" u_")))
}

/// The properties of those of `sources`, as path and text, that have some; `values` are what the template of a module sees.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn properties(
    sources: &[(String, String)],
    prefix: &str,
    banner: &str,
    values: impl Fn(&str) -> Values,
) -> Result<Vec<(String, String)>, Error> {
    let mut properties = Vec::new();
    for (path, text) in sources {
        let module = path.strip_prefix("rtl/").and_then(|file| file.strip_prefix(prefix)?.strip_suffix(".v"));
        let Some(module) = module.filter(|module| text.contains(&format!("`include \"{prefix}{module}.vh\""))) else { continue };
        // Modules that differ in the VCs of an input port, and the local output
        let template = module.split("_vc_").next().unwrap_or(module).replace("local_vcs", "output_vcs");
        let text = templates::render(&format!("formal/{template}.vh"), &values(module))?;
        properties.push((format!("formal/{prefix}{module}.vh"), format!("{banner}{text}")));
    }
    Ok(properties)
}

/// `text` with `prefix` before the names of the design's modules, so that several designs fit in one project.
pub(crate) fn renamed(text: &str, prefix: &str, own: &[&str]) -> String {
    let mut renamed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split_whitespace();
        // A declaration `module NAME`, its properties `include "NAME.vh"`, or an instance `NAME #(..` / `NAME u_x (` at the start of a line; and in the
        // header the module's own name.
        let word = match words.next() {
            Some("module") => words.next().unwrap_or_default(),
            Some("`include") => words.next().unwrap_or_default().trim_matches('"'),
            Some(word) => word,
            None => "",
        };
        let name = word.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let is_header = ["module ", "`include "].iter().any(|word| code.trim_start().starts_with(word));
        let rest = code.trim_start().strip_prefix(name).unwrap_or_default();
        let is_instance = [" #(", " u_"].iter().any(|next| rest.starts_with(next));
        let known = (is_header || is_instance) && (own.contains(&name) || MODULES.contains_key(name));
        renamed += &if known { line.replacen(name, &format!("{prefix}{name}"), 1) } else { line.to_owned() };
    }
    renamed
}
