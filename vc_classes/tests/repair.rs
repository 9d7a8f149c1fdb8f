//! Repaired routes of meshes with dead links, against petgraph: all pairs arrive, and dependencies have no cycle.

use petgraph::algo::toposort;
use petgraph::graph::DiGraph;
use torusmith_vc_classes::{BrokenRoutes, Channel, Class, ClassHop, repair};

/// A square mesh with routes along the row, then along the column.
struct Mesh {
    side: u32,
    channels: Vec<Channel>,
}

impl Mesh {
    fn new(side: u32) -> Self {
        let mut channels = Vec::new();
        for node in 0..side * side {
            if node % side + 1 < side {
                channels.extend([Channel { from: node, to: node + 1 }, Channel { from: node + 1, to: node }]);
            }
            if node / side + 1 < side {
                channels.extend([Channel { from: node, to: node + side }, Channel { from: node + side, to: node }]);
            }
        }
        Self { side, channels }
    }

    /// The links both ways, each as its two channels, which follow one another.
    fn links(&self) -> usize {
        self.channels.len() / 2
    }

    fn next(&self, at: u32, to: u32) -> u32 {
        let (column, end) = (at % self.side, to % self.side);
        match column.cmp(&end) {
            std::cmp::Ordering::Less => at + 1,
            std::cmp::Ordering::Greater => at - 1,
            std::cmp::Ordering::Equal if at < to => at + self.side,
            std::cmp::Ordering::Equal => at - self.side,
        }
    }

    /// The routes without some links.
    fn without(&self, dead: &[usize]) -> BrokenRoutes {
        let nodes = self.side * self.side;
        let live = self.channels.iter().enumerate().filter(|(number, _)| !dead.contains(&(number / 2)));
        let channels: Vec<Channel> = live.map(|(_, channel)| *channel).collect();
        let hop = |at: u32, to: u32| {
            let channel = channels.iter().position(|channel| at != to && channel.from == at && channel.to == self.next(at, to))?;
            Some(ClassHop { channel: channel as u32, class: Class::Any })
        };
        let hops = (0..nodes).flat_map(|at| (0..nodes).map(move |to| (at, to))).map(|(at, to)| hop(at, to)).collect();
        BrokenRoutes { nodes: nodes as usize, ends: (0..nodes).map(Some).collect(), channels, hops, classes: 1 }
    }
}

/// Whether a graph of these channels is connected.
fn connected(nodes: usize, channels: &[Channel]) -> bool {
    let graph = petgraph::graph::UnGraph::<(), ()>::from_edges(channels.iter().map(|channel| (channel.from, channel.to)));
    graph.node_count() == nodes && petgraph::algo::connected_components(&graph) == 1
}

/// Checks a repair; the links of all paths, and the paths that differ from those of before.
fn check(broken: &BrokenRoutes, spare: bool, what: &str) -> (usize, usize) {
    let found = repair(broken, spare).unwrap_or_else(|| panic!("{what}: no repair"));
    let (nodes, classes) = (broken.nodes, found.classes);
    let vertices = |hop: ClassHop| {
        let all = match hop.class {
            Class::Any => 0..classes as u32,
            Class::One(class) => class.into()..u32::from(class) + 1,
        };
        all.map(move |class| hop.channel * classes as u32 + class)
    };
    let mut arcs = std::collections::BTreeSet::new();
    let (mut links, mut changed) = (0, 0);
    for (from, to) in (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to))).filter(|(from, to)| from != to) {
        let (mut at, mut path, mut last) = (from, Vec::new(), None);
        while at != to {
            let hop = found.hops[at * nodes + to].unwrap_or_else(|| panic!("{what}: no hop at {at} to {to}"));
            let channel = broken.channels[hop.channel as usize];
            assert_eq!(channel.from as usize, at, "{what}");
            if let Some(last) = last {
                arcs.extend(vertices(last).flat_map(|from| vertices(hop).map(move |to| (from, to))));
            }
            (at, last) = (channel.to as usize, Some(hop));
            path.push(hop.channel);
            assert!(path.len() <= nodes, "{what}: {from} to {to} runs in a circle");
        }
        links += path.len();
        let (mut at, mut old) = (from, Vec::new());
        while let Some(hop) = broken.hops[at * nodes + to].filter(|_| at != to) {
            old.push(hop.channel);
            at = broken.channels[hop.channel as usize].to as usize;
        }
        changed += usize::from(at != to || old != path);
    }
    let graph = DiGraph::<(), ()>::from_edges(arcs);
    assert!(toposort(&graph, None).is_ok(), "{what}: a dependency cycle");
    // A path that is counted may be the old one, in another class.
    assert!(changed <= found.changed, "{what}: {changed} paths changed, and {} are told", found.changed);
    (links, changed)
}

/// Each of the 112 links alone. The mean distance of an 8 x 8 mesh is 16/3 links.
#[test]
fn each_link_of_a_mesh_can_fail() {
    let mesh = Mesh::new(8);
    assert_eq!(mesh.links(), 112);
    let whole = 64 * 63 * 16 / 3;
    for spare in [false, true] {
        let mut sum = 0;
        for link in 0..mesh.links() {
            let broken = mesh.without(&[link]);
            let (links, changed) = check(&broken, spare, &format!("link {link}, spare {spare}"));
            // Paths along the row, then the column, that cross the link: at least those between its ends.
            assert!(changed >= 2 && links >= whole, "link {link}: {changed} changed, {links} links");
            sum += links;
        }
        let stretch = sum as f64 / (whole * mesh.links()) as f64;
        assert!(stretch <= 1.01, "spare {spare}: mean stretch {stretch}");
    }
}

/// Pairs of links of a smaller mesh, and those that cut off a corner.
#[test]
fn two_links_of_a_mesh_can_fail() {
    pairs(4, 4);
}

/// All pairs of links: 6,216, of which 4 cut off a corner.
#[test]
#[ignore = "long: 6,212 repairs"]
fn any_two_links_of_a_mesh_of_64_nodes_can_fail() {
    assert_eq!(pairs(8, 4), 6216);
}

fn pairs(side: u32, expected_cuts: usize) -> usize {
    let mesh = Mesh::new(side);
    let (mut all, mut cut) = (0, 0);
    for second in 0..mesh.links() {
        for first in 0..second {
            all += 1;
            let broken = mesh.without(&[first, second]);
            if connected(broken.nodes, &broken.channels) {
                check(&broken, false, &format!("links {first} and {second}"));
            } else {
                assert_eq!(repair(&broken, false), None, "links {first} and {second}");
                cut += 1;
            }
        }
    }
    assert_eq!(cut, expected_cuts);
    all
}

/// A ring of one class one way round has a cycle, whatever is repaired.
#[test]
fn intact_routes_with_a_cycle_are_refused() {
    let channels: Vec<Channel> =
        (0..4).flat_map(|node| [Channel { from: node, to: (node + 1) % 4 }, Channel { from: (node + 1) % 4, to: node }]).collect();
    let hop = |at: u32, to: u32| (at != to).then_some(ClassHop { channel: 2 * at, class: Class::One(0) });
    let hops = (0..4).flat_map(|at| (0..4).map(move |to| (at, to))).map(|(at, to)| hop(at, to)).collect();
    let routes = BrokenRoutes { nodes: 4, ends: (0..4).map(Some).collect(), channels, hops, classes: 1 };
    assert_eq!(repair(&routes, false), None);
}
