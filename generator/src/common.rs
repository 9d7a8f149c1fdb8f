//! What every template says of a design.

use std::ops::Deref;

use crate::parameters::Parameters;

/// The parameters, and what templates need beside them.
pub(crate) struct Common {
    p: Parameters,
    /// The design's name, by default the network's slug.
    pub slug: String,
    pub nodes: usize,
    pub num_ports: usize,
    /// Ports of a router that are links.
    pub num_links: usize,
    pub all_ports: String,
    pub vc_bits: u32,
    /// Nodes differ in the ports that they have: `PORTS_PRESENT`.
    pub irregular: bool,
    /// Bits of a stream's `tdata`, in Verilog.
    pub stream_width: String,
    /// Streams have `tkeep`.
    pub tkeep: bool,
    /// Bytes of a stream's beat.
    pub stream_bytes: u32,
    /// Bits of a stream's `tuser`; 0 where it has none.
    pub user_bits: u32,
    /// What a network is made of, without the slug.
    pub node: &'static str,
    /// Registers from `rst` to a router, where there is a tree of them.
    pub reset_tree: Option<u32>,
    /// Addresses of counters (docs/counters.md) have so many bits.
    pub counter_bits: u32,
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
            nodes: p.network.routers(),
            num_ports,
            num_links: num_ports - p.locals as usize,
            all_ports: "1".repeat(num_ports),
            vc_bits: p.vc_bits(),
            irregular: p.irregular(),
            stream_width: p.stream_width(),
            tkeep: p.streams.tkeep,
            stream_bytes: p.streams.width / 8,
            user_bits: p.streams.user,
            node: p.node(),
            reset_tree: p.reset_clocks(),
            counter_bits: p.counter_bits(),
        }
    }

    /// The range of a signal of so many bits; nothing for one bit.
    pub fn range(&self, bits: &u32) -> String {
        if *bits == 1 { String::new() } else { format!("[{}:0] ", bits - 1) }
    }

    /// Part `at` of the VCs of several flits, side by side.
    pub fn vc_of(&self, at: &str) -> String {
        if self.vc_bits == 1 { format!("[{at}]") } else { format!("[{at}*{0} +: {0}]", self.vc_bits) }
    }

    /// The range of the VCs of the flits of all ports.
    pub fn vcs_range(&self) -> String {
        format!("[{}:0]", self.num_ports as u32 * self.vc_bits - 1)
    }

    /// The VCs of the local ports among those of all ports.
    pub fn local_vc(&self) -> String {
        let bits = self.vc_bits * self.locals;
        if bits == 1 { "[0]".into() } else { format!("[{}:0]", bits - 1) }
    }

    /// The local ports among all ports.
    pub fn local_ports(&self) -> String {
        if self.locals == 1 { "[0]".into() } else { format!("[{}:0]", self.locals - 1) }
    }

    /// The range of the flits' data at the local ports.
    pub fn local_data(&self) -> String {
        if self.locals == 1 { "[FLIT_WIDTH-1:0]".into() } else { format!("[{}*FLIT_WIDTH-1:0]", self.locals) }
    }

    /// The range of the VCs at the local ports.
    pub fn local_vcs(&self) -> String {
        self.range(&(self.vc_bits * self.locals))
    }

    /// What a module of the network is: a node, or a router where terminals are apart.
    pub fn is(&self) -> &'static str {
        if self.apart { "router" } else { "node" }
    }

    /// What has an address of its own at a local port.
    pub fn end(&self) -> &'static str {
        if self.apart { "terminal" } else { "node" }
    }

    /// How the header of a node goes on.
    pub fn of_router(&self) -> &'static str {
        if self.apart { "," } else { ": a router" }
    }

    /// The local ports in a header.
    pub fn local_text(&self) -> String {
        if self.locals == 1 { "port 0".into() } else { format!("ports 0 to {}, of each bit or slice k is port k's", self.locals - 1) }
    }

    /// The local ports in a comment.
    pub fn ports_text(&self) -> String {
        if self.locals == 1 { "Port 0".into() } else { format!("Ports 0 to {}", self.locals - 1) }
    }

    /// `4*` of a vector of four local ports' parts.
    pub fn times_locals(&self) -> String {
        if self.locals == 1 { String::new() } else { format!("{}*", self.locals) }
    }

    /// Of a vector of the local ports' parts that of port k, with so many bits each; the whole of one.
    pub fn at(&self, bits: &str) -> String {
        match (self.locals, bits) {
            (1, _) => String::new(),
            (_, "1") => "[k]".into(),
            _ => format!("[{bits}*k +: {bits}]"),
        }
    }

    /// The same of a number of bits.
    pub fn at_bits(&self, bits: &u32) -> String {
        self.at(&bits.to_string())
    }

    /// Spaces before the lines of what there is at each local port.
    pub fn pad_of_locals(&self) -> &'static str {
        if self.locals == 1 { "" } else { "    " }
    }

    /// The address of the terminal at local port k.
    pub fn own_address(&self) -> String {
        if self.apart { format!("terminals{}", self.at_bits(&self.address_bits)) } else { "address".into() }
    }

    /// The bits of the interface at local port k in `error`.
    pub fn interface_error(&self) -> &'static str {
        if self.locals == 1 { "error[5:3]" } else { "error[6*k+3 +: 3]" }
    }

    /// Where the router's errors go.
    pub fn node_error(&self) -> &'static str {
        if self.locals == 1 { "error[2:0]" } else { "router_error" }
    }

    /// Interfaces in a header.
    pub fn its_interface(&self) -> String {
        if self.locals == 1 { "its AXI4-Stream interface".into() } else { format!("its {} AXI4-Stream interfaces", self.locals) }
    }

    /// The reset of a node of a network.
    pub fn rst_of(&self, node: &str) -> String {
        if self.reset_tree.is_some() { format!("node_rst[{node}]") } else { "rst".into() }
    }
}
