//! A design as and-inverters and registers, for proofs of it.

use serde::{Deserialize, Serialize};

use crate::cache::{Cache, Key};
use crate::{Error, Sources, Yosys, yosys};

/// A flat design in the AIGER format, registers by their hierarchical names. What yosys takes for undefined is an input without a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Netlist {
    /// AIGER in ASCII.
    pub aiger: String,
    /// A line for each bit that has a name: `input`, `latch` or `output`, its number among these, the bit of the name, the name.
    pub names: String,
}

/// Wants every register to take its value at the rising edge of `clk`: AIGER knows of no other.
const ONE_CLOCK: &str = "design -push-copy\nopt_clean\n\
    select -assert-none t:$adff t:$adffe t:$aldff t:$aldffe t:$dffsr t:$dffsre t:$dlatch t:$adlatch t:$dlatchsr t:$sr t:$ff\n\
    select -assert-none t:$dff t:$dffe t:$sdff t:$sdffe t:$sdffce %u %u %u %u w:clk %co1:+[CLK] w:clk %d %d\ndesign -pop\n";

/// Works out constants before and after cells become gates: of a routing table little is left. Registers stay, also those that nobody reads.
const SMALLER: &str = "setundef -anyseq\nsetattr -set keep 1 t:$dff t:$dffe t:$sdff t:$sdffe t:$sdffce\nopt_expr\nopt_clean\ntechmap\nsimplemap\n\
    setundef -anyseq\nsetattr -set keep 1 t:$_*DFF*\nopt_expr\nopt_clean\n";

/// That an assertion of [`ONE_CLOCK`] fails, in words.
fn clearer(error: Error) -> Error {
    match error {
        Error::Tool { tool, message } if message.contains("Assertion failed") => {
            Error::Tool { tool, message: format!("a register does not follow the rising edge of clk: {message}") }
        }
        other => other,
    }
}

/// The netlist of `top` with these parameters. `more` is a script for yosys, run on the flat design before its memories become registers.
///
/// # Errors
/// [`Error::Tool`] when yosys refuses the Verilog, or if not all registers follow the rising edge of `clk`; [`Error::Io`].
pub fn netlist(
    yosys: &Yosys,
    cache: &Cache,
    sources: &Sources,
    top: &str,
    parameters: &[(String, String)],
    more: &str,
) -> Result<Netlist, Error> {
    let sets = parameters.iter().map(|(name, value)| format!(" -chparam {name} {value}")).collect::<String>();
    let script = format!(
        "read_verilog {}\nhierarchy -check -top {top}{sets}\nproc\nflatten\n{more}memory_map\n{ONE_CLOCK}{SMALLER}\
         setundef -anyseq\ndffunmap\nselect -assert-none t:$_DFF_N_\naigmap\nwrite_aiger -ascii -no-startoffset -map names netlist.aag\n",
        sources.names()
    );
    let key = Key::of([yosys.build.as_str(), &script].into_iter().chain(sources.texts()));
    cache.or_make("netlist", &key, || {
        let folder = yosys::folder()?;
        sources.write(folder.path())?;
        yosys.run(&script, folder.path()).map_err(clearer)?;
        let read = |name: &str| yosys::read(&folder.path().join(name));
        // Nets without a name of the source's have one that begins with a dollar sign.
        let named = |line: &&str| line.splitn(4, ' ').nth(3).is_some_and(|name| !name.starts_with('$'));
        let names = read("names")?.lines().filter(named).map(|line| format!("{line}\n")).collect();
        Ok(Netlist { aiger: read("netlist.aag")?, names })
    })
}
