//! One fault at a time that only the set-up of the bench brings to light, and Verilog that stops by itself. Clocks are those of docs/router.md, N8.

use torusmith_sim::simulation::EngineKind;
use torusmith_testbench::{Divergence, Error, RunOptions, Silent};

use crate::support::{Folder, Given, Setting, engine, options};

/// The first difference when one packet (clock, source, destination, flits) is sent.
fn first(folder: &Folder, packet: (u64, u32, u32, u8)) -> Option<Divergence> {
    let bench = folder.open()?;
    let options = RunOptions { cycles: 50, ..RunOptions::default() };
    let report = bench.run(Box::new(Given::new(&bench, &[packet])), engine(&bench, EngineKind::Fast), &options, &mut Silent).unwrap();
    Some(report.first_divergence.clone().unwrap_or_else(|| panic!("not noticed: {report:?}")))
}

/// (clock, node, port, signal, expected, found)
fn place(first: &Divergence) -> (u64, u32, &str, &str, &str, &str) {
    (first.clock, first.node, &first.port_name, &first.signal, &first.expected, &first.found)
}

/// Registers start at random, not at 0, so a reset that forgets one shows: here bits that once set stay.
#[test]
fn a_register_that_is_not_reset() {
    let folder = Folder::small().edit("_local_guard.v", "error       <= 3'b000;", "error       <= error;");
    let Some(first) = first(&folder, (5, 0, 1, 1)) else { return };
    assert_eq!((first.clock, &*first.port_name, &*first.signal, &*first.expected), (0, "y-", "error", "000"), "{first}");
    assert!(first.others.len() > 4 && first.others.iter().all(|other| other.signal == "error" && other.port_name == "y-"), "{first}");
}

/// The address is on the wires in reset only (Z2); later another one is. Router 0 then holds that of node 15, which has node 1 in the row below, two
/// columns away either way: as the papers route x+ too, but over the wrap link; with balanced ties, from the odd column 3, x-.
#[test]
fn an_address_that_is_not_held() {
    let not_held = |folder: Folder| first(&folder.edit("_router.v", "if (rst) here <= node;", "here <= node;"), (5, 0, 1, 1));
    let Some(papers) = not_held(Folder::small_of_papers()) else { return };
    assert_eq!(place(&papers), (7, 0, "x+", "out_vc", "0", "1"), "{papers}");
    let balanced = not_held(Folder::small()).unwrap();
    assert_eq!(place(&balanced), (7, 0, "x+", "out_valid", "1", "0"), "{balanced}");
    let others: Vec<_> = balanced.others.iter().map(|other| (other.node, &other.port_name[..], &other.signal[..])).collect();
    assert_eq!(others, [(0, "x-", "out_valid")], "{balanced}");
}

/// An error bit without an error, when a tail leaves by y+.
#[test]
fn an_error_out_of_nothing() {
    let folder = Folder::small().tap("error", 3, "error_ | {2'b0, out_valid[3] & out_tail[3]}");
    let Some(first) = first(&folder, (5, 0, 4, 2)) else { return };
    assert_eq!(place(&first), (8, 0, "y-", "error", "000", "001"), "{first}");
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
    let (clock, _) = stopped(&format!("{count} if (age == 10'd77 && here == 4'd9) $stop; end")).unwrap();
    assert_eq!(clock, 77);
}
