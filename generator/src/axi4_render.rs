//! The Verilog of AXI4 interfaces: the map, the two sides, and the top around two networks.

use std::ops::Range;

use askama::Template;
use minijinja::Value;
use torusmith_topology::TerminalId;
use torusmith_topology::address_map::{AddressRange, AddressRule};

use crate::axi4::Axi4;
use crate::axi4_signals::{AxiSignal, manager, subordinate};
use crate::axis;
use crate::common::Common;
use crate::description::Number;
use crate::error::Error;
use crate::parameters::Parameters;
use crate::templates::{Values, render};
use crate::verilog::VerilogModule;
use crate::wrapped::wrapped;

/// What is rendered behind the map, in compile order.
const MODULES: [&str; 13] = [
    "axi4_fifo",
    "axi4_skid_buffer",
    "axi4_giver",
    "axi4_taker",
    "axi4_slots",
    "axi4_requests",
    "axi4_write_data",
    "axi4_write_responses",
    "axi4_read_data",
    "axi4_held",
    "axi4_manager",
    "axi4_subordinate",
    "axi4_network",
];

/// The checker of AXI4's rules, for simulations, in compile order (docs/axi4_checker.md).
pub(crate) const CHECKER: [&str; 5] = ["axi4_channel_rules", "axi4_address_rules", "axi4_read_rules", "axi4_write_rules", "axi4_checker"];

/// Where a design has its map.
pub(crate) fn map_file_name(top: &str) -> String {
    format!("{top}.map.toml")
}

/// A range of the map in Verilog.
struct MapRange {
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
    ranges: Vec<MapRange>,
    moved: Vec<Moved>,
}

