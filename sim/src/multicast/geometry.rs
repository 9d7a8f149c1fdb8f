//! Tables of the network that routers use: ranks, wraps, neighbours.

use torusmith_topology::NetworkSpec;
use torusmith_topology::rdt::{Rdt, UPPER};

/// Ports of a router (P1).
pub const PORTS: usize = 10;
/// The port of the second processing element (P1).
pub const LOCAL1: u8 = 9;
/// The router's own unit, as an output (P1).
pub const UNIT: u8 = 10;

/// An RDT in tables, by node.
#[derive(Debug, Clone)]
pub struct Geometry {
    /// The network.
    pub rdt: Rdt,
    /// R.
    pub max_rank: u8,
    /// The bits of `bm[R]` that count (R3).
    pub top_mask: u8,
    rank: Vec<u8>,
    /// Bit p: the hop by port p wraps.
    wraps: Vec<u16>,
    /// By rank: the port of a MOVE (R3), 0 for the own rank.
    moves: Vec<[u8; 5]>,
    far: Vec<[(u32, u8); 9]>,
}

impl Geometry {
    /// The tables of a network.
    pub fn new(rdt: Rdt) -> Self {
        let nodes = 0..rdt.routers() as u32;
        let far = |node: u32| std::array::from_fn(|port| rdt.downstream(node, port as u8).map_or((node, 0), |link| (link.node, link.port)));
        let move_to = |node: u32, rank: u32| {
            let leads = |port: &u8| rdt.downstream(node, *port).is_some_and(|link| rdt.rank(link.node) == rank);
            (1..=UPPER).find(leads).unwrap_or(0)
        };
        Self {
            max_rank: rdt.max_rank() as u8,
            top_mask: match rdt.side {
                8 | 64 => 0xff,
                16 | 128 => 0x53,
                _ => 0x11,
            },
            rank: nodes.clone().map(|node| rdt.rank(node) as u8).collect(),
            wraps: nodes.clone().map(|node| (1..=8).filter(|&port| wraps(&rdt, node, port)).fold(0, |all, port| all | 1 << port)).collect(),
            moves: nodes.clone().map(|node| std::array::from_fn(|rank| move_to(node, rank as u32))).collect(),
            far: nodes.map(far).collect(),
            rdt,
        }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.rank.len()
    }

    /// A, the bits of an address.
    pub fn address_bits(&self) -> u32 {
        self.nodes().ilog2()
    }

    /// Rank of a node.
    #[inline]
    pub fn rank(&self, node: u32) -> u8 {
        self.rank[node as usize]
    }

    /// The hop by a port leaves the base torus at its edge (docs/networks.md).
    #[inline]
    pub fn wraps(&self, node: u32, port: u8) -> bool {
        self.wraps[node as usize] >> port & 1 == 1
    }

    /// The lowest of the ports 1..4 that leads to a node of `rank`, 0 if none does.
    #[inline]
    pub fn move_port(&self, node: u32, rank: u8) -> u8 {
        self.moves[node as usize][rank as usize]
    }

    /// The node and input port at the far end of output `port`, 1..=8.
    #[inline]
    pub fn far(&self, node: u32, port: u8) -> (u32, u8) {
        self.far[node as usize][port as usize]
    }

    /// Bit w: the port has VC w (P2).
    pub fn vcs(&self, port: u8) -> u8 {
        if self.max_rank >= 2 && (1..=UPPER).contains(&port) { 0b1111 } else { 0b1011 }
    }
}

fn wraps(rdt: &Rdt, node: u32, port: u8) -> bool {
    let ((x, y), (dx, dy)) = (rdt.position(node), rdt.offset(node, port));
    let at = if dx != 0 { x as i32 + dx } else { y as i32 + dy };
    at < 0 || at >= rdt.side as i32
}
