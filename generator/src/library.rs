//! The plain modules of `rtl/`, and their renaming into a design.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::verilog::VerilogModule;

/// The folder `rtl/`: modules in it and below, templates whose names end with `_template`, `partials/` of templates, and `formal/`, the properties of
/// modules.
static RTL: Dir = include_dir!("$CARGO_MANIFEST_DIR/rtl");

/// What a module's last lines include where `TORUSMITH_FORMAL` is defined: its properties, by its name.
static PROPERTIES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let files = RTL.get_dir("formal").into_iter().flat_map(Dir::files);
    files.filter_map(|file| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?))).collect()
});

/// Texts of the modules that need no template, by their names.
static MODULES: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let folders = RTL.dirs().filter(|dir| !dir.path().ends_with("partials") && !dir.path().ends_with("formal")).chain([&RTL]);
    let named = |file: &'static include_dir::File| Some((file.path().file_stem()?.to_str()?, file.contents_utf8()?));
    folders.flat_map(|dir| dir.files().filter_map(named)).filter(|(name, _)| !name.ends_with("_template")).collect()
});

/// The modules that every router uses, in compile order; the network's own go between the two halves.
pub(crate) const LEAVES: [&str; 12] = [
    "lowest_one",
    "onehot_mux",
    "onehot_index",
    "rr_arbiter",
    "next_after",
    "fifo_pointers",
    "flit_buffer",
    "front_buffer",
    "credit_counter",
    "hop_encoder",
    "hop_decoder",
    "one_vc",
];

/// The second half of [`LEAVES`].
pub(crate) const UNITS: [&str; 9] =
    ["local_guard", "vc_allocator", "head_request", "head_call", "flit_pick", "input_vc", "input_unit", "switch_allocator", "crossbar"];

/// What watches a router's links in simulation.
pub(crate) const MONITOR: &str = "link_monitor";

/// What counts on a router's links.
pub(crate) const COUNTERS: &str = "router_counters";

/// The tree of registers of a network's reset.
pub(crate) const RESET_TREE: &str = "reset_tree";

/// The two halves of an AXI4-Stream interface.
pub(crate) const AXI: [&str; 3] = ["axi_packetizer", "vc_buffers", "axi_depacketizer"];

/// What these need where a beat is not a flit.
pub(crate) const AXI_WIDTHS: [&str; 5] = ["axi_keep", "axi_packer", "axi_splitter", "axi_unpacker", "axi_joiner"];

/// What `input_vc` needs beside them where routing gives two candidates.
pub(crate) const TWO_CANDIDATES: &str = "other_way";

/// A module that several families use, such as `class_vcs`, `ring_way` or `torus_position`, for a family's list of modules.
///
/// # Panics
/// If the library has no such module.
pub fn library_module(name: &str) -> VerilogModule {
    let (name, text) = MODULES.get_key_value(name).expect("a module of rtl/");
    VerilogModule::new(name, *text)
}

/// The unit that is a template, with the plain modules in it.
pub(crate) const INPUT_UNIT: &str = "input_unit";

/// The module that routes a hop ahead, a template too.
pub(crate) const ROUTE_AHEAD: &str = "route_ahead";

/// The properties of those of `sources`, as path and text, that have some.
pub(crate) fn properties(sources: &[(String, String)], prefix: &str, banner: &str) -> Vec<(String, String)> {
    let of = |(path, _): &(String, String)| {
        let name = path.strip_prefix("rtl/")?.strip_prefix(prefix)?.strip_suffix(".v")?;
        let text = PROPERTIES.get(name)?;
        Some((format!("formal/{prefix}{name}.vh"), format!("{banner}{text}")))
    };
    sources.iter().filter_map(of).collect()
}

/// `text` with `prefix` before the name of every module of the library and of `own`, so that several designs fit in one project.
pub(crate) fn renamed(text: &str, prefix: &str, own: &[&str]) -> String {
    let mut renamed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split_whitespace();
        // A declaration `module NAME`, its properties `include "NAME.vh"`, or an instance `NAME #(..` / `NAME u_x (` at the start of a line.
        let word = match words.next() {
            Some("module") => words.next().unwrap_or_default(),
            Some("`include") => words.next().unwrap_or_default().trim_matches('"'),
            Some(word) => word,
            None => "",
        };
        let name = word.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let known = [INPUT_UNIT, ROUTE_AHEAD].contains(&name) || own.contains(&name) || MODULES.contains_key(name);
        renamed += &if known { line.replacen(name, &format!("{prefix}{name}"), 1) } else { line.to_owned() };
    }
    renamed
}
