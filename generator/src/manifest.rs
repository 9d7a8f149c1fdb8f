//! `<top>.json`: everything about a design that a tool may want to know.

use serde_json::json;
use torusmith_design::{Interface, Ties};
use torusmith_host::sha256;
use torusmith_topology::address_map::AddressRange;
use torusmith_topology::own::OwnNetwork;

use crate::package::Testbench;
use crate::parameters::{Parameters, RESET_FAN_OUT};
use crate::ports::Port;
use crate::{axi4_render, own};

/// The manifest: one line a field, lists of objects one line an object. `files` are sources, those for simulations alone, and properties.
pub(crate) fn manifest(p: &Parameters, ports_of_top: &[Port], files: [&[String]; 3]) -> String {
    let [sources, simulation, properties] = files;
    let graph = p.network.graph();
    let ports = p.ports.iter().enumerate().map(|(index, name)| json!({"index": index, "name": name}));
    let addresses = (0..p.network.nodes() as u32).map(|node| {
        let address = p.network.format_address(node);
        json!({"node": node, "address": address, "ports_present": graph.port_mask(node as usize) | 1})
    });
    let parameters: serde_json::Map<_, _> = p.verilog().iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    let mut out = String::from("{\n");
    let mut field = |name: &str, value: String| {
        if out.len() > 2 {
            out += ",\n";
        }
        out += &format!("  \"{name}\": {value}");
    };
    field("tool", json!("torusmith").to_string());
    field("version", json!(env!("CARGO_PKG_VERSION")).to_string());
    field("config_hash", json!(p.hash()).to_string());
    field("network", json!(p.network.to_string()).to_string());
    if p.network.of::<OwnNetwork>().is_some() {
        field("network_file", json!(own::network_file_name(&p.top())).to_string());
    }
    field("slug", json!(p.network.slug()).to_string());
    field("name", json!(p.name()).to_string());
    field("scope", json!(p.scope.to_string()).to_string());
    field("top", json!(p.top()).to_string());
    field("router", json!(p.router()).to_string());
    if p.interface == Interface::Axi {
        field("local_interface", json!(p.interface.to_string()).to_string());
        field("stream_width", p.streams.width.to_string());
        field("tkeep", p.streams.tkeep.to_string());
        field("user_width", p.streams.user.to_string());
        if let Some(places) = p.clock_fifo {
            field("clocks", json!("async").to_string());
            field("clock_fifo", places.to_string());
        }
    }
    if let Some(axi4) = &p.axi4 {
        let side = |nodes: &mut dyn Iterator<Item = u32>| {
            let of = |(index, node): (usize, u32)| json!({"index": index, "node": node, "address": p.network.format_address(node)});
            list(nodes.enumerate().map(of))
        };
        let range = |range: &AddressRange| {
            json!({"name": range.name, "base": format!("{:#x}", range.base), "size": format!("{:#x}", range.size()), "node": range.node,
                "address": range.address.to_string()})
        };
        let told =
            axi4.told().into_iter().map(|(name, value)| (name.to_owned(), value.parse::<u32>().map_or(json!(value), |value| json!(value))));
        field("local_interface", json!(p.interface.to_string()).to_string());
        field("axi4", json!(told.collect::<serde_json::Map<_, _>>()).to_string());
        field("map_file", json!(axi4_render::map_file_name(&p.top())).to_string());
        field("managers", side(&mut axi4.map.managers()));
        field("subordinates", side(&mut axi4.map.subordinates()));
        field("ranges", list(axi4.map.ranges().iter().map(range)));
    }
    field("sources", list(sources.iter().map(|path| json!(path))));
    if !simulation.is_empty() {
        field("simulation", list(simulation.iter().map(|path| json!(path))));
    }
    field("properties", list(properties.iter().map(|path| json!(path))));
    field("parameters", json!(parameters).to_string());
    let resolved: serde_json::Map<_, _> = p.resolved().iter().map(|&(name, value)| (name.to_owned(), value.into())).collect();
    field("resolved", json!(resolved).to_string());
    field("vc_rule", json!(p.rtl.vc_rule.to_string()).to_string());
    if p.choices.ties != Ties::Plus {
        field("ties", json!(p.choices.ties.to_string()).to_string());
    }
    field("routing", json!(p.choices.routing.to_string()).to_string());
    field("order", json!(p.order.to_string()).to_string());
    if !p.link_slices.is_empty() {
        field("link_slices", json!(p.link_slices.to_string()).to_string());
    }
    if let Some(clocks) = p.reset_clocks() {
        field("reset_tree", json!({"clocks": clocks, "fan_out": RESET_FAN_OUT}).to_string());
    }
    if p.counters {
        field("counters", json!({"address_bits": p.counter_bits(), "port_bits": p.port_bits(), "clocks": 2}).to_string());
    }
    field("classes", p.rtl.classes().to_string());
    let turns = &p.rtl.turns;
    let masks = turns.masks().into_iter().map(|mask| format!("{mask:0width$b}", width = p.ports.len()));
    field("turns", json!(masks.collect::<Vec<_>>()).to_string());
    let rows = (0..p.ports.len()).map(|port| (0..turns.classes()).map(|class| turns.row(port, class)).collect::<Vec<_>>());
    field("turns_by_class", list(rows.map(|of_port| json!(of_port))));
    field("address_bits", p.address_bits.to_string());
    field("route_bits", p.route_bits.to_string());
    let own = p.own_bits();
    let own = (!own.is_empty()).then(|| json!({"high": own.end - 1, "low": own.start}));
    field("own_bits", json!(own).to_string());
    field("vc_bits", p.vc_bits().to_string());
    field("nodes", p.network.nodes().to_string());
    field("ports", list(ports));
    field("interface", list(ports_of_top.iter().map(Port::told)));
    field("addresses", list(addresses));
    out + "\n}\n"
}

