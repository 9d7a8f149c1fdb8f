//! A topology for gem5's Garnet: a class in Python, for `configs/topologies/`.

use std::io::{self, Write};

use super::{Source, notes};

/// Routes, kinds and places.
pub fn left_out(source: &Source<'_>) -> Vec<String> {
    let mut left = vec![
        "routes and kinds of links are left out: Garnet finds shortest ways by weight; nor does it break cycles of channels".to_owned(),
    ];
    left.extend(notes(source, true, true, false));
    left
}

/// Writes it.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let network = source.network;
    let class: String = network.slug().split('_').map(capital).collect();
    let text = |text: &str| format!("{:?}", text.replace(|c: char| !c.is_ascii() || c.is_ascii_control(), "?"));
    writeln!(
        out,
        "# {}: {} routers, for gem5's Garnet; the file is configs/topologies/{class}.py.",
        ascii(&network.name()),
        network.nodes()
    )?;
    writeln!(out, "from m5.objects import *\nfrom m5.params import *\n\nfrom topologies.BaseTopology import SimpleTopology\n")?;
    writeln!(out, "ROUTERS = {}", network.nodes())?;
    writeln!(out, "# From router, output port, to router, input port, registers.\nLINKS = [")?;
    for (from, to) in source.graph.iter_links() {
        let (out_port, in_port) = (text(network.port_label(from.port)), text(network.port_label(to.port)));
        writeln!(out, "    ({}, {out_port}, {}, {in_port}, {}),", from.node, to.node, source.slices(from.node, from.port))?;
    }
    writeln!(out, "]\n\n\nclass {class}(SimpleTopology):\n    description = {}\n", text(&class))?;
    out.write_all(BODY.as_bytes())
}

/// What is the same for all networks.
const BODY: &str = r#"    def __init__(self, controllers):
        self.nodes = controllers

    def makeTopology(self, options, network, IntLink, ExtLink, Router):
        controllers = self.nodes
        assert len(controllers) % ROUTERS == 0, "controllers: a multiple of the routers"
        routers = [Router(router_id=i, latency=options.router_latency) for i in range(ROUTERS)]
        network.routers = routers
        network.ext_links = [
            ExtLink(link_id=i, ext_node=c, int_node=routers[i % ROUTERS], latency=options.link_latency)
            for i, c in enumerate(controllers)
        ]
        network.int_links = [
            IntLink(
                link_id=len(controllers) + i,
                src_node=routers[source],
                dst_node=routers[target],
                src_outport=output,
                dst_inport=input_port,
                latency=options.link_latency + registers,
                weight=1,
            )
            for i, (source, output, target, input_port, registers) in enumerate(LINKS)
        ]
"#;

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

fn ascii(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii() || c.is_ascii_control(), "?")
}
