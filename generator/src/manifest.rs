//! `<top>.json`: everything about a design that a tool may want to know.

use torusmith_design::manifest::{
    Address, Axi4Node, Axi4Range, BitRange, Counters, MANIFEST_VERSION, Manifest, Port, ResetTree, Signal, TerminalPlace, TestbenchFiles,
};
use torusmith_design::{Clocks, Interface, RouterKind};
use torusmith_host::sha256;
use torusmith_topology::{Degraded, Network, TerminalId};

use crate::axi4::Axi4;
use crate::package::Testbench;
use crate::parameters::{Parameters, RESET_FAN_OUT};
use crate::{axi4_render, own};

/// The manifest of a plain router or network. `files` are sources, those for simulations alone, properties, and assertions.
pub(crate) fn manifest(p: &Parameters, interface: Vec<Signal>, files: [Vec<String>; 4]) -> Manifest {
    let [sources, simulation, properties, verification] = files;
    let (graph, degraded) = (p.network.graph(), p.network.of::<Degraded>());
    let streams = (p.interface == Interface::Axis).then_some(p.streams);
    let axi4 = p.axi4.as_ref();
    let nodes = |nodes: fn(&Axi4) -> Vec<u32>| axi4.map_or(Vec::new(), |axi4| axi4_nodes(&p.network, nodes(axi4)));
    let turns = &p.rtl.turns;
    let digits = p.ports.len();
    let own = p.own_bits();
    Manifest {
        tool: Manifest::tool(),
        version: env!("CARGO_PKG_VERSION").into(),
        manifest_version: MANIFEST_VERSION,
        config_hash: p.hash(),
        network: degraded.map_or(&p.network, Degraded::base).to_string(),
        without: degraded.map_or(Vec::new(), |degraded| degraded.list().to_vec()),
        network_file: own::has_network_file(&p.network).then(|| own::network_file_name(&p.top())),
        slug: p.network.slug(),
        name: p.name(),
        scope: p.scope,
        top: p.top(),
        router: p.router(),
        router_kind: RouterKind::Plain,
        local_interface: p.interface,
        stream_width: streams.map(|streams| streams.width),
        tkeep: streams.map(|streams| streams.tkeep),
        user_width: streams.map(|streams| streams.user),
        clocks: p.clock_fifo.map(|_| Clocks::Async),
        clock_fifo: p.clock_fifo,
        axi4: axi4.map(Axi4::parameters),
        map_file: axi4.map(|_| axi4_render::map_file_name(&p.top())),
        managers: nodes(|axi4| axi4.map.managers().collect()),
        subordinates: nodes(|axi4| axi4.map.subordinates().collect()),
        ranges: axi4.map_or(Vec::new(), ranges),
        sources,
        simulation,
        properties,
        verification,
        parameters: p.verilog().into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        flit_width: axi4.is_none().then_some(p.flit_width),
        buffer_depth: p.buffer_depth,
        vcs: p.num_vcs,
        pipeline: p.pipeline,
        message_classes: p.message_classes,
        reuse_empty: p.reuse_empty,
        ack_ways: None,
        vc_rule: p.rtl.vc_rule,
        ties: p.choices.ties,
        routing: p.choices.routing,
        order: p.order,
        link_slices: (!p.link_slices.is_empty()).then(|| p.link_slices.to_string()),
        reset_tree: p.reset_clocks().map(|clocks| ResetTree { clocks, fan_out: RESET_FAN_OUT }),
        counters: p.counters.then(|| Counters { address_bits: p.counter_bits(), port_bits: p.port_bits(), clocks: 2 }),
        classes: Some(p.rtl.classes()),
        turns: turns.masks().into_iter().map(|mask| format!("{mask:0digits$b}")).collect(),
        turns_by_class: (0..digits).map(|port| (0..turns.classes()).map(|class| turns.row(port, class)).collect()).collect(),
        address_bits: p.address_bits,
        route_bits: p.route_bits,
        own_bits: (!own.is_empty()).then(|| BitRange { high: own.end - 1, low: own.start }),
        vc_bits: p.vc_bits(),
        nodes: p.network.routers(),
        ports: ports(&p.ports),
        interface,
        addresses: addresses(&p.network, |node| p.present(&graph, node)),
        terminals: terminals(p),
        testbench: None,
        files: Default::default(),
        manifest_sha256: None,
    }
}

/// The ports of a router, by their names.
pub(crate) fn ports(names: impl IntoIterator<Item = impl Into<String>>) -> Vec<Port> {
    names.into_iter().enumerate().map(|(index, name)| Port { index, name: name.into() }).collect()
}

/// All terminals, where they are apart from routers.
fn terminals(p: &Parameters) -> Vec<TerminalPlace> {
    let graph = p.network.graph();
    let place = |terminal| {
        let end = graph.at(terminal);
        TerminalPlace { terminal: terminal.0, address: p.network.format_terminal(terminal), router: end.router, port: end.port }
    };
    TerminalId::all(if p.apart { graph.terminals() } else { 0 }).map(place).collect()
}

/// All routers, with the ports that each has, a bit each.
pub(crate) fn addresses(network: &Network, ports_present: impl Fn(usize) -> u32) -> Vec<Address> {
    let address = |node| Address { node, address: network.format_address(node), ports_present: ports_present(node as usize) };
    (0..network.routers() as u32).map(address).collect()
}

fn axi4_nodes(network: &Network, nodes: Vec<u32>) -> Vec<Axi4Node> {
    let of = |(index, node)| Axi4Node { index, node, address: network.format_terminal(TerminalId(node)) };
    nodes.into_iter().enumerate().map(of).collect()
}

fn ranges(axi4: &Axi4) -> Vec<Axi4Range> {
    let ranges = axi4.map.ranges().iter().map(|range| Axi4Range {
        name: range.name.clone(),
        base: format!("{:#x}", range.base),
        size: format!("{:#x}", range.size()),
        node: range.node,
        address: range.address.to_string(),
    });
    ranges.collect()
}

/// The manifest with a test bench in it.
pub(crate) fn with_testbench(manifest: &str, bench: &Testbench) -> String {
    let testbench = TestbenchFiles { module: bench.module.clone(), source: bench.source.0.clone(), record: bench.record.0.clone() };
    Manifest { testbench: Some(testbench), ..parsed(manifest) }.text()
}

/// The manifest with the hashes of the design's other files, and of its own lines.
pub(crate) fn sealed<'a>(manifest: &str, files: impl Iterator<Item = &'a (String, String)>) -> String {
    let files = files.map(|(path, text)| (path.clone(), sha256(text))).collect();
    let manifest = Manifest { files, manifest_sha256: None, ..parsed(manifest) };
    let text = manifest.text();
    Manifest { manifest_sha256: Some(sha256(unsealed(&text))), ..manifest }.text()
}

/// The manifest among the files of a design.
pub(crate) fn of(files: &[(String, String)], name: &str) -> Manifest {
    parsed(files.iter().find(|(path, _)| path == name).map_or("", |(_, text)| text))
}

fn parsed(manifest: &str) -> Manifest {
    Manifest::parse(manifest).expect("a manifest of this program")
}

/// The text without its end.
fn unsealed(manifest: &str) -> &str {
    manifest.strip_suffix("\n}\n").unwrap_or(manifest)
}

/// A manifest is as it was written.
pub(crate) fn is_unedited(manifest: &str) -> bool {
    let last = manifest.rsplit_once(",\n  \"manifest_sha256\": \"");
    last.is_some_and(|(text, rest)| rest == format!("{}\"\n}}\n", sha256(text)))
}
