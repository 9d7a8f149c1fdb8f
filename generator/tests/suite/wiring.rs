//! The links of the tops against the network's graph, every wire of every flit and credit, as yosys elaborates them: of networks of basic
//! modules the top with basic modules as black boxes, and one basic module with its nodes as black boxes, put together here; of the others the
//! top with such nodes.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use torusmith_generator::{Design, Options, Scope, generate};
use torusmith_topology::htn::Htn;
use torusmith_topology::tori_connected::ToriConnected;
use torusmith_topology::{Link, LinkSlices, Network};

use crate::netlist::{Bit, Cell, Netlist, Sources, number};
use crate::outside_family::hidden;
use crate::tools::{made, run, tool, written};

/// Bits of a flit's bundle and of a credit's, with a bit of data: valid, head, tail, VC, data; valid, VC.
pub fn sizes(design: &Design) -> [usize; 2] {
    let manifest: serde_json::Value = serde_json::from_str(design.file(&format!("{}.json", design.top)).unwrap()).unwrap();
    let vc_bits = manifest["vc_bits"].as_u64().unwrap() as usize;
    [4 + vc_bits, 1 + vc_bits]
}

/// Two ends: where the flits of a port come from, and where its credits come from.
type Ends = [u32; 2];

/// `module` of a design with the module `part` in it as a black box.
pub fn netlist(design: &Design, slug: &str, [module, part]: [&str; 2]) -> Option<Netlist> {
    let text = |name: &str| design.file(&format!("rtl/{slug}_{name}.v")).unwrap();
    let declaration =
        |text: &str| text.split_inclusive(");\n").next().unwrap().replace("\nmodule ", "\n(* blackbox *) module ") + "endmodule\n";
    let slice = design.file(&format!("rtl/{slug}_link_slice.v")).map(declaration).unwrap_or_default();
    let top = format!("{slug}_{module}");
    Netlist::of(&format!("{}\n{}{slice}", text(module), declaration(text(part))), &top, &["FLIT_WIDTH 1"])
}

/// What drives flits and what drives credits.
pub struct Links {
    sizes: [usize; 2],
    pub flits: Sources,
    pub credits: Sources,
    /// Registers behind a driver of flits, and behind one of credits.
    pub slices: [BTreeMap<u32, u64>; 2],
}

impl Links {
    pub fn of(design: &Design) -> Self {
        Self { sizes: sizes(design), flits: Sources::default(), credits: Sources::default(), slices: Default::default() }
    }

    /// The bundles of a side, numbered from `first` on.
    pub fn add(&mut self, first: u32, flits: &[Bit], credits: &[Bit]) {
        let numbered = |bits, size| (first..).zip(<[Bit]>::chunks(bits, size));
        numbered(flits, self.sizes[0]).for_each(|(code, bits)| self.flits.add(code, bits));
        numbered(credits, self.sizes[1]).for_each(|(code, bits)| self.credits.add(code, bits));
    }

    /// The registers on the links: what drives them drives what is behind them.
    pub fn through(&mut self, slices: &[Cell]) {
        for slice in slices {
            let count = slice.parameter("SLICES").unwrap();
            let [flit, credit] = [self.flits.of(&slice.port("flit_in")), self.credits.of(&slice.port("credit_in"))].map(Option::unwrap);
            self.flits.add(flit, &slice.port("flit_out"));
            self.credits.add(credit, &slice.port("credit_out"));
            for (counts, code) in self.slices.iter_mut().zip([flit, credit]) {
                assert_eq!(counts.insert(code, count), None, "two rows of registers on a link");
            }
        }
    }

    /// What comes to the bundles of a side; `None` where it is tied off.
    fn ends(&self, flits: &[Bit], credits: &[Bit]) -> Vec<Option<Ends>> {
        let [flit, credit] = self.sizes;
        let pairs = flits.chunks(flit).zip(credits.chunks(credit));
        assert_eq!(flits.len() / flit, credits.len() / credit);
        let end = |(flit, credit)| match [self.flits.of(flit), self.credits.of(credit)] {
            [Some(flit), Some(credit)] => Some([flit, credit]),
            [None, None] => None,
            half => panic!("half of a link is tied off: {half:?}"),
        };
        pairs.map(end).collect()
    }
}

/// The ports of a node that have links, bit by bit; all of them if the top does not say so.
pub fn present(cell: &Cell) -> u64 {
    cell.parameter("PORTS_PRESENT").unwrap_or(u64::MAX)
}

#[track_caller]
fn wired(name: &str) {
    wired_with(name, "0");
}

