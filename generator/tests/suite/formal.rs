//! The properties that the leaf cells carry under `` `ifdef FORMAL `` hold for ever, by temporal induction in yosys, in the
//! files of a design; and they see a broken cell.

use std::path::Path;
use std::process::Command;

use crate::tools::{made, run, tool, written};

/// Each cell with the parameters it is proven for.
fn cells() -> Vec<(&'static str, Vec<String>)> {
    let widths = |text: fn(u32) -> String| (1..=8).map(text).collect();
    let depths = |text: fn(u32) -> String| [2, 3, 4, 5, 8, 63, 64].map(text).to_vec();
    vec![
        ("lowest_one", widths(|n| format!("WIDTH={n}"))),
        ("onehot_mux", widths(|n| format!("COUNT={n} WIDTH={}", 9 - n))),
        ("onehot_index", widths(|n| format!("WIDTH={n} INDEX_BITS={}", bits(n)))),
        ("rr_arbiter", widths(|n| format!("WIDTH={n}"))),
        ("fifo_pointers", depths(|n| format!("DEPTH={n} PTR_BITS={}", bits(n)))),
        ("credit_counter", depths(|n| format!("DEPTH={n}"))),
        ("rdt_rank", (1..=4).map(|n| format!("MAX_RANK={n}")).collect()),
        ("quarter", (4..=9).map(|n| format!("BITS={n}")).collect()),
        ("flit_buffer", widths(|n| format!("WIDTH={n} WORDS={} ADDR_BITS={}", 2 * n, bits(2 * n)))),
        ("mc_packet_buffer", widths(|n| format!("FLIT_WIDTH={n}"))),
        ("mc_arbiter", vec![String::new()]),
        ("axi_packetizer", ["", "NUM_VCS=8 VC_BITS=3 BUFFER_DEPTH=2", "NUM_VCS=3 VC_BITS=2 BUFFER_DEPTH=5"].map(str::to_owned).to_vec()),
        ("axi_depacketizer", ["", "NUM_VCS=3 VC_BITS=2 BUFFER_DEPTH=2 PTR_BITS=1"].map(str::to_owned).to_vec()),
    ]
}

/// Cell, parameters, and a text of the cell with what it is replaced by.
const MUTANTS: &[(&str, &str, &str, &str)] = &[
    ("lowest_one", "WIDTH=4", "<< i)", "<< 1)"),
    ("lowest_one", "WIDTH=4", "in[i] & ", ""),
    ("onehot_mux", "COUNT=3 WIDTH=2", "{WIDTH{select[i]}}", "{WIDTH{select[0]}}"),
    ("onehot_mux", "COUNT=3 WIDTH=2", "in[i*WIDTH +: WIDTH]", "in[i +: WIDTH]"),
    ("onehot_index", "WIDTH=4 INDEX_BITS=2", "index | i", "index & i"),
    ("onehot_index", "WIDTH=1 INDEX_BITS=1", "index = {INDEX_BITS{1'b0}}", "index = {INDEX_BITS{1'b1}}"),
    ("rr_arbiter", "WIDTH=1", "gnt = req", "gnt = 1'b1"),
    ("rr_arbiter", "WIDTH=4", "else if (step)", "else"),
    ("rr_arbiter", "WIDTH=4", "behind[1] <= gnt[0]", "behind[1] <= 1'b0"),
    ("rr_arbiter", "WIDTH=4", "{WIDTH{1'b1}} << i", "{WIDTH{1'b1}} << (i + 1)"),
    ("rr_arbiter", "WIDTH=4", "& ~{WIDTH{|first}}", ""),
    ("fifo_pointers", "DEPTH=2 PTR_BITS=1", "(wr_last != rd)", "1'b1"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "{wr[0], ~wr[1]}", "{~wr[0], ~wr[1]}"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "(rd_next[1] & pop)", "rd_next[1]"),
    ("fifo_pointers", "DEPTH=4 PTR_BITS=2", "{~wr[0], wr[1]}", "wr"),
    ("fifo_pointers", "DEPTH=5 PTR_BITS=3", "(rd == LAST)", "1'b0"),
    ("fifo_pointers", "DEPTH=5 PTR_BITS=3", "full = nonempty &", "full ="),
    ("fifo_pointers", "DEPTH=8 PTR_BITS=3", "push | (pop ? more : nonempty)", "push | more"),
    ("credit_counter", "DEPTH=4", "take != give", "take | give"),
    ("credit_counter", "DEPTH=3", "(level[1] & give)", "give"),
    ("credit_counter", "DEPTH=2", "level <= {DEPTH{1'b1}}", "level <= {DEPTH{1'b0}}"),
    ("credit_counter", "DEPTH=5", "count == LAST", "count != LAST"),
    ("credit_counter", "DEPTH=8", "|count[BITS-1:1]", "|count"),
    ("credit_counter", "DEPTH=8", "give & ~take", "give"),
    ("rdt_rank", "MAX_RANK=4", "x[1] ^ y[1] ^ y[0]", "x[1] ^ y[1]"),
    ("rdt_rank", "MAX_RANK=3", "unfolded[1] | unfolded[4]", "unfolded[1]"),
    ("rdt_rank", "MAX_RANK=2", "unfolded[2] | unfolded[4]", "unfolded[2] | unfolded[3]"),
    ("quarter", "BITS=5", "minus, ~minus}", "1'b1, 1'b0}"),
    ("quarter", "BITS=5", "{{1{sum[BITS]}}, sum[BITS:2]}", "{1'b0, sum[BITS:2]}"),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "if (we) ", ""),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "mem[waddr] <=", "mem[raddr] <="),
    ("flit_buffer", "WIDTH=2 WORDS=3 ADDR_BITS=2", "= mem[raddr]", "= we ? wdata : mem[raddr]"),
    ("mc_packet_buffer", "FLIT_WIDTH=2", "if (we) ", ""),
    ("mc_packet_buffer", "FLIT_WIDTH=2", "mem[waddr] <=", "mem[raddr] <="),
    ("mc_arbiter", "", "~(|busy) & ~blocked[o]", "~(|busy)"),
    ("mc_arbiter", "", "~(|busy) & ~blocked[o]", "~blocked[o]"),
    ("mc_arbiter", "", " & {OUTPUTS{~ends[m]}}", ""),
    ("mc_arbiter", "", "= wins[RANK];", "= asks[RANK];"),
    ("axi_packetizer", "", "give | (sending & ~last)", "give | (sending & ~beat)"),
    ("axi_packetizer", "", "out_head <= ready", "out_head <= ready | last"),
    ("axi_packetizer", "", "(ready & ~give)", "ready"),
    ("axi_packetizer", "", "out_tail <= ~ready & s_axis_tlast", "out_tail <= s_axis_tlast"),
    ("axi_depacketizer", "", "if (space) begin", "if (start | space) begin"),
    ("axi_depacketizer", "", "move | ~space", "move"),
    ("axi_depacketizer", "", "none ? picked : open", "picked"),
    ("axi_depacketizer", "", "if (start) source", "source"),
];

