//! A module as yosys elaborates it: its instances, and what each bit of their ports is.

use std::collections::HashMap;
use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::tools::{run, tool};

/// A bit of a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bit {
    /// A wire, by its number.
    Wire(u64),
    Low,
    High,
}

fn bits(list: &Value) -> Vec<Bit> {
    let bit = |bit: &Value| match bit.as_str() {
        None => Bit::Wire(bit.as_u64().unwrap()),
        Some("0") => Bit::Low,
        Some("1") => Bit::High,
        Some(other) => panic!("a bit is {other}"),
    };
    list.as_array().unwrap_or_else(|| panic!("no port: {list}")).iter().map(bit).collect()
}

/// The number that constant bits make, the lowest first.
pub fn number(bits: &[Bit]) -> u32 {
    assert!(!bits.iter().any(|bit| matches!(bit, Bit::Wire(_))), "not a number: {bits:?}");
    bits.iter().rev().fold(0, |number, &bit| number << 1 | u32::from(bit == Bit::High))
}

/// A module.
pub struct Netlist(Value);

impl Netlist {
    /// `top` of a Verilog text with parameters `NAME VALUE`; `None` without yosys.
    pub fn of(verilog: &str, top: &str, parameters: &[&str]) -> Option<Self> {
        let yosys = tool("yosys", "TORUSMITH_YOSYS")?;
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("all.v"), verilog).unwrap();
        let parameters: String = parameters.iter().map(|parameter| format!(" -chparam {parameter}")).collect();
        let script = format!("read_verilog all.v; hierarchy -top {top}{parameters}; proc; opt_clean; write_json all.json");
        run(Command::new(yosys).args(["-q", "-p", &script]), folder.path());
        let mut read: Value = serde_json::from_str(&fs::read_to_string(folder.path().join("all.json")).unwrap()).unwrap();
        Some(Self(read["modules"][top].take()))
    }

    /// A port of the module itself.
    pub fn port(&self, name: &str) -> Vec<Bit> {
        bits(&self.0["ports"][name]["bits"])
    }

    /// The instances of a module.
    pub fn cells(&self, module: &str) -> Vec<Cell<'_>> {
        self.0["cells"].as_object().unwrap().values().filter(|cell| cell["type"] == module).map(Cell).collect()
    }
}

/// An instance.
pub struct Cell<'a>(&'a Value);

impl Cell<'_> {
    pub fn port(&self, name: &str) -> Vec<Bit> {
        bits(&self.0["connections"][name])
    }

    /// `None` if the instance leaves it as the module has it.
    pub fn parameter(&self, name: &str) -> Option<u64> {
        let text = self.0["parameters"][name].as_str()?;
        Some(u64::from_str_radix(text, 2).unwrap())
    }
}

/// Bundles that drive wires, by a number.
#[derive(Default)]
pub struct Sources(HashMap<u64, (u32, usize)>);

impl Sources {
    pub fn add(&mut self, bundle: u32, bits: &[Bit]) {
        for (place, bit) in bits.iter().enumerate() {
            let Bit::Wire(wire) = bit else { panic!("{bundle} drives a constant") };
            assert_eq!(self.0.insert(*wire, (bundle, place)), None, "two drive one wire");
        }
    }

    /// The bundle that drives these, all of it and in its order; `None` if they are 0.
    pub fn of(&self, bits: &[Bit]) -> Option<u32> {
        if bits.iter().all(|bit| *bit == Bit::Low) {
            return None;
        }
        let driver = |bit: &Bit| match bit {
            Bit::Wire(wire) => *self.0.get(wire).unwrap_or_else(|| panic!("nothing drives {bits:?}")),
            constant => panic!("{constant:?} in {bits:?}"),
        };
        let (bundle, _) = driver(&bits[0]);
        bits.iter().enumerate().for_each(|(place, bit)| assert_eq!(driver(bit), (bundle, place), "wires are exchanged"));
        Some(bundle)
    }
}