#[track_caller]
fn wired_with(name: &str, text: &str) {
    let net: Network = name.parse().unwrap();
    let slices = LinkSlices::read(&net, text).unwrap();
    // Nodes of a basic module, and its links to others.
    let (places, edges) = match (net.of::<Htn>(), net.of::<ToriConnected>()) {
        (Some(htn), _) => (64, 16 * htn.gate_planes()),
        (_, Some(n)) => (n.side() * n.side(), n.rings().count() as u32 * if n.bidirectional { 2 } else { 1 }),
        _ => panic!("{name}"),
    };
    let modules = net.routers() as u32 / places;
    let design = made(name, &format!("scope=network wide-ports=yes link-slices={text}"));
    let slug = net.slug();
    let Some(top) = netlist(&design, &slug, ["network", "basic_module"]) else { return };
    let Some(inside) = netlist(&design, &slug, ["basic_module", "node"]) else { return };
    let edge = |wires: &str| format!("{}_{wires}", if slug.starts_with("htn") { "edge" } else { "up" });

    // By basic module * 64 + k the same of the other end.
    let basic_modules: BTreeMap<u32, _> =
        top.cells(&format!("{slug}_basic_module")).into_iter().map(|cell| (number(&cell.port("base")), cell)).collect();
    assert!(basic_modules.keys().copied().eq(0..modules), "{name}");
    let mut links = Links::of(&design);
    for (base, cell) in &basic_modules {
        links.add(base * 64, &cell.port(&edge("flit_out")), &cell.port(&edge("credit_out")));
    }
    links.through(&top.cells(&format!("{slug}_link_slice")));
    let registers_between = std::mem::take(&mut links.slices);
    let mut between = BTreeMap::<u32, Ends>::new();
    for (base, cell) in &basic_modules {
        let ends = links.ends(&cell.port(&edge("flit_in")), &cell.port(&edge("credit_in")));
        between.extend((base * 64..).zip(ends.into_iter().map(|ends| ends.expect("every link between basic modules has another end"))));
    }
    assert_eq!(between.len() as u32, modules * edges, "{name}");

    // By k, and by place and port, place * 16 + port of the other end, or 1024 + k.
    let mut links = Links::of(&design);
    links.add(1024, &inside.port(&edge("flit_in")), &inside.port(&edge("credit_in")));
    let base = inside.port("base");
    let cells = inside.cells(&format!("{slug}_node"));
    let at = |bits: &[Bit]| {
        let (place, above) = bits.split_at(places.ilog2() as usize);
        assert_eq!(above, base, "{name}: a node's address begins with that of its basic module");
        number(place)
    };
    let nodes: BTreeMap<u32, _> = cells.into_iter().map(|cell| (at(&cell.port("address")), cell)).collect();
    assert!(nodes.keys().copied().eq(0..places), "{name}");
    for (place, cell) in &nodes {
        links.add(place * 16 + 1, &cell.port("flit_out"), &cell.port("credit_out"));
    }
    links.through(&inside.cells(&format!("{slug}_link_slice")));
    let borders: Vec<Ends> = links.ends(&inside.port(&edge("flit_out")), &inside.port(&edge("credit_out"))).into_iter().flatten().collect();
    assert_eq!(borders.len() as u32, edges, "{name}");
    let mut ports = BTreeMap::<[u32; 2], Ends>::new();
    for (place, cell) in &nodes {
        let present = present(cell);
        for (port, ends) in (1..).zip(links.ends(&cell.port("flit_in"), &cell.port("credit_in"))) {
            assert_eq!(ends.is_some(), present >> port & 1 != 0, "{name}: place {place}, port {port}");
            ports.extend(ends.map(|ends| ([*place, port], ends)));
        }
    }

    // Registers, by the output that the link leaves: of the flits, and of the credits, which come from its far end.
    let graph = net.graph();
    let back = |node: u32, port: u32| {
        let far = graph.upstream(node as usize, port as usize).unwrap();
        slices.of(&net, far.node, far.port)
    };
    for base in 0..modules {
        for (place, port) in nodes.keys().flat_map(|place| (1..net.ports() as u32).map(move |port| (*place, port))) {
            let node = base * places + place;
            let out = (0..).zip(&borders).find(|(_, ends)| ends[0] == place * 16 + port).map(|(k, _)| base * 64 + k);
            let into = (0..).zip(&borders).find(|(_, ends)| ends[1] == place * 16 + port).map(|(k, _)| base * 64 + k);
            for (wire, edge, of) in [
                (0, out, graph.downstream(node as usize, port as usize).is_some()),
                (1, into, graph.upstream(node as usize, port as usize).is_some()),
            ] {
                let seen = edge.map_or(links.slices[wire].get(&(place * 16 + port)), |edge| registers_between[wire].get(&edge));
                let expected = if !of {
                    0
                } else if wire == 0 {
                    slices.of(&net, node, port as u8)
                } else {
                    back(node, port)
                };
                assert_eq!(
                    seen.copied().unwrap_or(0),
                    u64::from(expected),
                    "{name} {text}: registers, node {node}, port {port}, wire {wire}"
                );
            }
        }
    }

    let mut seen = BTreeSet::new();
    for base in 0..modules {
        // Wire 0 carries flits, wire 1 credits.
        let end = |ends: &Ends, wire: usize| {
            let (base, code) = match ends[wire] {
                code @ 0..1024 => (base, code),
                code => {
                    let far = between[&(base * 64 + code - 1024)][wire];
                    (far / 64, borders[(far % 64) as usize][wire])
                }
            };
            assert!(code < 1024, "{name}: an inter-BM link goes through basic module {base}");
            [base * places + code / 16, code % 16]
        };
        for ([place, port], ends) in &ports {
            seen.insert([[base * places + place, *port], end(ends, 0), end(ends, 1)]);
        }
    }
    compare(&net, &seen);
}

