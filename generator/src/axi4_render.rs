//! The Verilog of AXI4 interfaces: the map, the two sides, and the top around two networks.

use askama::Template;
use torusmith_topology::address_map::{AddressRange, AddressRule};

use crate::axi4::Axi4;
use crate::axi4_signals::{AxiSignal, manager, range, subordinate};
use crate::common::Common;
use crate::description::Number;
use crate::error::Error;
use crate::parameters::Parameters;
use crate::wrapped::wrapped;

/// What the sides are made of, in compile order.
pub(crate) const MODULES: [&str; 9] = [
    "axi4_fifo",
    "axi4_giver",
    "axi4_taker",
    "axi4_requests",
    "axi4_slots",
    "axi4_write_data",
    "axi4_write_responses",
    "axi4_read_data",
    "axi4_held",
];

/// The checker of AXI4's rules, for simulations, in compile order (docs/axi4_checker.md).
pub(crate) const CHECKER: [&str; 5] = ["axi4_channel_rules", "axi4_address_rules", "axi4_read_rules", "axi4_write_rules", "axi4_checker"];

/// Where a design has its map.
pub(crate) fn map_file_name(top: &str) -> String {
    format!("{top}.map.toml")
}

/// A range of the map in Verilog.
struct Range {
    note: String,
    holds: String,
    node: u32,
}

/// A range whose addresses go on less its base, which is not 0.
struct Moved {
    number: usize,
    base: String,
}

#[derive(Template)]
#[template(path = "axi4/axi4_map_template.v")]
struct Map<'a> {
    c: Common,
    a: &'a Axi4,
    ranges: Vec<Range>,
    moved: Vec<Moved>,
}

/// What makes the routing bits, as the templates name it.
struct Source<'a> {
    module: &'a str,
    parameters: &'a [(&'static str, u32)],
    takes_number: bool,
    numbered: bool,
}

#[derive(Template)]
#[template(path = "axi4/axi4_manager_template.v")]
struct Manager<'a> {
    c: Common,
    prefix: String,
    a: &'a Axi4,
    route_bits: u32,
    source: Option<Source<'a>>,
    numbered: bool,
    signals: Vec<AxiSignal>,
}

#[derive(Template)]
#[template(path = "axi4/axi4_subordinate_template.v")]
struct Subordinate<'a> {
    c: Common,
    prefix: String,
    a: &'a Axi4,
    route_bits: u32,
    source: Option<Source<'a>>,
    numbered: bool,
    signals: Vec<AxiSignal>,
}

#[derive(Template)]
#[template(path = "axi4/axi4_network_template.v")]
struct Top<'a> {
    c: Common,
    a: &'a Axi4,
    manager: Vec<AxiSignal>,
    subordinate: Vec<AxiSignal>,
    managers: usize,
    subordinates: usize,
    manager_nodes: String,
    subordinate_nodes: String,
    manager_mask: String,
    subordinate_mask: String,
}

