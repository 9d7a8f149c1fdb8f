//! The plain modules of `rtl/` that are not of one family alone, and their renaming into a design.

use crate::verilog::VerilogModule;

/// Name and text of the modules that need no template.
const MODULES: [(&str, &str); 35] = [
    ("lowest_one", include_str!("../../rtl/lowest_one.v")),
    ("onehot_mux", include_str!("../../rtl/onehot_mux.v")),
    ("onehot_index", include_str!("../../rtl/onehot_index.v")),
    ("rr_arbiter", include_str!("../../rtl/rr_arbiter.v")),
    ("next_after", include_str!("../../rtl/next_after.v")),
    ("fifo_pointers", include_str!("../../rtl/fifo_pointers.v")),
    ("flit_buffer", include_str!("../../rtl/flit_buffer.v")),
    ("front_buffer", include_str!("../../rtl/front_buffer.v")),
    ("credit_counter", include_str!("../../rtl/credit_counter.v")),
    ("hop_encoder", include_str!("../../rtl/hop_encoder.v")),
    ("hop_decoder", include_str!("../../rtl/hop_decoder.v")),
    ("class_vcs", include_str!("../../rtl/class_vcs.v")),
    ("ring_way", include_str!("../../rtl/ring_way.v")),
    ("torus_position", include_str!("../../rtl/torus_position.v")),
    ("midimew_way", include_str!("../../rtl/midimew_way.v")),
    ("other_way", include_str!("../../rtl/other_way.v")),
    ("local_guard", include_str!("../../rtl/local_guard.v")),
    ("vc_allocator", include_str!("../../rtl/vc_allocator.v")),
    ("head_request", include_str!("../../rtl/head_request.v")),
    ("head_call", include_str!("../../rtl/head_call.v")),
    ("flit_pick", include_str!("../../rtl/flit_pick.v")),
    ("input_vc", include_str!("../../rtl/input_vc.v")),
    ("switch_allocator", include_str!("../../rtl/switch_allocator.v")),
    ("crossbar", include_str!("../../rtl/crossbar.v")),
    ("axi_packetizer", include_str!("../../rtl/axi/axi_packetizer.v")),
    ("axi_depacketizer", include_str!("../../rtl/axi/axi_depacketizer.v")),
    ("mc_position", include_str!("../../rtl/multicast/mc_position.v")),
    ("mc_bitmap_generator", include_str!("../../rtl/multicast/mc_bitmap_generator.v")),
    ("mc_local_check", include_str!("../../rtl/multicast/mc_local_check.v")),
    ("mc_io_controller", include_str!("../../rtl/multicast/mc_io_controller.v")),
    ("mc_multicast_controller", include_str!("../../rtl/multicast/mc_multicast_controller.v")),
    ("mc_arbiter", include_str!("../../rtl/multicast/mc_arbiter.v")),
    ("mc_crossbar", include_str!("../../rtl/multicast/mc_crossbar.v")),
    ("mc_ack_combining", include_str!("../../rtl/multicast/mc_ack_combining.v")),
    ("mc_setup_unit", include_str!("../../rtl/multicast/mc_setup_unit.v")),
];

/// The modules that every router uses, in compile order; the network's own go between the two halves.
pub(crate) const LEAVES: [&str; 11] = [
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
];

/// The second half of [`LEAVES`].
pub(crate) const UNITS: [&str; 9] =
    ["local_guard", "vc_allocator", "head_request", "head_call", "flit_pick", "input_vc", "input_unit", "switch_allocator", "crossbar"];

/// The two halves of an AXI4-Stream interface.
pub(crate) const AXI: [&str; 2] = ["axi_packetizer", "axi_depacketizer"];

/// What `input_vc` needs beside them where routing gives two candidates.
pub(crate) const TWO_CANDIDATES: &str = "other_way";

/// The unit that is a template, with the plain modules in it.
pub(crate) const INPUT_UNIT: &str = "input_unit";

/// A module that several families use, such as `class_vcs`, `ring_way` or `torus_position`, for a family's list of modules.
///
/// # Panics
/// If the library has no such module.
pub fn library_module(name: &str) -> VerilogModule {
    let (name, text) = MODULES.iter().find(|(other, _)| *other == name).expect("a module of rtl/");
    VerilogModule::new(name, *text)
}

/// `text` with `prefix` before the name of every module of the library and of `own`, so that several designs fit in one project.
pub(crate) fn renamed(text: &str, prefix: &str, own: &[&str]) -> String {
    let mut renamed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split_whitespace();
        // A declaration `module NAME` or an instance `NAME #(..` / `NAME u_x (` at the start of a line.
        let word = match words.next() {
            Some("module") => words.next().unwrap_or_default(),
            Some(word) => word,
            None => "",
        };
        let name = word.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        let known = name == INPUT_UNIT || own.contains(&name) || MODULES.iter().any(|(other, _)| *other == name);
        renamed += &if known { line.replacen(name, &format!("{prefix}{name}"), 1) } else { line.to_owned() };
    }
    renamed
}
