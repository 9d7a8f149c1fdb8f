//! The address map of endpoints (docs/axi4_interface.md, "The map").

use std::fmt::Write;

use super::keys::{Configuration, Endpoint};
use super::{ElementKind, Fabric};
use crate::address_map::GRAIN;
use crate::own::spot::{FileError, Location, refuse};

/// Writes the map file of a network, and notes on ranges that were changed.
///
/// # Errors
/// No manager, no range, ranges that are no multiple of 4096 bytes.
pub fn write(fabric: &Fabric, configuration: &Configuration) -> Result<(String, Vec<String>), FileError> {
    let of = |element: usize| match fabric.elements[element].kind {
        ElementKind::Endpoint { of } => Some(&configuration.endpoints[of]),
        ElementKind::Router { .. } => None,
    };
    let is_manager = |element: &usize| of(*element).is_some_and(|endpoint| endpoint.manager);
    let managers: Vec<String> = fabric.endpoints().filter(is_manager).map(|element| format!("\"{}\"", fabric.name(element))).collect();
    let (mut text, mut notes, mut count) = (format!("managers = [{}]\n", managers.join(", ")), Vec::new(), 0);
    for element in fabric.endpoints() {
        let (Some(endpoint), name) = (of(element).filter(|endpoint| endpoint.subordinate), fabric.name(element)) else { continue };
        for (number, (base, size)) in ranges(endpoint, &fabric.elements[element].index, name, &mut notes)?.into_iter().enumerate() {
            let range = if endpoint.ranges.len() > 1 { format!("{name}_r{number}") } else { name.to_owned() };
            count += 1;
            _ = write!(text, "\n[[range]]\nname = \"{range}\"\nbase = \"{base:#x}\"\nsize = \"{size:#x}\"\n");
            _ = write!(text, "node = \"{name}\"\naddress = \"keep\"\n");
        }
    }
    if managers.is_empty() || count == 0 {
        let what = format!("{} managers and {count} address ranges; expected: one of each or more, for an address map", managers.len());
        return refuse(Location::line(1), what);
    }
    Ok((text, notes))
}

/// Base and size of the ranges of an element.
fn ranges(endpoint: &Endpoint, index: &[i64], name: &str, notes: &mut Vec<String>) -> Result<Vec<(i128, i128)>, FileError> {
    let number = match (index, &endpoint.array[..]) {
        (&[i, j], &[_, columns]) => i * columns + j,
        (&[i], _) => i,
        _ => 0,
    };
    let of = |range: &super::keys::Range| {
        if !range.of_array && !index.is_empty() {
            return refuse(range.location, format!("addr_range of the array `{}`; expected: base and size", endpoint.name.value));
        }
        let (base, mut size) = (range.base + i128::from(number) * range.size, range.size);
        if (size + 1) % i128::from(GRAIN) == 0 {
            size += 1;
            notes.push(format!(
                "the range of `{name}` has one more byte than in line {}: its end counts as its last address",
                range.location.line
            ));
        }
        if base % i128::from(GRAIN) != 0 || size % i128::from(GRAIN) != 0 {
            let what = format!("addr_range of `{name}`: {size:#x} bytes from {base:#x}; expected: multiples of {GRAIN:#x}");
            return refuse(range.location, what);
        }
        Ok((base, size))
    };
    endpoint.ranges.iter().map(of).collect()
}