/// The manifest with a test bench in it.
pub(crate) fn with_testbench(manifest: &str, bench: &Testbench) -> String {
    let field = json!({"module": bench.module, "source": bench.source.0, "record": bench.record.0});
    format!("{},\n  \"testbench\": {field}\n}}\n", unsealed(manifest))
}

/// Before the fields that [`sealed`] adds.
const SEAL: &str = ",\n  \"files\": {";
/// Before the last field, the hash of all that is above it.
const LAST: &str = ",\n  \"manifest_sha256\": \"";

/// The manifest with the hashes of the design's other files, and of its own lines.
pub(crate) fn sealed<'a>(manifest: &str, files: impl Iterator<Item = &'a (String, String)>) -> String {
    let lines: Vec<String> = files.map(|(path, text)| format!("    {}: \"{}\"", json!(path), sha256(text))).collect();
    let text = format!("{}{SEAL}\n{}\n  }}", unsealed(manifest), lines.join(",\n"));
    let hash = sha256(&text);
    format!("{text}{LAST}{hash}\"\n}}\n")
}

/// The manifest's text up to its end or what [`sealed`] adds.
fn unsealed(manifest: &str) -> &str {
    manifest.split_once(SEAL).map_or_else(|| manifest.strip_suffix("\n}\n").unwrap_or(manifest), |(text, _)| text)
}

/// A manifest is as it was written.
pub(crate) fn is_unedited(manifest: &str) -> bool {
    manifest.rsplit_once(LAST).is_some_and(|(text, rest)| rest == format!("{}\"\n}}\n", sha256(text)))
}

/// A JSON list, an item a line.
pub(crate) fn list(items: impl Iterator<Item = serde_json::Value>) -> String {
    let lines: Vec<String> = items.map(|item| format!("    {item}")).collect();
    format!("[\n{}\n  ]", lines.join(",\n"))
}
