//! The top with a port for each signal of each node: each is the node's part of the top's vector.

use torusmith_generator::Design;

use crate::axi4;
use crate::tools::made;

/// What is connected to each vector of the top, the highest part first.
fn connections(design: &Design) -> Vec<(String, Vec<String>)> {
    let text = design.file(&format!("rtl/{}_by_node.v", design.top)).unwrap();
    let (_, instance) = text.split_once(") u_network (").unwrap();
    let all = instance.split("\n    .").skip(1).map(|connection| {
        let (name, parts) = connection.trim_end().split_once('(').unwrap();
        let end = parts.find(')').unwrap();
        let list = parts[..end].trim_matches(['{', '}']).split(',').map(|part| part.trim().to_owned());
        (name.trim().to_owned(), list.collect())
    });
    all.collect()
}

/// The parts of a vector, by the nodes' labels from number 0 on.
fn parts(design: &Design, vector: &str) -> Vec<String> {
    let connections = connections(design);
    let (_, parts) = connections.iter().find(|(name, _)| name == vector).unwrap_or_else(|| panic!("{vector}: {connections:?}"));
    parts.iter().rev().cloned().collect()
}

#[test]
fn every_vector_has_its_nodes_in_order() {
    let mesh = made("mesh:2,3", "vcs=2 scope=network");
    assert_eq!(parts(&mesh, "local_in_data"), ["n0_0", "n0_1", "n0_2", "n1_0", "n1_1", "n1_2"].map(|node| format!("{node}_in_data")));
    assert_eq!(parts(&mesh, "error"), ["n0_0", "n0_1", "n0_2", "n1_0", "n1_1", "n1_2"].map(|node| format!("{node}_error")));
    assert_eq!(parts(&mesh, "clk"), ["clk"]);
    let streams = made("mesh:1,2:2", "vcs=2 scope=network interface=axis counters=yes");
    assert_eq!(parts(&streams, "s_axis_tdest"), ["n0_0_0", "n0_0_1", "n0_1_0", "n0_1_1"].map(|node| format!("{node}_s_axis_tdest")));
    assert_eq!(parts(&streams, "counter_data"), ["counter_data"]);
    let tree = made("fattree:2,2", "vcs=1 scope=network");
    assert_eq!(parts(&tree, "local_out_valid"), ["n00", "n01", "n10", "n11"].map(|node| format!("{node}_out_valid")));
    let axi4 = axi4::made("mesh:2,2", "", &["0,0", "1,1"], &["0,1", "1,0"]);
    assert_eq!(parts(&axi4, "s_axi_awaddr"), ["n0_0_s_axi_awaddr", "n1_1_s_axi_awaddr"]);
    assert_eq!(parts(&axi4, "m_axi_rdata"), ["n0_1_m_axi_rdata", "n1_0_m_axi_rdata"]);
    assert_eq!(parts(&axi4, "error"), ["n0_0_error", "n0_1_error", "n1_0_error", "n1_1_error"]);
}

/// The top's ports, each once, in their order.
#[test]
fn every_port_of_the_top_is_connected() {
    for (network, options) in
        [("mesh:2,3", "vcs=2 scope=network counters=yes"), ("torus:2,2", "vcs=2 scope=network interface=axis clocks=async")]
    {
        let design = made(network, options);
        let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
        let ports = manifest["interface"].as_array().unwrap().iter().map(|port| port["name"].as_str().unwrap().to_owned());
        let (mut ports, mut connected): (Vec<_>, Vec<_>) =
            (ports.collect(), connections(&design).into_iter().map(|(name, _)| name).collect());
        ports.sort();
        connected.sort();
        assert_eq!(ports, connected, "{network} {options}");
    }
}

#[test]
fn a_large_network_has_none() {
    let there = |network: &str| made(network, "vcs=2 scope=network").files.iter().any(|(path, _)| path.ends_with("_by_node.v"));
    assert!(there("torus:8,8") && !there("torus:8,9"));
}
