//! The tops of networks from a file: flits come from where the link begins, credits from where it ends, also where links run one way only.

use std::collections::BTreeMap;

use torusmith_topology::{Link, LinkSlices};

use crate::netlist::number;
use crate::own::{classed, design, example};
use crate::wiring::{Links, netlist, present, sizes};

#[test]
fn links_of_networks_from_a_file() {
    for (name, text) in
        [("kautz_24.toml", ""), ("mesh_4x4_broken.toml", "link-slices=1"), ("dragonfly_36.toml", ""), ("wheel_5.toml", "link-slices=2")]
    {
        let net = classed(&example(name), 1, false);
        let design = design(&net, &format!("scope=network {text}"));
        let slices = text.strip_prefix("link-slices=").map_or_else(|| LinkSlices::new(&net), |text| LinkSlices::read(&net, text).unwrap());
        let slug = net.slug();
        let Some(top) = netlist(&design, &slug, ["network", "node"]) else { return };
        let cells = top.cells(&format!("{slug}_node"));
        let nodes: BTreeMap<u32, _> = cells.into_iter().map(|cell| (number(&cell.port("address")), cell)).collect();
        assert!(nodes.keys().copied().eq(0..net.routers() as u32), "{name}");
        let mut links = Links::of(&design);
        for (node, cell) in &nodes {
            links.add(node * 16 + 1, &cell.port("flit_out"), &cell.port("credit_out"));
        }
        links.through(&top.cells(&format!("{slug}_link_slice")));
        let graph = net.graph();
        for (from, to) in graph.iter_links() {
            for (link, counts) in [from, to].into_iter().zip(&links.slices) {
                let seen = counts.get(&(link.node * 16 + u32::from(link.port))).copied().unwrap_or(0);
                assert_eq!(seen, u64::from(slices.of(&net, from.node, from.port)), "{name}: registers from {from:?} to {to:?}");
            }
        }
        let [flit, credit] = sizes(&design);
        for (&node, cell) in &nodes {
            let code = |link: Link| link.node * 16 + u32::from(link.port);
            for (port, bits) in (1..).zip(cell.port("flit_in").chunks(flit)) {
                assert_eq!(
                    links.flits.of(bits),
                    graph.upstream(node as usize, port).map(code),
                    "{name}: flits to node {node}, port {port}"
                );
            }
            for (port, bits) in (1..).zip(cell.port("credit_in").chunks(credit)) {
                assert_eq!(
                    links.credits.of(bits),
                    graph.downstream(node as usize, port).map(code),
                    "{name}: credits to node {node}, port {port}"
                );
            }
            assert_eq!(
                present(cell) & ((1 << net.ports()) - 1),
                u64::from(graph.port_mask(node as usize)) | 1,
                "{name}: ports of node {node}"
            );
        }
    }
}
