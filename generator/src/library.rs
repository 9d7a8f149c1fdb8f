//! The plain modules of `rtl/`, and their renaming into a design.

/// Name and text of the modules that need no template.
const MODULES: [(&str, &str); 49] = [
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
    ("route_torus", include_str!("../../rtl/route_torus.v")),
    ("route_mesh", include_str!("../../rtl/route_mesh.v")),
    ("route_hypercube", include_str!("../../rtl/route_hypercube.v")),
    ("midimew_way", include_str!("../../rtl/midimew_way.v")),
    ("route_tori_connected", include_str!("../../rtl/route_tori_connected.v")),
    ("route_htn", include_str!("../../rtl/route_htn.v")),
    ("rdt_rank", include_str!("../../rtl/rdt_rank.v")),
    ("rdt_wraps", include_str!("../../rtl/rdt_wraps.v")),
    ("rdt_hop", include_str!("../../rtl/rdt_hop.v")),
    ("route_rdt", include_str!("../../rtl/route_rdt.v")),
    ("quarter", include_str!("../../rtl/quarter.v")),
    ("vector_encoder", include_str!("../../rtl/vector_encoder.v")),
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
    ("source_htn", include_str!("../../rtl/axi/source_htn.v")),
    ("corner_distance", include_str!("../../rtl/axi/corner_distance.v")),
    ("source_tori_connected", include_str!("../../rtl/axi/source_tori_connected.v")),
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

/// The text of `module` with `prefix` before the name of every module of the library, its own and those it instantiates,
/// so that several designs fit in one project.
pub(crate) fn module(module: &str, prefix: &str) -> String {
    let (_, text) = MODULES.iter().find(|(name, _)| *name == module).expect("a module of rtl/");
    renamed(text, prefix)
}

/// The same of any text.
pub(crate) fn renamed(text: &str, prefix: &str) -> String {
    let mut renamed = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code = line.split("//").next().unwrap_or_default();
        let mut words = code.split_whitespace();
        // A declaration `module NAME` or an instance `NAME #(..` / `NAME u_x (` at the start of a line.
        let name = match words.next() {
            Some("module") => words.next().unwrap_or_default(),
            Some(word) => word,
            None => "",
        };
        let known = name == INPUT_UNIT || MODULES.iter().any(|(other, _)| *other == name);
        renamed += &if known { line.replacen(name, &format!("{prefix}{name}"), 1) } else { line.to_owned() };
    }
    renamed
}
