//! Proves the leaf cells of `rtl/cells/` equivalent to a second description of them, in rust-hdl, with yosys.
//!
//! The Verilog cell's registers are turned into ports, so that a check compares outputs and next registers for *every*
//! combination of inputs and registers, reachable or not: a complete proof, not a bounded one.
//!
//! `torusmith-crosscheck [CELLS]`: exit code 0 if all cells are equivalent, 1 if one is not, 3 without yosys.

mod cells;
mod prove;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cells::{FifoPointers, LowestOne, OnehotMux, RoundRobin};
use prove::{Check, Error, Verdict};

/// Every cell, in the sizes that routers use it in.
fn checks() -> Vec<Check> {
    let lowest = |n, hdl| Check::new("lowest_one", &[("WIDTH", n)], hdl).renamed("in", "word");
    let arbiter = |n, hdl| Check::new("rr_arbiter", &[("WIDTH", n)], hdl).register("above_last", "above_last");
    let mux = |n, w, hdl| Check::new("onehot_mux", &[("COUNT", n), ("WIDTH", w)], hdl).renamed("in", "word");
    let fifo = |depth, bits, hdl| {
        ["write_slot", "front_slot", "not_empty"]
            .into_iter()
            .fold(Check::new("fifo_pointers", &[("DEPTH", depth), ("SLOT_BITS", bits)], hdl), |c, r| c.register(r, r).dropped(r))
    };
    vec![
        lowest(1, prove::verilog(LowestOne::<1>::default())),
        lowest(4, prove::verilog(LowestOne::<4>::default())),
        lowest(7, prove::verilog(LowestOne::<7>::default())),
        lowest(11, prove::verilog(LowestOne::<11>::default())),
        arbiter(2, prove::verilog(RoundRobin::<2>::default())),
        arbiter(4, prove::verilog(RoundRobin::<4>::default())),
        arbiter(7, prove::verilog(RoundRobin::<7>::default())),
        arbiter(11, prove::verilog(RoundRobin::<11>::default())),
        mux(4, 8, prove::verilog(OnehotMux::<4, 8, 32>::default())),
        mux(7, 34, prove::verilog(OnehotMux::<7, 34, 238>::default())),
        fifo(2, 1, prove::verilog(FifoPointers::<1>::new(2))),
        fifo(4, 2, prove::verilog(FifoPointers::<2>::new(4))),
        fifo(5, 3, prove::verilog(FifoPointers::<3>::new(5))),
        fifo(16, 4, prove::verilog(FifoPointers::<4>::new(16))),
    ]
}

fn main() -> ExitCode {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl/cells");
    let rtl = std::env::args_os().nth(1).map_or(default, PathBuf::from);
    let (mut equivalent, mut refuted) = (0, 0);
    for check in checks() {
        match check.run(&rtl) {
            Ok(Verdict::Equivalent) => equivalent += 1,
            Ok(Verdict::Refuted) => refuted += 1,
            Err(error) => {
                eprintln!("torusmith-crosscheck: {error}");
                return ExitCode::from(if matches!(error, Error::NoYosys(_)) { 3 } else { 2 });
            }
        }
        println!("{:<44} {}", check.title(), if refuted == 0 { "equivalent" } else { "NOT EQUIVALENT" });
        if refuted > 0 {
            break;
        }
    }
    println!("{equivalent} proved, {refuted} refuted");
    ExitCode::from(u8::from(refuted > 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rtl() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl/cells")
    }

    #[test]
    fn every_cell_is_equivalent() {
        for check in checks() {
            assert_eq!(check.run(&rtl()).unwrap(), Verdict::Equivalent, "{}", check.title());
        }
    }

    /// Each mutant is the cell with one text replaced; the proof must refute it.
    #[test]
    fn mutants_are_refuted() {
        let mutants = [
            ("lowest_one", "<< i)", "<< 1)"),
            ("rr_arbiter", "else if (advance)", "else"),
            ("rr_arbiter", "<= above(grant);", "<= above(grant) & ~2;"),
            ("rr_arbiter", "preferred & ~above(preferred)", "preferred"),
            ("onehot_mux", "sum | (", "sum ^ ("),
            ("fifo_pointers", "(write_slot != second_slot)", "(write_slot == second_slot)"),
            ("fifo_pointers", "(write_slot == LAST[SLOT_BITS-1:0]) ?", "1'b0 ?"),
            ("fifo_pointers", "(front_slot == LAST[SLOT_BITS-1:0]) ?", "1'b0 ?"),
            ("fifo_pointers", "if (read) front_slot", "front_slot"),
            ("fifo_pointers", "front_slot + 1'b1", "front_slot - 1'b1"),
            ("fifo_pointers", "write | (read ? has_second : not_empty)", "write | has_second"),
        ];
        for (cell, from, to) in mutants {
            let folder = tempfile::tempdir().unwrap();
            for name in ["lowest_one", "rr_arbiter", "onehot_mux", "fifo_pointers"] {
                let mut text = std::fs::read_to_string(rtl().join(format!("{name}.v"))).unwrap();
                if name == cell {
                    assert!(text.contains(from), "{cell}.v has no `{from}` to break");
                    text = text.replace(from, to);
                }
                std::fs::write(folder.path().join(format!("{name}.v")), text).unwrap();
            }
            let of_cell = checks().into_iter().filter(|c| c.cell() == cell);
            let refuted = of_cell.filter(|c| c.run(folder.path()).unwrap() == Verdict::Refuted).count();
            assert!(refuted > 0, "{cell}: `{from}` -> `{to}` was not refuted");
        }
    }
}
