//! One equivalence check: a cell of `rtl/` against emitted Verilog, by a SAT proof in yosys.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use rust_hdl::prelude::{Block, generate_verilog};

/// Outcome of a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Outputs and next registers agree for all inputs and registers.
    Equivalent,
    /// A counterexample exists.
    Refuted,
}

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// yosys cannot be started.
    #[error("yosys: {0}; install it (Debian: apt-get install yosys) or set TORUSMITH_YOSYS")]
    NoYosys(std::io::Error),
    /// yosys failed before the proof.
    #[error("yosys could not compare {0}: {1}")]
    Failed(String, String),
    /// A file could not be written.
    #[error("temporary folder: {0}")]
    Io(#[from] std::io::Error),
}

/// The Verilog that rust-hdl emits for a block; its top module is `top`.
pub fn verilog<B: Block>(mut block: B) -> String {
    block.connect_all();
    generate_verilog(&block)
}

/// A cell with parameters, and what its second description looks like.
pub struct Check {
    cell: &'static str,
    parameters: Vec<(&'static str, u32)>,
    second: String,
    registers: Vec<(&'static str, &'static str)>,
    renamed: Vec<(&'static str, &'static str)>,
    dropped: Vec<&'static str>,
}

impl Check {
    /// `cell` with `parameters` against the Verilog `second`.
    pub fn new(cell: &'static str, parameters: &[(&'static str, u32)], second: String) -> Self {
        let parameters = parameters.to_vec();
        Self { cell, parameters, second, registers: vec![], renamed: vec![], dropped: vec![] }
    }

    /// Register `name` of the cell is `port`_q and `port`_d of the second description.
    pub fn register(mut self, name: &'static str, port: &'static str) -> Self {
        self.registers.push((name, port));
        self
    }

    /// Port `name` of the cell has another name in the second description.
    pub fn renamed(mut self, name: &'static str, second: &'static str) -> Self {
        self.renamed.push((name, second));
        self
    }

    /// Port `name` of the cell only shows a register.
    pub fn dropped(mut self, name: &'static str) -> Self {
        self.dropped.push(name);
        self
    }

    /// Name of the cell.
    #[cfg(test)]
    pub fn cell(&self) -> &str {
        self.cell
    }

    /// The cell as it would be instantiated.
    pub fn title(&self) -> String {
        let list: Vec<_> = self.parameters.iter().map(|(name, value)| format!(".{name}({value})")).collect();
        format!("{} #({})", self.cell, list.join(", "))
    }

    /// Proves or refutes, reading the cell from `rtl`.
    ///
    /// # Errors
    /// Without yosys, or if it fails on the files.
    pub fn run(&self, rtl: &Path) -> Result<Verdict, Error> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("second.v"), &self.second)?;
        let mut script = String::new();
        let cell = self.cell;
        std::fs::copy(rtl.join(format!("{cell}.v")), folder.path().join(format!("{cell}.v")))?;
        let _ = writeln!(script, "read_verilog {cell}.v");
        for (name, value) in &self.parameters {
            let _ = writeln!(script, "chparam -set {name} {value} {cell}");
        }
        let _ = writeln!(script, "hierarchy -top {cell}\nproc; flatten; opt_clean\nexpose -evert-dff t:$dff*\ncd {cell}");
        if !self.registers.is_empty() {
            let _ = writeln!(script, "delete -port o:*.c\ndelete -port clk");
        }
        for port in &self.dropped {
            let _ = writeln!(script, "delete -port {port}");
        }
        for (name, port) in &self.registers {
            let _ = writeln!(script, "rename {name}.q {port}_q\nrename {name}.d {port}_d");
        }
        for (name, port) in &self.renamed {
            let _ = writeln!(script, "rename {name} {port}");
        }
        let _ = writeln!(
            script,
            "cd ..\nread_verilog second.v\nproc; flatten top; opt_clean\n\
             miter -equiv -flatten -make_outputs -make_assert {cell} top miter\nhierarchy -top miter\nopt_clean\n\
             sat -verify -prove-asserts miter"
        );
        std::fs::write(folder.path().join("check.ys"), script)?;
        let tool = std::env::var_os("TORUSMITH_YOSYS").unwrap_or_else(|| "yosys".into());
        let run = Command::new(tool).arg("check.ys").current_dir(&folder).output().map_err(Error::NoYosys)?;
        let errors = String::from_utf8_lossy(&run.stderr);
        if run.status.success() {
            Ok(Verdict::Equivalent)
        } else if errors.contains("proof did fail") {
            Ok(Verdict::Refuted)
        } else {
            let why = errors.lines().find(|line| line.contains("ERROR")).unwrap_or("no message");
            Err(Error::Failed(self.title(), why.into()))
        }
    }
}
