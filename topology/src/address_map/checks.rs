//! Checks of an address map against a network and the width of addresses.

use std::collections::BTreeSet;

use super::file::{MapDraft, RangeDraft};
use super::{AddressMap, AddressRange, GRAIN};
use crate::Network;
use crate::own::spot::{FileError, Located, Location, refuse};

/// Longest name of a range, in characters.
const LONGEST: usize = 32;

/// Checks the draft of a map, in the order of the file.
///
/// # Errors
/// The first mistake in the file.
pub fn check(draft: MapDraft, network: &Network, address_width: u32) -> Result<AddressMap, FileError> {
    let managers = check_managers(&draft.managers, network)?;
    let mut ranges: Vec<(Location, AddressRange)> = Vec::new();
    for draft in draft.ranges {
        let (location, made) = (draft.name.location, check_range(&draft, network, address_width)?);
        for (at, other) in &ranges {
            check_disjoint(location, &made, at.line, other)?;
        }
        ranges.push((location, made));
    }
    if ranges.is_empty() {
        return refuse(Location::line(1), "no ranges; expected: a table [[range]] with name, base, size, node");
    }
    ranges.sort_by_key(|(_, range)| range.base);
    let ranges: Vec<AddressRange> = ranges.into_iter().map(|(_, range)| range).collect();
    let subordinates = ranges.iter().map(|range| range.node).collect();
    Ok(AddressMap { managers, ranges, subordinates })
}

fn check_managers(drafts: &Located<Vec<Located<String>>>, network: &Network) -> Result<BTreeSet<u32>, FileError> {
    let mut managers = BTreeSet::new();
    for draft in &drafts.value {
        if !managers.insert(resolve_node(network, draft, "a manager")?) {
            return refuse(draft.location, format!("managers: `{}` is there twice; expected: each node once", draft.value));
        }
    }
    if managers.is_empty() {
        return refuse(drafts.location, "managers = []; expected: one node or more, such as [\"0,0\"]");
    }
    Ok(managers)
}

/// Resolves the address of a node, in the network's own notation.
fn resolve_node(network: &Network, draft: &Located<String>, what: &str) -> Result<u32, FileError> {
    let node = network.read_terminal(&draft.value).or_else(|allowed| {
        let shown: String = draft.value.escape_debug().take(64).collect();
        refuse(draft.location, format!("{what} = `{shown}`, no node of {network}; expected: {allowed}"))
    })?;
    if network.dead().is_some_and(|dead| dead.has_router(network.attachment(node).router)) {
        return refuse(draft.location, format!("{what} = `{}`, which is out of service; expected: a node in service", draft.value));
    }
    Ok(node.0)
}

fn check_range(draft: &RangeDraft, network: &Network, address_width: u32) -> Result<AddressRange, FileError> {
    let name = &draft.name.value;
    let good = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if name.len() > LONGEST || !name.starts_with(|c: char| c.is_ascii_alphabetic()) || !name.chars().all(good) {
        let shown: String = name.escape_debug().take(2 * LONGEST).collect();
        let expected = format!("a letter, then letters, digits and _, up to {LONGEST}");
        return refuse(draft.name.location, format!("name = `{shown}`; expected: {expected}"));
    }
    for (key, number) in [("base", &draft.base), ("size", &draft.size)] {
        if !number.value.is_multiple_of(GRAIN.into()) {
            return refuse(number.location, format!("range `{name}`: {key} = {:#x}; expected: a multiple of {GRAIN:#x}", number.value));
        }
    }
    if draft.size.value == 0 {
        return refuse(draft.size.location, format!("range `{name}`: size = 0; expected: a multiple of {GRAIN:#x}, above 0"));
    }
    let end = draft.base.value + draft.size.value;
    if end > 1 << address_width {
        let allowed = format!("{:#x}, with addresses of {address_width} bits (--address-width)", 1u128 << address_width);
        return refuse(draft.base.location, format!("range `{name}`: base + size = {end:#x}; expected: at most {allowed}"));
    }
    let node = resolve_node(network, &draft.node, &format!("range `{name}`: node"))?;
    Ok(AddressRange { name: name.clone(), base: draft.base.value as u64, last: (end - 1) as u64, node, address: draft.address })
}

/// Refuses two ranges of one name, and ranges that overlap.
fn check_disjoint(location: Location, range: &AddressRange, line: u32, other: &AddressRange) -> Result<(), FileError> {
    let (name, first) = (&range.name, &other.name);
    if name == first {
        return refuse(location, format!("name = `{name}` is there twice, first in line {line}; expected: a name of its own"));
    }
    if range.base > other.last || other.base > range.last {
        return Ok(());
    }
    let span = |range: &AddressRange| format!("`{}` ({:#x}..{:#x})", range.name, range.base, range.last);
    refuse(location, format!("ranges {} and {} overlap; expected: ranges that share no address", span(other), span(range)))
}
