//! Mutants of a design: small faults that yosys puts into the flattened netlist, all in one, of which an input selects one.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Key};
use crate::{Error, Sources, Yosys, yosys};

/// The input of the top that selects a mutant by its number; 0 is none of them.
pub const SELECTOR: &str = "mutsel";

/// A fault in one bit of one port of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutant {
    /// From 1 on.
    pub number: u32,
    /// Change of the bit: `inv`, `const0`, `const1`; `cnot0`, `cnot1`: inverted while another bit of that port is 0, or 1.
    pub mode: String,
    /// The cell, as yosys names it.
    pub cell: String,
    /// Its port.
    pub port: String,
    /// The bit of that port.
    pub bit: u32,
    /// The other bit of `cnot0` and `cnot1`.
    pub control_bit: Option<u32>,
    /// The named wire at that bit and its index, if it has one.
    pub wire: Option<(String, u32)>,
    /// File and lines of the Verilog that it was made from.
    pub places: Vec<String>,
    /// The line of yosys that makes it.
    pub command: String,
}

/// All mutants of a design.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mutants {
    /// By number, from 1 on.
    pub all: Vec<Mutant>,
    /// One module with the input [`SELECTOR`].
    pub verilog: String,
}

/// `count` mutants of module `top` of these files, or as many as there are, drawn by `seed`. Faults at the enable of a memory's read without a clock are
/// left out, as yosys has no such cell.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog, [`Error::Io`].
pub fn mutants(yosys: &Yosys, cache: &Cache, files: &[PathBuf], top: &str, count: u32, seed: u32) -> Result<Mutants, Error> {
    let sources = Sources::read(files)?;
    let names: Vec<&str> = files.iter().map(|path| path.file_name().and_then(|name| name.to_str()).unwrap_or_default()).collect();
    // Memories stay as they are: a mutant is at their ports.
    let script = format!(
        "read_verilog {}\nhierarchy -check -top {top}\nproc\nflatten\nopt_clean\nmutate -list {count} -seed {seed} -ctrl {SELECTOR} {} 1 -o mutants.ys\n\
         write_rtlil flat.il\n",
        sources.names(),
        u32::BITS - count.leading_zeros()
    );
    let key = Key::of([yosys.build.as_str(), &script].into_iter().chain(names.iter().copied()).chain(sources.texts()));
    cache.or_make("mutants", &key, || {
        let folder = yosys::folder()?;
        sources.write(folder.path())?;
        yosys.run(&script, folder.path())?;
        let list = yosys::read(&folder.path().join("mutants.ys"))?;
        let lines = || list.lines().filter(|line| !(line.contains("$memrd$") && line.contains(" -port EN ")));
        let apply = format!("read_rtlil flat.il\n{}write_verilog -noattr mutants.v\n", yosys::one_line(lines()));
        yosys.run(&apply, folder.path())?;
        let all = lines().map(|line| mutant(line, &names).ok_or(line));
        let all = all.collect::<Result<_, _>>().map_err(|line| Error::Tool { tool: "yosys", message: format!("mutate lists `{line}`") })?;
        Ok(Mutants { all, verilog: yosys::read(&folder.path().join("mutants.v"))? })
    })
}

/// A line of the list; `files` are the names of `source0.v`, `source1.v`, ..
fn mutant(line: &str, files: &[&str]) -> Option<Mutant> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let all = |flag: &str| words.windows(2).filter(move |pair| pair[0] == flag).map(|pair| pair[1]).collect::<Vec<_>>();
    let one = |flag: &str| all(flag).first().copied();
    let number = |flag: &str| one(flag).and_then(|value| value.parse().ok());
    let at = words.iter().position(|word| *word == "-ctrl")?;
    let mut places: Vec<String> = all("-src").into_iter().map(|place| named(place, files)).collect();
    places.sort();
    Some(Mutant {
        number: words.get(at + 3)?.parse().ok()?,
        mode: one("-mode")?.into(),
        cell: named(one("-cell")?, files),
        port: one("-port")?.trim_start_matches('\\').into(),
        bit: number("-portbit")?,
        control_bit: number("-ctrlbit"),
        wire: one("-wire").map(|wire| (wire.trim_start_matches('\\').into(), number("-wirebit").unwrap_or(0))),
        places,
        command: line.into(),
    })
}

/// With the names of files in place of `source0.v`, `source1.v`, ..
fn named(text: &str, files: &[&str]) -> String {
    files.iter().enumerate().fold(text.to_owned(), |text, (i, name)| text.replace(&format!("source{i}.v"), name))
}

#[cfg(test)]
mod tests {
    use super::mutant;

    #[test]
    fn a_line_of_yosys_is_read() {
        let line = "mutate -ctrl mutsel 8 4 -mode cnot1 -module top -cell $flatten\\u_a.$and$source1.v:9$31 -port \\Y -portbit 2 -ctrlbit 3 \
                    -wire \\u_a.both -wirebit 1 -src source11.v:7.2-7.3 -src source1.v:9.1-9.2";
        let files: Vec<String> = (0..12).map(|i| format!("f{i}.v")).collect();
        let read = mutant(line, &files.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        assert_eq!((read.number, &*read.mode, &*read.cell), (4, "cnot1", "$flatten\\u_a.$and$f1.v:9$31"));
        assert_eq!((&*read.port, read.bit, read.control_bit), ("Y", 2, Some(3)));
        assert_eq!(read.wire, Some(("u_a.both".into(), 1)));
        assert_eq!(read.places, ["f1.v:9.1-9.2", "f11.v:7.2-7.3"]);
        assert_eq!(mutant("mutate -mode inv", &[]), None);
    }
}
