//! `component.xml` says what the Verilog is, in the words of IEEE 1685-2014.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use roxmltree::{Document, Node};
use torusmith_generator::Design;

use crate::axi4;
use crate::tools::{made, tool, written};

const DESIGNS: [(&str, &str); 6] = [
    ("torus:2,2", "interface=axis scope=network vcs=2 clocks=async"),
    ("torus:4,4", "interface=axis scope=network vcs=2 message-classes=2"),
    ("torus:4,4", "interface=axis tkeep=1 user-width=3"),
    ("ttn:2,2,1", ""),
    ("mesh:4,4", "scope=network link-slices=1"),
    ("rdt:8", "ack-ways=2"),
];

fn component(design: &Design) -> &str {
    design.file("component.xml").unwrap()
}

/// The elements of a name, anywhere below.
fn all<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants().filter(move |node| node.tag_name().name() == name)
}

fn text<'a>(node: Node<'a, 'a>, name: &'static str) -> &'a str {
    all(node, name).next().and_then(|node| node.text()).unwrap_or_else(|| panic!("no {name}"))
}

/// Ports, parameters and files are those of the manifest, which the test bench binds to the Verilog.
#[test]
fn a_component_says_what_the_manifest_says() {
    for (network, options) in DESIGNS {
        let design = made(network, options);
        let document = Document::parse(component(&design)).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        assert_eq!(text(document.root(), "moduleName"), design.top);
        let ports: Vec<(String, String, u64)> = all(document.root(), "port")
            .map(|port| {
                let width = all(port, "left").next().map_or(1, |left| left.text().unwrap().parse::<u64>().unwrap() + 1);
                (text(port, "name").into(), format!("{}put", text(port, "direction")), width)
            })
            .collect();
        let told = |port: &serde_json::Value| {
            (port["name"].as_str().unwrap().into(), port["direction"].as_str().unwrap().into(), port["width"].as_u64().unwrap())
        };
        assert_eq!(ports, manifest["interface"].as_array().unwrap().iter().map(told).collect::<Vec<_>>(), "{network} {options}");
        let parameters: BTreeMap<&str, u64> =
            all(document.root(), "moduleParameter").map(|p| (text(p, "name"), text(p, "value").parse().unwrap())).collect();
        let expected: BTreeMap<&str, u64> =
            manifest["parameters"].as_object().unwrap().iter().map(|(name, value)| (name.as_str(), value.as_u64().unwrap())).collect();
        assert_eq!(parameters, expected, "{network} {options}");
        let files: Vec<&str> = all(document.root(), "file").map(|file| text(file, "name")).collect();
        assert!(files.iter().all(|path| design.file(path).is_some()), "{files:?}");
        let verilog = files.iter().filter(|path| path.ends_with(".v")).count();
        let listed = |list: &str| manifest[list].as_array().map_or(0, Vec::len);
        assert_eq!(verilog, listed("sources") + listed("simulation"), "{network} {options}");
    }
}

/// Each bit of each port of streams belongs to one bus interface.
#[test]
fn streams_share_the_bits_of_the_ports_out() {
    let design = made("torus:4,4", "interface=axis scope=network vcs=2 message-classes=2");
    let document = Document::parse(component(&design)).unwrap();
    let interfaces: Vec<Node> = all(document.root(), "busInterface").collect();
    assert_eq!(interfaces.len(), 32);
    assert_eq!(clocks("torus:4,4", "interface=axis scope=network vcs=2")[30..], ["clk", "clk"]);
    let mut bits: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (at, interface) in interfaces.iter().enumerate() {
        let (way, mode) = [("s_axis", "slave"), ("m_axis", "master")][at % 2];
        assert_eq!(text(*interface, "name"), format!("{way}_{}", at / 2));
        assert_eq!(all(*interface, mode).count(), 1, "{at}");
        for map in all(*interface, "portMap") {
            let names: Vec<&str> = all(map, "name").map(|name| name.text().unwrap()).collect();
            if names == ["ACLK", "clk"] {
                continue;
            }
            assert_eq!(format!("{way}_{}", names[0].to_lowercase()), names[1]);
            let [left, right] = ["left", "right"].map(|end| text(map, end).parse::<u32>().unwrap());
            bits.entry(names[1]).or_default().extend(right..=left);
        }
    }
    let manifest: serde_json::Value = serde_json::from_str(design.file("torus_4_4_network.json").unwrap()).unwrap();
    let streams = manifest["interface"].as_array().unwrap().iter().filter(|port| port["name"].as_str().unwrap().contains("_axis_"));
    let expected: BTreeMap<&str, Vec<u32>> =
        streams.map(|port| (port["name"].as_str().unwrap(), (0..port["width"].as_u64().unwrap() as u32).collect())).collect();
    assert_eq!(bits, expected);
}

