//! What the generator knows of the Moebius ladder: its route module, and the turns that packets take.

use torusmith_design::{RoutingAlgorithm, Ties, VcRule};
use torusmith_generator::{Choices, Error, FamilyRtl, NetworkRtl, Offer, Turns, VerilogModule, ports, spec, wire_graph};
use torusmith_topology::Network;

use crate::topology::{self, ACROSS, Moebius, RING_MINUS, RING_PLUS};

/// What the generator knows of the family.
pub static RTL: FamilyRtl = FamilyRtl {
    prefix: topology::FAMILY.id.prefix,
    routing: Offer::of(&[RoutingAlgorithm::Dor]),
    vc_rules: Offer::of(&[VcRule::Dateline]),
    ties: Offer::of(&[Ties::Plus]),
    describe,
    wire: wire_graph,
};

fn describe(network: &Network, _: &Choices) -> Result<NetworkRtl, Error> {
    let moebius: &Moebius = spec(network)?;
    let route = VerilogModule::new("route", include_str!("../rtl/route_moebius.v"));
    let route_parameters = vec![("SIDE", moebius.side.to_string()), ("ADDRESS_BITS", network.address_bits().to_string())];
    Ok(NetworkRtl { route_parameters, ..NetworkRtl::new(vec![route], Turns::of_ports(&turns(), 2), VcRule::Dateline) })
}

/// By input port. What moves in direction + arrives by port 2 and goes on by port 1; only a source sends across.
fn turns() -> [u32; 4] {
    [ports(&[RING_PLUS, RING_MINUS, ACROSS]), ports(&[0, RING_MINUS]), ports(&[0, RING_PLUS]), ports(&[0, RING_PLUS, RING_MINUS])]
}
