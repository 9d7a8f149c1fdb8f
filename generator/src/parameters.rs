//! The options, checked and completed: everything that decides what the files say.

use std::ops::Range;

use sha2::{Digest, Sha256};
use torusmith_topology::Network;

use crate::Error;
use crate::network::NetworkRtl;
use crate::options::{Options, Routing, Scope, VcReuse};

/// A configuration that can be generated.
pub(crate) struct Parameters {
    pub network: Network,
    pub rtl: NetworkRtl,
    /// Names of the ports, port 0 first.
    pub ports: Vec<&'static str>,
    pub scope: Scope,
    pub flit_width: u32,
    pub buffer_depth: u32,
    pub num_vcs: u32,
    pub pipeline: u32,
    /// `REUSE_EMPTY`, bit w for VC w.
    pub reuse_empty: u32,
    pub address_bits: u32,
    pub route_bits: u32,
}

impl Parameters {
    /// # Errors
    /// [`Error::Option`] for what docs/router.md and docs/networks.md do not allow.
    pub fn new(network: &Network, options: &Options) -> Result<Self, Error> {
        let rtl = NetworkRtl::new(network, options.vc_rule, options.routing)?;
        let num_vcs = options.vcs.unwrap_or(4);
        if !(rtl.classes..=8).contains(&num_vcs) {
            let with = if rtl.routing == Routing::Dor { String::new() } else { format!(" with routing {}", rtl.routing) };
            let why = format!("allowed: {0}..8 (VC rule {1}{with} needs {0})", rtl.classes, rtl.vc_rule);
            return Err(Error::option("vcs", num_vcs, why));
        }
        if !(2..=64).contains(&options.buffer_depth) {
            return Err(Error::option("buffer-depth", options.buffer_depth, "allowed: 2..64"));
        }
        if !(2..=3).contains(&options.pipeline) {
            return Err(Error::option("pipeline", options.pipeline, "allowed: 2, 3"));
        }
        let (address_bits, route_bits) = (network.address_bits(), network.route_bits());
        let least = 2 * address_bits + route_bits;
        let flit_width = options.flit_width.unwrap_or(least.max(32));
        if !(least..=512).contains(&flit_width) {
            let why =
                format!("allowed: {least}..512 (the head flit holds two addresses of {address_bits} bits and {route_bits} routing bits)");
            return Err(Error::option("flit-width", flit_width, why));
        }
        let reuse_empty = match (options.vc_reuse, rtl.routing) {
            (VcReuse::Empty, _) => (1 << num_vcs) - 1,
            (VcReuse::Tail, Routing::Dor) => 0,
            // RC6
            (VcReuse::Tail, _) => (0..num_vcs).filter(|w| w * rtl.classes / num_vcs == rtl.classes - 1).fold(0, |set, w| set | 1 << w),
        };
        Ok(Self {
            network: *network,
            rtl,
            ports: (0..network.ports()).map(|port| network.port_label(port as u8)).collect(),
            scope: options.scope,
            flit_width,
            buffer_depth: options.buffer_depth,
            num_vcs,
            pipeline: options.pipeline,
            reuse_empty,
            address_bits,
            route_bits,
        })
    }

    /// Bits of `vc` and `credit_vc` (L1).
    pub fn vc_bits(&self) -> u32 {
        clog2(self.num_vcs).max(1)
    }

    /// The bits of a head flit that routers keep things of their own in (L4).
    pub fn own_bits(&self) -> Range<u32> {
        let header = 2 * self.address_bits + self.route_bits;
        self.flit_width.saturating_sub(8).max(header)..self.flit_width
    }

    /// What every module name of this design begins with.
    pub fn prefix(&self) -> String {
        format!("{}_", self.network.slug())
    }

    /// Name of the router module.
    pub fn router(&self) -> String {
        self.prefix() + "router"
    }

    /// Name of the top module.
    pub fn top(&self) -> String {
        match self.scope {
            Scope::Router => self.router(),
            Scope::Network => self.prefix() + "network",
        }
    }

    /// The Verilog parameters of the router, in the order of its declaration.
    pub fn verilog(&self) -> [(&'static str, u32); 5] {
        [
            ("FLIT_WIDTH", self.flit_width),
            ("BUFFER_DEPTH", self.buffer_depth),
            ("NUM_VCS", self.num_vcs),
            ("PIPELINE", self.pipeline),
            ("REUSE_EMPTY", self.reuse_empty),
        ]
    }

    /// The configuration in one line: equal lines make equal files.
    pub fn line(&self) -> String {
        let verilog: Vec<String> = self.verilog().iter().map(|(name, value)| format!("{name}={value}")).collect();
        format!("{} vc_rule={} routing={}", verilog.join(" "), self.rtl.vc_rule, self.rtl.routing)
    }

    /// SHA-256 of the configuration, in hexadecimal.
    pub fn hash(&self) -> String {
        let text = format!("{} scope={} {}", self.network.slug(), self.scope, self.line());
        Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Bits that hold the numbers below `values`; 0 for 1.
pub(crate) fn clog2(values: u32) -> u32 {
    values.next_power_of_two().trailing_zeros()
}
