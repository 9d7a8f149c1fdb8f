//! A state that the solver found, register by register.

use std::collections::BTreeMap;

use torusmith_contract::{BitName, Inputs, NamedBits};

use crate::aig::Edge;
use crate::miter::{Miter, Moment};
use crate::sat::Assignment;
use crate::trace::binary;

/// Registers of the router, and the contract's state: (name, value in binary).
pub fn registers(miter: &Miter, moment: &Moment, found: &Assignment) -> Vec<(String, String)> {
    let mut named: BTreeMap<Vec<usize>, &str> = BTreeMap::new();
    for (name, bits) in miter.netlist.register_names() {
        let best = named.entry(bits.to_vec()).or_insert(name);
        if (name.len(), name) < (best.len(), best) {
            *best = name;
        }
    }
    let value = |bits: &[usize]| binary(found, &bits.iter().filter_map(|bit| moment.registers.get(*bit).copied()).collect::<Vec<_>>());
    let mut all: Vec<(String, String)> = named.iter().map(|(bits, name)| ((*name).to_owned(), value(bits))).collect();
    all.sort();
    all.extend(words(&moment.spec.bits(), found).into_iter().map(|(name, value)| (format!("contract {name}"), value)));
    all
}

/// Values of the inputs.
pub fn inputs(inputs: &Inputs<Edge>, found: &Assignment) -> Vec<(String, String)> {
    words(&inputs.bits(), found)
}

/// Bits of a vector as one number.
fn words(bits: &[(BitName, Edge)], found: &Assignment) -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (name, bit) in bits {
        let full = name.to_string();
        let word = if name.pattern().ends_with("[]") { &full[..full.rfind('[').unwrap_or(full.len())] } else { &full };
        let value = binary(found, &[*bit]);
        match all.last_mut() {
            Some((last, digits)) if last == word && name.pattern().ends_with("[]") => digits.insert_str(0, &value),
            _ => all.push((word.to_owned(), value)),
        }
    }
    all
}
