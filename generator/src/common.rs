//! What every template says of a design.

use std::ops::Deref;

use torusmith_design::Scope;

use crate::parameters::Parameters;

/// The parameters, and what templates need beside them.
pub(crate) struct Common {
    p: Parameters,
    /// The design's name, by default the network's slug.
    pub slug: String,
    pub nodes: usize,
    pub num_ports: usize,
    pub all_ports: String,
    pub pipeline: u32,
    /// Bits of a stream's `tdata`, in Verilog.
    pub stream_width: String,
    /// Beats are flits, whatever `FLIT_WIDTH` is.
    pub even: bool,
    /// Streams have `tkeep`.
    pub tkeep: bool,
    /// Bytes of a stream's beat.
    pub stream_bytes: u32,
    /// Bits of a stream's `tuser`; 0 where it has none.
    pub user_bits: u32,
    /// Those of them that are the message class.
    pub class_bits: u32,
    pub reuse_bits: String,
    /// What a network is made of, without the slug.
    pub node: &'static str,
    /// Registers from `rst` to a router, where there is a tree of them.
    pub reset_tree: Option<u32>,
    /// Counters (docs/counters.md) are read by addresses of so many bits, of which so many are the port's, in so many clocks at a router.
    pub counter_bits: u32,
    pub port_bits: u32,
    pub counter_clocks: u32,
}

impl Deref for Common {
    type Target = Parameters;

    fn deref(&self) -> &Parameters {
        &self.p
    }
}

impl Common {
    pub fn new(p: &Parameters) -> Self {
        let num_ports = p.ports.len();
        Self {
            p: p.clone(),
            slug: p.name(),
            nodes: p.network.nodes(),
            num_ports,
            all_ports: "1".repeat(num_ports),
            pipeline: p.pipeline.clocks(),
            stream_width: p.stream_width(),
            even: p.streams.follow(p.flit_width),
            tkeep: p.streams.tkeep,
            stream_bytes: p.streams.width / 8,
            user_bits: p.streams.user,
            class_bits: p.streams.class,
            reuse_bits: format!("{:0width$b}", p.reuse_empty, width = p.num_vcs as usize),
            node: p.node(),
            reset_tree: p.reset_clocks(),
            counter_bits: p.counter_bits(),
            port_bits: p.port_bits(),
            // In a network the sum of all nodes takes the other one.
            counter_clocks: if p.scope == Scope::Network { 1 } else { 2 },
        }
    }

    /// The reset of a node of a network.
    pub fn rst_of(&self, node: &str) -> String {
        if self.reset_tree.is_some() { format!("node_rst[{node}]") } else { "rst".into() }
    }
}