/// Managers at 0 and 6, subordinates at 6 and 15: each bit of each port belongs to one AXI4, and the ranges of the map lead to them.
#[test]
fn managers_and_subordinates_share_the_bits_of_the_ports_out() {
    let design = axi4::made("torus:4,4", "user-width=2", &["0,0", "1,2"], &["3,3", "1,2"]);
    let document = Document::parse(component(&design)).unwrap();
    let interfaces: Vec<Node> = all(document.root(), "busInterface").collect();
    assert_eq!(interfaces.iter().map(|bus| text(*bus, "name")).collect::<Vec<_>>(), ["s_axi_0", "s_axi_1", "m_axi_0", "m_axi_1"]);
    let mut bits: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for interface in &interfaces {
        for map in all(*interface, "portMap") {
            let names: Vec<&str> = all(map, "name").map(|name| name.text().unwrap()).collect();
            if names == ["ACLK", "clk"] {
                continue;
            }
            assert_eq!(format!("{}_{}", &text(*interface, "name")[..5], names[0].to_lowercase()), names[1]);
            let [left, right] = ["left", "right"].map(|end| text(map, end).parse::<u32>().unwrap());
            bits.entry(names[1]).or_default().extend(right..=left);
        }
    }
    let manifest: serde_json::Value = serde_json::from_str(design.file("torus_4_4_axi4_network.json").unwrap()).unwrap();
    let ports = manifest["interface"].as_array().unwrap().iter().filter(|port| port["name"].as_str().unwrap().contains("_axi_"));
    let expected: BTreeMap<&str, Vec<u32>> =
        ports.map(|port| (port["name"].as_str().unwrap(), (0..port["width"].as_u64().unwrap() as u32).collect())).collect();
    assert_eq!(bits, expected);
    // The ranges by base: one of 3,3 that keeps its addresses, one of each node.
    let ranges: Vec<[&str; 3]> = all(document.root(), "subspaceMap")
        .map(|map| [map.attribute("masterRef").unwrap(), map.attribute("segmentRef").unwrap(), text(map, "baseAddress")])
        .collect();
    assert_eq!(ranges, [["m_axi_0", "r20000", "'h20000"], ["m_axi_1", "r1000", "'h1000"], ["m_axi_1", "r10000", "'h10000"]]);
    let offsets: Vec<[&str; 3]> = all(document.root(), "segment")
        .map(|segment| [text(segment, "name"), text(segment, "addressOffset"), text(segment, "range")])
        .collect();
    assert_eq!(offsets, [["r20000", "'h0", "'h10000"], ["r1000", "'h1000", "'h3000"], ["r10000", "'h0", "'h10000"]]);
}

/// The clock of each stream, with its bit.
fn clocks(network: &str, options: &str) -> Vec<String> {
    let design = made(network, options);
    let document = Document::parse(component(&design)).unwrap();
    let maps = all(document.root(), "portMap").filter(|map| text(*map, "name") == "ACLK");
    let of = |map: Node| {
        let bits: Vec<&str> = ["left", "right"].iter().filter_map(|end| all(map, end).next()?.text()).collect();
        format!("{}{}", all(map, "name").nth(1).unwrap().text().unwrap(), bits.iter().map(|bit| format!(" {bit}")).collect::<String>())
    };
    maps.map(of).collect()
}

#[test]
fn streams_have_the_clocks_of_their_nodes() {
    let of_nodes = clocks("torus:2,2", "interface=axis scope=network vcs=2 clocks=async");
    assert_eq!(of_nodes, (0..8).map(|at| format!("axis_clk {0} {0}", at / 2)).collect::<Vec<_>>());
}

#[test]
fn a_component_is_what_the_schema_of_the_standard_says() {
    let Some(program) = tool("ipxact-schema", "TORUSMITH_IPXACT") else { return };
    let axi4 = axi4::made("torus:4,4", "user-width=2", &["0,0", "1,2"], &["3,3", "1,2"]);
    let folders: Vec<_> =
        DESIGNS.iter().map(|(network, options)| made(network, options)).chain([axi4]).map(|design| written(&design)).collect();
    let files: Vec<_> = folders.iter().map(|folder| folder.path().join("component.xml")).collect();
    let output = Command::new(&program).args(&files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let broken = fs::read_to_string(&files[0]).unwrap().replacen("<ipxact:slave/>", "<ipxact:target/>", 1);
    fs::write(&files[0], broken).unwrap();
    let output = Command::new(&program).args(&files).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.contains("busInterface[1]") && told.lines().count() == 1, "{told}");
}

#[test]
fn a_component_of_the_user_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("component.xml");
    fs::write(&path, "<component/>\n").unwrap();
    let error = made("torus:4,4", "vcs=2").write(folder.path()).unwrap_err().to_string();
    assert!(error.contains("component.xml") && !error.contains('\n'), "{error}");
    assert_eq!(fs::read_to_string(path).unwrap(), "<component/>\n");
}