/// What the templates of AXI4 interfaces see, beside the values of the router; nothing without such interfaces.
pub(crate) fn values(p: &Parameters) -> Values {
    let Some(a) = &p.axi4 else { return Values::new() };
    let own = a.map.managers().any(|node| a.map.is_subordinate(node));
    let order = p.order_bit() == 1;
    let one_way = p.num_vcs == 1 && !own;
    let (managers, subordinates) = (a.map.managers().len(), a.map.subordinates().len());
    let text = |what: &str, nodes: &mut dyn Iterator<Item = u32>| {
        let nodes = nodes.map(|node| p.network.format_terminal(TerminalId(node)));
        format!("{what}, side by side, at the nodes\n//             {}", wrapped(nodes, ";", 13, "\n//             "))
    };
    let list = |nodes: Vec<u32>| {
        let nodes = nodes.into_iter().rev().map(|node| format!("{}'d{node}", p.address_bits));
        format!("{{{}}}", wrapped(nodes, ",", 40, "\n    "))
    };
    let graph = p.network.graph();
    let routers = |nodes: Vec<u32>| {
        let routers = nodes.into_iter().rev().map(|node| format!("{}'d{}", p.router_bits, graph.at(TerminalId(node)).router));
        format!("{{{}}}", wrapped(routers, ",", 40, "\n    "))
    };
    let (manager, subordinate) = (manager(a), subordinate(a, p.address_bits));
    let declared = |signals: &[AxiSignal]| signals.iter().map(AxiSignal::declared).collect::<Vec<_>>();
    let connected =
        |signals: &[AxiSignal], index: &str| wrapped(signals.iter().map(|signal| signal.connected(index)), ",", 8, "\n        ");
    let of_top = |signals: &[AxiSignal], count: usize| signals.iter().map(|signal| signal.declared_for(count)).collect::<Vec<_>>();
    let nodes = p.network.terminals();
    let vcs = p.num_vcs;
    let share = vcs / p.message_classes;
    let vcs_of_ways = match (own, vcs) {
        (false, _) => String::new(),
        (true, 1) => "[0]".to_owned(),
        (true, vcs) => format!("[{}:0]", vcs - 1),
    };
    let range = |bits: u32| if bits == 1 { String::new() } else { format!("[{}:0]", bits - 1) };
    let credit_of_vcs = (0..vcs).rev().map(|vc| format!("out_credit_valid & (out_credit_vc == {}'d{vc})", p.vc_bits())).collect::<Vec<_>>();
    Values::from([
        ("slug", p.name().into()),
        ("nodes", nodes.into()),
        ("addr", a.addr.into()),
        ("data", a.data.into()),
        ("id", a.id.into()),
        ("user", a.user.into()),
        ("info", a.info().into()),
        ("rest", a.rest().into()),
        ("slot_bits", a.slot_bits().into()),
        ("read_slots", a.read_slots.into()),
        ("write_slots", a.write_slots.into()),
        ("max_burst", a.max_burst.into()),
        ("read_beats", a.read_beats.into()),
        ("write_beats", a.write_beats.into()),
        ("reads_held", a.reads_held.into()),
        ("writes_held", a.writes_held.into()),
        ("by_destination", (a.by_destination() == 1).into()),
        ("exclusive", a.exclusive.into()),
        ("request", a.request().into()),
        ("response", a.response().into()),
        ("write_beat", a.write_beat().into()),
        ("read_beat", a.read_beat().into()),
        ("request_kind", a.request_kind().into()),
        ("response_kind", a.response_kind().into()),
        ("own_bits", a.own_bits().into()),
        ("classes", p.message_classes.into()),
        ("write_start", a.write_start.unwrap_or(0).into()),
        ("groups", vc_groups(p, own).into()),
        ("reads_mask", if own { format!("~({{WAYS{{1'b1}}}} << {share})") } else { format!("{vcs}'d{}", (1u32 << share) - 1) }.into()),
        ("reuse", (0..vcs).map(|vc| p.reuse_empty >> vc & 1 == 1).collect::<Vec<_>>().into()),
        ("own", own.into()),
        ("one_way", one_way.into()),
        ("reads_to", (order && share > 1).into()),
        ("to_bits", order_bits(p).into()),
        ("ways", if own { "[WAYS-1:0]".to_owned() } else { range(vcs) }.into()),
        ("zero_ways", if own { "{WAYS{1'b0}}".to_owned() } else { format!("{vcs}'d0") }.into()),
        ("vcs_of_ways", vcs_of_ways.into()),
        ("credit_of_vcs", credit_of_vcs.join(",\n    ").into()),
        (
            "fill_ways",
            Value::from_function(move |bit: String| if own { format!("{{WAYS{{{bit}}}}}") } else { format!("{{{vcs}{{{bit}}}}}") }),
        ),
        ("in_order", {
            let low = order_bits(p);
            Value::from_function(move |way: String| {
                let first = if share < vcs && way == "write" { share } else { 0 };
                in_order(vcs, first..first + share, low, own, &way)
            })
        }),
        ("comes_of_vcs", axis::vcs_of_link(p).into()),
        ("manager_ports", declared(&manager).into()),
        ("subordinate_ports", declared(&subordinate).into()),
        ("top_ports", [of_top(&manager, managers), of_top(&subordinate, subordinates)].concat().into()),
        ("manager_connections", connected(&manager, "m").into()),
        ("subordinate_connections", connected(&subordinate, "s").into()),
        ("managers", managers.into()),
        ("subordinates", subordinates.into()),
        ("manager_text", text(&format!("{managers} managers"), &mut a.map.managers()).into()),
        ("subordinate_text", text(&format!("{subordinates} subordinates"), &mut a.map.subordinates()).into()),
        ("manager_list", list(a.map.managers().collect()).into()),
        ("subordinate_list", list(a.map.subordinates().collect()).into()),
        ("routers", p.network.routers().into()),
        ("router_bits", p.router_bits.into()),
        ("apart", p.apart.into()),
        ("manager_routers", routers(a.map.managers().collect()).into()),
        ("subordinate_routers", routers(a.map.subordinates().collect()).into()),
        ("manager_mask", mask(nodes, |node| a.map.is_manager(node)).into()),
        ("subordinate_mask", mask(nodes, |node| a.map.is_subordinate(node)).into()),
        ("reset_levels", p.reset_clocks().unwrap_or(0).into()),
        ("numbered", p.rtl.source.as_ref().is_some_and(|source| source.number == Number::Counts).into()),
        ("source", axis::source(p)),
    ])
}