/// The ends that a top has, by node and port, against those of the graph.
#[track_caller]
fn compare(net: &Network, seen: &BTreeSet<[[u32; 2]; 3]>) {
    let graph = net.graph();
    let mut expected = BTreeSet::new();
    for node in 0..net.routers() {
        for port in 1..net.ports() {
            let far = |link: Link| [link.node, link.port.into()];
            // These links go both ways: a port has an input and an output, or neither.
            if let (Some(up), Some(down)) = (graph.upstream(node, port), graph.downstream(node, port)) {
                expected.insert([[node as u32, port as u32], far(up), far(down)]);
            }
        }
    }
    let wrong = seen.symmetric_difference(&expected).next();
    assert_eq!(wrong, None, "{net}: node and port, where its flits come from, where its credits come from");
}

/// A top of nodes, without basic modules.
#[track_caller]
fn wired_flat(name: &str) {
    wired_flat_as(&name.parse().unwrap(), &made(name, "scope=network wide-ports=yes"), &LinkSlices::default());
}

#[track_caller]
fn wired_flat_with(name: &str, text: &str) {
    let net = name.parse().unwrap();
    wired_flat_as(&net, &made(name, &format!("scope=network wide-ports=yes link-slices={text}")), &LinkSlices::read(&net, text).unwrap());
}

#[track_caller]
fn wired_flat_as(net: &Network, design: &Design, slices: &LinkSlices) {
    let slug = net.slug();
    let Some(top) = netlist(design, &slug, ["network", "node"]) else { return };
    let cells = top.cells(&format!("{slug}_node"));
    let nodes: BTreeMap<u32, _> = cells.into_iter().map(|cell| (number(&cell.port("address")), cell)).collect();
    assert!(nodes.keys().copied().eq(0..net.routers() as u32), "{net}");
    let mut links = Links::of(design);
    for (node, cell) in &nodes {
        links.add(node * 16 + 1, &cell.port("flit_out"), &cell.port("credit_out"));
    }
    links.through(&top.cells(&format!("{slug}_link_slice")));
    for (from, to) in net.graph().iter_links() {
        for (link, counts) in [from, to].into_iter().zip(&links.slices) {
            let seen = counts.get(&(link.node * 16 + u32::from(link.port))).copied().unwrap_or(0);
            assert_eq!(seen, u64::from(slices.of(net, from.node, from.port)), "{net}: registers from {from:?} to {to:?}");
        }
    }
    let mut seen = BTreeSet::new();
    for (&node, cell) in &nodes {
        let present = present(cell);
        for (port, ends) in (1..).zip(links.ends(&cell.port("flit_in"), &cell.port("credit_in"))) {
            assert_eq!(ends.is_some(), present >> port & 1 != 0, "{net}: node {node}, port {port}");
            seen.extend(ends.map(|[flit, credit]| [[node, port], [flit / 16, flit % 16], [credit / 16, credit % 16]]));
        }
    }
    compare(net, &seen);
}

/// The tops of a family that brings none, made from the graph.
#[test]
fn links_of_any_graph() {
    for name in ["mesh:2,2", "mesh:3,7", "torus:3,2,4", "hypercube:1", "ttn:2,2,0", "ttn:2,2,2", "rdt:8"] {
        let net = hidden(name);
        for text in ["0", "2"] {
            let link_slices = LinkSlices::read(&net, text).unwrap();
            let options = Options { scope: Scope::Network, link_slices: link_slices.clone(), ..Options::default() };
            wired_flat_as(&net, &generate(&net, &options).unwrap(), &link_slices);
        }
    }
}

