//! Routing rules of an MTN: hops on its twisted vertical rings, and a dateline on every ring between basic modules (docs/networks.md, "Routing in an
//! MTN").

use torusmith_topology::mtn::FAMILY;
use torusmith_topology::tori_connected::ToriConnected;

use super::family::FamilyRouting;
use super::tori_connected::{build, record};
use super::tori_connected_rules::Rules;
use super::ttn;

pub(super) static ROUTING: FamilyRouting<ToriConnected> =
    record(FAMILY.id.prefix, ttn::vc_rules, &RULES, |network, choice, vcs| build(network, &RULES, choice, vcs));

const RULES: Rules = Rules { class_between: |_, _, wrap| wrap as usize, ..ttn::RULES };