/// The VCs of each message class, of which a packet takes one that has most credits (G2).
fn vc_groups(p: &Parameters, own: bool) -> Vec<Value> {
    let (vcs, classes) = (p.num_vcs, p.message_classes);
    let share = vcs / classes;
    let group = |class: u32| {
        let name = if classes == 1 { "" } else { ["read_", "write_"][class as usize] };
        let own_vcs = class * share..(class + 1) * share;
        let offers: Vec<String> = own_vcs.clone().map(|vc| format!("offer_{vc}")).collect();
        let matches: Vec<String> = own_vcs.clone().rev().map(|vc| format!("offer_{vc} == {name}most")).collect();
        let others = |count: u32| (count > 0).then(|| format!("{count}'d0"));
        let (above, below) = (others(vcs - own_vcs.end), others(own_vcs.start));
        let way = move |way: String| {
            let enough = if own { format!("{way}_enough & ~{way}_own") } else { format!("{way}_enough") };
            let chosen = if share == 1 { enough } else { format!("{name}lowest & {{{share}{{{enough}}}}}") };
            let parts: Vec<String> = above.clone().into_iter().chain([chosen]).chain(below.clone()).collect();
            if parts.len() == 1 { parts.concat() } else { format!("{{{}}}", parts.join(", ")) }
        };
        Value::from_pairs([
            ("name", Value::from(name)),
            ("vcs", share.into()),
            ("offers", offers.join(" | ").into()),
            ("matches", matches.join(", ").into()),
            ("way", Value::from_function(way)),
        ])
    };
    (0..classes).map(group).collect()
}

/// How many bits of a destination choose the VC of a packet (RC9).
fn order_bits(p: &Parameters) -> u32 {
    (p.num_vcs / p.message_classes).ilog2().min(3).min(p.address_bits)
}

/// The VC of a packet by its destination, with a credit (RC9).
fn in_order(vcs: u32, class: Range<u32>, low: u32, own: bool, way: &str) -> String {
    let term = |vc: u32| {
        let number = vc.wrapping_sub(class.start);
        let mut all = vec![if vcs == 1 { "has_credit".to_owned() } else { format!("has_credit[{vc}]") }];
        match low {
            _ if !class.contains(&vc) || number >> low > 0 => return "1'b0".to_owned(),
            0 => {}
            1 => all.push(format!("{}{way}_to", if number == 0 { "~" } else { "" })),
            bits => all.push(format!("({way}_to == {bits}'d{number})")),
        }
        if own {
            all.push(format!("~{way}_own"));
        }
        all.join(" & ")
    };
    let terms: Vec<String> = (0..vcs).rev().map(term).collect();
    if vcs == 1 { terms.concat() } else { format!("{{\n    {}\n  }}", terms.join(",\n    ")) }
}

/// The modules of the sides, in compile order, and the top.
///
/// # Errors
/// [`Error::Rtl`] for a template that does not render.
pub(crate) fn modules(p: &Parameters, a: &Axi4, values: &Values) -> Result<Vec<VerilogModule>, Error> {
    let rendered = |name: &'static str| Ok(VerilogModule::new(name, render(&format!("axi4/{name}.v"), values)?));
    let mut modules = vec![VerilogModule::new("axi4_map", map(p, a)?)];
    modules.extend(MODULES.into_iter().map(rendered).collect::<Result<Vec<_>, Error>>()?);
    Ok(modules)
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
    let ranges = ranges.iter().map(|range| MapRange {
        note: format!(
            "{}: {} .. {} of {}",
            range.name,
            told(a, range.base),
            told(a, range.last),
            p.network.format_terminal(TerminalId(range.node))
        ),
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