/// The modules of a design's own, by their names without the slug: the map and the two sides.
///
/// # Errors
/// [`Error::Template`] if a template does not render.
pub(crate) fn sides(p: &Parameters, a: &Axi4) -> Result<[(&'static str, String); 3], Error> {
    let source = || {
        let source = p.rtl.source.as_ref()?;
        let module = source.modules.last().map_or("", |module| &*module.name);
        let (takes_number, numbered) = (source.number != Number::Absent, source.number == Number::Counts);
        Some(Source { module, parameters: &source.parameters, takes_number, numbered })
    };
    let numbered = source().is_some_and(|source| source.numbered);
    let (prefix, route_bits) = (p.prefix(), p.route_bits);
    let signals = subordinate(a, p.address_bits);
    let subordinate = Subordinate { c: Common::new(p), prefix: prefix.clone(), a, route_bits, source: source(), numbered, signals };
    let manager = Manager { c: Common::new(p), prefix, a, route_bits, source: source(), numbered, signals: manager(a) };
    Ok([("axi4_map", map(p, a)?), ("axi4_manager", manager.render()?), ("axi4_subordinate", subordinate.render()?)])
}

/// The top.
///
/// # Errors
/// [`Error::Template`] if the template does not render.
pub(crate) fn top(p: &Parameters, a: &Axi4) -> Result<String, Error> {
    let nodes =
        |nodes: &mut dyn Iterator<Item = u32>| wrapped(nodes.map(|node| p.network.format_address(node)), ";", 80, "\n//             ");
    let top = Top {
        c: Common::new(p),
        a,
        manager: manager(a),
        subordinate: subordinate(a, p.address_bits),
        managers: a.map.managers().len(),
        subordinates: a.map.subordinates().len(),
        manager_nodes: nodes(&mut a.map.managers()),
        subordinate_nodes: nodes(&mut a.map.subordinates()),
        manager_mask: mask(p.network.nodes(), |node| a.map.is_manager(node)),
        subordinate_mask: mask(p.network.nodes(), |node| a.map.is_subordinate(node)),
    };
    Ok(top.render()?)
}

/// A set of nodes, a bit each, as a Verilog number on lines of its own.
fn mask(nodes: usize, of: impl Fn(u32) -> bool) -> String {
    const LINE: usize = 256; // bits of a line
    let digit =
        |lowest: usize| (0..4).filter(|bit| lowest + bit < nodes && of((lowest + bit) as u32)).fold(0, |digit, bit| digit | 1 << bit);
    let part = |first: usize| {
        let bits = LINE.min(nodes - first);
        let digits: String = (0..bits.div_ceil(4)).rev().filter_map(|place| char::from_digit(digit(first + 4 * place), 16)).collect();
        format!("{bits}'h{digits}")
    };
    let parts: Vec<String> = (0..nodes).step_by(LINE).rev().map(part).collect();
    match &parts[..] {
        [one] if nodes <= 64 => one.clone(),
        [one] => format!("\n    {one}"),
        many => format!("{{\n    {}\n  }}", many.join(",\n    ")),
    }
}

fn map(p: &Parameters, a: &Axi4) -> Result<String, Error> {
    let ranges = a.map.ranges();
    let moves = |range: &AddressRange| range.address == AddressRule::Offset && range.base != 0;
    let moved = ranges.iter().enumerate().filter(|(_, range)| moves(range));
    let moved = moved.map(|(number, range)| Moved { number, base: page(a, range.base) }).collect();
    let ranges = ranges.iter().map(|range| Range {
        note: format!("{}: {} .. {} of {}", range.name, told(a, range.base), told(a, range.last), p.network.format_address(range.node)),
        holds: holds(a, range),
        node: range.node,
    });
    Ok(Map { c: Common::new(p), a, ranges: ranges.collect(), moved }.render()?)
}

/// An address for a comment, four digits a group.
fn told(a: &Axi4, address: u64) -> String {
    let width = (a.addr.div_ceil(4) as usize).next_multiple_of(4);
    let digits = format!("{address:0width$x}");
    let groups: Vec<&str> = (0..digits.len()).step_by(4).map(|at| &digits[at..at + 4]).collect();
    format!("0x{}", groups.join("_"))
}

/// The part of an address above bit 12.
fn page(a: &Axi4, address: u64) -> String {
    format!("{}'h{:x}", a.addr - 12, address >> 12)
}

/// That a range holds `addr`.
fn holds(a: &Axi4, range: &AddressRange) -> String {
    let size = range.size();
    if size == 1 << a.addr {
        return "1'b1".into();
    }
    let (high, whole) = (a.addr - 1, u128::from(range.base).is_multiple_of(size));
    if size.is_power_of_two() && whole {
        let low = size.ilog2();
        let bits = a.addr - low;
        let part = if bits == 1 { format!("{high}") } else { format!("{high}:{low}") };
        return format!("addr[{part}] == {bits}'h{:x}", range.base >> low);
    }
    let mut tests = Vec::new();
    if range.base > 0 {
        tests.push(format!("(addr[{high}:12] >= {})", page(a, range.base)));
    }
    if u128::from(range.last) + 1 < 1 << a.addr {
        tests.push(format!("(addr[{high}:12] <= {})", page(a, range.last)));
    }
    tests.join(" & ")
}

impl Manager<'_> {
    fn range(&self, bits: &u32) -> String {
        format!("{:<13}", range(*bits))
    }
}

impl Subordinate<'_> {
    fn range(&self, bits: &u32) -> String {
        format!("{:<13}", range(*bits))
    }
}