/// Registers on every kind of link.
#[test]
fn links_with_registers() {
    for (name, text) in [("torus:4,4", "wrap=2"), ("torus:2,3,4", "1,x=2,wrap=3"), ("mesh:3,4", "y=1"), ("hypercube:3", "d0=1,d2=8")] {
        wired_flat_with(name, text);
    }
    wired_flat_with("rdt:8", "x=1,ux=2,wrap=4");
    wired_with("ttn:2,2,1", "x=1,up=2,wrap=3");
    wired_with("mtn:2,2,0", "up=1,wrap=2");
    wired_with("tesh:2,2,0", "y=1,up=1");
    wired_with("htn:4,4,2,1", "z=1,ey=2,ex=1,wrap=3");
}

/// Rank 0 and rank 1.
#[test]
fn rdt_links() {
    for side in [4, 8] {
        wired_flat(&format!("rdt:{side}"));
    }
}

#[test]
fn torus_links() {
    for name in ["torus:4,4", "torus:2,5", "torus:3,2,4", "torus:4,4,4", "torus:2,3,4,5"] {
        wired_flat(name);
    }
}

#[test]
fn mesh_links() {
    for name in ["mesh:2,2", "mesh:4,4", "mesh:3,7", "mesh:9,2"] {
        wired_flat(name);
    }
}

#[test]
fn hypercube_links() {
    for name in ["hypercube:1", "hypercube:2", "hypercube:7"] {
        wired_flat(name);
    }
}

/// The neighbours of every rank, of tops that are too large to be simulated: what the top says they are, with its nodes and wires,
/// which are those of [`rdt_links`], taken out.
#[test]
#[ignore = "long: a network of 1024 nodes"]
fn rdt_neighbours_of_every_rank() {
    let Some(iverilog) = tool("iverilog", "TORUSMITH_IVERILOG") else { return };
    for side in [16, 32, 64, 128] {
        let net: Network = format!("rdt:{side}").parse().unwrap();
        let design = made(&format!("rdt:{side}"), "scope=network wide-ports=yes");
        let top = design.file(&format!("rtl/rdt_{side}_network.v")).unwrap();
        let (head, body) = top.split_once(") (\n").unwrap();
        let (functions, body) = body[body.find("  // The node at (x, y)").unwrap()..].split_once("      // This node's outputs").unwrap();
        let (_, tail) = body.split_once("(error[n*3 +: 3])\n      );\n").unwrap();
        let constants: String = top.lines().filter(|line| line.starts_with("  localparam")).map(|line| format!("{line}\n")).collect();
        let display = r#"      initial $display("%0d %0d %0d %0d %0d %0d %0d %0d %0d", n, EAST, WEST, SOUTH, NORTH, UX_NEXT, UX_LAST, UY_NEXT, UY_LAST);"#;
        let folder = written(&design);
        std::fs::write(folder.path().join("all.v"), format!("{head});\n{constants}{functions}{display}\n{tail}")).unwrap();
        run(Command::new(&iverilog).args(["-g2001", "-s", &design.top, "-o", "bench", "all.v"]), folder.path());
        let text = run(Command::new("vvp").arg("bench"), folder.path());
        let graph = net.graph();
        assert_eq!(text.lines().count(), net.routers(), "{net}");
        for line in text.lines() {
            let numbers: Vec<u32> = line.split_whitespace().map(|word| word.parse().expect(line)).collect();
            let [node, neighbours @ ..] = <[u32; 9]>::try_from(numbers).expect(line);
            for (port, neighbour) in (1..).zip(neighbours) {
                assert_eq!(neighbour, graph.downstream(node as usize, port).unwrap().node, "{net}: node {node}, port {port}");
            }
        }
    }
}

#[test]
fn htn_links_of_one_gate_plane() {
    wired("htn:4,4,2,0");
}

#[test]
fn htn_links_of_two_gate_planes() {
    wired("htn:4,4,2,1");
}

#[test]
fn htn_links_of_four_gate_planes() {
    wired("htn:4,4,2,2");
}

/// Those of L = 2, and one of 4096 nodes.
fn under_tori(family: &str, large: &str) {
    for parameters in ["2,2,0", "2,2,1"] {
        wired(&format!("{family}:{parameters}"));
    }
    wired(&format!("{family}:{large}"));
}

#[test]
fn links_of_ttns() {
    wired("ttn:2,2,2");
    under_tori("ttn", "3,2,1");
}

#[test]
fn links_of_sttns() {
    under_tori("sttn", "2,3,0");
}

#[test]
fn links_of_mtns() {
    wired("mtn:2,2,2");
    under_tori("mtn", "3,2,1");
}

#[test]
fn links_of_teshes() {
    wired("tesh:2,2,2");
    under_tori("tesh", "3,2,1");
}