/// Bits of an index below `count`.
fn bits(count: u32) -> u32 {
    count.next_power_of_two().ilog2().max(1)
}

/// A plain design and one with the multicast router in a temporary folder. All designs have the same leaf cells, an RDT's some more.
fn design() -> tempfile::TempDir {
    let folder = written(&made("rdt:16", ""));
    for (path, text) in made("rdt:8", "ack-ways=1").files.into_iter().chain(made("rdt:16", "interface=axi").files) {
        std::fs::write(folder.path().join(path), text).unwrap();
    }
    folder
}

/// The name of `cell` in [`design`].
fn module(cell: &str) -> String {
    if cell.starts_with("mc_") { format!("rdt_8_{cell}") } else { format!("rdt_16_{cell}") }
}

/// What yosys says of the module's properties. The proof starts from any state; the cells themselves assume a reset in the
/// first clock.
fn proof(yosys: &Path, rtl: &Path, cell: &str, parameters: &str) -> String {
    let module = module(cell);
    let needs = match cell {
        "rr_arbiter" => format!("read_verilog -formal {}.v; ", self::module("lowest_one")),
        "axi_packetizer" => "read_verilog rdt_16_lowest_one.v rdt_16_onehot_index.v rdt_16_credit_counter.v; ".into(),
        "axi_depacketizer" => {
            let used = ["lowest_one", "rr_arbiter", "onehot_mux", "onehot_index", "fifo_pointers", "flit_buffer"];
            format!("read_verilog {}; ", used.map(|cell| format!("rdt_16_{cell}.v")).join(" "))
        }
        // Without their own properties: those assume a reset.
        "mc_arbiter" => "read_verilog rdt_8_lowest_one.v rdt_8_rr_arbiter.v; ".into(),
        _ => String::new(),
    };
    let set: String = parameters.split_whitespace().map(|p| format!("-set {} ", p.replace('=', " "))).collect();
    let set = if set.is_empty() { set } else { format!("chparam {set} {module}; ") };
    let script = format!(
        "{needs}read_verilog -formal {module}.v; {set}prep -flatten -top {module}; memory_map; \
         async2sync; dffunmap; opt_clean; sat -set-assumes -prove-asserts -tempinduct -seq 1 -maxsteps 16 {module}"
    );
    run(Command::new(yosys).args(["-p", &script]), rtl)
}

#[test]
fn leaf_cells_are_proven() {
    let Some(yosys) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let folder = design();
    let rtl = folder.path().join("rtl");
    for (cell, parameters) in cells() {
        for parameters in parameters {
            let said = proof(&yosys, &rtl, cell, &parameters);
            assert!(said.contains("Import proof for assert"), "{cell} {parameters}: no property\n{said}");
            assert!(said.contains("Induction step proven: SUCCESS!"), "{cell} {parameters}\n{said}");
        }
    }
}

#[test]
fn broken_leaf_cells_are_refuted() {
    let Some(yosys) = tool("yosys", "TORUSMITH_YOSYS") else { return };
    let folder = design();
    let rtl = folder.path().join("rtl");
    for (cell, parameters, from, to) in MUTANTS {
        let file = rtl.join(module(cell) + ".v");
        let text = std::fs::read_to_string(&file).unwrap();
        let (code, properties) = text.split_once("`ifdef FORMAL").expect(cell);
        assert!(code.contains(from), "{cell} has no `{from}` to break");
        std::fs::write(&file, format!("{}`ifdef FORMAL{properties}", code.replace(from, to))).unwrap();
        let said = proof(&yosys, &rtl, cell, parameters);
        assert!(said.contains("model found for base case: FAIL!"), "{cell} {parameters}: `{from}` -> `{to}`\n{said}");
        std::fs::write(&file, text).unwrap();
    }
}
