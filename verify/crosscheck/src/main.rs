//! Proves the leaf cells of `rtl/` equivalent to a second description of them, in rust-hdl, with yosys.
//!
//! The Verilog cell's registers are turned into ports, so that a check compares outputs and next registers for *every*
//! combination of inputs and registers, reachable or not: a complete proof, not a bounded one.
//!
//! `torusmith-crosscheck [RTL_DIR]`: exit code 0 if all cells are equivalent, 1 if one is not, 3 without yosys.

mod cells;
mod prove;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use cells::{FifoPointers, LowestOne, OnehotMux, RoundRobin};
use prove::{Check, Error, Verdict};

/// Every cell, in the sizes that routers use it in.
fn checks() -> Vec<Check> {
    let lowest = |n, hdl| Check::new("lowest_one", &[("WIDTH", n)], hdl).renamed("in", "word");
    let arbiter = |n, hdl| Check::new("rr_arbiter", &[("WIDTH", n)], hdl).needs("lowest_one").register("g_many.from_pointer", "from_pointer");
    let mux = |n, w, hdl| Check::new("onehot_mux", &[("COUNT", n), ("WIDTH", w)], hdl).renamed("in", "word");
    let fifo = |depth, bits, hdl| {
        ["wr", "rd", "nonempty"]
            .into_iter()
            .fold(Check::new("fifo_pointers", &[("DEPTH", depth), ("PTR_BITS", bits)], hdl), |c, r| c.register(r, r).dropped(r))
    };
    vec![
        lowest(1, prove::verilog(LowestOne::<1>::default())),
        lowest(4, prove::verilog(LowestOne::<4>::default())),
        lowest(7, prove::verilog(LowestOne::<7>::default())),
        lowest(11, prove::verilog(LowestOne::<11>::default())),
        arbiter(2, prove::verilog(RoundRobin::<2, 1>::default())),
        arbiter(4, prove::verilog(RoundRobin::<4, 3>::default())),
        arbiter(7, prove::verilog(RoundRobin::<7, 6>::default())),
        arbiter(11, prove::verilog(RoundRobin::<11, 10>::default())),
        mux(4, 8, prove::verilog(OnehotMux::<4, 8, 32>::default())),
        mux(7, 34, prove::verilog(OnehotMux::<7, 34, 238>::default())),
        fifo(2, 1, prove::verilog(FifoPointers::<1>::new(2))),
        fifo(4, 2, prove::verilog(FifoPointers::<2>::new(4))),
        fifo(5, 3, prove::verilog(FifoPointers::<3>::new(5))),
        fifo(16, 4, prove::verilog(FifoPointers::<4>::new(16))),
    ]
}

fn main() -> ExitCode {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl");
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
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rtl")
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
            ("rr_arbiter", "else if (step)", "else"),
            ("rr_arbiter", "from_pointer[1] <= gnt[0]", "from_pointer[1] <= 1'b0"),
            ("rr_arbiter", "& ~{WIDTH{|first}}", ""),
            ("onehot_mux", "sum | (", "sum ^ ("),
            ("fifo_pointers", "(wr != rd_next)", "(wr == rd_next)"),
            ("fifo_pointers", "{wr[0], ~wr[1]}", "{~wr[0], ~wr[1]}"),
            ("fifo_pointers", "(wr == LAST)", "1'b0"),
            ("fifo_pointers", "(rd_next[1] & pop)", "rd_next[1]"),
            ("fifo_pointers", "pop ? rd_next : rd;", "rd_next;"),
            ("fifo_pointers", "rd + ONE", "rd - ONE"),
            ("fifo_pointers", "push | (pop ? more : nonempty)", "push | more"),
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
