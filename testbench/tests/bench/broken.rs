//! Faults that only the set-up of the bench brings to light, and Verilog that stops by itself.

use torusmith_testbench::{Error, Silent};

use crate::support::{Folder, Setting, options, run};

fn first_signal(folder: Folder) -> Option<String> {
    let bench = folder.open()?;
    let report = run(&bench, &options(0.5, 2000));
    Some(report.first_divergence.clone().unwrap_or_else(|| panic!("not noticed: {report:?}")).signal)
}

/// Registers start at random, not at 0, so a reset that forgets one shows.
#[test]
fn a_register_that_is_not_reset() {
    let folder = Folder::small().edit("_crossbar.v", "out_valid[o] <= ~rst & (|from);", "out_valid[o] <= |from;");
    let folder = folder.edit("_fifo_pointers.v", "if (rst) begin\n      wr ", "if (1'b0) begin\n      wr ");
    assert!(first_signal(folder).is_none_or(|signal| !signal.is_empty()));
}

/// The address is on the wires in reset only (Z2); later another one is.
#[test]
fn an_address_that_is_not_held() {
    let folder = Folder::small().edit("_router.v", "if (rst) node_q <= node;", "node_q <= node;");
    assert!(first_signal(folder).is_none_or(|signal| signal == "error" || signal.starts_with("out_") || signal.starts_with("in_credit")));
}

/// An error bit without an error.
#[test]
fn an_error_out_of_nothing() {
    let folder = Folder::small().tap("error", 3, "error_ | {2'b0, out_valid[3] & out_tail[3]}");
    assert!(first_signal(folder).is_none_or(|signal| signal == "error"));
}

#[test]
fn verilog_that_ends_the_simulation() {
    let stopped = |verilog: &str| {
        let bench = Folder::small().with_verilog(verilog).open()?;
        let Setting { plain, run } = options(0.1, 1000);
        match bench.cosim(&plain, &run, &mut Silent) {
            Err(Error::Stopped { clock, message }) => Some((clock, message)),
            other => panic!("{other:?}"),
        }
    };
    let count = "reg [9:0] age; always @(posedge clk) begin age <= rst ? 10'd0 : age + 10'd1;";
    let Some((clock, message)) = stopped(&format!("{count} if (age == 10'd99) $finish; end")) else { return };
    assert_eq!(clock, 99);
    assert!(message.contains("$finish") && message.contains("torus_4_4_router.v"), "{message}");
    let (clock, _) = stopped(&format!("{count} if (age == 10'd77 && node_q == 4'd9) $stop; end")).unwrap();
    assert_eq!(clock, 77);
}
