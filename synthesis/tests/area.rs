//! Gates of small designs whose cells can be counted by hand.

use std::path::PathBuf;

use torusmith_synthesis::{Area, Cache, Error, Sources, Yosys, area};

const DESIGN: &str = "
module my_bit (input clk, input en, input [7:0] d, output reg [7:0] q);
  always @(posedge clk) if (en) q <= d;
endmodule
module my_ram (input clk, input we, input [1:0] wa, ra, input [3:0] d, output [3:0] q);
  reg [3:0] mem [0:3];
  always @(posedge clk) if (we) mem[wa] <= d;
  assign q = mem[ra];
endmodule
module my_top (input clk, input en, input [7:0] d, input [1:0] wa, ra, output [7:0] q, r, output n, output [3:0] m);
  my_bit one (.clk(clk), .en(en), .d(d), .q(q));
  my_bit two (.clk(clk), .en(en), .d(q), .q(r));
  my_ram ram (.clk(clk), .we(en), .wa(wa), .ra(ra), .d(d[3:0]), .q(m));
  assign n = ~(d[0] & d[1]);
endmodule
";

fn gates(text: &str, top: &str, blocks: &[&str]) -> Result<Area, Error> {
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("design.v");
    std::fs::write(&file, text).unwrap();
    area(&Yosys::find().expect("yosys is needed for this test"), &Cache::off(), &Sources::read(&[file]).unwrap(), top, blocks)
}

#[test]
fn cells_are_counted_with_their_weights() {
    let area = gates(DESIGN, "my_top", &["bit", "ram"]).unwrap();
    let block = |name: &str| area.blocks.iter().find(|b| b.block == name).unwrap_or_else(|| panic!("{name}"));
    let bit = block("bit");
    assert_eq!((bit.instances, bit.ram_bits), (2, 0));
    assert!(is(bit.sequential, 2.0 * FLOPS) && is(bit.combinational, 2.0 * ENABLE), "{bit:?}");
    assert!(is(bit.gates_each, FLOPS + ENABLE) && is(bit.gates_total, 2.0 * bit.gates_each), "{bit:?}");
    assert_eq!(block("my_top").gates_total, 1.0);
    assert!(block("ram").ram_bits == 16 && is(block("ram").sequential, 2.0 * FLOPS), "{:?}", block("ram"));
    assert!(area.ram_bits == 16 && is(area.logic_total, bit.gates_total + 1.0), "{area:?}");
    assert!(is(area.total, area.logic_total + block("ram").gates_total));
}

/// Eight flip-flops, which have no enable of their own: three NANDs for each bit choose what it holds next, and a NOT for all.
const FLOPS: f64 = 8.0 * 5.67;
const NOT: f64 = 0.67;
const ENABLE: f64 = 8.0 * 3.0 + NOT;

fn is(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn what_is_no_block_counts_to_the_block_around_it() {
    let area = gates(DESIGN, "my_top", &["ram"]).unwrap();
    assert_eq!(area.blocks.iter().map(|b| (b.block.as_str(), b.instances)).collect::<Vec<_>>(), [("ram", 1), ("my_top", 1)]);
    // In one module both share the NOT of the enable.
    assert!(is(area.blocks[1].gates_total, 2.0 * (FLOPS + ENABLE) - NOT + 1.0), "{area:?}");
}

/// `my_half_bit` ends in the name of the block `bit`, and is inside it: a NAND, which counts to it, and no instance of it.
#[test]
fn a_module_whose_name_ends_in_that_of_a_block_is_no_block() {
    let text = "
        module my_half_bit (input a, input b, output y); assign y = ~(a & b); endmodule
        module my_bit (input a, input b, output y, z); my_half_bit half (.a(a), .b(b), .y(y)); assign z = ~(a | b); endmodule
        module my_top (input a, input b, output y, z); my_bit one (.a(a), .b(b), .y(y), .z(z)); endmodule";
    let area = gates(text, "my_top", &["bit"]).unwrap();
    let bit = area.blocks.iter().find(|b| b.block == "bit").unwrap_or_else(|| panic!("{area:?}"));
    assert_eq!((bit.instances, bit.gates_total, area.total), (1, 2.0, 2.0), "{area:?}");
}

#[test]
fn a_cell_of_unknown_weight_is_an_error() {
    let text = "(* blackbox *) module pad (input a, output b); endmodule
        module my_top (input a, output b); pad p (.a(a), .b(b)); endmodule";
    let error = gates(text, "my_top", &[]).unwrap_err();
    assert!(matches!(&error, Error::UnknownCell { cell, module, .. } if cell == "pad" && module == "my_top"), "{error}");
}

#[test]
fn verilog_that_yosys_refuses_is_told_in_a_line() {
    let error = gates("module my_top (input a; endmodule", "my_top", &[]).unwrap_err();
    assert!(matches!(&error, Error::Tool { tool: "yosys", message } if message.contains("ERROR")), "{error}");
}
