//! The routers of a network, and the links between them.

use torusmith_sim::generated::GeneratedDesign as Design;
use torusmith_topology::Graph;

use crate::wiring::wires::{Part, Place, Wires};

/// Bits of `error` for each local port of a router.
pub const ERRORS: usize = 3;

/// The routers of a network in a top, which may have two networks.
#[derive(Debug)]
pub struct Plane {
    /// Its links.
    pub graph: Graph,
    /// By router, its instance.
    pub routers: Vec<usize>,
    /// The fields of a link, with their bits.
    fields: [(&'static str, usize); 5],
}

impl Plane {
    /// The routers whose instances begin so, with flits of `width` data bits. None if they are not one for each router of the topology,
    /// which is a fault.
    pub fn find(wires: &mut Wires, design: &Design, begin: &str, width: u32) -> Option<Self> {
        let (network, graph) = (&design.network, design.graph());
        let name = |node: usize| format!("router {}", network.format_address(node as u32));
        let ports = |node: usize| (0..graph.ports() as u8).map(|port| network.port_name(node as u32, port)).collect::<Vec<_>>();
        let mut routers = vec![None; graph.routers()];
        for instance in wires.instances(&design.manifest.router) {
            let path = wires.netlist.instances[instance].name.as_str();
            if !path.starts_with(begin) {
                continue;
            }
            let Some(node) = wires.value(Place::Instance(instance), "node") else {
                wires.fault(format!("instance {path}: its address is not constant"));
                return None;
            };
            let Some(place) = routers.get_mut(node as usize) else {
                wires.fault(format!("instance {path} has address {node}; the network's routers are 0 to {}", graph.routers() - 1));
                return None;
            };
            if let Some(other) = place.replace(instance) {
                let other = &wires.netlist.instances[other].name;
                wires.fault(format!("instances {other} and {path} both have the address of {}", name(node as usize)));
                return None;
            }
            wires.name(instance, name(node as usize) + &in_network(begin), ports(node as usize));
        }
        if let Some(node) = routers.iter().position(Option::is_none) {
            wires.fault(format!("no instance of {} has the address of {}", design.manifest.router, name(node)));
        }
        let routers = routers.into_iter().collect::<Option<Vec<_>>>()?;
        let fields = [("valid", 1), ("head", 1), ("tail", 1), ("vc", design.manifest.vc_bits as usize), ("data", width as usize)];
        Some(Self { graph, routers, fields })
    }

    /// The instance of a router.
    pub fn at(&self, router: u32) -> Place {
        Place::Instance(self.routers[router as usize])
    }

    /// Checks the routers' own ports and parameters, and all links.
    pub fn links(&self, wires: &mut Wires, design: &Design) {
        let graph = &self.graph;
        for (router, &instance) in self.routers.iter().enumerate() {
            let local = (0..graph.local_ports() as u8).filter(|port| graph.terminal(router as u32, *port).is_some());
            let present = local.fold(graph.port_mask(router), |mask, port| mask | 1 << port);
            let depth = ("BUFFER_DEPTH", u64::from(design.manifest.buffer_depth));
            let wanted = [("FLIT_WIDTH", self.fields[4].1 as u64), depth, ("PORTS_PRESENT", u64::from(present))];
            wires.parameters(instance, &wanted, &["NODE_CONSTANT"]);
            let place = Place::Instance(instance);
            for (field, width) in self.fields {
                for side in ["in", "out"] {
                    wires.sized(place, &format!("{side}_{field}"), width * graph.ports());
                }
            }
            clocked(wires, place);
            wires.join(Part::slice(place, "clear_error", 0, 1), Part::slice(Place::Top, "clear_error", 0, 1), 0);
            wires.any(Part::slice(place, "node", 0, wires.width(place, "node")));
        }
        for (from, to) in graph.iter_links() {
            let slices = graph.slices(from.node as usize, from.port.into()) as u64;
            let (sender, receiver) = (self.at(from.node), self.at(to.node));
            let (out, into) = (usize::from(from.port), usize::from(to.port));
            for (field, width) in self.fields {
                let (enters, leaves) = (format!("in_{field}"), format!("out_{field}"));
                wires.join(Part::slice(receiver, &enters, into, width), Part::slice(sender, &leaves, out, width), slices);
            }
            for (field, width) in self.credit() {
                let (enters, leaves) = (format!("in_{field}"), format!("out_{field}"));
                wires.join(Part::slice(sender, &leaves, out, width), Part::slice(receiver, &enters, into, width), slices);
            }
        }
        for router in 0..graph.routers() {
            for port in graph.local_ports()..graph.ports() {
                if graph.upstream(router, port).is_none() {
                    self.nothing_enters(wires, router as u32, port as u8);
                }
                if graph.downstream(router, port).is_none() {
                    self.nothing_leaves(wires, router as u32, port as u8);
                }
            }
        }
    }

    /// The fields of a credit.
    fn credit(&self) -> [(&'static str, usize); 2] {
        [("credit_valid", 1), ("credit_vc", self.fields[3].1)]
    }

    /// Flits into a local port come from slice `number` of the ports `name_*` of `side`, which gets the credits. A field that it does not have
    /// is 0.
    pub fn enters(&self, wires: &mut Wires, (router, port): (u32, u8), (side, name, number): (Place, &str, usize)) {
        for (field, width) in self.fields {
            let (inner, outer) = (format!("in_{field}"), format!("{name}_{field}"));
            let sink = Part::slice(self.at(router), &inner, port.into(), width);
            match wires.has(side, &outer) {
                true => wires.join(sink, Part::slice(side, &outer, number, width), 0),
                false => wires.zero(sink),
            }
        }
        for (field, width) in self.credit() {
            let (inner, outer) = (format!("in_{field}"), format!("{name}_{field}"));
            if wires.has(side, &outer) {
                wires.join(Part::slice(side, &outer, number, width), Part::slice(self.at(router), &inner, port.into(), width), 0);
            }
        }
    }

    /// Flits out of a local port go to slice `number` of the ports `name_*` of `side`, which gives the credits.
    pub fn leaves(&self, wires: &mut Wires, (router, port): (u32, u8), (side, name, number): (Place, &str, usize)) {
        for (field, width) in self.fields {
            let (inner, outer) = (format!("out_{field}"), format!("{name}_{field}"));
            if wires.has(side, &outer) {
                wires.join(Part::slice(side, &outer, number, width), Part::slice(self.at(router), &inner, port.into(), width), 0);
            }
        }
        for (field, width) in self.credit() {
            let (inner, outer) = (format!("out_{field}"), format!("{name}_{field}"));
            let sink = Part::slice(self.at(router), &inner, port.into(), width);
            match wires.has(side, &outer) {
                true => wires.join(sink, Part::slice(side, &outer, number, width), 0),
                false => wires.zero(sink),
            }
        }
    }

    /// No flit comes in at a port.
    pub fn nothing_enters(&self, wires: &mut Wires, router: u32, port: u8) {
        let place = self.at(router);
        wires.zero(Part::slice(place, "in_valid", port.into(), 1));
        for (field, width) in &self.fields[1..] {
            wires.any(Part::slice(place, &format!("in_{field}"), port.into(), *width));
        }
    }

    /// No credit comes back to a port.
    pub fn nothing_leaves(&self, wires: &mut Wires, router: u32, port: u8) {
        let place = self.at(router);
        wires.zero(Part::slice(place, "out_credit_valid", port.into(), 1));
        wires.any(Part::slice(place, "out_credit_vc", port.into(), self.fields[3].1));
    }
}

/// Which network of two, in words.
fn in_network(begin: &str) -> String {
    let name = begin.strip_prefix("u_").and_then(|name| name.strip_suffix("s."));
    name.map(|name| format!(" of the {name} network")).unwrap_or_default()
}

/// Checks clock and reset of an instance.
pub fn clocked(wires: &mut Wires, place: Place) {
    wires.join(Part::slice(place, "clk", 0, 1), Part::slice(Place::Top, "clk", 0, 1), 0);
    wires.reset(place);
}

/// Checks that the registers on links and the reset tree run by the top's clock and reset, and are as wide as what they are connected to.
pub fn registers(wires: &mut Wires, slice: &str, tree: &str, levels: Option<u32>) {
    for instance in wires.instances(slice) {
        let (place, bits) = (Place::Instance(instance), |name| wires.parameter(instance, name).unwrap_or(0));
        let (flit, credit) = (bits("FLIT_BITS"), bits("CREDIT_BITS"));
        for (port, width) in [("flit_in", flit), ("flit_out", flit), ("credit_in", credit), ("credit_out", credit)] {
            wires.sized(place, port, width as usize);
        }
        wires.parameters(instance, &[], &["SLICES", "FLIT_BITS", "CREDIT_BITS"]);
        clocked(wires, place);
    }
    for instance in wires.instances(tree) {
        let place = Place::Instance(instance);
        let leaves = wires.width(place, "out") as u64;
        wires.parameters(instance, &[("LEAVES", leaves), ("LEVELS", levels.unwrap_or(0).into())], &["FAN_OUT"]);
        wires.join(Part::slice(place, "clk", 0, 1), Part::slice(Place::Top, "clk", 0, 1), 0);
        wires.join(Part::slice(place, "rst", 0, 1), Part::slice(Place::Top, "rst", 0, 1), 0);
    }
}
