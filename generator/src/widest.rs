//! The widest vector of a network's top: Verilog tools are required to take vectors of 65,536 bits, and no more.

use torusmith_design::{Interface, Scope};

use crate::error::Error;
use crate::parameters::Parameters;
use crate::signals;

/// Bits of a vector (IEEE 1364-2001, 3.3.1: an implementation may limit vectors to no less).
const MOST: usize = 65_536;

/// Nothing in a top has more bits a node than its local ports, the flits of one link, and a word of counters; with AXI4 interfaces than the
/// flits of a link in the wider one of its two networks, as each beat goes into a flit.
///
/// # Errors
/// [`Error::Option`] for a network of too many nodes.
pub(crate) fn check(p: &Parameters) -> Result<(), Error> {
    if p.scope != Scope::Network {
        return Ok(());
    }
    let ports = signals::local(p).into_iter().map(|(_, signal)| signal.kind.bits(p));
    let flit = p.axi4.as_ref().map_or(p.flit_width, |axi4| axi4.request().max(axi4.response()));
    let others = [p.error_bits(), 3 + p.vc_bits() + flit, if p.counters { 32 } else { 0 }];
    let bits = ports.chain(others).max().unwrap_or(0) as usize;
    let nodes = p.network.terminals();
    if nodes * bits <= MOST {
        return Ok(());
    }
    let router = if p.interface == Interface::Axi4 { "" } else { "router, or " };
    let why = format!(
        "allowed for {}, whose {nodes} nodes would have vectors of {nodes} x {bits} bits: {router}with wide ports (not every tool takes more than {MOST} bits)",
        p.network
    );
    Err(Error::option("scope", p.scope, why))
}
