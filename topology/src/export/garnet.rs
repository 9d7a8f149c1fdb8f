//! A topology for gem5's Garnet: a class in Python, for `configs/topologies/`.

use std::io::{self, Write};

use super::garnet_weights::{GarnetRoutes, GarnetWeights, MOST, find_weights};
use super::{Source, notes};
use crate::Error;

/// Lists what the format leaves out: kinds and places; routes, where gem5 takes other ones.
pub fn left_out(source: &Source<'_>) -> Result<Vec<String>, Error> {
    if source.graph.attached().apart() {
        return source.refuse("garnet", "networks with one node at each router");
    }
    let weights = find_weights(source.graph, source.routes());
    let mut left = vec!["kinds of links are left out: Garnet has none".to_owned()];
    if weights.parallel > 0 {
        left.push(format!("{} parallel links are left out: Garnet has one each way between two routers", weights.parallel));
    }
    left.extend(warning(&weights));
    left.extend(notes(&Source { table: None, ..*source }, true, true, false));
    Ok(left)
}

/// Warns unless gem5 takes torusmith's routes and they are free of deadlock.
fn warning(weights: &GarnetWeights) -> Option<String> {
    let deadlock = if weights.cyclic { "they may deadlock" } else { "they are free of deadlock" };
    match weights.routes {
        GarnetRoutes::Given if !weights.cyclic => None,
        GarnetRoutes::Given => {
            Some("gem5's table routing takes these routes, but may deadlock: Garnet has no classes of virtual channels".to_owned())
        }
        GarnetRoutes::Others(pairs) => Some(format!(
            "gem5's table routing takes other routes than torusmith, for {pairs} pairs of routers, as no weights were found; {deadlock}"
        )),
        GarnetRoutes::Unknown => {
            Some(format!("gem5's table routing takes shortest paths, as no routes by node and destination are known; {deadlock}"))
        }
        GarnetRoutes::NotCompared => Some(format!(
            "gem5's table routing takes shortest paths, which may differ from torusmith's routes and deadlock: more than {MOST} routers"
        )),
    }
}

/// Writes the Python file.
pub fn write(source: &Source<'_>, out: &mut impl Write) -> io::Result<()> {
    let (network, weights) = (source.network, find_weights(source.graph, source.routes()));
    let class: String = network.slug().split('_').map(capital).collect();
    let text = |text: &str| format!("{:?}", text.replace(|c: char| !c.is_ascii() || c.is_ascii_control(), "?"));
    writeln!(
        out,
        "# {}: {} routers, for gem5's Garnet; a file of any name in configs/topologies/.",
        ascii(&network.name()),
        network.routers()
    )?;
    match warning(&weights) {
        Some(warning) => writeln!(out, "# NOTE: {warning}.")?,
        None => writeln!(out, "# By these weights gem5's table routing takes torusmith's routes, which are free of deadlock.")?,
    }
    writeln!(out, "from m5.objects import *\nfrom m5.params import *\n\nfrom topologies.BaseTopology import SimpleTopology\n")?;
    writeln!(out, "ROUTERS = {}", network.routers())?;
    writeln!(out, "# From router, output port, to router, input port, registers, weight.\nLINKS = [")?;
    for link in &weights.links {
        let (from, to) = (link.from, link.to);
        let (out_port, in_port) = (text(network.port_label(from.port)), text(network.port_label(to.port)));
        let registers = source.slices(from.node, from.port);
        writeln!(out, "    ({}, {out_port}, {}, {in_port}, {registers}, {}),", from.node, to.node, link.weight)?;
    }
    writeln!(out, "]\n\n\nclass {class}(SimpleTopology):\n    description = {}\n", text(&class))?;
    out.write_all(BODY.as_bytes())?;
    writeln!(out, "\n\n# gem5 takes the class that is called as the file.\nglobals()[__name__.rpartition(\".\")[2]] = {class}")
}

/// The part of the class that is equal for all networks.
const BODY: &str = r#"    def __init__(self, controllers):
        self.nodes = controllers

    def makeTopology(self, options, network, IntLink, ExtLink, Router):
        routers = [Router(router_id=i, latency=options.router_latency) for i in range(ROUTERS)]
        network.routers = routers
        # One controller after the other; DMA controllers that are left over at router 0, as in gem5's Mesh_XY.
        rest = len(self.nodes) // ROUTERS * ROUTERS

        def router_of(i, controller):
            is_dma = getattr(controller, "type", None) == "DMA_Controller"
            return routers[0 if is_dma and i >= rest else i % ROUTERS]

        network.ext_links = [
            ExtLink(link_id=i, ext_node=c, int_node=router_of(i, c), latency=options.link_latency)
            for i, c in enumerate(self.nodes)
        ]
        network.int_links = [
            IntLink(
                link_id=len(self.nodes) + i,
                src_node=routers[source],
                dst_node=routers[target],
                src_outport=output,
                dst_inport=input_port,
                latency=options.link_latency + registers,
                weight=weight,
            )
            for i, (source, output, target, input_port, registers, weight) in enumerate(LINKS)
        ]
"#;

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

fn ascii(text: &str) -> String {
    text.replace(|c: char| !c.is_ascii() || c.is_ascii_control(), "?")
}
