//! Parameters of a design for the shim.

use torusmith_design::{Order, Scope};

use super::waves::Waves;
use crate::binding::assertions;
use crate::flits::Format;
use crate::kind::Kind;
use crate::manifest::Design;

/// The shim's constants.
pub(super) fn params(design: &Design, waves: Waves) -> String {
    let network = design.manifest.scope == Scope::Network;
    let constants = [
        ("NETWORK", network as usize),
        ("NODES", if network { design.network.terminals() } else { 1 }),
        ("PORTS", design.ports_compared()),
        ("LOCALS", design.locals()),
        ("VCS", design.config.vcs),
        ("CLASSES", design.config.message_classes),
        ("ORDER", usize::from(design.config.order == Order::Pair)),
        ("VCB", design.vc_bits() as usize),
        ("WIDTH", design.flit_width as usize),
        ("DEPTH", design.config.depth),
        ("REUSE_EMPTY", design.config.reuse_empty.into()),
        ("ADDRESS", design.network.address_bits() as usize),
        ("NODE_BITS", design.network.router_bits() as usize),
        (
            "STREAM",
            if design.axi4.is_some() { 32 * design.data_words() } else { design.streams.map_or(0, |streams| streams.width) as usize },
        ),
        ("TKEEP", design.streams.is_some_and(|streams| streams.tkeep).into()),
        ("USER", design.streams.map_or(0, |streams| streams.user_width) as usize),
        ("MULTICAST", (design.kind() == Kind::Multicast) as usize),
        ("AXI", (design.kind() == Kind::Axi) as usize),
        ("AXI4", design.axi4.is_some() as usize),
        ("SHOWN", design.shown_words()),
        ("TRACE", waves as usize),
    ];
    let own = match design.kind() {
        Kind::Multicast => Vec::new(),
        _ => Format::new(&design.network, design.flit_width).own_mask(),
    };
    let own: Vec<String> = own.iter().map(|word| format!("{word:#x}")).collect();
    let constants: String = constants.iter().map(|(name, value)| format!("#define TM_{name} {value}\n")).collect();
    constants + &format!("#define TM_OWN {{{}}}\n#define TM_LAYOUT {}\n", own.join(", "), assertions(design.kind()))
}
